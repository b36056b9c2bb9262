// The store of proved positions: what goes in comes out, by any process, after kill -9, and never from a file
// that was cut, damaged or made by another program.
#include "solve/store.h"
#include "test_support.h"

#include "base/clock.h"
#include "base/random.h"
#include "game/game.h"

#include <fcntl.h>
#include <lmdb.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/mustplay-store-XXXXXX";
static char path[64], copy_path[64];

static void file_remove(const char *name) {
    char lock[128];
    snprintf(lock, sizeof lock, "%s-lock", name);
    unlink(name);
    unlink(lock);
}

static Store *open_store(const char *name) {
    Error error = {0};
    Store *store = store_open(name, &error);
    if (!store) fail_msg("%s", error.text);
    return store;
}

static void close_store(Store *store) {
    Error error = {0};
    if (!store_close(store, &error)) fail_msg("%s", error.text);
}

// The i-th position and its record; any of them can be made again to compare.
static Position sample(uint64_t i, ProofRecord *record) {
    static const int sizes[][2] = {{8, 8}, {7, 7}, {1, 1}, {19, 19}, {5, 9}, {11, 11}};
    Random random = random_seeded(i + 1);
    const int *size = sizes[i % 6];
    Position p = position_empty(geometry_get(size[0], size[1]));
    CellSet proof = cellset_none();
    for (int cell = 0; cell < p.geometry->cells; cell++) {
        uint32_t what = random_below(&random, 4);
        if (what < 2)
            cellset_add(&p.stones[what], cell);
        else if (what == 2)
            cellset_add(&proof, cell);
    }
    p.to_move = (Color)random_below(&random, 2);
    *record = (ProofRecord){.winner = (Color)random_below(&random, 2),
                            .move = cellset_is_empty(proof) ? MOVE_NONE : cellset_first(proof),
                            .exact = true,
                            .proof = proof,
                            .work = (uint32_t)i};
    return p;
}

static bool record_equal(const ProofRecord *a, const ProofRecord *b) {
    return a->winner == b->winner && a->move == b->move && a->exact == b->exact && a->work == b->work &&
           cellset_equal(a->proof, b->proof);
}

// 1x1 has few positions: samples that repeat are left out.
static bool sample_used(uint64_t i) {
    return i % 6 != 2;
}

static void samples_record(Store *store, uint64_t from, uint64_t to) {
    const ProofStore *proofs = store_proofs(store);
    for (uint64_t i = from; i < to; i++) {
        ProofRecord record;
        Position p = sample(i, &record);
        if (sample_used(i)) proofs->record(proofs->context, &p, &record);
    }
}

// Counts the samples that are there; those must be as they were recorded.
static uint64_t samples_find(Store *store, uint64_t from, uint64_t to) {
    const ProofStore *proofs = store_proofs(store);
    uint64_t found = 0;
    for (uint64_t i = from; i < to; i++) {
        ProofRecord record, got;
        Position p = sample(i, &record);
        if (!sample_used(i) || !proofs->lookup(proofs->context, &p, &got)) continue;
        assert_true(record_equal(&record, &got));
        found++;
    }
    return found;
}

// The clock on the wall, ahead of what it will show in a moment: the machine sets it back.
static time_t wall_ahead;

int __real_clock_gettime(clockid_t id, struct timespec *now);
int __wrap_clock_gettime(clockid_t id, struct timespec *now);
int __wrap_clock_gettime(clockid_t id, struct timespec *now) {
    int code = __real_clock_gettime(id, now);
    if (id == CLOCK_REALTIME) now->tv_sec += wall_ahead;
    return code;
}

// What is recorded reaches the disk soon, whatever becomes of the clock on the wall.
static void test_clock_set_back(void **state) {
    (void)state;
    static const double PATIENCE = 60;
    file_remove(path);
    wall_ahead = 36000;
    Store *store = open_store(path);
    samples_record(store, 0, 1);
    double end = clock_seconds() + PATIENCE;
    while (!samples_find(store, 0, 1) && clock_seconds() < end) sched_yield();
    assert_int_equal(samples_find(store, 0, 1), 1);
    wall_ahead = 0;
    close_store(store);
}

