// The statements of docs/THEORY.md against brute force, from their definitions alone: nothing of knowledge/ is used but
// the patterns of permanently inferior cells. Each statement is tried in every position of 3x3 and 4x3 and in random ones of 4x4. What the
// page calls wrong must have a counterexample, and the first one is printed.
#include "base/random.h"
#include "knowledge/inferior.h"
#include "test_support.h"
#include "tools/lib/all_positions.h"

#include <stdlib.h>

enum { CELLS_MAX = 16, SAMPLES = 6000, SAMPLE_VACANT = 9, BOARDS = 3, TALLIES_MAX = 8 };

typedef uint32_t Cells; // a bit per cell

typedef struct State {
    Cells stones[2];
} State;

typedef struct World {
    const Geometry *geometry;
    AllPositions *all;
    Cells board;
    uint32_t ternary[1 << CELLS_MAX]; // of a set: the sum of 3^cell
    bool joined[1 << CELLS_MAX];      // black stones on this set join Black's edges
    uint16_t *dead;                   // by arrangement: its dead cells plus 1, 0 where not yet known
    Random random;
} World;

// How often a statement was tried and how often it was wrong, with the first exception.
typedef struct Tally {
    const char *what;
    long tried, wrong;
    State first;
    Color mover;
} Tally;

// --- A board

static void world_open(World *w, int width, int height) {
    w->geometry = geometry_get(width, height);
    w->all = all_positions_new(w->geometry);
    w->board = (1u << w->geometry->cells) - 1;
    w->dead = calloc(all_positions_count(w->all), sizeof *w->dead);
    w->random = random_seeded((uint64_t)(10 * width + height));
    assert_true(w->all && w->dead);
    for (Cells set = 0, power; set <= w->board; set++) {
        Position p = position_empty(w->geometry);
        p.stones[BLACK].word[0] = set;
        w->joined[set] = position_winner(&p) == BLACK;
        w->ternary[set] = 0, power = 1;
        for (int cell = 0; cell < w->geometry->cells; cell++, power *= 3)
            if (set >> cell & 1) w->ternary[set] += power;
    }
}

static World worlds[BOARDS]; // 3x3, 4x3, 4x4

static int worlds_open(void **state) {
    (void)state;
    for (int b = 0; b < BOARDS; b++) world_open(&worlds[b], b ? 4 : 3, b == 2 ? 4 : 3);
    return 0;
}

static int worlds_close(void **state) {
    (void)state;
    for (int b = 0; b < BOARDS; b++) {
        all_positions_free(worlds[b].all);
        free(worlds[b].dead);
    }
    return 0;
}

static uint32_t index_of(const World *w, State s) {
    return w->ternary[s.stones[BLACK]] + 2 * w->ternary[s.stones[WHITE]];
}

static Color winner(const World *w, State s, Color mover) {
    return all_positions_winner_at(w->all, index_of(w, s), mover);
}

static bool over(const World *w, State s) {
    return w->joined[s.stones[BLACK]] || !w->joined[w->board & ~s.stones[WHITE]];
}

static Cells vacant_of(const World *w, State s) {
    return w->board & ~(s.stones[BLACK] | s.stones[WHITE]);
}

static State with(State s, Color color, Cells cells) {
    s.stones[color] |= cells;
    return s;
}

// Takes the lowest cell out of the set.
static Cells pop(Cells *set) {
    Cells cell = *set & -*set;
    *set &= ~cell;
    return cell;
}

static bool same_winners(const World *w, State a, State b) {
    return winner(w, a, BLACK) == winner(w, b, BLACK) && winner(w, a, WHITE) == winner(w, b, WHITE);
}

// --- The notions of the page

// Cells whose colour matters in no completion: no way to fill the board has the winner depend on them.
static Cells dead_find(const World *w, State s) {
    Cells vacant = vacant_of(w, s), live = 0;
    for (Cells black = vacant;; black = (black - 1) & vacant) {
        if (w->joined[s.stones[BLACK] | black])
            for (Cells left = black & ~live, cell; (cell = pop(&left));)
                if (!w->joined[s.stones[BLACK] | (black & ~cell)]) live |= cell;
        if (!black || live == vacant) return vacant & ~live;
    }
}

