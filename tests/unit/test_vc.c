// Virtual connections against the join game, which knows only the rules.
//
// A false connection is a disaster, a missed one only slow: so every claim is checked, for every form of the
// rules. MUSTPLAY_SOUNDNESS=N multiplies the number of random positions; N >= 20 also takes every position of
// 4x3 instead of a sample.
#include "game/board.h"
#include "game/random_position.h"
#include "knowledge/vc.h"
#include "solve/brute.h"
#include "test_support.h"
#include "tools/lib/joingame.h"

#include <stdio.h>

typedef struct Tally {
    long positions, wins, semis, mustplays, connections, large, pairs;
} Tally;

static void tally_print(const char *what, const Tally *t) {
    print_message(
        "# %s: %ld positions, %ld wins, %ld winning semis, %ld must-plays, %ld connections checked, %ld "
        "too large\n",
        what, t->positions, t->wins, t->semis, t->mustplays, t->connections, t->large);
}

static void fail_at(const Position *p, const char *what, Color color) {
    Text text = {0};
    position_write(p, &text);
    print_error("%s of %s is false on\n%s", what, color_name(color), text_string(&text));
    text_free(&text);
    fail();
}

// `color`, with these stones more and all its other cells outside `carrier` lost, wins with `mover` to move.
static bool carrier_wins(BruteTable *referee, const Position *p, Color color, CellSet more, CellSet carrier,
                         Color mover) {
    Position q = *p;
    CellSet lost = cellset_minus(cellset_minus(position_vacant(p), carrier), more);
    q.stones[color] = cellset_or(q.stones[color], more);
    q.stones[color_other(color)] = cellset_or(q.stones[color_other(color)], lost);
    q.to_move = mover;
    return brute_winner(referee, &q) == color;
}

// What the state says about winning, against the game on the whole board.
static void winning_check(const Vc *vc, BruteTable *referee, const Position *p, Color color, Tally *t) {
    int key = CELL_NONE;
    Color other = color_other(color);
    CellSet none = cellset_none(), carrier, united;
    if (vc_win(vc, color, &carrier)) {
        t->wins++;
        if (!carrier_wins(referee, p, color, none, carrier, other)) fail_at(p, "win", color);
    }
    if (vc_win_semi(vc, color, &key, &carrier)) {
        t->semis++;
        assert_true(cellset_has(carrier, key));
        if (!carrier_wins(referee, p, color, cellset_of(key), carrier, other))
            fail_at(p, "winning semi", color);
    }
    CellSet outside = cellset_minus(position_vacant(p), vc_mustplay(vc, color, &united));
    if (position_winner(p) != EMPTY || cellset_is_empty(outside)) return;
    t->mustplays++;
    for (int cell; (cell = cellset_pop(&outside)) >= 0;) {
        // What is left of the carrier must answer a move outside the region.
        CellSet left = united;
        cellset_remove(&left, cell);
        if (!carrier_wins(referee, p, color, none, left, color)) fail_at(p, "must-play", color);
    }
}

typedef struct Checker {
    const Position *position;
    Color color;
    int max; // cells of a carrier
    Tally *tally;
} Checker;

static void connection_check(void *context, const VcConnection *v) {
    Checker *c = context;
    if (cellset_count(v->carrier) > c->max) {
        c->tally->large++;
        return;
    }
    c->tally->connections++;
    JoinGame *game = joingame_new(c->position, c->color, v->x, v->y, v->carrier);
    assert_non_null(game);
    CellSet owned = v->key == CELL_NONE ? cellset_none() : cellset_of(v->key);
    if (!joingame_full(game, owned, cellset_none(), NULL)) {
        char x[CELL_NAME_MAX], y[CELL_NAME_MAX], key[CELL_NAME_MAX], cell[CELL_NAME_MAX];
        print_error("%s - %s, key %s:", cell_name(c->position->geometry, v->x, x),
                    cell_name(c->position->geometry, v->y, y), cell_name(c->position->geometry, v->key, key));
        CellSet left = v->carrier;
        for (int at; (at = cellset_pop(&left)) >= 0;)
            print_error(" %s", cell_name(c->position->geometry, at, cell));
        print_error("\n");
        fail_at(c->position, "connection", c->color);
    }
    joingame_free(game);
}

