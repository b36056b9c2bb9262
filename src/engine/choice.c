#include "engine/choice.h"

bool choice_may_swap(const Game *game, const MoveTerms *terms) {
    const Geometry *g = game->now.geometry;
    return terms->may_swap && g->width == g->height && game_can_swap(game);
}

SearchEnd choice_search_end(const Game *game, const MoveTerms *terms) {
    return choice_may_swap(game, terms) ? END_WITH_BUDGET : END_WHEN_SETTLED;
}

void choice_of_search(Choice *choice, const SearchReport *report, bool lost) {
    const SearchMove *best = &report->move[0];
    choice->move = best->cell;
    choice->value = lost ? 0 : report->value;
    choice->visits = report->playouts;
    choice->line_length = best->line_length < CHOICE_LINE_MAX ? best->line_length : CHOICE_LINE_MAX;
    for (int i = 0; i < choice->line_length; i++) choice->line[i] = best->line[i];
}

bool choice_settle(Choice *choice, const Game *game, const MoveTerms *terms, double resign) {
    if (choice_may_swap(game, terms) && choice->value < 0.5) {
        choice->move = MOVE_SWAP_PIECES;
        choice->value = 1 - choice->value;
    } else if (terms->may_resign && choice->value < resign) {
        choice->move = MOVE_RESIGN;
    } else {
        return true;
    }
    choice->line_length = 0;
    return false;
}
