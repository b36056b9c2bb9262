// What masters, and those who look, do with a run in Redis.
#include "cluster/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MASTER_LOCK_MS = 15000 };

// Frees the reply; a plain "ok" or a word for another result.
static StreamResult plain_result(const Stream *stream, RedisReply *reply) {
    if (!reply) return stream_fault(stream);
    const RedisReply *word = redis_reply_count(reply) ? redis_reply_item(reply, 0) : reply;
    StreamResult result = redis_reply_is(word, "ok")      ? STREAM_DONE
                          : redis_reply_is(word, "moved") ? STREAM_MOVED
                          : redis_reply_is(word, "gone")  ? STREAM_GONE
                                                          : STREAM_REFUSED;
    redis_reply_free(reply);
    return result;
}

static StreamResult other_master(StreamResult result, Error *error) {
    if (result == STREAM_REFUSED && !*error->text)
        error_input(error, "another master has taken this run over");
    return result;
}

// A function in Lua: whether the run is this master's. A lock that is missing (Redis' clock may have been set) is nobody else's.
#define LUA_OWN                                                                                              \
    "local function own(P,token) "                                                                           \
    "  local holder=redis.call('GET',P..'master') "                                                          \
    "  return not holder or holder==token "                                                                  \
    "end "

// --- Beginning and ending
// A function in Lua that takes the queued jobs away, or everything that belongs to one task.
#define LUA_CLEAR                                                                                                                                              \
    "local function clear(P,all) "                                                                                                                             \
    "  redis.call('DEL',P..'jobs',P..'open') "                                                                                                                 \
    "  for _,w in ipairs(redis.call('ZRANGE',P..'alive',0,-1)) do "                                                                                            \
    "    redis.call('DEL',P..'jobs:'..w) "                                                                                                                     \
    "    if not all then redis.call('XGROUP','CREATE',P..'jobs:'..w,'w','0','MKSTREAM') end "                                                                  \
    "  end "                                                                                                                                                   \
    "  if all then redis.call('DEL',P..'answers',P..'facts',P..'alive',P..'workers',P..'names',P..'machines',P..'keys',P..'banned',P..'games',P..'told') end " \
    "end "

// Goes on with the run of the given id and task, or begins another, whose id is the token; each has its signature.
// Arguments: token, lock's milliseconds, protocol, version; kind, title, task, net, clear (0, 1, 2); lease in
// ms, key, id ("" for none), its signature, and that of a new run.
static const char BEGIN[] = LUA_CLEAR
    "local P=KEYS[1] "
    "local holder=redis.call('GET',P..'master') "
    "if holder and holder~=ARGV[1] then "
    "  local left=redis.pcall('PTTL',P..'master') "
    "  return {'busy',type(left)=='number' and left or -1} end "
    "local old=redis.call('HMGET',P..'run','task','state','title','id') "
    "if old[1] and old[1]~=ARGV[7] and old[2]~='done' then return {'other',old[3]} end "
    "local same=old[1]==ARGV[7] and old[2]~='done' and old[4]==ARGV[12] "
    "if not same then "
    "  clear(P,true) "
    "  redis.call('DEL',P..'run') "
    "  redis.call('HSET',P..'run','id',ARGV[1]) "
    "elseif ARGV[9]~='0' then clear(P,ARGV[9]=='2') end "
    "redis.call('SET',P..'master',ARGV[1],'PX',ARGV[2]) "
    "redis.call('HSET',P..'run','protocol',ARGV[3],'version',ARGV[4],'kind',ARGV[5],'title',ARGV[6],'task',ARGV[7],"
    "  'net',ARGV[8],'state','running','lease',ARGV[10],'key',ARGV[11],'signature',same and ARGV[13] or ARGV[14]) "
    "redis.pcall('XGROUP','CREATE',P..'jobs','w','0','MKSTREAM') "
    "return {'ok',same and '1' or '0'}";

