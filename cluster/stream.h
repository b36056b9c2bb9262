// A run in Redis: its jobs and answers as streams, its workers, its master's lock. docs/CLUSTER.md describes the keys.
//
// All keys begin with "mustplay:RUN:". Every step that must not be done by halves is one Lua script, so that it is done
// or not done whatever breaks meanwhile:
//   - a job is open from when it is given until its first answer: a second answer is refused;
//   - an answer is appended, its job closed and acknowledged in one step, and only while the worker is a member and the
//     job is still in its hands;
//   - a worker that has not been heard of for the lease is no member any more, and all that it had is queued again, for
//     anybody.
//
// Times are Redis's own; clocks of the machines are never compared.
#ifndef MUSTPLAY_CLUSTER_STREAM_H
#define MUSTPLAY_CLUSTER_STREAM_H

#include "base/text.h"
#include "cluster/members.h"
#include "cluster/redis.h"

#include <stdint.h>

enum { CLUSTER_PROTOCOL = 3, RUN_NAME_MAX = 40, STREAM_ID_MAX = 48, STREAM_WORD_MAX = 64 };
// What bounds Redis's memory, however long a run takes: kept messages of facts and games of self-play (Redis
// may keep a hundred more); answers after which a master writes its checkpoint early; the life of nets that
// nobody renews.
enum {
    FACTS_KEPT = 2000,
    GAMES_KEPT = 50000,
    CLAIMS_MAX = 16 << 20,
    ANSWER_MAX = 64 << 10,
    FACTS_MESSAGE_MAX = 32 << 10,
    ANSWERS_KEPT = 20000,
    BLOB_SECONDS = 3600
};

// What became of a step.
typedef enum StreamResult {
    STREAM_DONE,
    STREAM_NONE,    // nothing there: no job within the time, no run yet
    STREAM_GONE,    // not a member (any more), or all data are gone: join, or begin, again
    STREAM_MOVED,   // the job is another's now, or answered already
    STREAM_LATER,   // Redis cannot be reached or takes nothing now: try again
    STREAM_REFUSED, // with an error: the run cannot continue
} StreamResult;

// The run's record as its master has signed it: what Redis has is put right by it at each renewal.
typedef struct StreamRecord {
    Text version, kind, title, task, net;
    long long lease; // milliseconds
    char key[2 * IDENTITY_PUBLIC + 1];
    uint8_t signature[IDENTITY_SIGNATURE];
} StreamRecord;

typedef struct Stream {
    Redis *redis;
    char prefix[RUN_NAME_MAX + 16];
    char self[STREAM_WORD_MAX]; // the worker's id, or the master's token
    int taken_on;               // the connection on which jobs were last taken
    // Signatures (cluster/identity.h). Those who only look have no identity.
    const Identity *identity;
    uint64_t nonce;            // of the worker's id
    uint64_t sequence;         // of the last message
    PublicKey master;          // whose jobs a worker takes
    uint64_t facts_seen;       // the sequence number of his last facts
    char run[STREAM_WORD_MAX]; // the run's id
    StreamRecord record;       // a master's, once the run has begun
    bool lanes_gone;           // a master's last renewal found no common lane, or no open job
    long long lock_left;       // milliseconds of another master's lock when it was last seen; 0: none was
} Stream;

// Letters, digits, '.', '_' and '-', so that a pattern of keys means this run alone.
bool run_name_check(const char *name, Error *error);
// Connects to nothing yet. False out of memory, for a bad name, or where the build has no Redis.
bool stream_open(Stream *stream, const RedisAddress *address, const char *run, Error *error);
void stream_close(Stream *stream);
// What a call that Redis did not answer means for the step.
StreamResult stream_fault(const Stream *stream);
// A name that nobody else has, for `self`: with `worker` the id of a worker that has the stream's key.
void stream_self_draw(Stream *stream, bool worker);
// Of the worker's id, as answers carry it.
uint64_t stream_self_number(const char *self);

// --- What workers do

typedef struct RunTerms {
    PublicKey master;              // who signs the jobs
    char id[STREAM_WORD_MAX];      // of the run: another one has nothing to do with it
    char net[STREAM_WORD_MAX + 1]; // SHA-256 of the net that solves; "" without
    double lease;                  // seconds of silence after which a worker is no member
} RunTerms;

