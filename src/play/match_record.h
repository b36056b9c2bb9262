// What is kept of a game of a match: its line in the journal, and its SGF file.
#ifndef MUSTPLAY_PLAY_MATCH_RECORD_H
#define MUSTPLAY_PLAY_MATCH_RECORD_H

#include "play/match.h"

// All that decides the results of a match.
void match_identity(const MatchSetup *setup, Text *out);
// A game's value in the journal; NULL out of memory.
json_t *match_value(const MatchGame *game, const Game *record);
// The same read, but for the moves and the slowest ones. False when it is no game of that number.
bool match_value_read(const json_t *value, int number, MatchGame *game);

// Writes FOLDER/game-NNNNN.sgf (numbers from 1), whole or not at all. Does nothing without a folder.
bool match_record_save(const MatchSetup *setup, const Game *game, const MatchGame *result, Error *error);

#endif
