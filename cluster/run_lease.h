// What every master does besides its own work: holds the run's lock, reconnects to Redis, and removes workers that have stopped
// sending heartbeats. The master's loop may call every function at any rate: each knows when it is due.
#ifndef MUSTPLAY_CLUSTER_RUN_LEASE_H
#define MUSTPLAY_CLUSTER_RUN_LEASE_H

#include "cluster/stream.h"

enum { RUN_LEASE_BLOBS = 16 };

// Whose key signs, and whose keys may work: files; NULL: the user's own (cluster/identity.h).
typedef struct RunKeys {
    const char *key, *admitted;
} RunKeys;

// Of which build workers may be: of the master's commit, and whether others get no jobs (else they are named once).
typedef struct BuildTerms {
    const char *commit; // "": not known, and all are as good
    bool same;
} BuildTerms;

typedef struct RunLease {
    Stream stream;
    Identity identity;
    Members members;
    BuildTerms build;
    char other_build[STREAM_WORD_MAX]; // of a worker, that was named last
    double seconds; // the lease of a worker: without a heartbeat for this long it is removed
    void *context;
    bool (*cancelled)(void *context);             // may be NULL
    void (*say)(void *context, const char *line); // for a person who watches; may be NULL
    bool failed;                                  // the run cannot continue; see `error`
    Error error;
    double round_trip;                               // smoothed round-trip time to Redis, in seconds
    char blob[RUN_LEASE_BLOBS][STREAM_WORD_MAX + 1]; // hashes of the contents that the run needs in Redis
    int blobs;
    // Its own:
    double workers_due, renew_due, blobs_due, said;
    double calm_since; // the time from which Redis has answered without a break
    int connections;
} RunLease;

// Connects to nothing yet; the other fields are set before. False with an error.
bool run_lease_open(RunLease *lease, const RedisAddress *address, const RunKeys *keys, const char *run,
                    Error *error);
// Gives the lock back, if it is held.
void run_lease_close(RunLease *lease);

void run_lease_say(const RunLease *lease, const char *line);
// Failed or cancelled.
bool run_lease_stopped(const RunLease *lease);
void run_lease_fail(RunLease *lease, const Error *error);
// Whether a step was done. One that Redis could not do now is waited for a moment; one that it refuses is a failure.
bool run_lease_done(RunLease *lease, StreamResult result, const Error *error);

// Begins the run, waiting for Redis as long as it takes. False when it is refused (with an error) or stopped.
bool run_lease_begin(RunLease *lease, const RunStart *start, bool *resumed, Error *error);
// From now on the contents with this hash, which are in Redis, are kept there.
void run_lease_keep(RunLease *lease, const char *hash);
// When it is due, keeps the lock and the run's contents, and says how it goes: `status` gives one JSON object, which is freed. STREAM_GONE: the
// run's data are gone, begin again. STREAM_NONE: it was not due.
StreamResult run_lease_renew(RunLease *lease, double now, char *(*status)(void *context));
// When it is due, dismisses the silent workers, as `rescue` says, and calls back with those who are there. True when it did.
// After a break everybody gets a lease to say that he is there.
bool run_lease_look(RunLease *lease, double now, bool soon, const StreamRescue *rescue, WorkerVisit visit);

// Whether a worker with this last word (JSON) may have jobs, as far as its build goes. Reports a build that
// differs from the last one.
bool run_lease_build(RunLease *lease, const char *info);

// Reads answers as stream_answers does. What is too long to be read, and an entry behind which nothing can be added, are put away and
// counted in `refused`.
StreamResult run_lease_answers(RunLease *lease, char last[STREAM_ID_MAX], double seconds, int most,
                               AnswerVisit visit, void *context, uint64_t *refused);

// Exponential moving average with weight 0.1; a mean of 0 is none yet.
double smoothed(double mean, double value);

#endif
