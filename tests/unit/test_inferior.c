// Inferior cells against brute force. A wrong fill or a wrongly pruned move is a disaster, a missed one only
// slow.
//
// Without arguments: all positions of 3x3 and samples of 4x3, 4x4 and 5x4, some seconds. With `full` the
// counts of the issue: all positions of 3x3 and 4x3, and 200,000 random ones of 4x4 and of 5x4 each; `full N`
// asks for N, `full N TEST` for one test.
#include "knowledge/inferior.h"
#include "tools/lib/small_solver.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static int full_count; // 0: the short run

enum { EVERYTHING = INFERIOR_ALL | INFERIOR_SNARED };

typedef struct Checker {
    const Geometry *geometry;
    Inferior *inferior, *scratch;
    SmallSolver solver;
    Random random;
    unsigned kinds;
    long positions, filled, pruned, vacant, emptied, proofs, shrunk, regions;
    int faults;
} Checker;

typedef struct Small {
    uint32_t stones[2];
} Small;

static CellSet cells_of(uint32_t bits) {
    CellSet s = cellset_none();
    s.word[0] = bits;
    return s;
}

static uint32_t bits_of_cells(CellSet s) {
    return (uint32_t)s.word[0];
}

static Color winner_of(Checker *c, Small p, Color mover) {
    return small_black_wins(&c->solver, p.stones[0], p.stones[1], mover == BLACK) ? BLACK : WHITE;
}

static void fault(Checker *c, const char *what, Small p, Color mover) {
    if (c->faults++ > 20) return;
    Position position = position_empty(c->geometry);
    Text text = {0};
    for (int i = 0; i < 2; i++) position.stones[i] = cells_of(p.stones[i]);
    position_write(&position, &text);
    fprintf(stderr, "%s, %s to move\n%s", what, color_name(mover), text_string(&text));
    text_clear(&text);
    for (int cell = 0; cell < c->geometry->cells; cell++) {
        char name[CELL_NAME_MAX];
        InferiorReason reason = inferior_reason(c->inferior, cell);
        if (!reason.kind) continue;
        text_format(&text, "  %s ", cell_name(c->geometry, cell, name));
        inferior_reason_text(c->inferior, cell, &text);
        text_add(&text, "\n");
    }
    fprintf(stderr, "%s", text_string(&text));
    text_free(&text);
}

