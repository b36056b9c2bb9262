// The book of patterns: what it matches is true, files come back whole or not at all. The player that keeps a
// book is not beaten the same way twice.
#include "lab/lab_catalog.h"
#include "lab/ladder/threat_alphabeta.h"
#include "lab/ladder/threat_book.h"
#include "play/player.h"
#include "solve/solver.h"
#include "test_support.h"
#include "truth.h"

#include <stdlib.h>
#include <unistd.h>

#define POSITIONS SOURCE_DIR "/tests/truth/positions.txt"

static double evaluate(void *context, const Board *board, Color mover) {
    (void)context;
    return cellset_count(board->stones[mover]) - cellset_count(board->stones[color_other(mover)]);
}

typedef struct Sound {
    ThreatBook *book[6][6]; // by size
    int seen, proved, matched;
} Sound;

static ThreatBook *book_of(Sound *sound, const Geometry *g) {
    ThreatBook **book = &sound->book[g->width][g->height];
    if (!*book) *book = threat_book_new(g, 1 << 20);
    return *book;
}

// Every claim of the book is checked against brute force, then the position is searched with the book.
static void truth_check(void *context, const KnownTruth *truth) {
    Sound *sound = context;
    const Position *p = &truth->position;
    if (sound->seen++ % 2 || position_winner(p) != EMPTY) return;
    ThreatBook *book = book_of(sound, p->geometry);
    CellSet carrier, vacant = position_vacant(p);
    for (Color color = BLACK; color <= WHITE; color++) {
        bool strong = color != p->to_move;
        if (!threat_book_match(book, p, color, strong, &carrier)) continue;
        sound->matched++;
        assert_true(cellset_within(carrier, vacant));
        assert_int_equal(truth->winner, color);
        Answer result; // and the carrier is enough
        Position given = *p;
        given.stones[color_other(color)] =
            cellset_or(given.stones[color_other(color)], cellset_minus(vacant, carrier));
        assert_true(solve_position(&SOLVE_BRUTE, &given, &(Budget){0}, NULL, &result, NULL));
        assert_int_equal(result.winner, color);
    }
    ThreatAbOptions options = {.evaluate = evaluate, .book = book, .connections = sound->seen % 4 == 0};
    ThreatAbOutcome outcome;
    threat_alphabeta(p, &options, &(Budget){.nodes = 3000}, &outcome);
    if (outcome.answer.winner == EMPTY) return;
    sound->proved++;
    assert_int_equal(outcome.answer.winner, truth->winner);
    assert_true(cellset_within(outcome.answer.carrier, vacant));
    if (outcome.answer.winner == p->to_move)
        assert_true(cellset_has(outcome.answer.carrier, outcome.answer.move));
}

static void test_book_is_sound(void **state) {
    (void)state;
    Sound sound = {0};
    assert_int_equal(truth_each(POSITIONS, truth_check, &sound), 4000);
    assert_true(sound.proved > 1000 && sound.matched > 300);
    for (int w = 0; w < 6; w++) {
        for (int h = 0; h < 6; h++) threat_book_free(sound.book[w][h]);
    }
}

// --- Files

static char folder[] = "/tmp/mustplay-book-XXXXXX";

// What a search of a small board proves, and a column of Black's stones with a bridge at its end.
static ThreatBook *book_filled(int width, int height) {
    const Geometry *g = geometry_get(width, height);
    ThreatBook *book = threat_book_new(g, 1 << 20);
    Position p = position_empty(g);
    for (int row = 0; row < height - 2; row++) cellset_add(&p.stones[BLACK], cell_at(g, 2, row));
    CellSet carrier = cellset_of(cell_at(g, 1, height - 2));
    cellset_add(&carrier, cell_at(g, 2, height - 2));
    cellset_add(&p.stones[BLACK], cell_at(g, 1, height - 1));
    assert_true(threat_book_add(book, &p, BLACK, true, carrier));
    assert_false(threat_book_add(book, &p, BLACK, true, carrier)); // known now
    p = position_empty(g);
    cellset_add(&p.stones[BLACK], g->cells / 2);
    cellset_add(&p.stones[WHITE], g->cells / 2 + 1);
    ThreatAbOptions options = {.evaluate = evaluate, .book = book};
    ThreatAbOutcome outcome;
    threat_alphabeta(&p, &options, &(Budget){.nodes = g->cells < 64 ? 5000 : 1}, &outcome);
    return book;
}

static void test_book_files(void **state) {
    (void)state;
    static const int sizes[][2] = {{4, 4}, {4, 5}, {9, 9}};
    char path[300];
    Error error;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ThreatBook *book = book_filled(sizes[i][0], sizes[i][1]);
        ThreatBook *again = threat_book_new(threat_book_geometry(book), 1 << 20);
        snprintf(path, sizeof path, "%s/file%zu", folder, i);
        assert_true(threat_book_load(again, path, &error)); // no file is an empty book
        if (!threat_book_save(book, path, &error)) fail_msg("%s", error.text);
        if (!threat_book_load(again, path, &error)) fail_msg("%s", error.text);
        assert_int_equal(threat_book_count(again), threat_book_count(book));
        ThreatBook *other = threat_book_new(geometry_get(6, 6), 1 << 20);
        assert_false(threat_book_load(other, path, &error));
        assert_non_null(strstr(error.text, "is for the board"));
        threat_book_free(book);
        threat_book_free(again);
        threat_book_free(other);
    }
    snprintf(path, sizeof path, "%s/none/file", folder);
    ThreatBook *book = book_filled(4, 4);
    assert_false(threat_book_save(book, path, &error));
    threat_book_free(book);
}

