// Checks of stores: what a check says of records, right ones and false ones, against brute force; the mark.
#include "base/random.h"
#include "solve/brute.h"
#include "solve/solver.h"
#include "solve/store_check.h"
#include "test_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { RECORDS_MAX = 4000, VACANT_MAX = 19 }; // cells that brute force can do

static char folder[] = "/tmp/mustplay-check-XXXXXX";
static char path[64];

typedef struct Records {
    int count;
    Position position[RECORDS_MAX];
    ProofRecord record[RECORDS_MAX];
} Records;

static void store_remove(void) {
    char name[128];
    unlink(path);
    snprintf(name, sizeof name, "%s-lock", path);
    unlink(name);
}

static Store *open_store(bool claims) {
    Error error = {0};
    Store *store = claims ? store_open_claims(path, &error) : store_open(path, &error);
    if (!store) fail_msg("%s", error.text);
    return store;
}

static bool record_keep(void *context, const Position *position, const ProofRecord *record) {
    Records *all = context;
    if (cellset_count(position_vacant(position)) > VACANT_MAX) return true;
    assert_true(all->count < RECORDS_MAX);
    all->position[all->count] = *position;
    all->record[all->count++] = *record;
    return true;
}

// Those of few empty cells.
static void records_read(Records *all) {
    Store *store = open_store(false);
    all->count = 0;
    assert_true(store_each(store, record_keep, all, &(Error){0}));
    store_close(store, NULL);
}

// A store with the proofs of some openings, which are also read.
static void records_prove(const Geometry *g, Records *all) {
    Error error = {0};
    Store *store = open_store(false);
    Solver solver = {.settings = {.store = store_proofs(store), .without_net = true}};
    for (int cell = 0; cell < g->cells; cell += 3) {
        Position p = position_played(&(Position){.geometry = g, .to_move = BLACK}, cell);
        Answer answer;
        if (!solve_position(&SOLVE_AUTO, &p, &(Budget){0}, &solver, &answer, &error))
            fail_msg("%s", error.text);
    }
    solver_release(&solver);
    store_close(store, NULL);
    records_read(all);
    store_remove();
}

// What is said of a record, as brute force sees it.
static bool record_true(BruteTable *table, const Position *p, const ProofRecord *record) {
    Color loser = color_other(record->winner);
    Position q = *p;
    if (brute_winner(table, p) != record->winner) return false;
    if (record->exact && record->move != MOVE_NONE && p->to_move == record->winner) {
        Position after = position_played(p, record->move);
        if (brute_winner(table, &after) != record->winner) return false;
    }
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(position_vacant(p), record->proof));
    return brute_winner(table, &q) == record->winner;
}

static void record_spoil(Random *random, const Position *p, ProofRecord *record) {
    uint32_t what = random_below(random, 4);
    CellSet vacant = position_vacant(p);
    if (what == 0) {
        record->winner = color_other(record->winner);
        record->move = MOVE_NONE;
    } else if (what == 1 && record->move != MOVE_NONE) {
        for (uint32_t skip = random_below(random, 8); skip; skip--) cellset_pop(&vacant);
        if (!cellset_is_empty(vacant)) record->move = cellset_first(vacant);
    } else {
        for (uint32_t gone = 1 + random_below(random, 4); gone && !cellset_is_empty(record->proof); gone--)
            cellset_pop(&record->proof);
    }
}

typedef struct Found {
    BruteTable *table;
    int wrong, open;
} Found;

static void verdict_test(void *context, const Position *position, const ProofRecord *record,
                         StoreVerdict verdict) {
    Found *found = context;
    bool open = verdict == RECORD_OPEN || verdict == RECORD_OPEN_CELLS;
    found->open += open;
    found->wrong += !open;
    if (!open) assert_false(record_true(found->table, position, record));
}

static void check_run(bool repair, Found *found, StoreCheckTally *tally, int threads) {
    Error error = {0};
    StoreCheck check = {
        .share = 1, .repair = repair, .budget.threads = threads, .context = found, .found = verdict_test};
    if (!store_check(path, &check, tally, &error)) fail_msg("%s", error.text);
    assert_true(tally->finished && tally->checked == tally->positions && !tally->others);
    assert_int_equal(tally->right + tally->wrong + tally->open, tally->checked);
    assert_int_equal(found->wrong, tally->wrong);
}