// A small set of vacant cells with which `winner` still wins when the loser gets all others, cells dropped in
// random order.
static uint32_t proof_shrink(Checker *c, Small p, Color mover, Color winner) {
    uint32_t vacant = c->solver.all & ~(p.stones[0] | p.stones[1]), set = vacant;
    uint32_t order[32];
    int count = 0;
    for (uint32_t left = vacant; left; left &= left - 1) order[count++] = left & -left;
    for (int i = count - 1; i > 0; i--) {
        int j = (int)random_below(&c->random, (uint32_t)i + 1);
        uint32_t t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    Color loser = color_other(winner);
    for (int i = 0; i < count; i++) {
        Small q = p;
        q.stones[loser] |= vacant & ~(set & ~order[i]);
        if (winner_of(c, q, mover) == winner) set &= ~order[i];
    }
    return set;
}

// What shrinking leaves of a closed set must prove the real position still.
static void shrink_check(Checker *c, Small real, Color mover, Color winner, CellSet carrier) {
    CellSet stones[2] = {cells_of(real.stones[0]), cells_of(real.stones[1])};
    uint32_t vacant = c->solver.all & ~(real.stones[0] | real.stones[1]);
    CellSet small = inferior_shrink(c->scratch, stones, carrier, winner);
    Small q = real;
    q.stones[color_other(winner)] |= vacant & ~bits_of_cells(small);
    c->shrunk += cellset_count(carrier) - cellset_count(small);
    if (winner_of(c, q, mover) != winner) fault(c, "a shrunk proof set fails", real, mover);
}

// The set, closed, must prove the real position.
static void proof_check(Checker *c, Small real, Color mover, Color winner, uint32_t set, bool pruned) {
    CellSet carrier = cells_of(set);
    inferior_close_carrier(c->inferior, winner, pruned, &carrier);
    uint32_t vacant = c->solver.all & ~(real.stones[0] | real.stones[1]);
    Small q = real;
    q.stones[color_other(winner)] |= vacant & ~bits_of_cells(carrier);
    c->proofs++;
    shrink_check(c, real, mover, winner, carrier);
    if (winner_of(c, q, mover) != winner) {
        fault(c,
              pruned ? "the closed proof set of a pruned loss fails" : "the closed proof set of a win fails",
              real, mover);
        fprintf(stderr, "  set %x closed %x\n", set, bits_of_cells(carrier));
    }
}

static Small with_stone(Small p, Color color, int cell) {
    p.stones[color] |= 1u << cell;
    return p;
}

// The loss of `mover` in the filled position, proved move by move.
static void loss_check(Checker *c, Small real, Small full, Color mover, uint32_t moves) {
    Color winner = color_other(mover);
    uint32_t set = 0;
    if (!moves) set = proof_shrink(c, full, winner, winner);
    for (uint32_t left = moves; left; left &= left - 1)
        set |= proof_shrink(c, with_stone(full, mover, __builtin_ctz(left)), winner, winner);
    proof_check(c, real, mover, winner, set, true);
}

static void mover_check(Checker *c, Small real, Small full, Color mover, bool proofs) {
    InferiorPrune prune;
    uint32_t vacant = c->solver.all & ~(full.stones[0] | full.stones[1]), winning = 0;
    for (uint32_t left = vacant; left; left &= left - 1) {
        int cell = __builtin_ctz(left);
        if (winner_of(c, with_stone(full, mover, cell), color_other(mover)) == mover) winning |= 1u << cell;
    }
    bool wins = winner_of(c, full, mover) == mover;
    // A must-play region holds every winning move; here with some losing ones.
    uint32_t allowed = winning | (uint32_t)random_next(&c->random);
    CellSet limit = cells_of(allowed & vacant);
    inferior_prune(c->inferior, mover, &limit, c->kinds, &prune);
    if (wins && vacant && !(bits_of_cells(prune.moves) & winning) &&
        (!cellset_is_empty(prune.moves) || winner_of(c, full, color_other(mover)) != mover))
        fault(c, "within a must-play region the last winning move was pruned", real, mover);
    inferior_prune(c->inferior, mover, NULL, c->kinds, &prune);
    uint32_t moves = bits_of_cells(prune.moves);
    c->vacant += __builtin_popcount(vacant);
    c->pruned += __builtin_popcount(vacant & ~moves);
    if (wins && vacant && !(moves & winning)) {
        bool passing = winner_of(c, full, color_other(mover)) == mover;
        if (moves || !passing)
            fault(c, "the last winning move was pruned", real, mover);
        else
            c->emptied++;
    }
    if (!proofs || !vacant) return;
    if (!wins && (moves || winner_of(c, full, mover) != mover)) loss_check(c, real, full, mover, moves);
    if (wins && winning) {
        int cell = __builtin_ctz(winning);
        uint32_t set = proof_shrink(c, with_stone(full, mover, cell), color_other(mover), mover) | 1u << cell;
        proof_check(c, real, mover, mover, set, false);
    }
}

static void position_check(Checker *c, Small real, bool proofs) {
    InferiorFill fill;
    CellSet stones[2] = {cells_of(real.stones[0]), cells_of(real.stones[1])};
    c->positions++;
    inferior_set(c->inferior, stones);
    inferior_fill(c->inferior, c->kinds);
    inferior_get_fill(c->inferior, &fill);
    for (int dead_color = 0; dead_color < 2; dead_color++) {
        Small full = real;
        uint32_t dead = bits_of_cells(fill.dead);
        for (int i = 0; i < 2; i++) full.stones[i] |= bits_of_cells(fill.filled[i]) & ~dead;
        full.stones[dead_color] |= dead;
        if (full.stones[0] & full.stones[1]) fault(c, "a cell was filled twice", real, BLACK);
        for (Color mover = BLACK; mover <= WHITE; mover++) {
            Color winner = winner_of(c, real, mover);
            if (winner_of(c, full, mover) != winner) fault(c, "fill-in changed the winner", real, mover);
            if (fill.winner != EMPTY && fill.winner != winner)
                fault(c, "a wrong winner was reported", real, mover);
            if (dead_color == 0) mover_check(c, real, full, mover, proofs);
        }
        c->filled += dead_color == 0 ? cellset_count(fill.filled[0]) + cellset_count(fill.filled[1]) : 0;
    }
}

static void checker_open(Checker *c, int width, int height, unsigned kinds, int bits) {
    memset(c, 0, sizeof *c);
    c->geometry = geometry_get(width, height);
    c->inferior = inferior_new(c->geometry);
    c->scratch = inferior_new(c->geometry);
    c->random = random_seeded((uint64_t)(width * 100 + height));
    c->kinds = kinds;
    small_init(&c->solver, width, height, bits);
    if (width * height <= 12 || bits == 0) small_table_fill(&c->solver);
}

static void checker_close(Checker *c, const char *what) {
    printf("# %s %dx%d: %ld positions, %ld cells filled, %ld of %ld moves pruned, %ld times all, %ld proof "
           "sets, %d faults\n",
           what, c->geometry->width, c->geometry->height, c->positions, c->filled, c->pruned, c->vacant,
           c->emptied, c->proofs, c->faults);
    fflush(stdout);
    int faults = c->faults;
    inferior_free(c->inferior);
    inferior_free(c->scratch);
    small_free(&c->solver);
    assert_int_equal(faults, 0);
}

static Small position_number(uint64_t number, int cells) {
    Small p = {{0, 0}};
    for (int i = 0; i < cells; i++, number /= 3) {
        if (number % 3) p.stones[number % 3 - 1] |= 1u << i;
    }
    return p;
}

// Every `step`-th position.
static void positions_check(int width, int height, unsigned kinds, uint64_t step) {
    Checker c;
    checker_open(&c, width, height, kinds, 20);
    uint64_t total = 1;
    for (int i = 0; i < c.geometry->cells; i++) total *= 3;
    for (uint64_t n = 0; n < total; n += step)
        position_check(&c, position_number(n, c.geometry->cells), true);
    checker_close(&c, step == 1 ? "all" : "every so many");
}

static Small position_random(Checker *c, int vacant_max) {
    Small p = {{0, 0}};
    int cells = c->geometry->cells,
        stones = cells - vacant_max + (int)random_below(&c->random, (uint32_t)vacant_max - 2);
    int black =
        (int)random_below(&c->random, 4) ? stones / 2 : (int)random_below(&c->random, (uint32_t)stones + 1);
    for (int i = 0; i < stones;) {
        uint32_t cell = 1u << random_below(&c->random, (uint32_t)cells);
        if ((p.stones[0] | p.stones[1]) & cell) continue;
        p.stones[i++ >= black] |= cell;
    }
    return p;
}

static void random_check(int width, int height, unsigned kinds, int count, int vacant_max, int bits) {
    Checker c;
    checker_open(&c, width, height, kinds, bits);
    for (int i = 0; i < count; i++) position_check(&c, position_random(&c, vacant_max), i % 4 == 0);
    checker_close(&c, "random");
}

static void test_3x3(void **state) {
    (void)state;
    positions_check(3, 3, EVERYTHING, 1);
}

static void test_4x3(void **state) {
    (void)state;
    positions_check(4, 3, EVERYTHING, full_count ? 1 : 37);
    positions_check(3, 4, EVERYTHING, full_count ? 1 : 101);
}

static void test_4x4(void **state) {
    (void)state;
    random_check(4, 4, EVERYTHING, full_count ? full_count : 4000, full_count ? 16 : 11, full_count ? 0 : 20);
}

static void test_5x4(void **state) {
    (void)state;
    random_check(5, 4, EVERYTHING, full_count ? full_count : 2000, full_count ? 12 : 11,
                 full_count ? 24 : 20);
    random_check(4, 5, EVERYTHING, full_count ? full_count / 4 : 500, full_count ? 12 : 11,
                 full_count ? 24 : 20);
}

// Each kind alone, so that one does not hide another's fault.
static void test_single_kinds(void **state) {
    (void)state;
    const unsigned kinds[] = {INFERIOR_DEAD,
                              INFERIOR_CAPTURED,
                              INFERIOR_PERMANENT,
                              INFERIOR_MUTUAL,
                              INFERIOR_REGION,
                              INFERIOR_GRAPH | INFERIOR_DEAD,
                              INFERIOR_GRAPH | INFERIOR_CAPTURED,
                              INFERIOR_VULNERABLE,
                              INFERIOR_VULNERABLE | INFERIOR_SNARED,
                              INFERIOR_ALL,
                              INFERIOR_REVERSIBLE,
                              INFERIOR_DOMINATED,
                              INFERIOR_VULNERABLE | INFERIOR_REVERSIBLE,
                              INFERIOR_PERSISTENT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        printf("# kinds %x\n", kinds[i]);
        random_check(4, 4, kinds[i], full_count ? full_count / 10 : 600, full_count ? 16 : 11,
                     full_count ? 0 : 20);
    }
}

// A position reached by stones, pushes and pops looks like the same position from scratch.
static void test_incremental(void **state) {
    (void)state;
    Random random = random_seeded(7);
    for (int size = 3; size <= 19; size += 4) {
        const Geometry *g = geometry_get(size, size);
        Inferior *walked = inferior_new(g), *fresh = inferior_new(g);
        CellSet stones[2] = {cellset_none(), cellset_none()};
        inferior_set(walked, stones);
        for (int i = 0; i < g->cells; i++) {
            InferiorFill a, b;
            InferiorPrune pa, pb;
            int cell = (int)random_below(&random, (uint32_t)g->cells);
            if (cellset_has(stones[0], cell) || cellset_has(stones[1], cell)) continue;
            Color color = i % 2 ? WHITE : BLACK;
            cellset_add(&stones[color], cell);
            inferior_place(walked, cell, color);
            inferior_push(walked);
            inferior_fill(walked, EVERYTHING);
            inferior_get_fill(walked, &a);
            inferior_prune(walked, color_other(color), NULL, EVERYTHING, &pa);
            int child = cellset_first(a.vacant);
            if (child >= 0) { // a branch to come back from
                inferior_push(walked);
                inferior_place(walked, child, BLACK);
                inferior_fill(walked, EVERYTHING);
                inferior_pop(walked);
            }
            inferior_pop(walked);
            inferior_set(fresh, stones);
            inferior_fill(fresh, EVERYTHING);
            inferior_get_fill(fresh, &b);
            inferior_prune(fresh, color_other(color), NULL, EVERYTHING, &pb);
            assert_memory_equal(&a, &b, offsetof(InferiorFill, winner));
            assert_int_equal(a.winner, b.winner);
            assert_memory_equal(&pa, &pb, sizeof pa);
        }
        inferior_free(walked);
        inferior_free(fresh);
    }
}

// --- Chain decomposition, with brute force as the connection engine ---

static uint32_t end_cells(const Checker *c, const Small *p, Color color, int node) {
    if (node < CELL_MAX) return 1u << node & p->stones[color];
    return bits_of_cells(c->geometry->around[node]);
}

// The chains at the two ends are joined by stones. An edge's end is every stone beside it.
static bool ends_joined(const Checker *c, const Small *p, const InferiorRegion *region) {
    uint32_t own = p->stones[region->color], seen = end_cells(c, p, region->color, region->end[0]) & own;
    for (uint32_t last = 0; seen != last;) {
        last = seen;
        seen = small_grow(&c->solver, seen) & own & c->solver.all;
    }
    return (seen & end_cells(c, p, region->color, region->end[1])) != 0;
}

// The region's colour joins the ends by moves inside it.
static bool region_joins(const Checker *c, Small p, const InferiorRegion *region, bool first) {
    uint32_t vacant = bits_of_cells(region->cells) & ~(p.stones[0] | p.stones[1]);
    if (ends_joined(c, &p, region)) return true;
    if (!vacant) return false;
    Color mover = first ? region->color : color_other(region->color);
    for (uint32_t left = vacant; left; left &= left - 1)
        if (region_joins(c, with_stone(p, mover, __builtin_ctz(left)), region, !first) == first) return first;
    return !first;
}

static void region_check(Checker *c, Small real, Small full, const InferiorRegion *region) {
    uint32_t cells = bits_of_cells(region->cells);
    c->regions++;
    if (region_joins(c, full, region, false)) {
        Small captured = full;
        captured.stones[region->color] |= cells;
        for (Color mover = BLACK; mover <= WHITE; mover++)
            if (winner_of(c, captured, mover) != winner_of(c, real, mover))
                fault(c, "filling a captured region changed the winner", real, mover);
        return;
    }
    for (uint32_t left = cells; left; left &= left - 1) {
        int move = __builtin_ctz(left);
        if (region_joins(c, with_stone(full, region->color, move), region, false))
            inferior_note_domination(c->inferior, region->color, move, region->cells);
    }
    mover_check(c, real, full, region->color, true);
}

static void test_regions(void **state) {
    (void)state;
    Checker c;
    checker_open(&c, 4, 4, EVERYTHING, full_count ? 0 : 20);
    for (int i = 0; i < (full_count ? full_count : 3000); i++) {
        InferiorRegion region[8];
        InferiorFill fill;
        // Little fill-in leaves more regions to look at.
        unsigned kinds = i % 3 == 0 ? EVERYTHING : i % 3 == 1 ? INFERIOR_DEAD : 0;
        Small real = position_random(&c, 10), full = real;
        CellSet stones[2] = {cells_of(real.stones[0]), cells_of(real.stones[1])};
        inferior_set(c.inferior, stones);
        inferior_fill(c.inferior, kinds);
        inferior_get_fill(c.inferior, &fill);
        for (int j = 0; j < 2; j++) full.stones[j] |= bits_of_cells(fill.filled[j]);
        int count = inferior_regions(c.inferior, region, 8);
        c.positions++;
        for (int j = 0; j < count; j++) region_check(&c, real, full, &region[j]);
    }
    printf("# %ld regions\n", c.regions);
    assert_true(c.regions > 0);
    checker_close(&c, "regions");
}

// --- Star decomposition, likewise: a part of the vacant cells that three or more chains of a colour touch ---

typedef struct Star {
    Color color;
    uint32_t part;
    int ends, end[16]; // a stone or an edge of each chain
} Star;

// The stones joined to an end, through the colour's edges too.
static uint32_t chain_of(const Checker *c, const Small *p, Color color, int node) {
    uint32_t own = p->stones[color], seen = end_cells(c, p, color, node) & own;
    for (uint32_t last = 0; seen != last;) {
        last = seen;
        seen = small_grow(&c->solver, seen) & own & c->solver.all;
        for (int side = 0; side < 2; side++) {
            uint32_t beside = bits_of_cells(c->geometry->around[color_edge(color, side)]);
            if (seen & beside) seen |= own & beside;
        }
    }
    return seen;
}

static void star_find(const Checker *c, const Small *p, Color color, uint32_t part, Star *star) {
    *star = (Star){.color = color, .part = part};
    uint32_t near = small_grow(&c->solver, part) & p->stones[color] & c->solver.all, edges = 0;
    for (int side = 0; side < 2; side++) {
        int edge = color_edge(color, side);
        uint32_t chain = chain_of(c, p, color, edge), beside = bits_of_cells(c->geometry->around[edge]);
        if (!(chain & near) && !(beside & part)) continue;
        if (side && edges & chain) continue; // one chain with the other edge
        star->end[star->ends++] = edge;
        edges |= chain;
    }
    for (near &= ~edges; near;) {
        int stone = __builtin_ctz(near);
        near &= ~chain_of(c, p, color, stone);
        star->end[star->ends++] = stone;
    }
}

// Inside the part the colour joins all the chains, moving first or second.
static bool star_joins(const Checker *c, Small p, const Star *star, bool first) {
    uint32_t chain = chain_of(c, &p, star->color, star->end[0]),
             vacant = star->part & ~(p.stones[0] | p.stones[1]);
    bool joined = true;
    for (int i = 1; i < star->ends; i++)
        joined &= (chain & end_cells(c, &p, star->color, star->end[i]) & p.stones[star->color]) != 0;
    if (joined) return true;
    if (!vacant) return false;
    Color mover = first ? star->color : color_other(star->color);
    for (uint32_t left = vacant; left; left &= left - 1)
        if (star_joins(c, with_stone(p, mover, __builtin_ctz(left)), star, !first) == first) return first;
    return !first;
}

// A move after which they are all joined dominates the part: no winning move may be lost.
static void test_stars(void **state) {
    (void)state;
    Checker c;
    long dominators = 0;
    checker_open(&c, 4, 4, EVERYTHING, full_count ? 0 : 20);
    for (int i = 0; i < (full_count ? full_count : 3000); i++) {
        Small real = position_random(&c, 8);
        CellSet stones[2] = {cells_of(real.stones[0]), cells_of(real.stones[1])};
        uint32_t vacant = c.solver.all & ~(real.stones[0] | real.stones[1]);
        inferior_set(c.inferior, stones);
        c.positions++;
        while (vacant) {
            uint32_t part = vacant & -vacant;
            for (uint32_t last = 0; part != last;) {
                last = part;
                part = small_grow(&c.solver, part) & vacant;
            }
            vacant &= ~part;
            for (Color color = BLACK; color <= WHITE; color++) {
                Star star;
                star_find(&c, &real, color, part, &star);
                if (star.ends < 3 || star_joins(&c, real, &star, false)) continue;
                for (uint32_t left = part; left; left &= left - 1) {
                    int move = __builtin_ctz(left);
                    if (!star_joins(&c, with_stone(real, color, move), &star, false)) continue;
                    inferior_note_domination(c.inferior, color, move, cells_of(part));
                    dominators++;
                }
                mover_check(&c, real, real, color, true);
            }
        }
    }
    printf("# %ld moves that join a star\n", dominators);
    assert_true(dominators > 0);
    checker_close(&c, "stars");
}

// A bug: set with no stones kept the last position's graphs.
static void test_set_forgets(void **state) {
    (void)state;
    const Geometry *g = geometry_get(4, 4);
    Inferior *used = inferior_new(g), *fresh = inferior_new(g);
    CellSet stones[2] = {cellset_of(5), cellset_of(6)}, none[2] = {cellset_none(), cellset_none()};
    InferiorPrune a, b;
    inferior_set(used, stones);
    inferior_prune(used, WHITE, NULL, EVERYTHING, &a);
    inferior_set(used, none);
    inferior_prune(used, WHITE, NULL, EVERYTHING, &a);
    inferior_prune(fresh, WHITE, NULL, EVERYTHING, &b);
    assert_memory_equal(&a, &b, sizeof a);
    inferior_free(used);
    inferior_free(fresh);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "full")) full_count = argc > 2 ? atoi(argv[2]) : 200000;
    if (argc > 3) cmocka_set_test_filter(argv[3]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set_forgets),  cmocka_unit_test(test_regions),     cmocka_unit_test(test_stars),
        cmocka_unit_test(test_3x3),          cmocka_unit_test(test_4x3),         cmocka_unit_test(test_4x4),
        cmocka_unit_test(test_single_kinds), cmocka_unit_test(test_incremental), cmocka_unit_test(test_5x4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
