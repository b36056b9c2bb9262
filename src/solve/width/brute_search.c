// The brute-force search (see solve/brute.h), compiled once per width.
//
// For each colour and each of its two edges, a node keeps the cells that touch the edge. These are the edge's own
// cells and the neighbours of all stones joined to it. A stone of the colour on a cell that touches both
// edges wins.
//
// Invariant: a stone that touches an edge is joined to it, so its neighbours touch it too.
#include "base/bits.h"
#include "solve/brute_table.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
    LOOK_ENTRIES = 65536, // entries moved between two looks at the budget while the table grows
    BUCKET = 2,
    FIRST_BUCKETS = 1024,
    SMALL = 6 // empty cells of positions that the table does not hold
};
#define PROGRESS_SECONDS 0.1

// What a node's search found: whether the mover wins, by which move (MOVE_NONE if not), and the winner's
// carrier.
typedef struct BruteProof {
    bool won;
    int move;
    Bits carrier;
} BruteProof;

typedef struct Entry {
    Bits stones[2], carrier;
    uint32_t work; // nodes below; 0 marks a free entry
    int16_t move;
    uint8_t mover, won;
} Entry;

typedef struct BruteNode {
    Bits stones[2];
    Bits touch[2][2]; // by colour and side
} BruteNode;

typedef struct Search {
    BruteTable *table;
    int width, cells;
    Bits all, not_first, not_last; // cells; those with a left neighbour; those with a right one
    Bits ring[2 * BOARD_MAX];      // cells by their distance from the middle
    uint64_t nodes;
    bool stopped;
    BudgetClock clock;
    int depth;
    int16_t line[CELL_MAX];
} Search;

// --- The board

// The neighbours of a set.
static inline Bits bits_grow(const Search *s, Bits x) {
    Bits right = bits_and(x, s->not_last), left = bits_and(x, s->not_first);
    Bits out = bits_or(bits_shift_up(right, 1), bits_shift_down(left, 1));
    out = bits_or(out, bits_or(bits_shift_up(x, s->width), bits_shift_down(x, s->width)));
    if (s->width > 1)
        out = bits_or(out, bits_or(bits_shift_down(right, s->width - 1), bits_shift_up(left, s->width - 1)));
    return bits_and(out, s->all);
}

// Restores the invariant after the stones of `fresh`, which touch the edge, were added to `stones`. `joined` holds
// the stones that touched it before.
static inline Bits touch_extend(const Search *s, Bits stones, Bits touch, Bits joined, Bits fresh) {
    while (!bits_is_empty(fresh)) {
        touch = bits_or(touch, bits_grow(s, fresh));
        joined = bits_or(joined, fresh);
        fresh = bits_minus(bits_and(stones, touch), joined);
    }
    return touch;
}

static inline BruteNode node_after(const Search *s, const BruteNode *node, Color color, int cell) {
    BruteNode next = *node;
    bits_add(&next.stones[color], cell);
    for (int side = 0; side < 2; side++) {
        Bits touch = node->touch[color][side];
        if (bits_has(touch, cell))
            next.touch[color][side] = touch_extend(s, next.stones[color], touch,
                                                   bits_and(node->stones[color], touch), bits_of(cell));
    }
    return next;
}

static inline Bits node_vacant(const Search *s, const BruteNode *node) {
    return bits_minus(s->all, bits_or(node->stones[BLACK], node->stones[WHITE]));
}

// Empty cells on which one stone of the colour wins.
static inline Bits node_wins(const Search *s, const BruteNode *node, Color color) {
    return bits_and(node_vacant(s, node), bits_and(node->touch[color][0], node->touch[color][1]));
}

// --- The table

static uint64_t key_hash(const Bits stones[2], Color mover) {
    uint64_t h = mover + 1;
    for (int i = 0; i < BITS_WORDS; i++) {
        h = (h ^ stones[BLACK].word[i]) * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 29 ^ stones[WHITE].word[i]) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 32;
    }
    return h;
}

static uint64_t word_reversed(uint64_t x) {
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}

// The half-turn: cell i goes to cells-1-i.
static Bits bits_rotated(const Search *s, Bits x) {
    Bits out;
    int shift = 64 * BITS_WORDS - s->cells;
    for (int i = 0; i < BITS_WORDS; i++) out.word[i] = word_reversed(x.word[BITS_WORDS - 1 - i]);
    for (; shift >= 64; shift -= 64) {
        for (int i = 0; i < BITS_WORDS; i++) out.word[i] = i + 1 < BITS_WORDS ? out.word[i + 1] : 0;
    }
    return shift ? bits_shift_down(out, shift) : out;
}

