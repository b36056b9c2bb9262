// H-search, one colour, one width: the state and what its parts share.
//
// Nodes are the ends of connections: cells 0 to n-1, then the colour's two edges. A chain is the node of its
// edge, else of its lowest stone. A HsState holds all connections of one position:
//   - pairs: for two nodes, the meet (intersection) of their full connections and their semi connections;
//   - fulls: carrier and ends, linked by pair; never moved, marked DEAD when a smaller one replaces them;
//   - semis: blocks of eight carriers (lanes.h); a pair's first block has the pair's own index, further
//     blocks are spilled into a list;
//   - around: for each node the processed fulls that end there, in blocks of eight. The carrier includes the
//     other end's cell: two fulls can be joined at the node exactly when these sets are disjoint.
// A full is queued when found and processed once: joined at both its ends with those processed before it.
// Small carriers go first, and ORs wait until no full is queued.
#ifndef MUSTPLAY_KNOWLEDGE_HSEARCH_HSEARCH_H
#define MUSTPLAY_KNOWLEDGE_HSEARCH_HSEARCH_H

#include "knowledge/edge_template.h"
#include "knowledge/hsearch/lanes.h"
#include "knowledge/vc_ops.h"

enum {
    HS_CELLS_MAX = BITS_WORDS * 64 < CELL_MAX ? BITS_WORDS * 64 : CELL_MAX,
    HS_NODES_MAX = HS_CELLS_MAX + 2
};

// The key of a semi, an empty cell. A byte where cells fit: a pair of the narrowest width then fills one cache line.
#if BITS_WORDS <= 2
typedef uint8_t Key;
#else
typedef int16_t Key;
#endif

typedef enum FullMark { FULL_QUEUED, FULL_ACTIVE, FULL_DEAD } FullMark;

typedef struct Full {
    Bits carrier;
    int16_t x, y;
    int16_t size; // cells of the carrier
    uint8_t mark; // FullMark
    bool light;   // an own stone only shortened its carrier: to be joined with others of that kind alone
    int32_t next; // of the pair; -1 ends
    int32_t queue_next;
} Full;

typedef struct Pair {
    Bits full_meet;  // of all fulls; every bit when there are none
    Bits near_meet;  // of the fulls not much larger than the smallest; every bit when there are none
    Bits semi_meet;  // of all semis ever added; every bit when there are none
    Bits fresh_meet; // of the semis added since the last OR
    int16_t x, y;
    int32_t full_head;  // -1: none
    int32_t spill_head; // block with room; -1: none
    uint16_t full_count, semi_count;
    int16_t near_size; // the largest size that counts as not much larger
    Key key[LANES];    // of the semis in the pair's own block
    bool or_queued;
} __attribute__((aligned(64))) Pair;
_Static_assert(BITS_WORDS > 1 || sizeof(Pair) == 64, "one line");

// Beside the lanes of a spilled block. All blocks of a pair are full but the head of its list.
typedef struct SpillTag {
    Key key[LANES];
    int32_t next;
} SpillTag;

typedef struct AroundTag {
    int16_t other[LANES]; // the other end; -1 when the full is dead
    int32_t full[LANES];
    int32_t next, used;
} AroundTag;

typedef struct HsState {
    bool joined; // stones join the edges: nothing else is computed
    Bits stones[2];
    Bits empty;
    int16_t node_of[HS_CELLS_MAX]; // -1: the opponent's stone
    Bits node_bit[HS_NODES_MAX];   // the cell of a node that is an empty cell, else none
    Bits captured[HS_CELLS_MAX]; // by empty cell: what the colour's stone there would capture; only with the
                                 // option
    int32_t around_head[HS_NODES_MAX];
    uint16_t *pair_of; // [node][node]: index + 1, or 0
    Pair *pairs;
    Full *fulls;
    Lanes *own_lanes; // by pair
    Lanes *spill_lanes;
    SpillTag *spill_tags;
    Lanes *around_lanes;
    AroundTag *around_tags;
    int pair_count, full_count, spill_count, around_blocks;
    int pair_room, own_room, full_room, spill_room, around_room;
    int live_fulls, live_semis;
    bool unfinished; // stopped at a win with fulls still queued
} HsState;

// Where connections come from, kept only when asked for (VcOptions.record).
typedef enum FromKind { FROM_BASE, FROM_TEMPLATE, FROM_AND, FROM_OR, FROM_CROSSING } FromKind;

typedef struct SemiFrom {
    Bits carrier;
    int16_t key;
    int32_t a, b; // the two fulls joined at the key
} SemiFrom;

typedef struct FullFrom {
    uint8_t kind;
    int32_t a, b; // FROM_AND: the two fulls; FROM_OR: first member and how many; FROM_TEMPLATE: which
} FullFrom;

// An edge template at a place on the board.
typedef struct PlacedTemplate {
    Bits carrier;
    const EdgeTemplate *shape;
    int16_t cell, edge; // the stone's cell; the node of the edge
    bool mirrored;
} PlacedTemplate;

