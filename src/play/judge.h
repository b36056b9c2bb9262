// Evaluations and nets as judges of Monte Carlo search (search/mcts.h): one of each per thread, made when that thread
// first asks.
#ifndef MUSTPLAY_PLAY_JUDGE_H
#define MUSTPLAY_PLAY_JUDGE_H

#include "play/evaluation.h"
#include "search/mcts.h"

typedef struct Judge Judge;

// What a judge goes by. Without a value leaves are played out.
typedef struct JudgeOptions {
    const EvaluationType *evaluation; // of every leaf; NULL: none
    bool net_value;                   // a net's value, asked only where a leaf becomes a node
    bool net_action;                  // besides, a net's action values where it does not
    bool net_prior;                   // moves by a net's policy
    const char *net_file;             // NULL: the net that is found
    const char *data;                 // the data folder that it is looked for in; NULL: see net/net.h
} JudgeOptions;

// NULL with an error, such as when there is no net.
Judge *judge_new(const JudgeOptions *options, Error *error);
void judge_free(Judge *judge);

// For the options of a search, which the judge outlives.
MctsJudge judge_of(Judge *judge);

#endif
