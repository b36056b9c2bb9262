// Pattern search compiled once a width: the entry of each.
#ifndef MUSTPLAY_SEARCH_THREAT_OPS_H
#define MUSTPLAY_SEARCH_THREAT_OPS_H

#include "search/threat_search.h"

typedef struct ThreatOps {
    bool (*run)(const Position *position, const ThreatOptions *options, const Budget *budget,
                ThreatOutcome *outcome, Error *error);
} ThreatOps;

extern const ThreatOps threat_ops_w1, threat_ops_w2, threat_ops_w3, threat_ops_w6;

#endif