static void spoiled_test(int width, int height, uint64_t seed) {
    Random random = random_seeded(seed);
    Records *all = calloc(1, sizeof *all);
    const Geometry *g = geometry_get(width, height);
    Found found = {.table = brute_table_new(g, 64 << 20)};
    StoreCheckTally tally;
    assert_non_null(all);
    records_prove(g, all);
    int wrong = 0, records = all->count;
    Store *store = open_store(true);
    for (int i = 0; i < records; i++) {
        ProofRecord record = all->record[i];
        if (random_below(&random, 3) == 0) record_spoil(&random, &all->position[i], &record);
        wrong += !record_true(found.table, &all->position[i], &record);
        store_proofs(store)->record(store_proofs(store)->context, &all->position[i], &record);
    }
    assert_int_equal(store_sync(store), records);
    assert_false(store_marked(store));
    store_close(store, NULL);
    assert_true(wrong > records / 20 || records < 40);

    check_run(false, &found, &tally, 2);
    assert_int_equal(tally.wrong, wrong);
    assert_int_equal(tally.open, 0); // the boards are small
    assert_int_equal(tally.marked, wrong == 0);
    found = (Found){.table = found.table};
    check_run(true, &found, &tally, 1);
    assert_true(tally.marked && tally.replaced + tally.removed == (uint64_t)wrong);
    records_read(all);
    for (int i = 0; i < all->count; i++)
        assert_true(record_true(found.table, &all->position[i], &all->record[i]));
    found = (Found){.table = found.table};
    check_run(false, &found, &tally, 1);
    assert_true(tally.marked && tally.right == tally.positions);
    printf("%dx%d: %d records, %d false\n", width, height, records, wrong);
    brute_table_free(found.table);
    free(all);
    store_remove();
}

static void test_spoiled(void **state) {
    (void)state;
    for (int i = 0; i < soundness(); i++) spoiled_test(6, 6, (uint64_t)i + 1);
    spoiled_test(5, 5, 77);
}

// Another process that writes meanwhile is noticed, and the file gets no mark.
static void test_others(void **state) {
    (void)state;
    Records *all = calloc(1, sizeof *all);
    assert_non_null(all);
    records_prove(geometry_get(5, 5), all);
    Store *store = open_store(true);
    uint64_t begin = store_state(store);
    store_proofs(store)->record(store_proofs(store)->context, &all->position[0], &all->record[0]);
    store_sync(store);
    bool others;
    StoreChange change = {.position = all->position[0], .remove = true};
    assert_true(store_change(store, &begin, &change, 1, true, &others, &(Error){0}));
    assert_true(others && !store_marked(store) && store_sync(store) == 1);
    begin = store_state(store);
    assert_true(store_change(store, &begin, &change, 1, true, &others, &(Error){0}));
    assert_true(!others && store_marked(store) && store_sync(store) == 0);
    store_close(store, NULL);
    store = open_store(true);
    assert_true(store_marked(store));
    store_close(store, NULL);
    free(all);
    store_remove();
}

static bool cancel_now(void *context) {
    (void)context;
    return true;
}

// A check that is stopped marks nothing, changes nothing, and leaves what it proved.
static void test_stopped(void **state) {
    (void)state;
    Records *all = calloc(1, sizeof *all);
    char proved[80], lock[96];
    StoreCheckTally tally;
    assert_non_null(all);
    records_prove(geometry_get(5, 5), all);
    Store *store = open_store(true);
    for (int i = 0; i < all->count; i++)
        store_proofs(store)->record(store_proofs(store)->context, &all->position[i], &all->record[i]);
    store_close(store, NULL);
    Observer observer = {.cancelled = cancel_now};
    StoreCheck check = {.share = 1, .repair = true, .budget.observer = &observer};
    assert_true(store_check(path, &check, &tally, &(Error){0}));
    assert_true(!tally.finished && !tally.marked && tally.checked == 0);
    snprintf(proved, sizeof proved, "%s.checked", path);
    snprintf(lock, sizeof lock, "%s-lock", proved);
    assert_int_equal(access(proved, F_OK), 0);
    check.budget.observer = NULL;
    check.share = 0.5;
    assert_true(store_check(path, &check, &tally, &(Error){0}));
    assert_true(tally.finished && !tally.marked && tally.chosen < tally.positions && tally.chosen > 0);
    assert_int_not_equal(access(proved, F_OK), 0);
    // A file of another program in its place is not believed.
    Error error = {0};
    store_close(store_open_claims(proved, &error), NULL);
    assert_false(store_check(path, &check, &tally, &error));
    assert_true(error.bad_input);
    unlink(proved);
    unlink(lock);
    free(all);
    store_remove();
}

int main(void) {
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/store", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spoiled),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_stopped),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
