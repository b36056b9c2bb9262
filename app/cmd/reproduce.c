// mustplay reproduce: published tables and figures, computed anew, the published figures beside ours.
#include "app/reproduce/reproduce.h"
#include "app/cli/table.h"
#include "base/clock.h"

#include <stdio.h>
#include <string.h>

static const Reproduction *const REPRODUCTIONS[] = {
    &REPRODUCE_POSITIONS, &REPRODUCE_OR_RULE,       &REPRODUCE_LADDER,
    &REPRODUCE_TABLE_5_1, &REPRODUCE_DECOMPOSITION, NULL,
};

static const Reproduction *reproduction_find(const char *name) {
    for (const Reproduction *const *r = REPRODUCTIONS; *r; r++) {
        if (!strcmp((*r)->name, name)) return *r;
    }
    return NULL;
}

static int reproductions_list(bool json) {
    json_t *names = json_array();
    for (const Reproduction *const *r = REPRODUCTIONS; *r; r++) {
        json_array_append_new(names, json_pack("{s:s, s:s}", "name", (*r)->name, "help", (*r)->help));
        if (!json) printf("%-14s %s\n", (*r)->name, (*r)->help);
    }
    if (json) return report_json(json_pack("{s:o}", "reproductions", names));
    json_decref(names);
    return EXIT_DONE;
}

static int reproduction_report(const Args *args, const Reproduction *r, json_t *rows, double seconds) {
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:s, s:s, s:o, s:f}", "name", r->name, "help", r->help, "rows", rows,
                                     "seconds", seconds));
    printf("%s\n\n", r->help);
    table_print(r->columns, rows);
    printf("\n%.2f s\n", seconds);
    json_decref(rows);
    return EXIT_DONE;
}

static int reproduce_run(const Args *args) {
    const char *name = args_word(args, 0);
    Error error = {0};
    if (!name) return reproductions_list(args_flag(args, "json"));
    const Reproduction *r = reproduction_find(name);
    if (!r) {
        error_input(&error, "reproduce: unknown name '%.40s' (mustplay reproduce lists them)", name);
        return report_error(&error);
    }
    double start = clock_seconds();
    json_t *rows = json_array();
    if (!r->run(args, rows, &error)) {
        json_decref(rows);
        return report_error(&error);
    }
    return reproduction_report(args, r, rows, clock_seconds() - start);
}

const Command COMMAND_REPRODUCE = {
    .name = "reproduce",
    .summary = "Recompute a published table or figure, the published numbers beside ours.",
    .arguments = "[NAME]",
    .arguments_max = 1,
    .options = "json time output force all-openings",
    .detail = "Without a name it lists what can be reproduced. For solver-ladder --time bounds each entry "
              "(300 s of CPU by default) and --output names an SVG file for its plot; for table-5.1 --time "
              "does so (60 s by default), and --all-openings takes all 32 openings instead of five; for "
              "decomposition --time bounds each entry (20 s by default).",
    .run = reproduce_run,
};
