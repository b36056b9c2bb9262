// Many games by many workers: the loop that hands numbered games out through Redis and takes their results in, each once.
//
// The book (play/game_book.h) says which games there are, and has a journal that a game is in before its answer is deleted
// from Redis. So a master that was killed goes on with the games that are missing; those that were being played meanwhile
// are taken in too.
#ifndef MUSTPLAY_CLUSTER_GAMES_RUN_H
#define MUSTPLAY_CLUSTER_GAMES_RUN_H

#include "cluster/game_message.h"
#include "cluster/run_lease.h"
#include "cluster/stream.h"
#include "play/catalog.h"
#include "play/game_book.h"

typedef struct GamesRunSetup {
    const Catalog *catalog; // of the players
    RedisAddress address;
    RunKeys keys;
    const char *run;
    const char *kind;  // "match" or "selfplay"
    const char *task;  // what the run is about, word for word
    const char *title; // the same for people
    double lease;      // seconds
    BuildTerms build;
    double again; // the share of games that another machine plays again (cluster/games_again.h)
    int games;
    GameJob job; // what all have in common; files in the specifications are paths of this machine
    void *context;
    GameBook *book;
    void (*describe)(void *context, int number,
                     GameJob *job); // fills in what is this game's own; NULL: nothing
    // Reads a result and stores it in the book. False with an error when it is no such result, or the book has failed.
    bool (*take)(void *context, int number, const char *bytes, size_t size, Error *error);
    // Of a finished game: the line for the stream that trainers read; false for one that is not finished. May be NULL.
    bool (*line)(void *context, int number, Text *out);
    bool (*cancelled)(void *context);
    void (*say)(void *context, const char *line);
} GamesRunSetup;

// Returns when all games are finished, or it was cancelled. False with an error: the setup is refused, a result cannot be
// kept, or no worker can play a game.
bool games_run(const GamesRunSetup *setup, Error *error);

#endif
