// What the command line held, parsed by the tables. Private to cli/; commands use command.h.
#ifndef MUSTPLAY_CLI_ARGS_H
#define MUSTPLAY_CLI_ARGS_H

#include "cli/command.h"

enum { ARGS_OPTIONS_MAX = 192, ARGS_WORDS_MAX = 32, ARGS_REPEATED_MAX = 64 };

// What an option that repeats was given after its first value.
typedef struct RepeatedText {
    const OptionSpec *spec;
    const char *text;
} RepeatedText;

struct Args {
    const Program *program;
    const Command *command; // the row
    Command whole;          // with what it takes over
    // The command's own options, then the program's, and the value of each; the first of a name counts.
    int options;
    const OptionSpec *option[ARGS_OPTIONS_MAX];
    OptionValue value[ARGS_OPTIONS_MAX];
    char unknown[160]; // "unknown KIND 'NAME'", when something is named that the program does not know; ""
    int words;
    const char *word[ARGS_WORDS_MAX];
    int repeated;
    RepeatedText more[ARGS_REPEATED_MAX]; // in their order
};

// Reads argv[0..count) after the command's name. "--name=value" and "--name value" are the same; "--" ends
// options; "-" alone is a word.
bool args_parse(Args *args, const Program *program, const Command *command, int count, char **argv,
                Error *error);

// The way that the options choose, with its options checked; NULL without an error for the command's own.
const CommandWay *args_way(const Args *args, Error *error);

void command_print_help(const Program *program, const Command *command);

#endif
