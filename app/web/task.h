// Requests that take a while, as tasks: what a handler implements, and what it may call.
//
// Work is cut into steps. A worker takes the task at the head of its crew's queue and runs one step. The step ends
// after a slice of time if others wait; then the task goes to the tail. So a hundred clients share a few threads
// evenly. A client has at most one running task in each slot.
#ifndef MUSTPLAY_APP_WEB_TASK_H
#define MUSTPLAY_APP_WEB_TASK_H

#include "app/web/web.h"
#include "base/json.h"
#include "cli/command.h"
#include "net/net.h"
#include "play/player.h"

#include <stdatomic.h>

enum {
    WEB_REQUESTS_MAX = 16, // a client's requests at a time
    WEB_DEFAULT_LEVEL = 4,
};
#define WEB_TIME_MAX       30.0   // seconds of a move
#define WEB_SOLVE_TIME_MAX 3600.0 // seconds of a proof

typedef struct WebTask WebTask;

// Who does the work.
typedef enum WebCrew {
    CREW_STEPS,   // in slices
    CREW_MOVES,   // in one piece each, by threads of their own at a lower priority
    CREW_REVIEWS, // the same, lower still
    WEB_CREWS
} WebCrew;

// What comes first.
typedef enum WebRank {
    RANK_LOOK,  // a first look at a position, which takes milliseconds; or the end of something
    RANK_SHORT, // what has hardly computed yet
    RANK_TRIAL, // what has not computed for long
    RANK_LONG,
    WEB_RANKS
} WebRank;

// What a client may have one of at a time: a newer request ends the older one.
typedef enum WebSlot {
    SLOT_ANALYSE,
    SLOT_GENMOVE,
    SLOT_EXPLAIN,
    SLOT_CONNECTIONS,
    SLOT_SOLVE,
    SLOT_OPENINGS,
    SLOT_REVIEW,
    SLOT_PROOF_WALK,
    SLOT_PROOF_WRITE,
    SLOT_TEMPLATE,
    SLOT_CLUSTER,
    SLOT_DRAW,
    SLOT_PARSE, // of a message (app/web/web_incoming.c)
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
    WebCrew crew;
    WebRank rank; // at first
    size_t state_size;
    // Reads the request, on the sockets' thread. On an error it may set task->code.
    bool (*open)(WebTask *task, const json_t *request, Error *error);
    // Computes a while, on a worker. Ends soon when web_task_yields says so, and stops altogether when web_task_ends
    // does.
    WebStep (*step)(WebTask *task);
    void (*close)(WebTask *task); // may be NULL; frees what the state holds
    // What is known now, for "progress" and "done"; a new object. Called when no step runs, or from one.
    json_t *(*answer)(WebTask *task);
} WebTaskType;

struct WebTask {
    Web *web;
    WebClient *client;
    const WebTaskType *type;
    json_int_t id;
    const char *code; // of an error, if it is not the usual one
    void *state;
    json_t *request; // what was asked, whole
    Game game;       // of requests about a position
    WebRank rank;    // its type's at first; a step may change it
    bool large;      // its request has one of the places of large ones
    // Below: the pool's (app/web/pool.c).
    _Atomic bool stop;            // the client does not want it any more
    _Atomic bool starved;         // it is to end because memory is short
    double step_start, slice_end; // of the running step
    double spent;                 // seconds of all steps
    double reported;              // when the last progress was sent
    bool running, queued, blocked;
    WebRank queued_as;
    uint64_t unblocked;     // the pool's count when it found nothing free
    WebTask *next, *before; // in a queue
    WebTask *later;         // in the slot
};

extern const WebTaskType WEB_ANALYSE, WEB_GENMOVE, WEB_EXPLAIN, WEB_CONNECTIONS, WEB_SOLVE, WEB_REPLY,
    WEB_OPENINGS, WEB_REVIEW, WEB_PROOF_WALK, WEB_PROOF_WRITE, WEB_TEMPLATE, WEB_CLUSTER, WEB_DRAW;

// --- Steps (app/web/pool.c)

// Whether the running step should end: its task is to end, its slice is over and others wait, or one of a
// higher rank does.
bool web_task_yields(const WebTask *task);
// Whether the task is to end with what it has.
bool web_task_ends(const WebTask *task);
// An observer's `cancelled` with a task as its context.
bool web_task_cancelled(void *task);
// Seconds of computing so far.
double web_task_seconds(const WebTask *task);
// Threads that the step may use: all that nobody else of the crew needs.
int web_task_threads(const WebTask *task);
// Whether others wait for the crew.
bool web_task_others_wait(const WebTask *task);
// Whether enough time has passed for the next progress; then notes the time.
bool web_task_reports(WebTask *task);
// Notes that the task has found nothing free, before it returns STEP_BLOCKED: what becomes free from now on lets
// it try again.
void web_task_waits(WebTask *task);
// Something is free again.
void web_unblock(Web *web);
bool web_someone_blocked(Web *web);

// --- Answers

// Sends the task's answer as it is now: as progress, or as its end.
void web_task_report(WebTask *task);
WebStep web_task_end(WebTask *task);
WebStep web_task_fail(WebTask *task, const Error *error);

// --- What a server has (app/web/web.c)

const Net *web_net(const Web *web); // NULL: there is none.
// Whether there is room for something large that a task is about to make. Frees what is not in use for it, and
// waits a moment. False with the error to end the task with.
bool web_memory_room(WebTask *task, Error *error);
struct WebSessions *web_sessions(Web *web);
struct WebOpenings *web_openings(Web *web);
struct WebPlayers *web_players(Web *web);
struct WebTrees *web_trees(Web *web);

// --- Reading requests (app/web/request.c)

bool web_read_game(const json_t *request, Game *game, Error *error);
// A number that may be left out.
bool web_read_real(const json_t *request, const char *key, double low, double high, double fallback,
                   double *value, Error *error);
bool web_read_flag(const json_t *request, const char *key, bool fallback, bool *value, Error *error);
const char *web_read_text(const json_t *request, const char *key); // NULL without one
// A list of cells, each named once; none when it is missing.
bool web_read_cells(const Geometry *geometry, const json_t *list, const char *key, CellSet *cells,
                    Error *error);
const Geometry *web_read_geometry(const json_t *request, Error *error);
bool web_read_color(const json_t *value, Color *color, Error *error);
// The game of a request whose game must continue.
bool web_read_open_game(WebTask *task, const json_t *request, Error *error);

// --- Writing answers (app/web/web_hello.c)

// A player's option `level`, or NULL.
const OptionSpec *web_level_option(const PlayerType *type);
// A line of cells as names; stops at what is no cell.
json_t *web_line(const Geometry *geometry, const int16_t *line, int length);

#endif
