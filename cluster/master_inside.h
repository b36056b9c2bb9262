// What the files of the master share.
#ifndef MUSTPLAY_CLUSTER_MASTER_INSIDE_H
#define MUSTPLAY_CLUSTER_MASTER_INSIDE_H

#include "base/array.h"
#include "base/random.h"
#include "cluster/master.h"

// What the master knows of a node besides what the graph holds. Of a slot that is used anew it means nothing.
typedef struct MasterNote {
    uint32_t generation; // of the node that this is about
    uint32_t walk;       // the last walk that found no leaf below it
    WorkerId owner;      // who has a graph below it, or has decided it; or 0
    uint32_t saved;      // of a decided one: the checkpoint before
    bool out;            // a job is about it
} MasterNote;

typedef struct MasterJob {
    uint64_t id;
    WorkerId worker;
    int depth; // nodes from the question to the job's; none for an audit
    uint32_t *path;
    int64_t audit; // its serial number, or -1
    bool spare;    // its leaf is needed only if what is out does not come true
    double given, due;
} MasterJob;

typedef enum AuditState { AUDIT_WAITING, AUDIT_OUT } AuditState;

// A result that is solved again. Those that came back are forgotten.
typedef struct MasterAudit {
    int64_t number;
    Position position;
    bool exact;
    Color winner; // as claimed
    uint32_t work;
    WorkerId author;
    uint32_t saved; // the checkpoint before it
    uint32_t tries;
    AuditState state;
} MasterAudit;

typedef struct MasterWorker {
    WorkerId id;
    uint32_t open; // jobs
    bool gone;     // left, and may come back
    bool banned;
    bool disbelieved; // nothing of it decides a position
    bool muted;       // gets no job while others are there
} MasterWorker;

struct Master {
    const Geometry *geometry;
    Position question;
    MasterOptions options;
    Prover prover;
    ProofWorker worker; // for studies of our own
    uint32_t root;
    bool turned;     // the root's frame is the half-turn of the question's
    CellSet owed[2]; // by winner, what the root's fill-in relies on
    MasterNote *note;
    uint32_t notes;
    uint32_t walk;
    bool hungry; // a worker has got no job since a leaf was opened
    bool dry;    // the last walk found no leaf, and nothing has changed since
    MasterJob *job;
    int jobs, jobs_room;
    MasterWorker *workers;
    int worker_count, worker_room;
    uint32_t present; // workers that were given a job or asked for one, and have not left
    MasterAudit *audit;
    int audits, audits_room;
    int64_t audit_number;
    uint64_t next_id;
    uint32_t epoch, saved;
    uint32_t kept,
        dropped;    // after a return: to this checkpoint, and those after it up to that one may rest on lies
    uint32_t sound; // of a dispute: no checkpoint after this one is free of what is disputed
    ProofStore known; // of master_known
    Random random;
    MasterStats stats;
};

ProofNode *master_node(const Master *m, uint32_t id);
// NULL: the worker was never seen.
MasterWorker *master_worker(const Master *m, WorkerId id);
MasterWorker *master_worker_add(Master *m, WorkerId id);

// --- The graph (cluster/master_graph.c)
typedef struct MasterWalk {
    int depth;
    uint32_t path[CELL_MAX + 1];
    ProofLimits limits; // of a job at its end
    bool spare;         // what is out decides the question if it comes true: this is beyond that
} MasterWalk;

typedef enum MasterReach { REACH_NONE, REACH_LEAF, REACH_FAILED } MasterReach;

// What is noted of a node, made if need be; NULL out of memory.
MasterNote *master_note(Master *m, uint32_t id);
// Walks to the leaf that a job should be about, and takes it: its path is busy from then on.
MasterReach master_reach(Master *m, MasterWalk *walk);
// Gives a path back: nothing is out below it by this job any more. New numbers go up.
void master_release(Master *m, const uint32_t *path, int depth);
// Whether a node of a path is decided.
bool master_path_decided(const Master *m, const uint32_t *path, int depth);
// Notes who has decided a node.
void master_sign(Master *m, uint32_t id, WorkerId worker);
// Takes what a worker says of a position, with its node or NODE_NONE. The numbers of nodes above it are not brought up to
// date. False out of memory.
bool master_take(Master *m, uint32_t id, const SolveAnswer *answer, Error *error);

// Whether a position is on the board of a job and below it.
bool master_fact_fits(const Master *m, const MasterJob *job, const Position *key);
void master_fact_use(Master *m, WorkerId author, const Position *key, const ProofRecord *record);

// A master without a question's node, and that node: for master_load between them.
Master *master_make(const Position *question, const MasterOptions *options, Error *error);
bool master_root(Master *m, Error *error);

// --- Audits (cluster/master_audit.c)
// Draws whether an answer is audited.
void audit_draw(Master *m, const SolveAnswer *answer, bool is_question);
// Draws whether a fact is audited.
void audit_draw_fact(Master *m, const Position *key, const ProofRecord *record, WorkerId author);
// An audit that this worker can do; NULL: none.
MasterAudit *audit_for(Master *m, WorkerId worker);
MasterAudit *audit_find(Master *m, int64_t number);
uint64_t audit_budget(const MasterAudit *audit);
// Takes the answer to one, which may be a dispute.
void audit_answer(Master *m, MasterAudit *audit, const SolveAnswer *answer, MasterVerdict *verdict);

#endif