static inline int bits_compare(Bits a, Bits b) {
    for (int i = 0; i < BITS_WORDS; i++) {
        if (a.word[i] != b.word[i]) return a.word[i] < b.word[i] ? -1 : 1;
    }
    return 0;
}

typedef struct Key {
    Bits stones[2];
    Color mover;
    bool rotated; // the key is the half-turn of the node
    uint64_t hash;
} Key;

static Key key_make(const Search *s, const BruteNode *node, Color mover) {
    Key key = {.stones = {node->stones[BLACK], node->stones[WHITE]}, .mover = mover};
    Bits turned[2] = {bits_rotated(s, node->stones[BLACK]), bits_rotated(s, node->stones[WHITE])};
    int order = bits_compare(turned[BLACK], key.stones[BLACK]);
    if (!order) order = bits_compare(turned[WHITE], key.stones[WHITE]);
    if (order < 0) {
        key.stones[BLACK] = turned[BLACK];
        key.stones[WHITE] = turned[WHITE];
        key.rotated = true;
    }
    key.hash = key_hash(key.stones, mover);
    return key;
}

static Entry *bucket_at(const BruteTable *table, uint64_t hash) {
    return (Entry *)table->entries + (hash & (table->buckets - 1)) * BUCKET;
}

static bool entry_matches(const Entry *e, const Key *key) {
    return e->work && e->mover == key->mover && bits_equal(e->stones[BLACK], key->stones[BLACK]) &&
           bits_equal(e->stones[WHITE], key->stones[WHITE]);
}

static void table_put(BruteTable *table, const Entry *entry, uint64_t hash) {
    Entry *bucket = bucket_at(table, hash), *slot = &bucket[0];
    for (int i = 1; i < BUCKET; i++) {
        if (bucket[i].work < slot->work) slot = &bucket[i];
    }
    if (!slot->work) table->used++;
    *slot = *entry;
}

// Zeroed memory, which the system hands out page by page as it is touched; NULL when there is none.
static Entry *entries_new(uint64_t buckets) {
    uint64_t bytes = buckets * BUCKET * sizeof(Entry);
    void *entries = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (entries == MAP_FAILED) return NULL;
    madvise(entries, bytes, MADV_HUGEPAGE); // fewer misses of the page tables; no harm if refused
    return entries;
}

static void entries_unmap(Entry *entries, uint64_t buckets) {
    if (entries) munmap(entries, buckets * BUCKET * sizeof(Entry));
}

// Twice the buckets, if memory allows; the old ones live until the new ones are filled. A stop in between
// leaves the table as it was.
static void table_grow(Search *s) {
    BruteTable *table = s->table, old = *table;
    uint64_t buckets = old.buckets * 2, bytes = buckets * BUCKET * sizeof(Entry);
    Entry *from = old.entries, *fresh = bytes + bytes / 2 <= old.memory_max ? entries_new(buckets) : NULL;
    table->full = !fresh;
    if (!fresh) return;
    table->entries = fresh;
    table->buckets = buckets;
    table->used = 0;
    for (uint64_t i = 0; i < old.buckets * BUCKET && !s->stopped; i++) {
        if (from[i].work) table_put(table, &from[i], key_hash(from[i].stones, from[i].mover));
        if (i % LOOK_ENTRIES == LOOK_ENTRIES - 1) s->stopped = budget_look(&s->clock, s->nodes);
    }
    entries_unmap(s->stopped ? fresh : from, s->stopped ? buckets : old.buckets);
    if (s->stopped) *table = old;
}

static bool table_ready(BruteTable *table) {
    if (table->entries) return true;
    table->buckets = FIRST_BUCKETS;
    table->entries = entries_new(FIRST_BUCKETS);
    return table->entries != NULL;
}

static int cell_turned(const Search *s, int cell) {
    return cell == MOVE_NONE ? MOVE_NONE : s->cells - 1 - cell;
}

