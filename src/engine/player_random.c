// The random player: every empty cell is as likely as every other. It never swaps and never resigns.
#include "engine/player_types.h"

static bool random_choose(Player *player, const Game *game, const Limits *limits, const Observer *observer,
                          Choice *choice, Error *error) {
    (void)limits, (void)observer, (void)error;
    CellSet vacant = position_vacant(&game->now);
    uint32_t skip = random_below(&player->random, (uint32_t)cellset_count(vacant));
    while (skip--) cellset_pop(&vacant);
    choice->move = cellset_first(vacant);
    return true;
}

const PlayerType PLAYER_RANDOM = {
    .name = "random", .help = "Any empty cell, each as likely as the others.", .choose = random_choose};
