// Inferior cells by the reduced graph.
//
// In the graph of a colour X the vacant cells are vertices, adjacent when they touch or when an X chain
// touches both. X's two edges, with the chains that touch them, are terminals. X wins when a path of X cells joins
// the terminals. Only induced paths count. So
//   - a cell whose neighbours are all adjacent to each other (a clique) is dead.
//   - an X stone on m makes the neighbours of m adjacent to each other; a Y stone takes m away. Where this
//     turns the neighbours of d into a clique, the stone kills d.
//   - two cells that kill each other by X stones are X-captured.
//   - a cell that a single chain or cell separates from the path between the terminals is dead.
// Sound in every position. Not complete: deadness in general graphs is NP-complete (see Gao 2020 §2.4.2).
#include "knowledge/inferior/inferior_state.h"

#include <string.h>

// --- Building ---

typedef struct Builder {
    const InferiorState *s;
    Graph *g;
    const Bits *edge; // cells beside the colour's edges
    Bits left;        // stones whose chain is still to be walked
    Bits terminal[2]; // of the new graph
    Bits near[CELLS]; // of the new graph
} Builder;

static void chain_add(Builder *b, int seed) {
    Graph *g = b->g;
    Bits todo = bits_unit(seed), chain = todo, around = bits_none();
    for (int cell; (cell = bits_pop(&todo)) >= 0;) {
        around = bits_or(around, b->s->around[cell]);
        Bits more = bits_and(b->s->around[cell], b->left);
        b->left = bits_minus(b->left, more);
        todo = bits_or(todo, more);
        chain = bits_or(chain, more);
    }
    around = bits_and(around, b->s->now.vacant);
    bool top = bits_meets(chain, b->edge[0]), bottom = bits_meets(chain, b->edge[1]);
    if (top) b->terminal[0] = bits_or(b->terminal[0], around);
    if (bottom) b->terminal[1] = bits_or(b->terminal[1], around);
    g->joined |= top && bottom;
    if (top || bottom) return;
    uint64_t mark = g->chains < 64 ? (uint64_t)1 << g->chains : 0;
    if (mark)
        g->chain[g->chains++] = around;
    else
        g->chains_many = true;
    Bits cells = around;
    for (int cell; (cell = bits_pop(&cells)) >= 0;) {
        b->near[cell] = bits_or(b->near[cell], around);
        g->beside[cell] |= mark;
    }
}

// Stores the new graph. Returns the vertices that are new, have other neighbours, or touch other edges than in the
// last graph. The neighbours of these last are returned too: an edge came nearer to them.
static Bits graph_replace(Builder *b) {
    Graph *g = b->g;
    Bits vacant = b->s->now.vacant, changed = bits_minus(vacant, g->vacant), cells = vacant;
    for (int cell; (cell = bits_pop(&cells)) >= 0;) {
        Bits near = bits_without(b->near[cell], cell);
        if (bits_equal(near, g->near[cell])) continue;
        changed = bits_with(changed, cell);
        g->near[cell] = near;
    }
    for (int i = 0; i < 2; i++) {
        Bits moved = bits_and(bits_xor(b->terminal[i], g->terminal[i]), vacant);
        changed = bits_or(changed, moved);
        for (int cell; (cell = bits_pop(&moved)) >= 0;) changed = bits_or(changed, g->near[cell]);
        g->terminal[i] = b->terminal[i];
    }
    g->vacant = vacant;
    return changed;
}

static Bits graph_build(const InferiorState *s, Graph *g, Color color) {
    Builder b;
    Bits cells = s->now.vacant;
    b.s = s;
    b.g = g;
    b.edge = &s->edge[2 * color];
    b.left = s->now.stones[color];
    g->joined = g->chains_many = false;
    g->chains = 0;
    for (int i = 0; i < 2; i++) b.terminal[i] = bits_and(b.edge[i], s->now.vacant);
    for (int cell; (cell = bits_pop(&cells)) >= 0;) {
        b.near[cell] = bits_and(s->around[cell], s->now.vacant);
        g->beside[cell] = 0;
    }
    for (int cell; (cell = bits_pop(&b.left)) >= 0;) chain_add(&b, cell);
    return graph_replace(&b);
}

