// The checker of proof files: every claim that its rules accept is true. The rules are applied at random, to
// premises that are true by brute force, on boards small enough to decide every claim by brute force. A false
// claim that is accepted is printed and ends the test. MUSTPLAY_SOUNDNESS=N takes N times as many.
#define VERIFY_LIBRARY
#include "verify/verify.c" // before cmocka, which has a macro called fail; the test needs its insides

#include "test_support.h"

#include "base/random.h"

// --- Brute force on masks of nodes: the cells from bit 0 on, then the edges top, bottom, left, right
enum { BRUTE_SLOTS = 1 << 20 };

typedef struct Brute {
    uint32_t near[20];
    uint32_t edges; // X's
    int x, y;
    uint64_t key[BRUTE_SLOTS];
    bool value[BRUTE_SLOTS];
} Brute;

static bool brute_joined(const Brute *b, uint32_t own) {
    uint32_t seen = 1u << b->x, front = seen;
    own |= b->edges;
    while (front) {
        uint32_t next = 0;
        for (; front; front &= front - 1) next |= b->near[__builtin_ctz(front)];
        front = next & own & ~seen;
        seen |= front;
    }
    return seen >> b->y & 1;
}

// Y is to move: X joins the ends.
static bool brute_wins(Brute *b, uint32_t own, uint32_t vacant) {
    if (brute_joined(b, own)) return true;
    if (!brute_joined(b, own | vacant)) return false;
    uint64_t key = (((uint64_t)own << 20 | vacant) << 10 | (uint64_t)b->x << 5 | (uint64_t)b->y) + 1;
    uint64_t slot = key * 0x9e3779b97f4a7c15u >> 44;
    if (b->key[slot] == key) return b->value[slot];
    bool wins = true;
    for (uint32_t left = vacant; left && wins; left &= left - 1) {
        uint32_t rest = vacant & ~(left & -left);
        wins = false;
        for (uint32_t r = rest; r && !wins; r &= r - 1) {
            uint32_t reply = r & -r;
            wins = brute_wins(b, own | reply, rest & ~reply);
        }
    }
    b->key[slot] = key;
    b->value[slot] = wins;
    return wins;
}

// --- A board, its checker and its referee
typedef struct Bench {
    Verifier *v;
    Brute *brute;
    Random random;
    VerifyResult result;
    char line[4096];
    long tried[VERIFY_RULES], accepted[VERIFY_RULES], kills, reversals, turned;
} Bench;

static void bench_start(Bench *bench, int width, int height, bool white) {
    char header[256];
    Verifier *v = bench->v = calloc(1, sizeof *v);
    snprintf(header, sizeof header,
             "mustplay-proof 1\nboard %dx%d\nwinner %s\nroot position\nblack -\nwhite -\nto-move %s\nfirst -\nmade "
             "x\n",
             width, height, white ? "white" : "black", white ? "black" : "white");
    v->file = fmemopen(header, strlen(header), "r");
    v->result = &bench->result;
    v->p = v->line;
    assert_int_equal(setjmp(v->fault), 0);
    header_read(v);
    fclose(v->file);
    memset(bench->brute, 0, sizeof *bench->brute);
    for (int node = 0; node < v->board.cells + 4; node++)
        bench->brute->near[node] = (uint32_t)v->board.near[node].word[0];
    bench->brute->edges = (uint32_t)v->edges.word[0];
}

// The claims of one round fit in one block.
static void claims_drop(Verifier *v) {
    if (v->claims) free(v->block[0]);
    v->claims = 0;
}

static void bench_end(Bench *bench) {
    claims_drop(bench->v);
    free(bench->v->block);
    free(bench->v);
}

static int chance(Bench *bench, int below) { return (int)random_below(&bench->random, (uint32_t)below); }

static bool claim_true(Bench *bench, const Claim *claim) {
    bench->brute->x = claim->x;
    bench->brute->y = claim->y;
    return brute_wins(bench->brute, (uint32_t)claim->stones.word[0], (uint32_t)claim->free.word[0]);
}

// Has the checker read the line in bench->line.
static bool line_accepted(Bench *bench) {
    Verifier *v = bench->v;
    strcpy(v->line, bench->line);
    v->p = v->line;
    bench->result.reason[0] = 0;
    if (setjmp(v->fault)) return false;
    line_claim(v);
    return true;
}

