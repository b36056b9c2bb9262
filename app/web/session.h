// Proof graphs kept for clients, and opening maps kept for all. See app/web/session.c.
#ifndef MUSTPLAY_APP_WEB_SESSION_H
#define MUSTPLAY_APP_WEB_SESSION_H

#include "app/web/web.h"
#include "solve/truth.h"

// A session for the task's client and slot, to be given back when the task ends; NULL: all are in use.
WebSession *web_session_take(WebTask *task, const char *method);
void web_session_give(WebTask *task, WebSession *session);
// Whether someone waits for a session.
bool web_session_wanted(Web *web, WebLane lane);
// Bytes that one session may take.
uint64_t web_session_memory(const Web *web);

// What is known about the openings of a board, into and from a truth about the empty board's moves.
void web_openings_load(Web *web, Truth *truth);
void web_openings_save(Web *web, const Truth *truth);

#endif