static Cells dead(World *w, State s) {
    uint16_t *memo = &w->dead[index_of(w, s)];
    if (!*memo) *memo = (uint16_t)(dead_find(w, s) + 1);
    return (uint16_t)(*memo - 1);
}

// Cells that a stone of `color` at `at` kills.
static Cells killed(World *w, State s, Color color, Cells at) {
    return dead(w, with(s, color, at)) & ~at;
}

// `color`, answering in the pair, makes the opponent's stone in it dead.
static bool captured(World *w, State s, Color color, Cells a, Cells b) {
    return (killed(w, s, color, b) & a) && (killed(w, s, color, a) & b);
}

// The cells of live captured pairs of `color`.
static Cells captured_cells(World *w, State s, Color color) {
    Cells live = vacant_of(w, s) & ~dead(w, s), found = 0;
    for (Cells left = live, a; (a = pop(&left));)
        for (Cells rest = left, b; (b = pop(&rest));)
            if (captured(w, s, color, a, b)) found |= a | b;
    return found;
}

static Cells vulnerable(World *w, State s, Color mover) {
    Cells found = 0;
    for (Cells left = vacant_of(w, s), r; (r = pop(&left));) found |= killed(w, s, color_other(mover), r);
    return found;
}

static Cells winning_moves(const World *w, State s, Color mover) {
    Cells found = 0;
    for (Cells left = vacant_of(w, s), cell; (cell = pop(&left));)
        if (winner(w, with(s, mover, cell), color_other(mover)) == mover) found |= cell;
    return found;
}

// The mover wins, and would lose by passing.
static bool move_matters(const World *w, State s, Color mover) {
    return winner(w, s, mover) == mover && winner(w, s, color_other(mover)) != mover;
}

// --- Counting

static void note(Tally *t, State s, Color mover, bool holds) {
    t->tried++;
    if (!holds && t->wrong++ == 0) t->first = s, t->mover = mover;
}

static void tally_print(const World *w, const Tally *t) {
    print_message("# %dx%d, %s: wrong in %ld of %ld\n", w->geometry->width, w->geometry->height, t->what,
                  t->wrong, t->tried);
    if (!t->wrong) return;
    Position p = position_empty(w->geometry);
    Text text = {0};
    for (int i = 0; i < 2; i++) p.stones[i].word[0] = t->first.stones[i];
    position_write(&p, &text);
    print_message("# first with %s to move:\n%s", color_name(t->mover), text_string(&text));
    text_free(&text);
}

typedef void Check(World *w, State s, Color mover, Tally *t);

static void state_check(World *w, State s, Check *check, Tally *t) {
    if (over(w, s)) return;
    for (Color mover = BLACK; mover <= WHITE; mover++) check(w, s, mover, t);
}

static State state_at(const World *w, uint32_t index) {
    Position p = all_positions_at(w->all, index);
    return (State){{(Cells)p.stones[BLACK].word[0], (Cells)p.stones[WHITE].word[0]}};
}

// Runs a check over a board: all its positions, or random ones with few vacant cells. Counts anew, and prints.
static void board_check(World *w, Check *check, Tally t[], int tallies) {
    uint32_t count = all_positions_count(w->all);
    for (int i = 0; i < tallies; i++) t[i].tried = t[i].wrong = 0;
    if (w->geometry->cells < CELLS_MAX) {
        uint32_t step = w->geometry->cells > 9 ? TEST_THINNING : 1;
        for (uint32_t i = 0; i < count; i += step) state_check(w, state_at(w, i), check, t);
    } else {
        for (int made = 0; made < SAMPLES / TEST_THINNING;) {
            State s = state_at(w, random_below(&w->random, count));
            if (__builtin_popcount(vacant_of(w, s)) > SAMPLE_VACANT) continue;
            state_check(w, s, check, t);
            made++;
        }
    }
    for (int i = 0; i < tallies; i++) tally_print(w, &t[i]);
}

