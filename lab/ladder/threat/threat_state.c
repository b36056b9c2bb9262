// Sets up a pattern search: the board, and what follows it.
#include "lab/ladder/threat/threat_state.h"

#include <stdlib.h>

// Three cells in a triangle: two of an edge's row, and the cell of the next row that touches both.
static void triangle_add(ThreatSearch *s, Color color, int a, int b, int tip) {
    int16_t *t = s->triangle[color][s->triangles[color]++];
    t[0] = (int16_t)a;
    t[1] = (int16_t)b;
    t[2] = (int16_t)tip;
}

// Boards of two rows have none: there a tip would lie in the other edge's base.
static void triangles_set(ThreatSearch *s) {
    const Geometry *g = s->geometry;
    int w = g->width, h = g->height;
    for (int c = 0; h > 2 && c + 1 < w; c++) {
        triangle_add(s, BLACK, cell_at(g, c, 0), cell_at(g, c + 1, 0), cell_at(g, c, 1));
        triangle_add(s, BLACK, cell_at(g, c, h - 1), cell_at(g, c + 1, h - 1), cell_at(g, c + 1, h - 2));
    }
    for (int r = 0; w > 2 && r + 1 < h; r++) {
        triangle_add(s, WHITE, cell_at(g, 0, r), cell_at(g, 0, r + 1), cell_at(g, 1, r));
        triangle_add(s, WHITE, cell_at(g, w - 1, r), cell_at(g, w - 1, r + 1), cell_at(g, w - 2, r + 1));
    }
}

static void board_set_up(ThreatSearch *s, const Position *position) {
    const Geometry *g = s->geometry = position->geometry;
    s->all = bits_from_cellset(&g->all);
    s->turn = position->to_move;
    for (int c = 0; c < g->cells; c++) {
        s->around[c] = bits_from_cellset(&g->around[c]);
        s->mirror[c] = (int16_t)cell_mirrored(g, c);
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        for (int side = 0; side < 2; side++)
            s->edge[color][side] = bits_from_cellset(&g->around[color_edge(color, side)]);
        Bits left = s->stones[color] = bits_from_cellset(&position->stones[color]);
        for (int c; (c = bits_pop(&left)) >= 0;) bits_add(&s->mirrored[color_other(color)], s->mirror[c]);
    }
    triangles_set(s);
}

// Rasmussen's H-search: its bucket limit K = 35 (6.1.1) and its OR rule (6.1.4). The rule finds unions that the
// fast combiner misses and saves a third of the nodes. Fulls are kept even where they do not shrink the
// meet of their pair, which halves the nodes. OR_NODES_MAX limits the semis that one OR may visit; ten times as
// many save few nodes.
enum { BUCKET_MAX = 35, OR_NODES_MAX = 1000 };

static VcOptions hsearch_options(const ThreatOptions *threat) {
    VcOptions options = vc_options();
    options.shrink = false;
    options.semi_limit = BUCKET_MAX;
    options.or_rule = VC_OR_IMPROVED;
    options.or_limit = 0;
    options.or_nodes = threat->or_nodes ? threat->or_nodes : OR_NODES_MAX;
    options.or_seen = threat->or_seen;
    options.or_context = threat->or_context;
    options.or_observer = threat->or_observer;
    return options;
}

static bool hsearch_set_up(ThreatSearch *s, const Position *position) {
    VcOptions options = hsearch_options(&s->options);
    for (Color color = BLACK; color <= WHITE; color++) {
        s->vc[color] = vc_new(s->geometry, &options);
        if (!s->vc[color] || !vc_build(s->vc[color], position, 1u << color)) return false;
    }
    return true;
}

static void threat_search_free(ThreatSearch *s) {
    if (!s) return;
    vc_free(s->vc[BLACK]);
    vc_free(s->vc[WHITE]);
    templates_free(s);
    threat_search_free(s->smaller);
    free(s);
}

// Nodes between two looks at the budget: those with connections are slow.
enum { STRIDE = 4096, STRIDE_HSEARCH = 16 };

static ThreatSearch *threat_search_new(const Position *position, const ThreatOptions *options,
                                       const Budget *budget, ThreatOutcome *outcome) {
    ThreatSearch *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->options = *options;
    s->outcome = outcome;
    budget_start(&s->clock, budget, options->features & THREAT_HSEARCH ? STRIDE_HSEARCH : STRIDE);
    board_set_up(s, position);
    bool good = !search_has(s, THREAT_HSEARCH) || hsearch_set_up(s, position);
    uint64_t memory = budget->memory ? budget->memory : (uint64_t)1 << 30;
    if (good && search_has(s, THREAT_TEMPLATES)) good = templates_new(s, memory);
    if (good) return s;
    threat_search_free(s);
    return NULL;
}
