// In place of redis.c in a build without hiredis.
#include "cluster/redis.h"

Redis *redis_new(const RedisAddress *address, Error *error) {
    (void)address;
    error_input(error, "this build has no Redis: libhiredis-dev was missing when it was made");
    return NULL;
}

static RedisReply *call_absent(Error *error) {
    error_failure(error, "this build has no Redis");
    return NULL;
}

RedisReply *redis_call(Redis *redis, Error *error, const char *format, ...) {
    (void)redis, (void)format;
    return call_absent(error);
}
RedisReply *redis_script(Redis *redis, const char *script, Error *error, const char *format, ...) {
    (void)redis, (void)script, (void)format;
    return call_absent(error);
}
void redis_free(Redis *redis) {
    (void)redis;
}
RedisFault redis_fault(const Redis *redis) {
    (void)redis;
    return REDIS_REFUSED;
}
bool redis_refused_with(const Redis *redis, const char *word) {
    (void)redis, (void)word;
    return false;
}
int redis_connections(const Redis *redis) {
    (void)redis;
    return 0;
}
double redis_pause(const Redis *redis) {
    (void)redis;
    return 0;
}
void redis_reply_free(RedisReply *reply) {
    (void)reply;
}
bool redis_reply_is(const RedisReply *reply, const char *text) {
    (void)reply, (void)text;
    return false;
}
long long redis_reply_integer(const RedisReply *reply) {
    (void)reply;
    return 0;
}
const char *redis_reply_text(const RedisReply *reply) {
    (void)reply;
    return "";
}
size_t redis_reply_length(const RedisReply *reply) {
    (void)reply;
    return 0;
}
size_t redis_reply_count(const RedisReply *reply) {
    (void)reply;
    return 0;
}
const RedisReply *redis_reply_item(const RedisReply *reply, size_t index) {
    (void)reply, (void)index;
    return NULL;
}
const RedisReply *redis_reply_field(const RedisReply *reply, const char *name) {
    (void)reply, (void)name;
    return NULL;
}
