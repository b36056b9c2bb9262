// How much knowledge finds on fixed positions, in numbers. That what it finds
// is true is for other tests; here a rule that finds less, or something else,
// is noticed, as `mustplay bench` notices it in searches. Whoever means to
// change it takes over the numbers that a failure prints.
#include "test_support.h"

#include "game/random_position.h"
#include "knowledge/knowledge.h"

#include <string.h>

enum { CONNECTIONS_MAX = 64 };

// Counts, and a sum over all that was found, whatever its order.
typedef struct Found {
    uint64_t count[4];
    uint64_t sum;
} Found;

typedef struct Row {
    const char *name;
    Found found;
} Row;

static uint64_t mixed(uint64_t seed, uint64_t value) {
    uint64_t state = seed ^ value * 0x9e3779b97f4a7c15u;
    return splitmix64(&state);
}

static uint64_t mixed_cells(uint64_t seed, CellSet cells) {
    for (int i = 0; i < CELLSET_WORDS; i++) seed = mixed(seed, cells.word[i]);
    return seed;
}

// Fails with the row as it would have to read.
static void row_check(const Row *row, const Found *found) {
    if (!memcmp(&row->found, found, sizeof *found)) return;
    fail_msg("%s: {{%llu, %llu, %llu, %llu}, 0x%016llx}", row->name, (unsigned long long)found->count[0],
             (unsigned long long)found->count[1], (unsigned long long)found->count[2],
             (unsigned long long)found->count[3], (unsigned long long)found->sum);
}

static const struct {
    int width, height, stones;
} BOARDS[] = {{5, 5, 4}, {6, 6, 7}, {7, 5, 6}, {8, 8, 14}, {9, 9, 20}, {10, 7, 12}};
enum { BOARD_COUNT = sizeof BOARDS / sizeof *BOARDS };

static Position position_numbered(int number, Random *random) {
    int board = number % BOARD_COUNT, stones = BOARDS[board].stones;
    return position_undecided(geometry_get(BOARDS[board].width, BOARDS[board].height), random, stones / 2,
                              stones + stones / 4);
}

// --- Connections

static void connection_visit(void *context, const VcConnection *c) {
    uint64_t *sum = context;
    *sum += mixed_cells(mixed(mixed(1 + (uint64_t)c->x, (uint64_t)c->y), (uint64_t)(c->key + 1)), c->carrier);
}

// Everything that can be asked about a state.
static void state_note(const Vc *vc, const Position *p, bool recorded, Found *found) {
    for (Color color = BLACK; color <= WHITE; color++) {
        VcCounts counts = vc_counts(vc, color);
        CellSet carrier = cellset_none();
        found->count[0] += counts.fulls;
        found->count[1] += counts.semis;
        vc_each(vc, color, true, connection_visit, &found->sum);
        vc_each(vc, color, false, connection_visit, &found->sum);
        CellSet must = vc_mustplay(vc, color, &carrier);
        found->count[2] += (uint64_t)cellset_count(must);
        found->sum += mixed_cells(mixed_cells(2, must), carrier);
        found->count[3] += vc_win(vc, color, &carrier);
        if (vc_deduce(vc, color, 100, &carrier)) found->sum += mixed_cells(3, carrier);
        int edge = color_edge(color, 0), cell = cellset_first(position_vacant(p));
        VcConnection list[CONNECTIONS_MAX];
        int n = vc_between(vc, color, edge, cell, true, list, CONNECTIONS_MAX);
        for (int i = 0; recorded && i < n && i < CONNECTIONS_MAX; i++) {
            CellSet left = list[i].carrier;
            for (int intrusion; (intrusion = cellset_pop(&left)) >= 0;)
                found->sum +=
                    mixed((uint64_t)intrusion, (uint64_t)(vc_reply(vc, color, &list[i], intrusion) + 1));
        }
    }
}

static void attempts_note(const Vc *vc, const Position *p, Found *found) {
    Vc *scratch = (Vc *)(uintptr_t)vc; // the state stays as it is
    Color color = p->to_move;
    CellSet left = position_vacant(p), against = cellset_none();
    for (int cell; (cell = cellset_pop(&left)) >= 0; cellset_add(&against, cell)) {
        CellSet carrier;
        if (cellset_count(against) > 3) against = cellset_none();
        if (vc_attempt(scratch, color, against, cell, 2000, &carrier))
            found->sum += mixed_cells((uint64_t)cell, carrier);
    }
}