static void test_round_trip(void **state) {
    (void)state;
    file_remove(path);
    Store *store = open_store(path);
    assert_int_equal(store_sync(store), 0);
    samples_record(store, 0, 600);
    assert_int_equal(store_sync(store), 500);
    assert_int_equal(samples_find(store, 0, 1200), 500);
    close_store(store);
    store = open_store(path);
    assert_int_equal(samples_find(store, 0, 1200), 500);
    close_store(store);
}

// An exact record replaces an inexact one; nothing else is replaced. A contradiction is told.
static void test_replacement(void **state) {
    (void)state;
    file_remove(path);
    Store *store = open_store(path);
    const ProofStore *proofs = store_proofs(store);
    ProofRecord record, got;
    Position p = sample(0, &record);
    record.exact = false;
    record.work = 1;
    proofs->record(proofs->context, &p, &record);
    store_sync(store);
    record.work = 2;
    proofs->record(proofs->context, &p, &record);
    store_sync(store);
    assert_true(proofs->lookup(proofs->context, &p, &got) && got.work == 1 && !got.exact);
    record.exact = true;
    proofs->record(proofs->context, &p, &record);
    store_sync(store);
    assert_true(proofs->lookup(proofs->context, &p, &got) && got.work == 2 && got.exact);
    record.winner = color_other(record.winner);
    proofs->record(proofs->context, &p, &record);
    Error error = {0};
    assert_false(store_close(store, &error));
    assert_non_null(strstr(error.text, "contradicts"));
}

// Far beyond the first map of a megabyte.
static void test_growth(void **state) {
    (void)state;
    file_remove(path);
    Store *store = open_store(path);
    samples_record(store, 0, 60000);
    assert_int_equal(store_sync(store), 50000);
    close_store(store);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_true(status.st_size > 4 << 20);
    store = open_store(path);
    assert_int_equal(samples_find(store, 0, 60000), 50000);
    close_store(store);
}

// --- Processes
typedef struct Note {
    uint64_t upto;
    double time;
} Note;

// Records on and on, and notes each time how far it is; the notes come after the records.
static void child_record(int notes, long pause_ns) {
    Store *store = store_open(path, NULL);
    for (uint64_t i = 0; store; i += 20) {
        samples_record(store, i, i + 20);
        Note note = {i + 20, clock_seconds()};
        if (write(notes, &note, sizeof note) != sizeof note) break;
        struct timespec pause = {.tv_nsec = pause_ns};
        nanosleep(&pause, NULL);
    }
    _exit(1);
}

static uint64_t used_below(uint64_t upto) {
    uint64_t used = 0;
    for (uint64_t i = 0; i < upto; i++) used += sample_used(i);
    return used;
}

// Kills a process that records, some time after its first note. Gives how far it was a second before.
static uint64_t killed_after(double seconds, long pause_ns) {
    int notes[2];
    file_remove(path);
    assert_int_equal(pipe(notes), 0);
    pid_t child = fork();
    if (child == 0) child_record(notes[1], pause_ns);
    close(notes[1]);
    double end = 0;
    uint64_t safe = 0;
    bool killed = false;
    Note note;
    static Note list[8192];
    int count = 0;
    while (read(notes[0], &note, sizeof note) == (ssize_t)sizeof note) {
        if (count < 8192) list[count++] = note;
        if (!killed && clock_seconds() >= list[0].time + seconds) {
            kill(child, SIGKILL);
            end = clock_seconds();
            killed = true;
        }
    }
    waitpid(child, NULL, 0);
    close(notes[0]);
    for (int i = 0; i < count; i++) {
        if (list[i].time < end - 1) safe = list[i].upto;
    }
    assert_true(killed && safe > 0);
    return safe;
}

