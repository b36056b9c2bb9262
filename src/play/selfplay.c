#include "play/selfplay.h"

bool selfplay_game(Player *player, const Geometry *geometry, const MoveTerms *terms, Random *random,
                   Game *game, double value[GAME_MOVES_MAX], Error *error) {
    game_init(game, geometry);
    player_reset(player);
    value[0] = 0.5;
    Move first = (Move)random_below(random, (uint32_t)geometry->cells);
    if (!game_play(game, BLACK, first, error)) return false;
    while (game_winner(game) == EMPTY) {
        Choice choice;
        if (!player_choose(player, game, terms, &choice, error)) return false;
        if (observer_cancelled(terms->budget.observer)) return error_cancelled(error, "interrupted");
        value[game->count] = choice.value;
        if (!game_play(game, game->now.to_move, choice.move, error)) return false;
    }
    return true;
}
