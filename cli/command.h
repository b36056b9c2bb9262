// Subcommands: rows of a program's tables (cli/program.h). Every command says which options it takes; the parser, --help
// and the manual are made from the tables.
#ifndef MUSTPLAY_CLI_COMMAND_H
#define MUSTPLAY_CLI_COMMAND_H

#include "base/error.h"
#include "base/json.h"
#include "base/option.h"
#include "game/game.h"
#include "play/catalog.h"

enum { EXIT_DONE = 0, EXIT_INTERNAL = 1, EXIT_BAD_INPUT = 2, EXIT_UNDECIDED = 3, EXIT_FALSE_PROOF = 4 };

typedef struct Args Args;
typedef struct Program Program;

// Another way to run a command, which an option chooses.
typedef struct CommandWay {
    const char *option;
    const char *value;   // that the option has then; NULL: any
    const char *options; // all that go with it, as in Command; NULL: whichever the command takes
    int (*run)(const Args *args);
} CommandWay;

// What an option means with one command, where the shared table cannot say it.
typedef struct OptionHelp {
    const char *name, *help;
} OptionHelp;

typedef struct Command {
    const char *name;
    const char *group;     // that `--help` shows it in: "Play"; at most 9 letters
    const char *summary;   // one line; in mustplay at most 58 letters
    const char *arguments; // the usage line after the name, without the options: "FILE.sgf"; ""
    int arguments_max;     // how many words it takes besides options
    const char
        *options; // names of the program's, separated by blanks; "@position" stands for those of a position
    const OptionSpec *own; // options that it alone has, ended by a NULL name; NULL without such
    const OptionHelp
        *helps; // of options of the program's, ended by a NULL name; NULL: the program's table says it all
    const char *const
        *examples;      // command lines, each with what it does behind it, ended by NULL; may be NULL
    const char *detail; // a paragraph for --help and the manual; NULL
    int (*run)(const Args *args);
    const CommandWay *ways; // tried in their order before `run`; ended by a NULL option; NULL without such.
    // The names that the command's argument may be, for --help and the manual; NULL without such a list. False
    // after the last.
    bool (*names)(const Program *program, int index, const char **name, const char **help);
    bool names_only; // it can be nothing else.
    // The command of another room that this row extends with more options, paragraphs and ways. What is NULL or 0 here
    // is as there. NULL: a command by itself.
    const struct Command *extends;
} Command;

// Calls back for each option that a command takes, its own included, "@position" expanded.
void command_options(const Program *program, const Command *command,
                     void (*each)(void *context, const OptionSpec *spec), void *context);
// What an option means with a command.
const char *command_option_help(const Command *command, const OptionSpec *spec);
// The row with what it takes over from those that it extends: the name, summary, argument, names and `run`. Options,
// paragraphs and ways are found by `extends`.
Command command_whole(const Command *row);

// The players, evaluations and methods that the program knows.
const Catalog *args_catalog(const Args *args);

// --- What a command was given
const Program *args_program(const Args *args);
const Command *args_command(const Args *args);
bool args_given(const Args *args, const char *name);
bool args_flag(const Args *args, const char *name);
long args_int(const Args *args, const char *name);
double args_real(const Args *args, const char *name);
const char *args_text(const Args *args, const char *name);        // NULL when neither given nor defaulted
const char *args_text_second(const Args *args, const char *name); // of an option of two words
// Of an option that repeats, the values in their order, the first with index 0; NULL beyond the last.
const char *args_text_at(const Args *args, const char *name, int index);
int args_count(const Args *args);
const char *args_word(const Args *args, int index);

// The position that the options describe (--size, --moves, --black, --white, --sgf, --hexworld and others).
bool args_game(const Args *args, Game *game, Error *error);

// --- Reports
// Writes "mustplay: TEXT" to stderr and returns the exit code of the error.
int report_error(const Error *error);
// Prints one JSON object and a newline to stdout, takes the reference, and returns EXIT_DONE or
// EXIT_INTERNAL. Whether the output arrived is main's business, for every command.
int report_json(json_t *object);

json_t *json_cell(const Geometry *geometry, int cell);  // null for CELL_NONE
json_t *json_move(const Geometry *geometry, Move move); // null for MOVE_NONE
json_t *json_cells(const Geometry *geometry, CellSet cells);
json_t *json_color(Color color); // null for EMPTY

#endif
