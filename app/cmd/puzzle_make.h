// Making puzzles from games: other people's, or games that the levels play with each other.
//
// A game is walked from its end towards its beginning: late positions are easily proved, and their proofs help before.
// Where the side to move is proved to win, its moves are decided, the most plausible first, until a second one
// wins. If none does and the move is not an easy one, the position is a puzzle. Where the side to move loses, other
// moves that it might have played are examined too, one move deep.
//
// The limits are numbers of nodes: the same seed gives the same puzzles on any machine that evaluates the net alike.
#ifndef MUSTPLAY_APP_CMD_PUZZLE_MAKE_H
#define MUSTPLAY_APP_CMD_PUZZLE_MAKE_H

#include "study/puzzle.h"

typedef struct PuzzleMakerOptions {
    uint64_t nodes; // for each position of a game; for all moves of a candidate four times as many. 0: 2000
    int per_game;   // puzzles of one game, at most; 0: 2
    int branches;   // other moves of the losing side that are looked at; below 0: none, 0: 3
    int winning_most; // positions with more winning moves than that in the net's opinion are passed over; 0: none are
    bool missed;              // only positions in which the game continued with a move that loses
    int level_least;          // the weakest level that may find the move; 0: PUZZLE_LEVEL_LEAST
    const Observer *observer; // may end it, or NULL
} PuzzleMakerOptions;

// What became of the positions that were looked at.
typedef struct PuzzleTally {
    uint64_t games, positions;   // won by the side to move, by proof
    uint64_t several, undecided; // several: or so the net thinks
    uint64_t easy, easy_levels;  // one move wins, but it is easy to see; weak levels find it
    uint64_t made;
} PuzzleTally;

typedef struct PuzzleMaker PuzzleMaker;

// NULL with an error when there is no net, or out of memory.
PuzzleMaker *puzzle_maker_new(const PuzzleMakerOptions *options, Error *error);
void puzzle_maker_free(PuzzleMaker *maker);
const PuzzleTally *puzzle_maker_tally(const PuzzleMaker *maker);

// Plays a game on this board: a random first move, then two levels that the seed draws. False with an error, also when
// the observer ended it.
bool puzzle_maker_play(PuzzleMaker *maker, const Geometry *geometry, uint64_t seed, Game *game, Error *error);

// Is given a puzzle, without its source; says whether it is taken (it may be like another one).
typedef bool (*PuzzleFound)(void *context, const Puzzle *puzzle);
// Looks for puzzles in a game. False on a failure; when the observer ends it, true.
bool puzzle_maker_search(PuzzleMaker *maker, const Game *game, PuzzleFound found, void *context,
                         Error *error);

#endif
