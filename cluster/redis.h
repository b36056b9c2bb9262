// A connection to Redis: commands with a limit of time, connected again by itself after a failure, errors as values.
//
// Nothing here waits longer than the limit (and what a command itself blocks, which must be less). After a
// failed attempt to connect, calls fail at once during a pause that doubles with each attempt, up to 5 s. The
// caller does other things and tries again.
//
// A connection belongs to one thread. A build without hiredis has these functions too; they say so.
#ifndef MUSTPLAY_CLUSTER_REDIS_H
#define MUSTPLAY_CLUSTER_REDIS_H

#include "base/error.h"

#include <stdarg.h>
#include <stddef.h>

typedef struct RedisAddress {
    char host[256]; // or the path of a Unix socket, which begins with a slash
    int port;       // 0: a socket
    int database;
    char user[64];      // "" for the one that needs no name
    char password[256]; // "" without one
} RedisAddress;

// "USER@" may stand before it. "HOST:PORT", "HOST:PORT/DB", "HOST", "[IPv6]:PORT", "/path/of/socket" or "/path/of/socket?db=2". The password comes
// from a file's first line, or without a file from the environment's MUSTPLAY_REDIS_PASSWORD.
bool redis_address_read(const char *text, const char *password_file, RedisAddress *address, Error *error);

typedef struct Redis Redis;
typedef struct RedisReply RedisReply;

// Why the last call failed.
typedef enum RedisFault {
    REDIS_FINE,
    REDIS_LOST,    // no connection, or it broke or took too long: the command may or may not have been done
    REDIS_BUSY,    // it is loading its data, runs a long script, or has no memory left: try again later
    REDIS_REFUSED, // it answered with an error: trying again is of no use
} RedisFault;

// Does not connect yet. NULL out of memory, or where the build has no Redis.
Redis *redis_new(const RedisAddress *address, Error *error);
void redis_free(Redis *redis);

// Sends a command and waits for the answer. The format is hiredis's: blanks part the words, %s is a string, %b bytes
// and their size_t, %d, %lld, %llu numbers. NULL with an error, and redis_fault says of which kind. The reply is the
// caller's.
RedisReply *redis_call(Redis *redis, Error *error, const char *format, ...);
// The same with a Lua script, which is sent only when Redis does not know it; the format begins with the number of
// keys. The text must live as long as the connection.
RedisReply *redis_script(Redis *redis, const char *script, Error *error, const char *format, ...);
RedisFault redis_fault(const Redis *redis);
// Whether the last call was answered with an error that begins with this word, such as "NOGROUP".
bool redis_refused_with(const Redis *redis, const char *word);
// Replies longer than this are not read: the connection is dropped, and redis_overflowed says so. At first 32 MB.
void redis_bound(Redis *redis, size_t bytes);
bool redis_overflowed(const Redis *redis);
// How often the connection was made: a change tells that it broke in between.
int redis_connections(const Redis *redis);
// Seconds to wait before the next attempt makes sense.
double redis_pause(const Redis *redis);

void redis_reply_free(RedisReply *reply);
// All of these accept NULL and replies of another type, and then give what is empty.
bool redis_reply_is(const RedisReply *reply, const char *text); // a string or a status that is equal
long long redis_reply_integer(const RedisReply *reply);         // also of a string of digits
const char *redis_reply_text(const RedisReply *reply);          // "" for what is no string; may hold zeros
size_t redis_reply_length(const RedisReply *reply);
size_t redis_reply_count(const RedisReply *reply);
const RedisReply *redis_reply_item(const RedisReply *reply, size_t index); // NULL behind the last
// Copies the text of an item, cut to the room there is.
void redis_reply_copy(const RedisReply *reply, size_t index, char *text, size_t size);
// Of an array of names and values: the value of that name, or NULL.
const RedisReply *redis_reply_field(const RedisReply *reply, const char *name);

#endif
