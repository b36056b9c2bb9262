#include "lab/decompose/decompose_graph.h"

#include <stdlib.h>
#include <string.h>

struct Solution {
    uint64_t memory, bytes;
    SolutionNode *node;
    SolutionGroup *group;
    uint32_t nodes, node_room, groups, group_room;
    TriedPosition *tried; // open addressing, at most half full
    uint64_t tried_count, tried_room;
};

// Allocates within the limit; `bytes` counts what is held.
static void *room_take(Solution *s, void *old, uint64_t old_bytes, uint64_t bytes) {
    if (s->memory && s->bytes - old_bytes + bytes > s->memory) return NULL;
    void *new = realloc(old, bytes);
    if (new) s->bytes += bytes - old_bytes;
    return new;
}

static bool nodes_grow(Solution *s) {
    if (s->nodes < s->node_room) return true;
    uint32_t room = s->node_room ? 2 * s->node_room : 256;
    void *new = room_take(s, s->node, s->node_room * sizeof *s->node, room * sizeof *s->node);
    if (!new) return false;
    s->node = new;
    s->node_room = room;
    return true;
}

static bool groups_grow(Solution *s, uint32_t count) {
    if (s->groups + count <= s->group_room) return true;
    uint32_t room = s->group_room ? 2 * s->group_room : 1024;
    void *new = room_take(s, s->group, s->group_room * sizeof *s->group, room * sizeof *s->group);
    if (!new) return false;
    s->group = new;
    s->group_room = room;
    return groups_grow(s, count);
}

Solution *solution_new(uint64_t memory) {
    Solution *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->memory = memory;
    if (solution_add(s, cellset_none(), NULL, 0) == NODE_LEAF) return s;
    solution_free(s);
    return NULL;
}

void solution_free(Solution *solution) {
    if (!solution) return;
    free(solution->node);
    free(solution->group);
    free(solution->tried);
    free(solution);
}

uint32_t solution_add(Solution *s, CellSet needs, const SolutionGroup *groups, uint32_t count) {
    if (!nodes_grow(s) || !groups_grow(s, count)) return NODE_NONE;
    if (count) memcpy(s->group + s->groups, groups, count * sizeof *groups);
    s->node[s->nodes] = (SolutionNode){needs, s->groups, count};
    s->groups += count;
    return s->nodes++;
}

const SolutionNode *solution_node(const Solution *solution, uint32_t node) {
    return &solution->node[node];
}

const SolutionGroup *solution_groups(const Solution *solution, uint32_t node) {
    return solution->group + solution->node[node].first;
}

// --- Positions that were tried
static TriedPosition *tried_place(TriedPosition *table, uint64_t room, const Position *p) {
    uint64_t at = position_hash(p).low & (room - 1);
    while (table[at].to_move != EMPTY &&
           !(table[at].to_move == p->to_move && cellset_equal(table[at].stones[BLACK], p->stones[BLACK]) &&
             cellset_equal(table[at].stones[WHITE], p->stones[WHITE])))
        at = (at + 1) & (room - 1);
    return &table[at];
}

static bool tried_grow(Solution *s, const Geometry *geometry) {
    uint64_t room = s->tried_room ? 2 * s->tried_room : 1024;
    TriedPosition *table = room_take(s, NULL, 0, room * sizeof *table);
    if (!table) return false;
    for (uint64_t i = 0; i < room; i++) table[i].to_move = EMPTY;
    for (uint64_t i = 0; i < s->tried_room; i++) {
        const TriedPosition *t = &s->tried[i];
        Position p = {geometry, {t->stones[BLACK], t->stones[WHITE]}, t->to_move};
        if (t->to_move != EMPTY) *tried_place(table, room, &p) = *t;
    }
    s->bytes -= s->tried_room * sizeof *table;
    free(s->tried);
    s->tried = table;
    s->tried_room = room;
    return true;
}

TriedPosition *solution_tried(Solution *s, const Position *p) {
    if (2 * s->tried_count >= s->tried_room && !tried_grow(s, p->geometry)) return NULL;
    TriedPosition *t = tried_place(s->tried, s->tried_room, p);
    if (t->to_move != EMPTY) return t;
    *t = (TriedPosition){
        .stones = {p->stones[BLACK], p->stones[WHITE]}, .to_move = p->to_move, .node = NODE_NONE};
    s->tried_count++;
    return t;
}

// --- Sizes
typedef struct Measured { // of a node
    bool seen;
    int depth;
    double *tree; // by the number of empty cells, negative when not known yet; NULL when none is
} Measured;

typedef struct Measure {
    const Solution *solution;
    Measured *node;
    int vacant; // at the root
    bool failed;
    SolutionSize *size;
} Measure;

static int graph_walk(Measure *m, uint32_t id) {
    const SolutionNode *node = solution_node(m->solution, id);
    const SolutionGroup *group = solution_groups(m->solution, id);
    Measured *about = &m->node[id];
    if (about->seen) return about->depth;
    about->seen = true;
    m->size->nodes++;
    m->size->leaves += !node->groups;
    m->size->groups += node->groups;
    for (uint32_t i = 0; i < node->groups; i++) {
        int below = 1 + (group[i].node == NODE_NONE ? 0 : graph_walk(m, group[i].node));
        if (below > about->depth) about->depth = below;
    }
    return about->depth;
}

// The tree below a node when `vacant` cells are really empty. The loser has played only one move each time, so the
// cells of the other moves of a group are still empty. A move takes the first group whose needs it leaves
// alone.
static double tree_walk(Measure *m, uint32_t id, int vacant) {
    const SolutionNode *node = solution_node(m->solution, id);
    const SolutionGroup *group = solution_groups(m->solution, id);
    Measured *about = &m->node[id];
    if (!node->groups || m->failed) return 1;
    if (!about->tree) {
        about->tree = malloc((size_t)(m->vacant + 1) * sizeof *about->tree);
        if (!about->tree) return m->failed = true, 1;
        for (int i = 0; i <= m->vacant; i++) about->tree[i] = -1;
    }
    if (about->tree[vacant] >= 0) return about->tree[vacant];
    double sum = 1;
    CellSet left = node->needs;
    int elsewhere = vacant - cellset_count(left);
    for (uint32_t i = 0; i < node->groups; i++) {
        int moves = elsewhere + cellset_count(cellset_minus(left, group[i].needs));
        left = cellset_and(left, group[i].needs);
        elsewhere = 0;
        if (moves)
            sum += moves * (1 + (group[i].node == NODE_NONE ? 1 : tree_walk(m, group[i].node, vacant - 2)));
    }
    return about->tree[vacant] = sum;
}

bool solution_size(const Solution *solution, uint32_t root, int vacant, SolutionSize *size) {
    *size = (SolutionSize){0};
    Measure m = {.solution = solution, .vacant = vacant, .size = size};
    m.node = calloc(solution->nodes, sizeof *m.node);
    if (!m.node) return false;
    size->depth = graph_walk(&m, root);
    size->tree = tree_walk(&m, root, vacant);
    for (uint32_t i = 0; i < solution->nodes; i++) free(m.node[i].tree);
    free(m.node);
    return !m.failed;
}