// A job in hand, signed by the master. `lane` and `entry` say where it lies in Redis.
typedef struct StreamJob {
    char lane[STREAM_ID_MAX], entry[STREAM_ID_MAX];
    char kind[16];
    uint64_t id; // 0: an entry that is no job, or not the master's
    uint64_t sequence;
    Text body;
} StreamJob;

// Becomes a member of a run whose record its master has signed; `fingerprint` of his key, or "" for whoever he is. `machine` is the same for all workers of a machine, `info` is one JSON object for who looks. STREAM_NONE:
// there is no run yet. STREAM_REFUSED: another protocol or version, or shut out, with a sentence.
StreamResult stream_join(Stream *stream, const char *name, const char *machine, const char *version,
                         const char *info, const char *fingerprint, RunTerms *terms, Error *error);
// The next job, waiting for one up to `seconds`: now and then two. Call it with nothing in hand: what Redis says this worker
// has, because the answer to an earlier call was lost, comes again. The bodies are the caller's.
StreamResult stream_take(Stream *stream, double seconds, StreamJob jobs[2], int *count, Error *error);
// Says that the worker lives, and asks whether the job in hand, if any, still is.
StreamResult stream_beat(Stream *stream, const char *info, const StreamJob *job, bool *draining,
                         Error *error);
// Appends the answer and closes the job; `facts`, for the master, may be empty.
StreamResult stream_answer(Stream *stream, const StreamJob *job, const Text *body, const Text *facts,
                           Error *error);
// What was in hand goes to others soon.
StreamResult stream_leave(Stream *stream, Error *error);
// Puts away something that is no job, and counts it. STREAM_GONE: this worker is no member, so that it may be a job of another
// run; it is there again for others.
StreamResult stream_reject(Stream *stream, const StreamJob *job, Error *error);

// The facts that the master has published behind `last`, which moves on. Calls back with the bytes of each message.
typedef void (*StreamVisit)(void *context, const char *worker, const char *bytes, size_t size);
StreamResult stream_facts(Stream *stream, char last[STREAM_ID_MAX], StreamVisit visit, void *context,
                          Error *error);
// The contents that have this SHA-256; checked. STREAM_NONE: nobody has put them there.
StreamResult stream_blob(Stream *stream, const char *hash, Text *bytes, Error *error);

// Puts the claims of a job there, for the master.
StreamResult stream_claims_put(Stream *stream, uint64_t job, const Text *bytes, Error *error);

// --- What masters do

typedef enum RunClear { CLEAR_NOTHING, CLEAR_JOBS, CLEAR_ALL } RunClear;

typedef struct RunStart {
    const char *version, *kind, *title;
    const char *task; // what the run is about, word for word: another one may not go on with it
    const char *net;  // "" without
    double lease;     // seconds
    RunClear clear;   // what a master that goes on with its own run takes away
} RunStart;

// Takes the run's lock and readies it. An unfinished run of another task, or another master, is refused with a sentence.
// `resumed`: there was a run of this task.
StreamResult stream_begin(Stream *stream, const RunStart *start, bool *resumed, Error *error);
// Keeps the lock, and says how it goes: one JSON object. STREAM_GONE: the run's data are gone.
StreamResult stream_renew(Stream *stream, const char *status, Error *error);
// The run is done: its streams go, the status stays until the next one begins.
StreamResult stream_end(Stream *stream, const char *status, Error *error);

// Gives the lock back: the run goes on when the next master begins.
StreamResult stream_release(Stream *stream, Error *error);

// Queues a job, for a worker ("" for anybody; one that is no member: likewise). STREAM_MOVED: it is open already.
StreamResult stream_give(Stream *stream, uint64_t id, const char *worker, const char *kind, const Text *body,
                         Error *error);
