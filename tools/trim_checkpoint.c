// Copies the part of a checkpoint that a search needs to continue. So a long solve can be carried to another machine or
// kept small from one session to the next.
//
// Usage: trim_checkpoint FROM TO WORK
//
// TO, a new file, gets the undecided positions that took at least WORK studies, and the numbers of what is next to them.
// What is proved is left to a store (trim_store). Prints how many positions were kept. A FROM that is no checkpoint of this
// version, or a TO that exists, is refused with exit code 2.
#include "search/proof_snapshot.h"
#include "tools/lib/argument.h"

#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: trim_checkpoint FROM TO WORK\n");
        return 2;
    }
    long least;
    uint64_t kept, all;
    Error error = {0};
    if (!argument_whole("WORK", argv[3], 0, UINT32_MAX, &least, &error) ||
        !proof_snapshot_trim(argv[1], argv[2], (uint32_t)least, &kept, &all, &error)) {
        fprintf(stderr, "trim_checkpoint: %s\n", error.text);
        return error.bad_input ? 2 : 1;
    }
    printf("%llu of %llu positions\n", (unsigned long long)kept, (unsigned long long)all);
    return 0;
}