// A position on the way from the build to now.
typedef struct Level {
    Bits blocked;    // the opponent's stones placed since the state was made
    bool owns_state; // an own stone was placed here
} Level;

struct HSearch {
    const Geometry *geometry;
    Color color;
    VcOptions options;
    int nodes;            // cells + 2
    EdgeTemplate *shapes; // none without the option
    PlacedTemplate *templates;
    int template_count;
    HsState *state; // == states[state_depth]
    HsState **states;
    Level *levels;
    int state_depth, depth, level_room;
    int32_t *later; // pairs that an own stone touches
    int later_room;
    int light_from; // light fulls pass over fulls below this number
    bool failed;    // out of memory: connections may be missing
    bool recording; // derivations are kept: in builds with VcOptions.record, never after a placed stone
    // Work lists, empty between calls.
    int32_t queue_head[HS_CELLS_MAX + 1]; // by size of carrier
    uint64_t queue_sizes[HS_CELLS_MAX / 64 + 1];
    int32_t *or_queue;
    int or_count, or_room;
    // Scratch of the OR rule.
    LanesTurned *blocks;
    int blocks_room;
    Bits *pool;
    SemiFrom *pool_from;
    int pool_room;
    // Derivations, for the present build only.
    FullFrom *full_from;
    SemiFrom *own_from;   // by pair and lane
    SemiFrom *spill_from; // by spilled block and lane
    SemiFrom *members;
    int full_from_room, own_from_room, spill_from_room, member_count, member_room;
    VcCounts counts;
    bool aiming;           // the aimed crossing is still to come in this build
    Bits *near;            // by cell: those within its reach
    uint64_t attempts_max; // a closure that stops at a win gives up beyond
};

static inline Bits bits_all(void) {
    Bits b;
    for (int i = 0; i < BITS_WORDS; i++) b.word[i] = ~(uint64_t)0;
    return b;
}

static inline bool node_is_edge(const HSearch *hs, int node) {
    return node >= hs->geometry->cells;
}

// A node as the world knows it.
static inline int node_outside(const HSearch *hs, int node) {
    return node_is_edge(hs, node) ? color_edge(hs->color, node - hs->geometry->cells) : node;
}

static inline Bits hs_blocked(const HSearch *hs) {
    return hs->levels[hs->depth].blocked;
}

// The pair of two nodes, or NULL when nothing is known about it.
static inline Pair *pair_find(const HSearch *hs, const HsState *s, int x, int y) {
    int index = s->pair_of[x * hs->nodes + y];
    return index ? &s->pairs[index - 1] : NULL;
}

static inline Pair *pair_winning(const HSearch *hs, const HsState *s) {
    return pair_find(hs, s, hs->geometry->cells, hs->geometry->cells + 1);
}

// What a stone on the end of a pair that is an empty cell captures, if the other end is a chain or an edge.
static inline Bits hs_pair_captured(const HSearch *hs, const Pair *p) {
    if (!hs->options.captured || hs->recording) return bits_none();
    const HsState *s = hs->state;
    bool x_cell = !bits_is_empty(s->node_bit[p->x]), y_cell = !bits_is_empty(s->node_bit[p->y]);
    return x_cell == y_cell ? bits_none() : s->captured[x_cell ? p->x : p->y];
}

// One block of a pair's semis after another: for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w)).
typedef struct SemiWalk {
    const HsState *state;
    const Lanes *lanes;
    const Key *key;
    int used;  // lanes in use; 0 at the end
    int place; // of lane 0
    int left, next;
} SemiWalk;

enum { SPILL_PLACE = 1 << 20 }; // places of own blocks lie below, of spilled ones above

static inline SemiWalk semi_walk(const HsState *s, const Pair *p) {
    int index = (int)(p - s->pairs), count = p->semi_count;
    SemiWalk w = {s,
                  &s->own_lanes[index],
                  p->key,
                  count < LANES ? count : LANES,
                  index * LANES,
                  count - LANES,
                  p->spill_head};
    return w;
}

static inline void semi_walk_next(SemiWalk *w) {
    if (w->left <= 0) {
        w->used = 0;
        return;
    }
    int block = w->next;
    w->lanes = &w->state->spill_lanes[block];
    w->key = w->state->spill_tags[block].key;
    w->used = (w->left - 1) % LANES + 1;
    w->left -= w->used;
    w->place = SPILL_PLACE + block * LANES;
    w->next = w->state->spill_tags[block].next;
}

// The place of the smallest semi of a pair that is apart from `avoid`, with its carrier, or -1.
static inline int semi_find(const HsState *s, const Pair *p, Bits avoid, Bits *carrier) {
    int best = HS_CELLS_MAX + 1, place = -1;
    if (!p || bits_meets(p->semi_meet, avoid)) return -1;
    for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w)) {
        for (unsigned hits = lanes_apart(w.lanes, avoid) & lanes_used(w.used); hits; hits &= hits - 1) {
            int lane = __builtin_ctz(hits), size = bits_count(lanes_get(w.lanes, lane));
            if (size >= best) continue;
            best = size;
            place = w.place + lane;
            *carrier = lanes_get(w.lanes, lane);
        }
    }
    return place;
}