// kill -9: all that was recorded a second before is there, whatever the moment. A machine that stalls may
// keep the store from writing now and then; a store that writes too rarely is late each time.
static void test_kill(void **state) {
    (void)state;
    enum { ROUNDS = 6, TRIES = 5 };
    Random random = random_seeded((uint64_t)getpid());
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t found = 0, wanted = 1;
        double seconds = 1.2 + random_below(&random, 1000) * 0.0008; // the same in each try
        for (int try = 0; try < TRIES && found < wanted; try++) {
            uint64_t safe = killed_after(seconds, round % 2 ? 500000 : 50000000); // many records, few
            Store *store = open_store(path);
            found = samples_find(store, 0, safe);
            wanted = used_below(safe);
            close_store(store);
        }
        assert_int_equal(found, wanted);
    }
}

// Three processes at once, two of them with positions in common; the map grows under all of them.
static void test_processes(void **state) {
    (void)state;
    static const uint64_t range[3][2] = {{0, 15000}, {10000, 25000}, {25000, 40000}};
    file_remove(path);
    pid_t child[3];
    for (int c = 0; c < 3; c++) {
        child[c] = fork();
        if (child[c]) continue;
        Store *store = store_open(path, NULL);
        for (uint64_t i = range[c][0]; store && i < range[c][1]; i += 1000) {
            samples_record(store, i, i + 1000);
            store_sync(store);
            samples_find(store, 0, 500);
        }
        _exit(store && store_close(store, NULL) ? 0 : 1);
    }
    for (int c = 0; c < 3; c++) {
        int status;
        waitpid(child[c], &status, 0);
        assert_int_equal(status, 0);
    }
    Store *store = open_store(path);
    assert_int_equal(samples_find(store, 0, 40000), used_below(40000));
    close_store(store);
}

