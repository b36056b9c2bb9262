// Sessions: the proof graphs that clients' solves leave in memory, so that replies come from what was proved.
//
// There are few, each with an even share of the memory. A request holds its session until it ends; between
// requests the one unused for longest goes to whoever needs one.
#ifndef MUSTPLAY_APP_WEB_WEB_SESSION_H
#define MUSTPLAY_APP_WEB_WEB_SESSION_H

#include "solve/solver.h"

typedef struct WebSessions WebSessions;
typedef struct WebSession WebSession;

// NULL out of memory. `memory`: bytes of all graphs together.
WebSessions *web_sessions_new(uint64_t memory);
void web_sessions_free(WebSessions *sessions);

// A session for an owner's requests of one kind, to be given back; NULL: all are in use. What it holds is of
// the owner's last request of that kind, if that was by the same method and nobody needed the place since.
WebSession *web_session_take(WebSessions *sessions, const void *owner, int kind, const SolveMethod *method);
Solver *web_session_solver(WebSession *session);
// `keep`: what it holds may be of use to the owner's next request.
void web_session_give(WebSessions *sessions, WebSession *session, bool keep);
// Bytes that the search of one session may take; and one that has no session.
uint64_t web_session_memory(const WebSessions *sessions);
uint64_t web_trial_memory(const WebSessions *sessions);

// Frees what an owner that is gone left; or what nobody uses just now.
void web_sessions_drop(WebSessions *sessions, const void *owner);
void web_sessions_shed(WebSessions *sessions);

#endif