// Tries statements on every board: the first `right` of them are never wrong; each other one is wrong somewhere.
static void boards_check(Check *check, Tally t[], int tallies, int right) {
    long exceptions[TALLIES_MAX] = {0};
    for (int b = 0; b < BOARDS; b++) {
        board_check(&worlds[b], check, t, tallies);
        for (int i = 0; i < tallies; i++) {
            assert_true(t[i].tried > 0);
            exceptions[i] += t[i].wrong;
        }
    }
    for (int i = 0; i < tallies; i++) assert_int_equal(exceptions[i] == 0, i < right);
}

// --- Fill-in

static void monotone_check(World *w, State s, Color mover, Tally *t) {
    for (Color color = BLACK; color <= WHITE; color++) {
        if (winner(w, s, mover) != color) continue;
        for (Cells left = vacant_of(w, s), cell; (cell = pop(&left));)
            note(&t[0], s, mover, winner(w, with(s, color, cell), mover) == color);
    }
}

static void test_monotone(void **state) {
    (void)state;
    Tally t[] = {{.what = "a stone more never hurts its colour"}};
    boards_check(monotone_check, t, 1, 1);
}

static void dead_check(World *w, State s, Color mover, Tally *t) {
    Cells cells = dead(w, s), others = vacant_of(w, s) & ~cells;
    if (!cells) return;
    note(&t[0], s, mover, same_winners(w, s, with(s, mover, cells)));
    for (Cells cell; (cell = pop(&others));)
        note(&t[1], s, mover, (cells & ~dead(w, with(s, mover, cell))) == 0);
}

static void test_dead(void **state) {
    (void)state;
    Tally t[] = {{.what = "all dead cells filled at once, with either colour"},
                 {.what = "dead cells stay dead"}};
    boards_check(dead_check, t, 2, 2);
}

static void captured_check(World *w, State s, Color mover, Tally *t) {
    Cells own = captured_cells(w, s, mover), other = captured_cells(w, s, color_other(mover));
    if (!own) return;
    note(&t[0], s, mover, same_winners(w, s, with(s, mover, own)));
    for (Cells left = vacant_of(w, s) & ~own, cell; (cell = pop(&left));) {
        State after = with(s, color_other(mover), cell);
        note(&t[1], s, mover, same_winners(w, after, with(after, mover, own)));
    }
    if (!other) return;
    note(&t[2], s, mover, !(own & other));
    note(&t[3], s, mover, same_winners(w, s, with(with(s, mover, own & ~other), color_other(mover), other)));
}

static void test_captured(void **state) {
    (void)state;
    Tally t[] = {{.what = "all captured pairs of a colour filled at once"},
                 {.what = "and after a stone of the opponent elsewhere"},
                 {.what = "no cell is captured by both colours"},
                 {.what = "captured pairs of both colours filled at once"}};
    boards_check(captured_check, t, 4, 4);
}

// X's stone at k kills c, and Y's stone at c captures k, as things stand now.
static bool seems_inferior(World *w, State s, Color x, Cells c, Cells k) {
    State answered = with(s, color_other(x), c);
    return (killed(w, s, x, k) & c) &&
           ((dead(w, answered) | captured_cells(w, answered, color_other(x))) & k);
}

static void permanence_check(World *w, State s, Color x, Tally *t) {
    Cells live = vacant_of(w, s) & ~dead(w, s);
    for (Cells left = live, c; (c = pop(&left));)
        for (Cells rest = live & ~c, k; (k = pop(&rest));)
            if (seems_inferior(w, s, x, c, k)) note(&t[0], s, x, same_winners(w, s, with(s, x, c)));
}

static void test_permanence_matters(void **state) {
    (void)state;
    Tally t[] = {{.what = "c filled because X(k) kills c and Y(c) captures k now"}};
    boards_check(permanence_check, t, 1, 0);
}

// --- Pruning

static void vulnerable_check(World *w, State s, Color mover, Tally *t) {
    if (winner(w, s, mover) == mover)
        note(&t[0], s, mover, winning_moves(w, s, mover) & ~vulnerable(w, s, mover));
}