static void put(Bench *bench, const char *format, ...) {
    size_t length = strlen(bench->line);
    va_list list;
    va_start(list, format);
    vsnprintf(bench->line + length, sizeof bench->line - length, format, list);
    va_end(list);
}

static void put_node(Bench *bench, const char *before, int node) {
    put(bench, "%s%s", before, node_name(bench->v, node));
}

static void put_cells(Bench *bench, const char *before, Set cells) {
    FOR_EACH (cell, cells) {
        put_node(bench, before, cell);
        before = ",";
    }
}

static void put_ends(Bench *bench, const Claim *claim) {
    if (claim->x == bench->v->edge[0] && claim->y == bench->v->edge[1] && chance(bench, 2)) return;
    put_node(bench, " ", claim->x);
    put_node(bench, "-", claim->y);
}

// The half-turn from its definition: the checker's own is under test.
static int node_opposite(const Board *b, int node) {
    static const int EDGE[] = {1, 0, 3, 2}; // top, bottom, left, right
    if (node >= b->cells) return b->cells + EDGE[node - b->cells];
    int column = node % b->width, row = node / b->width;
    return (b->height - 1 - row) * b->width + b->width - 1 - column;
}

static Set set_opposite(const Board *b, Set cells) {
    Set opposite = NONE;
    FOR_EACH (cell, cells) opposite = set_with(opposite, node_opposite(b, cell));
    return opposite;
}

// A true claim becomes a premise. Refers to it, now and then as the half-turn of its half-turn.
static void put_premise(Bench *bench, const char *before, const Claim *claim) {
    Verifier *v = bench->v;
    const Board *b = &v->board;
    Claim turned = {set_opposite(b, claim->stones), set_opposite(b, claim->free), node_opposite(b, claim->x),
                    node_opposite(b, claim->y), 0};
    bool turn = chance(bench, 4) == 0;
    assert_int_equal(setjmp(v->fault), 0);
    claim_store(v, turn ? &turned : claim);
    bench->turned += turn;
    put(bench, "%s%zu%s", before, v->claims, turn ? "'" : "");
}

static void claim_print(Bench *bench, const Claim *claim) {
    bench->line[0] = 0;
    put_node(bench, "", claim->x);
    put_node(bench, "-", claim->y);
    put_cells(bench, ": ", claim->stones);
    put_cells(bench, " | ", claim->free);
    print_message("%s\n", bench->line);
}

// Reads the line; if it is accepted, the claim it makes must be true.
static bool line_judged(Bench *bench) {
    Verifier *v = bench->v;
    size_t before = v->claims;
    int rule = (int)(strchr(RULES, bench->line[0]) - RULES);
    bench->tried[rule]++;
    if (!line_accepted(bench)) return false;
    bench->accepted[rule]++;
    Claim claim = *claim_at(v, v->claims);
    assert_int_equal(v->claims, before + 1);
    assert_true(set_empty(set_and(claim.stones, claim.free)));
    if (claim_true(bench, &claim)) return true;
    print_message("board %dx%d, %s: accepted and false: %s\n", v->board.width, v->board.height, bench->result.winner,
                  bench->line);
    claim_print(bench, &claim);
    for (size_t i = 0; i < before; i++) {
        claim = *claim_at(v, i + 1);
        claim_print(bench, &claim);
    }
    assert_true(false);
    return false;
}

// --- Random claims
static Set random_cells(Bench *bench, Set from, int percent) {
    Set some = NONE;
    FOR_EACH (cell, from) {
        if (chance(bench, 100) < percent) some = set_with(some, cell);
    }
    return some;
}

static int random_cell(Bench *bench, Set from) {
    int count = 0, chosen = -1;
    FOR_EACH (cell, from) {
        if (!chance(bench, ++count)) chosen = cell;
    }
    return chosen;
}

// A set that grows from one cell over neighbours in `from`.
static Set random_patch(Bench *bench, Set from, int start, int size) {
    Set patch = set_of(start);
    while (--size > 0) {
        Set border = set_minus(set_and(chance(bench, 4) ? set_near(&bench->v->board, patch) : from, from), patch);
        if (set_empty(border)) break;
        patch = set_with(patch, random_cell(bench, border));
    }
    return patch;
}

