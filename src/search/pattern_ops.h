// Pattern search compiled once a width: the entry of each.
#ifndef MUSTPLAY_SEARCH_PATTERN_OPS_H
#define MUSTPLAY_SEARCH_PATTERN_OPS_H

#include "search/pattern_search.h"

typedef struct PatternOps {
    bool (*run)(const Position *position, const PatternOptions *options, const Observer *observer,
                PatternOutcome *outcome, Error *error);
} PatternOps;

extern const PatternOps pattern_ops_w1, pattern_ops_w2, pattern_ops_w3, pattern_ops_w6;

#endif
