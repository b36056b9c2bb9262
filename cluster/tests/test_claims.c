// Claims of workers: what is made is right, is refused for any other position, and joins others in a proof that the checker
// accepts.
#include "cluster/claims.h"
#include "test_support.h"

#include "base/random.h"
#include "game/random_position.h"
#include "proof/proof.h"
#include "verify/verify.h"

#include <string.h>

// Positions that the side to move loses, and their claims.
static bool some_claims(Random *random, int size, ProveJob *job, Text *bytes) {
    Solver solver = {.settings = {.without_net = true}};
    Budget budget = {.memory = 16 << 20};
    Answer answer;
    Error error = {0};
    ProveAnswer said = {0};
    *job = (ProveJob){.position = position_undecided(geometry_get(size, size), random, 0, size * size / 2)};
    assert_true(solve_position(&SOLVE_AUTO, &job->position, &budget, &solver, &answer, &error));
    job->state = oracle_bare(&job->position);
    bool good = claims_make(job, &solver, &budget, &said, bytes, &error);
    if (!good) fail_msg("%s", error.text);
    assert_int_equal(said.result, answer.winner == job->position.to_move ? PROVE_LOST : PROVE_DONE);
    assert_int_equal(bytes->length > 0, said.result == PROVE_DONE);
    solver_release(&solver);
    return said.result == PROVE_DONE;
}

static void test_checked(void **state) {
    (void)state;
    Random random = random_seeded(5);
    int made = 0, refused = 0;
    for (int i = 0; i < 150; i++) {
        ProveJob job, other;
        Text bytes = {0}, more = {0};
        ClaimsChecked checked;
        if (some_claims(&random, 4 + i % 2, &job, &bytes)) {
            made++;
            claims_check(&bytes, &job.position, 0, NULL, NULL, &checked);
            assert_true(checked.right && checked.lines > 0);
            assert_true(cellset_within(checked.claim.free, position_vacant(&job.position)));
            other = job; // without a stone that it needs
            int stone = cellset_first(checked.claim.own);
            if (stone >= 0) {
                cellset_remove(&other.position.stones[color_other(job.position.to_move)], stone);
                claims_check(&bytes, &other.position, 0, NULL, NULL, &checked);
                assert_false(checked.right);
                refused++;
            }
            other.position = job.position; // the other side
            other.position.to_move = color_other(job.position.to_move);
            claims_check(&bytes, &other.position, 0, NULL, NULL, &checked);
            assert_false(checked.right);
            other.position = position_empty(geometry_get(6, 6)); // another board
            claims_check(&bytes, &other.position, 0, NULL, NULL, &checked);
            assert_false(checked.right);
            bytes.data[bytes.length / 2] ^= 1;
            claims_check(&bytes, &job.position, 0, NULL, NULL, &checked);
            assert_false(checked.right);
        }
        text_free(&bytes);
        text_free(&more);
    }
    assert_true(made > 15 && refused > 10);
}

// --- Joined
static uint32_t count_lines(void *context, int number) {
    (void)number;
    return ((const ClaimsChecked *)context)->lines;
}

static Text *JOINED;

static bool write_lines(void *context, int number, uint32_t first, Text *out, Error *error) {
    (void)context, (void)number;
    return claims_lines(JOINED, first, out, error);
}

static void look(void *context, int number) {
    *(int *)context += number == 0;
}

// The claims twice in one proof, behind other lines, as they stand and turned: the checker finds every reference.
static void test_joined(void **state) {
    (void)state;
    Random random = random_seeded(6);
    int joined = 0;
    for (int i = 0; i < 90; i++) {
        ProveJob job;
        Text bytes = {0}, text = {0};
        ClaimsChecked checked;
        if (some_claims(&random, 5, &job, &bytes)) {
            const Geometry *g = job.position.geometry;
            Color winner = color_other(job.position.to_move);
            claims_check(&bytes, &job.position, 0, NULL, NULL, &checked);
            ClaimBook *book = claim_book_new(g, winner);
            ClaimRef ref = claim_add(book, &checked.claim, "=0");
            ClaimSource source = {&checked, count_lines, write_lines};
            Position root = i % 2 ? position_rotated(&job.position) : job.position;
            ProofHeader header = {&root, MOVE_NONE, "a test", &source};
            ProofSize size;
            JOINED = &bytes;
            Claim longer = checked.claim; // with a line behind
            int more = cellset_first(position_vacant(&job.position)), sources = 0;
            if (!cellset_has(longer.free, more)) {
                cellset_add(&longer.own, more);
                cellset_add(&root.stones[winner], i % 2 ? cell_rotated(g, more) : more);
                char name[CELL_NAME_MAX], line[40];
                snprintf(line, sizeof line, "S %s,@0", cell_name(g, more, name));
                ref = claim_add(book, &longer, line);
            }
            assert_true(proof_sources(book, ref, look, &sources));
            assert_int_equal(sources, 1);
            assert_true(proof_text_write(book, &header, ref + i % 2, &text, &size, NULL));
            VerifyResult result;
            FILE *file = fmemopen(text.data, text.length, "rb");
            assert_int_equal(verify_stream(file, &(VerifyOptions){0}, &result), VERIFY_RIGHT);
            assert_int_equal(result.claims, size.claims);
            fclose(file);
            claim_book_free(book);
            joined++;
        }
        text_free(&bytes);
        text_free(&text);
    }
    assert_true(joined > 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_checked), cmocka_unit_test(test_joined)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