static void state_check(const Vc *vc, BruteTable *referee, const Position *p, int max, Tally *t) {
    t->positions++;
    for (Color color = BLACK; color <= WHITE; color++) {
        Error error;
        if (!vc_validate(vc, color, &error)) {
            print_error("%s\n", error.text);
            fail_at(p, "state", color);
        }
        winning_check(vc, referee, p, color, t);
        Checker c = {p, color, max, t};
        if (!max) continue;
        vc_each(vc, color, true, connection_check, &c);
        vc_each(vc, color, false, connection_check, &c);
    }
}

static Vc *vc_make(const Geometry *g, const VcOptions *options) {
    Vc *vc = vc_new(g, options);
    assert_non_null(vc);
    return vc;
}

static void every_position(int width, int height, int step) {
    const Geometry *g = geometry_get(width, height);
    VcOptions options = vc_options();
    Vc *vc = vc_make(g, &options);
    BruteTable *referee = brute_table_new(g, 0);
    assert_non_null(referee);
    Tally t = {0};
    int total = 1;
    for (int i = 0; i < g->cells; i++) total *= 3;
    for (int code = 0; code < total; code += step) {
        Position p = position_empty(g);
        for (int cell = 0, rest = code; cell < g->cells; cell++, rest /= 3) {
            if (rest % 3) cellset_add(&p.stones[rest % 3 - 1], cell);
        }
        assert_true(vc_build(vc, &p, VC_BOTH));
        state_check(vc, referee, &p, 16, &t);
    }
    tally_print("every position", &t);
    brute_table_free(referee);
    vc_free(vc);
}

static void test_every_small_position(void **state) {
    (void)state;
    every_position(3, 3, soundness() >= 20 ? 1 : 5);
    every_position(4, 3, soundness() >= 20 ? 1 : 311);
}

static void random_positions(int width, int height, int count, const VcOptions *options, int max,
                             unsigned low, Tally *t) {
    const Geometry *g = geometry_get(width, height);
    Vc *vc = vc_make(g, options);
    BruteTable *referee = brute_table_new(g, 0);
    assert_non_null(referee);
    Random r = random_seeded((uint64_t)(width * 100 + height));
    for (int i = 0; i < count; i++) {
        Position p = position_scattered(g, &r, low + random_below(&r, 15 - low), 16);
        assert_true(vc_build(vc, &p, VC_BOTH));
        state_check(vc, referee, &p, max, t);
    }
    brute_table_free(referee);
    vc_free(vc);
}

static void test_random_positions(void **state) {
    (void)state;
    VcOptions options = vc_options();
    Tally t = {0};
    random_positions(4, 4, 1000 * soundness(), &options, 0, 4, &t);
    random_positions(5, 4, 1000 * soundness(), &options, 0, 4, &t);
    tally_print("4x4 and 5x4", &t);
}

static void test_every_connection(void **state) {
    (void)state;
    static const int sizes[][2] = {{5, 5}, {6, 6}, {8, 8}, {10, 7}, {13, 13}, {15, 15},
                                   {5, 5}, {6, 6}, {8, 8}, {10, 7}, {13, 13}};
    VcOptions options = vc_options();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const Geometry *g = geometry_get(sizes[i][0], sizes[i][1]);
        options.captured = i >= 6;
        options.aim = i >= 6 ? VC_AIM_WIDE : VC_AIM_NEAR;
        options.or_in_order = i >= 6;
        Vc *vc = vc_make(g, &options);
        Random r = random_seeded(i);
        Tally t = {0};
        for (int k = 0; k < (g->cells > 100 ? (soundness() + 9) / 10 : 2 * soundness()); k++) {
            Position p = position_scattered(g, &r, 9 + random_below(&r, 5), 16);
            assert_true(vc_build(vc, &p, VC_BOTH));
            t.positions++;
            for (Color color = BLACK; color <= WHITE; color++) {
                Checker c = {&p, color, 16, &t};
                Error error;
                assert_true(vc_validate(vc, color, &error));
                vc_each(vc, color, true, connection_check, &c);
                vc_each(vc, color, false, connection_check, &c);
            }
        }
        tally_print("every connection", &t);
        vc_free(vc);
    }
}

