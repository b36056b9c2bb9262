// Games played again: another machine plays a sample of a machine's games from the same seed, and differences
// are counted for each machine.
//
// Only where a game must come out the same: limits are play-outs, one thread, nets in int8, and both workers run the very
// same program. If two differ, a third machine says which one is wrong; without one both are counted. One
// game never bars a machine. A machine is barred when its differences would be seen once in ten thousand machines, at the others' rate or
// one in a hundred. This is the residual test of fishtest, for
// rates near nothing.
#ifndef MUSTPLAY_CLUSTER_GAMES_AGAIN_H
#define MUSTPLAY_CLUSTER_GAMES_AGAIN_H

#include "base/random.h"
#include "cluster/game_message.h"
#include "cluster/members.h"

// Numbers of jobs that play a game again: the game's own and this times the hand.
static const uint64_t GAME_AGAIN = (uint64_t)1 << 40;

typedef struct AgainTally {
    PublicKey key;
    int checked, differed;
    bool barred;
} AgainTally;

// A worker that games can be played again by.
typedef struct AgainWorker {
    uint64_t id;
    PublicKey key;
    bool same_build;
} AgainWorker;

typedef struct AgainGame {
    int number;
    int hands;       // that have answered
    uint64_t worker; // who plays it now
    PublicKey by[2];
    char *result[2];
} AgainGame;

typedef struct GamesAgain {
    double share;
    Random random;
    AgainWorker *worker;
    int workers, workers_room;
    AgainTally *tally;
    int tallies, tallies_room;
    AgainGame *game; // out
    int games, games_room;
    int settled, differed, barred;
} GamesAgain;

// Whether games of such a job come out the same wherever they are played.
bool again_possible(const GameJob *job);
void again_free(GamesAgain *again);
// Who works now: called with each of them after again_look.
void again_look(GamesAgain *again);
void again_worker(GamesAgain *again, uint64_t id, const PublicKey *key, bool same_build);

bool again_knows(const GamesAgain *again, uint64_t id);

// A job to give: its number, and for whom.
typedef struct AgainJob {
    uint64_t id;
    int number; // of the game
    uint64_t worker;
} AgainJob;

// A result was taken from a worker. True: it is played again, by a job to give.
bool again_draw(GamesAgain *again, int number, uint64_t worker, const char *bytes, size_t size,
                AgainJob *job);
// The answer to such a job. True: a third machine is asked, by a job to give. `barred` gets the key of a machine that is barred by it, and
// whether there is one.
bool again_answer(GamesAgain *again, uint64_t id, uint64_t worker, const char *bytes, size_t size,
                  AgainJob *job, PublicKey *barred, bool *is_barred);

// Somebody who is there, of another key than this one (NULL: of any); 0: nobody is.
uint64_t again_worker_but(GamesAgain *again, const PublicKey *key);
// A worker that has this key; 0: none is there.
uint64_t again_worker_of(const GamesAgain *again, const PublicKey *key);

// The residual test: whether too many of a machine's games differ for chance. The others' games are without its own.
bool again_residual(int checked, int differed, int others_checked, int others_differed);

#endif
