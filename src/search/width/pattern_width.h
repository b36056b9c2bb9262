// Inside pattern search: the state of a search on one width of cell sets, shared by its files.
#ifndef MUSTPLAY_SEARCH_WIDTH_PATTERN_WIDTH_H
#define MUSTPLAY_SEARCH_WIDTH_PATTERN_WIDTH_H

#include "knowledge/vc.h"
#include "search/pattern_search.h"
#include "search/width/template_table.h"

enum { WEAK, STRONG, THREATS_MAX = 48 };

// What a node returns. A weak pattern is its move and the strong pattern that is left after it.
typedef struct Threat {
    Color winner; // EMPTY: not known within the limits
    int move;     // of the winner, when it is the winner's turn; CELL_NONE otherwise
    Bits carrier;
} Threat;

typedef uint64_t Utility;

typedef struct PatternSearch {
    const Geometry *geometry;
    PatternOptions options;
    const Observer *observer;
    double start;
    bool stopped;
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
    struct PatternSearch *smaller; // the next smaller board, solved, for seeds and the oracle
    PatternOutcome *outcome;
} PatternSearch;

static inline Bits search_empty(const PatternSearch *s) {
    return bits_minus(bits_minus(s->all, s->stones[BLACK]), s->stones[WHITE]);
}

static inline bool search_has(const PatternSearch *s, unsigned feature) {
    return s->options.features & feature;
}

// The stones joined to the seeds.
static inline Bits group_flood(const PatternSearch *s, Bits stones, Bits seeds) {
    Bits group = bits_and(seeds, stones), front = group;
    for (int c; (c = bits_pop(&front)) >= 0;) {
        Bits more = bits_minus(bits_and(s->around[c], stones), group);
        group = bits_or(group, more);
        front = bits_or(front, more);
    }
    return group;
}

// The cells next to a set, the set's own included where they touch each other.
static inline Bits cells_around(const PatternSearch *s, Bits cells) {
    Bits near = bits_none();
    for (int c; (c = bits_pop(&cells)) >= 0;) near = bits_or(near, s->around[c]);
    return near;
}

// The stones alone join the colour's edges.
static inline bool stones_join(const PatternSearch *s, Color color, Bits stones) {
    return bits_meets(group_flood(s, stones, s->edge[color][0]), s->edge[color][1]);
}

// --- pattern_search.c
#define pattern_search_node WIDTH_NAME(pattern_search_node)
#define search_place        WIDTH_NAME(search_place)
#define search_undo         WIDTH_NAME(search_undo)
// Searches the position on the board with `limit` moves of depth left. `known`, if given, is a weak pattern
// of the opponent that is known already.
Threat pattern_search_node(PatternSearch *s, int limit, const Bits *known);
// Puts a stone on the board and into whatever follows it; false out of memory.
bool search_place(PatternSearch *s, int cell, Color color);
void search_undo(PatternSearch *s, int cell, Color color);

// --- pattern_root.c
#define pattern_search_new  WIDTH_NAME(pattern_search_new)
#define pattern_search_free WIDTH_NAME(pattern_search_free)
// NULL out of memory.
PatternSearch *pattern_search_new(const Position *position, const PatternOptions *options,
                                  const Observer *observer, PatternOutcome *outcome);
void pattern_search_free(PatternSearch *s);

// --- pattern_features.c
typedef struct MoveOrder {
    int count;
    int16_t move[CELL_MAX];
    Bits cells; // of `move`
} MoveOrder;
#define pattern_order      WIDTH_NAME(pattern_order)
#define pattern_eliminated WIDTH_NAME(pattern_eliminated)
#define pattern_oracle     WIDTH_NAME(pattern_oracle)
#define pattern_close      WIDTH_NAME(pattern_close)
// The pattern-feature move generator (6.3), templates included (7.3): the moves of the set that make threats,
// best first. True when a move wins at once: it is then `*won`, a weak pattern.
bool pattern_order(PatternSearch *s, Bits moves, MoveOrder *order, Threat *won);
// Cells the mover may leave out (6.4): the mover's P-dominated ones and the opponent's P-captured ones, which
// are also in `*captured`.
Bits pattern_eliminated(const PatternSearch *s, Bits *captured);
// Makes a proof against the mover answer moves on captured cells: adds a captured cell's partner.
Bits pattern_close(const PatternSearch *s, Bits carrier, Bits captured);
// Moves of the set that win on a smaller board laid over this one so that it holds all stones (7.4).
Bits pattern_oracle(PatternSearch *s, Bits moves);

// --- pattern_templates.c
#define templates_new    WIDTH_NAME(templates_new)
#define templates_free   WIDTH_NAME(templates_free)
#define templates_board  WIDTH_NAME(templates_board)
#define templates_strong WIDTH_NAME(templates_strong)
#define templates_first  WIDTH_NAME(templates_first)
#define templates_weak   WIDTH_NAME(templates_weak)
#define templates_store  WIDTH_NAME(templates_store)
#define templates_seed   WIDTH_NAME(templates_seed)
bool templates_new(PatternSearch *s, uint64_t memory);
void templates_free(PatternSearch *s);
// What the position offers to templates in which `color` is Connect, seen as Black where tables are shared.
void templates_board(const PatternSearch *s, Color color, BoardTemplate *out);
bool templates_strong(const PatternSearch *s, const BoardTemplate *board, Color color, Bits *carrier);
// A weak pattern that matches.
bool templates_first(const PatternSearch *s, const BoardTemplate *board, Color color, Bits *carrier);
int templates_weak(const PatternSearch *s, const BoardTemplate *board, Color color, Bits *meet, Bits *united);
void templates_store(PatternSearch *s, Color color, int kind, Bits carrier);
// Lays the templates of the smaller board over this one in the four ways.
void templates_seed(PatternSearch *s);

// --- pattern_deduce.c
#define deduce_minimal   WIDTH_NAME(deduce_minimal)
#define deduce_repair    WIDTH_NAME(deduce_repair)
#define deduce_decompose WIDTH_NAME(deduce_decompose)
// The smallest union of threats whose `meets` have no cell of `cells` in common (6.5); `all` when the search
// for it finds nothing smaller before it grows too long.
Bits deduce_minimal(const Bits *threats, const Bits *meets, int count, Bits cells, Bits all);
// Carrier repair (6.5): the winner's move of a weak pattern joined two groups that another cell joins too.
// True with the strong pattern.
bool deduce_repair(const PatternSearch *s, const Threat *weak, Bits *strong);
// Decomposition (seed 002, 2.4): the mover's `move` was answered by a weak pattern. True when the parts of
// the pattern it did not touch are independent connections and the rest is lost too, with the strong pattern.
bool deduce_decompose(PatternSearch *s, int move, const Threat *weak, int limit, Bits *strong);

#endif