// The derivation of the semi at a place.
static inline SemiFrom *semi_from(const HSearch *hs, int place) {
    return place < SPILL_PLACE ? &hs->own_from[place] : &hs->spill_from[place - SPILL_PLACE];
}

// --- hs_state.c: memory, and what a state knows of the board.
// Makes room for `count` items of `size` bytes in an array, aligned to 64 bytes, and keeps what is there. False, with
// hs->failed set, out of memory. hs_room is the inlined test before it. With HS_ALWAYS_MOVES (tests) every array
// moves whenever it may and the old memory is overwritten, which catches pointers kept into it.
#ifndef HS_ALWAYS_MOVES
#define HS_ALWAYS_MOVES 0
#endif
static bool hs_grow(HSearch *hs, void *array, int *room, int count, size_t size);
static inline bool hs_room(HSearch *hs, void *array, int *room, int count, size_t size) {
    return __builtin_expect(count <= *room && !HS_ALWAYS_MOVES, 1) || hs_grow(hs, array, room, count, size);
}
static HsState *hs_state_new(const HSearch *hs);
static void hs_state_free(HsState *s);
static void hs_state_clear(const HSearch *hs, HsState *s);
// Sets stones, chains and node tables; `joined` when the stones already join the edges.
static void hs_state_board(const HSearch *hs, HsState *s, const Bits stones[2]);
// The pair of two different nodes, made when it is new; NULL out of memory.
static Pair *hs_pair(HSearch *hs, int x, int y);

// --- hs_and.c: adding connections, AND rule, closure
// Puts a full into its pair's list without asking whether it is wanted. Returns its index, -1 out of memory.
static int hs_full_append(HSearch *hs, Pair *p, int x, int y, Bits carrier);
// Adds and queues a full if the pair has a use for it. Returns its index or -1.
static int hs_full_add(HSearch *hs, int x, int y, Bits carrier);
static void hs_full_queue(HSearch *hs, int full);
// Joins a full, at its ends x and y as the mask says, with all that were processed before it.
enum { JOIN_X = 1, JOIN_Y = 2, JOIN_BOTH = 3 };
static void hs_full_process(HSearch *hs, int full, unsigned join);
static int hs_semi_append(HSearch *hs, Pair *p, Bits carrier, int key);
// Adds a semi if it is new and useful and asks for an OR of its pair. Returns its place or -1.
static int hs_semi_add(HSearch *hs, int x, int y, Bits carrier, int key);
static void hs_or_queue(HSearch *hs, Pair *p);
// Applies all rules until nothing new appears.
static void hs_close(HSearch *hs);
// Adds the base connections of a node: adjacency.
static void hs_base(HSearch *hs, int cell);

// --- hs_template.c: places the edge templates on the board, once; adds those that fit the position; answers
// an intrusion.
static bool hs_templates_prepare(HSearch *hs);
static void hs_templates_add(HSearch *hs);
static int hs_template_reply(const HSearch *hs, int number, int cell);

// --- hs_or.c
// Combines the semis of a pair into fulls by the rule of the options.
static void hs_or(HSearch *hs, int pair);
static int hs_members_add(HSearch *hs, const SemiFrom *from);

// --- hs_update.c
static bool hs_build(HSearch *hs, const CellSet stones[2]);
static bool hs_place(HSearch *hs, int cell, Color stone);
static void hs_undo(HSearch *hs);
static bool hs_attempt(HSearch *hs, CellSet against, int cell, uint64_t limit, CellSet *carrier);

// --- hs_cross.c: applies the crossing rule; true when it added something.
static bool hs_cross(HSearch *hs);

// --- hs_aim.c: the crossing rule aimed at gaps near the edges, once per build; true when it added something.
static bool hs_aim(HSearch *hs);
static bool hs_aim_prepare(HSearch *hs);

// --- hs_origin.c: as in vc.h
static int hs_winning_full(const HSearch *hs);
static int hs_winning_semis(const HSearch *hs, VcSemi *out, int max);
static VcFull hs_full_read(const HSearch *hs, int full);
static VcSemi hs_member_read(const HSearch *hs, int member);

// --- hs_deduce.c, hs_query.c, hs_validate.c: as in vc.h
static bool hs_deduce(const HSearch *hs, uint64_t nodes, CellSet *carrier);
static int hs_reply(const HSearch *hs, const VcConnection *full, int intrusion);
static bool hs_validate(const HSearch *hs, Error *error);
static bool hs_win(const HSearch *hs, CellSet *carrier);
static bool hs_win_semi(const HSearch *hs, int *key, CellSet *carrier);
static CellSet hs_mustplay(const HSearch *hs, CellSet *carrier);
static int hs_between(const HSearch *hs, int x, int y, bool full, VcConnection *out, int max);
static void hs_each(const HSearch *hs, bool full, VcVisit visit, void *context);
static int hs_end(const HSearch *hs, int cell);
static VcCounts hs_counts(const HSearch *hs);

#endif