// The id of the run in Redis, if this master's key has signed its record; else "".
static StreamResult own_record(const Stream *stream, char id[STREAM_WORD_MAX], Error *error) {
    enum { VERSION, ID, KIND, TITLE, TASK, NET, LEASE, SIGNATURE };
    RedisReply *reply = redis_call(
        stream->redis, error, "HMGET %srun version id kind title task net lease signature", stream->prefix);
    if (!reply) return stream_fault(stream);
    RunRecord record = {.version = redis_reply_text(redis_reply_item(reply, VERSION)),
                        .id = redis_reply_text(redis_reply_item(reply, ID)),
                        .kind = redis_reply_text(redis_reply_item(reply, KIND)),
                        .title = redis_reply_text(redis_reply_item(reply, TITLE)),
                        .task = redis_reply_text(redis_reply_item(reply, TASK)),
                        .net = redis_reply_text(redis_reply_item(reply, NET)),
                        .lease = redis_reply_integer(redis_reply_item(reply, LEASE))};
    const RedisReply *signature = redis_reply_item(reply, SIGNATURE);
    bool own = run_record_check(&record, &stream->identity->key, redis_reply_text(signature),
                                redis_reply_length(signature));
    snprintf(id, STREAM_WORD_MAX, "%s", own ? record.id : "");
    redis_reply_free(reply);
    return STREAM_DONE;
}

// Microseconds since 1970: what an earlier master of this key has used is below.
static void sequence_begin(Stream *stream) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t micros = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    if (micros > stream->sequence) stream->sequence = micros;
}

static void text_set(Text *text, const char *value) {
    text_clear(text);
    text_add(text, value);
}

static void record_keep(StreamRecord *kept, const RunRecord *record, const char *key,
                        const uint8_t signature[IDENTITY_SIGNATURE]) {
    text_set(&kept->version, record->version);
    text_set(&kept->kind, record->kind);
    text_set(&kept->title, record->title);
    text_set(&kept->task, record->task);
    text_set(&kept->net, record->net);
    kept->lease = record->lease;
    snprintf(kept->key, sizeof kept->key, "%s", key);
    memcpy(kept->signature, signature, sizeof kept->signature);
}

// A lock that only grows older is that of a master that is gone: it expires. One that is renewed is refused.
static StreamResult lock_wait(Stream *stream, long long left, Error *error) {
    bool older = left >= 0 && (!stream->lock_left || left <= stream->lock_left);
    stream->lock_left = left;
    if (older) {
        error_failure(error, "the lock of an earlier master of this run expires in %lld s at the latest",
                      left / 1000 + 1);
        return STREAM_LATER;
    }
    error_input(error, "another master has this run; --run NAME begins another run");
    return STREAM_REFUSED;
}

StreamResult stream_begin(Stream *stream, const RunStart *start, bool *resumed, Error *error) {
    char key[2 * IDENTITY_PUBLIC + 1];
    uint8_t again[IDENTITY_SIGNATURE], fresh[IDENTITY_SIGNATURE];
    RunRecord record = {.version = start->version,
                        .id = stream->self,
                        .kind = start->kind,
                        .title = start->title,
                        .task = start->task,
                        .net = start->net,
                        .lease = (long long)(start->lease * 1000)};
    StreamResult found = own_record(stream, stream->run, error);
    if (found != STREAM_DONE) return found;
    if (!run_record_sign(&record, stream->identity, fresh)) return STREAM_LATER;
    record.id = stream->run;
    if (!run_record_sign(&record, stream->identity, again)) return STREAM_LATER;
    public_key_write(&stream->identity->key, key);
    RedisReply *reply =
        redis_script(stream->redis, BEGIN, error, "1 %s %s %d %d %s %s %s %s %s %d %lld %s %s %b %b",
                     stream->prefix, stream->self, MASTER_LOCK_MS, CLUSTER_PROTOCOL, start->version,
                     start->kind, start->title, start->task, start->net, (int)start->clear, record.lease, key,
                     stream->run, again, sizeof again, fresh, sizeof fresh);
    if (!reply) return stream_fault(stream);
    const RedisReply *word = redis_reply_item(reply, 0);
    StreamResult result = redis_reply_is(word, "ok") ? STREAM_DONE : STREAM_REFUSED;
    *resumed = redis_reply_is(redis_reply_item(reply, 1), "1");
    if (!*resumed) snprintf(stream->run, sizeof stream->run, "%s", stream->self);
    sequence_begin(stream);
    record.id = stream->run;
    record_keep(&stream->record, &record, key, *resumed ? again : fresh);
    if (redis_reply_is(word, "busy"))
        result = lock_wait(stream, redis_reply_integer(redis_reply_item(reply, 1)), error);
    else if (result != STREAM_DONE)
        error_input(
            error,
            "this run is not finished with something else (%.120s); --run NAME begins another run, `mustplay "
            "cluster purge` gives it up",
            redis_reply_text(redis_reply_item(reply, 1)));
    redis_reply_free(reply);
    return result;
}

