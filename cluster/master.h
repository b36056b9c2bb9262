// The master of a proof that many workers search: it holds the top of the proof graph and hands out its leaves as jobs.
//
// The graph is that of every proof search (search/proof_tree.h), driven like the best-first search
// (search/prover.h). Leaves differ: the solver makes one study there, the master sends a job of thousands.
// When a job
// comes back undecided, the master studies that one node itself. So moves, pruning, refutations and proof
// sets of its graph are its own. From workers it takes decided positions, audited by sample, and numbers,
// which only guide the search.
//
// Leaves that are out as jobs count as decided the way they look. So the next job goes to what will be needed
// if that comes true. If that leaves nothing, it goes to the most proving leaf that is not out. Answers may
// come in any order, late, twice or never. An answer repeats its position, and a proof about a position holds
// however the position came about.
//
// Nothing here reads a clock, draws a number of its own, or talks to anybody: the same calls give the same jobs.
#ifndef MUSTPLAY_CLUSTER_MASTER_H
#define MUSTPLAY_CLUSTER_MASTER_H

#include "base/observer.h"
#include "cluster/job.h"

typedef struct MasterOptions {
    SolveSettings
        search; // how workers search (solve_auto_settings); its memory is that of the master's graph, its store
                // is looked up for new nodes, and its threads, tap and checkpoint play no part
    uint64_t net;          // the hash of the search's net, for jobs
    uint64_t budget_least; // of a job, in studies; 0: a good one
    uint64_t budget_most;  // likewise
    double audit;          // the share of proved results that another worker solves again
    uint64_t seed;         // of the choice of these
    uint32_t epoch;        // the first; 0: 1. For a run that asks one question after the other, as is
    uint64_t first_id;     // of the jobs; 0: 1
    double deadline;       // seconds after which a job that has no answer goes out again; 0: never
} MasterOptions;

typedef struct MasterStats {
    uint64_t nodes; // studied by workers, each answer counted once
    uint64_t
        wasted; // of these, for positions that had been decided meanwhile, or by answers that came too late
    uint64_t spare;   // of `nodes`, below leaves that are needed only if what was out does not come true
    uint64_t studies; // made by the master itself
    uint64_t jobs, answers, lost;                      // handed out; taken in; given up
    uint64_t decided;                                  // answers that decided their position
    uint64_t told;                                     // nodes that facts decided
    uint64_t audits, audits_waiting, audits_undecided; // begun; of these not done; ended without a winner
    uint64_t audit_nodes;                              // of `nodes`, for audits
    uint32_t open;                                     // jobs out
    uint32_t workers;                                  // that were given a job and have not left
    uint32_t graph;                                    // nodes of the master's graph
    uint64_t phi, delta;                               // of the question
    uint32_t moves, settled; // of the question: to search, and refuted of these; 0 before it was studied
} MasterStats;

typedef enum MasterVerdictKind {
    MASTER_USED, // an answer to an open job
    MASTER_OLD,  // to a job that is not open (any more): what it proves was used, its nodes are not counted
    MASTER_REFUSED,    // impossible, of another epoch or from a worker that was shut out: nothing was used
    MASTER_UNBELIEVED, // it decides a position, and its author must prove that first: nothing was used
    MASTER_DISPUTE,    // it contradicts another worker: nothing was used; see master_judge
} MasterVerdictKind;

typedef struct MasterVerdict {
    MasterVerdictKind kind;
    const char *reason; // of a refusal
    Position position;  // of a dispute
    WorkerId worker[2]; // who say that Black wins it, and that White does; 0: the master's own graph does
} MasterVerdict;

typedef struct Master Master;

// A master for a position that is not won. Nets and stores of the options outlive it. NULL on a failure.
Master *master_new(const Position *question, const MasterOptions *options, Error *error);
void master_free(Master *master);

// The next job for a worker; false when there is none now (ask again after an answer). Once the question is decided only
// audits are given.
// A worker may have several. `now` is any clock in seconds that never runs back.
bool master_next(Master *master, WorkerId worker, double now, SolveJob *job);
// Takes an answer in. False on a failure (out of memory).
bool master_answer(Master *master, const SolveAnswer *answer, double now, MasterVerdict *verdict,
                   Error *error);
