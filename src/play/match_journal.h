// The journal of a match: an append-only text file, one line per finished game, each on the disk before the match
// continues. The first line says which match it is. A last line that was not written whole is cut off. Two
// processes never share one: it is locked.
#ifndef MUSTPLAY_PLAY_MATCH_JOURNAL_H
#define MUSTPLAY_PLAY_MATCH_JOURNAL_H

#include "play/match.h"

typedef struct MatchJournal {
    int fd; // -1: none
} MatchJournal;

// Opens or creates the file and calls back for every game in it. An error when the file holds something else
// than this match.
bool match_journal_open(MatchJournal *journal, const MatchSetup *setup,
                        bool (*each)(void *context, const MatchGame *game, Error *error), void *context,
                        Error *error);
// Adds a finished game; on return it is on the disk.
bool match_journal_add(MatchJournal *journal, const MatchGame *game, const Game *record, Error *error);
void match_journal_close(MatchJournal *journal);

#endif