static void test_or_rules(void **state) {
    (void)state;
    static const struct {
        const char *name;
        VcOr rule;
        bool shrink;
        VcEdgeAnd edge;
        VcCrossing crossing;
        bool captured;
        VcAim aim;
    } forms[] = {
        {"fast, not shrinking", VC_OR_FAST, false, VC_EDGE_NEVER},
        {"improved", VC_OR_IMPROVED, false, VC_EDGE_NEVER},
        {"improved, shrinking", VC_OR_IMPROVED, true, VC_EDGE_NEVER},
        {"Anshelevich", VC_OR_ANSHELEVICH, false, VC_EDGE_NEVER},
        {"first-row edges", VC_OR_FAST, true, VC_EDGE_FIRST_ROW},
        {"edges", VC_OR_FAST, true, VC_EDGE_ALWAYS},
        {"crossing", VC_OR_FAST, true, VC_EDGE_NEVER, VC_CROSSING_CHAINS},
        {"crossing at edges", VC_OR_FAST, true, VC_EDGE_NEVER, VC_CROSSING_EDGES},
        {"captured", VC_OR_FAST, true, VC_EDGE_NEVER, VC_CROSSING_EDGES, true},
        {"captured, improved", VC_OR_IMPROVED, false, VC_EDGE_NEVER, VC_CROSSING_NEVER, true},
        {"aimed", VC_OR_FAST, true, VC_EDGE_NEVER, VC_CROSSING_EDGES, false, VC_AIM_NEAR},
        {"aimed, captured", VC_OR_FAST, true, VC_EDGE_NEVER, VC_CROSSING_EDGES, true, VC_AIM_WIDE},
        {"aimed, improved", VC_OR_IMPROVED, false, VC_EDGE_NEVER, VC_CROSSING_NEVER, false, VC_AIM_WIDE},
        {"crossing, improved", VC_OR_IMPROVED, false, VC_EDGE_NEVER, VC_CROSSING_CHAINS}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        VcOptions options = vc_options();
        options.or_rule = forms[i].rule;
        options.shrink = forms[i].shrink;
        options.edge_and = forms[i].edge;
        options.crossing = forms[i].crossing;
        options.captured = forms[i].captured;
        options.aim = forms[i].aim;
        options.or_in_order = forms[i].aim == VC_AIM_WIDE;
        Tally t = {0};
        random_positions(4, 4, 25 * soundness(), &options, 14, 4, &t);
        random_positions(5, 4, 10 * soundness(), &options, 14, 4, &t);
        tally_print(forms[i].name, &t);
    }
}

// Random stones one at a time, taken back at random: each state is checked, and equals itself after undo.
static void test_incremental(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 4);
    VcOptions options = vc_options();
    Vc *vc = vc_make(g, &options), *fresh = vc_make(g, &options);
    BruteTable *referee = brute_table_new(g, 0);
    assert_non_null(referee);
    Random r = random_seeded(77);
    Tally t = {0};
    long same = 0, fewer = 0, more = 0;
    for (int k = 0; k < 6 * soundness(); k++) {
        Position stack[30];
        int depth = 0;
        stack[0] = position_scattered(g, &r, 14, 16);
        assert_true(vc_build(vc, &stack[0], VC_BOTH));
        for (int step = 0; step < 20; step++) {
            CellSet vacant = position_vacant(&stack[depth]);
            if (depth && (random_below(&r, 3) == 0 || cellset_is_empty(vacant))) {
                vc_undo(vc);
                depth--;
            } else if (!cellset_is_empty(vacant)) {
                int cell = -1;
                for (uint32_t n = random_below(&r, (uint32_t)cellset_count(vacant)) + 1; n--;)
                    cell = cellset_pop(&vacant);
                Color color = random_below(&r, 2) ? WHITE : BLACK;
                stack[depth + 1] = stack[depth];
                cellset_add(&stack[++depth].stones[color], cell);
                assert_true(vc_place(vc, cell, color));
            }
            state_check(vc, referee, &stack[depth], 16, &t);
            assert_true(vc_build(fresh, &stack[depth], VC_BOTH));
            for (Color color = BLACK; color <= WHITE; color++) {
                CellSet a = vc_mustplay(vc, color, NULL), b = vc_mustplay(fresh, color, NULL);
                if (cellset_equal(a, b))
                    same++;
                else if (cellset_within(b, a))
                    fewer++;
                else
                    more++;
            }
        }
    }
    tally_print("incremental", &t);
    print_message("# must-play: %ld equal, %ld larger than a full build's, %ld other\n", same, fewer, more);
    brute_table_free(referee);
    vc_free(vc);
    vc_free(fresh);
}

