#include "search/width/template_table.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_MAX = 16, NONE = -1, STACK_MAX = 4096 };

typedef struct Entry {
    Bits set[TEMPLATE_SETS];
    int32_t groups;      // inner groups
    int32_t first_group; // index into the pool of groups
} Entry;

// A node of the tree: a leaf with a block of entries, or a feature that parts the entries below.
typedef struct Node {
    Bits demanded[TEMPLATE_SETS]; // by all entries below
    int32_t feature;              // set * cells + cell; NONE in a leaf
    int32_t without, with;        // children; in a leaf `without` is the block, `with` an overflow leaf
    int32_t count;                // entries of a leaf
} Node;

struct TemplateTable {
    int cells;
    uint64_t memory;
    Node *nodes;
    int32_t node_count, node_room;
    Entry (*blocks)[BLOCK_MAX];
    int32_t block_count, block_room;
    Bits *groups;
    int32_t group_count, group_room;
    uint64_t count;
    uint64_t boards; // positions seen, and how often they had each feature
    uint32_t *present;
};

// --- Memory

static uint64_t table_bytes(const TemplateTable *t) {
    return (uint64_t)t->node_room * sizeof *t->nodes + (uint64_t)t->block_room * sizeof *t->blocks +
           (uint64_t)t->group_room * sizeof *t->groups;
}

// Makes room for `need` elements in an array; false when out of memory or beyond the bound.
static bool room_make(TemplateTable *t, void **array, int32_t *room, int32_t need, size_t size) {
    if (need <= *room) return true;
    int32_t wanted = need > 2 * *room ? need : 2 * *room;
    if (t->memory && table_bytes(t) + (uint64_t)(wanted - *room) * size > t->memory) return false;
    void *grown = realloc(*array, (size_t)wanted * size);
    if (!grown) return false;
    *array = grown;
    *room = wanted;
    return true;
}

// A new empty leaf with the block given, or with a new one. NONE when there is no room.
static int32_t leaf_new(TemplateTable *t, int32_t block) {
    if (!room_make(t, (void **)&t->nodes, &t->node_room, t->node_count + 1, sizeof *t->nodes)) return NONE;
    if (!room_make(t, (void **)&t->blocks, &t->block_room, t->block_count + 1, sizeof *t->blocks))
        return NONE;
    Node *n = &t->nodes[t->node_count];
    *n = (Node){.feature = NONE, .without = block == NONE ? t->block_count++ : block, .with = NONE};
    memset(n->demanded, 0xff, sizeof n->demanded);
    return t->node_count++;
}

TemplateTable *template_table_new(int cells, uint64_t memory) {
    TemplateTable *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->cells = cells;
    t->present = calloc((size_t)(TEMPLATE_SETS * cells), sizeof *t->present);
    if (!t->present || leaf_new(t, NONE) == NONE) {
        template_table_free(t);
        return NULL;
    }
    t->memory = memory;
    return t;
}

void template_table_free(TemplateTable *t) {
    if (!t) return;
    free(t->nodes);
    free(t->blocks);
    free(t->groups);
    free(t->present);
    free(t);
}

