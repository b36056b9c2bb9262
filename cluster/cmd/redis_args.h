// The options about Redis: --redis, --password-file, --run.
#ifndef MUSTPLAY_CLUSTER_CMD_REDIS_ARGS_H
#define MUSTPLAY_CLUSTER_CMD_REDIS_ARGS_H

#include "cli/command.h"
#include "cluster/redis.h"

#define REDIS_OPTIONS "redis password-file run"

// The address that --redis and its password name; an error without --redis.
bool args_redis(const Args *args, RedisAddress *address, Error *error);

#endif