static Claim random_claim(Bench *bench) {
    Verifier *v = bench->v;
    Claim claim = {.x = v->edge[0], .y = v->edge[1]};
    claim.stones = random_cells(bench, v->board.all, 10 + chance(bench, 30));
    claim.free = random_cells(bench, set_minus(v->board.all, claim.stones), 40 + chance(bench, 61));
    if (chance(bench, 10) < 3) claim.x = random_cell(bench, v->board.all);
    if (chance(bench, 10) < 2) claim.y = random_cell(bench, v->board.all);
    if (claim.x == claim.y) claim.y = v->edge[1];
    claim.stones = set_or(claim.stones, cells_of_ends(v, claim.x, claim.y));
    claim.free = set_minus(claim.free, claim.stones);
    return claim;
}

// Runs `each` on every small board for both colours.
static void on_boards(const char *what, void (*each)(Bench *bench), int rounds) {
    static const int SIZES[][2] = {{2, 2}, {3, 2}, {3, 3}, {4, 3}, {3, 4}, {4, 4}, {5, 3}, {3, 5}};
    Bench bench = {.random = random_seeded(13), .brute = malloc(sizeof *bench.brute)};
    rounds = rounds * soundness() / TEST_THINNING;
    for (int i = 0; i < 16; i++) {
        bench_start(&bench, SIZES[i / 2][0], SIZES[i / 2][1], i % 2);
        for (int round = 0; round < rounds; round++) {
            claims_drop(bench.v);
            bench.line[0] = 0;
            each(&bench);
        }
        bench_end(&bench);
    }
    free(bench.brute);
    print_message("%s:", what);
    for (int i = 0; i < VERIFY_RULES; i++) {
        if (bench.tried[i]) print_message(" %c %ld of %ld accepted", RULES[i], bench.accepted[i], bench.tried[i]);
        if (bench.tried[i]) assert_true(bench.accepted[i] * 500 > bench.tried[i]); // else the test tests nothing
    }
    print_message(", %ld with kills, %ld with reversals, %ld half-turns\n", bench.kills, bench.reversals, bench.turned);
}

// --- The rules
// A true claim between two ends with a small carrier, after some attempts; false if none is found.
static bool claim_between(Bench *bench, int x, int y, Claim *claim) {
    Verifier *v = bench->v;
    for (int attempt = 0; attempt < 20; attempt++) {
        *claim = (Claim){.x = x, .y = y};
        claim->stones = set_or(random_cells(bench, v->board.all, chance(bench, 20)), cells_of_ends(v, x, y));
        claim->free = set_minus(random_cells(bench, v->board.all, 10 + chance(bench, 50)), claim->stones);
        if (claim_true(bench, claim)) return true;
    }
    return false;
}

// Stones, pairs of near cells, and claims that join the ends by way of a cell.
static void try_series(Bench *bench) {
    Verifier *v = bench->v;
    Claim claim = random_claim(bench);
    int stones = chance(bench, 4), pairs = chance(bench, 4), via = random_cell(bench, v->board.all);
    const char *before = " ";
    put(bench, "S");
    put_ends(bench, &claim);
    for (; stones > 0; stones--, before = ",") put_node(bench, before, random_cell(bench, v->board.all));
    for (; pairs > 0; pairs--, before = ",") {
        int p = random_cell(bench, v->board.all);
        put_node(bench, before, p);
        put_node(bench, "|", random_cell(bench, set_near(&v->board, v->board.near[p])) % v->board.cells);
    }
    for (int i = chance(bench, 3); i > 0; i--) {
        int x = i == 1 ? claim.x : via, y = i == 1 ? via : claim.y;
        Claim premise;
        if (x == y || !claim_between(bench, x, y, &premise)) continue;
        put_premise(bench, before, &premise);
        before = ",";
    }
    line_judged(bench);
}

