// What the command line held, parsed by the tables. Private to app/main.c and cli/args.c; commands use
// command.h.
#ifndef MUSTPLAY_CLI_ARGS_H
#define MUSTPLAY_CLI_ARGS_H

#include "cli/command.h"

enum { ARGS_OPTIONS_MAX = 128, ARGS_WORDS_MAX = 32, ARGS_REPEATED_MAX = 64 };

// What an option that repeats was given after its first value.
typedef struct RepeatedText {
    const OptionSpec *spec;
    const char *text;
} RepeatedText;

struct Args {
    const Command *command;
    OptionValue value[ARGS_OPTIONS_MAX]; // by index in OPTIONS
    int words;
    const char *word[ARGS_WORDS_MAX];
    int repeated;
    RepeatedText more[ARGS_REPEATED_MAX]; // in their order
};

// Reads argv[0..count) after the command's name. "--name=value" and "--name value" are the same; "--" ends
// options; "-" alone is a word.
bool args_parse(Args *args, const Command *command, int count, char **argv, Error *error);

// Whether the command is asked for the game of Y, and whether every option given goes with it.
bool args_game_y(const Args *args);
bool args_check_y(const Args *args, Error *error);

void command_print_help(const Command *command);

#endif
