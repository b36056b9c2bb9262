// Names on the command line that a program does not know: found before a command runs, with the nearest known one.
#ifndef MUSTPLAY_CLI_NAMES_H
#define MUSTPLAY_CLI_NAMES_H

#include "cli/args.h"
#include "cli/nearest.h"

// Reports an unknown name: `args->unknown` is "unknown KIND 'NAME'". The error says that, then `tail`, then `prefix` with
// the names that may have been meant. Returns false.
bool names_unknown(Args *args, const char *kind, const Nearest *nearest, const char *prefix, const char *tail,
                   Error *error);
// "; did you mean X?", or nothing.
void nearest_write(const Nearest *nearest, const char *prefix, Text *out);

// Whether the program knows the players, evaluations, methods and entries that the options and words name.
bool args_check_names(Args *args, Error *error);

#endif
