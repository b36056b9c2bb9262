// What a master and its workers say to each other about a proof: jobs and answers, as values. How they travel is in
// cluster/message.h.
//
// All cells of a job and of its answer are in the frame of the job's position. An answer repeats that position: it is
// true, and can be used, whoever asked and however late it comes.
#ifndef MUSTPLAY_CLUSTER_JOB_H
#define MUSTPLAY_CLUSTER_JOB_H

#include "base/sha256.h"
#include "proof/oracle.h"
#include "search/proof_search.h"

// A worker is known by a number that it draws when it joins; never 0. Whoever was shut out and comes back has another.
typedef uint64_t WorkerId;

// A search job ends after this time with what it has, even on a slow machine.
static const double JOB_SECONDS = 20;

typedef struct SolveJob {
    uint64_t id;        // of this job in its run, never 0 and never used twice
    Position position;  // not won: a key of the master's graph (filled in), or the question itself
    bool exact;         // it is the question: a winning move must win in the position itself
    bool audit;         // solve it with a graph of its own, and nothing that others have proved
    uint32_t epoch;     // a worker that sees another than before forgets its graph and all facts
    uint64_t budget;    // positions to study at most
    ProofLimits limits; // of the position's numbers
    uint64_t net;       // the hash of the net that orders moves; 0: none
    WorkerId affinity;  // the worker that should have it because it knows the graph below, or 0
} SolveJob;

// What a worker found: search/proof_search.h describes the numbers, the record and the children, of which
// `part.child[i].proof` is in the key after fill-in.
typedef struct SolveAnswer {
    uint64_t id;       // of the job
    WorkerId worker;   // who answers
    uint32_t epoch;    // of the job
    bool audit;        // of the job
    Position position; // of the job
    ProofPart part;
} SolveAnswer;

// A position to be proved in lines that a checker follows (docs/PROOFS.md).
typedef struct ProveJob {
    uint64_t id;
    uint32_t epoch;
    double seconds;    // at most
    uint64_t net;      // as of a SolveJob
    Position position; // not won, with the loser to move
    OracleState state; // the same as the master's graph sees it
} ProveJob;

typedef enum ProveResult {
    PROVE_DONE,    // the lines are in Redis
    PROVE_LOST,    // the other side wins, as far as this worker sees
    PROVE_STOPPED, // it takes too long, or too much room
} ProveResult;

typedef struct ProveAnswer {
    uint64_t id;
    WorkerId worker;
    uint32_t epoch;
    ProveResult result;
    uint64_t nodes; // studies that it took
    double seconds;
    char hash[SHA256_TEXT]; // of the lines: a compressed proof file
} ProveAnswer;

#endif
