// A match whose games are played by the workers of a run.
#ifndef MUSTPLAY_CLUSTER_MATCH_RUN_H
#define MUSTPLAY_CLUSTER_MATCH_RUN_H

#include "cluster/run_lease.h"
#include "play/match.h"

typedef struct MatchRunSetup {
    RedisAddress address;
    RunKeys keys;
    double again; // the share of games that another machine plays again
    const char *run;
    BuildTerms build;
    double lease;
    void (*say)(void *context, const char *line); // with the match's context
} MatchRunSetup;

// As match_play, but for who plays: `jobs` of the setup plays no part, and external players are refused.
bool match_run(const MatchRunSetup *run, const MatchSetup *setup, MatchTally *tally, Error *error);

#endif
