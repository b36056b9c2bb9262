// The OR rule: semis of one pair whose carriers have no cell in common make a full, its carrier their union.
// Wherever the opponent intrudes, one of the semis is untouched and its owner plays the key.
//
// Three forms, all sound, that differ in which unions they find:
//   - Anshelevich's (Rasmussen 2007, Algorithm 6.1.3 with its recursive call's arguments in order): every sequence;
//   - the improved one (6.1.4): increasing indices, and only members that shrink the meet;
//   - the fast combiner: to shrink the meet M of the pair's small fulls, a new full must avoid some cell a of M.
//     So its members must avoid a. It tries each a that a new semi avoids. If the semis without a have an empty meet,
//     a few of the smallest, chosen greedily, give such a full. It makes at most one union per cell of M.
#include "knowledge/hsearch/hsearch.h"

enum { DEPTH_MAX = 64, SORT_MAX = 256 };

// Copies a pair's semis to hs->pool (and pool_from when recording); returns how many.
static int semi_list(HSearch *hs, const Pair *p) {
    const HsState *s = hs->state;
    int room = hs->pool_room, n = 0;
    if (!hs_room(hs, &hs->pool, &room, p->semi_count, sizeof *hs->pool) ||
        !hs_room(hs, &hs->pool_from, &hs->pool_room, p->semi_count, sizeof *hs->pool_from))
        return 0;
    for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w)) {
        for (int lane = 0; lane < w.used; lane++) {
            if (hs->recording) hs->pool_from[n] = *semi_from(hs, w.place + lane);
            hs->pool[n++] = lanes_get(w.lanes, lane);
        }
    }
    return n;
}

static int hs_members_add(HSearch *hs, const SemiFrom *from) {
    if (!hs_room(hs, &hs->members, &hs->member_room, hs->member_count + 1, sizeof *hs->members)) return -1;
    hs->members[hs->member_count] = *from;
    return hs->member_count++;
}

// Adds the union of the chosen semis as a full.
static void union_add(HSearch *hs, int x, int y, Bits united, const int *chosen, int count) {
    int full = hs_full_add(hs, x, y, united);
    if (full < 0 || !hs->recording) return;
    hs->full_from[full] = (FullFrom){.kind = FROM_OR, .a = hs->member_count, .b = count};
    for (int i = 0; i < count; i++) hs_members_add(hs, &hs->pool_from[chosen[i]]);
}

// --- The fast combiner
// Turns the pair's blocks into hs->blocks: a copy, for adding a full changes the list. Returns how many.
static int blocks_turn(HSearch *hs, const Pair *p) {
    int count = 0;
    if (!hs_room(hs, &hs->blocks, &hs->blocks_room, (p->semi_count + LANES - 1) / LANES, sizeof *hs->blocks))
        return 0;
    for (SemiWalk w = semi_walk(hs->state, p); w.used; semi_walk_next(&w))
        lanes_turn(&hs->blocks[count++], w.lanes, lanes_used(w.used));
    return count;
}

// Puts the last of n semis into its place by size.
static void pool_sink(HSearch *hs, int n, int *size) {
    int at = n - 1, count = bits_count(hs->pool[at]);
    Bits carrier = hs->pool[at];
    SemiFrom from = {.key = CELL_NONE};
    if (hs->recording) from = hs->pool_from[at];
    for (; at > 0 && size[at - 1] > count; at--) {
        size[at] = size[at - 1];
        hs->pool[at] = hs->pool[at - 1];
        if (hs->recording) hs->pool_from[at] = hs->pool_from[at - 1];
    }
    size[at] = count;
    if (at == n - 1) return;
    hs->pool[at] = carrier;
    if (hs->recording) hs->pool_from[at] = from;
}

// The pool by size; one too long for that stays as it is.
static void pool_sort(HSearch *hs, int n) {
    int size[SORT_MAX];
    if (n > SORT_MAX) return;
    for (int i = 1; i <= n; i++) pool_sink(hs, i, size);
}

// A cell that the members of a union must not hold, or none.
typedef struct Avoid {
    int word;
    uint64_t bit;
} Avoid;

static Avoid avoid_cell(int cell) {
    if (cell < 0) return (Avoid){0, 0};
    return (Avoid){cell >> 6, (uint64_t)1 << (cell & 63)};
}

static inline bool holds(const Bits *carrier, Avoid avoid) {
    return carrier->word[avoid.word] & avoid.bit;
}

