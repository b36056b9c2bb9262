#include "cluster/cmd/rows.h"

#include "cli/commands.h"

const Command *const CLUSTER_COMMANDS[] = {&COMMAND_WORK, &COMMAND_CLUSTER, NULL};
