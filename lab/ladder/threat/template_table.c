#include "lab/ladder/threat/template_table.h"

#include <stdlib.h>
#include <string.h>

enum { LEAF_MAX = 16, NONE = -1, STACK_MAX = 1 << 14 };

typedef struct Entry {
    Bits set[TEMPLATE_SETS];
    int32_t groups;      // inner groups
    int32_t first_group; // index into the pool of groups
} Entry;

// A node seen from its parent, so that most nodes need not be fetched to be left out.
typedef struct Child {
    Bits empty; // cells that every entry at it and below demands empty
    int32_t node;
} Child;

_Static_assert(TEMPLATE_PAIR_WORDS <= 32, "a bit for each word");
// The children of a node, one for each feature that entries below are filed under.
typedef struct Branch {
    Bits set[TEMPLATE_SETS];         // their features
    int16_t set_rank[TEMPLATE_SETS]; // children before a set's
    uint32_t pair_words;             // words of `pair` that are not zero: most are, and stay unread
    int32_t count;
    Child *children; // in the order of the features, pairs first
    int16_t pair_rank[TEMPLATE_PAIR_WORDS];
    uint64_t pair[TEMPLATE_PAIR_WORDS];
} Branch;

// A node of the tree: entries of its own, and children once these are too many.
typedef struct TemplateNode {
    Bits demanded[TEMPLATE_SETS]; // by every entry at it and below
    Branch *branch;
    Entry *entries;
    int32_t count, room;
} TemplateNode;

struct TemplateTable {
    int cells;
    uint64_t memory, bytes; // the bound, and what is used
    TemplateNode *nodes;
    int32_t node_count, node_room;
    Bits *groups;
    int32_t group_count, group_room;
    uint64_t count;
    uint64_t boards; // positions seen, and how often they had each feature
    uint32_t *present;
};

// --- Memory

// Makes room for `need` elements in an array; false when out of memory or beyond the bound.
static bool room_make(TemplateTable *t, void **array, int32_t *room, int32_t need, size_t size) {
    if (need <= *room) return true;
    int32_t wanted = need > 2 * *room ? need : 2 * *room;
    uint64_t more = (uint64_t)(wanted - *room) * size;
    if (t->memory && t->bytes + more > t->memory) return false;
    void *grown = realloc(*array, (size_t)wanted * size);
    if (!grown) return false;
    t->bytes += more;
    *array = grown;
    *room = wanted;
    return true;
}

static int32_t node_new(TemplateTable *t) {
    if (!room_make(t, (void **)&t->nodes, &t->node_room, t->node_count + 1, sizeof *t->nodes)) return NONE;
    memset(&t->nodes[t->node_count], 0, sizeof *t->nodes);
    memset(t->nodes[t->node_count].demanded, 0xff, sizeof t->nodes->demanded);
    return t->node_count++;
}

static TemplateTable *template_table_new(int cells, uint64_t memory) {
    TemplateTable *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->cells = cells;
    t->present = calloc((size_t)(TEMPLATE_PAIRS + TEMPLATE_SETS * cells), sizeof *t->present);
    if (!t->present || node_new(t) == NONE) {
        template_table_free(t);
        return NULL;
    }
    t->memory = memory;
    return t;
}

static void template_table_free(TemplateTable *t) {
    if (!t) return;
    for (int32_t i = 0; i < t->node_count; i++) {
        if (t->nodes[i].branch) free(t->nodes[i].branch->children);
        free(t->nodes[i].branch);
        free(t->nodes[i].entries);
    }
    free(t->nodes);
    free(t->groups);
    free(t->present);
    free(t);
}

static uint64_t template_table_count(const TemplateTable *t) {
    return t->count;
}

// --- Pairs. A feature is a pair's number, or TEMPLATE_PAIRS and a set's and a cell's.

static int pair_number(int a, int b) { // a < b
    return (b * (b - 1) / 2 + a) % TEMPLATE_PAIRS;
}

static void pairs_add(uint64_t *pair, Bits group) {
    for (int a; (a = bits_pop(&group)) >= 0;) {
        Bits rest = group;
        for (int b; (b = bits_pop(&rest)) >= 0;) {
            int number = pair_number(a, b);
            pair[number / 64] |= (uint64_t)1 << number % 64;
        }
    }
}

static void template_board_pair(BoardTemplate *board) {
    memset(board->pair, 0, sizeof board->pair);
    for (int g = 0; g < board->groups; g++) pairs_add(board->pair, board->group[g]);
}

// --- Matching

static bool sets_within(const Bits a[TEMPLATE_SETS], const Bits b[TEMPLATE_SETS]) {
    Bits missing = bits_none();
    for (int i = 0; i < TEMPLATE_SETS; i++) missing = bits_or(missing, bits_minus(a[i], b[i]));
    return bits_is_empty(missing);
}

