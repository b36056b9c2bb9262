// The rows that the lab adds to the library's catalogue: methods, players and evaluations.
#include "cluster/spec_files.h"
#include "lab/lab_catalog.h"
#include "method_checks.h"
#include "player_checks.h"

enum { ROWS_MAX = 32 };

// auto and the lab's own methods.
static const SolveMethod *const *own_methods(void) {
    static const SolveMethod *own[ROWS_MAX];
    int count = 0;
    own[count++] = &SOLVE_AUTO;
    for (const SolveMethod *const *m = LAB_CATALOG.methods; *m; m++)
        if (!solve_method_find(CATALOG.methods, (*m)->name)) own[count++] = *m;
    assert_int_equal(count, 13);
    return own;
}

static const PlayerType *const *own_players(void) {
    static const PlayerType *own[ROWS_MAX];
    int count = 0;
    for (const PlayerType *const *t = LAB_CATALOG.players; *t; t++)
        if (player_type_find(CATALOG.players, (*t)->name, strlen((*t)->name)) != *t) own[count++] = *t;
    assert_int_equal(count, 5);
    return own;
}

// The library's rows are all there, by their names.
static void test_superset(void **state) {
    (void)state;
    for (const SolveMethod *const *m = CATALOG.methods; *m; m++)
        assert_ptr_equal(solve_method_find(LAB_CATALOG.methods, (*m)->name), *m);
    for (const EvaluationType *const *e = CATALOG.evaluations; *e; e++)
        assert_ptr_equal(evaluation_find(LAB_CATALOG.evaluations, (*e)->name), *e);
    for (const PlayerType *const *t = CATALOG.players; *t; t++)
        assert_non_null(player_type_find(LAB_CATALOG.players, (*t)->name, strlen((*t)->name)));
    assert_ptr_equal(LAB_CATALOG.players[0], CATALOG.players[0]);
    assert_ptr_equal(LAB_CATALOG.methods[0], CATALOG.methods[0]);
}

static void test_openings(void **state) {
    (void)state;
    methods_check_openings(own_methods() + 1);
}

static void test_positions(void **state) {
    (void)state;
    methods_check_positions(own_methods() + 1);
}

static void test_agreement(void **state) {
    (void)state;
    methods_check_agreement(own_methods());
}

static void test_players(void **state) {
    (void)state;
    players_check_made(&LAB_CATALOG, own_players());
    players_check_legal(&LAB_CATALOG, own_players());
    player_check_doubt(&LAB_CATALOG, "yreduction");
    player_check_doubt(&LAB_CATALOG, "yreduction:moves=slopes");
    Error error = {0};
    assert_null(player_new(&LAB_CATALOG, "committee", 1, &error));
    assert_non_null(strstr(error.text, "committee needs weights"));
}

static void test_evaluations(void **state) {
    (void)state;
    static const EvaluationType *own[ROWS_MAX];
    int count = 0;
    for (const EvaluationType *const *e = LAB_CATALOG.evaluations; *e; e++)
        if (!evaluation_find(CATALOG.evaluations, (*e)->name)) own[count++] = *e;
    assert_int_equal(count, 1);
    evaluations_check_play(&LAB_CATALOG, own);
}

static bool file_rename(void *context, const char *file, Text *out, Error *error) {
    (void)error;
    assert_string_equal(file, "/etc/x");
    *(int *)context += 1;
    text_add(out, "@hash");
    return true;
}

// No path of their options reaches another machine as it is (cluster/tests/test_message.c asks the library's players).
static void test_paths_of_players(void **state) {
    (void)state;
    int files = 0, refused = 0, texts = 0;
    for (const PlayerType *const *type = own_players(); *type; type++) {
        for (const OptionSpec *option = (*type)->options; option && option->name; option++) {
            if (option->type != OPTION_TEXT) continue;
            char spec[200];
            Text out = {0};
            Error error = {0};
            texts++;
            snprintf(spec, sizeof spec, "%s:%s=/etc/x", (*type)->name, option->name);
            refused += !spec_map_files(&LAB_CATALOG, spec, file_rename, &files, &out, &error);
            assert_null(strstr(text_string(&out), "/etc/x"));
            text_free(&out);
        }
    }
    assert_int_equal(files + refused, texts);
    assert_true(files && refused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_superset),         cmocka_unit_test(test_openings),
        cmocka_unit_test(test_positions),        cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_players),          cmocka_unit_test(test_evaluations),
        cmocka_unit_test(test_paths_of_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
