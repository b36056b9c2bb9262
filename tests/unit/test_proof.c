// Proofs: the tests for dead and captured cells against brute force; claims; files and what a stop leaves.
// tests/scripts/proofs.py has the checker look at whole files.
#include "proof/proof.h"
#include "test_support.h"

#include "base/file.h"
#include "base/random.h"
#include "proof/field.h"
#include "solve/brute.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// --- Fields
static const int SIZES[][2] = {{3, 3}, {4, 3}, {3, 4}};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES };
static BruteTable *tables[SIZE_COUNT];

static Color referee(const Position *p) {
    int size = 0;
    while (SIZES[size][0] != p->geometry->width || SIZES[size][1] != p->geometry->height) size++;
    if (!tables[size]) tables[size] = brute_table_new(p->geometry, 1 << 20);
    return brute_winner(tables[size], p);
}

static Position field_position(const Field *field, Color mover) {
    Position p = position_empty(field->geometry);
    p.stones[field->winner] = field->own;
    p.stones[color_other(field->winner)] =
        cellset_minus(field->geometry->all, cellset_or(field->own, field->free));
    p.to_move = mover;
    return p;
}

// Who wins a field, by mover: bit 0 Black to move, bit 1 White; set where `field->winner` wins.
static int field_worth(const Field *field) {
    int worth = 0;
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        Position p = field_position(field, mover);
        worth |= (referee(&p) == field->winner) << mover;
    }
    return worth;
}

static Field field_random(Random *random, const Geometry *g, int *m) {
    Field field = {.geometry = g, .winner = (Color)random_below(random, 2)};
    uint32_t stones = 1 + random_below(random, 5);
    for (int cell = 0; cell < g->cells; cell++) {
        uint32_t kind = random_below(random, 6);
        if (kind >= stones)
            cellset_add(&field.free, cell);
        else if (kind % 2)
            cellset_add(&field.own, cell);
    }
    *m = (int)random_below(random, (uint32_t)g->cells);
    cellset_remove(&field.free, *m);
    cellset_remove(&field.own, *m);
    return field;
}

static void test_dead(void **state) {
    (void)state;
    Random random = random_seeded(1);
    int found = 0;
    for (int i = 0; i < 6000 / TEST_THINNING; i++) {
        int m, size = (int)random_below(&random, SIZE_COUNT);
        Field field = field_random(&random, geometry_get(SIZES[size][0], SIZES[size][1]), &m);
        if (!field_dead(&field, m)) continue;
        Field owned = field;
        cellset_add(&owned.own, m);
        assert_int_equal(field_worth(&field), field_worth(&owned));
        found++;
    }
    assert_in_range(found, 500 / TEST_THINNING, 6000);
}

// A killer makes the cell dead: the test with the stone placed agrees. Most killers are near.
static void test_killers(void **state) {
    (void)state;
    Random random = random_seeded(2);
    FieldGraph *graph = malloc(sizeof *graph);
    int found = 0, missed = 0;
    for (int i = 0; i < 3000 / TEST_THINNING; i++) {
        int m;
        Field field = field_random(&random, geometry_get(5, 4), &m);
        cellset_add(&field.free, m);
        field_graph_set(graph, &field);
        Field before = field;
        cellset_remove(&before.free, m);
        if (field_dead(&before, m)) continue;
        CellSet near = field_graph_killers(graph, m), all = field.free;
        cellset_remove(&all, m);
        for (int k; (k = cellset_pop(&all)) >= 0;) {
            Field after = field;
            cellset_add(&after.own, k);
            cellset_remove(&after.free, k);
            cellset_remove(&after.free, m);
            bool dead = field_dead(&after, m);
            assert_int_equal(field_graph_kills(graph, k, m), dead);
            missed += dead && !cellset_has(near, k);
            found += dead;
        }
    }
    free(graph);
    assert_true(found > 500 / TEST_THINNING && missed < found / 2);
}

static void test_captured(void **state) {
    (void)state;
    Random random = random_seeded(3);
    int found[2] = {0};
    for (int i = 0; i < 12000 / TEST_THINNING; i++) {
        int m, size = (int)random_below(&random, SIZE_COUNT);
        const Geometry *g = geometry_get(SIZES[size][0], SIZES[size][1]);
        Field field = field_random(&random, g, &m), filled;
        CellSet set = cellset_of(m), near = cellset_and(g->around[m], field.free);
        for (int n; (n = cellset_pop(&near)) >= 0 && cellset_count(set) < 4;)
            if (random_below(&random, 2)) cellset_add(&set, n);
        field.free = cellset_minus(field.free, set);
        Field empty = field;
        empty.free = cellset_or(field.free, set);
        filled = field;
        filled.own = cellset_or(field.own, set);
        if (field_captured_own(&field, set)) {
            assert_int_equal(field_worth(&empty), field_worth(&filled));
            found[0]++;
        }
        if (field_captured_other(&field, set)) {
            assert_int_equal(field_worth(&empty), field_worth(&field));
            found[1]++;
        }
    }
    assert_true(found[0] > 200 / TEST_THINNING && found[1] > 200 / TEST_THINNING);
}

