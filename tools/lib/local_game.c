#include "tools/lib/local_game.h"

#include <string.h>

static int hex_find(const Hex *list, int count, Hex a) {
    for (int i = 0; i < count; i++) {
        if (hex_equal(list[i], a)) return i;
    }
    return -1;
}

bool local_shape_complete(LocalShape *shape) {
    shape->ring = 0;
    for (int i = 0; i < shape->empties; i++) {
        for (int s = 0; s < 6; s++) {
            Hex a = hex_add(shape->empty[i], hex_step(s));
            if (hex_find(shape->empty, shape->empties, a) >= 0) continue;
            if (hex_find(shape->around, shape->ring, a) >= 0) continue;
            if (shape->ring == LOCAL_RING_MAX) return false;
            shape->around[shape->ring++] = a;
        }
    }
    memset(shape->empty_adjacent, 0, sizeof shape->empty_adjacent);
    memset(shape->empty_ring, 0, sizeof shape->empty_ring);
    memset(shape->ring_adjacent, 0, sizeof shape->ring_adjacent);
    for (int i = 0; i < shape->empties; i++) {
        for (int j = 0; j < shape->empties; j++)
            if (hex_distance(shape->empty[i], shape->empty[j]) == 1) shape->empty_adjacent[i] |= 1u << j;
        for (int j = 0; j < shape->ring; j++)
            if (hex_distance(shape->empty[i], shape->around[j]) == 1) shape->empty_ring[i] |= 1u << j;
    }
    for (int i = 0; i < shape->ring; i++) {
        for (int j = 0; j < shape->ring; j++)
            if (hex_distance(shape->around[i], shape->around[j]) == 1) shape->ring_adjacent[i] |= 1u << j;
    }
    return true;
}

// The ring cells that the X chain of one seed touches or contains. The chain's own cells are removed from `cells`
// (empties coloured X) and `stones` (X stones of the ring).
static uint32_t chain_reach(const LocalShape *shape, LocalRing ring, uint32_t *cells, uint32_t *stones,
                            uint32_t cell, uint32_t stone) {
    uint32_t unknown = ~(ring.x | ring.y), reach = stone;
    *cells &= ~cell;
    *stones &= ~stone;
    while (cell | stone) {
        uint32_t near_ring = 0, near_cells = 0;
        if (cell) {
            int i = __builtin_ctz(cell);
            cell &= cell - 1;
            near_ring = shape->empty_ring[i];
            near_cells = shape->empty_adjacent[i];
        } else {
            int i = __builtin_ctz(stone);
            stone &= stone - 1;
            near_ring = shape->ring_adjacent[i];
            for (int j = 0; j < shape->empties; j++) near_cells |= (shape->empty_ring[j] >> i & 1) << j;
        }
        reach |= near_ring & unknown;
        uint32_t new_stones = near_ring & *stones, new_cells = near_cells & *cells;
        reach |= new_stones;
        stone |= new_stones;
        cell |= new_cells;
        *stones &= ~new_stones;
        *cells &= ~new_cells;
    }
    return reach;
}

// link[i]: the ring cells linked with ring cell i when X has the cells `x` of the shape and Y the others.
static void links_find(const LocalShape *shape, LocalRing ring, uint32_t x, uint32_t *link) {
    memset(link, 0, sizeof *link * LOCAL_RING_MAX);
    uint32_t cells = x, stones = ring.x, unknown = ~(ring.x | ring.y);
    while (cells | stones) {
        uint32_t cell = cells & -cells, stone = cell ? 0 : stones & -stones;
        uint32_t reach = chain_reach(shape, ring, &cells, &stones, cell, stone);
        for (uint32_t left = reach; left; left &= left - 1) link[__builtin_ctz(left)] |= reach;
    }
    for (int i = 0; i < shape->ring; i++) {
        link[i] &= ~(1u << i);
        if (unknown >> i & 1) link[i] &= ~(shape->ring_adjacent[i] & unknown);
    }
}

void local_outcomes(const LocalShape *shape, LocalRing ring, LocalOutcomes *out) {
    uint32_t link[1 << LOCAL_EMPTY_MAX][LOCAL_RING_MAX];
    int count = 1 << shape->empties;
    out->empties = shape->empties;
    for (int x = 0; x < count; x++) links_find(shape, ring, (uint32_t)x, link[x]);
    for (int g = 0; g < count; g++) {
        out->below[g] = 0;
        for (int h = 0; h < count; h++) {
            uint32_t missing = 0;
            for (int i = 0; i < shape->ring; i++) missing |= link[g][i] & ~link[h][i];
            if (!missing) out->below[g] |= (uint64_t)1 << h;
        }
    }
}

bool local_is_dead(const LocalOutcomes *outcomes, int cell) {
    for (uint32_t rest = 0; rest < 1u << outcomes->empties; rest++) {
        if (rest >> cell & 1) continue;
        if (!(outcomes->below[rest | 1u << cell] >> rest & 1)) return false;
    }
    return true;
}

// A finished set is good when, for any colouring outside it, it links as much as if it were all the owner's.
static bool leaf_is_good(const LocalOutcomes *o, uint32_t set, uint32_t x, bool for_x) {
    uint32_t outside = ((1u << o->empties) - 1) & ~set, rest = outside;
    for (;;) {
        uint32_t all = for_x ? rest | set : rest | x, real = for_x ? rest | x : rest;
        if (!(o->below[all] >> real & 1)) return false;
        if (!rest) return true;
        rest = (rest - 1) & outside;
    }
}