static bool table_probe(const Search *s, const Key *key, BruteProof *proof) {
    const Entry *bucket = bucket_at(s->table, key->hash);
    for (int i = 0; i < BUCKET; i++) {
        const Entry *e = &bucket[i];
        if (!entry_matches(e, key)) continue;
        proof->won = e->won;
        proof->move = key->rotated ? cell_turned(s, e->move) : e->move;
        proof->carrier = key->rotated ? bits_rotated(s, e->carrier) : e->carrier;
        return true;
    }
    return false;
}

static void table_store(Search *s, const Key *key, const BruteProof *proof, uint64_t work) {
    BruteTable *table = s->table;
    Entry entry = {.stones = {key->stones[BLACK], key->stones[WHITE]},
                   .carrier = key->rotated ? bits_rotated(s, proof->carrier) : proof->carrier,
                   .work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX,
                   .move = (int16_t)(key->rotated ? cell_turned(s, proof->move) : proof->move),
                   .mover = (uint8_t)key->mover,
                   .won = proof->won};
    table_put(table, &entry, key->hash);
    if (!table->full && table->used > table->buckets * BUCKET / 2) table_grow(s);
}

// --- The search

// Looks at the budget; called when a look is due.
static void search_look(Search *s) {
    s->stopped = budget_look(&s->clock, s->nodes);
    if (!budget_report_due(&s->clock, PROGRESS_SECONDS)) return;
    Progress progress = {.seconds = s->clock.now - s->clock.start, .nodes = s->nodes, .value = -1};
    progress.line_length = s->depth < PROGRESS_LINE_MAX ? s->depth : PROGRESS_LINE_MAX;
    for (int i = 0; i < progress.line_length; i++) progress.line[i] = s->line[i];
    observer_progress(s->clock.budget.observer, &progress);
}

// The empty cells from which the colour reaches a side by placing 1, 2, ... stones: `layer[k]` gets those
// that need at most k+1. Returns the number of layers.
static int layers_find(const Search *s, const BruteNode *node, Color color, int side, Bits *layer) {
    Bits touch = node->touch[color][side], stones = node->stones[color];
    Bits vacant = node_vacant(s, node), seen = bits_none();
    for (int k = 0;; k++) {
        Bits fresh = bits_minus(bits_and(touch, vacant), seen);
        if (bits_is_empty(fresh)) return k;
        seen = bits_or(seen, fresh);
        layer[k] = seen;
        touch = touch_extend(s, stones, touch, bits_and(touch, stones), fresh);
    }
}

// The empty cells on the shortest ways of the colour, counted in stones to place. None if it is cut off.
static Bits ways_shortest(const Search *s, const BruteNode *node, Color color) {
    Bits layer[2][64 * BITS_WORDS], ways = bits_none();
    int first = layers_find(s, node, color, 0, layer[0]), second = layers_find(s, node, color, 1, layer[1]);
    for (int sum = 0; sum <= first + second - 2 && bits_is_empty(ways); sum++) {
        for (int k = sum < second ? 0 : sum - second + 1; k <= sum && k < first; k++)
            ways = bits_or(ways, bits_and(layer[0][k], layer[1][sum - k]));
    }
    return ways;
}

// Which moves to try first: those on shortest ways of both players, then of either; from the middle outwards.
typedef struct Order {
    Bits both, either;
} Order;

static Order order_make(const Search *s, const BruteNode *node) {
    Bits black = ways_shortest(s, node, BLACK), white = ways_shortest(s, node, WHITE);
    return (Order){bits_and(black, white), bits_or(black, white)};
}

static int move_pick(const Search *s, const Order *order, Bits moves) {
    if (bits_meets(moves, order->both)) {
        moves = bits_and(moves, order->both);
    } else if (bits_meets(moves, order->either)) {
        moves = bits_and(moves, order->either);
    }
    int ring = 0;
    while (!bits_meets(moves, s->ring[ring])) ring++;
    return bits_first(bits_and(moves, s->ring[ring]));
}

static void node_search(Search *s, const BruteNode *node, Color mover, BruteProof *proof);

// Plays a move; true when it wins. Otherwise the opponent's carrier joins that of `proof`, and `*refuting`
// gets it.
static bool move_try(Search *s, const BruteNode *node, Color mover, int cell, BruteProof *proof,
                     Bits *refuting) {
    BruteNode next = node_after(s, node, mover, cell);
    BruteProof reply;
    s->line[s->depth++] = (int16_t)cell;
    node_search(s, &next, color_other(mover), &reply);
    s->depth--;
    if (s->stopped) return false;
    if (!reply.won) {
        bits_add(&reply.carrier, cell);
        *proof = (BruteProof){true, cell, reply.carrier};
        return true;
    }
    *refuting = reply.carrier;
    proof->carrier = bits_or(proof->carrier, reply.carrier);
    return false;
}

