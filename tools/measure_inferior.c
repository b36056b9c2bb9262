// Measures inferior cells on game-like positions: measure_inferior [SIZE [POSITIONS [STONES [KINDS]]]]
//
// A position is a game of STONES moves; seven times out of ten a move lies within distance 2 of an earlier stone.
// Prints cells filled and moves pruned by kind, patterns by use, and the time of fill and
// prune from scratch and after one more stone. KINDS is a sum of InferiorKind (knowledge/inferior.h), in decimals.
#include "base/random.h"
#include "knowledge/inferior.h"
#include "tools/lib/argument.h"
#include "tools/lib/pattern.h"

#include <limits.h>
#include <stdio.h>
#include <time.h>

typedef struct Totals {
    long positions, vacant, dead, captured, permanent, mutual, left, vulnerable, reversible, dominated, moves,
        won;
    long uses[PATTERN_KINDS][4096], region, graph_dead, graph_pair;
} Totals;

static double now_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void game_make(const Geometry *g, Random *random, int moves, CellSet stones[2]) {
    int last[CELL_MAX], count = 0;
    stones[0] = stones[1] = cellset_none();
    while (count < moves) {
        int cell = (int)random_below(random, (uint32_t)g->cells);
        if (count && random_below(random, 10) < 7) {
            int from = last[random_below(random, (uint32_t)count)];
            int column = cell_column(g, from) + (int)random_below(random, 5) - 2;
            int row = cell_row(g, from) + (int)random_below(random, 5) - 2;
            if (column < 0 || row < 0 || column >= g->width || row >= g->height) continue;
            cell = cell_at(g, column, row);
        }
        if (cellset_has(stones[0], cell) || cellset_has(stones[1], cell)) continue;
        cellset_add(&stones[count % 2], cell);
        last[count++] = cell;
    }
}

static void totals_add(Totals *t, const Geometry *g, Inferior *inferior, const CellSet stones[2],
                       const InferiorFill *fill, const InferiorPrune *prune) {
    t->positions++;
    t->won += fill->winner != EMPTY;
    t->vacant += g->cells - cellset_count(stones[0]) - cellset_count(stones[1]);
    t->dead += cellset_count(fill->dead);
    t->captured += cellset_count(fill->captured[0]) + cellset_count(fill->captured[1]);
    t->permanent += cellset_count(fill->permanent[0]) + cellset_count(fill->permanent[1]);
    t->mutual += cellset_count(fill->mutual[0]) + cellset_count(fill->mutual[1]);
    t->left += cellset_count(fill->vacant);
    t->vulnerable += cellset_count(prune->vulnerable);
    t->reversible += cellset_count(prune->reversible);
    t->dominated += cellset_count(prune->dominated);
    t->moves += cellset_count(prune->moves);
    for (int cell = 0; cell < g->cells; cell++) {
        InferiorReason reason = inferior_reason(inferior, cell);
        if (reason.kind == INFERIOR_REGION)
            t->region++;
        else if (reason.kind == INFERIOR_DEAD && !reason.pattern)
            t->graph_dead++;
        else if (reason.kind == INFERIOR_CAPTURED && !reason.pattern)
            t->graph_pair++;
        else if (reason.kind && reason.kind <= INFERIOR_MUTUAL)
            t->uses[__builtin_ctz(reason.kind)][reason.pattern]++;
    }
}

static void uses_print(const Totals *t) {
    for (int kind = 0; kind < PATTERN_KINDS; kind++) {
        long total = 0, used = 0;
        for (int i = 0; i < 4096; i++) total += t->uses[kind][i], used += t->uses[kind][i] > 0;
        printf("%s: %ld patterns used, cells by pattern:", pattern_kind_name((PatternKind)kind), used);
        for (int i = 0; i < 4096; i++)
            if (t->uses[kind][i] * 400 > total) printf(" %d:%ld", i, t->uses[kind][i]);
        printf("\n");
    }
    printf("graph: %ld dead, %ld in captured pairs, %ld in regions\n", t->graph_dead, t->graph_pair,
           t->region);
}

typedef struct Setting {
    long size, count, moves, kinds;
} Setting;

static bool setting_read(Setting *s, int argc, char **argv, Error *error) {
    if (argc > 5) return error_input(error, "four arguments at most");
    if (argc > 1 && !argument_whole("SIZE", argv[1], 1, BOARD_MAX, &s->size, error)) return false;
    s->moves = s->size * s->size / 4;
    return (argc < 3 || argument_whole("POSITIONS", argv[2], 1, INT_MAX, &s->count, error)) &&
           (argc < 4 || argument_whole("STONES", argv[3], 0, s->size * s->size, &s->moves, error)) &&
           (argc < 5 || argument_whole("KINDS", argv[4], 0, INT_MAX, &s->kinds, error));
}

int main(int argc, char **argv) {
    Setting s = {.size = 11, .count = 2000, .kinds = INFERIOR_ALL | INFERIOR_SNARED};
    Error error = {0};
    if (!setting_read(&s, argc, argv, &error)) {
        fprintf(stderr, "measure_inferior: %s\n", error.text);
        return 2;
    }
    int size = (int)s.size, count = (int)s.count, moves = (int)s.moves;
    unsigned kinds = (unsigned)s.kinds;
    const Geometry *g = geometry_get(size, size);
    Inferior *inferior = g ? inferior_new(g) : NULL;
    static Totals totals; // a tool's only object
    Random random = random_seeded(1);
    double scratch = 0, fill_time = 0, child = 0;
    if (!inferior) return 1;
    for (int i = 0; i < count; i++) {
        CellSet stones[2];
        InferiorFill fill;
        InferiorPrune prune;
        game_make(g, &random, moves, stones);
        double start = now_seconds();
        inferior_set(inferior, stones);
        inferior_fill(inferior, kinds);
        inferior_get_fill(inferior, &fill);
        double middle = now_seconds();
        inferior_prune(inferior, moves % 2 ? WHITE : BLACK, NULL, kinds, &prune);
        double end = now_seconds();
        scratch += end - start;
        fill_time += middle - start;
        totals_add(&totals, g, inferior, stones, &fill, &prune);
        int move = cellset_first(fill.vacant);
        if (move < 0) continue;
        start = now_seconds();
        inferior_push(inferior);
        inferior_place(inferior, move, moves % 2 ? WHITE : BLACK);
        inferior_fill(inferior, kinds);
        inferior_prune(inferior, moves % 2 ? BLACK : WHITE, NULL, kinds, &prune);
        inferior_pop(inferior);
        child += now_seconds() - start;
    }
    const Totals *t = &totals;
    double n = (double)t->positions;
    printf("%dx%d, %d stones, %ld positions, %ld won by fill-in\n", size, size, moves, t->positions, t->won);
    printf("vacant %.1f: dead %.2f captured %.2f permanent %.2f mutual %.2f, left %.1f: vulnerable %.2f "
           "reversible %.2f dominated %.2f, moves %.1f\n",
           (double)t->vacant / n, (double)t->dead / n, (double)t->captured / n, (double)t->permanent / n,
           (double)t->mutual / n, (double)t->left / n, (double)t->vulnerable / n, (double)t->reversible / n,
           (double)t->dominated / n, (double)t->moves / n);
    uses_print(t);
    printf("from scratch %.2f us (fill %.2f), one more stone with undo %.2f us\n", 1e6 * scratch / n,
           1e6 * fill_time / n, 1e6 * child / n);
    inferior_free(inferior);
    return 0;
}