// Each inner group's cells all touch one group of the board.
static bool groups_match(const TemplateTable *t, const Entry *e, const BoardTemplate *board) {
    for (int i = 0; i < e->groups; i++) {
        Bits cells = t->groups[e->first_group + i];
        int g = 0;
        while (g < board->groups && !bits_within(cells, board->group[g])) g++;
        if (g == board->groups) return false;
    }
    return true;
}

// Walks over the matching entries.
typedef struct Walk {
    const TemplateTable *table;
    const BoardTemplate *board;
    int depth;
    int32_t stack[STACK_MAX]; // nodes to visit; beyond its room matches are missed, never made up
    int32_t node;
    int next; // entry of the node
} Walk;

static void walk_start(Walk *w, const TemplateTable *table, const BoardTemplate *board) {
    w->table = table;
    w->board = board;
    w->depth = 1;
    w->stack[0] = 0;
    w->node = NONE;
}

static void walk_push(Walk *w, const Child *child) {
    int32_t node = child->node;
    if (!bits_within(child->empty, w->board->set[TEMPLATE_EMPTY])) return;
    __builtin_prefetch(&w->table->nodes[node]);
    __builtin_prefetch((const char *)&w->table->nodes[node] + sizeof(TemplateNode) - 1);
    if (w->depth < STACK_MAX) w->stack[w->depth++] = node;
}

static int bits_below(uint64_t word, int bit) {
    return __builtin_popcountll(word & (((uint64_t)1 << bit) - 1));
}

// Notes the children whose feature the board has.
static void walk_branch(Walk *w, const Branch *b) {
    for (uint32_t words = b->pair_words; words; words &= words - 1) {
        int i = __builtin_ctz(words);
        for (uint64_t there = b->pair[i] & w->board->pair[i]; there; there &= there - 1)
            walk_push(w, &b->children[b->pair_rank[i] + bits_below(b->pair[i], __builtin_ctzll(there))]);
    }
    for (int i = 0; i < TEMPLATE_SETS; i++) {
        Bits there = bits_and(b->set[i], w->board->set[i]);
        for (int c; (c = bits_pop(&there)) >= 0;)
            walk_push(w, &b->children[b->set_rank[i] + bits_count(bits_and(b->set[i], bits_first_n(c)))]);
    }
}

// Goes to the next node whose demands the board meets.
static void walk_node(Walk *w) {
    w->node = NONE;
    w->next = 0;
    while (w->depth && w->node == NONE) {
        int32_t id = w->stack[--w->depth];
        if (sets_within(w->table->nodes[id].demanded, w->board->set)) w->node = id;
    }
    if (w->node != NONE && w->table->nodes[w->node].branch) walk_branch(w, w->table->nodes[w->node].branch);
}

static const Entry *walk_next(Walk *w) {
    const TemplateTable *t = w->table;
    for (;;) {
        if (w->node == NONE) walk_node(w);
        if (w->node == NONE) return NULL;
        const TemplateNode *n = &t->nodes[w->node];
        while (w->next < n->count) {
            const Entry *e = &n->entries[w->next++];
            if (sets_within(e->set, w->board->set) && groups_match(t, e, w->board)) return e;
        }
        w->node = NONE;
    }
}

static bool template_table_first(const TemplateTable *t, const BoardTemplate *board, Bits *carrier) {
    Walk walk;
    walk_start(&walk, t, board);
    const Entry *e = walk_next(&walk);
    if (e) *carrier = e->set[TEMPLATE_EMPTY];
    return e != NULL;
}

static int template_table_meet(const TemplateTable *t, const BoardTemplate *board, Bits *meet, Bits *united) {
    Walk walk;
    int taken = 0;
    walk_start(&walk, t, board);
    for (const Entry *e; !bits_is_empty(*meet) && (e = walk_next(&walk));) {
        Bits carrier = e->set[TEMPLATE_EMPTY];
        if (bits_within(*meet, carrier)) continue;
        *meet = bits_and(*meet, carrier);
        *united = bits_or(*united, carrier);
        taken++;
    }
    return taken;
}

static uint64_t template_table_matches(const TemplateTable *t, const BoardTemplate *board) {
    Walk walk;
    uint64_t matches = 0;
    walk_start(&walk, t, board);
    while (walk_next(&walk)) matches++;
    return matches;
}

static void template_table_each(const TemplateTable *t, TemplateVisit visit, void *context) {
    BoardTemplate out = {.whole = true};
    for (int32_t id = 0; id < t->node_count; id++) {
        const TemplateNode *n = &t->nodes[id];
        for (int i = 0; i < n->count; i++) {
            const Entry *e = &n->entries[i];
            memcpy(out.set, e->set, sizeof out.set);
            if (e->groups)
                memcpy(out.group, t->groups + e->first_group, (size_t)e->groups * sizeof *out.group);
            out.groups = e->groups;
            visit(context, &out);
        }
    }
}

