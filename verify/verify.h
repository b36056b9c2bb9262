// The checker of proof files as functions; verify.c is also the program mustplay-verify. docs/PROOFS.md
// defines the files. Nothing here or in verify.c comes from the rest of the project.
#ifndef MUSTPLAY_VERIFY_VERIFY_H
#define MUSTPLAY_VERIFY_VERIFY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// The verdicts, which are also the program's exit codes.
enum { VERIFY_RIGHT = 0, VERIFY_NOT_A_PROOF = 2, VERIFY_STOPPED = 3, VERIFY_FALSE = 4 };

enum { VERIFY_RULES = 5, VERIFY_DEPTHS = 64, VERIFY_WORDS = 6 };

typedef struct VerifyResult {
    int code;                                                     // the verdict
    char winner[8];                                               // "black" or "white" once that line is read, else ""
    char reason[200];                                             // why the verdict is not VERIFY_RIGHT; else ""
    uint64_t claims, bytes;                                       // claims found right; bytes of text read
    uint64_t rule_claims[VERIFY_RULES], rule_bytes[VERIFY_RULES]; // in the order of docs/PROOFS.md
    uint64_t depth_claims[VERIFY_DEPTHS]; // by the longest way down to a claim without premises; the last: deeper
    uint32_t depth;                       // the greatest
    // Of a right file, what its last claim says: the winner's stones and the free cells. Cell n, counted row by row, is bit
    // n % 64 of word n / 64.
    uint64_t stones[VERIFY_WORDS], free[VERIFY_WORDS];
} VerifyResult;

// Checks what `file` holds, to its end; it stays open. `compressed`: by zstd. With `progress` a line on stderr
// now and then. Returns result->code.
int verify_stream(FILE *file, bool compressed, bool progress, VerifyResult *result);
// The same until `stop` returns true, which is asked every few lines; the verdict is then VERIFY_STOPPED.
int verify_stream_until(FILE *file, bool compressed, bool (*stop)(void *context), void *context, VerifyResult *result);

// The whole command: checks the file named (compressed if its name ends in .zst, "-": standard input), prints
// the result in words or as one JSON object on stdout, or a sentence on stderr if the file is no proof file.
// Ctrl-C ends it. Returns the exit code. `program` is the name in messages.
int verify_command(const char *program, const char *path, bool json, bool stats);

#endif
