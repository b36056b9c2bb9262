#include "engine/choice.h"

bool choice_may_swap(const Game *game, const Limits *limits) {
    const Geometry *g = game->now.geometry;
    return limits->may_swap && g->width == g->height && game_can_swap(game);
}

void choice_of_search(Choice *choice, Move move, double value, uint64_t playouts, const int16_t *line,
                      int length) {
    choice->move = move;
    choice->value = value;
    choice->visits = playouts;
    choice->line_length = length < CHOICE_LINE_MAX ? length : CHOICE_LINE_MAX;
    for (int i = 0; i < choice->line_length; i++) choice->line[i] = line[i];
}

bool choice_settle(Choice *choice, const Game *game, const Limits *limits, double resign) {
    if (choice_may_swap(game, limits) && choice->value < 0.5) {
        choice->move = MOVE_SWAP_PIECES;
        choice->value = 1 - choice->value;
    } else if (limits->may_resign && choice->value < resign) {
        choice->move = MOVE_RESIGN;
    } else {
        return true;
    }
    choice->line_length = 0;
    return false;
}
