// How much knowledge finds on fixed positions, in numbers. That what it finds
// is true is for other tests. Here a rule that finds less, or something else,
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
} BOARDS[] = {{5, 5, 4}, {6, 6, 7}, {7, 5, 6}, {8, 8, 14}, {9, 9, 20}, {10, 7, 12}, {4, 4, 2}, {4, 3, 1}};
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

// How wins came about; nothing where that is not recorded.
static void derivations_note(const Vc *vc, Color color, Found *found) {
    VcSemi semi[CONNECTIONS_MAX];
    int full = vc_winning_full(vc, color), semis = vc_winning_semis(vc, color, semi, CONNECTIONS_MAX);
    found->sum += mixed(13, (uint64_t)semis);
    for (int i = 0; i < semis; i++)
        found->sum += mixed_cells(mixed(14, (uint64_t)semi[i].key), semi[i].carrier);
    if (full < 0) return;
    VcFull read = vc_full_read(vc, color, full);
    found->sum += mixed_cells(mixed(mixed(15, read.rule), (uint64_t)read.members), read.carrier);
    for (int i = 0; i < read.members; i++) {
        VcSemi member = vc_member_read(vc, color, read.member + i);
        found->sum += mixed_cells(mixed(16, (uint64_t)member.key), member.carrier);
    }
    for (int i = 0; i < 2 && read.rule == VC_AND; i++)
        found->sum += mixed_cells(17, vc_full_read(vc, color, read.part[i]).carrier);
}

// The reply to the first intrusion; CELL_NONE where there is none to make.
static int first_reply(const Vc *vc, Color color, const VcConnection *connection) {
    int intrusion = cellset_first(connection->carrier);
    return intrusion < 0 ? CELL_NONE : vc_reply(vc, color, connection, intrusion);
}

// Replies to intrusions, asked at ends good and bad.
static void replies_note(const Vc *vc, const Position *p, Color color, Found *found) {
    for (int cell = 0; cell < p->geometry->cells; cell += 3) {
        VcConnection list[CONNECTIONS_MAX];
        for (int side = 0; side < 2; side++) {
            int edge = color_edge(color, side),
                n = vc_between(vc, color, edge, cell, true, list, CONNECTIONS_MAX);
            for (int i = 0; i < n && i < 4; i++) {
                CellSet left = list[i].carrier;
                int intrusion = cellset_pop(&left);
                VcConnection turned = {
                    .x = list[i].y, .y = list[i].x, .key = CELL_NONE, .carrier = list[i].carrier};
                VcConnection one = {
                    .x = list[i].x, .y = list[i].x, .key = CELL_NONE, .carrier = list[i].carrier};
                for (; intrusion >= 0; intrusion = cellset_pop(&left))
                    found->sum += mixed(18 + (uint64_t)intrusion,
                                        (uint64_t)(vc_reply(vc, color, &list[i], intrusion) + 1));
                found->sum += mixed(19, (uint64_t)(first_reply(vc, color, &turned) + 1));
                assert_int_equal(first_reply(vc, color, &one), CELL_NONE);
            }
        }
        if (!cellset_has(p->stones[color_other(color)], cell)) continue;
        VcConnection none = {
            .x = cell, .y = color_edge(color, 0), .key = CELL_NONE, .carrier = position_vacant(p)};
        assert_int_equal(first_reply(vc, color, &none), CELL_NONE);
    }
}

// What the cells belong to; few of a long list are the smallest; there are none to an edge of the opponent's.
static void ends_note(const Vc *vc, const Position *p, Color color, Found *found) {
    int edge = color_edge(color, 1), other = color_edge(color_other(color), 0);
    for (int cell = 0; cell < p->geometry->cells; cell++) {
        VcConnection list[3] = {[2] = {.key = -7}};
        found->sum += mixed(20 + (uint64_t)cell, (uint64_t)(vc_end(vc, color, cell) + 1));
        int n = vc_between(vc, color, edge, cell, false, list, 2);
        for (int i = 0; i < n && i < 2; i++) connection_visit(&found->sum, &list[i]);
        assert_true(n < 2 || cellset_count(list[0].carrier) <= cellset_count(list[1].carrier));
        assert_int_equal(list[2].key, -7);
        assert_int_equal(vc_between(vc, color, other, cell, true, list, 2), 0);
    }
}

