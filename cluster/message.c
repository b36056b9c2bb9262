#include "cluster/message.h"

#include "base/hash.h"
#include "cluster/stream.h"
#include "solve/store_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first byte of each kind of message; the second is the version of its form.
enum { KIND_JOB = 'J', KIND_ANSWER = 'A', KIND_FACTS = 'F', KIND_PROVE = 'P', KIND_PROVED = 'C' };
enum { FORM = 2, CHECKSUM = 8, NO_MOVE = 0xffff };
enum { STATE_BARE = 1, HASH_BYTES = SHA256_TEXT - 1 };
enum { FLAG_EXACT = 1, FLAG_AUDIT = 2, FLAG_DECIDED = 4 };

uint64_t message_net(const char *hash) {
    char start[17];
    snprintf(start, sizeof start, "%.16s", hash);
    return strtoull(start, NULL, 16);
}

// --- Writing
static void put(Text *out, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++) text_add_char(out, (char)(uint8_t)(number >> (8 * i)));
}

static void put_real(Text *out, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(out, bits, 8);
}

static void put_move(Text *out, Move move) {
    put(out, move == MOVE_NONE ? NO_MOVE : (uint64_t)move, 2);
}

static void put_set(Text *out, const Geometry *g, CellSet cells) {
    uint8_t bytes[STORE_SET_MAX];
    store_set_write(g, cells, bytes);
    text_add_bytes(out, (const char *)bytes, store_set_size(g));
}

// Bytes behind their number.
static void put_block(Text *out, const uint8_t *bytes, size_t size) {
    put(out, size, 1);
    text_add_bytes(out, (const char *)bytes, size);
}

static void put_position(Text *out, const Position *position) {
    uint8_t key[STORE_KEY_MAX];
    put_block(out, key, store_key_write(position, key));
}

static void put_record(Text *out, const Position *position, const ProofRecord *record) {
    uint8_t key[STORE_KEY_MAX], value[STORE_VALUE_MAX];
    size_t size = store_key_write(position, key);
    put_block(out, value, store_value_write(key, size, position, record, value));
}

static size_t message_begin(Text *out, int kind) {
    size_t start = out->length;
    put(out, (uint64_t)kind, 1);
    put(out, FORM, 1);
    return start;
}

static void message_end(Text *out, size_t start) {
    if (out->failed) return;
    put(out, hash_bytes(HASH_START, out->data + start, out->length - start), CHECKSUM);
}

void message_write_job(const SolveJob *job, Text *out) {
    size_t start = message_begin(out, KIND_JOB);
    put(out, job->id, 8);
    put(out, (job->exact ? FLAG_EXACT : 0) | (job->audit ? FLAG_AUDIT : 0), 1);
    put(out, job->epoch, 4);
    put(out, job->budget, 8);
    put(out, job->limits.phi, 4);
    put(out, job->limits.delta, 4);
    put(out, job->limits.least, 4);
    put(out, job->net, 8);
    put_position(out, &job->position);
    message_end(out, start);
}

static void put_child(Text *out, const Geometry *g, const ProofChild *child) {
    put_move(out, child->move);
    put(out, child->phi, 4);
    put(out, child->delta, 4);
    put(out, child->work, 4);
    if (child->phi) return;
    put_move(out, child->reply);
    put_set(out, g, child->proof);
}

void message_write_answer(const SolveAnswer *answer, Text *out) {
    const ProofPart *part = &answer->part;
    bool decided = part->record.winner != EMPTY;
    size_t start = message_begin(out, KIND_ANSWER);
    put(out, answer->id, 8);
    put(out, answer->worker, 8);
    put(out, (answer->audit ? FLAG_AUDIT : 0) | (decided ? FLAG_DECIDED : 0), 1);
    put(out, answer->epoch, 4);
    put_position(out, &answer->position);
    put(out, part->phi, 4);
    put(out, part->delta, 4);
    put(out, part->nodes, 8);
    put_real(out, part->seconds);
    if (decided) put_record(out, &answer->position, &part->record);
    put(out, (uint64_t)part->children, 2);
    for (int i = 0; i < part->children; i++) put_child(out, answer->position.geometry, &part->child[i]);
    message_end(out, start);
}

