// The loop of all matches: numbered games, several at a time, each played once. A killed run resumes from the journal
// (base/journal.h). Matches of Hex (play/match.h), matches of Y, and games that the workers of a cluster play use it. They
// decide what a game is, who plays it and what is kept of it.
//
// A game is free, then taken by whoever is to play it, then finished: it has a value. The value is on the disk, in the
// journal, before the game is counted. A failure to write one ends the run.
#ifndef MUSTPLAY_PLAY_GAME_BOOK_H
#define MUSTPLAY_PLAY_GAME_BOOK_H

#include "base/error.h"
#include "base/json.h"

typedef struct GameBook GameBook;

typedef struct GameBookSetup {
    int games;
    const char *journal;         // NULL: none
    const char *kind, *identity; // of the journal: what is played, and all that decides the results
    void *context;
    // Counts a finished game: each of the journal, with `result` NULL, and each that is stored. Never two at a time. False
    // with an error for a value that is none of such a game.
    bool (*count)(void *context, int number, const json_t *value, const void *result, Error *error);
} GameBookSetup;

// Opens the journal and counts its games. The setup outlives the book. NULL with an error.
GameBook *game_book_open(const GameBookSetup *setup, Error *error);
void game_book_close(GameBook *book);

// All from any thread.
// Takes the first game that is free: its number, or -1 when there is none or the run has failed.
int game_book_take(GameBook *book);
// Takes this game; false when it is not free.
bool game_book_claim(GameBook *book, int number);
// The value of a finished game, borrowed; NULL for another.
const json_t *game_book_value(GameBook *book, int number);
// How many are finished.
int game_book_finished(GameBook *book);
// Keeps a finished game's value, whose reference is taken, and counts it; `result` is handed to `count`. Once a game.
// False when that failed, now or before.
bool game_book_store(GameBook *book, int number, json_t *value, const void *result);
// Ends the run with an error. Returns false.
bool game_book_fail(GameBook *book, const Error *error);
// NULL while nothing has failed.
const Error *game_book_error(GameBook *book);

// Who plays the games.
typedef struct GameLoop {
    int jobs; // games at a time; 1: in the calling thread
    void *context;
    bool (*cancelled)(void *context); // NULL: never
    // What a thread keeps from game to game; both NULL: the context is all.
    void *(*worker_new)(void *context); // NULL out of memory
    void (*worker_free)(void *worker);
    // Plays a game and stores it. False ends this thread's work: it was cancelled, or storing failed.
    bool (*play)(void *worker, GameBook *book, int number);
} GameLoop;

// Plays the games that are free. False with the book's error.
bool game_book_play(GameBook *book, const GameLoop *loop, Error *error);

#endif
