#include "app/web/web_session.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SESSIONS = 6, TRIALS = 8 }; // one share more is for trials, of which a few run at a time

struct WebSession {
    const void *owner; // NULL: free; only compared
    int kind;
    bool busy;
    const SolveMethod *method;
    Solver solver;
    double used_at;
};

struct WebSessions {
    pthread_mutex_t lock;
    uint64_t memory;
    WebSession session[SESSIONS];
};

WebSessions *web_sessions_new(uint64_t memory) {
    WebSessions *sessions = calloc(1, sizeof *sessions);
    if (!sessions) return NULL;
    pthread_mutex_init(&sessions->lock, NULL);
    sessions->memory = memory;
    return sessions;
}

void web_sessions_free(WebSessions *sessions) {
    if (!sessions) return;
    for (int i = 0; i < SESSIONS; i++) solver_release(&sessions->session[i].solver);
    pthread_mutex_destroy(&sessions->lock);
    free(sessions);
}

// With the lock: empties a session. The caller releases what it held, without the lock.
static Solver session_empty(WebSession *session) {
    Solver old = session->solver;
    session->solver = (Solver){0};
    session->owner = NULL;
    return old;
}

// With the lock: the owner's own, a free one, or the one that has rested for longest; NULL when none rests.
static WebSession *session_find(WebSessions *sessions, const void *owner, int kind) {
    WebSession *best = NULL;
    for (int i = 0; i < SESSIONS; i++) {
        WebSession *s = &sessions->session[i];
        if (s->owner == owner && s->kind == kind) return s->busy ? NULL : s;
        if (s->busy) continue;
        if (!best || !s->owner || (best->owner && s->used_at < best->used_at)) best = s;
    }
    return best;
}

WebSession *web_session_take(WebSessions *sessions, const void *owner, int kind, const SolveMethod *method) {
    Solver old = {0};
    pthread_mutex_lock(&sessions->lock);
    WebSession *s = session_find(sessions, owner, kind);
    if (s) {
        if (s->owner != owner || s->kind != kind || s->method != method) old = session_empty(s);
        s->owner = owner;
        s->kind = kind;
        s->method = method;
        s->busy = true;
    }
    pthread_mutex_unlock(&sessions->lock);
    solver_release(&old);
    return s;
}

Solver *web_session_solver(WebSession *session) {
    return &session->solver;
}

void web_session_give(WebSessions *sessions, WebSession *session, bool keep) {
    Solver old = {0};
    pthread_mutex_lock(&sessions->lock);
    session->busy = false;
    session->used_at = clock_seconds();
    if (!keep) old = session_empty(session);
    pthread_mutex_unlock(&sessions->lock);
    solver_release(&old);
}

uint64_t web_session_memory(const WebSessions *sessions) {
    return sessions->memory / (SESSIONS + 1);
}

uint64_t web_trial_memory(const WebSessions *sessions) {
    return web_session_memory(sessions) / TRIALS;
}

// Empties the sessions of an owner, or of all when it is NULL, that nobody uses just now.
static void sessions_empty(WebSessions *sessions, const void *owner) {
    for (int i = 0; i < SESSIONS; i++) {
        Solver old = {0};
        WebSession *s = &sessions->session[i];
        pthread_mutex_lock(&sessions->lock);
        if (!s->busy && (!owner || s->owner == owner)) old = session_empty(s);
        pthread_mutex_unlock(&sessions->lock);
        solver_release(&old);
    }
}

void web_sessions_drop(WebSessions *sessions, const void *owner) {
    sessions_empty(sessions, owner);
}

void web_sessions_shed(WebSessions *sessions) {
    sessions_empty(sessions, NULL);
}
