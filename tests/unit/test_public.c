// The public headers, by nothing but themselves: games, records, the engine, players and clocks.
#include "mustplay/mustplay.h"
#include "mustplay/sys/player.h"
#include "mustplay/sys/record.h"
#include "test_support.h"

#include <stdio.h>
#include <string.h>

static mp_engine *engine;

static int setup(void **state) {
    (void)state;
    engine = mp_engine_new(NULL);
    return engine == NULL;
}

static int teardown(void **state) {
    (void)state;
    mp_engine_free(engine);
    return 0;
}

static mp_game *game_of(int width, int height, const char *moves) {
    mp_error error;
    mp_game *game = mp_game_new(width, height, &error);
    assert_non_null(game);
    if (!mp_game_play_text(game, moves, &error)) fail_msg("%s", error.text);
    return game;
}

static void assert_same(const mp_game *a, const mp_game *b) {
    assert_int_equal(mp_game_width(a), mp_game_width(b));
    assert_int_equal(mp_game_height(a), mp_game_height(b));
    assert_int_equal(mp_game_to_move(a), mp_game_to_move(b));
    for (int cell = 0; cell < mp_game_width(a) * mp_game_height(a); cell++)
        assert_int_equal(mp_game_stone(a, cell), mp_game_stone(b, cell));
}

// --- Games

static void test_play(void **state) {
    (void)state;
    mp_error error;
    mp_color color;
    mp_cells cells;
    mp_game *game = mp_game_new(3, 2, &error), *copy;
    assert_int_equal(mp_game_stone(game, 6), MP_EMPTY);
    assert_true(mp_game_play(game, MP_EMPTY, 4, &error));
    assert_true(mp_game_play(game, MP_BLACK, 3, &error)); // White passes
    assert_int_equal(mp_game_to_move(game), MP_WHITE);
    assert_int_equal(mp_game_moves(game), 2);
    assert_int_equal(mp_game_move(game, 1, &color), 3);
    assert_int_equal(color, MP_BLACK);
    assert_int_equal(mp_game_move(game, 2, NULL), MP_NONE);
    mp_game_cells(game, MP_BLACK, &cells);
    assert_int_equal(cells.count, 2);
    assert_int_equal(cells.cell[0], 3);
    mp_game_cells(game, MP_EMPTY, &cells);
    assert_int_equal(cells.count, 4);
    copy = mp_game_clone(game, &error);
    assert_same(game, copy);
    assert_true(mp_game_undo(game));
    assert_int_equal(mp_game_last_cell(game), 4);
    assert_int_equal(mp_game_last_cell(copy), 3);
    assert_true(mp_game_undo(game));
    assert_false(mp_game_undo(game));
    mp_game_free(copy);
    mp_game_free(game);
    mp_game_free(NULL);
}

static void test_end(void **state) {
    (void)state;
    mp_error error;
    mp_game *game = game_of(2, 2, "a1,b1 a2");
    assert_int_equal(mp_game_winner(game), MP_BLACK);
    assert_int_equal(mp_game_resigned(game), MP_EMPTY);
    assert_false(mp_game_play(game, MP_EMPTY, 3, &error));
    assert_int_equal(error.code, MP_INPUT);
    assert_true(mp_game_undo(game));
    assert_true(mp_game_play(game, MP_EMPTY, MP_RESIGN, &error));
    assert_int_equal(mp_game_winner(game), MP_WHITE);
    assert_int_equal(mp_game_resigned(game), MP_BLACK);
    mp_game_free(game);
}

static void test_swap(void **state) {
    (void)state;
    mp_error error;
    mp_game *game = game_of(5, 5, "a3");
    assert_true(mp_game_can_swap(game));
    assert_true(mp_game_play(game, MP_EMPTY, mp_move_parse(game, "SWAP-pieces"), &error));
    assert_int_equal(mp_game_stone(game, 2), MP_WHITE); // c1
    assert_int_equal(mp_game_to_move(game), MP_BLACK);
    assert_false(mp_game_can_swap(game));
    mp_game_free(game);
}

