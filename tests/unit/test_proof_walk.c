// Reading and walking proof files: whatever the loser plays, the winner of a written proof wins by its claims alone;
// and no bytes do harm.
#include "proof/proof.h"
#include "proof/proof_walk.h"
#include "test_support.h"

#include "base/file.h"
#include "base/hash.h"
#include "game/random_position.h"
#include "proof/field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/mustplay_walk_XXXXXX";
static char path[64];

static int folder_make(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/x.proof", folder);
    return 0;
}

static int folder_remove(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

enum { TEXT_MOST = 1 << 24 };

// Solves a position, writes its proof and reads it again.
static Proof *proof_of(const Position *root) {
    Error error = {0};
    Answer answer;
    ProofMade made;
    Solver solver = {0};
    Budget budget = {0};
    assert_true(solve_position(&SOLVE_AUTO, root, &budget, &solver, &answer, &error));
    ProofTask task = {.root = root,
                      .winner = answer.winner,
                      .first = answer.move,
                      .budget = &budget,
                      .solver = &solver,
                      .path = path,
                      .force = true,
                      .made = "by a test"};
    assert_true(proof_make(&task, &made, &error));
    solver_release(&solver);
    Proof *proof = proof_load(path, TEXT_MOST, &error);
    if (!proof) fail_msg("%s", error.text);
    assert_int_equal(claim_book_count(proof->book), made.size.claims);
    assert_int_equal(proof->winner, answer.winner);
    assert_true(position_equal(&proof->root, root));
    return proof;
}

// The cells of the groups are the empty ones, each once, and the answer to a cell is its group's.
static WalkStep group_check(const ProofWalk *walk, int cell) {
    static WalkGroup groups[CELL_MAX];
    Error error = {0};
    CellSet left = position_vacant(proof_walk_position(walk));
    WalkStep expected = {.reason = WALK_FREE};
    int count = proof_walk_groups(walk, groups, &error);
    if (count < 0) fail_msg("%s", error.text);
    for (int i = 0; i < count; i++) {
        assert_true(cellset_within(groups[i].cells, left));
        left = cellset_minus(left, groups[i].cells);
        if (cellset_has(groups[i].cells, cell))
            expected = (WalkStep){groups[i].reason, groups[i].claim, groups[i].answer};
    }
    assert_true(cellset_is_empty(left));
    return expected;
}

static int reasons[WALK_FREE + 1];

// Plays the loser at random to the end of the game.
static void walk_random(const Proof *proof, ProofWalk *walk, Random *random, bool groups) {
    Error error = {0};
    WalkStep step, expected = {0};
    assert_non_null(walk);
    const Position *now = proof_walk_position(walk);
    while (position_winner(now) == EMPTY) {
        int cell = cellset_pick(position_vacant(now), random);
        assert_true(cell >= 0);
        if (groups) expected = group_check(walk, cell);
        if (!proof_walk_play(walk, cell, &step, &error)) fail_msg("%s", error.text);
        if (groups) assert_int_equal(step.reason, expected.reason);
        if (groups && expected.answer != CELL_NONE && step.reason < WALK_FREE)
            assert_int_equal(step.answer, expected.answer);
        reasons[step.reason]++;
    }
    assert_int_equal(position_winner(now), proof->winner);
    assert_false(proof_walk_play(walk, 0, &step, &error));
    proof_walk_free(walk);
}

static void walks_random(const Position *root, Random *random, int times) {
    Proof *proof = proof_of(root);
    for (int i = 0; i < times; i++) walk_random(proof, proof_walk_new(proof, NULL), random, i % 16 == 0);
    proof_free(proof);
}

static void test_openings(void **state) {
    (void)state;
    Random random = random_seeded(1);
    for (int size = 2; size <= 5; size++) {
        Position p = position_empty(geometry_get(size, size));
        walks_random(&p, &random, 200 / TEST_THINNING);
        for (int cell = 0; cell < size * size; cell++) {
            p = position_empty(p.geometry);
            cellset_add(&p.stones[BLACK], cell);
            p.to_move = WHITE;
            walks_random(&p, &random, 200 / TEST_THINNING);
        }
    }
    // Openings of 6x6 whose proofs kill cells, which those of smaller boards do not.
    static const int KILLING[] = {0, 6, 12, 17};
    for (int i = 0; i < 4; i++) {
        Position p = position_empty(geometry_get(6, 6));
        cellset_add(&p.stones[BLACK], KILLING[i]);
        p.to_move = WHITE;
        walks_random(&p, &random, 3000 / TEST_THINNING);
    }
}

// Positions with stones, of either mover, on boards of any shape.
static void test_positions(void **state) {
    (void)state;
    static const int SIZES[][2] = {{5, 5}, {6, 6}, {4, 6}, {7, 5}, {6, 3}};
    Random random = random_seeded(2);
    for (int i = 0; i < 200 / TEST_THINNING; i++) {
        const int *size = SIZES[i % 5];
        const Geometry *g = geometry_get(size[0], size[1]);
        Position p = position_undecided(g, &random, 0, g->cells / 3);
        if (i % 3 == 0) p.to_move = color_other(p.to_move);
        walks_random(&p, &random, 60);
    }
}

// --- Texts

// With its checksum and count.
static void text_close(Text *text, int claims) {
    unsigned long long hash = hash_bytes(HASH_START, text->data, text->length);
    text_format(text, "end %d %016llx\n", claims, hash);
}

static const char HEAD[] =
    "mustplay-proof 1\nboard 3x3\nwinner black\nroot position\nblack -\nwhite -\nto-move black\n"
    "first a3\nmade by hand\n";

static Proof *parse(const char *lines, int claims, Error *error) {
    Text text = {0};
    text_add(&text, HEAD);
    text_add(&text, lines);
    text_close(&text, claims);
    Proof *proof = proof_parse(text.data, text.length, error);
    text_free(&text);
    return proof;
}

static const char EXAMPLE[] = "S a3,a2,a1|b1\n# a comment\nC b2:a3,c1 c2:c1,b3|c3\nC a2:1 c1:2\n";

static CellSet cells_of(const Geometry *g, const char *names) {
    CellSet cells = cellset_none();
    for (; *names; names += 3) cellset_add(&cells, cell_parse(g, names, 2));
    return cells;
}

// The example of docs/PROOFS.md: what the page says about each claim.
static void test_example(void **state) {
    (void)state;
    Error error = {0};
    static WalkGroup groups[CELL_MAX];
    Proof *proof = parse(EXAMPLE, 3, &error);
    if (!proof) fail_msg("%s", error.text);
    const Geometry *g = proof->geometry;
    assert_string_equal(proof->made, "by hand");
    Claim second = claim_get(proof->book, 2);
    assert_true(cellset_equal(second.own, cells_of(g, "a3 c1 ")));
    assert_true(cellset_equal(second.free, cells_of(g, "b2 b3 c2 c3 ")));
    ProofWalk *walk = proof_walk_new(proof, &error);
    assert_int_equal(proof_walk_groups(walk, groups, &error), 2);
    assert_int_equal(groups[0].answer, cell_parse(g, "c1", 2)); // to a1, which the first answer needs
    assert_true(cellset_equal(groups[0].cells, cells_of(g, "a1 b1 a2 ")));
    assert_true(cellset_equal(groups[1].cells, cells_of(g, "c1 b2 c2 b3 c3 ")));
    WalkStep step;
    ClaimRef claims[4];
    assert_int_equal(proof_walk_claims(walk, claims, 4), 1);
    assert_int_equal(claims[0], 4);
    assert_true(proof_walk_play(walk, cell_parse(g, "a1", 2), &step, &error));
    assert_int_equal(step.answer, cell_parse(g, "c1", 2));
    assert_int_equal(proof_walk_claims(walk, claims, 4), 1);
    assert_int_equal(claims[0], 2);
    assert_false(proof_walk_play(walk, cell_parse(g, "a1", 2), &step, &error)); // not empty
    proof_walk_free(walk);
    walk = proof_walk_claim(proof, 0, &error);
    assert_int_equal(proof_walk_groups(walk, groups, &error), 1);
    assert_int_equal(groups[0].reason, WALK_PAIR);
    proof_walk_free(walk);
    proof_free(proof);
}

static void test_bad_texts(void **state) {
    (void)state;
    static const char *const LINES[] = {
        "X a1\n",
        "C\n",
        "C a1\n",
        "S 1\n",
        "S ^1\n",
        "S a4\n",
        "S a0\n",
        "S a1|a1\n",
        "S a1,\n",
        "S  a1\n",
        "F 1 a1\n",
        "P 0\n",
        "S L-R\n",
        "S a1-a1 a1\n",
        "S a1 \n",
        "C a1:b1|c1 x\n",
        "C a1*b1\n",
        "\n",
        "S a1\nD 1\n",
        "S a1\nF 1 +a1\n",
        "S 99999999999\n",
        "S a1\nS 1''\n",
        "C a1: b1*c1 c1:\n",
        "S a01\n",
    };
    Error error;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        error = (Error){0};
        Proof *proof = parse(LINES[i], 1, &error);
        if (proof) fail_msg("'%s' was read", LINES[i]);
        assert_true(error.bad_input);
    }
    assert_null(parse("S a1\n", 2, &error)); // another count
    assert_null(parse("", 0, &error));       // no claim
    assert_null(proof_parse("", 0, &error));
    Text text = {0};
    text_add(&text, HEAD);
    text_add(&text, EXAMPLE);
    text_close(&text, 3);
    for (size_t length = 0; length < text.length; length++)
        assert_null(proof_parse(text.data, length, &error));
    text.data[40]++;
    assert_null(proof_parse(text.data, text.length, &error)); // the checksum
    text_free(&text);
}

