// What the files of solve_run share.
#ifndef MUSTPLAY_CLUSTER_SOLVE_RUN_INSIDE_H
#define MUSTPLAY_CLUSTER_SOLVE_RUN_INSIDE_H

#include "base/sha256.h"
#include "cluster/claims.h"
#include "cluster/run_lease.h"
#include "cluster/solve_run.h"
#include "solve/solver.h"

enum { WORKERS_MAX = 4096, BANS_MAX = 256, BAN_TEXT = 80 };
static const double SAVE_SECONDS = 5;

typedef struct Hand {
    WorkerId id;
    char name[STREAM_WORD_MAX];
    int jobs;         // out
    int missed;       // deadlines, since its last answer
    int refused;      // answers, since the last that was used
    bool seen;        // by the last look
    uint64_t machine; // 0: not known
    int cores;        // of it
    int threads;      // of the worker
    bool rests;       // the machine's cores are all at work without it
} Hand;

typedef enum ClaimStage { CLAIM_WANTED, CLAIM_OUT, CLAIM_RIGHT, CLAIM_FAILED } ClaimStage;

enum { CLAIM_TRIES = 2 };

// A position that somebody is to prove (cluster/solve_run_claims.c).
typedef struct ClaimRequest {
    int number;
    ClaimStage stage;
    Position position;  // the loser to move
    OracleState oracle; // as the master's graph sees it
    Position key;       // of the graph: whose decision rests on a word; without a geometry: none is known
    WorkerId author;    // of that word, or 0
    bool accepts;       // the key is decided by `record` once this is right
    ProofRecord record;
    WorkerId only; // who may prove it; 0: anybody
    uint64_t job;  // while it is out
    WorkerId worker;
    double soon, due; // overdue from then on where somebody else is idle, and in any case
    int tries;
    WorkerId tried[CLAIM_TRIES];
    bool lost; // somebody found that the other side wins
    ClaimsChecked checked;
    Text bytes;  // that are right
    int cramped; // tries that were too large for the memory
} ClaimRequest;

struct SolveRun {
    SolveRunSetup setup;
    RunLease lease;
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
    double job_seconds;    // of a job, smoothed
    double save_due;
    double refusal_due;    // the next line about something that was refused
    uint64_t answers_kept; // in Redis, of those that were taken in
    uint64_t next_id;      // of jobs, from question to question
    uint32_t candidate;    // the checkpoint that may become the audited one; 0: none
    bool has_audited;
    char banned[BANS_MAX][BAN_TEXT]; // keys and machines that were shut out, in case Redis forgets them
    int bans;
    double start, asked;  // when the run began, and the question under way
    bool resumes;         // the question has a checkpoint of an earlier master
    uint64_t resumed;     // nodes of that question before then, from its checkpoint
    bool checking;        // a proof of the answer is being made
    ClaimRequest **claim; // of the question
    int claims, claims_room;
    bool claims_news;      // one is right or has failed since the last pass
    uint64_t claims_bytes; // of those that are right
    bool claims_cramped;   // what must be proved does not fit in the memory
    BudgetClock clock;
    SolveRunTotals totals;
};

// When it is due, keeps the lock, and begins the run again when its data are gone.
void solve_run_renew(SolveRun *run, double now);
// The master is told that all workers left.
void solve_run_drop_hands(SolveRun *run);
// The worker has answered, late or not.
void solve_run_hand_done(SolveRun *run, WorkerId id);
// The worker has missed a deadline. After two it is idle until it answers.
void solve_run_hand_missed(SolveRun *run, WorkerId id);
bool hand_serves(const Hand *hand);
// An answer of the worker was refused, or used. Whoever has three refused gets nothing while others are there.
void solve_run_hand_refused(SolveRun *run, WorkerId id, bool refused);
bool hand_spoils(const Hand *hand);
// Counts what a job took on its worker's cores.
void solve_run_hand_took(SolveRun *run, WorkerId id, double seconds);

// --- What comes in (cluster/solve_run_answers.c)
// Waits for a moment for answers, and takes those that are there.
void solve_run_take(SolveRun *run);
// Without checkpoints what was taken in is not needed any more.
void solve_run_answers_trim(SolveRun *run);
// Counts a message.
void solve_run_traffic(SolveRun *run, size_t bytes);

// When it is due, removes silent workers, and lists the members.
void solve_run_look(SolveRun *run, double now);
// Reports progress when it is time to.
void solve_run_report(SolveRun *run);
// Takes all search jobs back that are out.
void solve_run_withdraw(SolveRun *run);

// --- Claims (cluster/solve_run_claims.c)
// The request about a position, or NULL.
ClaimRequest *solve_run_claims_find(SolveRun *run, const Position *position);
// A new one; NULL out of memory.
ClaimRequest *solve_run_claims_ask(SolveRun *run, const Position *position, const OracleState *state);
void solve_run_claims_free(SolveRun *run);
// How many are neither right nor failed.
int solve_run_claims_open(const SolveRun *run);
// Gives them to idle workers, and those that are overdue to others.
void solve_run_claims_step(SolveRun *run, double now);
// Proves one here that no worker is left for.
void solve_run_claims_alone(SolveRun *run);
// A worker is gone.
void solve_run_claims_leave(SolveRun *run, WorkerId worker);
// Takes claims that were right when an earlier master checked them. False: they are not.
bool solve_run_claims_recall(SolveRun *run, ClaimRequest *r, Text *bytes);
// Takes an answer in; gives why it is refused, or NULL.
const char *solve_run_claims_take(SolveRun *run, const StreamAnswer *raw);
// An answer that must be proved before it decides a position: asks its author.
void solve_run_unbelieved(SolveRun *run, const SolveAnswer *answer);

// --- What the run may print (cluster/solve_run_check.c)
// Takes the winner that the workers claim, has it proved and the checker judge the proof. The winner is EMPTY where time, memory or the
// observer ended that, and what is claimed is in the totals. `*again`: the question is open again. False on a failure.
bool solve_run_check(SolveRun *run, Answer *answer, bool *again, Error *error);

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

// --- What lies beside the checkpoint (cluster/solve_run_keep.c)
// The name of such a file.
void solve_run_path_beside(const SolveRun *run, const char *ending, Text *path);
// Keeps claims that are right.
void solve_run_keep_claim(SolveRun *run, const ClaimRequest *r);
// Reads those that an earlier master kept, and has each checked.
void solve_run_keep_recall(SolveRun *run);
void solve_run_keep_forget(const SolveRun *run);
// Shuts a worker's key and machine out.
void solve_run_ban(SolveRun *run, WorkerId liar);
// Shuts out again who was: after Redis has lost the run's data, and by an earlier master.
void solve_run_ban_again(SolveRun *run);
void solve_run_ban_recall(SolveRun *run);

#endif
