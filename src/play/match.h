// Match: many games between two players A and B, several at a time, with a journal from which a killed match
// can be resumed (play/game_book.h).
//
// Games come in pairs with the same opening and exchanged colours: A is Black in games of even number. Each of
// our own players is made anew for every game. Its seed follows from the match's seed, the game's number
// and the side. So the results do not depend on how many games run at a time. External programs run on from game
// to game, one per side and worker.
//
// A fault of a player (a crash, a hang, an illegal move) ends the game and makes it void. The solver then
// tries the position: a game that it decides is adjudicated and counts as won; the others count for nobody.
//
// With a time for the whole game a side loses when its clock runs out. A player of ours also loses when a
// move takes longer than its seconds and the grace.
#ifndef MUSTPLAY_PLAY_MATCH_H
#define MUSTPLAY_PLAY_MATCH_H

#include "base/observer.h"
#include "play/game_book.h"
#include "play/openings.h"
#include "play/player.h"

enum { SIDE_A, SIDE_B, SIDE_NONE };

typedef struct MatchGame {
    int number; // from 0
    int black;  // the side that is Black
    int winner; // SIDE_NONE: the game counts for nobody
    int fault;  // the side whose fault ended the game, or SIDE_NONE
    bool adjudicated;
    int late;          // the side that lost on time, or SIDE_NONE
    double slowest[2]; // by side: the seconds of its longest move
    char reason[400];  // the fault in words; "" without one
} MatchGame;

// Counts by side and by the colour that the side had.
typedef struct MatchTally {
    int games;             // finished
    int won[2][2];         // on the board or by resignation
    int adjudicated[2][2]; // void, but won by the solver's word
    int faults[2][2];      // void by this side's fault, adjudicated or not
    int late[2];           // games that a side lost on time
    double slowest[2];     // seconds of a side's longest move; games of a journal do not say
} MatchTally;

static inline int match_wins(const MatchTally *tally, int side) {
    return tally->won[side][BLACK] + tally->won[side][WHITE] + tally->adjudicated[side][BLACK] +
           tally->adjudicated[side][WHITE];
}
static inline int match_void(const MatchTally *tally) {
    return tally->faults[SIDE_A][BLACK] + tally->faults[SIDE_A][WHITE] + tally->faults[SIDE_B][BLACK] +
           tally->faults[SIDE_B][WHITE];
}
static inline int match_adjudicated(const MatchTally *tally) {
    return tally->adjudicated[SIDE_A][BLACK] + tally->adjudicated[SIDE_A][WHITE] +
           tally->adjudicated[SIDE_B][BLACK] + tally->adjudicated[SIDE_B][WHITE];
}

typedef struct MatchSetup {
    const struct Catalog *catalog; // that the players are made from
    const char *player[2];         // specifications
    const Geometry *geometry;
    const Openings *openings;
    int games;
    int jobs;
    MoveTerms terms;                // seconds, nodes and grace
    double game_seconds, increment; // a side's clock for the whole game, and what a move adds; 0: no clock
    uint64_t seed;
    double adjudication_seconds;
    const char *folder;  // for SGF files; NULL: none
    const char *journal; // NULL: none
    // All may be NULL. `cancelled` comes from any worker and ends the match: games in progress are forgotten.
    // `finished` is called once per game, and once for each game of the journal, never twice at a time.
    void *context;
    bool (*cancelled)(void *context);
    void (*finished)(void *context, const MatchGame *game, const MatchTally *tally);
} MatchSetup;

// Plays the games that the journal does not hold yet. False with an error when the players cannot be made, the
// journal belongs to another match, or a file cannot be written. `tally` then holds the finished games.
bool match_play(const MatchSetup *setup, MatchTally *tally, Error *error);

// --- For those who have the games played elsewhere

// The games of a match and their counts.
typedef struct MatchBook MatchBook;

// Opens the journal and counts its games. The setup outlives the book. NULL with an error.
MatchBook *match_book_open(const MatchSetup *setup, MatchTally *tally, Error *error);
void match_book_close(MatchBook *book);
GameBook *match_book_games(MatchBook *book);
// Writes a finished game down, on the disk before it is counted. Once per game. False when that failed, now or before;
// the error of its games says why. From any thread.
bool match_book_store(MatchBook *book, const Game *game, const MatchGame *result);

// Plays one game of a match, with players of its own. False when the observer cancelled it.
bool match_play_one(const MatchSetup *setup, int number, const Observer *observer, Game *game,
                    MatchGame *result);
// Starts the position of a game: its opening.
void match_game_begin(const MatchSetup *setup, int number, Game *game, MatchGame *result);
// Whether the players can be made, as far as this machine can tell.
bool match_players_check(const MatchSetup *setup, const Observer *observer, Error *error);

// Adds a game to the counts.
void match_count(MatchTally *tally, const MatchGame *game);

#endif
