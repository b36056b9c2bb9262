// Which moves to try, in which order: pattern features (Rasmussen 2007 §6.3), P-triangles (6.4), the oracle (7.4).
#include "lab/ladder/threat/threat_state.h"

#include <stdlib.h>

// --- P-triangles

// What `mover` may leave out with these stones, of both colours, on the board.
static Bits cells_eliminated(const ThreatSearch *s, const Bits *stones, Color mover, Bits *captured) {
    Bits empty = bits_minus(bits_minus(s->all, stones[BLACK]), stones[WHITE]), dominated = bits_none();
    *captured = bits_none();
    for (Color color = BLACK; color <= WHITE; color++) {
        for (int i = 0; i < s->triangles[color]; i++) {
            const int16_t *t = s->triangle[color][i];
            Bits base = bits_or(bits_of(t[0]), bits_of(t[1]));
            Bits vacant = bits_and(base, empty);
            if (bits_is_empty(vacant) || bits_meets(base, stones[color_other(color)])) continue;
            if (color == mover && bits_has(empty, t[2])) dominated = bits_or(dominated, vacant);
            if (color != mover && bits_has(stones[color], t[2])) *captured = bits_or(*captured, vacant);
        }
    }
    return bits_or(dominated, *captured);
}

static Bits threat_eliminated(const ThreatSearch *s, Bits *captured) {
    return cells_eliminated(s, s->stones, s->turn, captured);
}

// The cells of a must-play that the opponent will try after the mover's stone on `move`.
static Bits successor_moves(const ThreatSearch *s, int move, Bits meet) {
    Bits stones[2] = {s->stones[BLACK], s->stones[WHITE]}, captured;
    if (!search_has(s, THREAT_TRIANGLES)) return meet;
    bits_add(&stones[s->turn], move);
    return bits_minus(meet, cells_eliminated(s, stones, color_other(s->turn), &captured));
}

// --- The pattern-feature move generator

// A move's worth; lower is better. It is the size of the strong pattern that the move makes. Otherwise it is the board's
// size plus that of the must-play it leaves to the opponent, less what P-triangles eliminate there (6.4).
typedef struct Feature {
    int16_t move;
    int16_t priority;
} Feature;

static int feature_compare(const void *a, const void *b) {
    const Feature *x = a, *y = b;
    return x->priority != y->priority ? x->priority - y->priority : x->move - y->move;
}

// Keeps the smaller of two wins.
static void won_keep(Threat *won, Color mover, int move, Bits carrier) {
    bits_add(&carrier, move);
    if (won->winner == mover && bits_count(won->carrier) <= bits_count(carrier)) return;
    *won = (Threat){.winner = mover, .move = move, .carrier = carrier};
}

// What templates know about the position after a move, the stone on the board: true when it is won; otherwise
// `*meet` becomes smaller.
static bool successor_templates(ThreatSearch *s, int move, Bits *meet, Bits *carrier) {
    Color mover = s->turn;
    BoardTemplate board;
    Bits united = bits_none();
    bits_add(&s->stones[mover], move);
    bits_add(&s->mirrored[color_other(mover)], s->mirror[move]);
    templates_board(s, mover, &board);
    bool strong = templates_strong(s, &board, mover, carrier);
    if (!strong) templates_weak(s, &board, mover, meet, &united);
    bits_remove(&s->stones[mover], move);
    bits_remove(&s->mirrored[color_other(mover)], s->mirror[move]);
    return strong;
}

// What H-search knows about it.
static bool successor_hsearch(ThreatSearch *s, int move, Bits *meet, Bits *carrier) {
    Color mover = s->turn;
    Vc *vc = s->vc[mover];
    CellSet set;
    if (!vc_place(vc, move, mover)) {
        s->stopped = true;
        return false;
    }
    bool strong = vc_win(vc, mover, &set);
    if (strong) {
        *carrier = bits_from_cellset(&set);
    } else {
        set = vc_mustplay(vc, mover, NULL);
        *meet = bits_and(*meet, bits_from_cellset(&set));
    }
    vc_undo(vc);
    return strong;
}

static void order_append(MoveOrder *order, int move) {
    order->move[order->count++] = (int16_t)move;
    bits_add(&order->cells, move);
}

static void order_set(MoveOrder *order, Feature *features, int count) {
    order->count = 0;
    order->cells = bits_none();
    qsort(features, (size_t)count, sizeof *features, feature_compare);
    for (int i = 0; i < count; i++) order_append(order, features[i].move);
}

