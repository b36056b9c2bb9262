// Inside pattern search: the state of a search on one width of cell sets, shared by its parts.
#ifndef MUSTPLAY_LAB_LADDER_THREAT_THREAT_STATE_H
#define MUSTPLAY_LAB_LADDER_THREAT_THREAT_STATE_H

#include "knowledge/vc.h"
#include "lab/ladder/threat/template_table.h"
#include "lab/ladder/threat_search.h"

enum { WEAK, STRONG, THREATS_MAX = 48 };

// What a node returns. A weak pattern is its move and the strong pattern that is left after it.
typedef struct Threat {
    Color winner; // EMPTY: not known within the limits
    int move;     // of the winner, when it is the winner's turn; CELL_NONE otherwise
    Bits carrier;
} Threat;

typedef uint64_t Utility;

typedef struct ThreatSearch {
    const Geometry *geometry;
    ThreatOptions options;
    BudgetClock clock;
    bool stopped; // the budget is spent, or memory
    // The board. A mirrored copy, colours exchanged, lets both players use the templates of Black.
    Bits all, around[CELL_MAX], edge[2][2];
    int16_t mirror[CELL_MAX];
    Bits stones[2], mirrored[2];
    Color turn;
    int depth;                               // stones placed by the search
    Utility utility[CELL_MAX + 1][CELL_MAX]; // by depth: what the node there returns
    Vc *vc[2];
    TemplateTable *table[2];       // WEAK, STRONG: of Black, and of White mirrored on square boards;
    TemplateTable *white_table[2]; // White's own on others
    int triangles[2];              // P-triangles by colour: two base cells and the tip
    int16_t triangle[2][4 * BOARD_MAX][3];
    struct ThreatSearch *smaller; // the next smaller board, solved, for seeds and the oracle
    ThreatOutcome *outcome;
} ThreatSearch;

static inline Bits search_empty(const ThreatSearch *s) {
    return bits_minus(bits_minus(s->all, s->stones[BLACK]), s->stones[WHITE]);
}

static inline bool search_has(const ThreatSearch *s, unsigned feature) {
    return s->options.features & feature;
}

// The stones joined to the seeds.
static inline Bits group_flood(const ThreatSearch *s, Bits stones, Bits seeds) {
    Bits group = bits_and(seeds, stones), front = group;
    for (int c; (c = bits_pop(&front)) >= 0;) {
        Bits more = bits_minus(bits_and(s->around[c], stones), group);
        group = bits_or(group, more);
        front = bits_or(front, more);
    }
    return group;
}

// The cells next to a set, the set's own included where they touch each other.
static inline Bits cells_around(const ThreatSearch *s, Bits cells) {
    Bits near = bits_none();
    for (int c; (c = bits_pop(&cells)) >= 0;) near = bits_or(near, s->around[c]);
    return near;
}

// The stones alone join the colour's edges.
static inline bool stones_join(const ThreatSearch *s, Color color, Bits stones) {
    return bits_meets(group_flood(s, stones, s->edge[color][0]), s->edge[color][1]);
}

// --- threat_node.c
// Searches the position on the board with `limit` moves of depth left. `known`, if given, is a weak pattern
// of the opponent that is known already.
static Threat threat_search_node(ThreatSearch *s, int limit, const Bits *known);
// Puts a stone on the board and into whatever follows it; false out of memory.
static bool search_place(ThreatSearch *s, int cell, Color color);
static void search_undo(ThreatSearch *s, int cell, Color color);

// --- threat_state.c
// NULL out of memory.
static ThreatSearch *threat_search_new(const Position *position, const ThreatOptions *options,
                                       const Budget *budget, ThreatOutcome *outcome);
static void threat_search_free(ThreatSearch *s);

// --- threat_features.c
typedef struct MoveOrder {
    int count;
    int16_t move[CELL_MAX];
    Bits cells; // of `move`
} MoveOrder;
// The pattern-feature move generator (6.3), templates included (7.3): the moves of the set that make threats,
// best first. True when a move wins at once: it is then `*won`, a weak pattern.
static bool threat_order(ThreatSearch *s, Bits moves, MoveOrder *order, Threat *won);
// Cells the mover may leave out (6.4): the mover's P-dominated ones and the opponent's P-captured ones, which
// are also in `*captured`.
static Bits threat_eliminated(const ThreatSearch *s, Bits *captured);
// Makes a proof against the mover answer moves on captured cells: adds a captured cell's partner.
static Bits threat_close(const ThreatSearch *s, Bits carrier, Bits captured);
// Moves of the set that win on a smaller board laid over this one so that it holds all stones (7.4).
static Bits threat_oracle(ThreatSearch *s, Bits moves);

// --- threat_templates.c
static bool templates_new(ThreatSearch *s, uint64_t memory);
static void templates_free(ThreatSearch *s);
// What the position offers to templates in which `color` is Connect, seen as Black where tables are shared.
static void templates_board(const ThreatSearch *s, Color color, BoardTemplate *out);
static bool templates_strong(const ThreatSearch *s, const BoardTemplate *board, Color color, Bits *carrier);
// A weak pattern that matches.
static bool templates_first(const ThreatSearch *s, const BoardTemplate *board, Color color, Bits *carrier);
static int templates_weak(const ThreatSearch *s, const BoardTemplate *board, Color color, Bits *meet,
                          Bits *united);
static void templates_store(ThreatSearch *s, Color color, int kind, Bits carrier);
// Lays the templates of the smaller board over this one in the four ways.
static void templates_seed(ThreatSearch *s);

// --- threat_deduce.c.
// The smallest union of threats whose `meets` have no cell of `cells` in common (6.5). `all` when the search finds
// nothing smaller before it grows too long.
static Bits deduce_minimal(const Bits *threats, const Bits *meets, int count, Bits cells, Bits all);
// Carrier repair (6.5): the winner's move of a weak pattern joined two groups that another cell joins too.
// True with the strong pattern.
static bool deduce_repair(const ThreatSearch *s, const Threat *weak, Bits *strong);
// Decomposition (van Rijswijck 2002 §2.4): the mover's `move` was answered by a weak pattern. True when the parts of
// the pattern it did not touch are independent connections and the rest is lost too, with the strong pattern.
static bool deduce_decompose(ThreatSearch *s, int move, const Threat *weak, int limit, Bits *strong);

#endif
