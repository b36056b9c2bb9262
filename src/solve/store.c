#include "solve/store.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "solve/lmdb_check.h"
#include "solve/store_record.h"

#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_BYTES = 8192 }; // the size that LMDB gives its lock file
// Files of format 1 have no mark: they may hold what was only claimed. Those of format 2 have it.
enum { FORMAT_UNMARKED = 1, FORMAT_VERSION = 2 };
enum { BATCH_MAX = 1024, QUEUE_MAX = 8 * BATCH_MAX, CHECK_TRIES = 5, CONTRADICTION = -1 };
static const uint64_t MAP_FIRST = 1 << 20, MAP_STEP_MAX = 256 << 20;
static const double COMMIT_SECONDS = 0.3;

// The record that says what the file is; no board has a width of 0.
static const uint8_t HEADER_KEY[] = "\0mustplay";
static const char HEADER_NAME[16] = "proved positions";

typedef struct Pending {
    Position position;
    ProofRecord record;
} Pending;

struct Store {
    char path[4096];
    ProofStore proofs;
    bool marked;
    atomic_uint_fast64_t hits;
    MDB_env *env;
    MDB_dbi data;

    pthread_mutex_t read_lock; // the reading transaction; the map does not move while it is held
    MDB_txn *reader;

    pthread_mutex_t lock; // guards what follows
    pthread_cond_t wake;  // of the writer: much to write, a grown map, or the end
    pthread_cond_t written;
    Pending *queue;
    int queued, capacity;
    uint64_t recorded, committed;
    bool closing, resized, hurry;
    bool failed; // from then on nothing is written
    Error failure;
    pthread_t writer;
    Text contradiction; // the writer's: what a stored result and a new one say
};

static const char *code_text(int code) {
    return code < 0 ? mdb_strerror(code) : strerror(code);
}

static void store_fail(Store *s, const char *what, int code) {
    pthread_mutex_lock(&s->lock);
    if (!s->failed)
        error_failure(&s->failure, "store %.100s: %s: %s; nothing more is stored", s->path, what,
                      code == CONTRADICTION ? text_string(&s->contradiction) : code_text(code));
    s->failed = true;
    pthread_cond_broadcast(&s->written);
    pthread_mutex_unlock(&s->lock);
}

// A fault that ends the opening of a store: the machine's, or what the user gave.
static bool open_fault(Error *error, const char *path, const char *what, int code) {
    if (code > 0 && file_machine_fault(code))
        return error_failure(error, "store %.200s: %s%s; nothing will be stored", path, what,
                             code_text(code));
    return error_input(error, "store %.200s: %s%s", path, what, code_text(code));
}

// --- The map
// Takes a map that another process has made larger. No transaction of this process is open.
static void map_adopt(Store *s) {
    pthread_mutex_lock(&s->read_lock);
    mdb_env_set_mapsize(s->env, 0);
    pthread_mutex_unlock(&s->read_lock);
}

static int file_extend(MDB_env *env, uint64_t size) {
    mdb_filehandle_t file;
    struct stat status;
    int code = mdb_env_get_fd(env, &file);
    if (!code && fstat(file, &status)) code = errno;
    if (code || (uint64_t)status.st_size >= size) return code;
    return posix_fallocate(file, status.st_size, (off_t)size - status.st_size);
}

// The file grows first, then the map.
static int map_grow(Store *s) {
    MDB_envinfo info;
    mdb_env_info(s->env, &info);
    uint64_t step = info.me_mapsize < MAP_STEP_MAX ? info.me_mapsize : MAP_STEP_MAX;
    int code = file_extend(s->env, info.me_mapsize + step);
    if (code) return code;
    pthread_mutex_lock(&s->read_lock);
    code = mdb_env_set_mapsize(s->env, info.me_mapsize + step);
    pthread_mutex_unlock(&s->read_lock);
    return code;
}

// --- Writing
// Row by row, a sign per cell: names of cells would not fit into an error from 9x9 on.
static void rows_add(Text *text, const Position *p) {
    for (int cell = 0; cell < p->geometry->cells; cell++) {
        bool black = cellset_has(p->stones[BLACK], cell), white = cellset_has(p->stones[WHITE], cell);
        if (cell && cell % p->geometry->width == 0) text_add_char(text, '/');
        text_add_char(text, black ? 'B' : white ? 'W' : '.');
    }
}

