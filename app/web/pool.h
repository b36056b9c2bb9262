// The inside of the page's server: workers and slots. Private to app/web*.c; see app/web/web.h.
#ifndef MUSTPLAY_APP_WEB_POOL_H
#define MUSTPLAY_APP_WEB_POOL_H

#include "app/web/web.h"

bool web_pool_start(Web *web, Error *error);
// Ends and joins the workers.
void web_pool_end(Web *web);

// Puts a task into its slot and ends older ones if it replaces them. On the sockets' thread, which alone ends
// tasks that are not running; so do the next two.
void web_task_start(WebTask *task);
// Stops the client's request of that id, if there is one: at once if no worker has it.
void web_client_stop(WebClient *client, json_int_t id);
// Stops all, for a client that is gone.
void web_client_stop_all(WebClient *client);
// Whether a request of that id has not ended yet; and how many have not.
bool web_client_busy(WebClient *client, json_int_t id, int *requests);
void web_task_free(WebTask *task);
// Queues the slot's first task if it may begin. With the lock.
void web_slot_start(WebClient *client, WebSlot slot);

// app/web/web.c
// Gives up a reference.
void web_client_release(WebClient *client);
// app/web/session.c
// Frees what a client that is gone left in memory.
void web_sessions_drop(WebClient *client);

#endif