static bool capture_holds(const LocalOutcomes *o, uint32_t set, uint32_t own, uint32_t other, bool for_x) {
    uint32_t left = set & ~(own | other);
    if (!left) return leaf_is_good(o, set, for_x ? own : other, for_x);
    for (uint32_t hits = left; hits; hits &= hits - 1) {
        uint32_t hit = hits & -hits, answers = left & ~hit;
        bool good = !answers && capture_holds(o, set, own, other | hit, for_x);
        for (; answers && !good; answers &= answers - 1)
            good = capture_holds(o, set, own | (answers & -answers), other | hit, for_x);
        if (!good) return false;
    }
    return true;
}

bool local_is_captured(const LocalOutcomes *o, uint32_t set, bool for_x, int8_t *reply) {
    if (!capture_holds(o, set, 0, 0, for_x)) return false;
    for (uint32_t hits = set; reply && hits; hits &= hits - 1) {
        uint32_t hit = hits & -hits, answers = set & ~hit;
        reply[__builtin_ctz(hit)] = -1;
        for (; answers; answers &= answers - 1) {
            if (!capture_holds(o, set, answers & -answers, hit, for_x)) continue;
            reply[__builtin_ctz(hit)] = (int8_t)__builtin_ctz(answers);
            break;
        }
    }
    return true;
}

int local_colouring(uint32_t x, uint32_t y) {
    int sum = 0, power = 1;
    for (int i = 0; i < LOCAL_EMPTY_MAX; i++, power *= 3) {
        if (x >> i & 1) sum += power;
        if (y >> i & 1) sum += 2 * power;
    }
    return sum;
}

// --- The order LE, as bit rows: row g, bit h. ---

static void masks_build(LocalMasks *m, int empties) {
    memset(m, 0, sizeof *m);
    m->empties = empties;
    m->power[0] = 1;
    for (int i = 0; i < empties; i++) m->power[i + 1] = 3 * m->power[i];
    m->colourings = m->power[empties];
    m->words = (m->colourings + 63) / 64;
    for (int g = 0; g < m->colourings; g++) {
        for (int i = 0; i < empties; i++) {
            if (g / m->power[i] % 3)
                m->stones[g]++;
            else
                m->vacant[i][g >> 6] |= (uint64_t)1 << (g & 63);
        }
        m->level[m->stones[g]][g >> 6] |= (uint64_t)1 << (g & 63);
    }
}

static uint64_t row_word(const uint64_t *row, int words, int word, int shift) {
    int at = word + (shift >> 6), by = shift & 63;
    uint64_t low = at < words ? row[at] : 0, high = at + 1 < words ? row[at + 1] : 0;
    return by ? low >> by | high << (64 - by) : low;
}

// The parts of row g that other rows give: what a Y stone in G offers the prover, what X stones in G demand.
static void row_start(const LocalOrder *order, int g, uint64_t *some, uint64_t *all) {
    const LocalMasks *m = &order->masks;
    memset(some, 0, sizeof *some * LOCAL_ROW_WORDS);
    memset(all, 0xff, sizeof *all * LOCAL_ROW_WORDS);
    for (int i = 0; i < m->empties; i++) {
        if (g / m->power[i] % 3) continue;
        for (int w = 0; w < m->words; w++) {
            some[w] |= order->le[g + 2 * m->power[i]][w];
            all[w] &= order->lf[g + m->power[i]][w];
        }
    }
}

static uint32_t x_cells(const LocalMasks *m, int g) {
    uint32_t x = 0;
    for (int i = 0; i < m->empties; i++) x |= (uint32_t)(g / m->power[i] % 3 == 1) << i;
    return x;
}

static void full_pairs_add(LocalOrder *order, const LocalOutcomes *outcomes, int g) {
    const LocalMasks *m = &order->masks;
    int full = m->empties;
    uint64_t below = outcomes->below[x_cells(m, g)];
    for (int h = 0; h < m->colourings; h++) {
        if (m->stones[h] == full && below >> x_cells(m, h) & 1)
            order->lf[g][h >> 6] |= (uint64_t)1 << (h & 63);
    }
}

static void row_build(LocalOrder *order, const LocalOutcomes *outcomes, int g) {
    const LocalMasks *m = &order->masks;
    uint64_t some[LOCAL_ROW_WORDS], all[LOCAL_ROW_WORDS];
    uint64_t *le = order->le[g], *lf = order->lf[g];
    row_start(order, g, some, all);
    memset(le, 0, sizeof order->le[g]);
    memset(lf, 0, sizeof order->lf[g]);
    bool g_full = m->stones[g] == m->empties;
    if (g_full) full_pairs_add(order, outcomes, g);
    for (int level = m->empties; level >= 0; level--) {
        bool must_move = g_full || level == m->empties;
        for (int w = 0; w < m->words; w++) {
            uint64_t here = m->level[level][w], s = some[w];
            for (int i = 0; i < m->empties; i++)
                s |= m->vacant[i][w] & row_word(le, m->words, w, m->power[i]);
            lf[w] |= s & here;
        }
        for (int w = 0; w < m->words; w++) {
            uint64_t here = m->level[level][w], a = must_move ? all[w] & lf[w] : all[w];
            for (int i = 0; i < m->empties; i++)
                a &= ~m->vacant[i][w] | row_word(lf, m->words, w, 2 * m->power[i]);
            le[w] |= a & here;
        }
    }
}

void local_order_build(LocalOrder *order, const LocalOutcomes *outcomes) {
    const LocalMasks *m = &order->masks;
    if (m->empties != outcomes->empties) masks_build(&order->masks, outcomes->empties);
    for (int level = m->empties; level >= 0; level--) {
        for (int g = 0; g < m->colourings; g++)
            if (m->stones[g] == level) row_build(order, outcomes, g);
    }
}
