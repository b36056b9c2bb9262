#include "cluster/redis.h"

#include "base/file.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PORT = 6379, PASSWORD_MOST = 4096 };

static bool password_read(const char *file, RedisAddress *address, Error *error) {
    const char *given = getenv("MUSTPLAY_REDIS_PASSWORD");
    Text bytes = {0};
    if (file && !file_read_plain(file, PASSWORD_MOST, &bytes, error)) return false;
    const char *text = file ? text_string(&bytes) : given ? given : "";
    size_t length = strcspn(text, "\r\n");
    bool good = length < sizeof address->password;
    if (good) snprintf(address->password, sizeof address->password, "%.*s", (int)length, text);
    text_free(&bytes);
    return good || error_input(error, "the password of Redis is longer than %d characters",
                               (int)sizeof address->password - 1);
}

static bool whole_within(const char *text, long low, long high, int *value) {
    long number;
    if (!number_whole(text, &number) || number < low || number > high) return false;
    *value = (int)number;
    return true;
}

// Cuts `text` at the last `sign`, if there is one; gives what follows, or NULL.
static char *tail_cut(char *text, const char *sign) {
    char *found = NULL;
    for (char *at = text; (at = strstr(at, sign)); at++) found = at;
    if (!found) return NULL;
    *found = '\0';
    return found + strlen(sign);
}

bool redis_address_read(const char *text, const char *password_file, RedisAddress *address, Error *error) {
    *address = (RedisAddress){.port = DEFAULT_PORT};
    const char *at = *text == '/' ? NULL : strchr(text, '@');
    if (at) {
        if (at == text || (size_t)(at - text) >= sizeof address->user)
            return error_input(error, "--redis '%.200s': the name before @ has up to %d letters", text,
                               (int)sizeof address->user - 1);
        snprintf(address->user, sizeof address->user, "%.*s", (int)(at - text), text);
        text = at + 1;
    }
    if (snprintf(address->host, sizeof address->host, "%s", text) >= (int)sizeof address->host)
        return error_input(error, "--redis: the address is too long");
    bool socket = *text == '/';
    char *database = tail_cut(address->host, socket ? "?db=" : "/"), *port = NULL;
    if (socket) {
        address->port = 0;
    } else if (*address->host == '[') { // IPv6
        port = tail_cut(address->host, "]:");
        if (!port) tail_cut(address->host, "]");
        memmove(address->host, address->host + 1, strlen(address->host));
    } else {
        port = tail_cut(address->host, ":");
    }
    if (!*address->host || (database && !whole_within(database, 0, 65535, &address->database)) ||
        (port && !whole_within(port, 1, 65535, &address->port)))
        return error_input(
            error,
            "--redis '%.200s': expected [USER@]HOST:PORT, HOST:PORT/DATABASE or the path of a Unix socket",
            text);
    return password_read(password_file, address, error);
}
