// What the cluster adds to a Program (cli/program.h): tables of rows.
#ifndef MUSTPLAY_CLUSTER_CMD_ROWS_H
#define MUSTPLAY_CLUSTER_CMD_ROWS_H

#include "cli/command.h"

extern const Command *const CLUSTER_COMMANDS[];

#endif
