// The search of the ladder: one node, features switched by a mask. See lab/ladder/threat_search.h.
//
// A node whose mover is P and whose opponent is Q collects weak patterns of Q. H-search and the templates know
// some; each of P's refuted moves gives another. P must play where they all meet. When
// nothing is left there, their union is a strong pattern of Q.
#include "lab/ladder/threat/threat_state.h"

#include <string.h>

// --- The board

static bool search_place(ThreatSearch *s, int cell, Color color) {
    for (Color side = BLACK; s->vc[BLACK] && side <= WHITE; side++) {
        if (vc_place(s->vc[side], cell, color)) continue;
        if (side == WHITE) vc_undo(s->vc[BLACK]);
        s->stopped = true;
        return false;
    }
    bits_add(&s->stones[color], cell);
    bits_add(&s->mirrored[color_other(color)], s->mirror[cell]);
    s->depth++;
    return true;
}

static void search_undo(ThreatSearch *s, int cell, Color color) {
    bits_remove(&s->stones[color], cell);
    bits_remove(&s->mirrored[color_other(color)], s->mirror[cell]);
    s->depth--;
    if (!s->vc[BLACK]) return;
    vc_undo(s->vc[BLACK]);
    vc_undo(s->vc[WHITE]);
}

// The stone just placed joins the edges.
static bool stone_wins(const ThreatSearch *s, int cell, Color color) {
    Bits group = group_flood(s, s->stones[color], bits_of(cell));
    return bits_meets(group, s->edge[color][0]) && bits_meets(group, s->edge[color][1]);
}

// --- The budget

static const double PROGRESS_SECONDS = 0.1;

// Counts a node.
static void node_count(ThreatSearch *s) {
    uint64_t nodes = ++s->outcome->answer.nodes;
    if (nodes < s->clock.look_at) return;
    if (budget_look(&s->clock, nodes)) s->stopped = true;
    if (!budget_report_due(&s->clock, PROGRESS_SECONDS)) return;
    Progress progress = {.seconds = s->clock.now - s->clock.start, .nodes = nodes, .value = -1};
    observer_progress(s->clock.budget.observer, &progress);
}

// --- Utilities of the node at the present depth

static void utility_clear(ThreatSearch *s) {
    if (search_has(s, THREAT_UTILITY))
        memset(s->utility[s->depth], 0, (size_t)s->geometry->cells * sizeof(Utility));
}

static void utility_set(ThreatSearch *s, Bits cells) {
    if (!search_has(s, THREAT_UTILITY)) return;
    utility_clear(s);
    for (int c; (c = bits_pop(&cells)) >= 0;) s->utility[s->depth][c] = 1;
}

// A child's utilities are added, or replace the node's own.
static void utility_take(ThreatSearch *s, bool add) {
    if (!search_has(s, THREAT_UTILITY)) return;
    Utility *own = s->utility[s->depth];
    const Utility *child = s->utility[s->depth + 1];
    for (int c = 0; c < s->geometry->cells; c++) own[c] = (add ? own[c] : 0) + child[c];
}

// The move of greatest utility; the first of equals.
static int utility_best(const ThreatSearch *s, Bits moves) {
    int best = bits_first(moves);
    if (!search_has(s, THREAT_UTILITY)) return best;
    const Utility *utility = s->utility[s->depth];
    for (int c; (c = bits_pop(&moves)) >= 0;) {
        if (utility[c] > utility[best]) best = c;
    }
    return best;
}

// --- A node

typedef struct Visit {
    Color mover, other;
    Bits empty;
    Bits moves;    // the must-play, less what was tried
    Bits captured; // eliminated as captured by the opponent
    Bits eliminated;
    Bits united;  // weak patterns of the opponent
    bool refuted; // there is one
    int threats;
    Bits threat[THREATS_MAX]; // the first of them, for the minimal OR,
    Bits meet[THREATS_MAX];   // and where the mover escapes each: itself, or the meet of several in one
    MoveOrder order;
    int next; // in `order`
} Visit;

// Adds a weak pattern, or the union of several whose meet is smaller.
static void visit_add(Visit *v, Bits carrier, Bits meet) {
    v->moves = bits_and(v->moves, meet);
    v->united = bits_or(v->united, carrier);
    v->refuted = true;
    if (v->threats == THREATS_MAX) return;
    v->meet[v->threats] = meet;
    v->threat[v->threats++] = carrier;
}

// The node is lost: the union of the weak patterns, closed under answers to captured cells.
static Threat visit_lost(ThreatSearch *s, const Visit *v) {
    Bits carrier = v->united;
    if (search_has(s, THREAT_MINIMAL_OR) && v->threats < THREATS_MAX) {
        Bits cells = bits_minus(v->empty, v->eliminated);
        carrier = deduce_minimal(v->threat, v->meet, v->threats, cells, v->united);
        s->outcome->shrunk += (uint64_t)(bits_count(v->united) - bits_count(carrier));
    }
    carrier = threat_close(s, carrier, v->captured);
    return (Threat){.winner = v->other, .move = CELL_NONE, .carrier = carrier};
}