// --- Drops and reversals, which writers use less than a checker allows

static void body_add(const Proof *proof, const ProofLine *line, const ProofBody *body, Text *out) {
    char p[CELL_NAME_MAX], q[CELL_NAME_MAX];
    for (int i = 0; i < body->count; i++) {
        const ProofItem *item = &line->item[body->first + i];
        if (i) text_add_char(out, ',');
        if (item->kind == ITEM_CLAIM) {
            text_format(out, "%d%s", item->ref / 2 + 1, item->ref % 2 ? "'" : "");
        } else {
            text_add(out, cell_name(proof->geometry, item->p, p));
            if (item->kind == ITEM_PAIR) text_format(out, "|%s", cell_name(proof->geometry, item->q, q));
        }
    }
}

// A line with cases again without one of its answers.
static void cases_add(const Proof *proof, const ProofLine *line, int without, Text *out) {
    char name[CELL_NAME_MAX];
    text_add_char(out, 'C');
    if (!cellset_is_empty(line->given)) text_add(out, " +");
    cells_write(proof->geometry, line->given, out);
    for (int i = 0; i < line->answers; i++) {
        if (i == without) continue;
        text_format(out, " %s:", cell_name(proof->geometry, line->answer[i].reply, name));
        body_add(proof, line, &line->answer[i].body, out);
    }
    for (int i = 0; i < line->excuses; i++) {
        const ProofExcuse *excuse = &line->excuse[i];
        text_format(out, " %s%c", cell_name(proof->geometry, excuse->reply, name),
                    excuse->reverses ? '~' : '*');
        cells_write(proof->geometry, excuse->cells, out);
    }
}

