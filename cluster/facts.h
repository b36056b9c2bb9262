// Proved positions that a worker knows besides its graph: those of others, its own for others, and a store on this machine, if any. For a search it is one ProofStore (search/proof_record.h).
//
// One thread at a time, as a search calls its store.
#ifndef MUSTPLAY_CLUSTER_FACTS_H
#define MUSTPLAY_CLUSTER_FACTS_H

#include "cluster/message.h"
#include "solve/store.h"

// A position that took fewer studies is not worth a message: whoever needs it proves it again.
enum { FACT_WORK = 40 };

typedef struct Facts Facts;

// `store` may be NULL; it outlives the facts. NULL out of memory.
Facts *facts_new(Store *store);
void facts_free(Facts *facts);
// What a search takes. Valid as long as the facts.
const ProofStore *facts_proofs(const Facts *facts);

// Takes what another worker has proved. A table that is full takes no more, which costs time, not truth.
void facts_learn(Facts *facts, const Position *position, const ProofRecord *record);
// What the searches have proved since the last call, worth telling: the caller writes it and clears it.
FactBatch *facts_news(Facts *facts);
void fact_batch_clear(FactBatch *batch);

#endif