// Attempts: those that succeed are winning semis that avoid the cells given, and the state is as before.
static void test_attempts(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 4);
    VcOptions options = vc_options();
    Vc *vc = vc_make(g, &options);
    BruteTable *referee = brute_table_new(g, 0);
    Random r = random_seeded(5);
    long wins = 0;
    for (int k = 0; k < 600 * soundness(); k++) {
        Position p = position_scattered(g, &r, 9, 16);
        Color color = random_below(&r, 2) ? WHITE : BLACK;
        CellSet vacant = position_vacant(&p), against = cellset_none(), carrier, before;
        assert_true(vc_build(vc, &p, 1u << color));
        before = vc_mustplay(vc, color, NULL);
        int cell = cellset_pop(&vacant);
        if (cell < 0 || vc_win(vc, color, NULL)) continue;
        for (int next; (next = cellset_pop(&vacant)) >= 0;) {
            if (random_below(&r, 8) == 0) cellset_add(&against, next);
            if (random_below(&r, 3) == 0 && !cellset_has(against, next)) cell = next;
        }
        Error error;
        if (vc_attempt(vc, color, against, cell, 100000, &carrier)) {
            wins++;
            assert_false(cellset_has(carrier, cell));
            assert_true(cellset_is_empty(cellset_and(carrier, against)));
            if (!carrier_wins(referee, &p, color, cellset_of(cell), carrier, color_other(color)))
                fail_at(&p, "an attempt's carrier loses", color);
        }
        assert_true(vc_validate(vc, color, &error));
        assert_true(cellset_equal(before, vc_mustplay(vc, color, NULL)));
    }
    print_message("# %ld attempts won\n", wins);
    assert_true(wins > 10);
    brute_table_free(referee);
    vc_free(vc);
}

// Found by tests/fuzz/fuzz_vc.c: a far full, added last, left semis that contain it.
static void test_far_full(void **state) {
    (void)state;
    const Geometry *g = geometry_get(6, 5);
    VcOptions options = vc_options();
    options.crossing = VC_CROSSING_CHAINS;
    options.edge_and = VC_EDGE_FIRST_ROW;
    options.stop_at_win = options.record = true;
    Vc *vc = vc_make(g, &options);
    Position p = position_empty(g);
    assert_true(vc_build(vc, &p, VC_BOTH) && vc_place(vc, 15, BLACK));
    for (Color color = BLACK; color <= WHITE; color++) {
        Error error;
        if (!vc_validate(vc, color, &error)) fail_msg("%s", error.text);
    }
    vc_free(vc);
}

