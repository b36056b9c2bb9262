#include "proof/oracle.h"

#include "base/clock.h"
#include "search/proof_search.h"

static const double PROGRESS_SECONDS = 0.2;

// A search of the oracle's reports as part of the proof that is being written. There may be hundreds a second.
static void search_progress(void *context, const Progress *progress) {
    Oracle *o = context;
    Progress whole = *progress;
    o->clock.now = clock_seconds();
    if (!budget_report_due(&o->clock, PROGRESS_SECONDS)) return;
    whole.seconds = o->clock.now - o->clock.start;
    whole.nodes += o->nodes;
    whole.claims = o->claims;
    whole.written = o->written;
    observer_progress(o->clock.budget.observer, &whole);
}

static bool search_cancelled(void *context) {
    const Oracle *o = context;
    return observer_cancelled(o->clock.budget.observer);
}

void oracle_start(Oracle *o, const Budget *budget) {
    budget_start(&o->clock, budget, 1);
    o->observer = (Observer){o, search_cancelled, search_progress};
}

void oracle_report(Oracle *o) {
    Progress progress = {.value = -1};
    search_progress(o, &progress);
}

// Time is up, or the observer cancels.
static bool oracle_stopped(Oracle *o) {
    return budget_look(&o->clock, o->nodes);
}

static ProofSearcher *oracle_searcher(const Oracle *o, const Geometry *g) {
    ProofSearcher *searcher = o->solver->searcher;
    return searcher && proof_searcher_geometry(searcher) == g ? searcher : NULL;
}

static bool recall(const Oracle *o, const Position *p, ProofRecord *record) {
    ProofSearcher *searcher = oracle_searcher(o, p->geometry);
    return searcher && position_winner(p) == EMPTY && proof_searcher_recall(searcher, p, record);
}

// Without a searcher yet nothing is filled in.
static OracleState state_fill(const Oracle *o, const Position *p, bool exact) {
    OracleState state = {.at = *p};
    CellSet owed[2];
    ProofSearcher *searcher = oracle_searcher(o, p->geometry);
    if (!searcher) return state;
    proof_searcher_fill(searcher, p, exact, &state.at, owed);
    state.owed = owed[o->winner];
    return state;
}

OracleState oracle_bare(const Position *position) {
    return (OracleState){.at = *position, .bare = true};
}

OracleState oracle_root(Oracle *o, const Position *position) {
    return state_fill(o, position, true);
}

bool oracle_knows(Oracle *o, const OracleState *state, int move, CellSet *needs, uint32_t *work) {
    ProofRecord record;
    Position after = position_played(&state->at, move);
    if (position_at(&state->at, move) != EMPTY || !recall(o, &after, &record)) return false;
    *needs = cellset_or(record.proof, state->owed);
    *work = record.work;
    return record.winner == o->winner;
}

// The state after the winner's move from a filled position, and what he needs there. `from` is that position before fill-in, and
// `needs` what he needs in it.
static bool reply_take(const Oracle *o, const OracleState *before, const Position *from, int move,
                       CellSet needs, OracleReply *reply) {
    ProofRecord record;
    Position after = position_played(&before->at, move);
    reply->move = move;
    reply->after = state_fill(o, &after, false);
    reply->after.owed = cellset_or(reply->after.owed, before->owed);
    reply->needs = cellset_or(reply->after.owed, cellset_of(move));
    if (position_winner(&reply->after.at) == o->winner) return true;
    bool known = recall(o, &after, &record);
    if (known ? record.winner != o->winner : !o->partial) return false;
    reply->needs = cellset_or(reply->needs, known ? record.proof : needs);
    reply->after.told = !known;
    reply->after.from = *from;
    return true;
}

// The move that the graph knows, if the position after it is known to be won as well.
static bool reply_recall(const Oracle *o, const Position *p, const OracleState *state, OracleReply *reply) {
    ProofRecord record;
    if (!recall(o, p, &record) || record.winner != o->winner) return false;
    OracleState filled = state->bare ? oracle_bare(p) : state_fill(o, p, false);
    filled.owed = cellset_or(filled.owed, state->owed);
    int move = record.move != MOVE_NONE ? record.move : cellset_first(record.proof);
    return move >= 0 && position_at(&filled.at, move) == EMPTY &&
           reply_take(o, &filled, p, move, record.proof, reply);
}

void oracle_play(Oracle *o, const Position *p, Move move, CellSet needs, OracleReply *reply) {
    OracleState filled = state_fill(o, p, true);
    if (position_at(&filled.at, move) == EMPTY && reply_take(o, &filled, p, move, needs, reply)) return;
    Position after = position_played(p, move);
    *reply = (OracleReply){.move = move, .after = state_fill(o, &after, false)};
}

static OracleAnswer reply_search(Oracle *o, const Position *p, CellSet owed, OracleReply *reply,
                                 Error *error) {
    Answer answer;
    Budget left = budget_left(&o->clock, 0);
    left.observer = &o->observer;
    if (o->limit && (!left.nodes || left.nodes > o->limit)) left.nodes = o->limit;
    if (!solve_position(&SOLVE_AUTO, p, &left, o->solver, &answer, error)) return ORACLE_FAILED;
    o->searches++;
    o->nodes += answer.nodes;
    if (answer.winner == EMPTY)
        return o->limit && answer.nodes >= o->limit && !oracle_stopped(o) ? ORACLE_DEAR : ORACLE_STOPPED;
    if (answer.winner != o->winner) return ORACLE_NO;
    oracle_play(o, p, answer.move, answer.carrier, reply);
    reply->after.owed = cellset_or(reply->after.owed, owed);
    reply->needs = cellset_or(answer.carrier, owed);
    return ORACLE_YES;
}

OracleAnswer oracle_reply(Oracle *o, const OracleState *state, int move, OracleReply *reply, Error *error) {
    Position after = position_played(&state->at, move);
    if (oracle_stopped(o)) return ORACLE_STOPPED;
    if (position_winner(&after) != EMPTY) return ORACLE_NO;
    if (reply_recall(o, &after, state, reply)) {
        o->recalls++;
        return ORACLE_YES;
    }
    return reply_search(o, &after, state->owed, reply, error);
}

OracleAnswer oracle_first(Oracle *o, const Position *position, OracleReply *reply, Error *error) {
    return reply_search(o, position, cellset_none(), reply, error);
}