// What templates and H-search know about the opponent's threats. True when they decide the node.
static bool visit_threats(ThreatSearch *s, Visit *v, Threat *found) {
    Bits carrier = bits_none(), meet = v->moves, united = bits_none();
    BoardTemplate board;
    CellSet set;
    *found = (Threat){.winner = v->other, .move = CELL_NONE};
    if (search_has(s, THREAT_TEMPLATES)) {
        templates_board(s, v->other, &board);
        if (templates_strong(s, &board, v->other, &found->carrier)) return true;
        if (templates_weak(s, &board, v->other, &meet, &united)) visit_add(v, united, meet);
    }
    if (!search_has(s, THREAT_HSEARCH)) return false;
    if (vc_win(s->vc[v->other], v->other, &set)) {
        found->carrier = bits_from_cellset(&set);
        return true;
    }
    CellSet play = vc_mustplay(s->vc[v->other], v->other, &set);
    carrier = bits_from_cellset(&set);
    if (!bits_is_empty(carrier)) visit_add(v, carrier, bits_from_cellset(&play));
    return false;
}

// The next move: pattern features first, then those the smaller board favours, then by utility.
static int visit_pop(ThreatSearch *s, Visit *v) {
    int move = CELL_NONE;
    while (v->next < v->order.count && move == CELL_NONE) {
        int m = v->order.move[v->next++];
        if (bits_has(v->moves, m)) move = m;
    }
    if (move == CELL_NONE) move = utility_best(s, v->moves);
    bits_remove(&v->moves, move);
    return move;
}

// Plays a move and searches what follows. A terminal position has an empty pattern.
static Threat visit_child(ThreatSearch *s, int move, int limit) {
    Threat result = {.winner = EMPTY, .move = CELL_NONE};
    Color mover = s->turn;
    if (!search_place(s, move, mover)) return result;
    s->turn = color_other(mover);
    if (stone_wins(s, move, mover)) {
        node_count(s);
        utility_set(s, s->stones[mover]);
        result.winner = mover;
    } else {
        result = threat_search_node(s, limit, NULL);
    }
    s->turn = mover;
    search_undo(s, move, mover);
    return result;
}

static Threat weak_of(Color mover, int move, const Threat *child) {
    Threat weak = {.winner = mover, .move = move, .carrier = child->carrier};
    bits_add(&weak.carrier, move);
    return weak;
}

static void threat_store(ThreatSearch *s, const Threat *found) {
    if (!search_has(s, THREAT_TEMPLATES)) return;
    templates_store(s, found->winner, found->winner == s->turn ? WEAK : STRONG, found->carrier);
}

// A refutation, and what can be deduced from it at once. True when it proves the node lost.
static bool visit_refuted(ThreatSearch *s, Visit *v, int move, const Threat *weak, int limit, Threat *found) {
    visit_add(v, weak->carrier, weak->carrier);
    utility_take(s, true);
    *found = (Threat){.winner = v->other, .move = CELL_NONE};
    if (search_has(s, THREAT_REPAIR) && deduce_repair(s, weak, &found->carrier)) {
        s->outcome->repairs++;
        return true;
    }
    return search_has(s, THREAT_DECOMPOSE) && !bits_is_empty(v->moves) &&
           deduce_decompose(s, move, weak, limit, &found->carrier);
}

// Tries the moves one by one. A move that the depth limit leaves open ends the node. It returns no pattern, so
// nothing is left of the must-play (Algorithm 5.1.1, line 25, taken literally).
static Threat visit_moves(ThreatSearch *s, Visit *v, int limit) {
    Threat found;
    while (!bits_is_empty(v->moves)) {
        int move = visit_pop(s, v);
        Threat child = visit_child(s, move, limit - 1);
        if (s->stopped) return (Threat){.winner = EMPTY};
        if (child.winner == v->mover) {
            utility_take(s, false);
            found = weak_of(v->mover, move, &child);
            threat_store(s, &found);
            return found;
        }
        if (child.winner == EMPTY) return child;
        if (visit_refuted(s, v, move, &child, limit, &found)) {
            threat_store(s, &found);
            return found;
        }
        if (s->stopped) return (Threat){.winner = EMPTY};
    }
    found = visit_lost(s, v);
    threat_store(s, &found);
    return found;
}

// What is known before any move is tried; true when it decides the node.
static bool visit_begin(ThreatSearch *s, Visit *v, const Bits *known, Threat *found) {
    v->mover = s->turn;
    v->other = color_other(s->turn);
    v->empty = v->moves = search_empty(s);
    v->captured = v->eliminated = v->united = bits_none();
    v->refuted = false;
    v->threats = v->order.count = v->next = 0;
    utility_clear(s);
    if (known) visit_add(v, *known, *known);
    if (visit_threats(s, v, found)) {
        utility_set(s, found->carrier);
        return true;
    }
    if (!search_has(s, THREAT_TRIANGLES)) return false;
    v->eliminated = threat_eliminated(s, &v->captured);
    Bits left = bits_minus(v->moves, v->eliminated);
    if (bits_is_empty(left) && !v->refuted) { // the mover may win even by passing: nothing is proved
        v->captured = v->eliminated = bits_none();
        return false;
    }
    v->moves = left;
    return false;
}

static Threat threat_search_node(ThreatSearch *s, int limit, const Bits *known) {
    Visit v; // visit_begin sets what is used: the arrays are large
    Threat found;
    node_count(s);
    if (s->stopped) return (Threat){.winner = EMPTY};
    if (visit_begin(s, &v, known, &found)) return found;
    if (bits_is_empty(v.moves)) {
        found = visit_lost(s, &v);
        utility_set(s, found.carrier);
        return found;
    }
    if (limit <= 0) return (Threat){.winner = EMPTY};
    if (search_has(s, THREAT_FEATURES) && threat_order(s, v.moves, &v.order, &found)) {
        s->outcome->answer.nodes++; // the child that ends at once
        utility_set(s, found.carrier);
        threat_store(s, &found);
        return found;
    }
    if (s->stopped) return (Threat){.winner = EMPTY};
    return visit_moves(s, &v, limit);
}