// A written proof, to which lines are added.
typedef struct Written {
    Proof *proof;
    Text text;
    int claims;
    Random *random;
} Written;

// The same proof with one more line.
static Proof *proof_with(const Written *w, const char *line) {
    Text text = {0};
    text_add_bytes(&text, w->text.data, (size_t)(strstr(w->text.data, "\nend ") + 1 - w->text.data));
    text_format(&text, "%s\n", line);
    text_close(&text, w->claims + 1);
    Proof *proof = proof_parse(text.data, text.length, NULL);
    text_free(&text);
    assert_non_null(proof);
    return proof;
}

static void variant_walk(const Written *w, const char *line) {
    Proof *proof = proof_with(w, line);
    for (int i = 0; i < 20; i++)
        walk_random(proof, proof_walk_claim(proof, 2 * w->claims, NULL), w->random, i == 0);
    proof_free(proof);
}

// Sets that the checker lets go from the carrier of a claim.
static int drops_walk(const Written *w, int claim) {
    Claim c = claim_get(w->proof->book, 2 * claim);
    int found = 0;
    for (int i = 0; i < 20 && !cellset_is_empty(c.free); i++) {
        CellSet set = cellset_none();
        for (uint32_t n = 1 + random_below(w->random, 3); n--;)
            cellset_add(&set, cellset_pick(c.free, w->random));
        Field field = {w->proof->geometry, w->proof->winner, c.own, cellset_minus(c.free, set)};
        if (!field_captured_other(&field, set)) continue;
        Text line = {0};
        text_format(&line, "D %d ", claim + 1);
        cells_write(w->proof->geometry, set, &line);
        variant_walk(w, line.data);
        text_free(&line);
        found++;
    }
    return found;
}

