// The bytes in which jobs, answers and facts of a solve travel. docs/CLUSTER.md describes them.
//
// Readers trust nothing: every length, number, cell and combination is checked, and a checksum ends each message. What
// they accept can be used without further looks, except that it may be a lie.
#ifndef MUSTPLAY_CLUSTER_MESSAGE_H
#define MUSTPLAY_CLUSTER_MESSAGE_H

#include "base/error.h"
#include "base/text.h"
#include "cluster/job.h"

// The net of jobs is the beginning of its SHA-256; 0 for "", no net.
uint64_t message_net(const char *hash);

// A writer that ran out of memory leaves `out->failed`.
void message_write_job(const SolveJob *job, Text *out);
void message_write_answer(const SolveAnswer *answer, Text *out);

// An error for bytes that no writer wrote. A job that was read has no affinity.
bool message_read_job(const void *bytes, size_t size, SolveJob *job, Error *error);
bool message_read_answer(const void *bytes, size_t size, SolveAnswer *answer, Error *error);

// Jobs and answers about claims.
void message_write_prove(const ProveJob *job, Text *out);
bool message_read_prove(const void *bytes, size_t size, ProveJob *job, Error *error);
void message_write_proved(const ProveAnswer *answer, Text *out);
bool message_read_proved(const void *bytes, size_t size, ProveAnswer *answer, Error *error);

// --- Facts: proved positions for everybody, as many as wanted in one message
enum { FACTS_MAX = 500 };

typedef struct FactBatch {
    Text body; // of the facts so far, without what begins and ends a message
    int count;
} FactBatch;

// Does nothing when the batch is full.
void fact_batch_add(FactBatch *batch, const Position *position, const ProofRecord *record);
// Writes the batch as a message.
void message_write_facts(const FactBatch *batch, uint32_t epoch, Text *out);
// The epoch of such a message.
bool message_facts_epoch(const void *bytes, size_t size, uint32_t *epoch);
// Calls back for each fact of a message that is sound as a whole.
typedef void (*FactVisit)(void *context, const Position *position, const ProofRecord *record);
bool message_read_facts(const void *bytes, size_t size, FactVisit visit, void *context, Error *error);

#endif
