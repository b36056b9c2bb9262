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

// Bytes: what the programs may allocate unless --memory says otherwise, and the most that it may say.
static const uint64_t VERIFY_MEMORY = (uint64_t)4096 << 20, VERIFY_MEMORY_MAX = (uint64_t)1 << 40;

typedef struct VerifyResult {
    int code;                                                     // the verdict
    char winner[8];                                               // "black" or "white" once that line is read, else ""
    char reason[200];                                             // why the verdict is not VERIFY_RIGHT; else ""
    uint64_t claims, bytes;                                       // claims found right or skipped; bytes of text read
    uint64_t rule_claims[VERIFY_RULES], rule_bytes[VERIFY_RULES]; // in the order of docs/PROOFS.md
    uint64_t depth_claims[VERIFY_DEPTHS]; // by the longest way down to a claim without premises; the last: deeper
    uint32_t depth;                       // the greatest
    uint64_t skipped;                     // of the claims
    bool out_of_memory;                   // why it was stopped
    // Of a right file: the board, whether its last claim joins the winner's edges, and his stones and the free cells there.
    // Cell n, counted row by row, is bit n % 64 of word n / 64.
    int width, height;
    bool wins;
    uint64_t stones[VERIFY_WORDS], free[VERIFY_WORDS];
} VerifyResult;

// What is zero asks for nothing.
typedef struct VerifyOptions {
    bool compressed, progress;   // by zstd; a line on stderr now and then
    uint64_t memory;             // bytes that may be allocated: one more, and the verdict is VERIFY_STOPPED
    bool (*stop)(void *context); // asked now and then, within a line too: true ends the check, VERIFY_STOPPED
    bool (*skip)(void *context, uint64_t claim); // asked for each in turn, from 1: true when its conclusion is enough
    void (*seen)(void *context, const unsigned char *text, size_t count); // is given all text that is read, in pieces
    void *context;
} VerifyOptions;

// Checks what `file` holds, to its end; it stays open. Returns result->code.
int verify_stream(FILE *file, const VerifyOptions *options, VerifyResult *result);
// Reads what `file` holds, for options->seen, and checks nothing. VERIFY_RIGHT when the end was reached.
int verify_text(FILE *file, const VerifyOptions *options, VerifyResult *result);

// --- The command, step by step
// Opens the file named ("-": standard input), NULL with errno; SIGINT and SIGTERM stop all checks from here on.
// `compressed`: its name ends in .zst.
FILE *verify_open(const char *path, bool *compressed);
// The result when it gave NULL: stopped if a signal ended the wait for a pipe.
void verify_unopened(VerifyResult *result);
// Prints the result in words or as one JSON object on stdout, or a sentence on stderr if there is no verdict. Returns the
// exit code. `program` is the name in messages.
int verify_report(const char *program, const char *path, const VerifyResult *result, bool json, bool stats);
// The whole command: opens, checks, reports.
int verify_command(const char *program, const char *path, bool json, bool stats, uint64_t memory);

#endif
