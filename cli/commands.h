// The rows of the rooms: commands and options. A main makes a Program of them (cli/program.h).
#ifndef MUSTPLAY_CLI_COMMANDS_H
#define MUSTPLAY_CLI_COMMANDS_H

#include "cli/command.h"

extern const OptionSpec OPTIONS[]; // of all programs; ended by a NULL name; in cli/options.c

// Each lives in app/cmd/NAME.c.
extern const Command COMMAND_PLAY;
extern const Command COMMAND_SERVE;
extern const Command COMMAND_MOVE;
extern const Command COMMAND_DRAW;
extern const Command COMMAND_SOLVE;
extern const Command COMMAND_VERIFY;
extern const Command COMMAND_STORE;
extern const Command COMMAND_TEMPLATE;
extern const Command COMMAND_PUZZLE;
extern const Command COMMAND_EXPLAIN;
extern const Command COMMAND_HTP;
extern const Command COMMAND_MATCH;
extern const Command COMMAND_BENCH;
extern const Command COMMAND_NET;
extern const Command COMMAND_ANALYZE;
extern const Command COMMAND_ANALYSIS;
extern const Command COMMAND_SELFPLAY;
extern const Command COMMAND_OPENINGS;
extern const Command COMMAND_REVIEW;
// In cluster/cmd/NAME.c.
extern const Command COMMAND_WORK;
extern const Command COMMAND_CLUSTER;
// In lab/cmd/NAME.c.
extern const Command COMMAND_SHANNON;
extern const Command COMMAND_LEARN;
extern const Command COMMAND_REPRODUCE;
extern const Command COMMAND_REDUCE;

#endif
