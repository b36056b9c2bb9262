// The root of a pattern search: drives the depth limits, settles every move where that is asked for.
#include "lab/ladder/threat/threat_state.h"

#include "lab/ladder/threat_ops.h"

// The empty square board one smaller, solved completely with templates, for seeds and the oracle.
static bool smaller_solve(ThreatSearch *s);

// One answer: depth limits one after the other, or none.
static Threat root_solve(ThreatSearch *s) {
    int cells = s->geometry->cells;
    Threat found = {.winner = EMPTY};
    int first = search_has(s, THREAT_DEEPENING) ? 1 : cells;
    for (int limit = first; limit <= cells && found.winner == EMPTY && !s->stopped; limit++)
        found = threat_search_node(s, limit, NULL);
    return found;
}

// The moves that H-search does not prove to lose: the must-play of the root, with the opponent's patterns
// united.
static Bits root_mustplay(ThreatSearch *s, Bits *united) {
    Color other = color_other(s->turn);
    Bits moves = search_empty(s);
    CellSet carrier;
    *united = bits_none();
    if (!search_has(s, THREAT_HSEARCH)) return moves;
    CellSet play = vc_mustplay(s->vc[other], other, &carrier);
    *united = bits_from_cellset(&carrier);
    return bits_and(moves, bits_from_cellset(&play));
}

// The moves by pattern features where the search has them, then the others in the order of the cells.
static MoveOrder root_order(ThreatSearch *s, Bits moves) {
    MoveOrder order = {.count = 0, .cells = bits_none()};
    Threat ignored;
    if (search_has(s, THREAT_FEATURES)) threat_order(s, moves, &order, &ignored);
    Bits rest = bits_minus(moves, order.cells);
    for (int m; (m = bits_pop(&rest)) >= 0;) order.move[order.count++] = (int16_t)m;
    return order;
}

// The moves of the root.
typedef struct Settled {
    Bits open, winning;
    Bits united; // the opponent's weak patterns
    Threat won;  // the mover's smallest one
} Settled;

// Tries one move of the root; a loss settles every other move outside its pattern too.
static void root_try(ThreatSearch *s, int move, int limit, Settled *settled) {
    Color mover = s->turn;
    if (!search_place(s, move, mover)) return;
    s->turn = color_other(mover);
    Threat child = {.winner = mover};
    if (stones_join(s, mover, s->stones[mover]))
        s->outcome->answer.nodes++;
    else
        child = threat_search_node(s, limit - 1, NULL);
    s->turn = mover;
    search_undo(s, move, mover);
    if (s->stopped || child.winner == EMPTY) return;
    bits_remove(&settled->open, move);
    if (child.winner != mover) {
        settled->open = bits_and(settled->open, child.carrier);
        settled->united = bits_or(settled->united, child.carrier);
        return;
    }
    bits_add(&settled->winning, move);
    bits_add(&child.carrier, move);
    child.move = move;
    Threat *won = &settled->won;
    if (won->winner == EMPTY || bits_count(child.carrier) < bits_count(won->carrier)) *won = child;
}

// Every move: "completely" in Rasmussen's sense. A winning move does not end the root, but a refutation still
// restricts it to its pattern. The root itself is not counted. With these rules pattern search visits
// exactly Rasmussen's 9,613 nodes on 3x3 and 790,811,318 on 4x4.
static Threat root_settle(ThreatSearch *s) {
    int cells = s->geometry->cells;
    Bits empty = search_empty(s);
    Settled settled = {.winning = bits_none(), .won = {.winner = EMPTY, .move = CELL_NONE}};
    settled.open = root_mustplay(s, &settled.united);
    int first = search_has(s, THREAT_DEEPENING) ? 1 : cells;
    for (int limit = first; limit <= cells && !bits_is_empty(settled.open) && !s->stopped; limit++) {
        MoveOrder order = root_order(s, settled.open);
        for (int i = 0; i < order.count && !s->stopped; i++) {
            if (bits_has(settled.open, order.move[i])) root_try(s, order.move[i], limit, &settled);
        }
    }
    s->outcome->winning = bits_to_cellset(settled.winning);
    s->outcome->losing = bits_to_cellset(bits_minus(bits_minus(empty, settled.winning), settled.open));
    if (!bits_is_empty(settled.open) || settled.won.winner != EMPTY) return settled.won;
    return (Threat){.winner = color_other(s->turn), .move = CELL_NONE, .carrier = settled.united};
}

static bool smaller_solve(ThreatSearch *s) {
    int n = s->geometry->width - 1;
    if (n < 2 || s->geometry->height != n + 1) return true; // nothing to lay over: the search goes without
    Position empty = position_empty(geometry_get(n, n));
    ThreatOptions options = {.features = threat_solver_features("solver5")};
    ThreatOutcome ignored = {.answer = answer_unknown()};
    Budget budget = budget_left(&s->clock, 0);
    budget.nodes = 0; // those of the board itself
    s->smaller = threat_search_new(&empty, &options, &budget, &ignored);
    if (!s->smaller) return false;
    root_settle(s->smaller);
    s->smaller->outcome = NULL;
    if (search_has(s, THREAT_SEEDS)) templates_seed(s);
    return true;
}

static void outcome_set(ThreatSearch *s, const Threat *found) {
    ThreatOutcome *o = s->outcome;
    o->answer.winner = found->winner;
    o->answer.move = found->winner == s->turn ? found->move : MOVE_NONE;
    o->answer.carrier = bits_to_cellset(found->carrier);
    for (int kind = WEAK; kind <= STRONG; kind++) {
        if (s->table[kind]) o->templates[kind] = template_table_count(s->table[kind]);
        if (s->white_table[kind]) o->templates[kind] += template_table_count(s->white_table[kind]);
    }
    o->answer.seconds = budget_seconds(&s->clock);
}

static bool threat_run(const Position *position, const ThreatOptions *options, const Budget *budget,
                       ThreatOutcome *outcome, Error *error) {
    *outcome = (ThreatOutcome){.answer = answer_unknown()};
    ThreatSearch *s = threat_search_new(position, options, budget, outcome);
    bool good = s && (!search_has(s, THREAT_SEEDS | THREAT_ORACLE) || smaller_solve(s));
    if (good) {
        Threat found = options->every_move ? root_settle(s) : root_solve(s);
        outcome_set(s, &found);
    }
    for (Color color = BLACK; s && color <= WHITE; color++) {
        if (s->vc[color]) outcome->connections[color] = vc_counts(s->vc[color], color);
    }
    threat_search_free(s);
    return good || error_failure(error, "pattern search: out of memory");
}