static Found connections_found(VcOptions options, int positions) {
    Found found = {{0}, 0};
    Random random = random_seeded(20);
    for (int i = 0; i < positions; i++) {
        Position p = position_numbered(i, &random);
        Vc *vc = vc_new(p.geometry, &options);
        assert_non_null(vc);
        assert_true(vc_build(vc, &p, VC_BOTH));
        state_note(vc, &p, options.record, &found);
        if (!options.record && options.or_rule == VC_OR_FAST) attempts_note(vc, &p, &found);
        for (int stone = 0; stone < 3; stone++) {
            int cell = cellset_pick(position_vacant(&p), &random);
            Color color = stone & 1 ? WHITE : BLACK;
            assert_true(vc_place(vc, cell, color));
            cellset_add(&p.stones[color], cell);
            state_note(vc, &p, false, &found);
        }
        vc_free(vc);
    }
    return found;
}

static void test_connections(void **state) {
    (void)state;
    VcOptions plain = vc_options(), improved = plain, wide = plain, record = plain, edges = plain,
              few = plain;
    improved.or_rule = VC_OR_IMPROVED;
    improved.or_nodes = 2000;
    improved.full_limit = 16;
    improved.crossing = VC_CROSSING_NEVER;
    wide.aim = VC_AIM_WIDE;
    wide.captured = wide.or_in_order = wide.templates = true;
    wide.semi_limit = 64;
    record.record = record.templates = true;
    edges.edge_and = VC_EDGE_FIRST_ROW;
    edges.crossing = VC_CROSSING_CHAINS;
    edges.shrink = false;
    edges.full_limit = 8;
    few.semi_limit = 4;
    few.carrier_limit = 9;
    few.stop_at_win = true;
    few.aim = VC_AIM_NEAR;
    const struct {
        Row row;
        VcOptions options;
    } rows[] = {
        {{"plain", {{36730, 113914, 1927, 19}, 0x1f9e8f368429b0cb}}, plain},
        {{"improved", {{36070, 112107, 2050, 17}, 0xb8d9b43200453fe5}}, improved},
        {{"wide", {{36945, 115539, 1958, 20}, 0x9207128c119e9654}}, wide},
        {{"record", {{36730, 113914, 1927, 19}, 0x5260363008bbd9a5}}, record},
        {{"edges", {{236376, 915578, 1925, 19}, 0x20ec6fbaf304b688}}, edges},
        {{"few", {{29906, 84369, 2628, 11}, 0x73a22f52d358603f}}, few},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Found found = connections_found(rows[i].options, 2 * BOARD_COUNT);
        row_check(&rows[i].row, &found);
    }
}

// --- Inferior cells

static void reasons_note(const Inferior *inferior, const Geometry *g, Found *found) {
    for (int cell = 0; cell < g->cells; cell++) {
        InferiorReason r = inferior_reason(inferior, cell);
        if (r.kind)
            found->sum += mixed(mixed(mixed((uint64_t)cell, r.kind), r.color),
                                (uint64_t)(r.pattern * 1000 + r.helper + 1));
    }
}

static void prunes_note(Inferior *inferior, const Geometry *g, unsigned kinds, Found *found) {
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        InferiorPrune prune;
        inferior_prune(inferior, mover, NULL, kinds, &prune);
        found->count[3] += (uint64_t)cellset_count(prune.vulnerable) +
                           (uint64_t)cellset_count(prune.reversible) +
                           (uint64_t)cellset_count(prune.dominated);
        CellSet carrier = prune.vulnerable;
        found->sum +=
            mixed_cells(mixed_cells(mixed_cells(4, prune.moves), prune.dominated), prune.reversible);
        inferior_close_carrier(inferior, color_other(mover), true, &carrier);
        found->sum += mixed_cells(5, carrier);
        reasons_note(inferior, g, found);
    }
}

static Found inferior_found(unsigned kinds, int positions) {
    Found found = {{0}, 0};
    Random random = random_seeded(21);
    for (int i = 0; i < positions; i++) {
        Position p = position_numbered(i, &random);
        Inferior *inferior = inferior_new(p.geometry);
        InferiorFill fill;
        InferiorRegion region[16];
        assert_non_null(inferior);
        inferior_set(inferior, p.stones);
        for (int stone = 0; stone < 4; stone++) {
            inferior_fill(inferior, kinds);
            inferior_get_fill(inferior, &fill);
            if (fill.winner != EMPTY || cellset_is_empty(fill.vacant)) break;
            found.count[0] += (uint64_t)cellset_count(fill.dead);
            for (Color c = BLACK; c <= WHITE; c++) {
                found.count[1] += (uint64_t)cellset_count(fill.captured[c]);
                found.count[2] +=
                    (uint64_t)cellset_count(fill.permanent[c]) + (uint64_t)cellset_count(fill.mutual[c]);
                found.sum += mixed_cells(mixed_cells(6, fill.filled[c]), fill.needed[c]);
            }
            int regions = inferior_regions(inferior, region, 16);
            for (int k = 0; k < regions; k++)
                found.sum +=
                    mixed_cells(mixed(7, (uint64_t)(region[k].end[0] + region[k].end[1])), region[k].cells);
            prunes_note(inferior, p.geometry, kinds | INFERIOR_SNARED, &found);
            inferior_place(inferior, cellset_pick(fill.vacant, &random), stone & 1 ? WHITE : BLACK);
        }
        inferior_free(inferior);
    }
    return found;
}

