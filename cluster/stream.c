#include "cluster/stream.h"

#include "base/random.h"
#include "base/sha256.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

// --- Opening
bool run_name_check(const char *name, Error *error) {
    size_t length = strlen(name);
    bool good = length > 0 && length <= RUN_NAME_MAX;
    for (const char *p = name; *p; p++) good = good && (isalnum((unsigned char)*p) || strchr("._-", *p));
    return good ||
           error_input(error, "--run '%.60s': a name has up to %d letters, digits, dots, lines and dashes",
                       name, RUN_NAME_MAX);
}

bool stream_open(Stream *stream, const RedisAddress *address, const char *run, Error *error) {
    *stream = (Stream){0};
    if (!run_name_check(run, error)) return false;
    snprintf(stream->prefix, sizeof stream->prefix, "mustplay:%s:", run);
    stream->redis = redis_new(address, error);
    return stream->redis;
}

void stream_close(Stream *stream) {
    StreamRecord *r = &stream->record;
    redis_free(stream->redis);
    stream->redis = NULL;
    text_free(&r->version);
    text_free(&r->kind);
    text_free(&r->title);
    text_free(&r->task);
    text_free(&r->net);
}

static uint64_t number_draw(const void *place) {
    uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number || !number) {
        uint64_t state = (uint64_t)time(NULL) << 24 ^ (uint64_t)getpid() << 1 ^ (uint64_t)(uintptr_t)place;
        number = splitmix64(&state) | 1;
    }
    return number;
}

void stream_self_draw(Stream *stream, bool worker) {
    uint64_t number = number_draw(stream);
    stream->nonce = number;
    if (worker) number = identity_worker(&stream->identity->key, number);
    snprintf(stream->self, sizeof stream->self, "%016" PRIx64, number);
}

uint64_t stream_self_number(const char *self) {
    return strlen(self) == 16 && strspn(self, "0123456789abcdef") == 16 ? strtoull(self, NULL, 16) : 0;
}

StreamResult stream_fault(const Stream *stream) {
    if (redis_refused_with(stream->redis, "NOGROUP") || redis_refused_with(stream->redis, "UNBLOCKED"))
        return STREAM_GONE;
    // What the master mends when it renews its lock: keys of a wrong type, streams behind whose last id there is no room.
    static const char *const mended[] = {"WRONGTYPE", "ERR The stream has exhausted",
                                         "ERR The ID specified in XADD"};
    for (size_t i = 0; i < sizeof mended / sizeof *mended; i++)
        if (redis_refused_with(stream->redis, mended[i])) return STREAM_LATER;
    return redis_fault(stream->redis) == REDIS_REFUSED ? STREAM_REFUSED : STREAM_LATER;
}

// The word that a script's answer begins with.
static const RedisReply *reply_word(const RedisReply *reply) {
    return redis_reply_count(reply) ? redis_reply_item(reply, 0) : reply;
}

static StreamResult reply_result(const RedisReply *reply) {
    const RedisReply *word = reply_word(reply);
    return redis_reply_is(word, "ok")      ? STREAM_DONE
           : redis_reply_is(word, "moved") ? STREAM_MOVED
           : redis_reply_is(word, "none")  ? STREAM_NONE
           : redis_reply_is(word, "gone")  ? STREAM_GONE
                                           : STREAM_REFUSED;
}

// --- Members
// Gives the run's record as its master has signed it. Arguments: id, name, protocol, version, info, machine, key.
static const char JOIN[] =
    "local P,id=KEYS[1],ARGV[1] "
    "local run=redis.call('HMGET',P..'run','protocol','version','id','net','lease','kind','title',"
    "  'task','key','signature') "
    "if not run[1] then return {'none'} end "
    "if run[1]~=ARGV[3] then return {'protocol',run[1]} end "
    "if run[2]~=ARGV[4] then return {'version',run[2]} end "
    "local why=redis.call('HGET',P..'banned',ARGV[2]) "
    "if why then return {'banned',why} end "
    "why=redis.call('HGET',P..'banned','machine:'..ARGV[6]) "
    "if why then return {'machine',why} end "
    "why=redis.call('HGET',P..'banned','key:'..string.sub(ARGV[7],1,64)) "
    "if why then return {'machine',why} end "
    "local t=redis.call('TIME') "
    "redis.call('ZADD',P..'alive',t[1]*1000+math.floor(t[2]/1000),id) "
    "redis.call('HSET',P..'workers',id,ARGV[5]) "
    "redis.call('HSET',P..'names',id,ARGV[2]) "
    "redis.call('HSET',P..'machines',id,ARGV[6]) "
    "redis.call('HSET',P..'keys',id,ARGV[7]) "
    "redis.pcall('XGROUP','CREATE',P..'jobs:'..id,'w','0','MKSTREAM') "
    "redis.pcall('XGROUP','CREATE',P..'jobs','w','0','MKSTREAM') "
    "return {'ok',unpack(run)}";