// A function in Lua: deletes keys of a wrong type and a stream of answers whose last id leaves no room for
// more, and makes the common lane. Their contents come again. Tells whether that lane, or all open jobs, were
// gone.
#define LUA_MEND                                                                                                         \
    "local function mend(P) "                                                                                            \
    "  local types={run='hash',master='string',alive='zset',workers='hash',names='hash',machines='hash',"                \
    "    banned='hash',keys='hash',jobs='stream',open='hash',answers='stream',facts='stream'} "                          \
    "  for name,type in pairs(types) do "                                                                                \
    "    local found=redis.call('TYPE',P..name).ok "                                                                     \
    "    if found~='none' and found~=type then redis.call('DEL',P..name) end "                                           \
    "  end "                                                                                                             \
    "  for _,name in ipairs({'jobs','answers','facts'}) do "                                                             \
    "    local last=redis.call('XREVRANGE',P..name,'+','-','COUNT',1)[1] "                                               \
    "    if last and tonumber(string.match(last[1],'%d+'))>redis.call('TIME')[1]*1000+86400000 then "                    \
    "      redis.call('DEL',P..name) end "                                                                               \
    "  end "                                                                                                             \
    "  return not redis.pcall('XGROUP','CREATE',P..'jobs','w','0','MKSTREAM').err or redis.call('EXISTS',P..'open')==0 " \
    "end "

// Arguments: token, lock's milliseconds, status, protocol, and the record: id, version, kind, title, task, net, lease in ms, key,
// signature. Whatever others have written over it is put right.
static const char RENEW[] = LUA_MEND LUA_OWN
    "local P=KEYS[1] "
    "local gone=mend(P) "
    "if not own(P,ARGV[1]) then return 'other' end "
    "if redis.call('EXISTS',P..'run')==0 then return 'gone' end "
    "redis.call('SET',P..'master',ARGV[1],'PX',ARGV[2]) "
    "local draining=redis.call('HGET',P..'run','state')=='draining' "
    "redis.call('HSET',P..'run','status',ARGV[3],'state',draining and 'draining' or 'running',"
    "  'protocol',ARGV[4],'id',ARGV[5],'version',ARGV[6],'kind',ARGV[7],'title',ARGV[8],'task',ARGV[9],"
    "  'net',ARGV[10],'lease',ARGV[11],'key',ARGV[12],'signature',ARGV[13]) "
    "return {'ok',gone and '1' or '0'}";

StreamResult stream_renew(Stream *stream, const char *status, Error *error) {
    const StreamRecord *r = &stream->record;
    *error->text = '\0';
    RedisReply *reply = redis_script(
        stream->redis, RENEW, error, "1 %s %s %d %s %d %s %s %s %s %s %s %lld %s %b", stream->prefix,
        stream->self, MASTER_LOCK_MS, status, CLUSTER_PROTOCOL, stream->run, text_string(&r->version),
        text_string(&r->kind), text_string(&r->title), text_string(&r->task), text_string(&r->net), r->lease,
        r->key, r->signature, sizeof r->signature);
    stream->lanes_gone = redis_reply_is(redis_reply_item(reply, 1), "1");
    return other_master(plain_result(stream, reply), error);
}

// Arguments: token, status. Members stay: they are there for the next run.
static const char END[] =
    LUA_CLEAR "local P=KEYS[1] " LUA_OWN "if not own(P,ARGV[1]) then return 'other' end "
              "clear(P,false) "
              "redis.call('DEL',P..'answers',P..'facts',P..'master') "
              "redis.pcall('XGROUP','CREATE',P..'jobs','w','0','MKSTREAM') "
              "redis.call('HSET',P..'run','status',ARGV[2],'state','done') "
              "return 'ok'";

StreamResult stream_end(Stream *stream, const char *status, Error *error) {
    *error->text = '\0';
    return other_master(plain_result(stream, redis_script(stream->redis, END, error, "1 %s %s %s",
                                                          stream->prefix, stream->self, status)),
                        error);
}

// Arguments: token.
static const char RELEASE[] =
    "if redis.call('GET',KEYS[1]..'master')==ARGV[1] then redis.call('DEL',KEYS[1]..'master') end "
    "return 'ok'";

StreamResult stream_release(Stream *stream, Error *error) {
    return plain_result(stream,
                        redis_script(stream->redis, RELEASE, error, "1 %s %s", stream->prefix, stream->self));
}