// How many of the first semis are enough for an empty meet, of `meet` with them.
static int pool_enough(const Bits *pool, int n, Avoid avoid, Bits meet) {
    for (int i = 0; i < n; i++) {
        if (holds(&pool[i], avoid)) continue;
        meet = bits_and(meet, pool[i]);
        if (bits_is_empty(meet)) return i + 1;
    }
    return n;
}

// The semi that leaves the smallest meet, of these the one that adds least to the union.
static inline int greedy_next(const Bits *pool, int n, Avoid avoid, Bits meet, Bits united) {
    int best = -1, best_score = 1 << 30;
    for (int i = 0; i < n; i++) {
        if (holds(&pool[i], avoid)) continue;
        int score = bits_count(bits_and(meet, pool[i])) * 512 + bits_count(bits_minus(pool[i], united));
        if (score < best_score) {
            best_score = score;
            best = i;
        }
    }
    return best;
}

static int smallest(const Bits *pool, int n, Avoid avoid, bool sorted) {
    if (!sorted) return greedy_next(pool, n, avoid, bits_none(), bits_none());
    for (int i = 0; i < n; i++)
        if (!holds(&pool[i], avoid)) return i;
    return -1;
}

// Drops members that the rest can do without, the first chosen first. What they share may lie in `captured`.
static int members_trim(const Bits *pool, int *chosen, int count, Bits captured) {
    for (int i = 0; i < count && count > 2;) {
        Bits meet = bits_all();
        for (int j = 0; j < count; j++) {
            if (j != i) meet = bits_and(meet, pool[chosen[j]]);
        }
        if (bits_within(meet, captured)) {
            for (int j = i; j + 1 < count; j++) chosen[j] = chosen[j + 1];
            count--;
        } else {
            i++;
        }
    }
    return count;
}

// The semis without the cell to avoid share only captured cells. Adds a union of a few of these semis, with the
// captured cells if they need them.
static void greedy_union(HSearch *hs, int x, int y, int n, Avoid avoid, Bits captured) {
    const Bits *pool = hs->pool;
    Bits meet = bits_minus(bits_all(), captured), united = bits_none(), shared = bits_all();
    int enough = pool_enough(pool, n, avoid, meet);
    int chosen[DEPTH_MAX], count = 0, next = smallest(pool, enough, avoid, n <= SORT_MAX);
    while (next >= 0 && count < DEPTH_MAX) {
        Bits smaller = bits_and(meet, pool[next]);
        if (bits_equal(smaller, meet)) return; // cannot happen while the meet of all is empty
        meet = smaller;
        united = bits_or(united, pool[next]);
        chosen[count++] = next;
        if (bits_is_empty(meet)) break;
        next = greedy_next(pool, enough, avoid, meet, united);
    }
    if (!bits_is_empty(meet)) return;
    int kept = members_trim(pool, chosen, count, captured);
    united = bits_none();
    for (int i = 0; i < kept; i++) {
        united = bits_or(united, pool[chosen[i]]);
        shared = bits_and(shared, pool[chosen[i]]);
    }
    if (!bits_is_empty(shared)) united = bits_or(united, captured);
    union_add(hs, x, y, united, chosen, kept);
}

// Two semis, the commonest case: no other union can follow theirs, for each of its cells is in one of them.
static void or_two(HSearch *hs, const Pair *p) {
    const Lanes *own = &hs->state->own_lanes[p - hs->state->pairs];
    Bits a = lanes_get(own, 0), b = lanes_get(own, 1);
    if (!bits_meets(a, b)) hs_full_add(hs, p->x, p->y, bits_or(a, b));
}

// The captured cells join the carrier as one: all of them avoid the cell, or none helps.
static inline Bits cells_spared(Bits captured, int cell) {
    return bits_has(captured, cell) ? bits_none() : captured;
}

// Of some cells, those that enough semis avoid: these share no cell but captured ones.
static Bits cells_avoided(const HSearch *hs, int blocks, Bits cells, Bits captured) {
    Bits avoided = bits_none();
    for (int cell; (cell = bits_pop(&cells)) >= 0;) {
        uint64_t found = lanes_vanish(hs->blocks, blocks, cell, cells_spared(captured, cell));
        avoided.word[cell >> 6] |= found << (cell & 63);
    }
    return avoided;
}