static StreamResult join_refuse(const RedisReply *reply, const char *version, Error *error) {
    const char *other = redis_reply_text(redis_reply_item(reply, 1));
    const RedisReply *word = reply_word(reply);
    if (redis_reply_is(word, "protocol"))
        error_input(error, "the run speaks protocol %.20s, this program protocol %d", other,
                    CLUSTER_PROTOCOL);
    else if (redis_reply_is(word, "version"))
        error_input(error, "the run's master is mustplay %.40s, this is mustplay %s: both must be the same",
                    other, version);
    else
        error_input(error, "the master has shut this %s out: %.200s",
                    redis_reply_is(word, "machine") ? "machine" : "worker", other);
    return STREAM_REFUSED;
}

// The record behind the word: a run whose master cannot be known is none.
static StreamResult terms_read(Stream *stream, const RedisReply *reply, const char *fingerprint,
                               RunTerms *terms, Error *error) {
    enum { ID = 3, NET, LEASE, KIND, TITLE, TASK, KEY, SIGNATURE };
    const RedisReply *signature = redis_reply_item(reply, SIGNATURE);
    char shown[FINGERPRINT_TEXT];
    RunRecord record = {.version = redis_reply_text(redis_reply_item(reply, 2)),
                        .id = redis_reply_text(redis_reply_item(reply, ID)),
                        .kind = redis_reply_text(redis_reply_item(reply, KIND)),
                        .title = redis_reply_text(redis_reply_item(reply, TITLE)),
                        .task = redis_reply_text(redis_reply_item(reply, TASK)),
                        .net = redis_reply_text(redis_reply_item(reply, NET)),
                        .lease = redis_reply_integer(redis_reply_item(reply, LEASE))};
    redis_reply_copy(reply, ID, terms->id, sizeof terms->id);
    redis_reply_copy(reply, NET, terms->net, sizeof terms->net);
    terms->lease = (double)record.lease / 1000;
    if (!public_key_read(redis_reply_text(redis_reply_item(reply, KEY)), &terms->master) ||
        !run_record_check(&record, &terms->master, redis_reply_text(signature),
                          redis_reply_length(signature))) {
        error_input(error, "the run's record is not signed by its master");
        return STREAM_NONE;
    }
    if (*fingerprint && !fingerprint_is(fingerprint, &terms->master)) {
        fingerprint_write(&terms->master, shown);
        error_input(error, "the run's master is %s, not the one that --master names", shown);
        return STREAM_REFUSED;
    }
    stream->master = terms->master;
    if (strcmp(stream->run, terms->id) != 0) stream->facts_seen = 0;
    snprintf(stream->run, sizeof stream->run, "%s", terms->id);
    return STREAM_DONE;
}

StreamResult stream_join(Stream *stream, const char *name, const char *machine, const char *version,
                         const char *info, const char *fingerprint, RunTerms *terms, Error *error) {
    stream_self_draw(stream, true);
    Text key = {0};
    member_key_write(&stream->identity->key, stream->nonce, &key);
    RedisReply *reply =
        redis_script(stream->redis, JOIN, error, "1 %s %s %s %d %s %s %s %s", stream->prefix, stream->self,
                     name, CLUSTER_PROTOCOL, version, info, machine, text_string(&key));
    text_free(&key);
    if (!reply) return stream_fault(stream);
    StreamResult result = reply_result(reply);
    if (result == STREAM_REFUSED) result = join_refuse(reply, version, error);
    if (result == STREAM_DONE) result = terms_read(stream, reply, fingerprint, terms, error);
    redis_reply_free(reply);
    return result;
}