// --- Jobs out
// Arguments: token, number, worker, kind, body, sequence, signature.
static const char GIVE[] =
    "local P,job=KEYS[1],ARGV[2] "
    "if redis.call('EXISTS',P..'run')==0 then return 'gone' end " LUA_OWN
    "if not own(P,ARGV[1]) then return 'other' end "
    "if redis.call('HSETNX',P..'open',job,0)==0 then return 'moved' end "
    "local lane=P..'jobs' "
    "if ARGV[3]~='' and redis.call('ZSCORE',P..'alive',ARGV[3]) then lane=lane..':'..ARGV[3] end "
    "redis.call('XADD',lane,'*','job',job,'kind',ARGV[4],'body',ARGV[5],'sequence',ARGV[6],'signature',ARGV[7]) "
    "return 'ok'";

StreamResult stream_give(Stream *stream, uint64_t id, const char *worker, const char *kind, const Text *body,
                         Error *error) {
    *error->text = '\0';
    uint8_t signature[IDENTITY_SIGNATURE];
    SignedWords words = {.kind = "job",
                         .run = stream->run,
                         .job = id,
                         .sequence = ++stream->sequence,
                         .word = kind,
                         .body = text_string(body),
                         .size = body->length};
    if (!identity_sign(stream->identity, &words, signature)) {
        error_memory(error);
        return STREAM_LATER;
    }
    RedisReply *reply =
        redis_script(stream->redis, GIVE, error, "1 %s %s %llu %s %s %b %llu %b", stream->prefix,
                     stream->self, (unsigned long long)id, worker, kind, text_string(body), body->length,
                     (unsigned long long)words.sequence, signature, sizeof signature);
    return other_master(plain_result(stream, reply), error);
}

// Arguments: token, worker, body, messages kept, sequence, signature.
static const char PUBLISH[] =
    "if redis.call('GET',KEYS[1]..'master')~=ARGV[1] then return 'other' end "
    "redis.call('XADD',KEYS[1]..'facts','MAXLEN','~',ARGV[4],'*','worker',ARGV[2],'body',ARGV[3],"
    "  'sequence',ARGV[5],'signature',ARGV[6]) "
    "return 'ok'";

StreamResult stream_publish(Stream *stream, const char *worker, const Text *facts, Error *error) {
    *error->text = '\0';
    uint8_t signature[IDENTITY_SIGNATURE];
    SignedWords words = {.kind = "facts",
                         .run = stream->run,
                         .sequence = ++stream->sequence,
                         .word = worker,
                         .body = text_string(facts),
                         .size = facts->length};
    if (!identity_sign(stream->identity, &words, signature)) {
        error_memory(error);
        return STREAM_LATER;
    }
    RedisReply *reply =
        redis_script(stream->redis, PUBLISH, error, "1 %s %s %s %b %d %llu %b", stream->prefix, stream->self,
                     worker, text_string(facts), facts->length, FACTS_KEPT,
                     (unsigned long long)words.sequence, signature, sizeof signature);
    return other_master(plain_result(stream, reply), error);
}

static StreamResult claims_read(Stream *stream, uint64_t job, size_t length, Text *bytes, Error *error) {
    enum { PIECE = 1 << 18 };
    while (bytes->length < length) {
        RedisReply *reply = redis_call(
            stream->redis, error, "GETRANGE %sclaims:%llu %llu %llu", stream->prefix, (unsigned long long)job,
            (unsigned long long)bytes->length, (unsigned long long)bytes->length + PIECE - 1);
        if (!reply) return stream_fault(stream);
        size_t got = redis_reply_length(reply);
        text_add_bytes(bytes, redis_reply_text(reply), got);
        redis_reply_free(reply);
        if (!got || bytes->failed) return STREAM_NONE;
    }
    return STREAM_DONE;
}

StreamResult stream_claims_take(Stream *stream, uint64_t job, Text *bytes, Error *error) {
    RedisReply *reply =
        redis_call(stream->redis, error, "STRLEN %sclaims:%llu", stream->prefix, (unsigned long long)job);
    if (!reply) return redis_refused_with(stream->redis, "WRONGTYPE") ? STREAM_NONE : stream_fault(stream);
    long long length = redis_reply_integer(reply);
    redis_reply_free(reply);
    bool fits = length > 0 && length <= CLAIMS_MAX;
    StreamResult result = fits ? claims_read(stream, job, (size_t)length, bytes, error) : STREAM_NONE;
    if (result == STREAM_LATER) return result;
    redis_reply_free(redis_call(stream->redis, &(Error){0}, "UNLINK %sclaims:%llu", stream->prefix,
                                (unsigned long long)job));
    return result;
}

