// Copies of a store what was dear to prove, so that a long solve can be carried to another machine or kept small.
//
// Usage: trim_store FROM TO WORK
//
// TO, a new store, gets the positions that took at least WORK studies; a search that goes on from there makes the
// others again. FROM may be in use by a solve: what it had proved when the copy began is copied. Prints how many
// positions were kept. A file that is no sound store, or a TO that exists, is refused with exit code 2.
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

static bool trim(const char *from_path, const char *to_path, uint32_t least, Error *error) {
    if (access(from_path, F_OK)) return error_input(error, "%.200s: there is no such file", from_path);
    if (!access(to_path, F_OK)) return error_input(error, "%.200s exists already", to_path);
    Store *from = store_open(from_path, error), *to = from ? store_open(to_path, error) : NULL;
    bool good = to != NULL;
    if (good) {
        Copy copy = {.to = store_proofs(to), .least = least};
        good = store_each(from, record_copy, &copy, error);
        printf("%llu of %llu positions\n", (unsigned long long)store_sync(to), (unsigned long long)copy.seen);
    }
    if (to && !store_close(to, good ? error : &(Error){0})) good = false;
    if (from && !store_close(from, good ? error : &(Error){0})) good = false;
    return good;
}

int main(int argc, char **argv) {
    long least;
    if (argc != 4 || !number_whole(argv[3], &least) || least < 0 || least > UINT32_MAX) {
        fprintf(stderr, "usage: trim_store FROM TO WORK\n");
        return 2;
    }
    Error error = {0};
    bool good = trim(argv[1], argv[2], (uint32_t)least, &error);
    if (!good) fprintf(stderr, "trim_store: %s\n", error.text);
    return good ? 0 : error.bad_input ? 2 : 1;
}
