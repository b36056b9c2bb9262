// Derives every inferior-cell pattern and writes one file per kind: derive_patterns DIRECTORY.
//
// The files depend on nothing but this program: `make patterns` writes them again byte for byte.
#include "base/file.h"
#include "tools/lib/pattern_derive.h"

#include <stdio.h>
#include <time.h>

static void shape_report(void *context, const LocalShape *shape, PatternKind kind, int patterns) {
    (void)context;
    fprintf(stderr, "%s: %d empty cells, ring %d: %d patterns, %.1f s\n",
            kind == PATTERN_CAPTURED ? "dead and captured" : "other fill", shape->empties, shape->ring,
            patterns, (double)clock() / CLOCKS_PER_SEC);
}

static const char *const ABOUT[PATTERN_KINDS] = {
    "A dead cell: its colour never matters. Either colour may be filled in.",
    "A captured set: its owner may fill it. He answers an intrusion with the reply; what is left is again\n"
    "# captured or dead.",
    "A permanently inferior cell: filling it changes nothing, though the set is not captured. A proof that "
    "uses\n"
    "# it needs all the empty cells shown.",
    "Mutual fill-in: the stones of both colours together change nothing. A proof that uses it needs all the\n"
    "# empty cells shown.",
};

static bool kind_write(const char *directory, PatternKind kind, const DerivedList *list) {
    Text text = {0};
    char path[1024];
    int count = 0;
    text_format(&text, "# %s\n# Derived and proved by tools/derive_patterns; do not edit.\n\n", ABOUT[kind]);
    for (int i = 0; i < list->count; i++) {
        if (list->item[i].kind != kind) continue;
        text_format(&text, "# %s %d\n", pattern_kind_name(kind), ++count);
        pattern_write(&list->item[i], &text);
    }
    snprintf(path, sizeof path, "%s/%s.txt", directory, pattern_kind_name(kind));
    Error error;
    bool good = text.failed ? error_failure(&error, "out of memory")
                            : file_write(path, text.data, text.length, true, &error);
    if (good)
        fprintf(stderr, "%s: %d patterns\n", path, count);
    else
        fprintf(stderr, "%s\n", error.text);
    text_free(&text);
    return good;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: derive_patterns DIRECTORY\n");
        return 2;
    }
    DeriveLimits limits = {.captured_empties = 6, .fill_empties = 5, .ring = 14, .fill_cells = 12};
    DerivedList fill = {0};
    bool good = patterns_derive_fill(limits, &fill, shape_report, NULL);
    for (PatternKind kind = PATTERN_DEAD; kind < PATTERN_KINDS && good; kind++)
        good = kind_write(argv[1], kind, &fill);
    derived_list_free(&fill);
    return good ? 0 : 1;
}
