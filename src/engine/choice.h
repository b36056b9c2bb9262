// What a player that searches by value makes of its search: a move, a swap or a resignation.
#ifndef MUSTPLAY_ENGINE_CHOICE_H
#define MUSTPLAY_ENGINE_CHOICE_H

#include "engine/player.h"
#include "search/search_report.h"

// The rules let the mover swap now, and the caller allows it. The value of the position then matters, not
// only the best move.
bool choice_may_swap(const Game *game, const MoveTerms *terms);

// When a search for a move may end: a swap goes by the value, so its search is not cut short.
SearchEnd choice_search_end(const Game *game, const MoveTerms *terms);

// The best move of a search with its line, value and play-outs. `lost`: that is known, whatever the value.
void choice_of_search(Choice *choice, const SearchReport *report, bool lost);

// Draws a move in proportion to its visits, or to its prior after a single play-out; a proof is followed instead.
void choice_dither(Choice *choice, const SearchReport *report, Random *random);

// Swaps where the mover would lose, resigns below `resign` where that is allowed. True when a move on the
// board is left.
bool choice_settle(Choice *choice, const Game *game, const MoveTerms *terms, double resign);

#endif
