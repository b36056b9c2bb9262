// Random stones placed and taken back on small boards. After each step the state of both colours is valid; an
// undo restores the winning carriers and must-plays.
#include "game/position.h"
#include "knowledge/vc.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Mark {
    CellSet must[2], carrier[2];
    uint64_t fulls[2], semis[2];
} Mark;

static Mark mark_take(const Vc *vc) {
    Mark m;
    for (Color color = BLACK; color <= WHITE; color++) {
        Error error;
        if (!vc_validate(vc, color, &error)) {
            fprintf(stderr, "fuzz_vc: %s\n", error.text);
            abort();
        }
        VcCounts counts = vc_counts(vc, color);
        m.must[color] = vc_mustplay(vc, color, &m.carrier[color]);
        m.fulls[color] = counts.fulls;
        m.semis[color] = counts.semis;
    }
    return m;
}

static bool mark_equal(const Mark *a, const Mark *b) {
    bool equal = true;
    for (Color color = BLACK; color <= WHITE; color++) {
        equal = equal && cellset_equal(a->must[color], b->must[color]) &&
                a->fulls[color] == b->fulls[color] && cellset_equal(a->carrier[color], b->carrier[color]) &&
                a->semis[color] == b->semis[color];
    }
    return equal;
}

static VcOptions options_from(uint8_t byte) {
    VcOptions options = vc_options();
    options.or_rule = byte & 1 ? VC_OR_IMPROVED : VC_OR_FAST;
    if (byte & 1) options.or_nodes = 500, options.full_limit = 16; // the classic rule knows no end
    options.shrink = !(byte & 2);
    options.crossing = byte & 4 ? VC_CROSSING_CHAINS : VC_CROSSING_EDGES;
    options.edge_and = byte & 8 ? VC_EDGE_FIRST_ROW : VC_EDGE_NEVER;
    options.semi_limit = byte & 16 ? 5 : 32;
    options.stop_at_win = byte & 32;
    options.record = byte & 64;
    options.aim = byte & 128 ? VC_AIM_WIDE : VC_AIM_NEVER;
    options.or_in_order = byte & 128;
    return options;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    const Geometry *g = geometry_get(2 + data[0] % 5, 2 + data[1] % 5);
    VcOptions options = options_from(data[2]);
    Position stack[40] = {position_empty(g)};
    Mark marks[40];
    int depth = 0;
    Vc *vc = vc_new(g, &options);
    if (!vc || !vc_build(vc, &stack[0], VC_BOTH)) abort();
    marks[0] = mark_take(vc);
    for (size_t i = 3; i < size && i < 32; i++) {
        int cell = data[i] / 2 % g->cells;
        CellSet vacant = position_vacant(&stack[depth]);
        if (cellset_has(vacant, cell)) {
            stack[depth + 1] = stack[depth];
            cellset_add(&stack[++depth].stones[data[i] & 1], cell);
            if (!vc_place(vc, cell, data[i] & 1 ? WHITE : BLACK)) abort();
            marks[depth] = mark_take(vc);
        } else if (depth) {
            vc_undo(vc);
            depth--;
            Mark now = mark_take(vc);
            if (!mark_equal(&now, &marks[depth])) abort();
        }
    }
    vc_free(vc);
    return 0;
}