StreamResult stream_withdraw(Stream *stream, uint64_t id, Error *error) {
    RedisReply *reply =
        redis_call(stream->redis, error, "HDEL %sopen %llu", stream->prefix, (unsigned long long)id);
    if (!reply) return stream_fault(stream);
    StreamResult result = redis_reply_integer(reply) ? STREAM_DONE : STREAM_NONE;
    redis_reply_free(reply);
    return result;
}

// --- Answers in
static void answer_visit(const RedisReply *entry, AnswerVisit visit, void *context) {
    const RedisReply *fields = redis_reply_item(entry, 1), *body = redis_reply_field(fields, "body");
    const RedisReply *facts = redis_reply_field(fields, "facts");
    long long id = redis_reply_integer(redis_reply_field(fields, "job"));
    StreamAnswer answer = {.id = id > 0 ? (uint64_t)id : 0,
                           .kind = redis_reply_text(redis_reply_field(fields, "kind")),
                           .body = redis_reply_text(body),
                           .size = redis_reply_length(body),
                           .facts = redis_reply_text(facts),
                           .facts_size = redis_reply_length(facts)};
    const RedisReply *signature = redis_reply_field(fields, "signature");
    long long sequence = redis_reply_integer(redis_reply_field(fields, "sequence"));
    answer.by = (SignedEntry){.key = redis_reply_text(redis_reply_field(fields, "key")),
                              .sequence = sequence > 0 ? (uint64_t)sequence : 0,
                              .signature = redis_reply_text(signature),
                              .signature_size = redis_reply_length(signature)};
    snprintf(answer.entry, sizeof answer.entry, "%.47s", redis_reply_text(redis_reply_item(entry, 0)));
    snprintf(answer.worker, sizeof answer.worker, "%.40s",
             redis_reply_text(redis_reply_field(fields, "worker")));
    answer.by.worker = stream_self_number(answer.worker);
    visit(context, &answer);
}

const char *stream_judge(const Stream *stream, Members *members, const StreamAnswer *answer) {
    SignedWords words = {.kind = "answer",
                         .run = stream->run,
                         .job = answer->id,
                         .sequence = answer->by.sequence,
                         .word = answer->kind,
                         .body = answer->body,
                         .size = answer->size,
                         .facts = answer->facts,
                         .facts_size = answer->facts_size};
    return members_judge(members, &answer->by, &words);
}

// Arguments: the last entry read, bytes of an entry's values that are too many.
static const char CLEAN[] =
    "local P,from,gone,most=KEYS[1]..'answers',ARGV[1],0,tonumber(ARGV[2]) "
    "for _=1,100000 do "
    "  local found=redis.pcall('XRANGE',P,'('..from,'+','COUNT',1) "
    "  if found.err or not found[1] then break end " // nothing is behind the last id there is
    "  found=found[1] "
    "  from=found[1] "
    "  local size=0 "
    "  for _,value in ipairs(found[2]) do size=size+#value end "
    "  if size>most then redis.call('XDEL',P,from) gone=gone+1 end "
    "end "
    "return gone";

StreamResult stream_answers_clean(Stream *stream, const char *last, long long *gone, Error *error) {
    RedisReply *reply = redis_script(stream->redis, CLEAN, error, "1 %s %s %d", stream->prefix,
                                     *last ? last : "0-0", ANSWER_MAX + FACTS_MESSAGE_MAX + 4096);
    *gone = redis_reply_integer(reply);
    if (!reply) return stream_fault(stream);
    redis_reply_free(reply);
    return STREAM_DONE;
}

bool stream_id_bad(const char *id) {
    enum { DAY = 86400 };
    return strtoull(id, NULL, 10) / 1000 > (unsigned long long)time(NULL) + DAY;
}

StreamResult stream_answers(Stream *stream, char last[STREAM_ID_MAX], double seconds, int most,
                            AnswerVisit visit, void *context, Error *error) {
    RedisReply *reply =
        redis_call(stream->redis, error, "XREAD COUNT %d BLOCK %d STREAMS %sanswers %s", most,
                   seconds > 0.001 ? (int)(seconds * 1000) : 1, stream->prefix, *last ? last : "0");
    if (!reply) return stream_fault(stream);
    const RedisReply *entries = redis_reply_item(redis_reply_item(reply, 0), 1);
    size_t count = redis_reply_count(entries);
    for (size_t i = 0; i < count; i++) {
        const RedisReply *entry = redis_reply_item(entries, i);
        snprintf(last, STREAM_ID_MAX, "%.47s", redis_reply_text(redis_reply_item(entry, 0)));
        answer_visit(entry, visit, context);
    }
    redis_reply_free(reply);
    return count ? STREAM_DONE : STREAM_NONE;
}

