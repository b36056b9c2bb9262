// Copies the part of stores that was expensive to prove. So a long solve can be carried to another machine or kept small,
// and searches on one machine begin with what several others proved.
//
// Usage: trim_store FROM... TO WORK
//
// TO, a new store, gets the positions that took at least WORK studies. A search that continues from there proves the
// others again. Of a position that several have, the first counts, unless only a later one knows the exact move. A FROM
// may be in use by a solve: what it had proved when the copy began is copied. Prints how many positions were kept of
// those that were read. A file that is no sound store, or a TO that exists, is refused with exit code 2. Two contradictory
// results of a kept position end the copying with exit code 1. The message names the position and the FROM that has the second.
// TO is then not made. It gets the mark when all FROM have it (docs/SOLVER.md).
#include "solve/store.h"
#include "tools/lib/argument.h"

#include <stdio.h>
#include <unistd.h>

typedef struct Copy {
    const ProofStore *to;
    uint32_t least;
    uint64_t seen, kept;
    bool marked; // all that were read
} Copy;

static bool record_copy(void *context, const Position *position, const ProofRecord *record) {
    Copy *copy = context;
    copy->seen++;
    if (record->work >= copy->least) copy->to->record(copy->to->context, position, record);
    return true;
}

// Closes TO as well, so that what could not be written is known to come from this store.
static bool store_copy(const char *path, const char *to_path, Copy *copy, Error *error) {
    Error written = {0};
    Store *from = store_open(path, error), *to = from ? store_open_claims(to_path, error) : NULL;
    if (from && !store_marked(from)) copy->marked = false;
    if (to) copy->to = store_proofs(to);
    bool good = to && store_each(from, record_copy, copy, error);
    if (good) copy->kept = store_sync(to);
    if (!store_close(to, &written)) good = good && error_failure(error, "%.60s: %.330s", path, written.text);
    if (!store_close(from, good ? error : NULL)) good = false;
    return good;
}

static bool store_mark(const char *path, Error *error) {
    bool others;
    Store *store = store_open(path, error);
    uint64_t state = store ? store_state(store) : 0;
    bool good = store && store_change(store, &state, NULL, 0, true, &others, error);
    return store_close(store, good ? error : NULL) && good;
}

static void store_remove(const char *path) {
    char lock[4096 + 8];
    snprintf(lock, sizeof lock, "%s-lock", path);
    unlink(path);
    unlink(lock);
}

static bool trim(char **from, int count, const char *to_path, uint32_t least, Error *error) {
    for (int i = 0; i < count; i++)
        if (access(from[i], F_OK)) return error_input(error, "%.200s: there is no such file", from[i]);
    if (!access(to_path, F_OK)) return error_input(error, "%.200s exists already", to_path);
    Copy copy = {.least = least, .marked = true};
    bool good = true;
    for (int i = 0; good && i < count; i++) good = store_copy(from[i], to_path, &copy, error);
    if (good && copy.marked) good = store_mark(to_path, error);
    if (!good) store_remove(to_path);
    if (good)
        printf("%llu of %llu positions\n", (unsigned long long)copy.kept, (unsigned long long)copy.seen);
    return good;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: trim_store FROM... TO WORK\n");
        return 2;
    }
    long least;
    Error error = {0};
    bool good = argument_whole("WORK", argv[argc - 1], 0, UINT32_MAX, &least, &error) &&
                trim(argv + 1, argc - 3, argv[argc - 2], (uint32_t)least, &error);
    if (!good) fprintf(stderr, "trim_store: %s\n", error.text);
    return good ? 0 : error.bad_input ? 2 : 1;
}