void message_write_prove(const ProveJob *job, Text *out) {
    bool bare = job->state.bare || position_winner(&job->state.at) != EMPTY;
    size_t start = message_begin(out, KIND_PROVE);
    put(out, job->id, 8);
    put(out, bare ? STATE_BARE : 0, 1);
    put(out, job->epoch, 4);
    put_real(out, job->seconds);
    put(out, job->net, 8);
    put_position(out, &job->position);
    if (!bare) put_position(out, &job->state.at);
    if (!bare) put_set(out, job->position.geometry, job->state.owed);
    message_end(out, start);
}

void message_write_proved(const ProveAnswer *answer, Text *out) {
    size_t start = message_begin(out, KIND_PROVED);
    put(out, answer->id, 8);
    put(out, answer->worker, 8);
    put(out, answer->epoch, 4);
    put(out, answer->result, 1);
    put(out, answer->nodes, 8);
    put_real(out, answer->seconds);
    text_add_bytes(out, answer->hash, HASH_BYTES);
    message_end(out, start);
}

void fact_batch_add(FactBatch *batch, const Position *position, const ProofRecord *record) {
    enum { ONE_MOST = 2 + STORE_KEY_MAX + STORE_VALUE_MAX, ENDS = 32 };
    if (batch->count == FACTS_MAX || batch->body.length + ONE_MOST + ENDS > FACTS_MESSAGE_MAX) return;
    put_position(&batch->body, position);
    put_record(&batch->body, position, record);
    batch->count++;
}

void message_write_facts(const FactBatch *batch, uint32_t epoch, Text *out) {
    size_t start = message_begin(out, KIND_FACTS);
    put(out, epoch, 4);
    put(out, (uint64_t)batch->count, 2);
    text_add_bytes(out, text_string(&batch->body), batch->body.length);
    out->failed |= batch->body.failed;
    message_end(out, start);
}

// --- Reading. What is wrong is remembered; after that everything reads as zero.
typedef struct Reader {
    const uint8_t *at, *end;
    bool bad;
} Reader;

static const uint8_t *take_bytes(Reader *r, size_t count) {
    static const uint8_t none[STORE_KEY_MAX];
    if (r->bad || (size_t)(r->end - r->at) < count) {
        r->bad = true;
        return none;
    }
    r->at += count;
    return r->at - count;
}

static uint64_t take(Reader *r, int bytes) {
    const uint8_t *in = take_bytes(r, (size_t)bytes);
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint64_t)in[i] << (8 * i);
    return number;
}

static void demand(Reader *r, bool condition) {
    if (!condition) r->bad = true;
}

