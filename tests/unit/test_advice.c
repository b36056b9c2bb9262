// Advice: every proof it gives against brute force, and solves that take the proofs of other openings.
#include "game/random_position.h"
#include "search/advice.h"
#include "solve/brute.h"
#include "solve/solver.h"
#include "test_support.h"

#include <stdlib.h>

// A proved position by brute force alone, with a small carrier.
static ProofRecord brute_record(BruteTable *table, const Position *p, bool exact) {
    Answer answer;
    Budget budget = {0};
    assert_true(brute_solve(table, p, &budget, &answer));
    brute_carrier_shrink(table, p, &budget, &answer);
    return (ProofRecord){.winner = answer.winner,
                         .move = answer.move,
                         .exact = exact,
                         .proof = answer.carrier,
                         .work = answer.nodes > 9 ? 9 : 1};
}

// With every empty cell outside the proof given to the loser the winner still wins, by the move if there is one.
static void assert_proof(BruteTable *table, const Position *p, const ProofRecord *record) {
    Position q = *p;
    Color winner = record->winner, loser = color_other(winner);
    CellSet vacant = position_vacant(p);
    assert_true(cellset_within(record->proof, vacant));
    if (record->move != MOVE_NONE) {
        assert_int_equal(p->to_move, winner);
        assert_true(cellset_has(vacant, record->move));
        cellset_add(&q.stones[winner], record->move);
        q.to_move = loser;
    }
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(position_vacant(&q), record->proof));
    assert_int_equal(brute_winner(table, &q), winner);
}

static Position opening(const Geometry *g, int cell) {
    Position p = position_empty(g);
    cellset_add(&p.stones[BLACK], cell);
    p.to_move = WHITE;
    return p;
}

// Random stones, and Black's on the opening's cell; either side moves.
static Position position_after(const Geometry *g, Random *random, int cell) {
    Position p;
    do {
        p = position_scattered(g, random, 1 + random_below(random, 6), 12);
        cellset_remove(&p.stones[WHITE], cell);
        cellset_add(&p.stones[BLACK], cell);
        p.to_move = random_below(random, 2) ? BLACK : WHITE;
    } while (position_winner(&p) != EMPTY);
    return p;
}

// The same position after another opening, with up to three cells changed.
static Position position_beside(const Position *p, Random *random, int from, int to) {
    Position q;
    do {
        q = *p;
        cellset_remove(&q.stones[BLACK], from);
        for (uint32_t left = random_below(random, 4); left; left--) {
            int cell = (int)random_below(random, (uint32_t)p->geometry->cells);
            uint32_t what = random_below(random, 4);
            cellset_remove(&q.stones[BLACK], cell);
            cellset_remove(&q.stones[WHITE], cell);
            if (what < 3) cellset_add(&q.stones[what ? BLACK : WHITE], cell);
        }
        cellset_remove(&q.stones[WHITE], to);
        cellset_add(&q.stones[BLACK], to);
    } while (position_winner(&q) != EMPTY);
    return q;
}

enum { KNOWN = 200, STORES = 2 };

// What claims and moves came of advice.
typedef struct Tally {
    int proofs, moves, right;
} Tally;

// Adds the proofs of an opening and of random positions after it, `known`, as a store has them.
static void advice_add_store(Advice *advice, BruteTable *table, Random *random, int from,
                             Position known[KNOWN]) {
    const Geometry *g = geometry_get(5, 5);
    Position solved = opening(g, from);
    ProofRecord record = brute_record(table, &solved, true);
    assert_true(advice_add(advice, &solved, &record));
    for (int i = 0; i < KNOWN; i++) {
        known[i] = position_after(solved.geometry, random, from);
        Position key = i % 2 ? position_rotated(&known[i]) : known[i];
        record = brute_record(table, &key, false);
        assert_true(advice_add(advice, &key, &record));
    }
}

static void claims_check(const Advice *advice, BruteTable *table, const Position *p, Tally *tally) {
    ProofRecord record;
    Move move = advice_move(advice, p);
    if (move != MOVE_NONE) {
        assert_int_equal(p->to_move, WHITE);
        tally->moves++;
        if (position_at(p, move) == EMPTY) {
            Position next = position_played(p, move);
            tally->right += brute_winner(table, &next) == WHITE;
        }
    }
    if (!advice_proof(advice, p, &record)) return;
    assert_proof(table, p, &record);
    tally->proofs++;
}

// Proofs of random positions after one opening or two, asked about such positions after another.
static Tally matches_check(int stores, uint64_t seed) {
    const Geometry *g = geometry_get(5, 5);
    BruteTable *table = brute_table_new(g, 64 << 20);
    Random random = random_seeded(seed);
    Tally tally = {0};
    for (int round = 0; round < 24 * soundness(); round++) {
        int from[STORES], to = (int)random_below(&random, 25);
        Position asked = opening(g, to), known[STORES][KNOWN];
        Advice *advice = advice_new(g);
        for (int i = 0; i < stores; i++) {
            from[i] = (int)random_below(&random, 25);
            advice_add_store(advice, table, &random, from[i], known[i]);
        }
        assert_true(advice_aim(advice, &asked));
        for (int i = 0; i < 5 * KNOWN; i++) {
            int store = i % stores;
            Position p = position_beside(&known[store][i % KNOWN], &random, from[store], to);
            if (random_below(&random, 2)) p = position_rotated(&p);
            claims_check(advice, table, &p, &tally);
        }
        advice_free(advice);
    }
    print_message("%d store%s: %d proofs; of %d moves %d win\n", stores, stores > 1 ? "s" : "", tally.proofs,
                  tally.moves, tally.right);
    brute_table_free(table);
    return tally;
}

