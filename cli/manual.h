// The manual page, made from the tables of commands and options.
#ifndef MUSTPLAY_CLI_MANUAL_H
#define MUSTPLAY_CLI_MANUAL_H

#include "base/text.h"
#include "play/catalog.h"

// Appends mustplay(1) in man format, with the players of a catalogue.
void manual_write(const Catalog *catalog, Text *out);

#endif