static void bytes_put(const char *path, const char *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_true(file && fwrite(bytes, 1, count, file) == count && fclose(file) == 0);
}

static void refused(const char *path) {
    Error error = {0};
    ThreatBook *book = threat_book_new(geometry_get(4, 4), 1 << 20);
    assert_false(threat_book_load(book, path, &error));
    assert_true(error.bad_input && strlen(error.text) > 10);
    assert_int_equal(threat_book_count(book), 0);
    threat_book_free(book);
}

static void test_damaged_files_are_refused(void **state) {
    (void)state;
    char path[300], bytes[20000];
    Error error;
    ThreatBook *book = book_filled(4, 4);
    snprintf(path, sizeof path, "%s/good", folder);
    assert_true(threat_book_save(book, path, &error));
    threat_book_free(book);
    FILE *file = fopen(path, "rb");
    size_t count = fread(bytes, 1, sizeof bytes, file);
    assert_true(count > 100 && count < sizeof bytes);
    fclose(file);
    snprintf(path, sizeof path, "%s/bad", folder);
    for (size_t at = 0; at < count; at += at < 40 ? 1 : 37) {
        bytes[at] ^= 0x20;
        bytes_put(path, bytes, count);
        refused(path);
        bytes[at] ^= 0x20;
        bytes_put(path, bytes, at);
        refused(path);
    }
    bytes_put(path, bytes, count - 1);
    refused(path);
}

// --- The player

// Plays White's game against a player that always plays the same way; the moves in `played`.
static Color game_play_out(const char *spec, const char *opponent, int opening, Game *game) {
    Error error;
    Player *white = player_new(&LAB_CATALOG, spec, 1, &error);
    if (!white) fail_msg("%s", error.text);
    Player *black = player_new(&LAB_CATALOG, opponent, 7, &error);
    game_init(game, geometry_get(5, 5));
    assert_true(game_play(game, BLACK, opening, NULL));
    while (game_winner(game) == EMPTY) {
        Choice choice;
        Player *player = game->now.to_move == BLACK ? black : white;
        if (!player_choose(player, game, NULL, &choice, &error)) fail_msg("%s", error.text);
        assert_true(game_play(game, game->now.to_move, choice.move, NULL));
    }
    player_free(white);
    player_free(black);
    return game_winner(game);
}

static bool games_equal(const Game *a, const Game *b) {
    for (int i = 0; i < a->count && a->count == b->count; i++) {
        if (a->played[i].move != b->played[i].move) return false;
    }
    return a->count == b->count;
}

// A weak searcher, without looking ahead or connections, in openings that White can win on 5x5. Without a
// book it loses some, the same way each time; with one it never loses a game twice and learns to win them
// all.
static void test_not_beaten_twice(void **state) {
    (void)state;
    static const char PLAIN[] = "pattern-ab:depth=1,width=3,connections=off,evaluation=dijkstra";
    static const char OPPONENT[] = "alphabeta:depth=3";
    static const int openings[] = {0, 1, 5}; // a1, b1, a2: they lose for Black
    enum { ROUNDS = 20, OPENINGS = sizeof openings / sizeof *openings };
    int lost_plain = 0, lost_last = 0;
    char learner[400];
    Game *first = malloc(sizeof *first), *again = malloc(sizeof *again), *lost = calloc(ROUNDS, sizeof *lost);
    for (int i = 0; i < OPENINGS; i++) {
        if (game_play_out(PLAIN, OPPONENT, openings[i], first) == WHITE) continue;
        lost_plain++;
        assert_int_equal(game_play_out(PLAIN, OPPONENT, openings[i], again), BLACK);
        assert_true(games_equal(first, again));
        int losses = 0;
        snprintf(learner, sizeof learner, "%s,templates=%s/games%d", PLAIN, folder, i);
        for (int round = 0; round < ROUNDS; round++) {
            if (game_play_out(learner, OPPONENT, openings[i], again) == WHITE) break;
            for (int k = 0; k < losses; k++) assert_false(games_equal(&lost[k], again));
            lost[losses++] = *again;
        }
        lost_last += losses == ROUNDS;
    }
    assert_true(lost_plain >= 1);
    assert_int_equal(lost_last, 0);
    free(first);
    free(again);
    free(lost);
}

static void test_player_refuses_a_damaged_book(void **state) {
    (void)state;
    char spec[400], path[300];
    Game game;
    Choice choice;
    Error error;
    snprintf(spec, sizeof spec, "pattern-ab:templates=%s/damaged", folder);
    Player *player = player_new(&LAB_CATALOG, spec, 0, &error);
    assert_non_null(player);
    snprintf(path, sizeof path, "%s/damaged/4x4.patterns", folder);
    bytes_put(path, "nonsense", 8);
    game_init(&game, geometry_get(4, 4));
    assert_true(game_play_list(&game, "a1", &error));
    assert_false(player_choose(player, &game, NULL, &choice, &error));
    assert_non_null(strstr(error.text, "4x4.patterns"));
    player_free(player);
    FILE *file = fopen(path, "rb"); // and left as it was
    char bytes[16];
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), 8);
    fclose(file);
}

int main(void) {
    if (!mkdtemp(folder)) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_book_is_sound),
        cmocka_unit_test(test_book_files),
        cmocka_unit_test(test_damaged_files_are_refused),
        cmocka_unit_test(test_not_beaten_twice),
        cmocka_unit_test(test_player_refuses_a_damaged_book),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) ? 1 : failed;
}
