// The default player: the strongest there is. Where the pairing strategy wins it is played. Elsewhere the net
// plays, if there is one, and otherwise Monte Carlo search. Below level 10 it plays worse on purpose
// (play/level.h). Whether to swap the opponent's
// opening it takes from the atlas where that knows the opening (play/atlas.h).
#include "play/atlas.h"
#include "play/catalog.h"
#include "play/choice.h"
#include "play/level.h"
#include "play/player_types.h"

#include "knowledge/pairing.h"
#include "net/net.h"

typedef struct AutoState {
    Player *plain; // the pairing strategy
    Player *net;   // NULL: not yet opened, or there is none
    Player *mcts;  // where there is no net
} AutoState;

enum { LEVEL_OPTION, OPTION_COUNT };

static const OptionSpec AUTO_OPTIONS[] = {
    [LEVEL_OPTION] = {"level", OPTION_INT, "10", 1, LEVEL_MAX, NULL, "L",
                      "Strength from 1, a beginner, to 10, as strong as it can."},
    [OPTION_COUNT] = {0},
};

// Opens the net if one is found. A net that is found but cannot be read is an error, not a reason to play
// worse in silence.
static bool net_open(Player *player, Error *error) {
    AutoState *state = player->state;
    char path[4096];
    if (state->net || state->mcts) return true;
    if (!net_find_in(player->catalog->data, path, sizeof path)) {
        state->mcts = player_new(player->catalog, "mcts", random_next(&player->random), error);
        return state->mcts;
    }
    state->net = player_new(player->catalog, "net", random_next(&player->random), error);
    return state->net;
}

// The net is opened now, so that the first move need not wait for it; if that fails, the first move reports it.
static bool auto_start(Player *player, Error *error) {
    AutoState *state = player->state;
    state->plain = player_new(player->catalog, "pairing", random_next(&player->random), error);
    if (!state->plain) return false;
    net_open(player, NULL);
    return true;
}

static bool pairing_wins(const Position *position) {
    Color winner;
    return pairing_applies(position->geometry, &winner) && winner == position->to_move &&
           pairing_holds(position, NULL, NULL);
}

// A level's own choice, but for openings and swaps, which the strong player makes at all levels.
static bool level_decides(const Player *player, const Game *game, const MoveTerms *terms) {
    bool opening = terms->may_swap && (game->count == 0 || game_can_swap(game));
    return player->option[LEVEL_OPTION].integer < LEVEL_MAX && !opening;
}

// What the atlas says of the opening that may be swapped. It is about Black's; White's is its mirror image.
static bool opening_known(const Game *game, const MoveTerms *terms, AtlasEntry *entry) {
    if (!choice_may_swap(game, terms) || game->played[0].move >= game->now.geometry->cells) return false;
    Played first = game->played[0];
    int cell = first.color == BLACK ? first.move : cell_mirrored(game->now.geometry, first.move);
    return atlas_look(game->now.geometry, cell, entry);
}

static bool think(Player *player, const Game *game, const MoveTerms *terms, Choice *choice, Error *error) {
    AutoState *state = player->state;
    bool level = level_decides(player, game, terms);
    if (!level && pairing_wins(&game->now)) return player_choose(state->plain, game, terms, choice, error);
    if (!net_open(player, error)) return false;
    if (level) {
        Puct *puct = state->net ? player_net_puct(state->net) : NULL;
        return level_choose((int)player->option[LEVEL_OPTION].integer, puct, &player->random, game, terms,
                            choice, error);
    }
    return player_choose(state->net ? state->net : state->mcts, game, terms, choice, error);
}

static bool auto_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                        Error *error) {
    AtlasEntry entry;
    if (!opening_known(game, terms, &entry)) return think(player, game, terms, choice, error);
    if (atlas_swaps(&entry)) {
        choice->move = MOVE_SWAP_PIECES;
        choice->value = entry.value;
    } else {
        MoveTerms stay = *terms;
        stay.may_swap = false;
        if (!think(player, game, &stay, choice, error)) return false;
    }
    choice->by_atlas = true;
    return true;
}

static void auto_reset(Player *player) {
    AutoState *state = player->state;
    player_reset(state->plain);
    if (state->net) player_reset(state->net);
    if (state->mcts) player_reset(state->mcts);
}

static void auto_stop(Player *player) {
    AutoState *state = player->state;
    player_free(state->plain);
    player_free(state->net);
    player_free(state->mcts);
}

const PlayerType PLAYER_AUTO = {
    .name = "auto",
    .help = "The strongest player there is: net if a net is found, mcts otherwise; pairing where that wins.",
    .options = AUTO_OPTIONS,
    .state_size = sizeof(AutoState),
    .start = auto_start,
    .choose = auto_choose,
    .reset = auto_reset,
    .stop = auto_stop,
};