// Arguments: id, info, and of the job in hand lane, entry and number, or nothing.
static const char BEAT[] =
    "local P,id=KEYS[1],ARGV[1] "
    "if not redis.call('ZSCORE',P..'alive',id) then return {'gone',''} end "
    "local t=redis.call('TIME') "
    "redis.call('ZADD',P..'alive',t[1]*1000+math.floor(t[2]/1000),id) "
    "redis.call('HSET',P..'workers',id,ARGV[2]) "
    "local state=redis.call('HGET',P..'run','state') or '' "
    "if ARGV[3]~='' then "
    "  local p=redis.pcall('XPENDING',P..ARGV[3],'w',ARGV[4],ARGV[4],1) "
    "  if p.err or #p==0 or p[1][2]~=id or redis.call('HEXISTS',P..'open',ARGV[5])==0 then "
    "    return {'moved',state} end "
    "end "
    "return {'ok',state}";

StreamResult stream_beat(Stream *stream, const char *info, const StreamJob *job, bool *draining,
                         Error *error) {
    RedisReply *reply =
        redis_script(stream->redis, BEAT, error, "1 %s %s %s %s %s %llu", stream->prefix, stream->self, info,
                     job ? job->lane : "", job ? job->entry : "", job ? (unsigned long long)job->id : 0ull);
    if (!reply) return stream_fault(stream);
    StreamResult result = reply_result(reply);
    *draining = redis_reply_is(redis_reply_item(reply, 1), "draining");
    redis_reply_free(reply);
    return result;
}

StreamResult stream_leave(Stream *stream, Error *error) {
    RedisReply *reply =
        redis_call(stream->redis, error, "ZADD %salive XX 0 %s", stream->prefix, stream->self);
    if (!reply) return stream_fault(stream);
    redis_reply_free(reply);
    return STREAM_DONE;
}

// --- Jobs
static uint64_t sequence_read(const RedisReply *fields) {
    long long sequence = redis_reply_integer(redis_reply_field(fields, "sequence"));
    return sequence > 0 ? (uint64_t)sequence : 0;
}

// An entry [id, [name, value, ...]] of a stream that is read as a job. What is no job has the number 0.
static void job_read(const Stream *stream, const char *key, const RedisReply *entry, StreamJob *job) {
    const RedisReply *fields = redis_reply_item(entry, 1);
    const RedisReply *signature = redis_reply_field(fields, "signature");
    const RedisReply *body = redis_reply_field(fields, "body");
    long long id = redis_reply_integer(redis_reply_field(fields, "job"));
    *job = (StreamJob){.id = id > 0 ? (uint64_t)id : 0};
    size_t skip = strlen(stream->prefix);
    snprintf(job->lane, sizeof job->lane, "%.40s", strlen(key) > skip ? key + skip : "");
    snprintf(job->entry, sizeof job->entry, "%.47s", redis_reply_text(redis_reply_item(entry, 0)));
    snprintf(job->kind, sizeof job->kind, "%.15s", redis_reply_text(redis_reply_field(fields, "kind")));
    text_add_bytes(&job->body, redis_reply_text(body), redis_reply_length(body));
    job->sequence = sequence_read(fields);
    SignedWords words = {.kind = "job",
                         .run = stream->run,
                         .job = job->id,
                         .sequence = job->sequence,
                         .word = job->kind,
                         .body = redis_reply_text(body),
                         .size = redis_reply_length(body)};
    if (!signature_check(&stream->master, &words, redis_reply_text(signature), redis_reply_length(signature)))
        job->id = 0;
}

static int jobs_read(const Stream *stream, const RedisReply *reply, StreamJob jobs[2]) {
    int count = 0;
    for (size_t i = 0; i < redis_reply_count(reply); i++) {
        const RedisReply *lane = redis_reply_item(reply, i), *entries = redis_reply_item(lane, 1);
        for (size_t k = 0; k < redis_reply_count(entries) && count < 2; k++)
            job_read(stream, redis_reply_text(redis_reply_item(lane, 0)), redis_reply_item(entries, k),
                     &jobs[count++]);
    }
    return count;
}

