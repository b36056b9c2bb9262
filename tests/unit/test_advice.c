// Advice: every proof it gives against brute force, and solves that take the proofs of other openings.
#include "game/random_position.h"
#include "search/advice.h"
#include "solve/brute.h"
#include "solve/solver.h"
#include "test_support.h"

#include <stdlib.h>

static int soundness(void) {
    const char *text = getenv("MUSTPLAY_SOUNDNESS");
    return text && atoi(text) > 1 ? atoi(text) : 1;
}

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

enum { KNOWN = 200 };

// Proofs of random positions after one opening, asked about such positions after another.
static void test_matches(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 5);
    BruteTable *table = brute_table_new(g, 64 << 20);
    Random random = random_seeded(20261116);
    int proofs = 0, moves = 0, right = 0;
    for (int round = 0; round < 24 * soundness(); round++) {
        int from = (int)random_below(&random, 25), to = (int)random_below(&random, 25);
        Position solved = opening(g, from), asked = opening(g, to), known[KNOWN];
        Advice *advice = advice_new(g);
        ProofRecord record = brute_record(table, &solved, true);
        assert_true(advice_add(advice, &solved, &record));
        for (int i = 0; i < KNOWN; i++) {
            known[i] = position_after(g, &random, from);
            Position key = i % 2 ? position_rotated(&known[i]) : known[i];
            record = brute_record(table, &key, false);
            assert_true(advice_add(advice, &key, &record));
        }
        assert_true(advice_aim(advice, &asked));
        for (int i = 0; i < 5 * KNOWN; i++) {
            Position p = position_beside(&known[i % KNOWN], &random, from, to);
            if (random_below(&random, 2)) p = position_rotated(&p);
            Move move = advice_move(advice, &p);
            if (move != MOVE_NONE) {
                assert_int_equal(p.to_move, WHITE);
                moves++;
                if (position_at(&p, move) == EMPTY) {
                    Position next = position_played(&p, move);
                    right += brute_winner(table, &next) == WHITE;
                }
            }
            if (!advice_proof(advice, &p, &record)) continue;
            assert_proof(table, &p, &record);
            proofs++;
        }
        advice_free(advice);
    }
    print_message("%d proofs; of %d moves %d win\n", proofs, moves, right);
    assert_true(proofs > 200 && moves > 200 && 2 * right > moves);
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
    SolveContext context = {.store = store, .advice = advice, .without_net = true};
    Answer answer;
    Error error = {0};
    if (!solve_position("auto", p, &(Budget){.memory = 64 << 20}, &context, &answer, &error))
        fail_msg("%s", error.text);
    solve_context_release(&context);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_matches), cmocka_unit_test(test_openings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
