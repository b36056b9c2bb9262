// The program's subcommands: one table of commands, one of options. Every command says which options it
// takes; the parser, --help and the manual are made from the tables.
#ifndef MUSTPLAY_CLI_COMMAND_H
#define MUSTPLAY_CLI_COMMAND_H

#include "base/error.h"
#include "base/json.h"
#include "base/option.h"
#include "game/game.h"
#include "play/catalog.h"

enum { EXIT_DONE = 0, EXIT_INTERNAL = 1, EXIT_BAD_INPUT = 2, EXIT_UNDECIDED = 3, EXIT_FALSE_PROOF = 4 };

typedef struct Args Args;

typedef struct Command {
    const char *name;
    const char *summary;   // one line
    const char *arguments; // the usage line after the name, without the options: "FILE.sgf"; ""
    int arguments_max;     // how many words it takes besides options
    const char
        *options; // names of options, separated by blanks; "@position" stands for the position's options
    const char *detail; // a paragraph for --help and the manual; NULL
    int (*run)(const Args *args);
    // The same with --game y, and the names of the options that it takes then; NULL: the command knows only Hex.
    int (*run_y)(const Args *args);
    const char *y_options;
    // The names that the command's argument may be, for --help and the manual; NULL without such a list. False
    // after the last.
    bool (*names)(int index, const char **name, const char **help);
} Command;

extern const Command *const COMMANDS[]; // ended by NULL; in app/main.c
extern const OptionSpec OPTIONS[];      // ended by a NULL name; in cli/options.c

const OptionSpec *option_find(const char *name);

// Calls back for each option that a command takes, "@position" expanded.
void command_options(const Command *command, void (*each)(void *context, const OptionSpec *spec),
                     void *context);

// The players, evaluations and methods that the program knows.
const Catalog *args_catalog(const Args *args);

// --- What a command was given
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
