// Lists of patterns with decompositions, from files.
#ifndef MUSTPLAY_LAB_STRATEGY_PATTERNS_H
#define MUSTPLAY_LAB_STRATEGY_PATTERNS_H

#include "lab/strategy/pattern_list.h"

// Reads a list; an error names the file and the line. Nothing is to be freed after a failure.
bool patterns_load(const char *path, PatternList *list, Error *error);

#endif