// What is this worker's already ("0") or new (">"), from its own lane and the common one; waits up to `block` ms.
static StreamResult lanes_read(Stream *stream, const char *from, int block, StreamJob jobs[2], int *count,
                               Error *error) {
    const char *p = stream->prefix;
    RedisReply *reply = redis_call(stream->redis, error,
                                   "XREADGROUP GROUP w %s COUNT 1 BLOCK %d STREAMS %sjobs:%s %sjobs %s %s",
                                   stream->self, block, p, stream->self, p, from, from);
    if (!reply) return stream_fault(stream);
    *count = jobs_read(stream, reply, jobs);
    redis_reply_free(reply);
    return *count ? STREAM_DONE : STREAM_NONE;
}

StreamResult stream_take(Stream *stream, double seconds, StreamJob jobs[2], int *count, Error *error) {
    *count = 0;
    if (stream->taken_on !=
        redis_connections(stream->redis)) { // an answer may have been lost with the last one
        StreamResult result = lanes_read(stream, "0", 1, jobs, count, error);
        if (result != STREAM_NONE) return result;
        stream->taken_on = redis_connections(stream->redis);
    }
    StreamResult result =
        lanes_read(stream, ">", seconds > 0 ? (int)(seconds * 1000) : 1, jobs, count, error);
    if (result == STREAM_NONE) stream->taken_on = 0; // nothing new: is there something old?
    return result;
}

// Arguments: id, lane, entry, number, kind, body, facts, key, sequence, signature.
static const char ANSWER[] =
    "local P,id,lane,entry,job=KEYS[1],ARGV[1],KEYS[1]..ARGV[2],ARGV[3],ARGV[4] "
    "if not redis.call('ZSCORE',P..'alive',id) then return 'gone' end "
    "local p=redis.pcall('XPENDING',lane,'w',entry,entry,1) "
    "if p.err or #p==0 or p[1][2]~=id then return 'moved' end "
    "local open=redis.call('HDEL',P..'open',job)==1 "
    "if open then "
    "  redis.call('XADD',P..'answers','*','worker',id,'job',job,'kind',ARGV[5],'body',ARGV[6],'facts',ARGV[7],"
    "    'key',ARGV[8],'sequence',ARGV[9],'signature',ARGV[10]) "
    "end "
    "redis.call('XACK',lane,'w',entry) "
    "redis.call('XDEL',lane,entry) "
    "return open and 'ok' or 'moved'";

StreamResult stream_answer(Stream *stream, const StreamJob *job, const Text *body, const Text *facts,
                           Error *error) {
    uint8_t signature[IDENTITY_SIGNATURE];
    Text key = {0};
    SignedWords words = {.kind = "answer",
                         .run = stream->run,
                         .job = job->id,
                         .sequence = ++stream->sequence,
                         .word = job->kind,
                         .body = text_string(body),
                         .size = body->length,
                         .facts = text_string(facts),
                         .facts_size = facts->length};
    member_key_write(&stream->identity->key, stream->nonce, &key);
    if (key.failed || !identity_sign(stream->identity, &words, signature)) {
        text_free(&key);
        error_memory(error);
        return STREAM_LATER;
    }
    RedisReply *reply =
        redis_script(stream->redis, ANSWER, error, "1 %s %s %s %s %llu %s %b %b %s %llu %b", stream->prefix,
                     stream->self, job->lane, job->entry, (unsigned long long)job->id, job->kind,
                     text_string(body), body->length, text_string(facts), facts->length, text_string(&key),
                     (unsigned long long)words.sequence, signature, sizeof signature);
    text_free(&key);
    if (!reply) return stream_fault(stream);
    StreamResult result = reply_result(reply);
    redis_reply_free(reply);
    return result;
}