// --- Claims
static void test_claims_turned(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 5);
    ClaimBook *book = claim_book_new(g, BLACK);
    Claim claim = {.x = 7, .y = EDGE_TOP, .own = cellset_of(7), .free = cellset_of(2)};
    cellset_add(&claim.free, 3);
    assert_int_equal(claim_find(book, &claim), CLAIM_NONE);
    ClaimRef ref = claim_add(book, &claim, "S c2-T c1|d1");
    assert_int_equal(claim_find(book, &claim), ref);
    Claim turned = {.x = EDGE_BOTTOM,
                    .y = cell_rotated(g, 7),
                    .own = cellset_rotated(g, claim.own),
                    .free = cellset_rotated(g, claim.free)};
    assert_int_equal(claim_find(book, &turned), ref + 1);
    Claim back = claim_get(book, ref + 1);
    assert_true(cellset_equal(back.free, turned.free) && cellset_equal(back.own, turned.own));
    claim_book_free(book);
}

// --- Files
static char folder[] = "/tmp/mustplay_proof_XXXXXX";
static char path[64], part[80];

static int folder_make(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/x.proof", folder);
    snprintf(part, sizeof part, "%s.part", path);
    return 0;
}

static int folder_remove(void **state) {
    (void)state;
    for (int i = 0; i < SIZE_COUNT; i++) brute_table_free(tables[i]);
    unlink(path);
    unlink(part);
    return rmdir(folder);
}

static Position opening(int size, int cell) {
    Position p = position_empty(geometry_get(size, size));
    cellset_add(&p.stones[BLACK], cell);
    p.to_move = WHITE;
    return p;
}

static bool make(const Position *root, Color winner, Budget budget, ProofMade *made, Error *error) {
    Solver solver = {0};
    ProofTask task = {.root = root,
                      .winner = winner,
                      .first = MOVE_NONE,
                      .budget = &budget,
                      .solver = &solver,
                      .path = path,
                      .made = "by a test"};
    bool good = proof_make(&task, made, error);
    solver_release(&solver);
    return good;
}

typedef struct Patience {
    int left;
} Patience;

static bool patience_ends(void *context) {
    Patience *patience = context;
    return patience->left-- <= 0;
}

// Stops again and again; each time what was proved is kept, and in the end the file is there.
static void test_resume(void **state) {
    (void)state;
    Error error = {0};
    ProofMade made = {0};
    Position root = opening(6, 12); // a3, which wins
    int stops = 0;
    for (made.result = BUILD_STOPPED; made.result == BUILD_STOPPED; stops++) {
        Patience patience = {1200};
        Observer observer = {.context = &patience, .cancelled = patience_ends};
        assert_true(make(&root, BLACK, (Budget){.observer = &observer, .memory = 1 << 24}, &made, &error));
        assert_int_equal(access(path, F_OK) == 0, made.result == BUILD_DONE);
        assert_int_equal(access(part, F_OK) == 0, made.result != BUILD_DONE);
        assert_true(stops < 100);
    }
    assert_true(stops > 1);
    assert_true(made.size.claims > 100);
    assert_false(make(&root, BLACK, (Budget){0}, &made, &error)); // it exists
    assert_true(error.bad_input);
    unlink(path);
    unlink(part);
}

// A false winner is refused by what is searched for the proof, whoever is to move: no file, and a failure, not bad input.
static void test_wrong_winner(void **state) {
    (void)state;
    int refused = 0;
    for (int cell = 0; cell < 9; cell++) {
        Position p = opening(3, cell);
        for (Color mover = BLACK; mover <= WHITE; mover++) {
            p.to_move = mover;
            Error error = {0};
            ProofMade made;
            Color wrong = color_other(referee(&p));
            assert_false(make(&p, wrong, (Budget){0}, &made, &error));
            assert_false(error.bad_input);
            assert_string_equal(error.text, wrong == mover ? "the side said to win loses"
                                                           : "the solver contradicts itself");
            assert_int_equal(made.result, BUILD_FAILED);
            assert_true(made.lost);
            assert_true(access(path, F_OK) != 0);
            refused += wrong == mover;
        }
    }
    assert_true(refused > 0 && refused < 18);
    unlink(part);
}

// An answer that takes more than it may is put off, not given up: asked again without the limit, it comes.
static void test_limit(void **state) {
    (void)state;
    Error error = {0};
    Budget budget = {0};
    Solver solver = {0};
    Position p = opening(6, 12); // a3, which wins
    Oracle oracle = {.solver = &solver, .winner = BLACK, .limit = 5};
    OracleReply reply;
    oracle_start(&oracle, &budget);
    assert_int_equal(oracle_reply(&oracle, &(OracleState){.at = p, .bare = true}, 13, &reply, &error),
                     ORACLE_DEAR);
    oracle.limit = 0;
    assert_int_equal(oracle_reply(&oracle, &(OracleState){.at = p, .bare = true}, 13, &reply, &error),
                     ORACLE_YES);
    assert_true(reply.move >= 0 && cellset_has(reply.needs, reply.move));
    solver_release(&solver);
}

