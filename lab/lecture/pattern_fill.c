#include "lab/lecture/pattern_fill.h"

#include <string.h>

// The six neighbours in their order around a cell.
static const int RING[6][2] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};
// What each cell looks like: bits, since a dead cell counts as both colours.
enum { LOOKS_BLACK = 1 << BLACK, LOOKS_WHITE = 1 << WHITE, LOOKS_ANY = LOOKS_BLACK | LOOKS_WHITE };

typedef struct PatternFill {
    const Geometry *geometry;
    uint8_t looks[CELL_MAX]; // 0: empty
    PatternFillFill *fill;
} PatternFill;

// Beyond the board are stones of the edge; beyond a corner of both edges there is nothing.
static unsigned looks_at(const PatternFill *l, int column, int row) {
    const Geometry *g = l->geometry;
    bool in_columns = column >= 0 && column < g->width, in_rows = row >= 0 && row < g->height;
    if (in_columns && in_rows) return l->looks[cell_at(g, column, row)];
    return in_columns ? LOOKS_BLACK : in_rows ? LOOKS_WHITE : 0;
}

static void ring_read(const PatternFill *l, int cell, unsigned ring[6]) {
    const Geometry *g = l->geometry;
    for (int k = 0; k < 6; k++)
        ring[k] = looks_at(l, cell_column(g, cell) + RING[k][0], cell_row(g, cell) + RING[k][1]);
}

// Whether `count` neighbours from k on look like the colour.
static bool run_of(const unsigned ring[6], int k, int count, Color color) {
    for (int i = 0; i < count; i++)
        if (!(ring[(k + i) % 6] >> color & 1)) return false;
    return true;
}

static bool cell_is_dead(const PatternFill *l, int cell, PatternFillRule *rule) {
    unsigned ring[6];
    ring_read(l, cell, ring);
    for (*rule = PATTERN_FILL_FOUR; *rule <= PATTERN_FILL_TWO; (*rule)++) {
        int run = *rule == PATTERN_FILL_FOUR ? 4 : *rule == PATTERN_FILL_THREE ? 3 : 2;
        for (int k = 0; k < 6; k++) {
            for (Color color = BLACK; color <= WHITE; color++) {
                if (run_of(ring, k, run, color) && (run == 4 || run_of(ring, run == 3 ? k + 4 : k + 3,
                                                                       run == 3 ? 1 : 2, color_other(color))))
                    return true;
            }
        }
    }
    return false;
}

static bool stone_kills(PatternFill *l, int stone, int cell, Color color) {
    PatternFillRule rule;
    l->looks[stone] = (uint8_t)(1 << color);
    bool kills = cell_is_dead(l, cell, &rule);
    l->looks[stone] = 0;
    return kills;
}

static bool cell_is_inferior(const PatternFill *l, int cell, Color color) {
    const Geometry *g = l->geometry;
    unsigned ring[6];
    ring_read(l, cell, ring);
    for (int k = 0; k < 6; k++) {
        if (!run_of(ring, k, 3, color)) continue;
        // Between the last of the three and the free cell beside it; and between the first and its free cell.
        int after[2] = {k + 2, k + 3}, before[2] = {k + 5, k};
        unsigned outer[2];
        for (int side = 0; side < 2; side++) {
            const int *two = side ? before : after;
            const int *a = RING[two[0] % 6], *b = RING[two[1] % 6];
            outer[side] = looks_at(l, cell_column(g, cell) + a[0] + b[0], cell_row(g, cell) + a[1] + b[1]);
        }
        if (outer[0] >> color & outer[1] >> color & 1) return true;
    }
    return false;
}

static void step_add(PatternFill *l, PatternFillStep step) {
    PatternFillFill *fill = l->fill;
    fill->step[fill->steps++] = step;
    if (step.color == EMPTY) cellset_add(&fill->dead, step.cell);
    for (int i = 0; i < 2 && step.color != EMPTY; i++) {
        int cell = i ? step.partner : step.cell;
        if (cell != CELL_NONE) cellset_add(&fill->filled[step.color], cell);
    }
}

// The next cell that looks empty but is not among those given, and is dead, captured or, if asked, inferior.
static bool step_find(PatternFill *l, PatternFillStage stage, CellSet done, PatternFillStep *step) {
    const Geometry *g = l->geometry;
    *step = (PatternFillStep){.stage = stage, .partner = CELL_NONE, .color = EMPTY};
    CellSet left = cellset_none();
    for (int cell = 0; cell < g->cells; cell++)
        if (!l->looks[cell] && !cellset_has(done, cell)) cellset_add(&left, cell);
    CellSet cells = left;
    for (step->cell = -1; (step->cell = cellset_pop(&cells)) >= 0;)
        if (cell_is_dead(l, step->cell, &step->rule)) return true;
    step->rule = PATTERN_FILL_CAPTURED;
    cells = left;
    for (step->cell = -1; (step->cell = cellset_pop(&cells)) >= 0;) {
        CellSet partners = cellset_and(g->around[step->cell], left);
        while ((step->partner = cellset_pop(&partners)) >= 0) {
            for (step->color = BLACK; step->color <= WHITE; step->color++) {
                if (stone_kills(l, step->cell, step->partner, step->color) &&
                    stone_kills(l, step->partner, step->cell, step->color))
                    return true;
            }
        }
    }
    step->rule = PATTERN_FILL_INFERIOR;
    step->partner = CELL_NONE;
    cells = stage == PATTERN_FILL_DEEPER ? left : cellset_none();
    for (step->cell = -1; (step->cell = cellset_pop(&cells)) >= 0;) {
        for (step->color = BLACK; step->color <= WHITE; step->color++)
            if (cell_is_inferior(l, step->cell, step->color)) return true;
    }
    return false;
}

// From now on what is filled in looks so.
static void fill_show(PatternFill *l) {
    for (int cell = 0; cell < l->geometry->cells; cell++) {
        for (Color color = BLACK; color <= WHITE; color++)
            if (cellset_has(l->fill->filled[color], cell)) l->looks[cell] = (uint8_t)(1 << color);
        if (cellset_has(l->fill->dead, cell)) l->looks[cell] = LOOKS_ANY;
    }
}

static CellSet fill_done(const PatternFillFill *fill) {
    return cellset_or(fill->dead, cellset_or(fill->filled[BLACK], fill->filled[WHITE]));
}

void pattern_fill_fill(const Position *position, PatternFillFill *fill) {
    PatternFill l = {.geometry = position->geometry, .fill = fill};
    PatternFillStep step;
    memset(fill, 0, sizeof *fill);
    for (int cell = 0; cell < l.geometry->cells; cell++) {
        Color color = position_at(position, cell);
        if (color != EMPTY) l.looks[cell] = (uint8_t)(1 << color);
    }
    while (step_find(&l, PATTERN_FILL_AT_ONCE, fill_done(fill), &step)) step_add(&l, step);
    for (PatternFillStage stage = PATTERN_FILL_AGAIN; stage < PATTERN_FILL_STAGES; stage++) {
        fill_show(&l);
        while (step_find(&l, stage, cellset_none(), &step)) {
            step_add(&l, step);
            fill_show(&l);
        }
    }
}

const char *pattern_fill_rule_name(PatternFillRule rule) {
    static const char *const NAMES[] = {"dead: four in a row", "dead: three against one",
                                        "dead: two against two", "captured pair", "permanently inferior"};
    return NAMES[rule];
}