static void test_vulnerable(void **state) {
    (void)state;
    Tally t[] = {{.what = "every vulnerable move pruned at once leaves a winning move"}};
    boards_check(vulnerable_check, t, 1, 1);
}

// Reversals of the mover's moves with a carrier of one cell. After the opponent's stone at r the mover
// captures the pair {c, k}. Ordered: one is taken only if its carrier holds no r taken before. Returns the
// cells c.
static Cells reversed(World *w, State s, Color mover, bool ordered) {
    Cells live = vacant_of(w, s), found = 0, answers = 0;
    for (Cells left = live, c; (c = pop(&left));)
        for (Cells rs = live & ~c, r; (r = pop(&rs)) && !(found & c);) {
            State after = with(s, color_other(mover), r);
            for (Cells ks = live & ~(c | r), k; (k = pop(&ks)) && !(found & c);) {
                if (!captured(w, after, mover, c, k) || (ordered && (answers & k))) continue;
                found |= c;
                answers |= r;
            }
        }
    return found;
}

static void reversible_check(World *w, State s, Color mover, Tally *t) {
    Cells wins = winning_moves(w, s, mover), gone = vulnerable(w, s, mover);
    if (!wins) return;
    Cells kept = vacant_of(w, s) & ~(gone | reversed(w, s, mover, true));
    if (move_matters(w, s, mover)) {
        note(&t[0], s, mover, wins & kept);
        note(&t[1], s, mover, wins & ~(gone | reversed(w, s, mover, false)));
    } else
        note(&t[2], s, mover, kept);
}

static void test_reversible(void **state) {
    (void)state;
    Tally t[] = {{.what = "ordered reversals and vulnerable moves pruned, where the move matters"},
                 {.what = "reversals pruned without an order"},
                 {.what = "where passing wins too, a move is left"}};
    boards_check(reversible_check, t, 3, 1);
}

// What the mover's move m dominates: it kills or captures it, or the opponent's stone at m would kill it.
static Cells dominated_by(World *w, State s, Color mover, Cells m) {
    State after = with(s, mover, m);
    return (dead(w, after) | captured_cells(w, after, mover) | killed(w, s, color_other(mover), m)) & ~m;
}

typedef struct Dominations {
    Cells cell[CELLS_MAX], reach[CELLS_MAX]; // reach: what dominates it, over any number of steps; itself too
    int count;
} Dominations;

// The order among the cells of a set, closed under steps.
static void dominations_find(World *w, State s, Color mover, Cells among, Dominations *d) {
    d->count = 0;
    for (Cells cell; (cell = pop(&among));) d->cell[d->count++] = cell;
    for (int i = 0; i < d->count; i++) d->reach[i] = d->cell[i];
    for (int m = 0; m < d->count; m++) {
        Cells below = dominated_by(w, s, mover, d->cell[m]);
        for (int i = 0; i < d->count; i++)
            if (below & d->cell[i]) d->reach[i] |= d->cell[m];
    }
    for (int k = 0; k < d->count; k++)
        for (int i = 0; i < d->count; i++)
            if (d->reach[i] & d->cell[k]) d->reach[i] |= d->reach[k];
}

// One cell of each class that nothing outside it dominates.
static Cells representatives(const Dominations *d) {
    Cells kept = 0;
    for (int i = 0; i < d->count; i++) {
        Cells class = 0;
        bool sink = true;
        for (int j = 0; j < d->count; j++) {
            if (!(d->reach[i] & d->cell[j])) continue;
            if (d->reach[j] & d->cell[i])
                class |= d->cell[j];
            else
                sink = false;
        }
        if (sink && !(class & kept)) kept |= d->cell[i];
    }
    return kept;
}

static Cells undominated(const Dominations *d) {
    Cells kept = 0;
    for (int i = 0; i < d->count; i++)
        if (d->reach[i] == d->cell[i]) kept |= d->cell[i];
    return kept;
}

