// Evaluations and nets as judges of Monte Carlo search (search/mcts.h): one of each per thread, made when that thread
// first asks.
#ifndef MUSTPLAY_ENGINE_JUDGE_H
#define MUSTPLAY_ENGINE_JUDGE_H

#include "search/mcts.h"

typedef struct Judge Judge;

// Judges leaves by the evaluation of that name (engine/evaluation.h) and, with `net_prior`, moves by a net's policy.
// "net" is the net's value, asked only where a leaf becomes a node. NULL name: leaves are played out. NULL with an error
// when there is no net.
Judge *judge_new(const char *evaluation, bool net_prior, Error *error);
void judge_free(Judge *judge);

// For the options of a search, which the judge outlives.
MctsJudge judge_of(Judge *judge);

#endif