// XTRIM keeps what is at least MINID: the last one read stays, which costs nothing.
StreamResult stream_trim(Stream *stream, const char *last, Error *error) {
    if (!*last) return STREAM_DONE;
    RedisReply *reply = redis_call(stream->redis, error, "XTRIM %sanswers MINID %s", stream->prefix, last);
    if (!reply) return stream_fault(stream);
    redis_reply_free(reply);
    return STREAM_DONE;
}

// Which numbers were told is one bit each. Arguments: token, number, line, games kept.
static const char TELL[] =
    "local P=KEYS[1] "
    "if redis.call('EXISTS',P..'run')==0 then return 'gone' end " LUA_OWN
    "if not own(P,ARGV[1]) then return 'other' end "
    "if redis.call('SETBIT',P..'told',ARGV[2],1)==0 then "
    "  redis.call('XADD',P..'games','MAXLEN','~',ARGV[4],'*','number',ARGV[2],'game',ARGV[3]) end "
    "return 'ok'";

StreamResult stream_tell(Stream *stream, int number, const char *line, Error *error) {
    *error->text = '\0';
    RedisReply *reply = redis_script(stream->redis, TELL, error, "1 %s %s %d %s %d", stream->prefix,
                                     stream->self, number, line, GAMES_KEPT);
    return other_master(plain_result(stream, reply), error);
}

// --- Workers
// A function in Lua that queues again what a worker had and forgets it. Its first argument is how many hands a job may go
// through: those that did end up in `given` and are closed.
#define LUA_DISMISS                                                                                          \
    "local P,most,given=KEYS[1],tonumber(ARGV[1]),{} "                                                       \
    "local function again(fields) "                                                                          \
    "  local job "                                                                                           \
    "  for i=1,#fields,2 do if fields[i]=='job' then job=fields[i+1] end end "                               \
    "  if not job or redis.call('HEXISTS',P..'open',job)==0 then return end "                                \
    "  if redis.call('HINCRBY',P..'open',job,1)>=most then "                                                 \
    "    redis.call('HDEL',P..'open',job) "                                                                  \
    "    given[#given+1]=job "                                                                               \
    "  else redis.call('XADD',P..'jobs','*',unpack(fields)) end "                                            \
    "end "                                                                                                   \
    "local function dismiss(id) "                                                                            \
    "  local own=P..'jobs:'..id "                                                                            \
    "  for _,e in ipairs(redis.call('XRANGE',own,'-','+')) do again(e[2]) end "                              \
    "  redis.call('DEL',own) "                                                                               \
    "  local p=redis.pcall('XPENDING',P..'jobs','w','-','+',1000,id) "                                       \
    "  if not p.err then for _,e in ipairs(p) do "                                                           \
    "    local found=redis.call('XRANGE',P..'jobs',e[1],e[1]) "                                              \
    "    redis.call('XACK',P..'jobs','w',e[1]) "                                                             \
    "    redis.call('XDEL',P..'jobs',e[1]) "                                                                 \
    "    if found[1] then again(found[1][2]) end "                                                           \
    "  end redis.call('XGROUP','DELCONSUMER',P..'jobs','w',id) end "                                         \
    "  redis.call('ZREM',P..'alive',id) "                                                                    \
    "  redis.call('HDEL',P..'workers',id) "                                                                  \
    "  redis.call('HDEL',P..'names',id) "                                                                    \
    "  redis.call('HDEL',P..'machines',id) "                                                                 \
    "  redis.call('HDEL',P..'keys',id) "                                                                     \
    "end "

// A reader that waited when a run began or its data was lost may be handed a job although nobody knows it any
// more. Jobs of such readers are queued again too.
// Arguments: hands, token, lease in milliseconds.
static const char RESCUE[] = LUA_DISMISS
    "if redis.call('GET',P..'master')~=ARGV[2] then return {{},{}} end "
    "local t=redis.call('TIME') "
    "local lost=redis.call('ZRANGEBYSCORE',P..'alive','-inf',t[1]*1000+math.floor(t[2]/1000)-ARGV[3]) "
    "for _,id in ipairs(lost) do dismiss(id) end "
    "local readers=redis.pcall('XINFO','CONSUMERS',P..'jobs','w') "
    "if not readers.err then for _,reader in ipairs(readers) do "
    "  if not redis.call('ZSCORE',P..'alive',reader[2]) then dismiss(reader[2]) end "
    "end end "
    "return {lost,given}";