static int contradiction_note(Store *s, const Position *p, Color stored) {
    text_format(&s->contradiction, "a stored result (%s wins) contradicts a new one: %dx%d, %s to move, ",
                color_name(stored), p->geometry->width, p->geometry->height, color_name(p->to_move));
    rows_add(&s->contradiction, p);
    return CONTRADICTION;
}

// Keeps what the file has already, unless the new record knows a move that the old one does not.
static int record_put(Store *s, MDB_txn *txn, const Pending *p) {
    uint8_t key[STORE_KEY_MAX], value[STORE_VALUE_MAX];
    size_t key_size = store_key_write(&p->position, key);
    MDB_val k = {key_size, key}, v;
    ProofRecord old;
    int code = mdb_get(txn, s->data, &k, &v);
    if (code && code != MDB_NOTFOUND) return code;
    if (!code && store_value_read(key, key_size, &p->position, v.mv_data, v.mv_size, &old)) {
        if (old.winner != p->record.winner) return contradiction_note(s, &p->position, old.winner);
        if (old.exact || !p->record.exact) return 0;
    }
    v = (MDB_val){store_value_write(key, key_size, &p->position, &p->record, value), value};
    return mdb_put(txn, s->data, &k, &v, 0);
}

static int header_put(MDB_txn *txn, MDB_dbi data, uint8_t version) {
    uint8_t value[sizeof HEADER_NAME + 4] = {0};
    memcpy(value, HEADER_NAME, sizeof HEADER_NAME);
    value[sizeof HEADER_NAME] = version;
    MDB_val k = {sizeof HEADER_KEY - 1, (void *)(uintptr_t)HEADER_KEY}, v = {sizeof value, value};
    return mdb_put(txn, data, &k, &v, 0);
}

static int batch_try(Store *s, const Pending *batch, int count) {
    MDB_txn *txn;
    int code = mdb_txn_begin(s->env, NULL, 0, &txn);
    for (int i = 0; !code && i < count; i++) {
        code = record_put(s, txn, &batch[i]);
        if (code) mdb_txn_abort(txn);
    }
    return code ? code : mdb_txn_commit(txn);
}

static int batch_write_part(Store *s, const Pending *batch, int count) {
    for (;;) {
        int code = batch_try(s, batch, count);
        if (code == MDB_MAP_RESIZED) {
            map_adopt(s);
        } else if (code == MDB_MAP_FULL) {
            code = map_grow(s);
            if (code) return code;
        } else {
            return code;
        }
    }
}

// The limit on records in a transaction: each may take a page of memory.
static int batch_write(Store *s, const Pending *batch, int count) {
    int code = 0;
    for (int i = 0; !code && i < count; i += BATCH_MAX)
        code = batch_write_part(s, batch + i, count - i < BATCH_MAX ? count - i : BATCH_MAX);
    return code;
}

static void wait_until(Store *s, double seconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end); // as s->wake waits by
    end.tv_nsec += (long)(seconds * 1e9);
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&s->wake, &s->lock, &end);
}

static void *writer_run(void *argument) {
    Store *s = argument;
    Pending *batch = NULL;
    int capacity = 0;
    pthread_mutex_lock(&s->lock);
    while (!s->closing || (s->queued && !s->failed)) {
        if (!s->closing && !s->hurry && s->queued < BATCH_MAX) wait_until(s, COMMIT_SECONDS);
        bool resized = s->resized;
        Pending *queue = s->queue;
        int count = s->queued, size = s->capacity;
        s->queue = batch;
        s->capacity = capacity;
        s->queued = 0;
        s->resized = s->hurry = false;
        batch = queue;
        capacity = size;
        uint64_t upto = s->recorded;
        bool failed = s->failed;
        pthread_mutex_unlock(&s->lock);
        if (resized) map_adopt(s);
        int code = count && !failed ? batch_write(s, batch, count) : 0;
        if (code) store_fail(s, "writing failed", code);
        pthread_mutex_lock(&s->lock);
        s->committed = upto;
        pthread_cond_broadcast(&s->written);
    }
    pthread_mutex_unlock(&s->lock);
    free(batch);
    return NULL;
}

// --- What a search calls
static void proofs_record(void *context, const Position *position, const ProofRecord *record) {
    Store *s = context;
    pthread_mutex_lock(&s->lock);
    while (s->queued >= QUEUE_MAX && !s->failed) pthread_cond_wait(&s->written, &s->lock);
    // Out of memory the record is lost, which is no more than a miss later.
    if (!s->failed && array_room(&s->queue, &s->capacity, s->queued + 1, sizeof *s->queue)) {
        s->queue[s->queued++] = (Pending){*position, *record};
        s->recorded++;
        if (s->queued >= BATCH_MAX) pthread_cond_signal(&s->wake);
    }
    pthread_mutex_unlock(&s->lock);
}

