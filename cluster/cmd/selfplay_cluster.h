// selfplay --redis: games of a player with itself by the workers of a run.
#ifndef MUSTPLAY_CLUSTER_CMD_SELFPLAY_CLUSTER_H
#define MUSTPLAY_CLUSTER_CMD_SELFPLAY_CLUSTER_H

#include "cli/command.h"
#include "play/game_book.h"
#include "play/player.h"

// The games so far, by number.
typedef struct SelfplayBook {
    const Geometry *geometry;
    int games;
    Text task;
    GameBookSetup setup;
    GameBook *book; // with the journal of --resume; NULL before it is opened
} SelfplayBook;

// Has the games played that the journal lacks. False with an error; what was finished is in the book then too.
bool selfplay_cluster_play(SelfplayBook *book, const Args *args, const char *spec, const MoveTerms *terms,
                           Error *error);
// A finished game; false when it is not finished.
bool selfplay_book_game(const SelfplayBook *book, int number, Game *game, double value[GAME_MOVES_MAX]);
void selfplay_book_close(SelfplayBook *book);

#endif
