// The opening atlas: what it calls proved is true, estimates never stand in its place, files are read as written.
#include "play/atlas.h"
#include "solve/solver.h"
#include "test_support.h"

#include <stdlib.h>
#include <string.h>

static Atlas *atlas_of(int size, const char *estimates) {
    Error error;
    Atlas *atlas = malloc(sizeof *atlas);
    assert_non_null(atlas);
    if (!atlas_read(atlas, geometry_get(size, size), estimates, &error)) fail_msg("%s", error.text);
    return atlas;
}

static void test_proved_is_true(void **state) {
    (void)state;
    for (int size = 3; size <= 5; size++) {
        Atlas *atlas = atlas_of(size, NULL);
        Position empty = position_empty(atlas->geometry);
        for (int cell = 0; cell < size * size; cell++) {
            Position after = position_played(&empty, cell);
            Answer truth;
            assert_true(solve_position(size < 5 ? &SOLVE_BRUTE : &SOLVE_PNS, &after, &(Budget){0}, NULL,
                                       &truth, NULL));
            assert_int_equal(atlas->entry[cell].winner, truth.winner);
            assert_true(atlas_swaps(&atlas->entry[cell]) == (truth.winner == BLACK));
            if (truth.winner == BLACK) continue;
            assert_int_equal(atlas->entry[cell].replies, 1); // White's answer wins
            Position answered = position_played(&after, atlas->entry[cell].reply[0].cell);
            assert_true(solve_position(&SOLVE_PNS, &answered, &(Budget){0}, NULL, &truth, NULL));
            assert_int_equal(truth.winner, WHITE);
        }
        free(atlas);
    }
}

static void test_every_size(void **state) {
    (void)state;
    for (int size = 3; size <= BOARD_MAX; size++) {
        Atlas *atlas = atlas_of(size, NULL);
        if (size <= 8) assert_true(atlas->proved == size * size && atlas->estimated == 0);
        for (int cell = 0; cell < size * size; cell++) {
            const AtlasEntry *entry = &atlas->entry[cell],
                             *turned = &atlas->entry[cell_rotated(atlas->geometry, cell)];
            assert_true(entry->known == turned->known && entry->winner == turned->winner);
            assert_true(entry->value == turned->value && entry->replies == turned->replies);
            if (entry->known && entry->winner == EMPTY)
                assert_true(entry->visits > 0 && strlen(entry->date) == 10);
            if (entry->winner != EMPTY)
                assert_true(entry->visits == 0 && !entry->date[0]); // no estimate beside a proof
        }
        AtlasEntry entry;
        assert_true(atlas_look(atlas->geometry, 0, &entry) == atlas->entry[0].known);
        free(atlas);
    }
    Atlas *atlas = malloc(sizeof *atlas);
    assert_true(atlas && atlas_read(atlas, geometry_get(5, 4), NULL, NULL) &&
                atlas->proved == 0); // not square
    free(atlas);
}

static void test_estimates(void **state) {
    (void)state;
    const Geometry *g = geometry_get(13, 13);
    AtlasEntry entry = {.known = true,
                        .winner = EMPTY,
                        .value = 0.25,
                        .visits = 300,
                        .date = "2026-11-16",
                        .net = "0123456789abcdef",
                        .replies = 2,
                        .reply = {{14, 0.75}, {30, 0.5}}};
    Text text = {0};
    text_add(&text, ATLAS_HEAD);
    atlas_line_write(g, 5, &entry, &text);
    Atlas *atlas = atlas_of(13, text_string(&text));
    assert_int_equal(atlas->estimated, 2);
    assert_true(atlas->entry[5].value == 0.25 && atlas->entry[5].visits == 300 &&
                !atlas_swaps(&atlas->entry[5]));
    assert_true(atlas->entry[5].reply[1].cell == 30 &&
                atlas->entry[cell_rotated(g, 5)].reply[0].cell == cell_rotated(g, 14));
    assert_string_equal(atlas->entry[5].net, "0123456789abcdef");
    free(atlas);
    // A proof outranks an estimate of the same opening.
    atlas = atlas_of(7, "a1\t0.9\t10\t2026-11-16\tnet\tb2=0.1\n");
    assert_true(atlas->entry[0].winner == WHITE && atlas->entry[0].value == 0 && atlas->estimated == 0);
    free(atlas);
    text_free(&text);
}

static void test_bad_files(void **state) {
    (void)state;
    static const char *const bad[] = {
        "z1\t0.5\t10\td\tn\t",        "a1\t1.5\t10\td\tn\t",
        "a1\t0.5\t0\td\tn\t",         "a1\t0.5\t10\td\tn",
        "a1\t0.5\t10\td\tn\tb2",      "a1\t0.5\t10\td\tn\tb2=x",
        "a1\t0.5\t10\td\tn\tq99=0.1", "a1\t0.5\t10\td\tn\tb1=0.1 b2=0.1 b3=0.1 b4=0.1"};
    Atlas *atlas = malloc(sizeof *atlas);
    assert_non_null(atlas);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Text text = {0};
        Error error;
        text_format(&text, "%s# a remark\n%s\n", ATLAS_HEAD, bad[i]);
        if (atlas_read(atlas, geometry_get(11, 11), text_string(&text), &error))
            fail_msg("'%s' was read", bad[i]);
        assert_non_null(strstr(error.text, "line 3"));
        text_free(&text);
    }
    free(atlas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proved_is_true),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_estimates),
        cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
