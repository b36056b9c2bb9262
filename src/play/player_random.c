// The random player: every empty cell is as likely as every other. It never swaps and never resigns.
#include "game/random_position.h"
#include "play/player_types.h"

static bool random_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                          Error *error) {
    (void)terms, (void)error;
    choice->move = cellset_pick(position_vacant(&game->now), &player->random);
    return true;
}

const PlayerType PLAYER_RANDOM = {
    .name = "random", .help = "Any empty cell, each as likely as the others.", .choose = random_choose};