// --- Dead cells and killers ---

static bool bits_single(Bits b) {
    bits_pop(&b);
    return bits_is_empty(b);
}

// The pairs of a cell's neighbours that are not adjacent.
typedef struct Gaps {
    bool any;
    Bits cover;       // neighbours that are part of every gap between two cells
    Bits bridge;      // neighbours that are part of each such gap or adjacent to both its cells; or more
    Bits common;      // cells further off, adjacent to all cells that have a gap to another cell
    Bits to_terminal; // neighbours with a gap to the cell's terminal
} Gaps;

static Gaps gaps_find(const Graph *g, int cell, int terminal) {
    Bits near = g->near[cell], left = near, further = bits_minus(g->vacant, bits_with(near, cell));
    Gaps gaps = {false, near, near, further, bits_none()};
    bool first = true;
    if (terminal >= 0) gaps.to_terminal = bits_minus(near, g->terminal[terminal]);
    gaps.any = !bits_is_empty(gaps.to_terminal);
    for (int u; (u = bits_pop(&left)) >= 0;) {
        Bits missing = bits_minus(near, g->near[u]);
        missing = bits_without(missing, u);
        if (bits_is_empty(missing)) continue;
        gaps.any = true;
        first = false;
        gaps.common = bits_and(gaps.common, g->near[u]);
        Bits both = bits_unit(u);
        if (bits_single(missing)) both = bits_or(both, missing);
        gaps.cover = bits_and(gaps.cover, both);
        gaps.bridge = bits_and(gaps.bridge, bits_or(both, g->near[u]));
        if (bits_is_empty(gaps.bridge) && bits_is_empty(gaps.common)) break; // the cover lies in the bridge
    }
    if (first) gaps.common = bits_none();
    return gaps;
}

// Whether an X stone on m, beside d and away from the edges, kills d. It does if every neighbour that d gains or
// has beyond those of m is adjacent to all others.
static bool inner_stone_kills(const Graph *g, int d, int m, int terminal) {
    Bits extra = bits_minus(g->near[d], g->near[m]);
    extra = bits_without(extra, m);
    if (terminal < 0 && bits_is_empty(extra)) return true;
    Bits all = bits_or(g->near[d], g->near[m]);
    all = bits_without(all, d);
    all = bits_without(all, m);
    if (terminal >= 0 && !bits_within(all, g->terminal[terminal])) return false;
    for (int e; (e = bits_pop(&extra)) >= 0;) {
        all = bits_without(all, e); // symmetric: checked against those left
        if (!bits_within(all, g->near[e])) return false;
    }
    return true;
}

// Whether an X stone on m, beside d and beside terminal i, kills d. It does if d's other neighbours are a clique
// around the terminal, which m joins.
static bool edge_stone_kills(const Graph *g, int d, int m, int i, int terminal, const Gaps *gaps) {
    if (terminal >= 0 && terminal != i) return false;
    if (!bits_has(gaps->cover, m)) return false;
    Bits rest = bits_minus(g->near[d], bits_or(g->terminal[i], g->near[m]));
    rest = bits_without(rest, m);
    return bits_is_empty(rest);
}

// Cells where a stone of the graph's colour kills d.
static Bits joiners_find(const Graph *g, int d, int terminal, const Gaps *gaps) {
    Bits edge = bits_or(g->terminal[0], g->terminal[1]), out = bits_none();
    if (bits_is_empty(gaps->to_terminal)) out = bits_minus(gaps->common, edge);
    Bits left = gaps->bridge; // no other can close every gap
    for (int m; (m = bits_pop(&left)) >= 0;) {
        bool kills;
        if (!bits_has(edge, m))
            kills = inner_stone_kills(g, d, m, terminal);
        else if (bits_has(g->terminal[0], m) && bits_has(g->terminal[1], m))
            continue;
        else
            kills = edge_stone_kills(g, d, m, bits_has(g->terminal[1], m), terminal, gaps);
        if (kills) out = bits_with(out, m);
    }
    return out;
}

