// The SGF record of a game of a match.
#ifndef MUSTPLAY_PLAY_MATCH_RECORD_H
#define MUSTPLAY_PLAY_MATCH_RECORD_H

#include "play/match.h"

// Writes FOLDER/game-NNNNN.sgf (numbers from 1), whole or not at all. Does nothing without a folder.
bool match_record_save(const MatchSetup *setup, const Game *game, const MatchGame *result, Error *error);

#endif