static void rescue_read(const RedisReply *reply, const StreamRescue *rescue) {
    const RedisReply *lost = redis_reply_item(reply, 0), *given = redis_reply_item(reply, 1);
    for (size_t i = 0; i < redis_reply_count(lost); i++)
        rescue->lost(rescue->context, redis_reply_text(redis_reply_item(lost, i)));
    for (size_t i = 0; i < redis_reply_count(given); i++)
        rescue->given_up(rescue->context, (uint64_t)redis_reply_integer(redis_reply_item(given, i)));
}

StreamResult stream_rescue(Stream *stream, double lease, const StreamRescue *rescue, Error *error) {
    RedisReply *reply = redis_script(stream->redis, RESCUE, error, "1 %s %d %s %lld", stream->prefix,
                                     rescue->hands, stream->self, (long long)(lease * 1000));
    if (!reply) return stream_fault(stream);
    rescue_read(reply, rescue);
    redis_reply_free(reply);
    return STREAM_DONE;
}

// Arguments: hands, worker, reason.
static const char BAN[] =
    LUA_DISMISS "local name=redis.call('HGET',P..'names',ARGV[2]) "
                "local machine=redis.call('HGET',P..'machines',ARGV[2]) or '' "
                "local key=redis.call('HGET',P..'keys',ARGV[2]) "
                "if name then redis.call('HSET',P..'banned',name,ARGV[3]) end "
                "if key then redis.call('HSET',P..'banned','key:'..string.sub(key,1,64),ARGV[3]) end "
                "dismiss(ARGV[2]) "
                "if machine~='' then "
                "  redis.call('HSET',P..'banned','machine:'..machine,ARGV[3]) "
                "  local all=redis.call('HGETALL',P..'machines') "
                "  for i=1,#all,2 do if all[i+1]==machine then dismiss(all[i]) end end "
                "end "
                "return machine";

StreamResult stream_ban(Stream *stream, const char *worker, const char *reason, char machine[STREAM_WORD_MAX],
                        Error *error) {
    RedisReply *reply =
        redis_script(stream->redis, BAN, error, "1 %s 1 %s %s", stream->prefix, worker, reason);
    *machine = '\0';
    if (!reply) return stream_fault(stream);
    snprintf(machine, STREAM_WORD_MAX, "%s", redis_reply_text(reply));
    redis_reply_free(reply);
    return STREAM_DONE;
}

StreamResult stream_ban_word(Stream *stream, const char *word, const char *reason, Error *error) {
    RedisReply *reply = redis_call(stream->redis, error, "HSET %sbanned %s %s", stream->prefix, word, reason);
    if (!reply) return stream_fault(stream);
    redis_reply_free(reply);
    return STREAM_DONE;
}

// Gives [id, info, milliseconds since, key] of each.
static const char WORKERS[] =
    "local P,t,out=KEYS[1],redis.call('TIME'),{} "
    "local now=t[1]*1000+math.floor(t[2]/1000) "
    "local all=redis.call('ZRANGE',P..'alive',0,-1,'WITHSCORES') "
    "for i=1,#all,2 do "
    "  out[#out+1]={all[i],redis.call('HGET',P..'workers',all[i]) or '',now-all[i+1],"
    "    redis.call('HGET',P..'keys',all[i]) or ''} end "
    "return out";

StreamResult stream_workers(Stream *stream, WorkerVisit visit, void *context, Error *error) {
    RedisReply *reply = redis_script(stream->redis, WORKERS, error, "1 %s", stream->prefix);
    if (!reply) return stream_fault(stream);
    for (size_t i = 0; i < redis_reply_count(reply); i++) {
        const RedisReply *one = redis_reply_item(reply, i);
        visit(context, redis_reply_text(redis_reply_item(one, 0)), redis_reply_text(redis_reply_item(one, 3)),
              redis_reply_text(redis_reply_item(one, 1)),
              (double)redis_reply_integer(redis_reply_item(one, 2)) / 1000);
    }
    redis_reply_free(reply);
    return STREAM_DONE;
}

StreamResult stream_open_jobs(Stream *stream, OpenVisit visit, void *context, Error *error) {
    RedisReply *reply = redis_call(stream->redis, error, "HGETALL %sopen", stream->prefix);
    if (!reply) return stream_fault(stream);
    for (size_t i = 0; i + 1 < redis_reply_count(reply); i += 2)
        visit(context, (uint64_t)redis_reply_integer(redis_reply_item(reply, i)),
              (int)redis_reply_integer(redis_reply_item(reply, i + 1)));
    redis_reply_free(reply);
    return STREAM_DONE;
}