static void or_fast(HSearch *hs, int pair) {
    Pair *p = &hs->state->pairs[pair];
    int x = p->x, y = p->y, n = p->semi_count;
    Bits todo = bits_minus(p->near_meet, p->fresh_meet);
    Bits captured = hs_pair_captured(hs, p);
    bool first = p->full_count == 0;
    p->fresh_meet = bits_all();
    hs->counts.or_nodes += (uint64_t)n;
    if (first && n == 2 && bits_is_empty(captured) && !hs->recording) {
        or_two(hs, p);
        return;
    }
    int blocks = blocks_turn(hs, p);
    if (first ? !lanes_vanish(hs->blocks, blocks, -1, captured)
              : bits_is_empty(todo = cells_avoided(hs, blocks, todo, captured)))
        return;
    if (semi_list(hs, p) != n) return; // before the first full: the list is still whole
    pool_sort(hs, n);
    // Without a full any union will do; with one, those that avoid a cell of the fulls' meet.
    if (first) {
        greedy_union(hs, x, y, n, avoid_cell(-1), captured);
        todo = cells_avoided(hs, blocks, hs->state->pairs[pair].near_meet, captured);
    }
    for (int cell; (cell = bits_pop(&todo)) >= 0;) {
        greedy_union(hs, x, y, n, avoid_cell(cell), cells_spared(captured, cell));
        todo = bits_and(todo, hs->state->pairs[pair].near_meet);
    }
}

// --- The classic rules
enum { CLASSIC_STRIDE = 4096 }; // semis between two looks at the observer

typedef struct Classic {
    HSearch *hs;
    int x, y, n, limit;
    bool improved;
    uint64_t nodes, nodes_max;
    int chosen[DEPTH_MAX];
} Classic;

static void classic_visit(Classic *c, int depth, int from, Bits united, Bits meet) {
    for (int j = c->improved ? from : 0; j < c->n && c->nodes < c->nodes_max; j++) {
        Bits carrier = c->hs->pool[j];
        if (c->improved) {
            if (bits_within(meet, carrier)) continue;
        } else {
            bool used = false;
            for (int i = 0; i < depth; i++) used |= c->chosen[i] == j;
            if (used) continue;
        }
        if (++c->nodes % CLASSIC_STRIDE == 0 && observer_cancelled(c->hs->options.or_observer))
            c->nodes_max = c->nodes;
        c->chosen[depth] = j;
        Bits smaller = bits_and(meet, carrier), larger = bits_or(united, carrier);
        if (bits_is_empty(smaller)) {
            union_add(c->hs, c->x, c->y, larger, c->chosen, depth + 1);
        } else if (depth + 1 < c->limit) {
            classic_visit(c, depth + 1, j + 1, larger, smaller);
        }
    }
}

static void bucket_show(const HSearch *hs, int n) {
    CellSet carrier[CELL_MAX];
    if (!hs->options.or_seen || n > CELL_MAX) return;
    for (int j = 0; j < n; j++) carrier[j] = bits_to_cellset(hs->pool[j]);
    hs->options.or_seen(hs->options.or_context, carrier, n);
}

static void or_classic(HSearch *hs, int pair) {
    Pair *p = &hs->state->pairs[pair];
    int n = semi_list(hs, p), bin = n < 63 ? n : 63;
    int limit = hs->options.or_limit && hs->options.or_limit < DEPTH_MAX ? hs->options.or_limit : DEPTH_MAX;
    Classic c = {.hs = hs, .x = p->x, .y = p->y, .n = n, .limit = limit};
    c.nodes_max = hs->options.or_nodes ? hs->options.or_nodes : UINT64_MAX;
    c.improved = hs->options.or_rule == VC_OR_IMPROVED;
    // The meet of all must be empty before any subset can have an empty one.
    int blocks = blocks_turn(hs, p);
    if (n > 1 && lanes_vanish(hs->blocks, blocks, -1, bits_none()) &&
        !observer_cancelled(hs->options.or_observer)) {
        bucket_show(hs, n);
        classic_visit(&c, 0, 0, bits_none(), bits_all());
    }
    hs->counts.or_nodes += c.nodes;
    hs->counts.or_size_calls[bin]++;
    hs->counts.or_size_nodes[bin] += c.nodes;
    hs->counts.or_stopped += c.nodes >= c.nodes_max;
}

static void hs_or(HSearch *hs, int pair) {
    Pair *p = &hs->state->pairs[pair];
    p->or_queued = false;
    hs->counts.or_calls++;
    if (p->semi_count < 2) return;
    if (hs->options.or_rule == VC_OR_FAST) {
        or_fast(hs, pair);
    } else {
        or_classic(hs, pair);
    }
}
