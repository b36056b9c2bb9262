// Completion for shells, made from the tables of commands and options.
#ifndef MUSTPLAY_CLI_COMPLETION_H
#define MUSTPLAY_CLI_COMPLETION_H

#include "cli/program.h"

// Appends the script for "bash", "zsh" or "fish"; false for another shell.
bool completion_write(const Program *program, const char *shell, Text *out);

#endif