// No room: a message, and a store with what was written before.
static void test_full(void **state) {
    (void)state;
    file_remove(path);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {3 << 20, 3 << 20};
        Error error = {0};
        signal(SIGXFSZ, SIG_IGN);
        Store *store = setrlimit(RLIMIT_FSIZE, &limit) ? NULL : store_open(path, NULL);
        if (store) samples_record(store, 0, 60000);
        bool told = store && !store_close(store, &error) && strstr(error.text, "File too large");
        _exit(told ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    Store *store = open_store(path);
    assert_true(samples_find(store, 0, 60000) > 1000);
    samples_record(store, 0, 60000);
    assert_int_equal(store_sync(store), 50000);
    close_store(store);
}

// --- Files that are no stores
static void bytes_write(const char *name, const void *bytes, size_t size) {
    file_remove(name);
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static unsigned char *bytes_read(const char *name, size_t *size) {
    struct stat status;
    assert_int_equal(stat(name, &status), 0);
    *size = (size_t)status.st_size;
    unsigned char *bytes = malloc(*size);
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void assert_refused(const char *name, const char *word) {
    Error error = {0};
    assert_null(store_open(name, &error));
    assert_true(error.bad_input);
    if (!strstr(error.text, word)) fail_msg("'%s' lacks '%s'", error.text, word);
}

// An LMDB file with one record, as large as its map.
static void lmdb_make(const char *name, const char *key, size_t key_size, const void *value, size_t size) {
    MDB_env *env;
    MDB_txn *txn;
    MDB_dbi dbi;
    MDB_val k = {key_size, (void *)(uintptr_t)key}, v = {size, (void *)(uintptr_t)value};
    file_remove(name);
    assert_int_equal(mdb_env_create(&env), 0);
    assert_int_equal(mdb_env_set_mapsize(env, 1 << 20), 0);
    assert_int_equal(mdb_env_open(env, name, MDB_NOSUBDIR, 0600), 0);
    assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
    assert_int_equal(mdb_dbi_open(txn, NULL, 0, &dbi), 0);
    assert_int_equal(mdb_put(txn, dbi, &k, &v, 0), 0);
    assert_int_equal(mdb_txn_commit(txn), 0);
    mdb_env_close(env);
    assert_int_equal(truncate(name, 1 << 20), 0);
}

static void test_refusals(void **state) {
    (void)state;
    char name[128], text[6000];
    bytes_write(path, "", 0);
    assert_refused(path, "empty");
    memset(text, 'x', sizeof text);
    bytes_write(path, text, 3);
    assert_refused(path, "not a store");
    bytes_write(path, text, sizeof text);
    assert_refused(path, "not a store");
    assert_refused(folder, "folder");
    snprintf(name, sizeof name, "%s/none/store", folder);
    assert_refused(name, "No such file");
    assert_refused("/dev/null", "not a file");
    assert_refused("/dev/null/store", "Not a directory");
    lmdb_make(path, "other", 5, "thing", 5);
    assert_refused(path, "not a sound store");
    char header[20] = "proved positions";
    header[16] = 1;
    lmdb_make(path, "\0mustplay", 9, header, sizeof header);
    Store *store = open_store(path);
    assert_false(store_marked(store));
    close_store(store);
    header[16] = 3;
    lmdb_make(path, "\0mustplay", 9, header, sizeof header);
    assert_refused(path, "later version");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_refused(text, "too long");
}

static void test_truncation(void **state) {
    (void)state;
    file_remove(path);
    Store *store = open_store(path);
    samples_record(store, 0, 3000);
    close_store(store);
    size_t size;
    unsigned char *bytes = bytes_read(path, &size);
    Random random = random_seeded(5);
    for (int i = 0; i < 60; i++) {
        size_t cut = i == 0   ? size - 1
                     : i == 1 ? 4096
                     : i == 2 ? 8192
                              : random_below(&random, (uint32_t)size);
        bytes_write(copy_path, bytes, cut);
        Error error = {0};
        assert_null(store_open(copy_path, &error));
        assert_true(error.bad_input);
    }
    free(bytes);
}

// Wrong bytes anywhere: the file is refused, or all it answers is right and it can be written.
static void test_damage(void **state) {
    (void)state;
    file_remove(path);
    for (int part = 0; part < 4; part++) { // several transactions: a free list arises
        Store *store = open_store(path);
        samples_record(store, (uint64_t)part * 1500, (uint64_t)(part + 1) * 1500);
        close_store(store);
    }
    size_t size;
    unsigned char *bytes = bytes_read(path, &size), *damaged = malloc(size);
    Random random = random_seeded(7);
    int refused = 0;
    for (int i = 0; i < 900; i++) {
        memcpy(damaged, bytes, size);
        size_t page = random_below(&random, (uint32_t)(size / 4096)) * 4096;
        if (i % 3 == 0) page = i % 2 * 4096; // the metas
        int wrong = 1 + (int)random_below(&random, 3);
        for (int k = 0; k < wrong; k++) {
            size_t at = page + random_below(&random, i % 2 ? 200 : 4096);
            damaged[at] = (unsigned char)(i % 5 == 0 ? 255 : random_below(&random, 256));
        }
        bytes_write(copy_path, damaged, size);
        Store *store = store_open(copy_path, NULL);
        refused += store == NULL;
        if (!store) continue;
        samples_find(store, 0, 300);
        if (i % 4 == 0) samples_record(store, 20000, 20400);
        store_close(store, NULL);
    }
    assert_true(refused > 100);
    free(bytes);
    free(damaged);
}

static int folder_make(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/store", folder);
    snprintf(copy_path, sizeof copy_path, "%s/copy", folder);
    return 0;
}

static int folder_remove(void **state) {
    (void)state;
    file_remove(path);
    file_remove(copy_path);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_replacement),
        cmocka_unit_test(test_growth),     cmocka_unit_test(test_kill),
        cmocka_unit_test(test_processes),  cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_full),       cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_damage),     cmocka_unit_test(test_clock_set_back),
    };
    return cmocka_run_group_tests_name("store", tests, folder_make, folder_remove);
}
