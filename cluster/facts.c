#include "cluster/facts.h"

#include <stdlib.h>

// The table grows by doubling up to this; half of it is used at most.
enum { SLOTS_FIRST = 1 << 10, SLOTS_MOST = 1 << 18 };

typedef struct Fact {
    Position position; // geometry NULL: a free slot
    ProofRecord record;
} Fact;

struct Facts {
    ProofStore proofs;
    Store *store; // or NULL
    Fact *slot;
    size_t slots, count;
    FactBatch news;
};

// The slot of a position, or the free one where it would be.
static Fact *slot_find(const Facts *facts, const Position *position) {
    size_t at = (size_t)position_hash(position).low & (facts->slots - 1);
    while (facts->slot[at].position.geometry && !position_equal(&facts->slot[at].position, position))
        at = (at + 1) & (facts->slots - 1);
    return &facts->slot[at];
}

static bool table_grow(Facts *facts) {
    Facts larger = {.slots = 2 * facts->slots, .slot = calloc(2 * facts->slots, sizeof *larger.slot)};
    if (!larger.slot) return false;
    for (size_t i = 0; i < facts->slots; i++)
        if (facts->slot[i].position.geometry) *slot_find(&larger, &facts->slot[i].position) = facts->slot[i];
    free(facts->slot);
    facts->slot = larger.slot;
    facts->slots = larger.slots;
    return true;
}

static void table_add(Facts *facts, const Position *position, const ProofRecord *record) {
    bool full = 2 * (facts->count + 1) > facts->slots;
    if (full && (facts->slots == SLOTS_MOST || !table_grow(facts))) return;
    Fact *fact = slot_find(facts, position);
    if (!fact->position.geometry) facts->count++;
    *fact = (Fact){*position, *record};
}

static bool facts_lookup(void *context, const Position *position, ProofRecord *record) {
    const Facts *facts = context;
    const Fact *fact = slot_find(facts, position);
    if (fact->position.geometry) {
        *record = fact->record;
        return true;
    }
    const ProofStore *store = facts->store ? store_proofs(facts->store) : NULL;
    return store && store->lookup(store->context, position, record);
}

static void store_add(const Facts *facts, const Position *position, const ProofRecord *record) {
    const ProofStore *store = facts->store ? store_proofs(facts->store) : NULL;
    if (store) store->record(store->context, position, record);
}

static void facts_record(void *context, const Position *position, const ProofRecord *record) {
    Facts *facts = context;
    store_add(facts, position, record);
    if (record->work < FACT_WORK) return;
    table_add(facts, position, record);
    fact_batch_add(&facts->news, position, record);
}

Facts *facts_new(Store *store) {
    Facts *facts = calloc(1, sizeof *facts);
    Fact *slot = calloc(SLOTS_FIRST, sizeof *slot);
    if (!facts || !slot) {
        free(facts);
        free(slot);
        return NULL;
    }
    *facts = (Facts){
        .proofs = {facts, facts_lookup, facts_record}, .store = store, .slot = slot, .slots = SLOTS_FIRST};
    return facts;
}

void facts_free(Facts *facts) {
    if (!facts) return;
    text_free(&facts->news.body);
    free(facts->slot);
    free(facts);
}

const ProofStore *facts_proofs(const Facts *facts) {
    return &facts->proofs;
}

void facts_learn(Facts *facts, const Position *position, const ProofRecord *record) {
    table_add(facts, position, record);
    store_add(facts, position, record);
}

FactBatch *facts_news(Facts *facts) {
    return &facts->news;
}

void fact_batch_clear(FactBatch *batch) {
    text_clear(&batch->body);
    batch->count = 0;
}