// Arguments: lane, entry.
static const char REJECT[] = "local P,lane=KEYS[1],KEYS[1]..ARGV[1] "
                             "local entry=redis.call('XRANGE',lane,ARGV[2],ARGV[2])[1] "
                             "redis.pcall('XACK',lane,'w',ARGV[2]) "
                             "redis.call('XDEL',lane,ARGV[2]) "
                             "if not redis.call('ZSCORE',P..'alive',ARGV[3]) then "
                             "  if entry then redis.call('XADD',P..'jobs','*',unpack(entry[2])) end "
                             "  return 'gone' "
                             "end "
                             "redis.call('HINCRBY',P..'run','rejected',1) "
                             "return 'ok'";

StreamResult stream_reject(Stream *stream, const StreamJob *job, Error *error) {
    RedisReply *reply = redis_script(stream->redis, REJECT, error, "1 %s %s %s %s", stream->prefix, job->lane,
                                     job->entry, stream->self);
    if (!reply) return stream_fault(stream);
    StreamResult result = redis_reply_is(reply, "gone") ? STREAM_GONE : STREAM_DONE;
    redis_reply_free(reply);
    return result;
}

// --- Facts and nets
// Visits what the master has signed and this worker has not seen.
static void fact_visit(Stream *stream, const RedisReply *fields, StreamVisit visit, void *context) {
    const RedisReply *body = redis_reply_field(fields, "body");
    const RedisReply *signature = redis_reply_field(fields, "signature");
    SignedWords words = {.kind = "facts",
                         .run = stream->run,
                         .sequence = sequence_read(fields),
                         .word = redis_reply_text(redis_reply_field(fields, "worker")),
                         .body = redis_reply_text(body),
                         .size = redis_reply_length(body)};
    if (words.sequence <= stream->facts_seen ||
        !signature_check(&stream->master, &words, redis_reply_text(signature), redis_reply_length(signature)))
        return;
    stream->facts_seen = words.sequence;
    visit(context, words.word, words.body, words.size);
}

StreamResult stream_facts(Stream *stream, char last[STREAM_ID_MAX], StreamVisit visit, void *context,
                          Error *error) {
    enum { MOST = 200 };
    if (!*last) stream->facts_seen = 0; // all of them again
    RedisReply *reply = redis_call(stream->redis, error, "XREAD COUNT %d STREAMS %sfacts %s", MOST,
                                   stream->prefix, *last ? last : "0");
    if (!reply) return stream_fault(stream);
    const RedisReply *entries = redis_reply_item(redis_reply_item(reply, 0), 1);
    size_t count = redis_reply_count(entries);
    for (size_t i = 0; i < count; i++) {
        const RedisReply *entry = redis_reply_item(entries, i), *fields = redis_reply_item(entry, 1);
        snprintf(last, STREAM_ID_MAX, "%.47s", redis_reply_text(redis_reply_item(entry, 0)));
        fact_visit(stream, fields, visit, context);
    }
    redis_reply_free(reply);
    return count == MOST ? STREAM_DONE : STREAM_NONE;
}

StreamResult stream_claims_put(Stream *stream, uint64_t job, const Text *bytes, Error *error) {
    RedisReply *reply = redis_call(stream->redis, error, "SET %sclaims:%llu %b EX %d", stream->prefix,
                                   (unsigned long long)job, text_string(bytes), bytes->length, BLOB_SECONDS);
    if (!reply) return stream_fault(stream);
    redis_reply_free(reply);
    return STREAM_DONE;
}

StreamResult stream_blob(Stream *stream, const char *hash, Text *bytes, Error *error) {
    char found[SHA256_TEXT];
    static const size_t USUAL = (size_t)32 << 20, NET = (size_t)520 << 20; // Redis's own limit, and a little
    redis_bound(stream->redis, NET);
    RedisReply *reply = redis_call(stream->redis, error, "GET %snet:%s", stream->prefix, hash);
    redis_bound(stream->redis, USUAL);
    if (!reply) return stream_fault(stream);
    size_t length = redis_reply_length(reply);
    sha256_text(redis_reply_text(reply), length, found);
    StreamResult result = length ? STREAM_DONE : STREAM_NONE;
    if (length && strcmp(found, hash)) {
        error_input(error, "the net %.12s in Redis is not what its hash says", hash);
        result = STREAM_REFUSED;
    }
    if (result == STREAM_DONE) text_add_bytes(bytes, redis_reply_text(reply), length);
    redis_reply_free(reply);
    return result;
}
