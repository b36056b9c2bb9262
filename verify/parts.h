// One proof file checked in parts: by threads, or in slices by several runs. Each part is a run of the checker (verify.h) that
// computes all conclusions and says of some claims whether they hold.
#ifndef MUSTPLAY_VERIFY_PARTS_H
#define MUSTPLAY_VERIFY_PARTS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct VerifyTask {
    const char *program; // in messages
    const char *path;    // of the file; "-": standard input
    const char *slice;   // "I-J", the claims to check; or NULL
    const char *cover;   // the summaries of slices, a path or "-"; or NULL
    bool json, stats;
    int threads;
    uint64_t memory; // bytes, of all threads
} VerifyTask;

enum { VERIFY_THREADS_MAX = 256 };

// Does what the options say, prints as verify_report does, and returns the exit code.
//
// A slice that holds is one line on stdout:
//     slice I-J of N: right, winner COLOUR, sha256 HASH, by HOST
// where HASH is that of the whole text. `cover` takes a file of such lines about this file and says whether
// they name every claim. Exit code 0, or 3 with the missing claims. It checks the file's form, its
// conclusions and its root, and believes the lines.
int verify_task(const VerifyTask *task);

#endif