// A job that is overdue, which is given up; 0: none is. `worker` gets who has it.
uint64_t master_overdue(Master *master, double now, WorkerId *worker);
// The job that has been out longest, if for at least `seconds`. It is given up, so that an idle worker can
// have its position.
uint64_t master_slow(Master *master, double now, double seconds, WorkerId *worker);
// The job will get no answer: its position can go out again. An answer that comes all the same is used.
void master_lost(Master *master, uint64_t id);
// The same when this worker has the job; nobody else can say so.
void master_spoilt(Master *master, uint64_t id, WorkerId worker);
// The worker is gone: its jobs are lost, and nothing is meant for it any more.
void master_leave(Master *master, WorkerId worker);
// Takes in what the author of an open job says of a filled position below that of the job. It decides its
// node, if the graph has one; a sample is audited. False, and nothing was taken, when the job is not open or
// not his, or the position is not below.
bool master_fact(Master *master, uint64_t job, WorkerId author, const Position *key,
                 const ProofRecord *record);

// The question as a store has it: filled in. `*turned` tells whether it is turned by half.
Position master_question(const Master *master, bool *turned);
// The answer, once the question is decided. Without one it gives what Answer says of that.
bool master_finished(const Master *master, Answer *answer);
MasterStats master_stats(const Master *master);
uint32_t master_epoch(const Master *master);
// The last id that a job has got; 0 before the first.
uint64_t master_last_id(const Master *master);
// For those who watch a solve: numbers and moves of the question, and the line that leads to the next job.
void master_progress(const Master *master, Progress *progress);

// --- Audits (cluster/master_audit.c)
// Of answers that prove something, a sample is solved again by another worker, as jobs that master_next
// gives. A dispute is settled by solving its position anew on a machine that the master trusts. This takes
// the winner and returns the worker that was wrong, 0 if none is known. Nothing more is taken from that
// worker. The graph may rest on what it said:
// go back to the last audited checkpoint.
WorkerId master_judge(Master *master, const MasterVerdict *dispute, Color winner);
// The newest checkpoint all audits of which came back clean: 0 when none has.
uint32_t master_audited(const Master *master);

// --- Towards a proof of what is decided (cluster/master_proof.c)
// What the graph knows, as a read-only store, for the oracle of the proof writer.
const ProofStore *master_known(Master *master);
// Whether a state's win rests on the word of a worker, or on nothing that the graph knows. `key` gets the position about which that
// is, and `author` whose word it is; a key without a geometry: no word is known.
bool master_told(Master *master, const OracleState *state, Color winner, Position *key, WorkerId *author);
// The studies below a key; 0: not known.
uint32_t master_work(const Master *master, const Position *key);
// The word about a key is not believed any more: what rests on it is open again, and its position goes out. With `forget` a new epoch
// begins, in which workers forget what they have.
void master_doubt(Master *master, const Position *key, bool forget);
// From now on nothing of this worker decides a position by itself: its answers that do are MASTER_UNBELIEVED.
void master_disbelieve(Master *master, WorkerId worker);
// From now on this worker gets no search job while others are there.
void master_mute(Master *master, WorkerId worker);
// Takes what was checked of a position.
void master_checked(Master *master, const Position *key, const ProofRecord *record);
// An id for a job that the master does not know.
uint64_t master_id(Master *master);
// A search job that is out, or 0.
uint64_t master_open_job(const Master *master);

// --- Checkpoints (cluster/master_file.c)
// Writes all that a master knows; `place` is the caller's, shorter than 64 bytes. Gives the number of the checkpoint, from 1 on;
// 0 on a failure, and the file that was there stays.
uint32_t master_save(Master *master, const char *path, const char *place, Error *error);
// A master that goes on from a file. No job is open then; ids of earlier jobs are not used again, and the epoch is that of
// the file. NULL when the file is damaged, of another question, board or version, or too large for the memory.
Master *master_load(const Position *question, const MasterOptions *options, const char *path, char place[64],
                    Error *error);
// Back to an audited checkpoint, or to the beginning when `path` is NULL. The new master has the same
// question in a new epoch. Workers then forget what they have, and answers of earlier epochs are refused. Who
// was shut out stays so. `from` remains
// the caller's.
Master *master_back(const Master *from, const char *path, char place[64], Error *error);

#endif
