// Many games by many workers: the loop that hands numbered games out through Redis and takes their results in, each once.
//
// Whoever calls it keeps the book: which games there are, and a journal that a game is in before its answer is deleted from
// Redis. So a master that was killed goes on with the games that are missing; those that were being played meanwhile are
// taken in too.
#ifndef MUSTPLAY_CLUSTER_GAMES_RUN_H
#define MUSTPLAY_CLUSTER_GAMES_RUN_H

#include "cluster/game_message.h"
#include "cluster/stream.h"
#include "play/catalog.h"

typedef enum GameTaken { GAME_TAKEN_IN, GAME_KNOWN, GAME_REFUSED, GAME_FAILED } GameTaken;

typedef struct GamesRunSetup {
    const Catalog *catalog; // of the players
    RedisAddress address;
    const char *run;
    const char *kind;  // "match" or "selfplay"
    const char *task;  // what the run is about, word for word
    const char *title; // the same for people
    double lease;      // seconds
    int games;
    GameJob job; // what all have in common; files in the specifications are paths of this machine
    void *context;
    int (*next)(void *context);               // takes a game to hand out: its number, or -1
    bool (*claim)(void *context, int number); // takes this one, unless it is finished or taken
    void (*describe)(void *context, int number, GameJob *job); // fills in what is this game's own
    // Takes a result in: GAME_TAKEN_IN once it is on the disk, GAME_KNOWN when it was there before.
    GameTaken (*take)(void *context, int number, const char *bytes, size_t size, Error *error);
    // Of a finished game: the line for the stream that trainers read; false for one that is not finished. May be NULL.
    bool (*line)(void *context, int number, Text *out);
    int (*finished)(void *context); // games so far
    bool (*cancelled)(void *context);
    void (*say)(void *context, const char *line);
} GamesRunSetup;

// Returns when all games are finished, or it was cancelled. False with an error: the setup is refused, a result cannot be
// kept, or a game can be played nowhere.
bool games_run(const GamesRunSetup *setup, Error *error);

#endif
