// Sessions: the proof graphs that clients' solves leave in memory, so that replies come from what was proved.
//
// There are few, each with an even share of the memory. A request holds its session until it ends; between
// requests the one unused for longest goes to who needs one.
#include "app/web/pool.h"

#include "app/web/session.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

// With the lock: the client's own, a free one, or the one that has rested for longest; NULL when none rests.
static WebSession *session_find(const WebTask *task) {
    Web *web = task->web;
    WebSession *best = NULL;
    for (int i = 0; i < WEB_SESSIONS; i++) {
        WebSession *s = &web->session[i];
        if (s->owner == task->client && s->slot == task->type->slot) return s->busy ? NULL : s;
        if (s->busy) continue;
        if (!best || !s->owner || (best->owner && s->used_at < best->used_at)) best = s;
    }
    return best;
}

WebSession *web_session_take(WebTask *task, const char *method) {
    Web *web = task->web;
    SolveContext old = {0};
    pthread_mutex_lock(&web->lock);
    WebSession *s = session_find(task);
    if (!s) task->unblocked = web->queue[task->lane].unblocked;
    if (s) {
        bool own = s->owner == task->client && s->slot == task->type->slot && !strcmp(s->method, method);
        if (!own) {
            old = s->keep;
            s->keep = (SolveContext){0};
        }
        s->owner = task->client;
        s->slot = task->type->slot;
        s->method = method;
        s->busy = true;
    }
    pthread_mutex_unlock(&web->lock);
    solve_context_release(&old);
    return s;
}

void web_session_give(WebTask *task, WebSession *session) {
    Web *web = task->web;
    SolveContext old = {0};
    pthread_mutex_lock(&web->lock);
    session->busy = false;
    session->used_at = clock_seconds();
    if (task->client->gone) {
        old = session->keep;
        session->keep = (SolveContext){0};
        session->owner = NULL;
    }
    web_unblock(web, task->lane);
    pthread_mutex_unlock(&web->lock);
    solve_context_release(&old);
}

void web_sessions_drop(WebClient *client) {
    Web *web = client->web;
    for (int i = 0; i < WEB_SESSIONS; i++) {
        SolveContext old = {0};
        WebSession *s = &web->session[i];
        pthread_mutex_lock(&web->lock);
        if (s->owner == client && !s->busy) {
            old = s->keep;
            s->keep = (SolveContext){0};
            s->owner = NULL;
        }
        pthread_mutex_unlock(&web->lock);
        solve_context_release(&old);
    }
}

bool web_session_wanted(Web *web, WebLane lane) {
    pthread_mutex_lock(&web->lock);
    bool wanted = web->queue[lane].blocked != NULL;
    pthread_mutex_unlock(&web->lock);
    return wanted;
}

uint64_t web_session_memory(const Web *web) {
    return web->setup.memory / 2 / WEB_SESSIONS;
}

// --- Opening maps

// With the lock.
static WebOpenings *openings_find(const Web *web, const Geometry *geometry) {
    WebOpenings *o = web->openings;
    while (o && o->geometry != geometry) o = o->next;
    return o;
}

void web_openings_load(Web *web, Truth *truth) {
    CellSet winning = cellset_none(), losing = cellset_none();
    pthread_mutex_lock(&web->lock);
    const WebOpenings *o = openings_find(web, truth->position.geometry);
    if (o) {
        winning = o->winning;
        losing = o->losing;
    }
    pthread_mutex_unlock(&web->lock);
    truth_know(truth, winning, losing);
}

void web_openings_save(Web *web, const Truth *truth) {
    pthread_mutex_lock(&web->lock);
    WebOpenings *o = openings_find(web, truth->position.geometry);
    if (!o && (o = calloc(1, sizeof *o))) {
        *o = (WebOpenings){web->openings, truth->position.geometry, cellset_none(), cellset_none()};
        web->openings = o;
    }
    if (o) {
        o->winning = cellset_or(o->winning, truth->winning);
        o->losing = cellset_or(o->losing, truth->losing);
    }
    pthread_mutex_unlock(&web->lock);
}