StreamResult stream_blob_put(Stream *stream, const char *hash, const void *bytes, size_t size, Error *error) {
    RedisReply *reply = redis_call(stream->redis, error, "SET %snet:%s %b EX %d", stream->prefix, hash, bytes,
                                   size, BLOB_SECONDS);
    if (!reply) return stream_fault(stream);
    redis_reply_free(reply);
    return STREAM_DONE;
}

StreamResult stream_blob_renew(Stream *stream, const char *hash, Error *error) {
    RedisReply *reply =
        redis_call(stream->redis, error, "EXPIRE %snet:%s %d", stream->prefix, hash, BLOB_SECONDS);
    if (!reply) return stream_fault(stream);
    StreamResult result = redis_reply_integer(reply) ? STREAM_DONE : STREAM_GONE;
    redis_reply_free(reply);
    return result;
}

// --- Looking
static const char VIEW[] =
    "local P=KEYS[1] "
    "local run=redis.call('HMGET',P..'run','kind','state','title','version','status','rejected') "
    "if not run[1] then return {} end "
    "local queued,p=redis.call('XLEN',P..'jobs'),redis.pcall('XPENDING',P..'jobs','w') "
    "if not p.err then queued=queued-p[1] end "
    "for _,w in ipairs(redis.call('ZRANGE',P..'alive',0,-1)) do "
    "  local o,q=redis.call('XLEN',P..'jobs:'..w),redis.pcall('XPENDING',P..'jobs:'..w,'w') "
    "  queued=queued+o-(q.err and 0 or q[1]) end "
    "return {run[1],run[2] or '',run[3] or '',run[4] or '',run[5] or '',redis.call('EXISTS',P..'master'),"
    "  redis.call('HLEN',P..'open'),queued,redis.call('XLEN',P..'answers'),redis.call('XLEN',P..'facts'),"
    "  tonumber(run[6] or '0')}";

StreamResult stream_view(Stream *stream, RunView *view, Error *error) {
    RedisReply *reply = redis_script(stream->redis, VIEW, error, "1 %s", stream->prefix);
    *view = (RunView){0};
    if (!reply) return stream_fault(stream);
    view->there = redis_reply_count(reply);
    redis_reply_copy(reply, 0, view->kind, sizeof view->kind);
    redis_reply_copy(reply, 1, view->state, sizeof view->state);
    redis_reply_copy(reply, 2, view->title, sizeof view->title);
    redis_reply_copy(reply, 3, view->version, sizeof view->version);
    const RedisReply *status = redis_reply_item(reply, 4);
    text_add_bytes(&view->status, redis_reply_text(status), redis_reply_length(status));
    view->has_master = redis_reply_integer(redis_reply_item(reply, 5));
    view->open = redis_reply_integer(redis_reply_item(reply, 6));
    view->queued = redis_reply_integer(redis_reply_item(reply, 7));
    view->answers = redis_reply_integer(redis_reply_item(reply, 8));
    view->facts = redis_reply_integer(redis_reply_item(reply, 9));
    view->rejected = redis_reply_integer(redis_reply_item(reply, 10));
    redis_reply_free(reply);
    return view->there ? STREAM_DONE : STREAM_NONE;
}

static const char DRAIN[] = "if redis.call('EXISTS',KEYS[1]..'run')==0 then return 'gone' end "
                            "redis.call('HSET',KEYS[1]..'run','state','draining') "
                            "return 'ok'";

StreamResult stream_drain(Stream *stream, Error *error) {
    return plain_result(stream, redis_script(stream->redis, DRAIN, error, "1 %s", stream->prefix));
}

StreamResult stream_purge(Stream *stream, long long *deleted, Error *error) {
    char cursor[32] = "0";
    *deleted = 0;
    do {
        RedisReply *reply =
            redis_call(stream->redis, error, "SCAN %s MATCH %s* COUNT 500", cursor, stream->prefix);
        if (!reply) return stream_fault(stream);
        const RedisReply *keys = redis_reply_item(reply, 1);
        redis_reply_copy(reply, 0, cursor, sizeof cursor);
        for (size_t i = 0; i < redis_reply_count(keys); i++) {
            const char *key = redis_reply_text(redis_reply_item(keys, i));
            RedisReply *gone = redis_call(stream->redis, error, "UNLINK %s", key);
            if (!gone) {
                redis_reply_free(reply);
                return stream_fault(stream);
            }
            *deleted += redis_reply_integer(gone);
            redis_reply_free(gone);
        }
        redis_reply_free(reply);
    } while (strcmp(cursor, "0"));
    return STREAM_DONE;
}
