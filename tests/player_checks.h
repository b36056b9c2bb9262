// Checks of whole tables of players (play/player.h).
#ifndef MUSTPLAY_TESTS_PLAYER_CHECKS_H
#define MUSTPLAY_TESTS_PLAYER_CHECKS_H

#include "play/catalog.h"
#include "test_support.h"

#include <stdio.h>

// The other types are programs, or need a file that no one can guess: a committee its weights.
static inline bool player_by_name_alone(const PlayerType *type) {
    return !type->takes_text && strcmp(type->name, "committee") != 0;
}

static inline void players_check_made(const Catalog *catalog, const PlayerType *const *types) {
    for (; *types; types++) {
        assert_non_null((*types)->help);
        if (!player_by_name_alone(*types)) continue;
        Error error;
        Player *player = player_new(catalog, (*types)->name, 1, &error);
        assert_non_null(player);
        assert_ptr_equal(player->type, *types);
        assert_string_equal(player->spec, (*types)->name);
        player_free(player);
    }
}

// Plays a whole game.
static inline void player_check_game(Player *player, int width, int height, const MoveTerms *terms) {
    Game game;
    Error error;
    game_init(&game, geometry_get(width, height));
    while (game_winner(&game) == EMPTY) {
        Choice choice;
        if (!player_choose(player, &game, terms, &choice, &error)) fail_msg("%s", error.text);
        assert_int_equal(choice.line[0], choice.move);
        assert_true(choice.line_length >= 1 && choice.value >= 0 && choice.value <= 1 && choice.seconds >= 0);
        assert_true(game_play(&game, game.now.to_move, choice.move, &error));
    }
    Choice choice;
    assert_false(player_choose(player, &game, terms, &choice, &error));
    assert_true(error.bad_input);
}

static inline void players_check_legal(const Catalog *catalog, const PlayerType *const *types) {
    static const int sizes[][2] = {{1, 1}, {1, 4}, {4, 1}, {2, 3}, {5, 5}, {4, 7}};
    const MoveTerms terms[] = {{.may_swap = false}, {.may_swap = true, .may_resign = true}};
    for (; *types; types++) {
        if (!player_by_name_alone(*types)) continue;
        Player *player = player_new(catalog, (*types)->name, 7, NULL);
        assert_non_null(player);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            for (int k = 0; k < 2; k++) player_check_game(player, sizes[i][0], sizes[i][1], &terms[k]);
        }
        player_free(player);
    }
}

// What an evaluation thinks is never certain: 0 and 1 are for proofs.
static inline void player_check_doubt(const Catalog *catalog, const char *spec) {
    Player *player = player_new(catalog, spec, 1, NULL);
    Choice choice;
    Error error;
    Game game;
    game_init(&game, geometry_get(11, 11));
    assert_true(game_play_list(&game, "a1 f6 k3 e8 b2", &error));
    assert_non_null(player);
    assert_true(player_choose(player, &game, NULL, &choice, &error));
    if (choice.value < 0.01 || choice.value > 0.99) fail_msg("%s: %g", spec, choice.value);
    player_free(player);
}

// Alpha-beta judges leaves by each of the evaluations.
static inline void evaluations_check_play(const Catalog *catalog, const EvaluationType *const *types) {
    for (; *types; types++) {
        char spec[64];
        Choice choice;
        Error error;
        Game game;
        game_init(&game, geometry_get(8, 8));
        assert_true(game_play_list(&game, "e4 d5 b7", &error));
        snprintf(spec, sizeof spec, "alphabeta:evaluation=%s,nodes=40", (*types)->name);
        Player *player = player_new(catalog, spec, 0, &error);
        if (!player) fail_msg("%s", error.text);
        assert_true(player_choose(player, &game, NULL, &choice, NULL));
        assert_true(choice.value > 0 && choice.value < 1 && choice.visits >= 1);
        player_free(player);
    }
}

#endif
