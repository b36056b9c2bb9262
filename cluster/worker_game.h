// How a worker plays games: of a match, or of a player with itself.
#ifndef MUSTPLAY_CLUSTER_WORKER_GAME_H
#define MUSTPLAY_CLUSTER_WORKER_GAME_H

#include "base/observer.h"
#include "cluster/blobs.h"
#include "play/catalog.h"

typedef struct WorkerGames {
    const Catalog *catalog; // of the players
    const Observer *observer;
    char found_net[SHA256_TEXT]; // the hash of the net that players here find; "": not known yet
    BlobCache files;
} WorkerGames;

// Plays the job's game: the answer's bytes. An error is about the job (bad input), or about this machine. With neither an
// answer nor an error the game was cancelled.
bool worker_game_run(WorkerGames *games, Stream *stream, const StreamJob *job, Text *answer, Error *error);

#endif