static void test_inferior_cells(void **state) {
    (void)state;
    const struct {
        Row row;
        unsigned kinds;
    } rows[] = {
        {{"all", {{750, 4212, 2040, 7923}, 0x06865be634926f50}}, INFERIOR_ALL},
        {{"persistent", {{876, 4894, 0, 11929}, 0x25780c7f78c8945c}},
         INFERIOR_PERSISTENT | INFERIOR_VULNERABLE | INFERIOR_DOMINATED},
        {{"patterns", {{731, 4101, 1908, 9095}, 0xdd1a0988650f49ef}},
         INFERIOR_ALL & ~(unsigned)INFERIOR_GRAPH},
        {{"for Black", {{816, 3111, 618, 14194}, 0xef62558b63c390cd}}, INFERIOR_ALL | INFERIOR_NOT_WHITE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Found found = inferior_found(rows[i].kinds, 20 * BOARD_COUNT);
        row_check(&rows[i].row, &found);
    }
}

// --- All of it together

static void study_note(Knower *knower, const Position *p, bool exact, Found *found) {
    Knowledge k;
    knower_study(knower, p, exact, &k);
    found->count[0] += k.winner != EMPTY;
    found->count[1] += (uint64_t)k.semis;
    found->count[2] += (uint64_t)(k.narrowed + k.forced);
    if (k.winner != EMPTY) {
        CellSet less = knower_shrink(knower, p, k.winner, k.proof);
        found->sum += mixed_cells(mixed_cells(mixed(8, (uint64_t)(k.move + 1)), k.proof), less);
        return;
    }
    found->count[3] += (uint64_t)cellset_count(k.moves);
    found->sum += mixed_cells(mixed_cells(mixed_cells(9, k.mustplay), k.moves), k.unanswered);
    found->sum += mixed_cells(mixed_cells(10, k.fill_proof[BLACK]), k.fill_proof[WHITE]);
    for (int i = 0; i < k.semis && i < KNOWLEDGE_SEMIS_MAX; i++) found->sum += mixed_cells(11, k.semi[i]);
    for (int cell = 0; cell < p->geometry->cells; cell++)
        found->sum += mixed((uint64_t)cell, (uint64_t)(k.killer[cell] + 1));
}

static Found knowledge_found(KnowledgeOptions options, int positions) {
    Found found = {{0}, 0};
    Random random = random_seeded(22);
    for (int i = 0; i < positions; i++) {
        Position p = position_numbered(i, &random);
        Error error;
        Knower *knower = knower_new(p.geometry, &options, &error);
        assert_non_null(knower);
        study_note(knower, &p, false, &found);
        study_note(knower, &p, true, &found);
        knower_free(knower);
    }
    return found;
}

static void test_studies(void **state) {
    (void)state;
    const struct {
        Row row;
        KnowledgeOptions options;
    } rows[] = {
        {{"default", {{86, 97, 0, 491}, 0x649e4c28a06f95a9}}, {0}},
        {{"solver", {{37, 176, 2, 1022}, 0xc8abd4b4c76c2ddb}}, {.skip_own = true, .seek = true}},
        {{"simulate", {{90, 87, 2, 464}, 0xc17bb94f9fe5f40e}}, {.simulate = true, .templates = true}},
        {{"deduce", {{34, 184, 0, 1024}, 0xcb395c2f918a508f}}, {.deduce = 200, .skip_own = true}},
        {{"certified", {{86, 106, 0, 672}, 0x69727615155b7b6a}}, {.persistent = true, .skip_prune = true}},
        {{"no fill", {{82, 124, 0, 606}, 0x6ebaa2228d1ac850}}, {.skip_fill = true}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Found found = knowledge_found(rows[i].options, 10 * BOARD_COUNT);
        row_check(&rows[i].row, &found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_connections),
        cmocka_unit_test(test_inferior_cells),
        cmocka_unit_test(test_studies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
