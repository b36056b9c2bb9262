// The inside of the page's server, private to web.c, web_incoming.c, web_message.c, pool.c, request.c and
// web_hello.c.
//
// Each part has a lock of its own that no other file takes. They guard a client's messages (message.c), queues and
// slots (pool.c), and what is kept between requests (session.c, openings.c, players.c, trees.c). None is held
// while something is computed, and none while another is taken.
#ifndef MUSTPLAY_APP_WEB_WEB_INSIDE_H
#define MUSTPLAY_APP_WEB_WEB_INSIDE_H

#include "app/web/task.h"

#include <pthread.h>

// --- Messages (app/web/web_message.c)

typedef struct WebMessage WebMessage;

typedef struct WebOutbox {
    pthread_mutex_t lock;
    bool shut; // nobody reads any more
    WebMessage *first, *last;
    _Atomic size_t bytes;
} WebOutbox;

void web_outbox_init(WebOutbox *outbox);
// Nothing is sent from now on; what waits is freed.
void web_outbox_shut(WebOutbox *outbox);
void web_outbox_destroy(WebOutbox *outbox);

// Answers outside of tasks. Takes the reference of `answer`, which may be NULL; `id` may be JSON null, or NULL.
void web_answer(WebClient *client, json_t *id, const char *type, json_t *answer);
// The text of an object as messages have it, to be freed; NULL out of memory.
char *web_object_text(const json_t *object);
// The end of a request, by the text of an object that is not empty.
void web_answer_text(WebClient *client, json_int_t id, const char *text);
void web_answer_error(WebClient *client, json_t *id, const char *code, const char *text);
// Ends a task with an error. Without a code it is the usual one.
void web_send_error(WebTask *task, const char *code, const Error *error);

// --- Clients (app/web/web.c)

struct WebClient {
    Web *web;
    _Atomic int references;
    void *owner; // or NULL
    _Atomic bool news;
    WebClient *next_news; // of those with news, each of which is held
    WebOutbox outbox;
    // The pool's:
    bool gone;
    WebClient *next, *before;
    WebTask *slot[SLOTS]; // the running or queued one, and behind it those that wait for it to end
    int requests;
    // Of a message that a worker parses (web_incoming.c):
    _Atomic bool parses;
    _Atomic(json_t *) parsed; // the request, for the sockets' thread
    bool parsed_large;        // it has a place
};

// Notes the client for web_news_each, and wakes the server.
void web_client_news(WebClient *client);
void web_client_hold(WebClient *client);
void web_client_release(WebClient *client);

// --- Workers (app/web/pool.c)

typedef struct WebPool WebPool;

// NULL with an error out of memory or threads.
WebPool *web_pool_new(Web *web, Error *error);
// Ends and joins the workers.
void web_pool_free(WebPool *pool);

// False when there are too many clients.
bool web_pool_client_add(WebPool *pool, WebClient *client);
void web_pool_client_remove(WebPool *pool, WebClient *client);
// The client has read something: what was held back for lack of room may begin.
void web_pool_client_ready(WebClient *client);

// Puts a task into its slot and ends the older one. On the sockets' thread, which alone ends tasks that are not
// running; so does the next.
void web_task_start(WebTask *task);
// Stops the client's request of that id, if there is one: at once if no worker has it.
void web_client_stop(WebClient *client, json_int_t id);
// Whether a request of that id has not ended yet; and how many have not.
bool web_client_busy(WebClient *client, json_int_t id, int *requests);
void web_task_free(WebTask *task);

// --- Memory (app/web/memory.c)

// Looks how much the process takes, at most every few milliseconds, and frees what is not in use when that is
// near the limit. True when a search has to end.
bool web_memory_short(Web *web);

// --- The whole (app/web/web.c)

struct Web {
    WebSetup setup;
    Net *net; // NULL: there is none
    WebPool *pool;
    struct WebSessions *sessions;
    struct WebOpenings *openings;
    struct WebPlayers *players;
    struct WebTrees *trees;
    _Atomic(WebClient *) news;                 // the newest first
    _Atomic double memory_looked, memory_shed; // when
    int playhex;                               // requests of PlayHex's interface under way
    char *atlas[BOARD_MAX];                    // as JSON, of each size that was asked for; NULL before
    int present;                               // clients
    double left_at;    // when the last one left, as far as something may be kept since; 0: nothing is
    _Atomic int large; // places of large requests that are taken
};

// app/web/web_incoming.c: frees what was parsed for a client that is gone.
void web_client_forget(WebClient *client);
// app/web/request.c. Takes over the request, and the place of a large one.
void web_request(WebClient *client, json_t *request, bool large);
// A task with its state, all zero; NULL out of memory. It holds the client.
WebTask *web_task_new(WebClient *client, const WebTaskType *type, json_int_t id);
// Whether it is one that brings a proof.
bool web_request_may_be_large(const json_t *request);
// app/web/web_hello.c
json_t *web_hello(Web *web);

#endif
