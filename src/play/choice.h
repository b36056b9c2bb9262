// What a player that searches by value makes of its search: a move, a swap or a resignation.
#ifndef MUSTPLAY_PLAY_CHOICE_H
#define MUSTPLAY_PLAY_CHOICE_H

#include "play/player.h"
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

// Hopeless searches of a player in a row. One low value may be an oversight. So a player resigns when the game is
// proved lost, or when its last three searches, each on a tree large enough, all say so.
enum { DESPAIR_SEARCHES = 3 };
typedef struct Despair {
    double limit;      // a search below this winning probability is hopeless
    uint64_t visits;   // a search of fewer does not count
    int searches;      // hopeless ones in a row
    Position position; // of the last of them
} Despair;

// Takes note of a search of `now`. `lost`: that is known, whatever the report says. True when the game may be
// given up.
bool despair_note(Despair *despair, const Position *now, const SearchReport *report, bool lost);

// Swaps where the mover would lose, resigns a hopeless game where that is allowed. True when a move on the
// board is left.
bool choice_settle(Choice *choice, const Game *game, const MoveTerms *terms, bool hopeless);

#endif