static bool proofs_lookup(void *context, const Position *position, ProofRecord *record) {
    Store *s = context;
    uint8_t key[STORE_KEY_MAX];
    size_t key_size = store_key_write(position, key);
    MDB_val k = {key_size, key}, v;
    pthread_mutex_lock(&s->read_lock);
    int code = mdb_txn_renew(s->reader);
    bool found = !code && !mdb_get(s->reader, s->data, &k, &v) &&
                 store_value_read(key, key_size, position, v.mv_data, v.mv_size, record);
    if (!code) mdb_txn_reset(s->reader);
    pthread_mutex_unlock(&s->read_lock);
    if (code == MDB_MAP_RESIZED) { // the writer sees to it; a miss meanwhile
        pthread_mutex_lock(&s->lock);
        s->resized = true;
        pthread_mutex_unlock(&s->lock);
    }
    if (found) atomic_fetch_add(&s->hits, 1);
    return found;
}

uint64_t store_hits(const Store *store) {
    return atomic_load(&store->hits);
}

const ProofStore *store_proofs(const Store *store) {
    return &store->proofs;
}

uint64_t store_sync(Store *s) {
    pthread_mutex_lock(&s->lock);
    uint64_t upto = s->recorded;
    while (s->committed < upto && !s->failed) {
        s->hurry = true;
        pthread_cond_signal(&s->wake);
        pthread_cond_wait(&s->written, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    MDB_stat status = {0};
    return mdb_env_stat(s->env, &status) || !status.ms_entries ? 0 : status.ms_entries - 1;
}

bool store_each(Store *s, StoreVisit visit, void *context, Error *error) {
    MDB_cursor *cursor;
    MDB_val k, v;
    pthread_mutex_lock(&s->read_lock);
    int code = mdb_txn_renew(s->reader);
    if (!code && (code = mdb_cursor_open(s->reader, s->data, &cursor))) mdb_txn_reset(s->reader);
    if (!code) {
        while (!(code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT))) {
            Position position;
            ProofRecord record;
            if (store_key_read(k.mv_data, k.mv_size, &position) &&
                store_value_read(k.mv_data, k.mv_size, &position, v.mv_data, v.mv_size, &record) &&
                !visit(context, &position, &record))
                break;
        }
        mdb_cursor_close(cursor);
        mdb_txn_reset(s->reader);
    }
    pthread_mutex_unlock(&s->read_lock);
    return !code || code == MDB_NOTFOUND ||
           error_failure(error, "store %.200s: %s", s->path, mdb_strerror(code));
}

// --- Changing what is there
static int change_put(Store *s, MDB_txn *txn, const StoreChange *change) {
    uint8_t key[STORE_KEY_MAX], value[STORE_VALUE_MAX];
    size_t key_size = store_key_write(&change->position, key);
    MDB_val k = {key_size, key}, v = {0, value};
    if (change->remove) {
        int code = mdb_del(txn, s->data, &k, NULL);
        return code == MDB_NOTFOUND ? 0 : code;
    }
    v.mv_size = store_value_write(key, key_size, &change->position, &change->record, value);
    return mdb_put(txn, s->data, &k, &v, 0);
}

// In one transaction, which is the next after `state`.
static int changes_try(Store *s, uint64_t *state, const StoreChange *changes, int count, bool mark,
                       bool *others) {
    MDB_txn *txn;
    int code = mdb_txn_begin(s->env, NULL, 0, &txn);
    if (code) return code;
    uint64_t number = mdb_txn_id(txn);
    *others = number != *state + 1;
    for (int i = 0; !code && !*others && i < count; i++) code = change_put(s, txn, &changes[i]);
    if (!code && mark && !*others) code = header_put(txn, s->data, FORMAT_VERSION);
    if (code || *others) {
        mdb_txn_abort(txn);
        return code;
    }
    code = mdb_txn_commit(txn);
    if (!code) *state = number;
    return code;
}

static int changes_write(Store *s, uint64_t *state, const StoreChange *changes, int count, bool mark,
                         bool *others) {
    for (;;) {
        int code = changes_try(s, state, changes, count, mark, others);
        if (code == MDB_MAP_RESIZED)
            map_adopt(s);
        else if (code != MDB_MAP_FULL || (code = map_grow(s)))
            return code;
    }
}

uint64_t store_state(Store *s) {
    MDB_envinfo info;
    return mdb_env_info(s->env, &info) ? 0 : info.me_last_txnid;
}

bool store_change(Store *s, uint64_t *state, const StoreChange *changes, int count, bool mark, bool *others,
                  Error *error) {
    int code = 0;
    *others = false;
    for (int i = 0; !code && !*others && i < count; i += BATCH_MAX)
        code = changes_write(s, state, changes + i, count - i < BATCH_MAX ? count - i : BATCH_MAX, false,
                             others);
    if (!code && mark && !*others) code = changes_write(s, state, NULL, 0, true, others);
    if (!code && mark && !*others) s->marked = true;
    return !code || error_failure(error, "store %.200s: %s", s->path, code_text(code));
}

// --- Making a file
static bool header_matches(const uint8_t *key, size_t size) {
    return size == sizeof HEADER_KEY - 1 && !memcmp(key, HEADER_KEY, size);
}

static int file_begin(MDB_env *env, bool marked) {
    MDB_txn *txn;
    MDB_dbi data;
    int code = mdb_txn_begin(env, NULL, 0, &txn);
    if (code) return code;
    code = mdb_dbi_open(txn, NULL, 0, &data);
    if (!code) code = header_put(txn, data, marked ? FORMAT_VERSION : FORMAT_UNMARKED);
    if (!code) return mdb_txn_commit(txn);
    mdb_txn_abort(txn);
    return code;
}

static int file_fill(const char *path, bool marked) {
    MDB_env *env;
    int code = mdb_env_create(&env);
    if (code) return code;
    code = mdb_env_set_mapsize(env, MAP_FIRST);
    if (!code) code = mdb_env_open(env, path, MDB_NOSUBDIR | MDB_NOLOCK, 0666); // nobody else knows it
    if (!code) code = file_extend(env, MAP_FIRST);
    if (!code) code = file_begin(env, marked);
    mdb_env_close(env);
    return code;
}

// A whole store under another name, then given its own. A file that another process put there meanwhile is
// as good.
static bool file_make(const char *path, bool marked, Error *error) {
    char made[4096 + 64];
    snprintf(made, sizeof made, "%s.new-%ld", path, (long)getpid());
    unlink(made);
    int code = file_fill(made, marked);
    if (!code && link(made, path) && errno != EEXIST) code = errno;
    unlink(made);
    return !code || open_fault(error, path, "cannot be made: ", code);
}

// --- Opening
typedef struct HeaderCheck {
    bool found;
    uint32_t version;
} HeaderCheck;

static bool record_check(void *context, const uint8_t *key, size_t key_size, const uint8_t *value,
                         size_t size) {
    HeaderCheck *header = context;
    Position position;
    ProofRecord record;
    if (header_matches(key, key_size) && size == sizeof HEADER_NAME + 4 &&
        !memcmp(value, HEADER_NAME, sizeof HEADER_NAME)) {
        header->found = true;
        memcpy(&header->version, value + sizeof HEADER_NAME, sizeof header->version);
        return true;
    }
    if (header->version > FORMAT_VERSION) return true; // the header comes first; what follows may be new
    return store_key_read(key, key_size, &position) &&
           store_value_read(key, key_size, &position, value, size, &record);
}

static bool header_accept(const Store *s, const HeaderCheck *header, bool sound, Error *error) {
    if (!header->found)
        return error_input(error, "%.200s is an LMDB file, but not a sound store of proved positions",
                           s->path);
    if (header->version > FORMAT_VERSION)
        return error_input(error,
                           "%.200s was written by a later version of mustplay (format %u; this one "
                           "reads up to %d)",
                           s->path, header->version, FORMAT_VERSION);
    return sound;
}

static void pause_briefly(void) {
    struct timespec time = {.tv_nsec = 10000000};
    nanosleep(&time, NULL);
}

static bool pages_check(Store *s, int file, Error *error) {
    bool sound = false, gone = true;
    HeaderCheck header = {0};
    for (int i = 0; gone && i < CHECK_TRIES; i++) {
        header = (HeaderCheck){0};
        if (mdb_txn_renew(s->reader)) return error_input(error, "%.200s cannot be read", s->path);
        sound = lmdb_check_pages(file, s->path, mdb_txn_id(s->reader), record_check, &header, &gone, error);
        mdb_txn_reset(s->reader);
    }
    s->marked = header.version > FORMAT_UNMARKED;
    return gone ? false : header_accept(s, &header, sound, error);
}

// A file that is being written may look wrong for a moment.
static bool metas_check(int file, const char *path, Error *error) {
    for (int i = 0;; i++) {
        if (lmdb_check_metas(file, path, error)) return true;
        if (i == CHECK_TRIES) return false;
        pause_briefly();
    }
}

// LMDB maps its lock file and writes there, which ends the program when the disk has no room for it: the room
// is taken first. A lock file that is in use keeps its size. File systems that cannot reserve room are trusted.
static int lock_reserve(const char *path) {
    char name[4096 + 8];
    struct stat status;
    snprintf(name, sizeof name, "%s-lock", path);
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    int code = file < 0 || fstat(file, &status) ? errno : 0;
    if (!code && fallocate(file, 0, 0, status.st_size ? status.st_size : LOCK_BYTES)) code = errno;
    if (file >= 0) close(file);
    return code == EOPNOTSUPP ? 0 : code;
}

static bool env_open(Store *s, int file, Error *error) {
    int code = lock_reserve(s->path);
    if (!code) code = mdb_env_create(&s->env);
    if (!code) code = mdb_env_open(s->env, s->path, MDB_NOSUBDIR | MDB_NOTLS | MDB_NORDAHEAD, 0666);
    if (!code) mdb_reader_check(s->env, NULL);
    MDB_txn *txn = NULL;
    if (!code) code = mdb_txn_begin(s->env, NULL, MDB_RDONLY, &txn);
    if (!code) code = mdb_dbi_open(txn, NULL, 0, &s->data);
    if (txn) mdb_txn_reset(txn);
    s->reader = txn;
    if (code) return open_fault(error, s->path, "", code);
    return pages_check(s, file, error);
}

static bool file_open(const char *path, bool marked, int *file, Error *error) {
    struct stat status;
    *file = -1;
    if (stat(path, &status)) {
        if (errno != ENOENT) return open_fault(error, path, "", errno);
        if (file_is_dangling(path))
            return error_input(error, "store %.200s: it is a link to a file that does not exist", path);
        if (!file_make(path, marked, error)) return false;
        if (stat(path, &status)) return open_fault(error, path, "", errno);
    }
    if (!S_ISREG(status.st_mode))
        return error_input(error, "store %.200s: not a file%s", path,
                           S_ISDIR(status.st_mode) ? " but a folder" : "");
    if (access(path, R_OK | W_OK)) return error_input(error, "store %.200s: %s", path, strerror(errno));
    *file = file_open_plain(path, error);
    return *file >= 0;
}

static void store_free(Store *s) {
    if (s->reader) mdb_txn_abort(s->reader);
    if (s->env) mdb_env_close(s->env);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->read_lock);
    pthread_cond_destroy(&s->wake);
    pthread_cond_destroy(&s->written);
    free(s->queue);
    text_free(&s->contradiction);
    free(s);
}

