// What the files of solve_run share.
#ifndef MUSTPLAY_CLUSTER_SOLVE_RUN_INSIDE_H
#define MUSTPLAY_CLUSTER_SOLVE_RUN_INSIDE_H

#include "base/sha256.h"
#include "cluster/keeper.h"
#include "cluster/solve_run.h"
#include "solve/solver.h"

enum { WORKERS_MAX = 4096, BANS_MAX = 64 };
static const double SAVE_SECONDS = 5;

typedef struct Hand {
    WorkerId id;
    char name[STREAM_WORD_MAX];
    int jobs;         // out
    bool seen;        // by the last look
    uint64_t machine; // 0: not known
    int cores;        // of it
    int threads;      // of the worker
    bool rests;       // the machine's cores are all at work without it
} Hand;

struct SolveRun {
    SolveRunSetup setup;
    Keeper keeper;
    char *task;
    char net_hash[SHA256_TEXT];
    Solver context; // how parts are searched
    Master *master; // of the question under way
    Position question;
    Store *store;
    uint32_t store_epoch;
    Hand hand[WORKERS_MAX];
    int hands;
    char last_answer[STREAM_ID_MAX];
    MasterVerdict dispute; // to be judged; its kind says whether there is one
    double job_seconds;    // of a job, lately
    double save_due;
    uint64_t answers_kept; // in Redis, of those that were taken in
    uint64_t next_id;      // of jobs, from question to question
    uint32_t candidate;    // the checkpoint that may become the audited one; 0: none
    bool has_audited;
    char banned[BANS_MAX][STREAM_WORD_MAX]; // machines that were shut out, in case Redis forgets them
    int bans;
    double start, asked; // when the run began, and the question under way
    uint64_t resumed;    // nodes of that question before then, from its checkpoint
    bool checking;       // a proof of the answer is being made
    BudgetClock clock;
    SolveRunTotals totals;
};

// When it is due, keeps the lock, and begins the run again when its data are gone.
void solve_run_renew(SolveRun *run, double now);
// The master is told that all workers left.
void solve_run_drop_hands(SolveRun *run);
// The worker has a job less.
void solve_run_hand_done(SolveRun *run, WorkerId id);

// --- What comes in (cluster/solve_run_answers.c)
// Waits for a moment for answers, and takes those that are there.
void solve_run_take(SolveRun *run);
// Without checkpoints what was taken in is not needed any more.
void solve_run_answers_trim(SolveRun *run);
// Counts a message.
void solve_run_traffic(SolveRun *run, size_t bytes);

// --- What the run may print (cluster/solve_run_check.c)
// Takes the winner that the workers claim, proves the answer here and has the checker judge the proof. The winner is EMPTY where time,
// memory or the observer ended that, and what is claimed is in the totals. False on a failure.
bool solve_run_check(SolveRun *run, Answer *answer, Error *error);

// --- What the run rests on (cluster/solve_run_trust.c)
// Opens the store of the master's epoch, if it is not open.
bool solve_run_store_ready(SolveRun *run, Error *error);
// The answers that were taken in are not needed any more.
void solve_run_trim(SolveRun *run);
// When it is due, or many answers wait for it, writes a checkpoint; the answers that it contains are then trimmed.
void solve_run_save(SolveRun *run, double now);
// Whether there is an audited checkpoint of an earlier master.
bool solve_run_was_audited(const SolveRun *run);
// Removes the checkpoints of a question that is decided.
void solve_run_forget(const SolveRun *run);
// Does an audit here that waits although nobody is left who could do it, because its author is alone.
void solve_run_audit(SolveRun *run);
// Solves the disputed position, shuts the liar out, and goes back to the last audited checkpoint.
void solve_run_settle(SolveRun *run);
// Shuts out again who was, after Redis has lost the run's data.
void solve_run_ban_again(SolveRun *run);

#endif