uint64_t template_table_count(const TemplateTable *t) {
    return t->count;
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

static bool feature_in(const Bits set[TEMPLATE_SETS], int cells, int feature) {
    return bits_has(set[feature / cells], feature % cells);
}

// Walks over the matching entries.
typedef struct Walk {
    const TemplateTable *table;
    const BoardTemplate *board;
    int depth;
    int32_t stack[STACK_MAX];
    int32_t leaf;
    int next; // entry of the leaf
} Walk;

static void walk_start(Walk *w, const TemplateTable *table, const BoardTemplate *board) {
    w->table = table;
    w->board = board;
    w->depth = 1;
    w->stack[0] = 0;
    w->leaf = NONE;
}

// The next leaf whose demands the board meets, or NONE.
static int32_t walk_leaf(Walk *w) {
    const TemplateTable *t = w->table;
    while (w->depth) {
        int32_t id = w->stack[--w->depth];
        const Node *n = &t->nodes[id];
        if (!sets_within(n->demanded, w->board->set)) continue;
        if (n->feature == NONE) {
            if (n->with != NONE) w->stack[w->depth++] = n->with;
            return id;
        }
        w->stack[w->depth++] = n->without;
        if (feature_in(w->board->set, t->cells, n->feature)) w->stack[w->depth++] = n->with;
    }
    return NONE;
}

static const Entry *walk_next(Walk *w) {
    const TemplateTable *t = w->table;
    for (;;) {
        if (w->leaf == NONE) {
            w->leaf = walk_leaf(w);
            w->next = 0;
            if (w->leaf == NONE) return NULL;
        }
        const Node *n = &t->nodes[w->leaf];
        while (w->next < n->count) {
            const Entry *e = &t->blocks[n->without][w->next++];
            if (sets_within(e->set, w->board->set) && groups_match(t, e, w->board)) return e;
        }
        w->leaf = NONE;
    }
}

bool template_table_first(const TemplateTable *t, const BoardTemplate *board, Bits *carrier) {
    Walk walk;
    walk_start(&walk, t, board);
    const Entry *e = walk_next(&walk);
    if (e) *carrier = e->set[TEMPLATE_EMPTY];
    return e != NULL;
}

int template_table_meet(const TemplateTable *t, const BoardTemplate *board, Bits *meet, Bits *united) {
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

void template_table_each(const TemplateTable *t, TemplateVisit visit, void *context) {
    BoardTemplate out = {.whole = true};
    for (int32_t id = 0; id < t->node_count; id++) {
        const Node *n = &t->nodes[id];
        for (int i = 0; n->feature == NONE && i < n->count; i++) {
            const Entry *e = &t->blocks[n->without][i];
            memcpy(out.set, e->set, sizeof out.set);
            memcpy(out.group, t->groups + e->first_group, (size_t)e->groups * sizeof *out.group);
            out.groups = e->groups;
            visit(context, &out);
        }
    }
}

// --- Inserting

// The template of a carrier: what of the board's features lies in it. Side groups are no inner groups, and
// neither is a group that touches nothing of the carrier.
static void template_make(const BoardTemplate *board, Bits carrier, BoardTemplate *out) {
    for (int i = 0; i < TEMPLATE_SETS; i++) out->set[i] = bits_and(board->set[i], carrier);
    out->groups = 0;
    out->whole = true;
    for (int g = 0; g < board->groups; g++) {
        Bits cells = bits_and(board->group[g], carrier);
        bool side = bits_within(cells, out->set[TEMPLATE_X]) || bits_within(cells, out->set[TEMPLATE_Y]);
        if (!side) out->group[out->groups++] = cells; // a group within a side group's cells adds nothing
    }
}

static void board_count(TemplateTable *t, const BoardTemplate *board) {
    t->boards++;
    for (int i = 0; i < TEMPLATE_SETS; i++) {
        Bits cells = board->set[i];
        for (int c; (c = bits_pop(&cells)) >= 0;) t->present[i * t->cells + c]++;
    }
}

// The feature that parts a full leaf best: the demanding part is what a query saves when the feature is
// absent. Parts of less than a quarter are a last resort. NONE when all entries are alike.
static int32_t leaf_feature(const TemplateTable *t, const Entry *entries) {
    double best = 0;
    int32_t found = NONE;
    for (int f = 0; f < TEMPLATE_SETS * t->cells; f++) {
        int with = 0;
        for (int i = 0; i < BLOCK_MAX; i++) with += feature_in(entries[i].set, t->cells, f);
        if (with == 0 || with == BLOCK_MAX) continue;
        double absent = 1.02 - (double)t->present[f] / (double)t->boards;
        double score = with * absent;
        if (with < BLOCK_MAX / 4 || with > BLOCK_MAX * 3 / 4) score *= 0.01;
        if (score > best) {
            best = score;
            found = f;
        }
    }
    return found;
}

static void leaf_add(TemplateTable *t, int32_t leaf, const Entry *e) {
    Node *n = &t->nodes[leaf];
    t->blocks[n->without][n->count++] = *e;
    for (int i = 0; i < TEMPLATE_SETS; i++) n->demanded[i] = bits_and(n->demanded[i], e->set[i]);
}

// Parts a full leaf in two; the leaf's block goes to one of them.
static bool leaf_split(TemplateTable *t, int32_t leaf, int32_t feature) {
    int32_t block = t->nodes[leaf].without;
    int32_t with = leaf_new(t, NONE), without = with == NONE ? NONE : leaf_new(t, block);
    if (without == NONE) return false;
    Entry old[BLOCK_MAX];
    memcpy(old, t->blocks[block], sizeof old);
    for (int i = 0; i < BLOCK_MAX; i++)
        leaf_add(t, feature_in(old[i].set, t->cells, feature) ? with : without, &old[i]);
    Node *n = &t->nodes[leaf];
    n->feature = feature;
    n->without = without;
    n->with = with;
    n->count = 0;
    return true;
}

// Makes room in a full leaf: parts it, or hangs another leaf to it when its entries are all alike.
static bool leaf_room(TemplateTable *t, int32_t leaf) {
    int32_t feature = leaf_feature(t, t->blocks[t->nodes[leaf].without]);
    if (feature != NONE) return leaf_split(t, leaf, feature);
    int32_t more = leaf_new(t, NONE);
    if (more == NONE) return false;
    t->nodes[leaf].with = more;
    return true;
}

// Follows the entry's features down to a leaf with room.
static bool entry_place(TemplateTable *t, const Entry *e) {
    int32_t at = 0;
    for (;;) {
        Node *n = &t->nodes[at];
        for (int i = 0; i < TEMPLATE_SETS; i++) n->demanded[i] = bits_and(n->demanded[i], e->set[i]);
        if (n->feature != NONE)
            at = feature_in(e->set, t->cells, n->feature) ? n->with : n->without;
        else if (n->count < BLOCK_MAX)
            break;
        else if (n->with != NONE)
            at = n->with;
        else if (!leaf_room(t, at))
            return false;
    }
    leaf_add(t, at, e);
    return true;
}

bool template_table_insert(TemplateTable *t, const BoardTemplate *board, Bits carrier) {
    BoardTemplate made;
    Bits known;
    if (!board->whole) return false;
    template_make(board, carrier, &made);
    board_count(t, board);
    BoardTemplate asked = made; // a template may use the side groups too
    asked.group[asked.groups++] = made.set[TEMPLATE_X];
    asked.group[asked.groups++] = made.set[TEMPLATE_Y];
    if (template_table_first(t, &asked, &known)) return false;
    if (!room_make(t, (void **)&t->groups, &t->group_room, t->group_count + made.groups, sizeof *t->groups))
        return false;
    Entry e = {.groups = made.groups, .first_group = t->group_count};
    memcpy(e.set, made.set, sizeof e.set);
    memcpy(t->groups + t->group_count, made.group, (size_t)made.groups * sizeof *made.group);
    if (!entry_place(t, &e)) return false;
    t->group_count += made.groups;
    t->count++;
    return true;
}