// Waits by a clock that nobody sets.
static void wake_init(pthread_cond_t *wake) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(wake, &attributes);
    pthread_condattr_destroy(&attributes);
}

static Store *open_any(const char *path, bool marked, Error *error) {
    Store *s = calloc(1, sizeof *s);
    if (!s) error_memory(error);
    if (!s) return NULL;
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->read_lock, NULL);
    wake_init(&s->wake);
    pthread_cond_init(&s->written, NULL);
    s->proofs = (ProofStore){s, proofs_lookup, proofs_record};
    int file = -1;
    bool good = snprintf(s->path, sizeof s->path, "%s", path) < (int)sizeof s->path - 8;
    if (!good) error_input(error, "the path of the store is too long");
    good = good && file_open(path, marked, &file, error) && metas_check(file, path, error) &&
           env_open(s, file, error);
    if (file >= 0) close(file);
    if (good && pthread_create(&s->writer, NULL, writer_run, s))
        good = error_failure(error, "the store's thread could not be started");
    if (good) return s;
    store_free(s);
    return NULL;
}

Store *store_open(const char *path, Error *error) {
    return open_any(path, true, error);
}

Store *store_open_claims(const char *path, Error *error) {
    return open_any(path, false, error);
}

bool store_marked(const Store *store) {
    return store->marked;
}

bool store_close(Store *s, Error *error) {
    if (!s) return true;
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_signal(&s->wake);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->writer, NULL);
    bool good = !s->failed;
    if (!good && error) *error = s->failure;
    store_free(s);
    return good;
}
