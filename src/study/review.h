// Review of a game: the value of each position, the best move there, what is proved, and where the game
// turned.
//
// Two passes over the positions of the main line. The solver goes first and backwards: late positions are easy, and
// their proofs help before. It stops when it has failed twice in a row, except where a position follows from
// a later one. Then a player judges the unproved positions, forwards, so
// that it can keep its tree. A proof outranks an opinion: a proved position has value 1 or 0.
//
// A move's loss is what it took from its mover's winning probability: value before minus value after. It is
// never negative. An inaccuracy loses 0.05 or more, a mistake 0.1, a blunder 0.15. A turning point is proved on both
// sides: won before the move, lost after it.
//
// The accuracy of a move is the curve that lichess uses: 103.1668 exp(-4.354 loss) - 2.1669, from 0 to 100. That of a
// player is the mean over the moves.
#ifndef MUSTPLAY_STUDY_REVIEW_H
#define MUSTPLAY_STUDY_REVIEW_H

#include "base/observer.h"
#include "game/sgf.h"
#include "play/catalog.h"

//
// With the swap rule an opening is worth what is left when the opponent takes the better side: the smaller of its winning
// chances. No proof can judge it, since with the rule every opening loses. So the opening's own loss is always
// an opinion: what it is short of the fairest one. The swap itself is judged as a move.
typedef enum ReviewRule { REVIEW_RULE_AUTO, REVIEW_RULE_ON, REVIEW_RULE_OFF } ReviewRule;
// Why the rule is held to be on or off.
typedef enum ReviewSource {
    REVIEW_BY_NOTHING, // nothing says that there is one
    REVIEW_BY_ASKED,   // the options
    REVIEW_BY_MOVE,    // a swap was played
    REVIEW_BY_RULES,   // the record's rules
    REVIEW_BY_HABIT    // the record's source always plays so
} ReviewSource;
// "none", "asked", "move", "rules", "habit".
const char *review_source_name(ReviewSource source);

typedef struct ReviewOptions {
    const Catalog *catalog; // that the player is made from; NULL: the library's
    const char *player;     // who judges; NULL: the default player
    double seconds;         // a position, for the player; 0: as its options say
    uint64_t playouts;      // the same; 0: as its options say
    double solver_seconds;  // a position, for the solver; 0: one second; negative: no solver
    uint64_t memory;        // bytes for the solver; 0: 512 MB
    int threads;            // 0: one
    uint64_t seed;
    ReviewRule swap;
    const SgfTree *record; // of the game, for REVIEW_RULE_AUTO; may be NULL
} ReviewOptions;

typedef enum ReviewMark {
    REVIEW_GOOD,
    REVIEW_MISTAKE,
    REVIEW_BLUNDER,
    REVIEW_TURNING_POINT,
    REVIEW_INACCURACY,
    REVIEW_MARKS
} ReviewMark;
// "mistake", "blunder", "turning_point", "inaccuracy"; NULL for a good move.
const char *review_mark_name(ReviewMark mark);

// What was wrong about an opening or a swap, where the move is marked.
typedef enum ReviewSwap {
    REVIEW_SWAP_NONE,
    REVIEW_OPENING_STRONG, // so good that it should be swapped
    REVIEW_OPENING_WEAK,   // so bad that it should not
    REVIEW_SWAP_MISSED,    // the mover should have swapped
    REVIEW_SWAP_WRONG      // the mover should not have
} ReviewSwap;
// "opening_strong", "opening_weak", "swap_missed", "swap_wrong"; NULL for none.
const char *review_swap_name(ReviewSwap swap);

enum { REVIEW_LINE_MAX = 16 };

// A position of the game and the move that was played there.
typedef struct ReviewTurn {
    Position position;
    Color mover;
    Move played;     // MOVE_NONE in the last position
    bool judged;     // what follows stands: the review may have been stopped before it got here
    double value;    // the mover's winning probability before the move; 1 or 0 when proved
    Color winner;    // proved before the move, or EMPTY
    Move best;       // MOVE_NONE when the game is over
    int line_length; // the expected line, which starts with `best`
    Move line[REVIEW_LINE_MAX];
    bool compared;      // what follows stands: the next position is judged too
    double after;       // the mover's winning probability after the move
    double loss;        // value - after, never negative
    Color winner_after; // proved, or EMPTY
    ReviewMark mark;
    ReviewSwap swap;
} ReviewTurn;

typedef struct Review {
    const Geometry *geometry;
    Color winner;   // of the game as it was played, or EMPTY
    bool swap_rule; // the swap rule holds
    ReviewSource swap_source;
    int swap_turn;  // where it may be used; -1: nowhere. The turn before it is the opening
    double opening; // the opener's winning probability if nobody swaps, an opinion; NAN: unknown
    bool complete;  // false: it was stopped; the turns that are `judged` are right
    int moves;      // of the main line
    int turns;      // moves + 1
    double seconds;
    ReviewTurn *turn;
} Review;

// Called after every piece of work, from the thread that reviews, with `done` of `total` pieces. `review` holds what is
// known at that time. May be NULL.
typedef void (*ReviewProgress)(void *context, const Review *review, int done, int total);

// Reviews a game. The observer's `cancelled` stops it: the review is then not complete, and true is returned.
// False with an error when the player cannot be made or fails. The caller frees the review in either case.
bool review_game(const Game *game, const ReviewOptions *options, const Observer *observer,
                 ReviewProgress progress, void *context, Review *review, Error *error);
void review_free(Review *review);

// A mark that calls for an explanation: a mistake or worse.
bool review_mark_is_bad(ReviewMark mark);
// How a player did.
typedef struct ReviewScore {
    int moves;              // that were compared
    double accuracy;        // 0 to 100; 0 without moves
    double mean_loss;       // of winning probability
    int mark[REVIEW_MARKS]; // how many have each
} ReviewScore;
ReviewScore review_score(const Review *review, Color color);

// Black's winning probability in the position before move `turn` (the last turn: at the end).
double review_black_value(const Review *review, int turn);

// Writes the review into the game's record. Each node of the main line gets a comment with value and verdict, and
// SGF's own marks (V, BM, DO). Mistakes and blunders get the better line as a variation.
bool review_annotate(const Review *review, SgfTree *tree, Error *error);

#endif