static void test_matches(void **state) {
    (void)state;
    for (int stores = 1; stores <= STORES; stores++) {
        Tally tally = matches_check(stores, 20261116);
        assert_true(tally.proofs > 200 && tally.moves > 200 && 2 * tally.right > tally.moves);
    }
}

// What two stores have is one: the same answers as from either.
static void test_same_twice(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 5);
    BruteTable *table = brute_table_new(g, 64 << 20);
    Advice *once = advice_new(g), *twice = advice_new(g);
    static Position known[KNOWN];
    Position asked = opening(g, 7);
    Random first = random_seeded(5), second = first, third = first;
    advice_add_store(once, table, &first, 6, known);
    advice_add_store(twice, table, &second, 6, known);
    advice_add_store(twice, table, &third, 6, known);
    assert_true(advice_aim(once, &asked) && advice_aim(twice, &asked));
    for (int i = 0; i < 5 * KNOWN; i++) {
        ProofRecord a = {0}, b = {0};
        Position p = position_beside(&known[i % KNOWN], &first, 6, 7);
        assert_int_equal(advice_move(once, &p), advice_move(twice, &p));
        assert_int_equal(advice_proof(once, &p, &a), advice_proof(twice, &p, &b));
        assert_int_equal(a.winner, b.winner);
        assert_true(cellset_equal(a.proof, b.proof));
    }
    advice_free(once);
    advice_free(twice);
    brute_table_free(table);
}

// --- Solves
enum { HEARD_MAX = 4000 };

typedef struct Heard {
    int opening[HEARD_MAX];
    Position position[HEARD_MAX];
    ProofRecord record[HEARD_MAX];
    int count, now;
} Heard;

static bool heard_lookup(void *context, const Position *position, ProofRecord *record) {
    (void)context, (void)position, (void)record;
    return false;
}
static void heard_record(void *context, const Position *position, const ProofRecord *record) {
    Heard *heard = context;
    assert_true(heard->count < HEARD_MAX);
    heard->opening[heard->count] = heard->now;
    heard->position[heard->count] = *position;
    heard->record[heard->count++] = *record;
}

// What was heard of the other openings.
static Advice *advice_without(const Heard *heard, const Geometry *g, int opening) {
    Advice *advice = advice_new(g);
    for (int i = 0; i < heard->count; i++)
        if (heard->opening[i] != opening)
            assert_true(advice_add(advice, &heard->position[i], &heard->record[i]));
    return advice;
}

static Answer solve(const Position *p, const ProofStore *store, Advice *advice) {
    Solver solver = {.settings = {.store = store, .advice = advice, .without_net = true}};
    Answer answer;
    Error error = {0};
    if (!solve_position(&SOLVE_AUTO, p, &(Budget){.memory = 64 << 20}, &solver, &answer, &error))
        fail_msg("%s", error.text);
    solver_release(&solver);
    return answer;
}

// Every opening of 6x6 with the proofs of its neighbours: the same winners, moves that win, carriers that hold.
static void test_openings(void **state) {
    (void)state;
    const Geometry *g = geometry_get(6, 6);
    Heard *heard = calloc(1, sizeof *heard);
    const ProofStore store = {heard, heard_lookup, heard_record};
    Color winner[CELL_MAX];
    uint64_t alone = 0, advised = 0;
    for (int cell = 0; cell < 18; cell++) {
        Position p = opening(g, cell);
        heard->now = cell;
        Answer answer = solve(&p, &store, NULL);
        winner[cell] = answer.winner;
        alone += answer.nodes;
    }
    for (int cell = 0; cell < 18; cell++) {
        Position p = opening(g, cell);
        Advice *advice = advice_without(heard, g, cell);
        Answer answer = solve(&p, NULL, advice);
        advice_free(advice);
        advised += answer.nodes;
        assert_int_equal(answer.winner, winner[cell]);
        if (answer.winner == WHITE) {
            assert_true(cellset_has(answer.carrier, answer.move));
            cellset_add(&p.stones[WHITE], answer.move);
            p.to_move = BLACK;
        }
        p.stones[color_other(answer.winner)] = cellset_or(p.stones[color_other(answer.winner)],
                                                          cellset_minus(position_vacant(&p), answer.carrier));
        assert_int_equal(solve(&p, NULL, NULL).winner, answer.winner);
    }
    print_message("%d proofs; %llu nodes alone, %llu with advice\n", heard->count, (unsigned long long)alone,
                  (unsigned long long)advised);
    assert_true(advised != alone);
    free(heard);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_matches), cmocka_unit_test(test_same_twice),
                                       cmocka_unit_test(test_openings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