static void domination_check(World *w, State s, Color mover, Tally *t) {
    Cells wins = winning_moves(w, s, mover), vacant = vacant_of(w, s), gone = vulnerable(w, s, mover);
    Dominations all, rest;
    if (!move_matters(w, s, mover)) return;
    dominations_find(w, s, mover, vacant & ~gone, &rest);
    note(&t[0], s, mover, wins & representatives(&rest));
    dominations_find(w, s, mover, vacant, &all);
    note(&t[1], s, mover, wins & undominated(&all));
    note(&t[2], s, mover, wins & representatives(&all) & ~gone);
}

static void test_domination(void **state) {
    (void)state;
    Tally t[] = {{.what = "vulnerable moves pruned, then one of each undominated class kept"},
                 {.what = "every dominated move pruned"},
                 {.what = "one of each class kept, then vulnerable moves pruned"}};
    boards_check(domination_check, t, 3, 1);
}

// --- Must-play and proof sets

// `color` wins when it keeps only these vacant cells.
static bool proves(const World *w, State s, Color mover, Color color, Cells set) {
    return winner(w, with(s, color_other(color), vacant_of(w, s) & ~set), mover) == color;
}

// A smallest set in the sense that no cell of it can be left out, cells dropped in random order.
static Cells proof_find(World *w, State s, Color mover, Color color) {
    Cells set = vacant_of(w, s), untried = set;
    while (untried) {
        int skip = (int)random_below(&w->random, (uint32_t)__builtin_popcount(untried));
        Cells left = untried, cell = pop(&left);
        while (skip--) cell = pop(&left);
        untried &= ~cell;
        if (proves(w, s, mover, color, set & ~cell)) set &= ~cell;
    }
    return set;
}

static void must_play_check(World *w, State s, Color mover, Tally *t) {
    Color other = color_other(mover);
    Cells region = vacant_of(w, s);
    if (winner(w, s, other) != other) return;
    for (int i = 0; i < 3; i++) region &= proof_find(w, s, other, other);
    note(&t[0], s, mover, (winning_moves(w, s, mover) & ~region) == 0);
}

static void test_must_play(void **state) {
    (void)state;
    Tally t[] = {{.what = "moves outside the intersection of threats lose"}};
    boards_check(must_play_check, t, 1, 1);
}

// A stone of the opponent that kills the mover's c, one of the set if there is such; 0 if c is not vulnerable.
static Cells killer_find(World *w, State s, Color mover, Cells c, Cells set) {
    Cells killer = 0;
    for (Cells left = vacant_of(w, s) & ~c, r; !(killer & set) && (r = pop(&left));)
        if ((killed(w, s, color_other(mover), r) & c) && (!killer || (r & set))) killer = r;
    return killer;
}

// Adds for each vulnerable cell in the set a stone that kills it, until nothing changes.
static Cells close_under_kills(World *w, State s, Color mover, Cells set) {
    for (Cells todo = set, c; (c = pop(&todo));) {
        Cells killer = killer_find(w, s, mover, c, set);
        todo |= killer & ~set;
        set |= killer;
    }
    return set;
}

static void proof_set_check(World *w, State s, Color mover, Tally *t) {
    Color other = color_other(mover);
    if (winner(w, s, mover) != other) return;
    Cells moves = vacant_of(w, s) & ~vulnerable(w, s, mover), set = 0;
    if (!moves) set = proof_find(w, s, other, other);
    for (Cells m; (m = pop(&moves));) set |= proof_find(w, with(s, mover, m), other, other);
    note(&t[0], s, mover, proves(w, s, mover, other, close_under_kills(w, s, mover, set)));
    note(&t[1], s, mover, proves(w, s, mover, other, set));
}

static void test_proof_sets(void **state) {
    (void)state;
    Tally t[] = {{.what = "proof sets of the moves kept, closed under kills, prove the loss"},
                 {.what = "and without the kills"}};
    boards_check(proof_set_check, t, 2, 1);
}