// --- Inserting

// A group's cells within the carrier matter only if there are at least two. They must not all lie at a side group or
// at another group kept.
static bool group_counts(const BoardTemplate *made, Bits cells) {
    if (bits_count(cells) < 2 || bits_within(cells, made->set[TEMPLATE_X]) ||
        bits_within(cells, made->set[TEMPLATE_Y]))
        return false;
    for (int g = 0; g < made->groups; g++) {
        if (bits_within(cells, made->group[g])) return false;
    }
    return true;
}

// The template of a carrier: what of the board's features it needs.
static void template_make(const BoardTemplate *board, Bits carrier, BoardTemplate *out) {
    for (int i = 0; i < TEMPLATE_SETS; i++) out->set[i] = bits_and(board->set[i], carrier);
    Bits touch = bits_or(out->set[TEMPLATE_X], out->set[TEMPLATE_Y]);
    out->groups = 0;
    out->whole = true;
    for (int g = 0; g < board->groups; g++) {
        Bits cells = bits_and(board->group[g], carrier);
        if (!group_counts(out, cells)) continue;
        out->group[out->groups++] = cells;
        touch = bits_or(touch, cells);
    }
    out->set[TEMPLATE_TOUCH] = touch;
}

static void board_count(TemplateTable *t, const BoardTemplate *board) {
    t->boards++;
    for (int i = 0; i < TEMPLATE_PAIR_WORDS; i++) {
        for (uint64_t left = board->pair[i]; left; left &= left - 1)
            t->present[64 * i + __builtin_ctzll(left)]++;
    }
    for (int i = 0; i < TEMPLATE_SETS; i++) {
        Bits cells = board->set[i];
        for (int c; (c = bits_pop(&cells)) >= 0;) t->present[TEMPLATE_PAIRS + i * t->cells + c]++;
    }
}

// The features used on the way down the tree.
typedef struct Used {
    Bits set[TEMPLATE_SETS];
    uint64_t pair[TEMPLATE_PAIR_WORDS];
} Used;

static void used_add(const TemplateTable *t, Used *used, int feature) {
    int single = feature - TEMPLATE_PAIRS;
    if (single < 0)
        used->pair[feature / 64] |= (uint64_t)1 << feature % 64;
    else
        bits_add(&used->set[single / t->cells], single % t->cells);
}

typedef struct Rarest {
    const TemplateTable *table;
    uint32_t least;
    int feature;
} Rarest;

static void rarest_try(Rarest *r, int feature) {
    if (r->table->present[feature] >= r->least) return;
    r->least = r->table->present[feature];
    r->feature = feature;
}

// The pairs of a group, unless one of them was used: its other pairs then say little more.
static void rarest_group(Rarest *r, Bits group, const Used *used) {
    uint64_t pair[TEMPLATE_PAIR_WORDS] = {0};
    pairs_add(pair, group);
    for (int i = 0; i < TEMPLATE_PAIR_WORDS; i++) {
        if (pair[i] & used->pair[i]) return;
    }
    for (int i = 0; i < TEMPLATE_PAIR_WORDS; i++) {
        for (uint64_t left = pair[i]; left; left &= left - 1) rarest_try(r, 64 * i + __builtin_ctzll(left));
    }
}

// The entry's feature that positions have least often, of those not yet used on the way down; NONE when all
// are used.
static int entry_rarest(const TemplateTable *t, const Entry *e, const Used *used) {
    Rarest r = {.table = t, .least = UINT32_MAX, .feature = NONE};
    for (int g = 0; g < e->groups; g++) rarest_group(&r, t->groups[e->first_group + g], used);
    for (int i = 0; i < TEMPLATE_SETS; i++) {
        Bits left = bits_minus(e->set[i], used->set[i]);
        for (int c; (c = bits_pop(&left)) >= 0;) rarest_try(&r, TEMPLATE_PAIRS + i * t->cells + c);
    }
    return r.feature;
}

// The place of a feature's child among a branch's, and whether it is there.
static int child_rank(const TemplateTable *t, const Branch *b, int feature, bool *there) {
    int single = feature - TEMPLATE_PAIRS;
    if (single < 0) {
        uint64_t word = b->pair[feature / 64];
        *there = word >> feature % 64 & 1;
        return b->pair_rank[feature / 64] + bits_below(word, feature % 64);
    }
    int set = single / t->cells, cell = single % t->cells;
    *there = bits_has(b->set[set], cell);
    return b->set_rank[set] + bits_count(bits_and(b->set[set], bits_first_n(cell)));
}

