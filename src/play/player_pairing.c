// The pairing player: where the pairing strategy holds for the mover (knowledge/pairing.h), it wins by
// answering in pairs, whatever the opponent does. Elsewhere, and where no pair needs an answer, it moves as
// the distance player, two moves ahead. An extra stone of the pairing's winner breaks no pair.
#include "play/player_types.h"

#include "game/board.h"
#include "knowledge/pairing.h"

typedef struct PairingState {
    Player *other;
} PairingState;

static bool pairing_start(Player *player, Error *error) {
    PairingState *state = player->state;
    state->other = player_new(player->catalog, "distance:replies=30", random_next(&player->random), error);
    return state->other;
}

static bool pairing_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                           Error *error) {
    PairingState *state = player->state;
    Color winner;
    int reply = CELL_NONE;
    bool won = pairing_applies(game->now.geometry, &winner) && winner == game->now.to_move &&
               pairing_holds(&game->now, &reply, NULL);
    Board board;
    board_set(&board, &game->now);
    bool at_once = !cellset_is_empty(board_winning_cells(&board, game->now.to_move));
    if (won && reply != CELL_NONE && !at_once) {
        choice->move = reply;
    } else if (!player_choose(state->other, game, terms, choice, error)) {
        return false;
    }
    if (won) choice->value = 1;
    return true;
}

static void pairing_stop(Player *player) {
    player_free(((PairingState *)player->state)->other);
}

const PlayerType PLAYER_PAIRING = {
    .name = "pairing",
    .help = "Never loses a board that is not square as the side with the shorter way; elsewhere distance.",
    .state_size = sizeof(PairingState),
    .start = pairing_start,
    .choose = pairing_choose,
    .stop = pairing_stop,
};
