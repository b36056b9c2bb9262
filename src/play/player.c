// Players by their specifications, and the checks around every choice. What is checked here no
// player needs to check: the game is not over, and the answer is legal and allowed by the terms.
#include "play/player.h"

#include "base/clock.h"
#include "base/text.h"
#include "play/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const PlayerType *player_type_find(const PlayerType *const *players, const char *name, size_t length) {
    for (; *players; players++) {
        if (strlen((*players)->name) == length && !strncmp((*players)->name, name, length)) return *players;
    }
    return NULL;
}

static bool type_unknown(const Catalog *catalog, const char *name, size_t length, Error *error) {
    Text known = {0};
    for (const PlayerType *const *type = catalog->players; *type; type++)
        text_format(&known, "%s%s", type == catalog->players ? "" : ", ", (*type)->name);
    error_input(error, "unknown player '%.*s': the players are %s", length > 40 ? 40 : (int)length, name,
                text_string(&known));
    text_free(&known);
    return false;
}

// Options that name an evaluation are checked by the catalog.
static bool names_check(const Player *player, Error *error) {
    const OptionSpec *spec = player->type->options;
    const EvaluationType *const *evaluations = player->catalog->evaluations;
    for (const OptionValue *value = player->option; spec && spec->name; spec++, value++) {
        if (spec->type != OPTION_NAME || evaluation_find(evaluations, value->text)) continue;
        if (spec->choices && option_choice_known(spec->choices, value->text)) continue;
        Text known = {0};
        if (spec->choices) text_format(&known, "%s|", spec->choices);
        evaluation_names(evaluations, "|", &known);
        error_input(error, "player %s: %s '%.40s': expected one of %s", player->type->name, spec->name,
                    value->text, text_string(&known));
        text_free(&known);
        return false;
    }
    return true;
}

static bool player_read(Player *player, Error *error) {
    size_t length = strcspn(player->spec, ":");
    player->type = player_type_find(player->catalog->players, player->spec, length);
    if (!player->type) return type_unknown(player->catalog, player->spec, length, error);
    char *colon = strchr(player->copy, ':');
    player->text = colon && player->type->takes_text ? colon + 1 : "";
    char owner[64];
    snprintf(owner, sizeof owner, "player %s", player->type->name);
    if (!option_list_read(owner, player->type->options, colon && !player->type->takes_text ? colon + 1 : NULL,
                          player->option, PLAYER_OPTIONS_MAX, error) ||
        !names_check(player, error))
        return false;
    if (!player->type->state_size) return true;
    player->state = calloc(1, player->type->state_size);
    return player->state || error_memory(error);
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

Player *player_new(const Catalog *catalog, const char *spec, uint64_t seed, Error *error) {
    return player_new_within(catalog, spec, seed, NULL, error);
}

Player *player_new_within(const Catalog *catalog, const char *spec, uint64_t seed, const MoveTerms *terms,
                          Error *error) {
    Player *player = calloc(1, sizeof *player);
    if (player) {
        player->catalog = catalog;
        player->random = random_seeded(seed);
        player->spec = strdup(spec);
        player->copy = strdup(spec);
    }
    if (!player || !player->spec || !player->copy) {
        error_memory(error);
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
