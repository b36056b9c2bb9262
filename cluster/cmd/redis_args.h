// The options about Redis: --redis, --password-file, --run; and --log.
#ifndef MUSTPLAY_CLUSTER_CMD_REDIS_ARGS_H
#define MUSTPLAY_CLUSTER_CMD_REDIS_ARGS_H

#include "cli/command.h"
#include "cluster/run_lease.h"

#define REDIS_OPTIONS "redis password-file run"
// Those of masters.
#define MASTER_OPTIONS REDIS_OPTIONS " key admitted lease log"

// The files that --key and --admitted name.
RunKeys args_keys(const Args *args);
// The address that --redis and its password name; an error without --redis.
bool args_redis(const Args *args, RedisAddress *address, Error *error);
// A line for a person on stderr, from `who`; with --log json an object of a line: time, who and text.
void args_log(const Args *args, const char *who, const char *line);
// Whether --log says json, and how that is written.
bool args_logs_json(const Args *args);
void json_log(const char *who, const char *line);

#endif
