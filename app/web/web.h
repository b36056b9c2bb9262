// The page's server without its sockets: clients, their requests, and workers that answer them.
//
// One lock guards all that is shared: clients, queues, caches. It is never held while something is computed.
// The sockets' thread calls web_receive, web_message_* and web_client_*; workers send through web_send. The
// protocol is docs/WEB.md.
//
// Work is cut into steps. A worker takes the task at the head of its lane's queue and runs one step, which
// ends after a slice of time if others wait; then the task goes to the tail. So a hundred clients share a few
// threads evenly, and a client has at most one running task in each slot.
#ifndef MUSTPLAY_APP_WEB_WEB_H
#define MUSTPLAY_APP_WEB_WEB_H

#include "app/cli/command.h"
#include "engine/player.h"
#include "search/puct.h"
#include "solve/solver.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
    WEB_MESSAGE_MAX = 256 << 10, // bytes of a request
    WEB_REQUESTS_MAX = 16,       // a client's requests at a time
    WEB_OUT_HIGH = 1 << 20,      // unsent bytes above which nothing more is begun for a client
    WEB_SESSIONS = 6,            // proof graphs kept
    WEB_PLAYERS = 8,             // players kept
    WEB_DEFAULT_LEVEL = 4,
};
#define WEB_PROTOCOL       "mustplay-1"
#define WEB_TIME_MAX       30.0   // seconds of a move
#define WEB_SOLVE_TIME_MAX 3600.0 // seconds of a proof

typedef struct Web Web;
typedef struct WebClient WebClient;
typedef struct WebTask WebTask;
typedef struct WebWorker WebWorker;

// --- Requests

// Each has its own threads, so that short work does not wait for long work.
typedef enum WebLane {
    LANE_LOOK,
    LANE_ANALYSE,
    LANE_STUDY,
    LANE_MOVES,
    LANE_PROOFS,
    LANE_REVIEWS,
    WEB_LANES
} WebLane;

// What a client may have one of at a time.
typedef enum WebSlot {
    SLOT_ANALYSE,
    SLOT_GENMOVE,
    SLOT_EXPLAIN,
    SLOT_CONNECTIONS,
    SLOT_SOLVE,
    SLOT_OPENINGS,
    SLOT_REVIEW,
    SLOTS
} WebSlot;

typedef enum WebStep {
    STEP_MORE,    // queue it again
    STEP_BLOCKED, // queue it again when a session becomes free
    STEP_DONE     // it has sent its last answer
} WebStep;

typedef struct WebTaskType {
    const char *name; // the request's "do"
    WebSlot slot;
    WebLane lane;
    size_t state_size;
    // Reads the request, on the sockets' thread. On an error it may set task->code.
    bool (*open)(WebTask *task, const json_t *request, Error *error);
    // Computes a while, on a worker. Ends soon when web_task_yields says so, and for good when task->stop is
    // set.
    WebStep (*step)(WebTask *task, WebWorker *worker);
    void (*close)(WebTask *task); // may be NULL; frees what the state holds
    // What is known now, for "progress" and "done"; a new object. Called when no step runs, or from one.
    json_t *(*answer)(WebTask *task);
} WebTaskType;

struct WebTask {
    Web *web;
    WebClient *client;
    const WebTaskType *type;
    WebLane lane; // its type's; a step may change it
    json_int_t id;
    const char *code; // of an error, if it is not the usual one
    void *state;
    Game game; // of requests about a position
    _Atomic bool stop;
    double step_start, slice_end; // of the running step
    double spent;                 // seconds of all steps
    double reported;              // when the last progress was sent
    bool running, queued, blocked, fresh;
    uint64_t unblocked;     // the lane's count when it found nothing free
    WebTask *next, *before; // in a lane's queue
    WebTask *later;         // in the slot
};

extern const WebTaskType WEB_ANALYSE, WEB_GENMOVE, WEB_EXPLAIN, WEB_CONNECTIONS, WEB_SOLVE, WEB_REPLY,
    WEB_OPENINGS, WEB_REVIEW;

// --- Clients

typedef struct WebMessage {
    struct WebMessage *next;
    json_int_t id;
    bool progress;
    bool taken; // being sent: not to be replaced
    size_t length;
    char text[];
} WebMessage;

typedef struct WebSession WebSession;

struct WebClient {
    Web *web;
    WebClient *next, *before;
    int references;
    bool gone;
    WebTask *slot[SLOTS]; // the running or queued one, and behind it those that wait
    int requests;
    WebMessage *out_first, *out_last;
    _Atomic size_t out_bytes;
    PuctTree tree; // of the analysis; used by that slot's task alone
};

// --- The whole

typedef struct WebSetup {
    const char *net; // file, or NULL: the one that is found
    int threads;     // of each lane, at least
    int clients_max;
    uint64_t memory;             // bytes for trees and graphs
    void (*wake)(void *context); // there is something to send; may come from any thread
    void *context;
} WebSetup;

