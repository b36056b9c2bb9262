// The manual page, made from the tables of commands and options.
#ifndef MUSTPLAY_CLI_MANUAL_H
#define MUSTPLAY_CLI_MANUAL_H

#include "base/text.h"

// Appends mustplay(1) in man format.
void manual_write(Text *out);

#endif
