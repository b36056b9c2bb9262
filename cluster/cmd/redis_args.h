// The options about Redis: --redis, --password-file, --run.
#ifndef MUSTPLAY_CLUSTER_CMD_REDIS_ARGS_H
#define MUSTPLAY_CLUSTER_CMD_REDIS_ARGS_H

#include "cli/command.h"
#include "cluster/run_lease.h"

#define REDIS_OPTIONS "redis password-file run"
// Those of masters.
#define MASTER_OPTIONS REDIS_OPTIONS " key admitted lease"

// The files that --key and --admitted name.
RunKeys args_keys(const Args *args);
// The address that --redis and its password name; an error without --redis.
bool args_redis(const Args *args, RedisAddress *address, Error *error);

#endif