static double take_real(Reader *r) {
    uint64_t bits = take(r, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    demand(r, isfinite(number) && number >= 0);
    return r->bad ? 0 : number;
}

// A proof number.
static uint32_t take_number(Reader *r) {
    uint32_t number = (uint32_t)take(r, 4);
    demand(r, number <= PROOF_INFINITE);
    return number;
}

static bool take_flag(uint64_t flags, uint64_t flag) {
    return flags & flag;
}

// Not won, and a mover who could move.
static void take_position(Reader *r, Position *position) {
    size_t size = (size_t)take(r, 1);
    const uint8_t *key = take_bytes(r, size);
    demand(r, !r->bad && store_key_read(key, size, position));
    demand(r, !r->bad && position_winner(position) == EMPTY);
}

static void take_record(Reader *r, const Position *position, ProofRecord *record) {
    size_t size = (size_t)take(r, 1);
    const uint8_t *value = take_bytes(r, size);
    uint8_t key[STORE_KEY_MAX];
    demand(r,
           !r->bad && store_value_read(key, store_key_write(position, key), position, value, size, record));
    demand(r, !r->bad && (record->move == MOVE_NONE || record->winner == position->to_move));
}

// A cell of the set, or where allowed none.
static Move take_move(Reader *r, CellSet cells, bool may_lack) {
    uint64_t number = take(r, 2);
    if (may_lack && number == NO_MOVE) return MOVE_NONE;
    demand(r, number < CELL_MAX && cellset_has(cells, (int)number));
    return r->bad ? MOVE_NONE : (Move)number;
}

// False for a message of another kind or form, or damaged.
static bool message_open(Reader *r, const void *bytes, size_t size, int kind, Error *error) {
    *r = (Reader){.at = bytes, .end = (const uint8_t *)bytes + size};
    if (size < 2 + CHECKSUM || r->at[0] != kind)
        return error_input(error, "it is no message of the kind %c", kind);
    if (r->at[1] != FORM)
        return error_input(error, "form %d, but this program knows form %d", r->at[1], FORM);
    r->end -= CHECKSUM;
    Reader tail = {.at = r->end, .end = r->end + CHECKSUM};
    if (take(&tail, CHECKSUM) != hash_bytes(HASH_START, r->at, (size_t)(r->end - r->at)))
        return error_input(error, "its checksum is wrong");
    r->at += 2;
    return true;
}

static bool message_close(const Reader *r, Error *error) {
    if (!r->bad && r->at == r->end) return true;
    return error_input(error, "it holds something impossible");
}

bool message_read_job(const void *bytes, size_t size, SolveJob *job, Error *error) {
    Reader r;
    if (!message_open(&r, bytes, size, KIND_JOB, error)) return false;
    *job = (SolveJob){.id = take(&r, 8)};
    uint64_t flags = take(&r, 1);
    demand(&r, job->id && flags <= (FLAG_EXACT | FLAG_AUDIT));
    job->exact = take_flag(flags, FLAG_EXACT);
    job->audit = take_flag(flags, FLAG_AUDIT);
    job->epoch = (uint32_t)take(&r, 4);
    job->budget = take(&r, 8);
    job->limits.phi = take_number(&r);
    job->limits.delta = take_number(&r);
    job->limits.least = (uint32_t)take(&r, 4);
    job->net = take(&r, 8);
    take_position(&r, &job->position);
    demand(&r, job->budget && job->limits.phi && job->limits.delta);
    return message_close(&r, error);
}

static void take_child(Reader *r, const Position *position, CellSet moves, ProofChild *child) {
    *child = (ProofChild){.move = take_move(r, moves, false), .reply = MOVE_NONE};
    child->phi = take_number(r);
    child->delta = take_number(r);
    child->work = (uint32_t)take(r, 4);
    demand(r, child->delta && (child->phi || child->delta == PROOF_INFINITE));
    if (r->bad || child->phi) return;
    CellSet left = position_vacant(position);
    cellset_remove(&left, child->move);
    child->reply = take_move(r, left, true);
    const uint8_t *set = take_bytes(r, store_set_size(position->geometry));
    demand(r, !r->bad && store_set_read(position->geometry, set, &child->proof) &&
                  cellset_within(child->proof, left));
}

// The children of a position that is not decided.
static void take_children(Reader *r, const Position *position, ProofPart *part) {
    CellSet moves = position_vacant(position);
    int count = (int)take(r, 2);
    demand(r, count <= cellset_count(moves) && (!count || part->record.winner == EMPTY));
    for (int i = 0; i < count && !r->bad; i++) {
        take_child(r, position, moves, &part->child[i]);
        if (!r->bad) cellset_remove(&moves, part->child[i].move);
    }
    part->children = r->bad ? 0 : count;
}

// Numbers and record must agree.
static void demand_agreement(Reader *r, const Position *position, const ProofPart *part) {
    Color winner = part->record.winner;
    if (winner == EMPTY)
        demand(r, part->phi && part->delta && part->phi < PROOF_INFINITE && part->delta < PROOF_INFINITE);
    else if (!r->bad && winner == position->to_move)
        demand(r, part->phi == 0 && part->delta == PROOF_INFINITE);
    else
        demand(r, part->phi == PROOF_INFINITE && part->delta == 0);
}

bool message_read_answer(const void *bytes, size_t size, SolveAnswer *answer, Error *error) {
    Reader r;
    ProofPart *part = &answer->part;
    if (!message_open(&r, bytes, size, KIND_ANSWER, error)) return false;
    answer->id = take(&r, 8);
    answer->worker = take(&r, 8);
    uint64_t flags = take(&r, 1);
    demand(&r, answer->id && answer->worker && !(flags & ~(uint64_t)(FLAG_AUDIT | FLAG_DECIDED)));
    answer->audit = take_flag(flags, FLAG_AUDIT);
    answer->epoch = (uint32_t)take(&r, 4);
    take_position(&r, &answer->position);
    part->phi = take_number(&r);
    part->delta = take_number(&r);
    part->nodes = take(&r, 8);
    part->seconds = take_real(&r);
    part->record = (ProofRecord){.winner = EMPTY, .move = MOVE_NONE};
    part->children = 0;
    if (!r.bad && take_flag(flags, FLAG_DECIDED)) take_record(&r, &answer->position, &part->record);
    if (!r.bad) demand_agreement(&r, &answer->position, part);
    if (!r.bad) take_children(&r, &answer->position, part);
    return message_close(&r, error);
}

bool message_read_prove(const void *bytes, size_t size, ProveJob *job, Error *error) {
    Reader r;
    if (!message_open(&r, bytes, size, KIND_PROVE, error)) return false;
    *job = (ProveJob){.id = take(&r, 8)};
    uint64_t bare = take(&r, 1);
    job->epoch = (uint32_t)take(&r, 4);
    job->seconds = take_real(&r);
    job->net = take(&r, 8);
    take_position(&r, &job->position);
    demand(&r, job->id && bare <= STATE_BARE && job->seconds > 0);
    job->state = (OracleState){.bare = true, .at = job->position};
    if (!r.bad && !bare) {
        take_position(&r, &job->state.at);
        demand(&r, !r.bad && job->state.at.geometry == job->position.geometry &&
                       job->state.at.to_move == job->position.to_move);
        const uint8_t *set = take_bytes(&r, r.bad ? 0 : store_set_size(job->position.geometry));
        demand(&r, !r.bad && store_set_read(job->position.geometry, set, &job->state.owed));
        job->state.bare = false;
    }
    return message_close(&r, error);
}

bool message_read_proved(const void *bytes, size_t size, ProveAnswer *answer, Error *error) {
    Reader r;
    if (!message_open(&r, bytes, size, KIND_PROVED, error)) return false;
    *answer = (ProveAnswer){.id = take(&r, 8)};
    answer->worker = take(&r, 8);
    answer->epoch = (uint32_t)take(&r, 4);
    uint64_t result = take(&r, 1);
    answer->nodes = take(&r, 8);
    answer->seconds = take_real(&r);
    memcpy(answer->hash, take_bytes(&r, HASH_BYTES), HASH_BYTES);
    demand(&r, answer->id && answer->worker && result <= PROVE_STOPPED &&
                   strspn(answer->hash, "0123456789abcdef") == HASH_BYTES);
    answer->result = (ProveResult)result;
    return message_close(&r, error);
}

// One fact; both are only good when the reader is.
static void take_fact(Reader *r, Position *position, ProofRecord *record) {
    take_position(r, position);
    if (!r->bad) take_record(r, position, record);
}

bool message_facts_epoch(const void *bytes, size_t size, uint32_t *epoch) {
    Reader r;
    if (!message_open(&r, bytes, size, KIND_FACTS, NULL)) return false;
    *epoch = (uint32_t)take(&r, 4);
    return !r.bad;
}

bool message_read_facts(const void *bytes, size_t size, FactVisit visit, void *context, Error *error) {
    Reader r;
    if (!message_open(&r, bytes, size, KIND_FACTS, error)) return false;
    take(&r, 4); // the epoch
    int count = (int)take(&r, 2);
    Position position;
    ProofRecord record;
    Reader check = r; // all are checked before the first is used
    for (int i = 0; i < count && !check.bad; i++) take_fact(&check, &position, &record);
    if (!message_close(&check, error)) return false;
    for (int i = 0; i < count; i++) {
        take_fact(&r, &position, &record);
        visit(context, &position, &record);
    }
    return true;
}