// An answer at r with a claim for what remains, if a random one is true.
static bool put_answer(Bench *bench, const Claim *claim, int r) {
    Verifier *v = bench->v;
    Claim rest = {.x = claim->x, .y = claim->y};
    Set ends = cells_of_ends(v, claim->x, claim->y);
    rest.stones = set_or(set_minus(claim->stones, random_cells(bench, claim->stones, 10)), ends);
    rest.stones = set_with(rest.stones, r);
    rest.free = set_minus(claim->free, rest.stones);
    rest.free = set_minus(rest.free, random_cells(bench, rest.free, chance(bench, 60)));
    if (!claim_true(bench, &rest)) return false;
    put_node(bench, " ", r);
    put_premise(bench, ":", &rest);
    return true;
}

static bool captured(Verifier *v, const Claim *claim, Set stones, Set free, Set set) {
    if (setjmp(v->fault)) return false;
    check_captured(v, claim, false, stones, free, set);
    return true;
}

// A random excuse for m that the checker takes for itself, or a random one after some attempts.
static void put_excuse(Bench *bench, const Claim *claim, int m, bool reverse) {
    Verifier *v = bench->v;
    for (int attempt = 0; attempt < 12; attempt++) {
        int k = random_cell(bench, set_without(claim->free, m));
        if (k < 0) return;
        Set free = set_without(claim->free, k), stones = set_with(claim->stones, k), set = set_of(m);
        if (reverse) set = random_patch(bench, free, m, 2 + chance(bench, 4));
        bool good = reverse ? captured(v, claim, stones, free, set) : dead(v, claim, stones, set_without(free, m), m);
        if (!good && attempt < 11) continue;
        put_node(bench, " ", k);
        put_cells(bench, reverse ? "~" : "*", set);
        return;
    }
}

static void try_cases(Bench *bench) {
    Verifier *v = bench->v;
    Claim claim = random_claim(bench);
    bool kill = false, reverse = false;
    put(bench, "C");
    put_ends(bench, &claim);
    put_cells(bench, " +", claim.stones);
    int answers = 0, wanted = 1 + chance(bench, 3);
    FOR_EACH (cell, claim.free) {
        int r = random_cell(bench, claim.free);
        if (answers < wanted) answers += put_answer(bench, &claim, cell % 2 ? r : cell);
    }
    // Whatever is still open gets an excuse, one after the other.
    for (int excuses = 0; answers && excuses < 6; excuses++) {
        char cell_name[8];
        if (line_judged(bench)) {
            bench->kills += kill;
            bench->reversals += reverse;
            return;
        }
        const char *open = strstr(bench->result.reason, "no answer to ");
        if (!open) return;
        snprintf(cell_name, sizeof cell_name, "%s", open + 13);
        v->p = cell_name;
        int m = read_cell(v);
        bool reversal = chance(bench, 2);
        kill |= !reversal;
        reverse |= reversal;
        put_excuse(bench, &claim, m, reversal);
    }
}

static void try_fill_or_drop(Bench *bench) {
    Claim claim = random_claim(bench), premise = claim;
    bool fill = chance(bench, 2);
    if (set_empty(claim.free)) return;
    Set set = random_patch(bench, claim.free, random_cell(bench, claim.free), 1 + chance(bench, 5));
    if (fill) {
        premise.stones = set_or(claim.stones, set);
        premise.free = set_minus(claim.free, set);
    }
    if (!claim_true(bench, &premise)) return;
    put(bench, fill ? "F" : "D");
    put_premise(bench, " ", &premise);
    if (chance(bench, 4) == 0) put_cells(bench, " +", random_cells(bench, set_minus(premise.free, set), 10));
    put_cells(bench, " ", set);
    line_judged(bench);
}

static void try_pairing(Bench *bench) {
    put(bench, "P %d", chance(bench, 3));
    put_cells(bench, " ", random_cells(bench, bench->v->board.all, 10));
    line_judged(bench);
}

static void test_series(void **state) {
    (void)state;
    on_boards("series", try_series, 1500);
}

static void test_cases(void **state) {
    (void)state;
    on_boards("cases", try_cases, 300);
}

static void test_fill_and_drop(void **state) {
    (void)state;
    on_boards("fill and drop", try_fill_or_drop, 600);
}

static void test_pairing(void **state) {
    (void)state;
    on_boards("pairing", try_pairing, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_series),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_fill_and_drop),
        cmocka_unit_test(test_pairing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