// What a line leaves open, its last excuse apart.
static CellSet cells_open(const ProofLine *line) {
    CellSet open = line->claim.free;
    for (int i = 0; i < line->answers; i++) open = cellset_and(open, line->answer[i].needs);
    for (int i = 0; i + 1 < line->excuses; i++) open = cellset_minus(open, line->excuse[i].cells);
    return open;
}

// Tries a line with one answer less, and k to reverse what only that answered. The line is read first with k for an
// excuse of nothing, to see what it leaves open.
static bool reversal_walk(const Written *w, const ProofLine *line, int without, int k) {
    const Geometry *g = w->proof->geometry;
    char name[CELL_NAME_MAX];
    ProofLine trial = {0};
    Text text = {0};
    cases_add(w->proof, line, without, &text);
    size_t length = text.length;
    text_format(&text, " %s~%s", cell_name(g, k, name), k ? "a1" : "b1");
    Proof *more = proof_with(w, text.data);
    assert_true(proof_line_read(more, 2 * w->claims, &trial, NULL));
    CellSet open = cells_open(&trial);
    Field field = {g, w->proof->winner, trial.claim.own, cellset_minus(trial.claim.free, open)};
    bool fits = !cellset_has(trial.claim.own, k) && !cellset_has(open, k) && !cellset_is_empty(open) &&
                cellset_count(open) <= 4;
    cellset_add(&field.own, k);
    cellset_remove(&field.free, k);
    fits = fits && field_captured_other(&field, open);
    if (fits) {
        text.length = length;
        text_format(&text, " %s~", name);
        cells_write(g, open, &text);
        variant_walk(w, text.data);
    }
    proof_line_free(&trial);
    proof_free(more);
    text_free(&text);
    return fits;
}

static int reversals_walk(const Written *w, const ProofLine *line) {
    int found = 0;
    for (int without = 0; without < line->answers && line->answers > 1; without++) {
        CellSet keys = line->claim.free;
        for (int k; (k = cellset_pop(&keys)) >= 0;) found += reversal_walk(w, line, without, k);
    }
    return found;
}

static void test_variants(void **state) {
    (void)state;
    Random random = random_seeded(5);
    Error error = {0};
    int drops = 0, reversals = 0;
    for (int i = 0; i < 1000 / TEST_THINNING; i++) {
        ProofLine line = {0};
        Position p = position_undecided(geometry_get(4 + i % 2, 4 + i / 2 % 2), &random, 0, 6);
        Written w = {.proof = proof_of(&p), .random = &random};
        w.claims = claim_book_count(w.proof->book);
        assert_true(file_read_plain(path, TEXT_MOST, &w.text, &error));
        for (int claim = 0; claim < w.claims; claim++) {
            assert_true(proof_line_read(w.proof, 2 * claim, &line, &error));
            if (line.claim.x < CELL_MAX || line.claim.y < CELL_MAX) continue;
            drops += drops_walk(&w, claim);
            if (line.rule == 'C') reversals += reversals_walk(&w, &line);
        }
        proof_line_free(&line);
        proof_free(w.proof);
        text_free(&w.text);
    }
    assert_true(drops > 20 / TEST_THINNING && reversals > 10 / TEST_THINNING);
    for (int reason = 0; reason <= WALK_FREE && TEST_THINNING == 1; reason++)
        assert_true(reasons[reason] > 0);
}

// Any text with a right checksum: read or refused, and walked to some end.
static void walk_anyhow(const Proof *proof, Random *random) {
    Error error = {0};
    static WalkGroup groups[CELL_MAX];
    WalkStep step;
    ProofWalk *walk = proof_walk_new(proof, &error);
    if (!walk) return;
    proof_walk_groups(walk, groups, &error);
    for (int i = 0; i < 30; i++) {
        int cell = cellset_pick(position_vacant(proof_walk_position(walk)), random);
        if (cell < 0 || !proof_walk_play(walk, cell, &step, &error)) break;
    }
    proof_walk_free(walk);
}

