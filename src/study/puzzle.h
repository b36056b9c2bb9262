// Puzzles: positions in which exactly one move wins, proved, and not an obvious one.
//
// "Exactly one" is proved by the solver: that move wins and every other one loses. What is obvious is defined
// below. The difficulty follows from the levels that find the move (play/level.h) and from the size of the
// proof. Two puzzles are alike when they are the same game to play: after the half-turn, after the mirror that
// exchanges the colours, and after fill-in.
#ifndef MUSTPLAY_STUDY_PUZZLE_H
#define MUSTPLAY_STUDY_PUZZLE_H

#include "play/player.h"
#include "search/puct.h"
#include "solve/solver.h"

enum { PUZZLE_SOURCE_MAX = 80, PUZZLE_GRADE_MAX = 5, PUZZLE_TRIES = 64 };

typedef struct Puzzle {
    Position position;
    int move;  // the only one that wins; CELL_NONE in a set of others that does not say it
    int grade; // 1 to 5; 0: not graded
    int level; // the weakest level that finds the move in half of its tries; 0: none does, or not asked
    int rank;  // of the move in the net's policy, from 1; 0: not asked
    uint64_t proof_nodes;           // what the proof of all moves needs; 0: not counted
    char source[PUZZLE_SOURCE_MAX]; // "selfplay", or the file that the game is from
    int game, moves;                // the game there, from 0, and how many moves it had
} Puzzle;

// --- Proof

typedef enum PuzzleState {
    PUZZLE_UNIQUE,   // one move wins, every other one loses
    PUZZLE_SEVERAL,  // two moves win
    PUZZLE_LOST,     // no move wins, or the game is over
    PUZZLE_UNDECIDED // the budget ended first
} PuzzleState;

typedef struct PuzzleProof {
    PuzzleState state;
    int move;             // that wins; CELL_NONE when none does or nothing is known
    int second;           // another that wins, or CELL_NONE
    uint64_t nodes;       // studied
    uint64_t proof_nodes; // of these, what the proof of all moves needs; 0 unless it was counted whole
} PuzzleProof;

// Asks the solver about the moves, until two win or all are decided. `first` are moves to ask about before all
// others (`count` of them; may be NULL with 0). The solver may be NULL; with one of its own the numbers depend on
// the position alone. False on a failure.
bool puzzle_prove(const Position *position, const int16_t *first, int count, const Budget *budget,
                  Solver *solver, PuzzleProof *proof, Error *error);

// --- What is too easy

typedef enum PuzzleEase {
    EASE_NONE,
    EASE_WINS_AT_ONCE,  // the mover can join the edges with one stone
    EASE_STOPS_AT_ONCE, // the opponent threatens to
    EASE_TWO_THREATS,   // after the move two cells each join the edges: a two-distance of 2
    EASE_BRIDGE         // the move restores a bridge that an opponent's stone intrudes into
} PuzzleEase;

// What makes a puzzle easy to see, but for the levels. The position is not over.
PuzzleEase puzzle_ease(const Position *position, int move);
// A sentence about it, for people; NULL for EASE_NONE.
const char *puzzle_ease_text(PuzzleEase ease);

// The weakest level that a puzzle may be found by.
enum { PUZZLE_LEVEL_LEAST = 4 };

// --- Grades

// Asks the levels and the net: sets `level` and `rank`. `strong` is the player of level 10, or NULL: then `level` stays
// 0 where no level below finds the move. The random numbers follow from the position.
bool puzzle_ask_levels(Puzzle *puzzle, Puct *puct, Player *strong, Error *error);
// The grade that level (0: none finds it) and proof_nodes give; two points make a grade. A point for each level above the
// weakest that a puzzle may have. A point each for proofs of 6, 12, 24, 48, 96, 192 and 384 nodes.
int puzzle_grade(int level, uint64_t proof_nodes);

// --- Likeness

// The position that stands for all that are alike, Black to move. False when out of memory.
bool puzzle_key(const Position *position, Position *key, Error *error);

#endif