static void shrink_check(World *w, State s, Color mover, Tally *t) {
    Color color = winner(w, s, mover), other = color_other(color);
    // A set that proves, not a smallest one
    Cells set = proof_find(w, s, mover, color) | (vacant_of(w, s) & (Cells)random_next(&w->random));
    State least = with(s, other, vacant_of(w, s) & ~set);
    Cells lost = dead(w, least) | captured_cells(w, least, other), won = captured_cells(w, least, color);
    if (lost & set) note(&t[0], s, mover, proves(w, s, mover, color, set & ~lost));
    if (won & set) note(&t[1], s, mover, proves(w, s, mover, color, set & ~won));
}

static void test_shrink(void **state) {
    (void)state;
    Tally t[] = {{.what = "a proof set without what is dead or captured for the loser"},
                 {.what = "a proof set without what is captured for the winner"}};
    boards_check(shrink_check, t, 2, 1);
}

// --- Permanently inferior cells, by their patterns

enum { FILLED, OUTSIDE, INSIDE, WHOLE_PATTERN, FILLED_CELL };

// `cells` filled for x by patterns whose vacant cells are `pattern`: as they stand, after a stone, and in proofs.
static void permanent_check(World *w, State s, Color x, Cells cells, Cells pattern, Tally *t) {
    State full = with(s, x, cells);
    note(&t[FILLED], s, x, same_winners(w, s, full));
    for (Cells left = vacant_of(w, full), cell; (cell = pop(&left));) {
        State real = with(s, color_other(x), cell), filled = with(full, color_other(x), cell);
        note(&t[cell & pattern ? INSIDE : OUTSIDE], s, x, same_winners(w, real, filled));
    }
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        if (winner(w, full, mover) != x) continue;
        Cells set = proof_find(w, full, mover, x);
        note(&t[WHOLE_PATTERN], s, mover, proves(w, s, mover, x, set | pattern));
        note(&t[FILLED_CELL], s, mover, proves(w, s, mover, x, set | cells));
    }
}

static void test_permanent(void **state) {
    (void)state;
    World *w = &worlds[2];
    Inferior *inferior = inferior_new(w->geometry);
    Tally t[] = {
        [FILLED] = {.what = "permanent fill"},
        [OUTSIDE] = {.what = "permanent fill, then the opponent's stone outside the pattern"},
        [INSIDE] = {.what = "permanent fill, then the opponent's stone inside the pattern"},
        [WHOLE_PATTERN] = {.what = "a proof set of the filled position with the pattern's vacant cells"},
        [FILLED_CELL] = {.what = "a proof set of the filled position with the filled cell alone"}};
    for (uint32_t i = 0; i < all_positions_count(w->all); i += 101 * TEST_THINNING) {
        State s = state_at(w, i);
        if (over(w, s)) continue;
        CellSet stones[2] = {cellset_none(), cellset_none()};
        InferiorFill fill;
        for (int c = 0; c < 2; c++) stones[c].word[0] = s.stones[c];
        inferior_set(inferior, stones);
        inferior_fill(inferior, INFERIOR_PERMANENT);
        inferior_get_fill(inferior, &fill);
        for (Color x = BLACK; x <= WHITE; x++) {
            Cells cells = (Cells)fill.permanent[x].word[0];
            if (cells && cellset_is_empty(fill.permanent[color_other(x)]))
                permanent_check(w, s, x, cells, (Cells)fill.needed[x].word[0] | cells, t);
        }
    }
    for (int i = 0; i < 5; i++) {
        tally_print(w, &t[i]);
        assert_true(t[i].tried > 0);
        assert_int_equal(t[i].wrong > 0, i == INSIDE || i == FILLED_CELL);
    }
    inferior_free(inferior);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_monotone),   cmocka_unit_test(test_dead),
        cmocka_unit_test(test_captured),   cmocka_unit_test(test_permanence_matters),
        cmocka_unit_test(test_permanent),  cmocka_unit_test(test_vulnerable),
        cmocka_unit_test(test_reversible), cmocka_unit_test(test_domination),
        cmocka_unit_test(test_must_play),  cmocka_unit_test(test_proof_sets),
        cmocka_unit_test(test_shrink),
    };
    return cmocka_run_group_tests(tests, worlds_open, worlds_close);
}
