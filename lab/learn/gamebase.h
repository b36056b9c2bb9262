// A database of games between unevenly matched players in which the stronger one won (Rasmussen 2007 §9.4.2).
//
// Its file is text: the line "mustplay-games-1 WxH", then one line per game, as in "black d4 c3 e2". A line has the colour of
// the stronger player, who won, and the moves. Empty lines and lines that begin with # are skipped.
#ifndef MUSTPLAY_LAB_LEARN_GAMEBASE_H
#define MUSTPLAY_LAB_LEARN_GAMEBASE_H

#include "base/journal.h"
#include "base/text.h"
#include "game/position.h"

typedef struct BaseGame {
    Color stronger;
    int count;
    int16_t cell[CELL_MAX];
} BaseGame;

typedef struct GameBase {
    const Geometry *geometry;
    int count, room;
    BaseGame *game;
} GameBase;

void gamebase_free(GameBase *base);
bool gamebase_add(GameBase *base, const BaseGame *game); // false out of memory
void gamebase_write(const GameBase *base, Text *out);
uint64_t gamebase_hash(const GameBase *base); // of its games and their order
// An error names the line.
bool gamebase_read(const char *path, GameBase *base, Error *error);
// A tournament in a journal: a line, "played N", has the games that were added since the one before. Opens it and takes its
// games; *played says how many were played. False with an error.
bool gamebase_resume(Journal *journal, const char *path, GameBase *base, const Geometry *geometry,
                     uint64_t seed, int *played, Error *error);
// Adds the games of the base from *known on, if the journal does not have all that was played.
bool gamebase_keep(Journal *journal, const GameBase *base, int played, int *known, Error *error);

// The players of the tournament from weakest to strongest: versions of alphabeta that look at more moves, deeper. The
// weaker one of a game adds a small random number to its evaluations, so that no game comes twice.
enum { UNEVEN_PLAYERS = 5 };
extern const char *const UNEVEN_PLAYER[UNEVEN_PLAYERS];

// Plays every pair of these players, both colours, again and again until `games` games were won by the stronger one;
// *played counts all. It goes on from a base of the same seed after *played games; 0: from none. `goes_on` (may be NULL)
// is asked after each game. False with an error.
bool gamebase_play(GameBase *base, const Geometry *geometry, int games, uint64_t seed,
                   bool (*goes_on)(void *context, const GameBase *base), void *context, int *played,
                   Error *error);

#endif
