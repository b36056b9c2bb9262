// What every master does besides its own work: keeps the run's lock, waits while Redis is away, and takes leave of workers
// that are silent. Times that things are due are counted here; the master's loop calls every function as often as it likes.
#ifndef MUSTPLAY_CLUSTER_KEEPER_H
#define MUSTPLAY_CLUSTER_KEEPER_H

#include "cluster/stream.h"

enum { KEEPER_BLOBS = 16 };

// Whose key signs, and whose keys may work: files; NULL: the user's own (cluster/identity.h).
typedef struct KeeperKeys {
    const char *key, *admitted;
} KeeperKeys;

typedef struct Keeper {
    Stream stream;
    Identity identity;
    Members members;
    double lease; // seconds
    void *context;
    bool (*cancelled)(void *context);             // may be NULL
    void (*say)(void *context, const char *line); // for a person who watches; may be NULL
    bool failed;                                  // it makes no sense to go on, as `error` says
    Error error;
    double journey;                               // seconds of a call to Redis and back, lately
    char blob[KEEPER_BLOBS][STREAM_WORD_MAX + 1]; // hashes of the contents that the run needs in Redis
    int blobs;
    // Its own:
    double workers_due, renew_due, blobs_due, said;
    double calm_since; // Redis has been there without a break since then
    int connections;
} Keeper;

// Connects to nothing yet; the other fields are set before. False with an error.
bool keeper_open(Keeper *keeper, const RedisAddress *address, const KeeperKeys *keys, const char *run,
                 Error *error);
// Gives the lock back, if it is held.
void keeper_close(Keeper *keeper);

void keeper_say(const Keeper *keeper, const char *line);
// Failed or cancelled.
bool keeper_stopped(const Keeper *keeper);
void keeper_fail(Keeper *keeper, const Error *error);
// Whether a step was done. One that Redis could not do now is waited for a moment; one that it refuses is a failure.
bool keeper_done(Keeper *keeper, StreamResult result, const Error *error);

// Begins the run, waiting for Redis as long as it takes. False when it is refused (with an error) or stopped.
bool keeper_begin(Keeper *keeper, const RunStart *start, bool *resumed, Error *error);
// From now on the contents with this hash, which are in Redis, are kept there.
void keeper_keep(Keeper *keeper, const char *hash);
// When it is due, keeps the lock and the run's contents, and says how it goes: `status` gives one JSON object, which is freed. STREAM_GONE: the
// run's data are gone, begin again. STREAM_NONE: it was not due.
StreamResult keeper_renew(Keeper *keeper, double now, char *(*status)(void *context));
// When it is due, dismisses the silent workers, as `rescue` says, and calls back with those who are there. True when it did.
// After a break everybody gets a lease to say that he is there.
bool keeper_look(Keeper *keeper, double now, bool soon, const StreamRescue *rescue, WorkerVisit visit);

// Reads answers as stream_answers does. What is too long to be read, and an entry behind which nothing can be added, are put away and
// counted in `refused`.
StreamResult keeper_answers(Keeper *keeper, char last[STREAM_ID_MAX], double seconds, int most,
                            AnswerVisit visit, void *context, uint64_t *refused);

// A mean over the last ten values or so.
double lately(double mean, double value);

#endif
