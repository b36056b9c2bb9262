// What studies of positions gave (search/prover.h), kept so that a tool which runs many searches over the same positions makes
// each study once. A study depends on nothing but its position and how it is studied, so a
// search with and without such a table is the same.
//
// One board size and one set of options per table; one thread.
#ifndef MUSTPLAY_TOOLS_STUDIES_H
#define MUSTPLAY_TOOLS_STUDIES_H

#include "search/prover.h"

typedef struct Studies Studies;

// NULL out of memory.
Studies *studies_new(void);
void studies_free(Studies *studies);

// Puts into the worker what studying the position gave, as proof_worker_study does; false when it was not kept.
bool studies_recall(Studies *studies, const Position *position, bool exact, ProofSeems seems,
                    ProofWorker *worker);
// Keeps what the worker has just studied. Without memory it keeps nothing.
void studies_keep(Studies *studies, const Position *position, const ProofWorker *worker);

// Resets the counts of positions kept or recalled, and of different ones.
void studies_begin(Studies *studies);
uint64_t studies_count(const Studies *studies);
uint64_t studies_distinct(const Studies *studies);

#endif
