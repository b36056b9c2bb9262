// Jobs and answers about games, as JSON: games of a match, and games of a player with itself. docs/CLUSTER.md names the
// keys. Readers check everything: a game that was read is one that can be played.
#ifndef MUSTPLAY_CLUSTER_GAME_MESSAGE_H
#define MUSTPLAY_CLUSTER_GAME_MESSAGE_H

#include "base/sha256.h"
#include "play/match.h"

enum { GAME_SPEC_MAX = 2048, GAME_OPENING_MAX = 4096 };

// A game to play. Files in specifications are "@" and a hash.
typedef struct GameJob {
    bool match; // else self-play, by the first player
    int number;
    const Geometry *geometry;
    char player[2][GAME_SPEC_MAX];
    char opening[GAME_OPENING_MAX]; // of a match
    MoveTerms terms;                // seconds, nodes, threads and grace
    double game_seconds, increment, adjudication_seconds;
    uint64_t seed;
    char net[SHA256_TEXT]; // that is found when a player names none; "": whatever there is
} GameJob;

void game_job_write(const GameJob *job, Text *out);
bool game_job_read(const char *bytes, size_t size, GameJob *job, Error *error);

// A game of a match. The reader plays it again from the opening, and checks that the result agrees with it.
void match_answer_write(const Game *game, const MatchGame *result, Text *out);
bool match_answer_read(const MatchSetup *setup, int number, const char *bytes, size_t size, Game *game,
                       MatchGame *result, Error *error);

// A game of self-play, which is over, and what its player thought at each move.
void selfplay_answer_write(const Game *game, const double *value, Text *out);
bool selfplay_answer_read(const Geometry *geometry, const char *bytes, size_t size, Game *game,
                          double value[GAME_MOVES_MAX], Error *error);

#endif
