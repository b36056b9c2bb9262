// What the cluster adds to a Program (cli/program.h): tables of rows, and the hooks of --redis.
#ifndef MUSTPLAY_CLUSTER_CMD_CLUSTER_ROWS_H
#define MUSTPLAY_CLUSTER_CMD_CLUSTER_ROWS_H

#include "cli/redis_hooks.h"

extern const Command *const CLUSTER_COMMANDS[];
extern const OptionSpec CLUSTER_OPTIONS[];
extern const RedisHooks REDIS_HOOKS;

#endif
