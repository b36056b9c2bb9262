// From the bytes of a message to its request.
//
// A stranger chooses how long a message takes to parse, and how much memory that takes. So a large one must name its kind in
// its first bytes, which are read before the rest has come. It needs one of a few places until its request has ended.
// Values are counted before anything is parsed. A worker parses what is not small. Until then nothing else of the client's is
// examined, which keeps the order.
#include "app/web/web_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_MEMORY = 64 << 20 }; // of the server's bound, for each place
enum { VALUES_MAX = 4096 };       // of a message: a game on the largest board has a tenth

// --- What the first bytes say

typedef struct Cursor {
    const char *at, *end;
} Cursor;

static int next_char(Cursor *c) {
    while (c->at < c->end && strchr(" \t\r\n", *c->at) && *c->at) c->at++;
    return c->at < c->end ? *c->at : -1;
}

static bool char_take(Cursor *c, char wanted) {
    if (next_char(c) != wanted) return false;
    c->at++;
    return true;
}

// A string without escapes, not terminated. False where there is none, or not all of it.
static bool word_take(Cursor *c, const char **word, size_t *length) {
    if (!char_take(c, '"')) return false;
    *word = c->at;
    while (c->at < c->end && *c->at != '"' && *c->at != '\\') c->at++;
    *length = (size_t)(c->at - *word);
    return c->at < c->end && *c->at++ == '"';
}

static bool id_take(Cursor *c, json_int_t *id) {
    enum { DIGITS_MAX = 16 };
    const char *start = (next_char(c), c->at);
    for (*id = 0; c->at < c->end && *c->at >= '0' && *c->at <= '9' && c->at - start < DIGITS_MAX; c->at++)
        *id = 10 * *id + (*c->at - '0');
    return c->at > start;
}

// Whether a message begins with its id and a proof-walk's name, in either order.
static bool starts_as_proof(const char *start, size_t length, json_int_t *id) {
    Cursor c = {start, start + length};
    bool named = false;
    *id = 0;
    if (!char_take(&c, '{')) return false;
    for (int key = 0; key < 2; key++) {
        const char *word;
        size_t count;
        if ((key && !char_take(&c, ',')) || !word_take(&c, &word, &count) || !char_take(&c, ':'))
            return false;
        if (count == 2 && !memcmp(word, "id", count)) {
            if (!id_take(&c, id)) return false;
        } else if (count == 2 && !memcmp(word, "do", count)) {
            named = word_take(&c, &word, &count) && count == strlen(WEB_PROOF_WALK.name) &&
                    !memcmp(word, WEB_PROOF_WALK.name, count);
        } else {
            return false;
        }
    }
    return named && *id;
}

// --- Places

static void refuse(WebClient *client, json_int_t id, const char *code, const char *sentence) {
    json_t *number = id ? json_integer(id) : json_null();
    web_answer_error(client, number, code, sentence);
    json_decref(number);
}

// One takes thrice its bytes while it is parsed.
static int large_places(const Web *web) {
    uint64_t most = web->setup.memory / LARGE_MEMORY;
    return most < 1 ? 1 : most > WEB_LARGE_PLACES ? WEB_LARGE_PLACES : (int)most;
}

bool web_large_begin(WebClient *client, const char *start, size_t length) {
    Web *web = client->web;
    json_int_t id;
    if (!starts_as_proof(start, length, &id)) {
        refuse(client, id, "bad_request",
               "Only a request with a proof may be that large, and it begins with its 'id' and 'do'.");
        return false;
    }
    if (atomic_fetch_add(&web->large, 1) < large_places(web)) return true;
    web_large_end(web);
    refuse(client, id, "busy", "Others send large requests at the moment: try again soon.");
    return false;
}

void web_large_end(Web *web) {
    atomic_fetch_sub(&web->large, 1);
}

// --- Parsing

// As many values as a text can have at most, if it is JSON.
static size_t values_count(const char *text, size_t length) {
    size_t count = 1;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted)
            count += c == ',' || c == ':' || c == '[' || c == '{';
    }
    return count;
}

// The object of a message; NULL with the sentence that refuses it.
static json_t *object_parse(const char *text, size_t length, char sentence[240]) {
    json_error_t fault;
    if (values_count(text, length) > VALUES_MAX) {
        snprintf(sentence, 240, "a message may have %d values", VALUES_MAX);
        return NULL;
    }
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (!object)
        snprintf(sentence, 240, "the message is not JSON: %.160s", fault.text);
    else if (!json_is_object(object))
        snprintf(sentence, 240, "a message is one JSON object");
    else if (length > WEB_MESSAGE_MAX && !web_request_may_be_large(object))
        snprintf(sentence, 240, "only a request with a proof may be that large");
    else
        return object;
    json_decref(object);
    return NULL;
}

void web_receive(WebClient *client, const char *text, size_t length) {
    char sentence[240];
    json_t *request = object_parse(text, length, sentence);
    if (request)
        web_request(client, request, false);
    else
        refuse(client, 0, "bad_request", sentence);
}

// --- Parsing by a worker

typedef struct Parse {
    Text text;
} Parse;

static bool parse_open(WebTask *task, const json_t *request, Error *error) {
    (void)task, (void)request, (void)error;
    return true;
}

static void parse_close(WebTask *task) {
    text_free(&((Parse *)task->state)->text);
}

static json_t *parse_answer(WebTask *task) {
    (void)task;
    return json_object();
}

// Hands the request to the sockets' thread, its place with it.
static void request_hand(WebTask *task, json_t *request) {
    WebClient *client = task->client;
    client->parsed_large = task->large;
    task->large = false;
    atomic_store(&client->parsed, request);
    web_client_news(client);
}

static WebStep parse_step(WebTask *task) {
    Parse *parse = task->state;
    WebClient *client = task->client;
    Error error = {0};
    char sentence[240];
    bool room = !task->large || web_memory_room(task, &error);
    json_t *request = room ? object_parse(text_string(&parse->text), parse->text.length, sentence) : NULL;
    text_free(&parse->text);
    if (request) {
        request_hand(task, request);
        return STEP_DONE;
    }
    atomic_store(&client->parses, false);
    refuse(client, 0, room ? "bad_request" : "busy", room ? sentence : error.text);
    return STEP_DONE;
}

static const WebTaskType PARSE = {
    .name = "",
    .slot = SLOT_PARSE,
    .crew = CREW_STEPS,
    .rank = RANK_LOOK,
    .state_size = sizeof(Parse),
    .open = parse_open,
    .step = parse_step,
    .close = parse_close,
    .answer = parse_answer,
};

void web_receive_later(WebClient *client, Text *text, bool large) {
    WebTask *task = web_task_new(client, &PARSE, 0);
    if (!task) {
        refuse(client, 0, "failure", "The server is out of memory.");
        if (large) web_large_end(client->web);
        text_free(text);
        return;
    }
    ((Parse *)task->state)->text = *text;
    *text = (Text){0};
    task->large = large;
    atomic_store(&client->parses, true);
    web_task_start(task);
}

bool web_client_parses(const WebClient *client) {
    return atomic_load(&client->parses);
}

void web_client_go_on(WebClient *client) {
    json_t *request = atomic_exchange(&client->parsed, NULL);
    if (!request) return;
    bool large = client->parsed_large;
    atomic_store(&client->parses, false);
    web_request(client, request, large);
}

void web_client_forget(WebClient *client) {
    json_t *request = atomic_exchange(&client->parsed, NULL);
    if (request && client->parsed_large) web_large_end(client->web);
    json_decref(request);
}