static void test_setup(void **state) {
    (void)state;
    mp_error error;
    mp_cells black = {.count = 2, .cell = {0, 4}}, white = {.count = 1, .cell = {1}};
    mp_game *game = mp_game_new_setup(3, 3, &black, &white, MP_WHITE, &error);
    assert_int_equal(mp_game_stone(game, 4), MP_BLACK);
    assert_int_equal(mp_game_stone(game, 1), MP_WHITE);
    assert_int_equal(mp_game_to_move(game), MP_WHITE);
    assert_int_equal(mp_game_moves(game), 0);
    mp_game_set_to_move(game, MP_BLACK);
    assert_int_equal(mp_game_to_move(game), MP_BLACK);
    assert_int_equal(mp_game_moves(game), 0);
    assert_true(mp_game_play(game, MP_EMPTY, 8, &error));
    mp_game_set_to_move(game, MP_BLACK);
    assert_int_equal(mp_game_move(game, 1, NULL), MP_PASS);
    mp_game_free(game);
    white.cell[0] = 4;
    assert_null(mp_game_new_setup(3, 3, &black, &white, MP_BLACK, &error));
    assert_int_equal(error.code, MP_INPUT);
    white.cell[0] = 9;
    assert_null(mp_game_new_setup(3, 3, NULL, &white, MP_BLACK, &error));
    assert_null(mp_game_new_setup(3, 3, &black, NULL, MP_EMPTY, &error));
}

static void test_names(void **state) {
    (void)state;
    static const int MOVES[] = {0, 24, MP_SWAP_PIECES, MP_SWAP_SIDES, MP_PASS, MP_RESIGN};
    char name[MP_NAME_MAX];
    mp_game *game = game_of(5, 5, "c3");
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++)
        assert_int_equal(mp_move_parse(game, mp_move_name(game, MOVES[i], name)), MOVES[i]);
    assert_int_equal(mp_move_parse(game, "f1"), MP_NONE);
    assert_int_equal(mp_move_parse(game, ""), MP_NONE);
    char *diagram = mp_game_diagram(game);
    assert_non_null(strchr(diagram, 'B'));
    mp_free(diagram);
    mp_game_free(game);
}

