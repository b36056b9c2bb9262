// What waits to be sent to a client. A progress says the whole state of its task, so a newer one takes its place.
#include "app/web/web_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct WebMessage {
    WebMessage *next;
    json_int_t id; // of a task; 0: of none
    bool progress;
    bool taken; // being sent: not to be replaced
    size_t length;
    char text[];
};

void web_outbox_init(WebOutbox *outbox) {
    pthread_mutex_init(&outbox->lock, NULL);
}

void web_outbox_shut(WebOutbox *outbox) {
    pthread_mutex_lock(&outbox->lock);
    WebMessage *message = outbox->first;
    outbox->shut = true;
    outbox->first = outbox->last = NULL;
    atomic_store(&outbox->bytes, 0);
    pthread_mutex_unlock(&outbox->lock);
    for (WebMessage *next; message; message = next) {
        next = message->next;
        free(message);
    }
}

void web_outbox_destroy(WebOutbox *outbox) {
    web_outbox_shut(outbox);
    pthread_mutex_destroy(&outbox->lock);
}

// Takes an unsent progress of the same task out: the new message says all that it said. With the lock; the
// caller frees it.
static WebMessage *message_supersede(WebOutbox *outbox, json_int_t id) {
    WebMessage *before = NULL;
    for (WebMessage **link = &outbox->first; *link; before = *link, link = &(*link)->next) {
        WebMessage *message = *link;
        if (!message->progress || message->id != id || message->taken) continue;
        *link = message->next;
        if (outbox->last == message) outbox->last = before;
        atomic_fetch_sub(&outbox->bytes, message->length);
        return message;
    }
    return NULL;
}

static void message_queue(WebClient *client, WebMessage *message) {
    WebOutbox *outbox = &client->outbox;
    WebMessage *old = NULL;
    pthread_mutex_lock(&outbox->lock);
    bool shut = outbox->shut;
    if (!shut) {
        if (message->id) old = message_supersede(outbox, message->id);
        *(outbox->last ? &outbox->last->next : &outbox->first) = message;
        outbox->last = message;
        atomic_fetch_add(&outbox->bytes, message->length);
    }
    pthread_mutex_unlock(&outbox->lock);
    free(old);
    if (shut)
        free(message);
    else
        web_client_news(client);
}

char *web_object_text(const json_t *object) {
    return json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(5));
}

// The text of an object, in a message; NULL out of memory.
static WebMessage *message_new(const json_t *object) {
    char *text = web_object_text(object);
    size_t length = text ? strlen(text) : 0;
    WebMessage *message = text ? malloc(sizeof *message + length) : NULL;
    if (message) {
        *message = (WebMessage){.length = length};
        memcpy(message->text, text, length);
    }
    free(text);
    return message;
}

static void object_send(WebClient *client, json_t *id, json_int_t task, const char *type, json_t *answer) {
    json_t *object = json_object();
    if (id) json_object_set(object, "id", id);
    json_object_set_new(object, "type", json_string(type));
    if (answer) json_object_update(object, answer);
    WebMessage *message = message_new(object);
    json_decref(object);
    json_decref(answer);
    if (!message) return;
    message->id = task;
    message->progress = !strcmp(type, "progress");
    message_queue(client, message);
}

void web_answer(WebClient *client, json_t *id, const char *type, json_t *answer) {
    object_send(client, id, 0, type, answer);
}

void web_answer_text(WebClient *client, json_int_t id, const char *text) {
    char start[64];
    int head = snprintf(start, sizeof start, "{\"id\":%lld,\"type\":\"done\",", id);
    size_t rest = strlen(text + 1), length = (size_t)head + rest;
    WebMessage *message = malloc(sizeof *message + length);
    if (!message) return;
    *message = (WebMessage){.length = length};
    memcpy(message->text, start, (size_t)head);
    memcpy(message->text + head, text + 1, rest);
    message_queue(client, message);
}

void web_answer_error(WebClient *client, json_t *id, const char *code, const char *text) {
    web_answer(client, id, "error", json_pack("{s:s, s:s}", "code", code, "error", text));
}

// A progress or the end of a task.
static void task_send(WebTask *task, const char *type, json_t *answer) {
    json_t *id = json_integer(task->id);
    object_send(task->client, id, task->id, type, answer);
    json_decref(id);
}

void web_send_error(WebTask *task, const char *code, const Error *error) {
    const char *usual = error->bad_input ? "bad_input" : "failure";
    task_send(task, "error", json_pack("{s:s, s:s}", "code", code ? code : usual, "error", error->text));
}

void web_task_report(WebTask *task) {
    task_send(task, "progress", task->type->answer(task));
}

WebStep web_task_end(WebTask *task) {
    json_t *answer = task->type->answer(task);
    json_object_set_new(answer, "stopped", json_boolean(atomic_load(&task->stop)));
    task_send(task, "done", answer);
    return STEP_DONE;
}

WebStep web_task_fail(WebTask *task, const Error *error) {
    web_send_error(task, task->code, error);
    return STEP_DONE;
}

const char *web_message_first(WebClient *client, size_t *length) {
    WebOutbox *outbox = &client->outbox;
    pthread_mutex_lock(&outbox->lock);
    WebMessage *message = outbox->first;
    if (message) message->taken = true;
    *length = message ? message->length : 0;
    pthread_mutex_unlock(&outbox->lock);
    return message ? message->text : NULL;
}

void web_message_done(WebClient *client) {
    WebOutbox *outbox = &client->outbox;
    pthread_mutex_lock(&outbox->lock);
    WebMessage *message = outbox->first;
    outbox->first = message->next;
    if (!message->next) outbox->last = NULL;
    atomic_fetch_sub(&outbox->bytes, message->length);
    pthread_mutex_unlock(&outbox->lock);
    free(message);
    web_pool_client_ready(client);
}

size_t web_client_unsent(const WebClient *client) {
    return atomic_load(&client->outbox.bytes);
}
