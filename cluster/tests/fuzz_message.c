// Messages of a cluster from strangers who know the checksum: whatever is accepted is possible, and is written again byte
// for byte.
#include "base/hash.h"
#include "cluster/message.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand_same(const Text *written, const char *bytes, size_t size) {
    if (written->length != size || memcmp(written->data, bytes, size)) abort();
}

static void fact_check(void *context, const Position *position, const ProofRecord *record) {
    fact_batch_add(context, position, record);
    if (position_winner(position) != EMPTY || !cellset_within(record->proof, position_vacant(position)))
        abort();
}

static void facts_check(const char *bytes, size_t size) {
    FactBatch batch = {0};
    Text written = {0};
    uint32_t epoch;
    if (message_facts_epoch(bytes, size, &epoch) &&
        message_read_facts(bytes, size, fact_check, &batch, NULL) && batch.count < FACTS_MAX) {
        message_write_facts(&batch, epoch, &written);
        demand_same(&written, bytes, size);
    }
    text_free(&written);
    text_free(&batch.body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Text bytes = {0}, written = {0};
    SolveJob job;
    ProveJob prove;
    ProveAnswer proved;
    static SolveAnswer answer;
    text_add_bytes(&bytes, (const char *)data, size);
    uint64_t hash = hash_bytes(HASH_START, data, size);
    for (int i = 0; i < 8; i++) text_add_char(&bytes, (char)(hash >> (8 * i)));
    if (message_read_job(bytes.data, bytes.length, &job, NULL)) {
        message_write_job(&job, &written);
        demand_same(&written, bytes.data, bytes.length);
    } else if (message_read_answer(bytes.data, bytes.length, &answer, NULL)) {
        message_write_answer(&answer, &written);
        demand_same(&written, bytes.data, bytes.length);
    } else if (message_read_prove(bytes.data, bytes.length, &prove, NULL)) {
        message_write_prove(&prove, &written);
        demand_same(&written, bytes.data, bytes.length);
    } else if (message_read_proved(bytes.data, bytes.length, &proved, NULL)) {
        message_write_proved(&proved, &written);
        demand_same(&written, bytes.data, bytes.length);
    } else {
        facts_check(bytes.data, bytes.length);
    }
    text_free(&bytes);
    text_free(&written);
    return 0;
}