static void cell_examine(Graph *g, int d) {
    bool top = bits_has(g->terminal[0], d), bottom = bits_has(g->terminal[1], d);
    g->dead = bits_without(g->dead, d);
    g->joiners[d] = g->takers[d] = bits_none();
    if (top && bottom) return;
    int terminal = top ? 0 : bottom ? 1 : -1;
    Gaps gaps = gaps_find(g, d, terminal);
    if (!gaps.any) {
        g->dead = bits_with(g->dead, d);
        return;
    }
    Bits takers = gaps.cover;
    if (!bits_is_empty(gaps.to_terminal))
        takers = bits_single(gaps.to_terminal) ? bits_and(takers, gaps.to_terminal) : bits_none();
    g->takers[d] = takers;
    g->joiners[d] = joiners_find(g, d, terminal, &gaps);
}

static void graph_update(const InferiorState *s, Graph *g, Color color) {
    Bits changed = graph_build(s, g, color), cells = s->now.vacant;
    if (bits_is_empty(changed)) return;
    for (int d; (d = bits_pop(&cells)) >= 0;)
        if (bits_has(changed, d) || bits_meets(g->near[d], changed)) cell_examine(g, d);
}

static void state_graph(InferiorState *s) {
    if (s->graph_known) return;
    graph_update(s, &s->graph[BLACK], BLACK);
    graph_update(s, &s->graph[WHITE], WHITE);
    s->graph_known = true;
}

// --- Regions cut off by one chain or cell ---

// Depth-first search over cells (their numbers), chains that touch no edge (CELLS + i) and the terminals.
enum { TERMINAL = CELLS + 64, VERTICES = TERMINAL + 2 };

typedef struct Blocks {
    const InferiorState *s;
    const Graph *g;
    Bits on_stack; // cells reached and not yet cut off
    int clock;
    int16_t order[VERTICES]; // 0 unseen
    int16_t stack[VERTICES];
    int stacked;
} Blocks;

static int block_visit(Blocks *b, int vertex, int parent);

// The earliest vertex that is reached over an edge to a vertex not seen before.
static int block_enter(Blocks *b, int vertex, int to) {
    int base = b->stacked, below = block_visit(b, to, vertex);
    if (below < b->order[vertex]) return below;
    while (b->stacked > base) { // `vertex` alone separates these from the start
        int cut = b->stack[--b->stacked];
        if (cut < CELLS) b->on_stack = bits_without(b->on_stack, cut);
    }
    return below;
}

static inline void block_edge(Blocks *b, int vertex, int parent, int to, int *low) {
    if (to == parent) return;
    int reached = b->order[to] ? b->order[to] : block_enter(b, vertex, to);
    if (reached < *low) *low = reached;
}

// Visits a vertex and returns the earliest vertex its subtree reaches.
static int block_visit(Blocks *b, int vertex, int parent) {
    const InferiorState *s = b->s;
    int low = b->order[vertex] = (int16_t)++b->clock;
    b->stack[b->stacked++] = (int16_t)vertex;
    if (vertex >= CELLS) {
        Bits cells = vertex < TERMINAL ? b->g->chain[vertex - CELLS] : b->g->terminal[vertex - TERMINAL];
        for (int cell; (cell = bits_pop(&cells)) >= 0;) block_edge(b, vertex, parent, cell, &low);
        return low;
    }
    b->on_stack = bits_with(b->on_stack, vertex);
    for (uint64_t beside = b->g->beside[vertex]; beside; beside &= beside - 1)
        block_edge(b, vertex, parent, CELLS + __builtin_ctzll(beside), &low);
    for (int i = 0; i < 2; i++)
        if (bits_has(b->g->terminal[i], vertex)) block_edge(b, vertex, parent, TERMINAL + i, &low);
    for (int i = 1; i < HEX_RING1; i++) {
        int cell = s->place[vertex][i];
        if (!s->content[cell]) block_edge(b, vertex, parent, cell, &low);
    }
    return low;
}