static void test_errors(void **state) {
    (void)state;
    mp_error error;
    mp_game *game = game_of(3, 3, "");
    assert_null(mp_game_new(20, 3, &error));
    assert_int_equal(error.code, MP_LIMIT);
    assert_null(mp_game_new(3, 0, NULL));
    assert_false(mp_game_play(game, MP_EMPTY, 9, &error));
    assert_false(mp_game_play(game, MP_EMPTY, MP_NONE, &error));
    assert_false(mp_game_play_text(game, "a1 a2 a1", &error));
    assert_int_equal(error.code, MP_INPUT);
    assert_int_equal(mp_game_moves(game), 0);
    assert_null(mp_game_from_link("#5,z9", &error));
    assert_int_equal(error.code, MP_INPUT);
    assert_null(mp_record_load("/nowhere/at/all.sgf", &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_game_free(game);
}

// --- Records and links

static void test_records(void **state) {
    (void)state;
    mp_error error;
    mp_game *game = game_of(5, 5, "a3 swap-pieces d2 b4");
    mp_record *record = mp_record_new(game, "A", NULL, "a test", &error);
    char *sgf = mp_record_write(record), *link = mp_game_link(game, &error);
    assert_non_null(sgf);
    assert_string_equal(link, "https://hexworld.org/board/#5c1,a3:sd2b4");
    mp_record *read = mp_record_parse(sgf, strlen(sgf), NULL, &error);
    mp_game *by_sgf = mp_record_game(read, MP_NONE, &error), *by_link = mp_game_from_link(link, &error);
    assert_same(game, by_sgf);
    assert_same(game, by_link);
    mp_game *early = mp_record_game_moves(read, 2, &error);
    assert_int_equal(mp_game_moves(early), 2);
    char *black = mp_record_text(read, 0, "PB");
    assert_string_equal(black, "A");
    assert_null(mp_record_text(read, 0, "PW"));
    mp_free(black);
    mp_free(sgf);
    mp_free(link);
    mp_game_free(early);
    mp_game_free(game);
    mp_game_free(by_sgf);
    mp_game_free(by_link);
    mp_record_free(record);
    mp_record_free(read);
}

static void test_variations(void **state) {
    (void)state;
    mp_error error;
    mp_color color = MP_EMPTY;
    mp_game *game = game_of(5, 5, "a3 b4");
    mp_record *record = mp_record_new(game, NULL, NULL, NULL, &error);
    int first = mp_record_node_of_move(record, 1), main = mp_record_node_of_move(record, 2);
    int other = mp_record_add_move(record, first, MP_WHITE, 12, &error);
    assert_int_equal(mp_record_step(record, first, MP_FIRST_CHILD), main);
    assert_int_equal(mp_record_step(record, main, MP_NEXT_SIBLING), other);
    assert_int_equal(mp_record_step(record, other, MP_PARENT), first);
    assert_int_equal(mp_record_add_move(record, first, MP_WHITE, 12, &error), other);
    assert_int_equal(mp_record_move(record, other, &color), 12);
    assert_int_equal(color, MP_WHITE);
    mp_game *there = mp_record_game(record, other, &error);
    assert_int_equal(mp_game_stone(there, 12), MP_WHITE);
    assert_true(mp_record_set_text(record, other, "C", "one]", &error));
    assert_true(mp_record_add_comment(record, other, "two", &error));
    char *comment = mp_record_text(record, other, "C");
    assert_string_equal(comment, "one]\ntwo");
    assert_true(mp_record_add_value(record, other, "TR", "c3", &error));
    assert_int_equal(mp_record_node_of_move(record, 3), MP_NONE);
    assert_int_equal(mp_record_step(record, 99, MP_PARENT), MP_NONE);
    assert_int_equal(mp_record_add_move(record, first, MP_WHITE, 25, &error), MP_NONE);
    assert_int_equal(error.code, MP_INPUT);
    assert_null(mp_record_game(record, 99, &error));
    mp_free(comment);
    mp_game_free(there);
    mp_game_free(game);
    mp_record_free(record);
}

// What is no record, and a position that no link can hold.
static void test_bad_records(void **state) {
    (void)state;
    static const char WON[] = "(;FF[4]GM[11]SZ[2]AB[a1][a2])";
    mp_error error = {0};
    assert_null(mp_record_parse("(;SZ[", 5, "x", &error));
    assert_int_equal(error.code, MP_INPUT);
    assert_non_null(strstr(error.text, "x: line 1"));
    mp_record *record = mp_record_parse(WON, sizeof WON - 1, NULL, &error);
    mp_game *won = mp_record_game(record, MP_NONE, &error);
    assert_null(mp_game_link(won, &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_game_free(won);
    mp_record_free(record);
}

// --- The engine, players, clocks

static void test_lists(void **state) {
    (void)state;
    const char *help = NULL;
    assert_string_equal(mp_engine_list(engine, MP_PLAYERS, 0, &help), "auto");
    assert_non_null(help);
    assert_string_equal(mp_engine_list(engine, MP_METHODS, 0, NULL), "auto");
    assert_null(mp_engine_list(engine, MP_PLAYERS, 99, NULL));
    assert_null(mp_engine_list(engine, MP_METHODS, -1, NULL));
}

static void test_data(void **state) {
    (void)state;
    mp_error error;
    char *found = mp_data_path(engine);
    assert_non_null(found);
    mp_engine *other = mp_engine_new(NULL);
    assert_false(mp_engine_set_data(other, "/nowhere", &error));
    assert_int_equal(error.code, MP_INPUT);
    assert_non_null(strstr(error.text, "/nowhere"));
    assert_true(mp_engine_set_data(other, "/tmp", &error));
    assert_null(mp_data_path(other));
    assert_null(mp_player_new(other, "net", 1, NULL, &error));
    assert_non_null(strstr(error.text, "no net found"));
    assert_true(mp_engine_set_data(other, found, &error));
    char *again = mp_data_path(other);
    assert_string_equal(again, found);
    mp_player *player = mp_player_new(other, "net", 1, NULL, &error);
    assert_non_null(player);
    assert_true(mp_engine_set_data(engine, NULL, &error));
    mp_player_free(player);
    mp_engine_free(other);
    mp_free(again);
    mp_free(found);
}

static void test_net(void **state) {
    (void)state;
    mp_error error;
    char *path = mp_net_path(engine, 0);
    assert_non_null(path);
    mp_net *net = mp_net_load(engine, NULL, &error);
    mp_net_info info = MP_INIT(mp_net_info);
    mp_net_describe(net, &info);
    assert_int_equal(strlen(info.checksum), 64);
    assert_true(info.parameters > 1000);
    assert_null(mp_net_load(engine, "/nowhere.safetensors", &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_free(path);
    mp_net_free(net);
}

static void test_player(void **state) {
    (void)state;
    mp_error error;
    mp_choice choice = MP_INIT(mp_choice);
    mp_terms terms = MP_INIT(mp_terms);
    mp_option option = MP_INIT(mp_option);
    mp_game *game = game_of(5, 5, "");
    mp_player *player = mp_player_new(engine, "mcts:solver=0,memory=16", 1, NULL, &error);
    assert_string_equal(mp_player_name(player), "mcts");
    assert_string_equal(mp_player_specification(player), "mcts:solver=0,memory=16");
    int given = 0, count = 0;
    for (; mp_player_option(player, count, &option); count++) given += option.given;
    assert_int_equal(given, 2);
    terms.limits.size = sizeof terms.limits;
    terms.limits.nodes = 200;
    assert_true(mp_player_choose(player, game, &terms, &choice, &error));
    assert_true(mp_game_play(game, MP_EMPTY, choice.move, &error));
    assert_int_equal(choice.line.move[0], choice.move);
    assert_in_range(choice.visits, 1, 300);
    mp_player_reset(player);
    assert_null(mp_player_new(engine, "nobody", 1, NULL, &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_player_free(player);
    mp_game_free(game);
}

// A caller that was compiled with a shorter struct: the library writes no more than that.
static void test_shorter_struct(void **state) {
    (void)state;
    mp_choice choice;
    memset(&choice, 0x55, sizeof choice);
    choice.size = offsetof(mp_choice, visits);
    mp_game *game = game_of(3, 3, "");
    mp_player *player = mp_player_new(engine, "random", 1, NULL, NULL);
    assert_true(mp_player_choose(player, game, NULL, &choice, NULL));
    assert_int_equal(choice.size, offsetof(mp_choice, visits));
    assert_int_equal(choice.visits, 0x5555555555555555);
    assert_in_range(choice.move, 0, 8);
    mp_player_free(player);
    mp_game_free(game);
}

static void test_clock(void **state) {
    (void)state;
    mp_game *game = game_of(11, 11, "");
    mp_clock *clock = mp_clock_new(NULL);
    assert_true(mp_clock_share(clock, game) == 0);
    mp_clock_set(clock, 60, 0, 0, 0);
    double share = mp_clock_share(clock, game);
    assert_true(share > 0 && share < 10);
    assert_true(mp_clock_spend(clock, MP_BLACK, 59));
    assert_false(mp_clock_spend(clock, MP_BLACK, 2));
    mp_clock_report(clock, MP_BLACK, 30, 1);
    assert_true(mp_clock_share(clock, game) > 20);
    mp_clock_set(clock, 0, 1, 0, 0);
    assert_true(mp_clock_share(clock, game) == 0);
    mp_clock_free(clock);
    mp_game_free(game);
}

// --- Analysis

typedef struct Heard {
    int reports;
    uint64_t visits;
    int moves;
} Heard;

static void hear(void *context, const mp_report *report) {
    Heard *heard = context;
    heard->reports++;
    heard->visits = report->visits;
    heard->moves = report->count;
}

static void test_analysis(void **state) {
    (void)state;
    mp_error error;
    Heard heard = {0};
    mp_limits limits = MP_INIT(mp_limits);
    mp_report report = MP_INIT(mp_report);
    mp_game *game = game_of(7, 7, "a2");
    mp_analysis *analysis = mp_analysis_new(engine, NULL, &error);
    assert_non_null(analysis);
    assert_false(mp_analysis_wait(analysis, &report, &error));
    limits.nodes = 30;
    assert_true(mp_analysis_start(analysis, game, &limits, -1, hear, &heard, &error));
    assert_true(mp_analysis_wait(analysis, &report, &error));
    assert_int_equal(heard.reports, 1);
    assert_int_equal(heard.visits, report.visits);
    assert_int_equal(heard.moves, 48);
    assert_int_equal(report.count, 48);
    assert_int_equal(report.candidate[0].line.move[0], report.candidate[0].move);
    // Without limits it goes on until it is stopped; a search that runs is stopped by the next one.
    assert_true(mp_analysis_start(analysis, game, NULL, 0, hear, &heard, &error));
    assert_true(mp_analysis_start(analysis, game, NULL, 0, NULL, NULL, &error));
    mp_analysis_stop(analysis);
    mp_analysis_stop(analysis);
    assert_true(mp_analysis_wait(analysis, NULL, &error));
    mp_analysis_reset(analysis);
    double value, sum = 0;
    float policy[49];
    assert_true(mp_analysis_evaluate(analysis, game, &value, policy, &error));
    for (int cell = 0; cell < 49; cell++) sum += (double)policy[cell];
    assert_true(value > 0 && value < 1 && sum > 0.99 && sum < 1.01);
    assert_true(mp_game_play(game, MP_EMPTY, MP_RESIGN, &error));
    assert_false(mp_analysis_start(analysis, game, NULL, 0, NULL, NULL, &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_analysis_free(analysis);
    mp_game_free(game);
}

// A raised cancel ends an analysis, and one that is raised before it starts.
static void test_cancel(void **state) {
    (void)state;
    mp_limits limits = MP_INIT(mp_limits);
    mp_cancel *cancel = mp_cancel_new();
    mp_game *game = game_of(9, 9, "");
    mp_analysis *analysis = mp_analysis_new(engine, NULL, NULL);
    limits.cancel = cancel;
    for (int early = 0; early < 2; early++) {
        if (early) mp_cancel_raise(cancel);
        assert_true(mp_analysis_start(analysis, game, &limits, -1, NULL, NULL, NULL));
        mp_cancel_raise(cancel);
        assert_true(mp_analysis_wait(analysis, NULL, NULL));
        mp_cancel_clear(cancel);
    }
    mp_analysis_free(analysis);
    mp_cancel_free(cancel);
    mp_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_play),           cmocka_unit_test(test_end),
        cmocka_unit_test(test_swap),           cmocka_unit_test(test_setup),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_errors),
        cmocka_unit_test(test_records),        cmocka_unit_test(test_variations),
        cmocka_unit_test(test_bad_records),    cmocka_unit_test(test_lists),
        cmocka_unit_test(test_data),           cmocka_unit_test(test_net),
        cmocka_unit_test(test_player),         cmocka_unit_test(test_clock),
        cmocka_unit_test(test_shorter_struct), cmocka_unit_test(test_analysis),
        cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
