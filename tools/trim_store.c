// Copies of stores what was dear to prove, so that a long solve can be carried to another machine or kept small, and
// so that searches on one machine begin with what several others proved.
//
// Usage: trim_store FROM... TO WORK
//
// TO, a new store, gets the positions that took at least WORK studies; a search that goes on from there makes the
// others again. Of a position that several have, the first counts, unless only a later one knows the exact move. A FROM
// may be in use by a solve: what it had proved when the copy began is copied. Prints how many positions were kept of
// those that were read. A file that is no sound store, or a TO that exists, is refused with exit code 2; results that
// contradict each other end the copying with exit code 1. TO is then not made.
#include "base/number.h"
#include "solve/store.h"

#include <stdio.h>
#include <unistd.h>

typedef struct Copy {
    const ProofStore *to;
    uint32_t least;
    uint64_t seen;
} Copy;

static bool record_copy(void *context, const Position *position, const ProofRecord *record) {
    Copy *copy = context;
    copy->seen++;
    if (record->work >= copy->least) copy->to->record(copy->to->context, position, record);
    return true;
}

static bool store_copy(const char *path, Copy *copy, Error *error) {
    Store *from = store_open(path, error);
    if (!from) return false;
    bool good = store_each(from, record_copy, copy, error);
    if (!store_close(from, good ? error : &(Error){0})) good = false;
    return good;
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
    Store *to = store_open(to_path, error);
    if (!to) return false;
    Copy copy = {.to = store_proofs(to), .least = least};
    bool good = true;
    for (int i = 0; good && i < count; i++) good = store_copy(from[i], &copy, error);
    uint64_t kept = store_sync(to);
    if (!store_close(to, good ? error : &(Error){0})) good = false;
    if (!good) store_remove(to_path);
    if (good) printf("%llu of %llu positions\n", (unsigned long long)kept, (unsigned long long)copy.seen);
    return good;
}

int main(int argc, char **argv) {
    long least;
    if (argc < 4 || !number_whole(argv[argc - 1], &least) || least < 0 || least > UINT32_MAX) {
        fprintf(stderr, "usage: trim_store FROM... TO WORK\n");
        return 2;
    }
    Error error = {0};
    bool good = trim(argv + 1, argc - 3, argv[argc - 2], (uint32_t)least, &error);
    if (!good) fprintf(stderr, "trim_store: %s\n", error.text);
    return good ? 0 : error.bad_input ? 2 : 1;
}
