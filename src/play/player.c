// The table of players, their specifications, and the checks around every choice. What is checked here no
// player needs to check: the game is not over, and the answer is legal and allowed by the terms.
#include "play/player.h"

#include "base/clock.h"
#include "play/player_types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const PlayerType *const TYPES[] = {
    &PLAYER_AUTO,       //
    &PLAYER_RANDOM,     //
    &PLAYER_PAIRING,    //
    &PLAYER_HANDICAP,   //
    &PLAYER_RESISTANCE, //
    &PLAYER_DISTANCE,   //
    &PLAYER_YREDUCTION, //
    &PLAYER_COMMITTEE,  //
    &PLAYER_ALPHABETA,  //
    &PLAYER_PATTERN_AB, //
    &PLAYER_MCTS,       //
    &PLAYER_NET,        //
    &PLAYER_HTP,        //
    NULL,
};

const PlayerType *const *player_types(void) {
    return TYPES;
}

const char *player_default(void) {
    return "auto";
}

static const PlayerType *type_find(const char *name, size_t length, Error *error) {
    char known[300] = "";
    for (const PlayerType *const *type = TYPES; *type; type++) {
        if (strlen((*type)->name) == length && !strncmp((*type)->name, name, length)) return *type;
        size_t used = strlen(known);
        strncat(known, used ? ", " : "", sizeof known - used - 1);
        strncat(known, (*type)->name, sizeof known - strlen(known) - 1);
    }
    error_input(error, "unknown player '%.*s': the players are %s", length > 40 ? 40 : (int)length, name,
                known);
    return NULL;
}

static bool player_read(Player *player, Error *error) {
    player->type = type_find(player->spec, strcspn(player->spec, ":"), error);
    if (!player->type) return false;
    char *colon = strchr(player->copy, ':');
    player->text = colon && player->type->takes_text ? colon + 1 : "";
    char owner[64];
    snprintf(owner, sizeof owner, "player %s", player->type->name);
    if (!option_list_read(owner, player->type->options, colon && !player->type->takes_text ? colon + 1 : NULL,
                          player->option, PLAYER_OPTIONS_MAX, error))
        return false;
    if (!player->type->state_size) return true;
    player->state = calloc(1, player->type->state_size);
    return player->state || error_failure(error, "out of memory");
}

static void player_release(Player *player) {
    free(player->state);
    free(player->spec);
    free(player->copy);
    free(player);
}

static const MoveTerms NO_TERMS;

static bool player_start(Player *player, const MoveTerms *terms, Error *error) {
    if (!player->type->start) return true;
    player->start_terms = terms ? terms : &NO_TERMS;
    bool good = player->type->start(player, error);
    player->start_terms = NULL;
    return good;
}

Player *player_new(const char *spec, uint64_t seed, Error *error) {
    return player_new_within(spec, seed, NULL, error);
}

Player *player_new_within(const char *spec, uint64_t seed, const MoveTerms *terms, Error *error) {
    Player *player = calloc(1, sizeof *player);
    if (player) {
        player->random = random_seeded(seed);
        player->spec = strdup(spec);
        player->copy = strdup(spec);
    }
    if (!player || !player->spec || !player->copy) {
        error_failure(error, "out of memory");
    } else if (player_read(player, error) && player_start(player, terms, error)) {
        return player;
    }
    if (player) player_release(player);
    return NULL;
}

void player_free(Player *player) {
    if (!player) return;
    if (player->type->stop) player->type->stop(player);
    player_release(player);
}

void player_reset(Player *player) {
    if (player->type->reset) player->type->reset(player);
}

static bool choice_legal(const Game *game, const MoveTerms *terms, Move move) {
    const Geometry *g = game->now.geometry;
    switch (move) {
    case MOVE_RESIGN:
        return terms->may_resign;
    case MOVE_SWAP_PIECES:
        return terms->may_swap && game_can_swap(game) && g->width == g->height;
    case MOVE_SWAP_SIDES:
        return terms->may_swap && game_can_swap(game);
    default:
        return move >= 0 && move < g->cells && position_at(&game->now, move) == EMPTY;
    }
}

bool player_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice, Error *error) {
    if (!terms) terms = &NO_TERMS;
    if (game_winner(game) != EMPTY)
        return error_input(error, "the game is over: %s has won", color_name(game_winner(game)));
    double start = clock_seconds();
    *choice = (Choice){.move = MOVE_NONE, .value = 0.5};
    if (!player->type->choose(player, game, terms, choice, error)) return false;
    choice->seconds = clock_seconds() - start;
    if (!choice_legal(game, terms, choice->move)) {
        char name[MOVE_NAME_MAX] = "nothing";
        if (choice->move >= MOVE_SWAP_PIECES ||
            (choice->move >= 0 && choice->move < game->now.geometry->cells))
            move_name(game->now.geometry, choice->move, name);
        return error_failure(error, "player %s chose %s, which is not legal here", player->type->name, name);
    }
    if (choice->line_length < 1 || choice->line[0] != choice->move) {
        choice->line[0] = choice->move;
        choice->line_length = 1;
    }
    return true;
}

Budget player_budget(const MoveTerms *terms, const OptionValue *time, const OptionValue *nodes,
                     const OptionValue *threads) {
    Budget budget = terms->budget;
    if (!budget.threads && threads) budget.threads = (int)threads->integer;
    if (budget.seconds > 0 || budget.nodes) return budget;
    if (time->given) budget.seconds = time->real;
    if (nodes->given || !(budget.seconds > 0)) budget.nodes = (uint64_t)nodes->integer;
    return budget;
}