// Publishes facts that the master has taken from a worker; the oldest go.
StreamResult stream_publish(Stream *stream, const char *worker, const Text *facts, Error *error);
// Reads the claims of a job in pieces, and takes them away. STREAM_NONE: there are none, or more than CLAIMS_MAX bytes.
StreamResult stream_claims_take(Stream *stream, uint64_t job, Text *bytes, Error *error);
// Takes a job back: whoever has it is refused when it answers.
StreamResult stream_withdraw(Stream *stream, uint64_t id, Error *error);

typedef struct StreamAnswer {
    char entry[STREAM_ID_MAX];
    char worker[STREAM_WORD_MAX];
    uint64_t id; // of the job; 0 for what is no answer
    const char *kind, *body, *facts;
    size_t size, facts_size;
    SignedEntry by;
} StreamAnswer;

// Why an answer is not to be taken (cluster/members.h); NULL: it is its worker's, and new.
const char *stream_judge(const Stream *stream, Members *members, const StreamAnswer *answer);
// Takes entries away that are longer than answers may be, behind `last`; gives how many.
StreamResult stream_answers_clean(Stream *stream, const char *last, long long *gone, Error *error);
// Whether an entry's id lies in the future, so that no more can be added behind it.
bool stream_id_bad(const char *id);
// The answers behind `last`, which moves on, waiting for one up to `seconds`; at most `most`.
typedef void (*AnswerVisit)(void *context, const StreamAnswer *answer);
StreamResult stream_answers(Stream *stream, char last[STREAM_ID_MAX], double seconds, int most,
                            AnswerVisit visit, void *context, Error *error);
// The answers up to this one are not needed any more.
StreamResult stream_trim(Stream *stream, const char *last, Error *error);

// Appends a game to the stream that trainers read, once per number; the stream holds the last GAMES_KEPT.
StreamResult stream_tell(Stream *stream, int number, const char *line, Error *error);

// Removes the workers without a heartbeat for `lease` seconds, and queues their jobs again. `lost` is called
// for each, `given_up` for each job that went through `hands` hands: with 1 nothing is queued again.
typedef struct StreamRescue {
    int hands;
    void *context;
    void (*lost)(void *context, const char *worker);
    void (*given_up)(void *context, uint64_t id);
} StreamRescue;
StreamResult stream_rescue(Stream *stream, double lease, const StreamRescue *rescue, Error *error);
// Shuts a worker out with all others of its machine: neither its name nor its machine may join again, and their jobs are
// closed. `machine` gets what is known of it, "" when nothing is.
StreamResult stream_ban(Stream *stream, const char *worker, const char *reason, char machine[STREAM_WORD_MAX],
                        Error *error);
// Shuts a key or a machine out again, `key:HEX` or `machine:HASH`, after the run's data were lost.
StreamResult stream_ban_word(Stream *stream, const char *word, const char *reason, Error *error);

// Each member: its id, its key as it says, its last word as JSON, and the word's age in seconds.
typedef void (*WorkerVisit)(void *context, const char *worker, const char *key, const char *info,
                            double silent);
StreamResult stream_workers(Stream *stream, WorkerVisit visit, void *context, Error *error);
// Calls back with the number of each job that is open.
typedef void (*OpenVisit)(void *context, uint64_t id, int tries);
StreamResult stream_open_jobs(Stream *stream, OpenVisit visit, void *context, Error *error);
// Puts contents there for BLOB_SECONDS, and keeps them for as long again: nets of runs that are over go by themselves.
// STREAM_GONE: they are not there any more.
StreamResult stream_blob_put(Stream *stream, const char *hash, const void *bytes, size_t size, Error *error);
StreamResult stream_blob_renew(Stream *stream, const char *hash, Error *error);

// --- What anybody may do

typedef struct RunView {
    bool there;
    char kind[16], state[16], title[200], version[STREAM_WORD_MAX];
    bool has_master;
    long long open, queued, answers, facts,
        rejected; // jobs open; of these nobody's yet; answers not read; facts kept
    Text status;  // the master's last word, JSON or empty
} RunView;
StreamResult stream_view(Stream *stream, RunView *view, Error *error);
// Workers finish what they have and leave.
StreamResult stream_drain(Stream *stream, Error *error);
// Deletes every key of the run and nothing else.
StreamResult stream_purge(Stream *stream, long long *deleted, Error *error);

#endif