struct WebSession {
    WebClient *owner; // NULL: free
    WebSlot slot;
    bool busy;
    const char *method;
    SolveContext keep;
    double used_at;
};

typedef struct WebPlayer {
    char spec[64];
    const WebClient *last; // who asked it last; only compared
    bool busy;
    Player *player;
    double used_at;
} WebPlayer;

typedef struct WebOpenings {
    struct WebOpenings *next;
    const Geometry *geometry;
    CellSet winning, losing;
} WebOpenings;

struct WebWorker {
    Web *web;
    WebLane lane;
    pthread_t thread;
    Puct *puct; // made at first use
    PuctReport report;
};

typedef struct WebQueue {
    WebTask *first, *last;             // those that have had a turn
    WebTask *fresh_first, *fresh_last; // those that have not, or are to end: they come first
    WebTask *blocked;
    int streak; // fresh ones taken in a row
    _Atomic int length, running;
    uint64_t unblocked; // how often blocked tasks were let go
    int threads;
    pthread_cond_t filled;
} WebQueue;

struct Web {
    WebSetup setup;
    Net *net; // NULL: there is none
    NetPrecision precision;
    pthread_mutex_t lock;
    bool ending;
    WebQueue queue[WEB_LANES];
    int workers;
    WebWorker **worker;
    int clients;
    WebClient *first;
    size_t tree_bytes; // of all clients' trees, as of their last step
    int trees;
    WebSession session[WEB_SESSIONS];
    WebPlayer player[WEB_PLAYERS];
    WebOpenings *openings;
};

// app/web/web.c
// NULL with an error when out of memory or when a net that was named cannot be read.
Web *web_new(const WebSetup *setup, Error *error);
// Ends all work and frees everything; no client is left by then.
void web_free(Web *web);
// NULL when there are too many. The client begins with the server's hello in its queue.
WebClient *web_client_add(Web *web);
// Ends the client's work; its memory goes when the last worker lets go of it.
void web_client_remove(WebClient *client);
// Takes one message of a client.
void web_receive(WebClient *client, const char *text, size_t length);
// The text of the client's first unsent message, or NULL; it stays in the queue, and is not replaced from now
// on, until web_message_done.
const char *web_message_first(WebClient *client, size_t *length);
void web_message_done(WebClient *client);
size_t web_client_unsent(const WebClient *client);

// --- For tasks
// Sends a progress or the end of a task. Takes the reference of `answer`.
void web_send(WebTask *task, const char *type, json_t *answer);
void web_send_error(WebTask *task, const char *code, const Error *error);
// Answers outside of tasks. `id` may be JSON null.
void web_answer(WebClient *client, json_t *id, const char *type, json_t *answer);
void web_answer_error(WebClient *client, json_t *id, const char *code, const char *text);
// Whether the running step should end: its task is stopped, or its slice is over and others wait.
bool web_task_yields(const WebTask *task);
// Seconds of computing so far, from within a step.
double web_task_seconds(const WebTask *task);
// Threads that the step may use: all that nobody else of the lane needs.
int web_task_threads(const WebTask *task);
// Whether enough time has passed for the next progress; then notes the time.
bool web_task_reports(WebTask *task);
// An observer's `cancelled` with a task as its context.
bool web_task_cancelled(void *task);
// Sends the task's answer as it is now: as progress, or as its end.
void web_task_report(WebTask *task);
WebStep web_task_end(WebTask *task);
WebStep web_task_fail(WebTask *task, const Error *error);
// Lets blocked tasks of a lane try again. Called with the lock.
void web_unblock(Web *web, WebLane lane);
// The worker's search; NULL with an error.
Puct *web_worker_puct(WebWorker *worker, Error *error);

// app/web/request.c: reading requests
void web_request(WebClient *client, const json_t *request);
bool web_read_game(const json_t *request, Game *game, Error *error);
// A number that may be left out.
bool web_read_real(const json_t *request, const char *key, double low, double high, double fallback,
                   double *value, Error *error);
bool web_read_flag(const json_t *request, const char *key, bool fallback, bool *value, Error *error);
const char *web_read_text(const json_t *request, const char *key); // NULL without one
const Geometry *web_read_geometry(const json_t *request, Error *error);
bool web_read_color(const json_t *value, Color *color, Error *error);
// A list of cells; none when it is missing.
bool web_read_cells(const Geometry *geometry, const json_t *list, const char *key, CellSet *cells,
                    Error *error);
// The game of a request whose game must go on.
bool web_read_open_game(WebTask *task, const json_t *request, Error *error);

// app/web/hello.c
json_t *web_hello(Web *web);
// A player's option `level`, or NULL.
const OptionSpec *web_level_option(const PlayerType *type);
// A line of cells as names; stops at what is no cell.
json_t *web_line(const Geometry *geometry, const int16_t *line, int length);

#endif