// The vacant cells on no path between the terminals that a chain or a cell does not cut off.
static Bits region_dead(const InferiorState *s, const Graph *g) {
    if (g->chains_many) return bits_none();
    Blocks b;
    b.s = s;
    b.g = g;
    b.on_stack = bits_none();
    b.clock = b.stacked = 0;
    memset(b.order, 0, sizeof b.order);
    b.order[TERMINAL] = (int16_t)++b.clock; // the search starts with the imagined edge between the terminals
    block_visit(&b, TERMINAL + 1, TERMINAL);
    return bits_minus(s->now.vacant, b.on_stack);
}

// --- Filling ---

static void dead_fill(InferiorState *s, Bits set, InferiorKind kind) {
    s->now.dead = bits_or(s->now.dead, set);
    for (int cell; (cell = bits_pop(&set)) >= 0;) {
        s->reason[cell] = (InferiorReason){(uint16_t)kind, BLACK, 0, CELL_NONE};
        state_occupy(s, cell, 3);
    }
}

// Pairs of cells that kill each other by stones of the colour. A cell already taken for the other colour in
// this scan is left alone.
static bool pairs_fill(InferiorState *s, Bits cells, Color color) {
    Bits left = cells, set = bits_none();
    for (int a; (a = bits_pop(&left)) >= 0;) {
        Bits partners = bits_and(state_killers(s, color, a), left);
        for (int b; (b = bits_pop(&partners)) >= 0;) {
            if (!bits_has(state_killers(s, color, b), a)) continue;
            set = bits_with(set, a);
            set = bits_with(set, b);
            s->reason[a] = (InferiorReason){INFERIOR_CAPTURED, (uint8_t)color, 0, (int16_t)b};
            s->reason[b] = (InferiorReason){INFERIOR_CAPTURED, (uint8_t)color, 0, (int16_t)a};
        }
    }
    s->now.captured[color] = bits_or(s->now.captured[color], set);
    s->now.needed[color] = bits_or(s->now.needed[color], set);
    bool any = !bits_is_empty(set);
    for (int cell; (cell = bits_pop(&set)) >= 0;) state_occupy(s, cell, 1 + (int)color);
    return any;
}

static bool state_graph_fill(InferiorState *s, unsigned kinds) {
    const Graph *black = &s->graph[BLACK], *white = &s->graph[WHITE];
    state_graph(s);
    s->now.graph_done = true;
    if (black->joined || white->joined) return false;
    bool any = false;
    if (kinds & INFERIOR_GRAPH) {
        Bits dead = bits_and(bits_or(black->dead, white->dead), s->now.vacant);
        Bits live = bits_minus(s->now.vacant, dead);
        any = kinds & INFERIOR_DEAD && !bits_is_empty(dead);
        if (any) dead_fill(s, dead, INFERIOR_DEAD);
        if (kinds & INFERIOR_CAPTURED) {
            if (!(kinds & INFERIOR_NOT_BLACK)) any |= pairs_fill(s, live, BLACK);
            live = bits_and(live, s->now.vacant);
            if (!(kinds & INFERIOR_NOT_WHITE)) any |= pairs_fill(s, live, WHITE);
        }
    }
    if (any || !(kinds & INFERIOR_REGION)) return any;
    Bits cut = bits_or(region_dead(s, black), region_dead(s, white));
    if (bits_is_empty(cut)) return false;
    dead_fill(s, cut, INFERIOR_REGION);
    return true;
}