// Everything that can be asked about a state.
static void state_note(const Vc *vc, const Position *p, Found *found) {
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
        if (vc_deduce(vc, color, 500, &carrier)) found->sum += mixed_cells(3, carrier);
        found->sum += mixed(mixed(mixed(12, counts.or_calls), counts.or_nodes), counts.or_stopped);
        derivations_note(vc, color, found);
        ends_note(vc, p, color, found);
        replies_note(vc, p, color, found);
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
        state_note(vc, &p, &found);
        if (!options.record && options.or_rule == VC_OR_FAST) attempts_note(vc, &p, &found);
        for (int stone = 0; stone < 3; stone++) {
            int cell = cellset_pick(position_vacant(&p), &random);
            Color color = stone & 1 ? WHITE : BLACK;
            assert_true(vc_place(vc, cell, color));
            cellset_add(&p.stones[color], cell);
            state_note(vc, &p, &found);
        }
        vc_free(vc);
    }
    return found;
}

static void test_connections(void **state) {
    (void)state;
    VcOptions plain = vc_options(), improved = plain, wide = plain, record = plain, edges = plain,
              few = plain, free = plain;
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
    free.or_rule = VC_OR_IMPROVED; // without a limit of nodes
    free.or_nodes = 0;
    free.or_limit = 4;
    free.full_limit = 4;
    free.semi_limit = 12;
    few.semi_limit = 4;
    few.carrier_limit = 9;
    few.stop_at_win = true;
    few.aim = VC_AIM_NEAR;
    const struct {
        Row row;
        VcOptions options;
    } rows[] = {
        {{"plain", {{55409, 170947, 3401, 44}, 0x86e08788a97af2e8}}, plain},
        {{"improved", {{54855, 168880, 3573, 42}, 0x653cd7683cc881e9}}, improved},
        {{"wide", {{55705, 172559, 3329, 44}, 0xbc6d113f9dbd88d9}}, wide},
        {{"record", {{55409, 170947, 3401, 44}, 0xa6f9a0c57dc3fa35}}, record},
        {{"edges", {{313036, 1289886, 3368, 47}, 0xe35b1cd43087a594}}, edges},
        {{"few", {{44268, 126213, 4463, 23}, 0x984f4e001c468b31}}, few},
        {{"free", {{51918, 160601, 3661, 36}, 0xafd7652f34bd1522}}, free},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Found found = connections_found(rows[i].options, 3 * BOARD_COUNT);
        row_check(&rows[i].row, &found);
    }
}

// --- Inferior cells

static void reasons_note(const Inferior *inferior, const Geometry *g, Found *found) {
    for (int cell = 0; cell < g->cells; cell++) {
        InferiorReason r = inferior_reason(inferior, cell);
        Text text = {0};
        inferior_reason_text(inferior, cell, &text);
        for (size_t i = 0; i < text.length; i++)
            found->sum += mixed((uint64_t)cell, (uint64_t)(unsigned char)text.data[i] + 256 * i);
        text_free(&text);
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
        Position p = i % 40 == 0   ? position_undecided(geometry_get(19, 19), &random, 120, 160)
                     : i % 40 == 1 ? position_undecided(geometry_get(13, 12), &random, 30, 60)
                                   : position_numbered(i, &random);
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
        {{"all", {{880, 4360, 1687, 7655}, 0xd8fd44ffc764fd55}}, INFERIOR_ALL},
        {{"persistent", {{859, 4149, 0, 12281}, 0x55c200a221256471}},
         INFERIOR_PERSISTENT | INFERIOR_VULNERABLE | INFERIOR_DOMINATED},
        {{"patterns", {{803, 4859, 2046, 8569}, 0x04eef0904c63bdd0}},
         INFERIOR_ALL & ~(unsigned)INFERIOR_GRAPH},
        {{"for Black", {{910, 2981, 439, 12873}, 0x4a5ae7d0a32ad367}}, INFERIOR_ALL | INFERIOR_NOT_WHITE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Found found = inferior_found(rows[i].kinds, 15 * BOARD_COUNT);
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
        {{"default", {{92, 122, 0, 450}, 0x8c1e1afbe0dfd3c5}}, {0}},
        {{"solver", {{45, 184, 6, 1006}, 0x1882ed9dbf10f92b}}, {.skip_own = true, .seek = true}},
        {{"simulate", {{97, 126, 7, 461}, 0x7663600a8a269f23}}, {.simulate = true, .templates = true}},
        {{"deduce", {{44, 195, 0, 979}, 0x3ef471b9bc84da97}}, {.deduce = 200, .skip_own = true}},
        {{"certified", {{92, 124, 0, 616}, 0xbcb2d57a1049b4d0}}, {.persistent = true, .skip_prune = true}},
        {{"no fill", {{92, 136, 0, 510}, 0x46dbd480a7d3004e}}, {.skip_fill = true}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Found found = knowledge_found(rows[i].options, 8 * BOARD_COUNT);
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
