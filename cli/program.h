// A program: its tables of rows, as one value that its main makes and passes in. Rows are constants of the room that
// they belong to; a program is which of them it has. Where a program has several tables of one kind, a row of a later
// table replaces one with the same name of an earlier table.
#ifndef MUSTPLAY_CLI_PROGRAM_H
#define MUSTPLAY_CLI_PROGRAM_H

#include "base/text.h"
#include "cli/command.h"
#include "play/catalog.h"

enum { PROGRAM_TABLES_MAX = 6 }; // of each kind, the NULL that ends them included

struct Program {
    const char *name;    // as it is called: "mustplay"
    const char *purpose; // what it does, in one line
    const char *commit;  // that it was built from, as text; "" when that is not known.
    // The program that knows more names, "mustplay-lab". `lab` runs it. It also runs in place of this one when a command,
    // an option, a player or the like is unknown here. NULL: an unknown name is an error.
    const char *wider;
    // Each a list of tables, ended by NULL.
    const Command *const *commands[PROGRAM_TABLES_MAX];            // tables ended by NULL
    const OptionSpec *options[PROGRAM_TABLES_MAX];                 // tables ended by a NULL name
    const struct Benchmark *const *benchmarks[PROGRAM_TABLES_MAX]; // app/bench/bench.h
    const struct DrawingKind *const *drawings[PROGRAM_TABLES_MAX]; // app/cmd/draw_command.h
    const struct HtpCommand *htp[PROGRAM_TABLES_MAX];              // of Hex; app/htp/htp_engine.h
    const Catalog *catalog;                                        // players, evaluations, methods of solving
    const struct RedisHooks *redis; // cli/redis_hooks.h; NULL: the program has no --redis
    // Further sections of the manual page, or NULL.
    void (*manual)(const Program *program, Text *out);
};

// The commands in their order, a replaced one in the place of the first; NULL beyond the last.
const Command *program_command(const Program *program, int index);
// NULL for a name that no command has.
const Command *program_command_find(const Program *program, const char *name);
// The option that a name stands for with a command: the command's own first. NULL if there is none.
const OptionSpec *program_option(const Program *program, const Command *command, const char *name);

// Runs the program on main's arguments; returns its exit code.
int program_main(const Program *program, int argc, char **argv);

#endif
