#include "cluster/cmd/redis_args.h"

#include "base/json.h"
#include "cli/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool args_redis(const Args *args, RedisAddress *address, Error *error) {
    if (!args_given(args, "redis"))
        return error_input(error, "--redis HOST:PORT is needed: the Redis between the machines");
    return redis_address_read(args_text(args, "redis"), args_text(args, "password-file"), address, error);
}

RunKeys args_keys(const Args *args) {
    return (RunKeys){args_text(args, "key"), args_text(args, "admitted")};
}

bool args_logs_json(const Args *args) {
    return !strcmp(args_text(args, "log"), "json");
}

void json_log(const char *who, const char *line) {
    char now[32], sound[1024];
    time_t seconds = time(NULL);
    struct tm parts;
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
    snprintf(sound, sizeof sound, "%s", line);
    text_make_utf8(sound);
    json_t *entry = json_pack("{s:s, s:s, s:s}", "time", now, "who", who, "text", sound);
    char *text = entry ? json_dumps(entry, JSON_COMPACT) : NULL;
    if (text) fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(entry);
}

void args_log(const Args *args, const char *who, const char *line) {
    if (args_logs_json(args))
        json_log(who, line);
    else
        fprintf(stderr, "mustplay %s: %s\n", who, line);
}
