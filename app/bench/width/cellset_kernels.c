// See app/bench/cellset_kernels.h. The sets are narrowed once per call; the loops then work on Bits alone.
#include "app/bench/cellset_kernels.h"

#include "base/bits.h"

static uint64_t pairs(const CellSet *sets, int count) {
    static _Thread_local Bits narrow[CELLSET_BENCH_MAX];
    for (int i = 0; i < count; i++) narrow[i] = bits_from_cellset(&sets[i]);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        Bits a = narrow[i];
        uint64_t within = 0, meets = 0;
        for (int j = 0; j < count; j++) {
            within += bits_within(a, narrow[j]);
            meets += bits_meets(a, narrow[j]);
        }
        sum += (uint64_t)(i + 1) * (within * 3 + meets);
    }
    return sum;
}

typedef struct Shape {
    int width;
    Bits all, top, not_first, not_last;
} Shape;

static Bits bits_grow(const Shape *s, Bits x) {
    Bits right = bits_and(x, s->not_last), left = bits_and(x, s->not_first);
    Bits row = bits_or(bits_shift_up(right, 1), bits_shift_down(left, 1));
    Bits straight = bits_or(bits_shift_up(x, s->width), bits_shift_down(x, s->width));
    Bits slanted = bits_or(bits_shift_down(right, s->width - 1), bits_shift_up(left, s->width - 1));
    return bits_and(bits_or(row, bits_or(straight, slanted)), s->all);
}

static Bits bits_flood(const Shape *s, Bits stones) {
    Bits reached = bits_and(stones, s->top), before;
    do {
        before = reached;
        reached = bits_or(reached, bits_and(bits_grow(s, reached), stones));
    } while (!bits_equal(reached, before));
    return reached;
}

static uint64_t flood(const Geometry *g, const CellSet *stones, int count) {
    Shape s = {g->width, bits_from_cellset(&g->all), bits_from_cellset(&g->around[EDGE_TOP])};
    s.not_first = bits_minus(s.all, bits_from_cellset(&g->around[EDGE_LEFT]));
    s.not_last = bits_minus(s.all, bits_from_cellset(&g->around[EDGE_RIGHT]));
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += (uint64_t)bits_count(bits_flood(&s, bits_from_cellset(&stones[i])));
    return sum;
}

const CellsetKernels WIDTH_NAME(cellset_kernels) = {pairs, flood};