static Position board_read(const char *name) {
    char path[512], text[4096];
    snprintf(path, sizeof path, "%s/tests/boards/%s", SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    Position p;
    Error error;
    assert_true(position_parse_diagram(text, &p, &error));
    return p;
}

// The braid of Gao 2020 §2.4.3: x is top, y bottom, a = d2, b = b3, 1 = e2, 2 = c3, 3 = b2.
static void test_braid(void **state) {
    (void)state;
    Position p = board_read("braid.txt");
    const Geometry *g = p.geometry;
    int a = cell_parse(g, "d2", 2), key;
    CellSet carrier;
    p.to_move = BLACK;
    BruteTable *referee = brute_table_new(g, 0);
    assert_int_equal(brute_winner(referee, &p), BLACK);
    Position after = p;
    cellset_add(&after.stones[BLACK], a);
    after.to_move = WHITE;
    assert_int_equal(brute_winner(referee, &after), BLACK);
    brute_table_free(referee);
    for (int rule = VC_OR_FAST; rule <= VC_OR_ANSHELEVICH; rule++) {
        VcOptions options = vc_options();
        options.or_rule = (VcOr)rule;
        options.shrink = false;
        options.crossing = VC_CROSSING_NEVER;
        Vc *without = vc_make(g, &options);
        options.crossing = VC_CROSSING_EDGES;
        Vc *with = vc_make(g, &options);
        assert_true(vc_build(without, &p, VC_BOTH) && vc_build(with, &p, VC_BOTH));
        assert_false(vc_win_semi(without, BLACK, &key, &carrier));
        assert_true(vc_win_semi(with, BLACK, &key, &carrier));
        assert_int_equal(cellset_count(carrier), 5);
        vc_free(without);
        vc_free(with);
    }
}

// The example of hs_aim.c: Black has a3; b4 reaches the north edge over ten cells, but all small semis hold
// b3.
static void test_aim(void **state) {
    (void)state;
    const Geometry *g = geometry_get(11, 11);
    Position p = position_empty(g);
    int a3 = cell_parse(g, "a3", 2), b4 = cell_parse(g, "b4", 2), least[3];
    cellset_add(&p.stones[BLACK], a3);
    for (int aim = VC_AIM_NEVER; aim <= VC_AIM_WIDE; aim++) {
        VcOptions options = vc_options();
        VcConnection full;
        options.aim = (VcAim)aim;
        Vc *vc = vc_make(g, &options);
        assert_true(vc_build(vc, &p, VC_BLACK));
        assert_true(vc_between(vc, BLACK, b4, color_edge(BLACK, 0), true, &full, 1) > 0);
        least[aim] = cellset_count(full.carrier);
        Tally t = {0};
        Checker c = {&p, BLACK, 16, &t};
        connection_check(&c, &full);
        vc_free(vc);
    }
    assert_true(least[VC_AIM_NEVER] > 10);
    assert_int_equal(least[VC_AIM_NEAR], 10);
    assert_int_equal(least[VC_AIM_WIDE], 10);
}

typedef struct Replier {
    const Vc *vc;
    const Position *position;
    Color color;
    long replies;
} Replier;

// Each intrusion into a full is answered by a move that keeps the ends joined.
static void replies_check(void *context, const VcConnection *v) {
    Replier *r = context;
    if (cellset_count(v->carrier) > 12) return;
    JoinGame *game = joingame_new(r->position, r->color, v->x, v->y, v->carrier);
    CellSet left = v->carrier;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        int reply = vc_reply(r->vc, r->color, v, cell);
        assert_true(reply != CELL_NONE && cellset_has(v->carrier, reply) && reply != cell);
        if (!joingame_full(game, cellset_of(reply), cellset_of(cell), NULL))
            fail_at(r->position, "reply", r->color);
        r->replies++;
    }
    joingame_free(game);
}

static void test_replies(void **state) {
    (void)state;
    const Geometry *g = geometry_get(6, 6);
    VcOptions options = vc_options();
    options.record = true;
    Random r = random_seeded(3);
    long total = 0;
    for (int crossing = 0; crossing <= VC_CROSSING_CHAINS; crossing++) {
        options.crossing = (VcCrossing)crossing;
        Vc *vc = vc_make(g, &options);
        for (int k = 0; k < 2 * soundness(); k++) {
            Position p = position_scattered(g, &r, 12, 16);
            assert_true(vc_build(vc, &p, VC_BOTH));
            for (Color color = BLACK; color <= WHITE; color++) {
                Replier replier = {vc, &p, color, 0};
                vc_each(vc, color, true, replies_check, &replier);
                total += replier.replies;
            }
        }
        vc_free(vc);
    }
    print_message("# %ld replies checked\n", total);
}

// What the must-play deduction proves holds; it proves some wins that H-search alone does not.
static void test_deduction(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 4);
    VcOptions options = vc_options();
    Vc *vc = vc_make(g, &options);
    BruteTable *referee = brute_table_new(g, 0);
    Random r = random_seeded(11);
    long deduced = 0, known = 0;
    for (int k = 0; k < 1500 * soundness(); k++) {
        Position p = position_scattered(g, &r, 8 + random_below(&r, 7), 16);
        if (position_winner(&p) != EMPTY) continue;
        assert_true(vc_build(vc, &p, VC_BOTH));
        for (Color color = BLACK; color <= WHITE; color++) {
            CellSet carrier;
            if (vc_win(vc, color, NULL)) {
                known++;
            } else if (vc_deduce(vc, color, 200, &carrier)) {
                deduced++;
                if (!carrier_wins(referee, &p, color, cellset_none(), carrier, color_other(color)))
                    fail_at(&p, "deduction", color);
            }
        }
    }
    print_message("# %ld wins by connections, %ld more deduced\n", known, deduced);
    assert_true(deduced > 0);
    brute_table_free(referee);
    vc_free(vc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_small_position),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_every_connection),
        cmocka_unit_test(test_or_rules),
        cmocka_unit_test(test_incremental),
        cmocka_unit_test(test_attempts),
        cmocka_unit_test(test_far_full),
        cmocka_unit_test(test_braid),
        cmocka_unit_test(test_aim),
        cmocka_unit_test(test_replies),
        cmocka_unit_test(test_deduction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
