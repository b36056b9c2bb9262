// The option --memory.
#ifndef MUSTPLAY_CLI_MEMORY_ARGS_H
#define MUSTPLAY_CLI_MEMORY_ARGS_H

#include "cli/command.h"

// The memory of this machine in bytes; 0 when it is unknown.
uint64_t machine_memory(void);

// --memory in bytes, 0 without it. Less than `least` bytes, which is what the command can keep to, and more than
// the machine has are errors that name the bound.
bool args_memory(const Args *args, uint64_t least, uint64_t *bytes, Error *error);

#endif
