// The bound on the server's memory: how much the process takes, as the system counts it, and what goes when that
// comes near the limit. First what is kept for later requests goes; then the search that has run for longest ends
// with what it has found (app/web/pool.c).
#include "app/web/web_inside.h"

#include "app/web/players.h"
#include "app/web/process.h"
#include "app/web/trees.h"
#include "app/web/web_session.h"
#include "base/clock.h"

#include <unistd.h>

static const double LOOK_SECONDS = 0.02, SHED_SECONDS = 0.5; // at most so often
static const double REST_SECONDS = 5;                        // without clients
static const double ROOM_SECONDS = 3;                        // to wait for room
enum { ROOM_PAUSE = 50000 };                                 // microseconds
static const double SHED_SHARE = 0.7, STARVE_SHARE = 0.8;    // of the limit

// Frees what is kept and not in use.
static void shed(Web *web) {
    web_trees_shed(web->trees);
    web_sessions_shed(web->sessions);
    web_players_shed(web->players);
    process_memory_trim();
}

// Whether `seconds` have passed since `last`. True for one thread only, which sets `last`.
static bool due(_Atomic double *last, double seconds) {
    double now = clock_seconds(), before = atomic_load(last);
    return now - before >= seconds && atomic_compare_exchange_strong(last, &before, now);
}

bool web_memory_short(Web *web) {
    double limit = (double)web->setup.memory;
    if (!due(&web->memory_looked, LOOK_SECONDS) || (double)process_memory() < SHED_SHARE * limit)
        return false;
    if (due(&web->memory_shed, SHED_SECONDS)) shed(web);
    return (double)process_memory() > STARVE_SHARE * limit;
}

bool web_memory_room(WebTask *task, Error *error) {
    double limit = SHED_SHARE * (double)task->web->setup.memory, start = clock_seconds();
    while ((double)process_memory() > limit && !web_task_ends(task)) {
        shed(task->web);
        if ((double)process_memory() < limit) break;
        if (clock_seconds() - start > ROOM_SECONDS) {
            task->code = "busy";
            return error_failure(error, "The server's memory is full: try again in a moment.");
        }
        usleep(ROOM_PAUSE);
    }
    return true;
}

void web_rest(Web *web) {
    if (web->present || !(web->left_at > 0) || clock_seconds() - web->left_at < REST_SECONDS) return;
    web->left_at = 0;
    shed(web);
}
