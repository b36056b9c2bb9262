// Claims of workers: a proof of one position as the lines of a proof file (docs/PROOFS.md), compressed. Both sides of them:
// how a worker makes them, and how the master checks and joins them.
#ifndef MUSTPLAY_CLUSTER_CLAIMS_H
#define MUSTPLAY_CLUSTER_CLAIMS_H

#include "cluster/job.h"
#include "proof/proof_file.h"

// Gives an empty solver a searcher: an oracle without one fills nothing in. False on a failure.
bool claims_searcher(Solver *solver, const Budget *budget, const Geometry *geometry, Error *error);

// Proves the job's position with what the solver knows. `bytes` gets the lines; empty unless the result is PROVE_DONE. False on a failure.
bool claims_make(const ProveJob *job, Solver *solver, const Budget *budget, ProveAnswer *answer, Text *bytes,
                 Error *error);

// What the checker says of them.
typedef struct ClaimsChecked {
    bool right;
    Claim claim;      // that proves the position
    uint32_t lines;   // of claims
    uint64_t text;    // bytes that were read, not compressed
    bool cramped;     // they do not fit in the memory
    char reason[200]; // why they are not right
} ClaimsChecked;
// Has the checker judge whether they prove a position, whose loser is to move. It takes so much memory at most, and 256 MB whatever is said.
// `stop` ends it: then nothing is right.
void claims_check(const Text *bytes, const Position *position, uint64_t memory, bool (*stop)(void *context),
                  void *context, ClaimsChecked *checked);
// Appends the lines of claims that were right; references count from `first`.
bool claims_lines(const Text *bytes, uint32_t first, Text *out, Error *error);

#endif
