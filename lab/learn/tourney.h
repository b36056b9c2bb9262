// Where learning evaluations play: games between one-level players on one board size. A game ends as soon as knowledge
// knows the winner (Rasmussen 2007 §9.4: "end-of-game pruning via H-Search").
//
// A player looks one move ahead. It plays a cell that wins, or one on which the opponent would win, or else the cell after
// which its evaluation is greatest. Equals are drawn by lot. All games of a tourney draw from one stream of random
// numbers, so they follow one another and are not numbered games of play/game_book.h.
#ifndef MUSTPLAY_LAB_LEARN_TOURNEY_H
#define MUSTPLAY_LAB_LEARN_TOURNEY_H

#include "base/random.h"
#include "lab/eval/committee.h"

typedef struct Tourney Tourney;

// NULL with an error when out of memory. Not for two threads at once.
Tourney *tourney_new(const Geometry *geometry, uint64_t seed, Error *error);
void tourney_free(Tourney *tourney);
const Geometry *tourney_geometry(const Tourney *tourney);
Random *tourney_random(Tourney *tourney);

// Who plays: a committee, or NULL for the benchmark P_R, ln(R_opponent / R_own) of the circuit of links.
typedef const Committee *Seat;

// A random position that nobody has won, as far as knowledge knows, of `least` to `most` stones.
Position tourney_random_position(Tourney *tourney, int least, int most);

// Called before every move with the position, and once more with the one that ended the game. May be NULL.
typedef void (*TourneyWatch)(void *context, const Position *position);

// Plays from a position to its end and returns the winner; `moves`, if given, counts the moves. `seat` is by colour.
Color tourney_play(Tourney *tourney, const Position *start, const Seat seat[2], TourneyWatch watch,
                   void *context, int *moves);

// The winner of a position by the rules or by knowledge; EMPTY when unknown.
Color tourney_winner(Tourney *tourney, const Position *position);

// The advice of a position as a colour sees it.
void tourney_advice(Tourney *tourney, const Position *position, Color color, double seen[ADVISOR_COUNT]);

// Wins of `a` in `pairs` pairs of games against `b`, each pair from a random position with colours exchanged. Ends early
// when `cancelled` (may be NULL) says so; *played counts the games.
int tourney_score(Tourney *tourney, Seat a, Seat b, int pairs, bool (*cancelled)(void), int *played);

#endif
