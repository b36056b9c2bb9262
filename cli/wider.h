// The program that knows more names (Program.wider), which is run in place of this one.
#ifndef MUSTPLAY_CLI_WIDER_H
#define MUSTPLAY_CLI_WIDER_H

#include "cli/program.h"

// Runs it with the arguments `argv`, of which the first is replaced. Unless `why` is NULL, first prints a line on stderr: `why`,
// and how the command is spelled there. Returns only if there is no such program, or if that program has already run this
// one: a link to itself would not end.
void wider_run(const Program *program, char **argv, const char *why);
// To be called first: what a program that has no wider one was run by does not matter to the programs that it starts.
void wider_arrive(const Program *program);

#endif
