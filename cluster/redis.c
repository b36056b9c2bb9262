#include "cluster/redis.h"

#include "base/clock.h"
#include "base/number.h"

#include <errno.h>
#include <hiredis/hiredis.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { SCRIPTS_MAX = 16, SHA_TEXT = 41, ERROR_SHOWN = 200, FORMAT_MAX = 400 };
static const double CONNECT_SECONDS = 5, CALL_SECONDS = 10, PAUSE_LEAST = 0.1, PAUSE_MOST = 5;

typedef struct Script {
    const char *text;
    char sha[SHA_TEXT]; // "": not sent yet
} Script;

struct Redis {
    RedisAddress address;
    redisContext *context; // NULL: not connected
    int connections;
    double pause, next_try; // after a failed attempt
    RedisFault fault;
    char refusal[32]; // how the last error began that Redis answered with
    Script script[SCRIPTS_MAX];
    size_t most; // bytes of a reply
    bool overflowed;
};

static const size_t REPLY_MOST = (size_t)32 << 20;

static bool starts_with(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

Redis *redis_new(const RedisAddress *address, Error *error) {
    Redis *redis = calloc(1, sizeof *redis);
    if (!redis) {
        error_memory(error);
        return NULL;
    }
    redis->address = *address;
    redis->most = REPLY_MOST;
    return redis;
}

void redis_bound(Redis *redis, size_t bytes) {
    redis->most = bytes;
}

bool redis_overflowed(const Redis *redis) {
    return redis->overflowed;
}

static void connection_drop(Redis *redis) {
    if (redis->context) redisFree(redis->context);
    redis->context = NULL;
}

void redis_free(Redis *redis) {
    if (!redis) return;
    connection_drop(redis);
    free(redis);
}

RedisFault redis_fault(const Redis *redis) {
    return redis->fault;
}

int redis_connections(const Redis *redis) {
    return redis->connections;
}

bool redis_refused_with(const Redis *redis, const char *word) {
    return redis->fault != REDIS_FINE && starts_with(redis->refusal, word);
}

double redis_pause(const Redis *redis) {
    return redis->context ? 0 : fmax(0, redis->next_try - clock_seconds());
}

static void address_show(const RedisAddress *address, char *text, size_t size) {
    if (address->port)
        snprintf(text, size, "%.200s:%d", address->host, address->port);
    else
        snprintf(text, size, "%.200s", address->host);
}

static struct timeval timeval_of(double seconds) {
    return (struct timeval){.tv_sec = (time_t)seconds,
                            .tv_usec = (suseconds_t)((seconds - floor(seconds)) * 1e6)};
}

// --- Failures
static bool fault_lost(Redis *redis, Error *error, const char *why) {
    char name[300], text[128];
    address_show(&redis->address, name, sizeof name);
    snprintf(text, sizeof text, "%s", why);
    connection_drop(redis);
    redis->fault = REDIS_LOST;
    *redis->refusal = '\0';
    return error_failure(error, "Redis at %s: %s", name, text);
}

// An error that Redis answered with. Some go by: it will be there again soon.
static bool fault_answered(Redis *redis, Error *error, const char *text) {
    static const char *const passing[] = {"OOM",      "LOADING",    "BUSY ",   "MISCONF",
                                          "READONLY", "MASTERDOWN", "TRYAGAIN"};
    char name[300];
    address_show(&redis->address, name, sizeof name);
    redis->fault = REDIS_REFUSED;
    snprintf(redis->refusal, sizeof redis->refusal, "%.31s", text);
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (starts_with(text, passing[i]) || strstr(text, "OOM command not allowed"))
            redis->fault = REDIS_BUSY;
    if (starts_with(text, "NOAUTH") || starts_with(text, "WRONGPASS") ||
        starts_with(text, "ERR invalid password"))
        return error_input(
            error,
            "Redis at %s wants a password: --password-file, or the environment's MUSTPLAY_REDIS_PASSWORD (%.*s)",
            name, ERROR_SHOWN / 2, text);
    if (redis->fault == REDIS_BUSY) return error_failure(error, "Redis at %s: %.*s", name, ERROR_SHOWN, text);
    return error_input(error, "Redis at %s refuses: %.*s", name, ERROR_SHOWN, text);
}

// --- Connecting
// A command of the connection's start. NULL with the fault.
static bool start_command(Redis *redis, Error *error, const char *format, ...) {
    va_list list;
    va_start(list, format);
    redisReply *reply = redisvCommand(redis->context, format, list);
    va_end(list);
    if (!reply) return fault_lost(redis, error, redis->context->errstr);
    bool good = reply->type != REDIS_REPLY_ERROR || fault_answered(redis, error, reply->str);
    freeReplyObject(reply);
    return good;
}

static bool connection_open(Redis *redis, Error *error) {
    const RedisAddress *a = &redis->address;
    struct timeval within = timeval_of(CONNECT_SECONDS);
    redis->context = a->port ? redisConnectWithTimeout(a->host, a->port, within)
                             : redisConnectUnixWithTimeout(a->host, within);
    if (!redis->context) return fault_lost(redis, error, "out of memory");
    if (redis->context->err) return fault_lost(redis, error, redis->context->errstr);
    redisSetTimeout(redis->context, timeval_of(CALL_SECONDS));
    if (a->port) redisEnableKeepAlive(redis->context);
    bool known = !*a->password ? true
                 : *a->user    ? start_command(redis, error, "AUTH %s %s", a->user, a->password)
                               : start_command(redis, error, "AUTH %s", a->password);
    if (!known) return false;
    return !a->database || start_command(redis, error, "SELECT %d", a->database);
}

static bool redis_ready(Redis *redis, Error *error) {
    if (redis->context) return true;
    double now = clock_seconds();
    if (now < redis->next_try) {
        redis->fault = REDIS_LOST;
        return error_failure(error, "Redis at %.200s: no connection; the next attempt is due soon",
                             redis->address.host);
    }
    if (connection_open(redis, error)) {
        redis->connections++;
        redis->pause = 0;
        return true;
    }
    connection_drop(redis);
    redis->pause = fmin(PAUSE_MOST, fmax(PAUSE_LEAST, 2 * redis->pause));
    redis->next_try = clock_seconds() + redis->pause;
    return false;
}

// --- Commands
static redisReply *reply_take(Redis *redis, redisReply *reply, Error *error) {
    redis->fault = REDIS_FINE;
    if (!reply) {
        fault_lost(redis, error,
                   redis->context->err == REDIS_ERR_IO && errno == EAGAIN ? "no answer within the time"
                                                                          : redis->context->errstr);
        return NULL;
    }
    if (reply->type != REDIS_REPLY_ERROR) return reply;
    fault_answered(redis, error, reply->str);
    freeReplyObject(reply);
    return NULL;
}

// Sends a command and reads its reply, as redisvCommand does, but no more of it than is allowed. NULL: the connection is of no
// use any more.
static redisReply *command_run(Redis *redis, const char *format, va_list list) {
    enum { READ_MOST = 16 << 10 }; // of hiredis, at once
    redisContext *c = redis->context;
    void *reply = NULL;
    int sent = 0;
    redis->overflowed = false;
    if (redisvAppendCommand(c, format, list) != REDIS_OK) return NULL;
    while (!sent)
        if (redisBufferWrite(c, &sent) != REDIS_OK) return NULL;
    for (size_t got = 0; !reply; got += READ_MOST) {
        if (redisReaderGetReply(c->reader, &reply) != REDIS_OK) {
            c->err = c->reader->err;
            snprintf(c->errstr, sizeof c->errstr, "%.100s", c->reader->errstr);
            return NULL;
        }
        if (reply) break;
        redis->overflowed = got > redis->most;
        if (redis->overflowed) {
            c->err = REDIS_ERR_OTHER;
            snprintf(c->errstr, sizeof c->errstr, "an answer is too long");
            return NULL;
        }
        if (redisBufferRead(c) != REDIS_OK) return NULL;
    }
    return reply;
}

RedisReply *redis_call(Redis *redis, Error *error, const char *format, ...) {
    if (!redis_ready(redis, error)) return NULL;
    va_list list;
    va_start(list, format);
    redisReply *reply = command_run(redis, format, list);
    va_end(list);
    return (RedisReply *)reply_take(redis, reply, error);
}

static Script *script_find(Redis *redis, const char *text) {
    for (int i = 0; i < SCRIPTS_MAX; i++) {
        if (!redis->script[i].text) redis->script[i].text = text;
        if (redis->script[i].text == text) return &redis->script[i];
    }
    return NULL;
}

static bool script_load(Redis *redis, Script *script, Error *error) {
    RedisReply *reply = redis_call(redis, error, "SCRIPT LOAD %s", script->text);
    if (!reply) return false;
    snprintf(script->sha, sizeof script->sha, "%.40s", redis_reply_text(reply));
    redis_reply_free(reply);
    return *script->sha || error_failure(error, "Redis took no script");
}

RedisReply *redis_script(Redis *redis, const char *text, Error *error, const char *format, ...) {
    Script *script = script_find(redis, text);
    char command[FORMAT_MAX];
    for (int attempt = 0; script && attempt < 2; attempt++) {
        if (!redis_ready(redis, error) || (!*script->sha && !script_load(redis, script, error))) return NULL;
        snprintf(command, sizeof command, "EVALSHA %s %s", script->sha, format);
        va_list list;
        va_start(list, format);
        redisReply *reply = command_run(redis, command, list);
        va_end(list);
        if (!reply || reply->type != REDIS_REPLY_ERROR || !starts_with(reply->str, "NOSCRIPT"))
            return (RedisReply *)reply_take(redis, reply, error);
        freeReplyObject(reply); // Redis was started anew
        *script->sha = '\0';
    }
    redis->fault = REDIS_REFUSED;
    error_failure(error, "Redis does not keep scripts");
    return NULL;
}

// --- Replies
static const redisReply *inner(const RedisReply *reply) {
    return (const redisReply *)reply;
}

void redis_reply_free(RedisReply *reply) {
    if (reply) freeReplyObject(reply);
}

static bool reply_has_text(const RedisReply *reply) {
    return reply && inner(reply)->str &&
           (inner(reply)->type == REDIS_REPLY_STRING || inner(reply)->type == REDIS_REPLY_STATUS);
}

bool redis_reply_is(const RedisReply *reply, const char *text) {
    return reply_has_text(reply) && !strcmp(inner(reply)->str, text);
}

long long redis_reply_integer(const RedisReply *reply) {
    long number;
    if (reply && inner(reply)->type == REDIS_REPLY_INTEGER) return inner(reply)->integer;
    return reply_has_text(reply) && number_whole(inner(reply)->str, &number) ? number : 0;
}

const char *redis_reply_text(const RedisReply *reply) {
    return reply_has_text(reply) ? inner(reply)->str : "";
}

size_t redis_reply_length(const RedisReply *reply) {
    return reply_has_text(reply) ? (size_t)inner(reply)->len : 0;
}

size_t redis_reply_count(const RedisReply *reply) {
    return reply && inner(reply)->type == REDIS_REPLY_ARRAY ? inner(reply)->elements : 0;
}

const RedisReply *redis_reply_item(const RedisReply *reply, size_t index) {
    return index < redis_reply_count(reply) ? (const RedisReply *)inner(reply)->element[index] : NULL;
}

const RedisReply *redis_reply_field(const RedisReply *reply, const char *name) {
    for (size_t i = 0; i + 1 < redis_reply_count(reply); i += 2)
        if (redis_reply_is(redis_reply_item(reply, i), name)) return redis_reply_item(reply, i + 1);
    return NULL;
}

void redis_reply_copy(const RedisReply *reply, size_t index, char *text, size_t size) {
    snprintf(text, size, "%s", redis_reply_text(redis_reply_item(reply, index)));
}
