// Clients and their messages: who is there, what waits to be sent, and the shared state's life.
#include "app/web/pool.h"

#include "engine/net_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- The whole

// A net that is named must be readable; without a name the page also works without one.
static bool net_open(Web *web, Error *error) {
    NetEngine engine;
    NetEngineOptions options = net_engine_options();
    char path[4096];
    options.file = web->setup.net;
    if (!options.file && !net_find(path, sizeof path)) return true;
    if (!net_engine_open(&engine, &options, error)) return false;
    web->precision = evaluator_has_int8() && engine.net->activation_max ? NET_INT8 : NET_F32;
    web->net = engine.net;
    puct_free(engine.puct);
    return true;
}

Web *web_new(const WebSetup *setup, Error *error) {
    Web *web = calloc(1, sizeof *web);
    if (!web) {
        error_failure(error, "out of memory");
        return NULL;
    }
    web->setup = *setup;
    pthread_mutex_init(&web->lock, NULL);
    for (int lane = 0; lane < WEB_LANES; lane++) pthread_cond_init(&web->queue[lane].filled, NULL);
    if (net_open(web, error) && web_pool_start(web, error)) return web;
    web_free(web);
    return NULL;
}

void web_free(Web *web) {
    web_pool_end(web);
    free(web->worker);
    for (int i = 0; i < WEB_SESSIONS; i++) solve_context_release(&web->session[i].keep);
    for (int i = 0; i < WEB_PLAYERS; i++) player_free(web->player[i].player);
    for (WebOpenings *next; web->openings; web->openings = next) {
        next = web->openings->next;
        free(web->openings);
    }
    for (int lane = 0; lane < WEB_LANES; lane++) pthread_cond_destroy(&web->queue[lane].filled);
    pthread_mutex_destroy(&web->lock);
    net_free(web->net);
    free(web);
}

// --- Clients

WebClient *web_client_add(Web *web) {
    WebClient *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->web = web;
    client->references = 1;
    pthread_mutex_lock(&web->lock);
    bool room = web->clients < web->setup.clients_max && !web->ending;
    if (room) {
        web->clients++;
        client->next = web->first;
        if (web->first) web->first->before = client;
        web->first = client;
    }
    pthread_mutex_unlock(&web->lock);
    if (!room) {
        free(client);
        return NULL;
    }
    web_answer(client, NULL, "hello", web_hello(web));
    return client;
}

void web_client_release(WebClient *client) {
    Web *web = client->web;
    pthread_mutex_lock(&web->lock);
    bool last = --client->references == 0;
    if (last && client->tree.root) {
        web->trees--;
        web->tree_bytes -= client->tree.bytes;
    }
    pthread_mutex_unlock(&web->lock);
    if (!last) return;
    puct_tree_free(&client->tree);
    free(client);
}

static void messages_free(WebMessage *message) {
    for (WebMessage *next; message; message = next) {
        next = message->next;
        free(message);
    }
}

void web_client_remove(WebClient *client) {
    Web *web = client->web;
    pthread_mutex_lock(&web->lock);
    client->gone = true;
    web->clients--;
    *(client->before ? &client->before->next : &web->first) = client->next;
    if (client->next) client->next->before = client->before;
    WebMessage *unsent = client->out_first;
    client->out_first = client->out_last = NULL;
    client->out_bytes = 0;
    pthread_mutex_unlock(&web->lock);
    messages_free(unsent);
    web_client_stop_all(client);
    web_sessions_drop(client);
    web_client_release(client);
}

// --- Messages

// Takes an unsent progress of the same task out: the new message says all that it said. With the lock; the
// caller frees it.
static WebMessage *message_supersede(WebClient *client, json_int_t id) {
    WebMessage *before = NULL;
    for (WebMessage **link = &client->out_first; *link; before = *link, link = &(*link)->next) {
        WebMessage *message = *link;
        if (!message->progress || message->id != id || message->taken) continue;
        *link = message->next;
        if (client->out_last == message) client->out_last = before;
        client->out_bytes -= message->length;
        return message;
    }
    return NULL;
}

static void message_queue(WebClient *client, WebMessage *message) {
    Web *web = client->web;
    WebMessage *old = NULL;
    pthread_mutex_lock(&web->lock);
    bool gone = client->gone;
    if (!gone) {
        if (message->id) old = message_supersede(client, message->id);
        *(client->out_last ? &client->out_last->next : &client->out_first) = message;
        client->out_last = message;
        client->out_bytes += message->length;
    }
    pthread_mutex_unlock(&web->lock);
    free(old);
    if (gone)
        free(message);
    else
        web->setup.wake(web->setup.context);
}

// The text of an object, in a message; NULL out of memory.
static WebMessage *message_new(const json_t *object) {
    enum { FLAGS = JSON_COMPACT | JSON_REAL_PRECISION(5) };
    size_t length = json_dumpb(object, NULL, 0, FLAGS);
    WebMessage *message = length ? malloc(sizeof *message + length) : NULL;
    if (!message) return NULL;
    *message = (WebMessage){.length = json_dumpb(object, message->text, length, FLAGS)};
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

// A sentence that may quote, or cut, bytes that are not UTF-8.
static json_t *sentence_json(const char *text) {
    json_t *string = json_string(text);
    if (string) return string;
    char plain[sizeof(Error)];
    size_t length = 0;
    for (; text[length] && length + 1 < sizeof plain; length++)
        plain[length] = text[length] >= ' ' && text[length] <= '~' ? text[length] : '?';
    plain[length] = '\0';
    return json_string(plain);
}

void web_answer_error(WebClient *client, json_t *id, const char *code, const char *text) {
    web_answer(client, id, "error", json_pack("{s:s, s:o}", "code", code, "error", sentence_json(text)));
}

void web_send(WebTask *task, const char *type, json_t *answer) {
    json_t *id = json_integer(task->id);
    object_send(task->client, id, task->id, type, answer);
    json_decref(id);
}

void web_send_error(WebTask *task, const char *code, const Error *error) {
    const char *usual = error->bad_input ? "bad_input" : "failure";
    web_send(task, "error",
             json_pack("{s:s, s:o}", "code", code ? code : usual, "error", sentence_json(error->text)));
}

const char *web_message_first(WebClient *client, size_t *length) {
    pthread_mutex_lock(&client->web->lock);
    WebMessage *message = client->out_first;
    if (message) message->taken = true;
    *length = message ? message->length : 0;
    pthread_mutex_unlock(&client->web->lock);
    return message ? message->text : NULL;
}

// What was held back for lack of room may begin now.
void web_message_done(WebClient *client) {
    pthread_mutex_lock(&client->web->lock);
    WebMessage *message = client->out_first;
    client->out_first = message->next;
    if (!message->next) client->out_last = NULL;
    client->out_bytes -= message->length;
    for (int slot = 0; slot < SLOTS; slot++) web_slot_start(client, (WebSlot)slot);
    pthread_mutex_unlock(&client->web->lock);
    free(message);
}

size_t web_client_unsent(const WebClient *client) {
    return atomic_load(&client->out_bytes);
}

void web_receive(WebClient *client, const char *text, size_t length) {
    json_error_t fault;
    json_t *request = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    json_t *null = json_null();
    if (!request) {
        char sentence[240];
        snprintf(sentence, sizeof sentence, "the message is not JSON: %.160s", fault.text);
        web_answer_error(client, null, "bad_request", sentence);
    } else if (!json_is_object(request)) {
        web_answer_error(client, null, "bad_request", "a message is one JSON object");
    } else {
        web_request(client, request);
    }
    json_decref(request);
}