// A journal that is cut off anywhere, or of another board, does no harm.
static void test_journal(void **state) {
    (void)state;
    Error error = {0};
    ClaimBook *book = claim_book_new(geometry_get(5, 5), BLACK);
    PartFile *journal = part_file_open(part, book, &error);
    for (int cell = 0; cell < 4; cell++) {
        Claim claim = {.x = EDGE_TOP, .y = cell, .own = cellset_of(cell)};
        claim_add(book, &claim, "S T-a1");
    }
    assert_true(part_file_keep(journal, book, true));
    part_file_close(journal, false);
    claim_book_free(book);
    for (long cut = 1; cut < 200; cut += 7) {
        book = claim_book_new(geometry_get(5, 5), BLACK);
        journal = part_file_open(part, book, &error);
        assert_non_null(journal);
        int whole = claim_book_count(book);
        assert_in_range(whole, cut == 1 ? 4 : 0, 4);
        part_file_close(journal, false);
        claim_book_free(book);
        Text text = {0};
        assert_true(file_read_plain(part, 1 << 20, &text, &error));
        assert_int_equal(truncate(part, (off_t)(text.length - (text.length > 7 ? 7 : text.length))), 0);
        text_free(&text);
    }
    book = claim_book_new(geometry_get(5, 5), WHITE);
    journal = part_file_open(part, book, &error);
    assert_int_equal(claim_book_count(book), 0);
    part_file_close(journal, true);
    claim_book_free(book);
    assert_true(access(part, F_OK) != 0);
}

// --- Which claims fit a position, by looking at each
typedef struct FoundFit {
    ClaimRef ref;
    int missing;
} FoundFit;

typedef struct Fits {
    FoundFit fit[4096];
    int count;
} Fits;

static bool fits_note(void *context, ClaimRef ref, int missing) {
    Fits *fits = context;
    fits->fit[fits->count++] = (FoundFit){ref, missing};
    return true;
}

static int fit_order(const void *a, const void *b) {
    return ((const FoundFit *)a)->ref - ((const FoundFit *)b)->ref;
}

static void fits_by_hand(const ClaimBook *book, const Position *p, int spare, Fits *fits) {
    for (ClaimRef ref = 0; ref < 2 * claim_book_count(book); ref++) {
        Claim c = claim_get(book, ref);
        CellSet lacking = cellset_minus(c.own, p->stones[BLACK]);
        if (c.x < CELL_MAX || cellset_meets(cellset_or(c.own, c.free), p->stones[WHITE])) continue;
        if (cellset_count(lacking) <= spare) fits_note(fits, ref, cellset_first(lacking));
    }
}

static void fits_check(const ClaimBook *book, const Position *p, int spare) {
    static Fits found, expected;
    found.count = expected.count = 0;
    claim_fits(book, p, spare, fits_note, &found);
    qsort(found.fit, (size_t)found.count, sizeof *found.fit, fit_order);
    fits_by_hand(book, p, spare, &expected);
    assert_int_equal(found.count, expected.count);
    assert_memory_equal(found.fit, expected.fit, sizeof *found.fit * (size_t)found.count);
}

static CellSet cells_random(const Geometry *g, Random *random, int count) {
    CellSet cells = cellset_none();
    while (count--) cellset_add(&cells, (int)random_below(random, (uint32_t)g->cells));
    return cells;
}

// Leaves split several times, claims between cells among those between edges, boards of one and of two words, an empty book.
static void test_fits(void **state) {
    (void)state;
    Random random = random_seeded(5);
    for (int size = 4; size <= 9; size++) {
        const Geometry *g = geometry_get(size, size);
        ClaimBook *book = claim_book_new(g, BLACK);
        Position empty = position_empty(g);
        fits_check(book, &empty, 1);
        CellSet base = cells_random(g, &random, 2);
        for (int i = 0; i < 600; i++) {
            if (!random_below(&random, 20)) base = cells_random(g, &random, 2);
            Claim c = {.x = EDGE_TOP, .y = EDGE_BOTTOM};
            c.own = cellset_or(base, cells_random(g, &random, (int)random_below(&random, 2)));
            c.free = cellset_minus(cells_random(g, &random, 3), c.own);
            if (!random_below(&random, 4)) c.x = cellset_first(c.own);
            if (claim_find(book, &c) == CLAIM_NONE) claim_add(book, &c, "line");
        }
        for (int i = 0; i < 200; i++) {
            Position p = position_empty(g);
            p.stones[BLACK] = cells_random(g, &random, 2 + size);
            p.stones[WHITE] = cellset_minus(cells_random(g, &random, size), p.stones[BLACK]);
            for (int spare = 0; spare <= 1; spare++) fits_check(book, &p, spare);
        }
        claim_book_free(book);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dead),     cmocka_unit_test(test_killers),
        cmocka_unit_test(test_captured), cmocka_unit_test(test_claims_turned),
        cmocka_unit_test(test_fits),     cmocka_unit_test(test_resume),
        cmocka_unit_test(test_journal),  cmocka_unit_test(test_wrong_winner),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