// The moves that templates alone prove to win.
static bool order_templates(ThreatSearch *s, Bits moves, Bits *meet, Threat *won) {
    for (int m; (m = bits_pop(&moves)) >= 0;) {
        Bits carrier;
        if (successor_templates(s, m, &meet[m], &carrier)) won_keep(won, s->turn, m, carrier);
    }
    return won->winner != EMPTY;
}

static bool threat_order(ThreatSearch *s, Bits moves, MoveOrder *order, Threat *won) {
    Bits left = search_empty(s), meet[CELL_MAX];
    Feature features[CELL_MAX];
    int count = 0, key, board = s->geometry->cells;
    CellSet set;
    *won = (Threat){.winner = EMPTY};
    // A weak pattern of the mover is a strong one after its key: no need to look at the successors.
    if (vc_win_semi(s->vc[s->turn], s->turn, &key, &set) && bits_has(moves, key)) {
        *won = (Threat){.winner = s->turn, .move = key, .carrier = bits_from_cellset(&set)};
        return true;
    }
    for (int m = 0; m < board; m++) {
        meet[m] = left;
        bits_remove(&meet[m], m);
    }
    if (search_has(s, THREAT_TEMPLATES) && order_templates(s, moves, meet, won)) return true;
    Bits todo = moves;
    for (int m; (m = bits_pop(&todo)) >= 0 && !s->stopped;) {
        Bits carrier;
        // On large boards one node looks at hundreds of successors, for seconds.
        if (budget_look(&s->clock, s->outcome->answer.nodes)) s->stopped = true;
        if (successor_hsearch(s, m, &meet[m], &carrier)) {
            won_keep(won, s->turn, m, carrier);
            continue;
        }
        if (bits_count(meet[m]) == bits_count(left) - 1) continue; // no threat
        int play = bits_count(successor_moves(s, m, meet[m]));
        features[count++] = (Feature){.move = (int16_t)m, .priority = (int16_t)(board + play)};
    }
    order_set(order, features, count);
    if (search_has(s, THREAT_ORACLE)) {
        Bits advised = threat_oracle(s, bits_minus(moves, order->cells));
        for (int m; (m = bits_pop(&advised)) >= 0;) order_append(order, m);
    }
    return won->winner != EMPTY;
}

// --- Captured cells in a proof

static Bits threat_close(const ThreatSearch *s, Bits carrier, Bits captured) {
    Color other = color_other(s->turn);
    Bits empty = search_empty(s), before;
    if (!bits_meets(carrier, captured)) return carrier;
    do {
        before = carrier;
        for (int i = 0; i < s->triangles[other]; i++) {
            const int16_t *t = s->triangle[other][i];
            Bits pair = bits_or(bits_of(t[0]), bits_of(t[1]));
            if (!bits_within(pair, empty) || !bits_has(s->stones[other], t[2])) continue;
            if (bits_meets(pair, carrier)) carrier = bits_or(carrier, pair);
        }
    } while (!bits_equal(before, carrier));
    return carrier;
}

// --- The oracle

// Lays the smaller board at a corner; false when a stone lies outside it.
static bool oracle_lay(ThreatSearch *s, int column, int row) {
    ThreatSearch *small = s->smaller;
    const Geometry *g = s->geometry, *h = small->geometry;
    for (Color color = BLACK; color <= WHITE; color++) {
        Bits stones = s->stones[color];
        small->stones[color] = small->mirrored[color_other(color)] = bits_none();
        for (int c; (c = bits_pop(&stones)) >= 0;) {
            int x = cell_column(g, c) - column, y = cell_row(g, c) - row;
            if (x < 0 || y < 0 || x >= h->width || y >= h->height) return false;
            bits_add(&small->stones[color], cell_at(h, x, y));
        }
        stones = small->stones[color];
        for (int c; (c = bits_pop(&stones)) >= 0;)
            bits_add(&small->mirrored[color_other(color)], small->mirror[c]);
    }
    small->turn = s->turn;
    return true;
}

static Bits threat_oracle(ThreatSearch *s, Bits moves) {
    ThreatSearch *small = s->smaller;
    Bits advised = bits_none();
    for (int corner = 0; small && corner < 4; corner++) {
        if (!oracle_lay(s, corner & 1, corner >> 1)) continue;
        Bits todo = moves;
        for (int m; (m = bits_pop(&todo)) >= 0;) {
            int x = cell_column(s->geometry, m) - (corner & 1), y = cell_row(s->geometry, m) - (corner >> 1);
            if (x < 0 || y < 0 || x >= small->geometry->width || y >= small->geometry->height) continue;
            Bits meet = bits_none(), carrier;
            if (successor_templates(small, cell_at(small->geometry, x, y), &meet, &carrier))
                bits_add(&advised, m);
        }
    }
    return advised;
}