// Adds a feature to a branch's sets and counts anew.
static void branch_mark(const TemplateTable *t, Branch *b, int feature) {
    int before = 0, single = feature - TEMPLATE_PAIRS;
    if (single < 0)
        b->pair[feature / 64] |= (uint64_t)1 << feature % 64, b->pair_words |= 1u << feature / 64;
    else
        bits_add(&b->set[single / t->cells], single % t->cells);
    for (int i = 0; i < TEMPLATE_PAIR_WORDS; i++) {
        b->pair_rank[i] = (int16_t)before;
        before += __builtin_popcountll(b->pair[i]);
    }
    for (int i = 0; i < TEMPLATE_SETS; i++) {
        b->set_rank[i] = (int16_t)before;
        before += bits_count(b->set[i]);
    }
    b->count = before;
}

// The node's child for an entry with a feature, made if need be. NONE when there is no room.
static int32_t node_child(TemplateTable *t, int32_t id, int feature, const Entry *e) {
    bool there;
    if (!t->nodes[id].branch && !(t->nodes[id].branch = calloc(1, sizeof(Branch)))) return NONE;
    Branch *b = t->nodes[id].branch;
    int rank = child_rank(t, b, feature, &there);
    if (there) {
        b->children[rank].empty = bits_and(b->children[rank].empty, e->set[TEMPLATE_EMPTY]);
        return b->children[rank].node;
    }
    Child *grown = realloc(b->children, (size_t)(b->count + 1) * sizeof *grown);
    if (!grown) return NONE;
    b->children = grown;
    int32_t child = node_new(t);
    if (child == NONE) return NONE;
    t->bytes += sizeof *grown;
    memmove(grown + rank + 1, grown + rank, (size_t)(b->count - rank) * sizeof *grown);
    grown[rank] = (Child){.empty = e->set[TEMPLATE_EMPTY], .node = child};
    branch_mark(t, b, feature);
    return child;
}

static void node_demand(TemplateNode *n, const Entry *e) {
    for (int i = 0; i < TEMPLATE_SETS; i++) n->demanded[i] = bits_and(n->demanded[i], e->set[i]);
}

static bool node_add(TemplateTable *t, int32_t id, const Entry *e) {
    TemplateNode *n = &t->nodes[id];
    if (!room_make(t, (void **)&n->entries, &n->room, n->count + 1, sizeof *n->entries)) return false;
    n->entries[n->count++] = *e;
    node_demand(n, e);
    return true;
}

// Files the entries of a full node under its children; those without further features stay.
static bool node_split(TemplateTable *t, int32_t id, const Used *used) {
    int kept = 0, count = t->nodes[id].count;
    bool good = true;
    for (int i = 0; i < count; i++) {
        Entry e = t->nodes[id].entries[i];
        int feature = good ? entry_rarest(t, &e, used) : NONE;
        int32_t child = feature == NONE ? NONE : node_child(t, id, feature, &e);
        if (child == NONE || !node_add(t, child, &e)) {
            good = good && feature == NONE;
            t->nodes[id].entries[kept++] = e;
        }
    }
    t->nodes[id].count = kept;
    return good;
}

// Follows the entry's features, the rarest first, down to a node that has no children yet.
static bool entry_place(TemplateTable *t, const Entry *e) {
    Used used = {.pair = {0}};
    int32_t at = 0;
    for (;;) {
        if (!t->nodes[at].branch && t->nodes[at].count >= LEAF_MAX && !node_split(t, at, &used)) return false;
        node_demand(&t->nodes[at], e);
        int feature = t->nodes[at].branch ? entry_rarest(t, e, &used) : NONE;
        if (feature == NONE) return node_add(t, at, e);
        used_add(t, &used, feature);
        at = node_child(t, at, feature, e);
        if (at == NONE) return false;
    }
}

static bool template_table_insert(TemplateTable *t, const BoardTemplate *board, Bits carrier) {
    BoardTemplate made;
    Bits known;
    if (!board->whole) return false;
    template_make(board, carrier, &made);
    board_count(t, board);
    BoardTemplate asked = made; // a template may use the side groups too
    asked.group[asked.groups++] = made.set[TEMPLATE_X];
    asked.group[asked.groups++] = made.set[TEMPLATE_Y];
    template_board_pair(&asked);
    if (template_table_first(t, &asked, &known)) return false;
    if (!room_make(t, (void **)&t->groups, &t->group_room, t->group_count + made.groups, sizeof *t->groups))
        return false;
    Entry e = {.groups = made.groups, .first_group = t->group_count};
    memcpy(e.set, made.set, sizeof e.set);
    if (made.groups) memcpy(t->groups + t->group_count, made.group, (size_t)made.groups * sizeof *made.group);
    if (!entry_place(t, &e)) return false;
    t->group_count += made.groups;
    t->count++;
    return true;
}
