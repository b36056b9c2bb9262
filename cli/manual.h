// The manual page, made from the tables of commands and options.
#ifndef MUSTPLAY_CLI_MANUAL_H
#define MUSTPLAY_CLI_MANUAL_H

#include "cli/program.h"

// Appends the page of section 1 in man format.
void manual_write(const Program *program, Text *out);
// The page of one command: mustplay-solve(1).
void manual_command_write(const Program *program, const Command *command, Text *out);
// For the program's own sections: a player, or what is named alike, with its options.
void manual_player(const Catalog *catalog, Text *out, const char *name, const char *help,
                   const OptionSpec *options);

#endif