static void test_mutants(void **state) {
    (void)state;
    static const char LETTERS[] = "abcde12345678|:*~,+^' SCFDTB-\n";
    Random random = random_seeded(3);
    Error error = {0};
    int read = 0;
    Position p = position_empty(geometry_get(5, 5));
    cellset_add(&p.stones[BLACK], 10);
    p.to_move = WHITE;
    proof_free(proof_of(&p));
    Text whole = {0}, text = {0};
    assert_true(file_read_plain(path, TEXT_MOST, &whole, &error));
    const char *end = strstr(whole.data, "\nend ") + 1;
    int claims = atoi(end + 4);
    for (int i = 0; i < 20000 / TEST_THINNING; i++) {
        text_clear(&text);
        text_add_bytes(&text, whole.data, (size_t)(end - whole.data));
        for (uint32_t n = 1 + random_below(&random, 2); n--;)
            text.data[random_below(&random, (uint32_t)text.length)] =
                LETTERS[random_below(&random, sizeof LETTERS - 1)];
        text_close(&text, claims);
        Proof *proof = proof_parse(text.data, text.length, &error);
        if (!proof) continue;
        walk_anyhow(proof, &random);
        proof_free(proof);
        read++;
    }
    assert_true(read > 1000 / TEST_THINNING);
    text_free(&text);
    text_free(&whole);
}

// Claims within claims a hundred thousand deep: a sentence, not a crash.
static void test_deep(void **state) {
    (void)state;
    Error error = {0};
    enum { DEPTH = 100000 };
    Text lines = {0};
    text_add(&lines, "S a3,a2,a1|b1\n");
    for (int i = 1; i < DEPTH; i++) text_add(&lines, i % 2 ? "S ^1\n" : "D ^1 c3\n");
    Proof *proof = parse(lines.data, DEPTH, &error);
    assert_non_null(proof);
    ProofWalk *walk = proof_walk_new(proof, &error);
    WalkStep step;
    assert_false(proof_walk_play(walk, 0, &step, &error));
    assert_true(error.bad_input);
    proof_walk_free(walk);
    proof_free(proof);
    text_free(&lines);
}

static void test_format(void **state) {
    (void)state;
    Error error = {0};
    static const char TEXT[] = "mustplay-proof 2\nboard 5x5\n";
    assert_null(proof_parse(TEXT, strlen(TEXT), &error));
    assert_non_null(strstr(error.text, "line 1: format 2; this program reads 1"));
}

// A join of two ends that are no edges.
static void test_join(void **state) {
    (void)state;
    Error error = {0};
    Text text = {0};
    text_add(&text, "mustplay-proof 1\nboard 5x5\nwinner white\nroot join c3-L\nstones c3\n"
                    "carrier a3,b3,a4,b4,a5\nmade for a test\nS b3-L a3|a4\nC c3-L b3:1 b4:a4|a5\n");
    text_close(&text, 2);
    Proof *proof = proof_parse(text.data, text.length, &error);
    if (!proof) fail_msg("%s", error.text);
    const Geometry *g = proof->geometry;
    assert_true(cellset_equal(position_vacant(&proof->root), cells_of(g, "a3 b3 a4 b4 a5 ")));
    ProofWalk *walk = proof_walk_new(proof, &error);
    WalkStep step;
    assert_false(
        proof_walk_play(walk, cell_parse(g, "a4", 2), &step, &error)); // it is false, and this shows it
    assert_true(proof_walk_play(walk, cell_parse(g, "b4", 2), &step, &error));
    assert_int_equal(step.answer, cell_parse(g, "b3", 2));
    assert_true(proof_walk_play(walk, cell_parse(g, "a4", 2), &step, &error));
    assert_int_equal(step.answer, cell_parse(g, "a3", 2));
    proof_walk_free(walk);
    proof_free(proof);
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example), cmocka_unit_test(test_bad_texts), cmocka_unit_test(test_format),
        cmocka_unit_test(test_join),    cmocka_unit_test(test_openings),  cmocka_unit_test(test_positions),
        cmocka_unit_test(test_mutants), cmocka_unit_test(test_deep),      cmocka_unit_test(test_variants),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
