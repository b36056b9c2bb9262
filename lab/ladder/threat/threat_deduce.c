// Deductions from a refutation: carrier repair and the minimal OR (Rasmussen 2007 §6.5), decomposition
// (van Rijswijck 2002 §2.4).
#include "lab/ladder/threat/threat_state.h"

// --- The minimal OR

enum { MINIMAL_NODES = 20000 };

typedef struct Minimal {
    const Bits *threats, *meets;
    int count, best_size, nodes;
    Bits best;
} Minimal;

// Algorithm 6.1.4 with one aim: the smallest union.
static void minimal_search(Minimal *m, int first, Bits united, Bits meet) {
    for (int i = first; i < m->count && m->nodes < MINIMAL_NODES; i++) {
        m->nodes++;
        if (bits_within(meet, m->meets[i])) continue;
        Bits more = bits_or(united, m->threats[i]), less = bits_and(meet, m->meets[i]);
        int size = bits_count(more);
        if (size >= m->best_size) continue;
        if (bits_is_empty(less)) {
            m->best = more;
            m->best_size = size;
        } else {
            minimal_search(m, i + 1, more, less);
        }
    }
}

static Bits deduce_minimal(const Bits *threats, const Bits *meets, int count, Bits cells, Bits all) {
    Minimal m = {.threats = threats, .meets = meets, .count = count, .best = all};
    m.best_size = bits_count(all);
    minimal_search(&m, 0, bits_none(), cells);
    return m.best;
}

// --- Carrier repair
//
// The winner's move x joins two groups G and H of his, and so does another empty cell y outside the pattern.
// If the pattern's cells next to x also touch G or H, x does nothing but join them. Then x and y are a
// bridge, and the pattern with both is strong.

// The winner's groups that touch a cell, at most two: returns their number, 3 for more. An edge and the
// stones at it are a group.
static int groups_at(const ThreatSearch *s, Color color, int cell, Bits group[2], Bits reach[2]) {
    Bits left = s->stones[color], empty = search_empty(s);
    int count = 0;
    for (int side = 0; side < 2; side++) {
        Bits joined = group_flood(s, left, s->edge[color][side]);
        left = bits_minus(left, joined);
        if (!bits_meets(s->around[cell], joined) && !bits_has(s->edge[color][side], cell)) continue;
        group[count] = joined;
        reach[count++] = bits_and(empty, bits_or(cells_around(s, joined), s->edge[color][side]));
    }
    for (Bits seeds; !bits_is_empty(seeds = bits_and(left, s->around[cell]));) {
        if (count == 2) return 3;
        group[count] = group_flood(s, left, bits_of(bits_first(seeds)));
        left = bits_minus(left, group[count]);
        reach[count] = bits_and(empty, cells_around(s, group[count]));
        count++;
    }
    return count;
}

static bool deduce_repair(const ThreatSearch *s, const Threat *weak, Bits *strong) {
    Bits group[2], reach[2], rest = weak->carrier;
    int x = weak->move;
    if (x == CELL_NONE || groups_at(s, weak->winner, x, group, reach) != 2) return false;
    bits_remove(&rest, x);
    Bits near = bits_and(rest, s->around[x]);
    if (!bits_within(near, bits_or(reach[0], reach[1]))) return false;
    Bits partners = bits_minus(bits_and(reach[0], reach[1]), weak->carrier);
    if (bits_is_empty(partners)) return false;
    *strong = bits_or(weak->carrier, bits_of(bits_first(partners)));
    return true;
}

// --- Decomposition
//
// The mover P played w; the opponent Q answers r and wins with the strong pattern C. The connected parts of
// {r} + C that contain r or touch w are interfered, the others untouched. Rasmussen conjectures that the
// untouched parts are strong local connections. Here this is checked. An untouched part U must touch exactly two of
// Q's chains. It must be needed: with U lost and the rest of C given to Q, Q is not joined. Since C is
// strong, Q then joins the two chains inside U moving second. Otherwise P would start there and never leave.
// So U is made solid, and the empty cells around it are given to P, so that nothing else can rest on it. The mover
// tries the interfered cells in this position. If it loses there with the pattern D, then
// D and the untouched parts, which are disjoint, win by answering in the same part.

// The chains of a colour that touch a set of cells, counted up to 3.
static int chains_touching(const ThreatSearch *s, Color color, Bits cells) {
    Bits left = s->stones[color], near = cells_around(s, cells);
    int count = 0;
    for (int side = 0; side < 2; side++) {
        Bits joined = group_flood(s, left, s->edge[color][side]);
        left = bits_minus(left, joined);
        count += bits_meets(near, joined) || bits_meets(cells, s->edge[color][side]);
    }
    for (Bits seeds; count < 3 && !bits_is_empty(seeds = bits_and(left, near)); count++)
        left = bits_minus(left, group_flood(s, left, bits_of(bits_first(seeds))));
    return count;
}

static bool part_holds(const ThreatSearch *s, const Threat *weak, Bits part) {
    if (chains_touching(s, weak->winner, part) != 2) return false;
    Bits others = bits_or(s->stones[weak->winner], bits_minus(weak->carrier, part));
    return !stones_join(s, weak->winner, others);
}

// The untouched parts that hold.
static Bits parts_untouched(const ThreatSearch *s, int move, const Threat *weak) {
    Bits left = weak->carrier, found = bits_none();
    while (!bits_is_empty(left)) {
        Bits part = group_flood(s, left, bits_of(bits_first(left)));
        left = bits_minus(left, part);
        if (bits_has(part, weak->move) || bits_meets(part, s->around[move])) continue;
        if (part_holds(s, weak, part)) found = bits_or(found, part);
    }
    return found;
}

// Places stones of both colours one by one, or takes them back. Stops at a failure.
static Bits stones_place(ThreatSearch *s, Bits cells, Color color) {
    Bits done = bits_none();
    for (int c; (c = bits_pop(&cells)) >= 0;) {
        if (!search_place(s, c, color)) break;
        bits_add(&done, c);
    }
    return done;
}

static void stones_take(ThreatSearch *s, Bits cells, Color color) {
    // The last placed comes back first.
    int16_t order[CELL_MAX];
    int count = 0;
    for (int c; (c = bits_pop(&cells)) >= 0;) order[count++] = (int16_t)c;
    while (count) search_undo(s, order[--count], color);
}

static bool deduce_decompose(ThreatSearch *s, int move, const Threat *weak, int limit, Bits *strong) {
    Color winner = weak->winner, mover = s->turn;
    if (weak->move == CELL_NONE) return false;
    Bits solid = parts_untouched(s, move, weak);
    if (bits_is_empty(solid)) return false;
    Bits ring = bits_minus(bits_and(cells_around(s, solid), search_empty(s)), solid);
    Bits rest = bits_minus(weak->carrier, solid);
    s->outcome->conjectures++;
    Bits placed = stones_place(s, solid, winner), ringed = stones_place(s, ring, mover);
    Threat found = {.winner = EMPTY};
    if (stones_join(s, winner, s->stones[winner]))
        found = (Threat){.winner = winner};
    else if (!s->stopped && !stones_join(s, mover, s->stones[mover]))
        found = threat_search_node(s, limit, &rest);
    stones_take(s, ringed, mover);
    stones_take(s, placed, winner);
    if (found.winner != winner || s->stopped) return false;
    s->outcome->conjectures_held++;
    *strong = bits_or(found.carrier, solid);
    return true;
}
