// Lists the proved positions of a store, a line each, for tests and for people.
//
// Usage: list_store [--count] PATH
//
// A line: size, mover, winner, move (or -), exact or inexact, work, then black=, white= and needs= with cells
// parted by commas. A file that is no sound store, or is not there, is refused with exit code 2.
#include "solve/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void cells_print(const Geometry *g, const char *name, CellSet cells) {
    char buffer[CELL_NAME_MAX];
    const char *mark = "";
    printf(" %s=", name);
    for (int cell; (cell = cellset_pop(&cells)) >= 0; mark = ",")
        printf("%s%s", mark, cell_name(g, cell, buffer));
}

static bool record_print(void *context, const Position *p, const ProofRecord *record) {
    (void)context;
    char move[CELL_NAME_MAX];
    printf("%dx%d %s %s %s %s %u", p->geometry->width, p->geometry->height, color_name(p->to_move),
           color_name(record->winner),
           record->move == MOVE_NONE ? "-" : cell_name(p->geometry, record->move, move),
           record->exact ? "exact" : "inexact", record->work);
    cells_print(p->geometry, "black", p->stones[BLACK]);
    cells_print(p->geometry, "white", p->stones[WHITE]);
    cells_print(p->geometry, "needs", record->proof);
    printf("\n");
    return true;
}

static bool store_list(const char *path, bool count, Error *error) {
    if (access(path, F_OK)) // it would be made
        return error_input(error, "'%.200s' cannot be read: %s", path, strerror(errno));
    Store *store = store_open(path, error);
    if (!store) return false;
    bool good = true;
    if (count)
        printf("%llu\n", (unsigned long long)store_sync(store));
    else
        good = store_each(store, record_print, NULL, error);
    if (!store_close(store, good ? error : NULL)) good = false;
    return good;
}

int main(int argc, char **argv) {
    bool count = argc == 3 && !strcmp(argv[1], "--count");
    if (argc != 2 && !count) {
        fprintf(stderr, "usage: list_store [--count] PATH\n");
        return 2;
    }
    Error error = {0};
    bool good = store_list(argv[argc - 1], count, &error);
    if (!good) fprintf(stderr, "list_store: %s\n", error.text);
    return good ? 0 : error.bad_input ? 2 : 1;
}