// Tries all moves. A move outside the carrier that refutes another one is refuted by the same replies.
static void moves_try(Search *s, const BruteNode *node, Color mover, BruteProof *proof) {
    Order order = order_make(s, node);
    Bits must = node_vacant(s, node), refuting;
    while (!bits_is_empty(must)) {
        int cell = move_pick(s, &order, must);
        if (move_try(s, node, mover, cell, proof, &refuting) || s->stopped) return;
        bits_remove(&must, cell);
        must = bits_and(must, refuting);
    }
}

static void node_search(Search *s, const BruteNode *node, Color mover, BruteProof *proof) {
    *proof = (BruteProof){false, MOVE_NONE, bits_none()};
    uint64_t before = s->nodes++;
    if (s->nodes >= s->clock.look_at) search_look(s);
    if (s->stopped) return;
    // 1. One stone wins.
    Bits wins = node_wins(s, node, mover), threats = node_wins(s, node, color_other(mover));
    if (!bits_is_empty(wins)) {
        int cell = bits_first(wins);
        *proof = (BruteProof){true, cell, bits_of(cell)};
        return;
    }
    // 2. The opponent threatens to win with one stone: stop it, or lose to two threats.
    if (!bits_is_empty(threats)) {
        int cell = bits_pop(&threats);
        bits_add(&proof->carrier, cell);
        if (!bits_is_empty(threats)) {
            bits_add(&proof->carrier, bits_first(threats));
        } else {
            Bits refuting;
            move_try(s, node, mover, cell, proof, &refuting);
        }
        return;
    }
    // 3. Seen before. Small searches cost less than a miss of the cache.
    bool small = bits_count(node_vacant(s, node)) <= SMALL;
    Key key = {0};
    if (!small) {
        key = key_make(s, node, mover);
        if (table_probe(s, &key, proof)) return;
    }
    // 4. Try the moves.
    moves_try(s, node, mover, proof);
    if (!small && !s->stopped) table_store(s, &key, proof, s->nodes - before);
}

static void search_set_up(Search *s, const Geometry *g) {
    s->width = g->width;
    s->cells = g->cells;
    s->all = bits_from_cellset(&g->all);
    s->not_first = bits_minus(s->all, bits_from_cellset(&g->around[EDGE_LEFT]));
    s->not_last = bits_minus(s->all, bits_from_cellset(&g->around[EDGE_RIGHT]));
    for (int cell = 0; cell < g->cells; cell++) {
        int dc = 2 * cell_column(g, cell) - (g->width - 1), dr = 2 * cell_row(g, cell) - (g->height - 1);
        int a = abs(dc), b = abs(dr), c = abs(dc + dr), far = a > b ? a : b;
        bits_add(&s->ring[(far > c ? far : c) / 2], cell);
    }
}

static BruteNode node_root(const Search *s, const Position *p) {
    BruteNode node;
    for (Color color = BLACK; color <= WHITE; color++) {
        node.stones[color] = bits_from_cellset(&p->stones[color]);
        for (int side = 0; side < 2; side++) {
            Bits edge = bits_from_cellset(&p->geometry->around[color_edge(color, side)]);
            node.touch[color][side] =
                touch_extend(s, node.stones[color], edge, bits_none(), bits_and(edge, node.stones[color]));
        }
    }
    return node;
}

static bool brute_search(BruteTable *table, const Position *position, const Budget *budget, Answer *answer) {
    if (!table_ready(table)) return false;
    Search s = {.table = table};
    budget_start(&s.clock, budget, BRUTE_STRIDE);
    search_set_up(&s, position->geometry);
    BruteNode root = node_root(&s, position);
    BruteProof proof;
    node_search(&s, &root, position->to_move, &proof);
    answer->nodes = s.nodes;
    if (s.stopped) return true;
    answer->winner = proof.won ? position->to_move : color_other(position->to_move);
    answer->move = proof.move;
    answer->carrier = bits_to_cellset(proof.carrier);
    return true;
}

static void entries_free(BruteTable *table) {
    entries_unmap(table->entries, table->buckets);
}

const BruteOps WIDTH_NAME(brute_ops) = {brute_search, entries_free};
