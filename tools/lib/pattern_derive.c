#include "tools/lib/pattern_derive.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

void derived_list_add(DerivedList *list, const Pattern *pattern) {
    if (array_room(&list->item, &list->capacity, list->count + 1, sizeof *list->item))
        list->item[list->count++] = *pattern;
    else
        list->failed = true;
}

void derived_list_free(DerivedList *list) {
    free(list->item);
    *list = (DerivedList){0};
}

// --- Shapes ---

enum { SHAPES_MAX = 128 };

// Cells sorted and moved to non-negative offsets: the least of the twelve images.
static void shape_canonical(Hex *cells, int count) {
    Hex best[LOCAL_EMPTY_MAX];
    for (int s = 0; s < HEX_SYMMETRIES; s++) {
        Hex image[LOCAL_EMPTY_MAX];
        int low_q = 99, low_r = 99;
        for (int i = 0; i < count; i++) {
            image[i] = hex_symmetry(cells[i], s);
            if (image[i].q < low_q) low_q = image[i].q;
            if (image[i].r < low_r) low_r = image[i].r;
        }
        for (int i = 0; i < count; i++) {
            Hex a = hex_minus(image[i], hex_make(low_q, low_r));
            int j = i;
            for (; j > 0 && (image[j - 1].r > a.r || (image[j - 1].r == a.r && image[j - 1].q > a.q)); j--)
                image[j] = image[j - 1];
            image[j] = a;
        }
        if (s == 0 || memcmp(image, best, sizeof *best * (size_t)count) < 0)
            memcpy(best, image, sizeof *best * (size_t)count);
    }
    memcpy(cells, best, sizeof *best * (size_t)count);
}

// All connected shapes of `count` cells up to symmetry, grown from those with one cell less.
static int shapes_grow(const LocalShape *small, int small_count, LocalShape *out) {
    int found = 0;
    for (int i = 0; i < small_count; i++) {
        for (int j = 0; j < small[i].ring; j++) {
            LocalShape shape = small[i];
            int n = shape.empties + 1;
            shape.empty[shape.empties++] = small[i].around[j];
            shape_canonical(shape.empty, n);
            bool known = false;
            for (int k = 0; k < found && !known; k++)
                known = !memcmp(out[k].empty, shape.empty, sizeof(Hex) * (size_t)n);
            if (known || found == SHAPES_MAX || !local_shape_complete(&shape)) continue;
            out[found++] = shape;
        }
    }
    return found;
}

// --- Smaller patterns inside a shape ---

typedef struct Inside {
    uint32_t x, y; // ring stones that make the smaller pattern apply
} Inside;

typedef struct InsideList {
    Inside *item;
    int count, capacity;
} InsideList;

static void inside_add(InsideList *list, Inside inside) {
    for (int i = 0; i < list->count; i++) {
        const Inside *a = &list->item[i];
        if (!(a->x & ~inside.x) && !(a->y & ~inside.y)) return;
    }
    // Without memory a pattern too many is derived, none too few.
    if (array_room(&list->item, &list->capacity, list->count + 1, sizeof *list->item))
        list->item[list->count++] = inside;
}

// The stones the pattern needs when it is moved by `by`. False when its cells do not fall on the shape and its ring
// as they must.
static bool pattern_lies_inside(const LocalShape *shape, const Pattern *p, Hex by, Inside *inside) {
    *inside = (Inside){0, 0};
    for (int i = 0; i < p->count; i++) {
        Hex at = hex_add(p->cell[i], by);
        int empty = -1, ring = -1;
        for (int j = 0; j < shape->empties && empty < 0; j++)
            if (hex_equal(shape->empty[j], at)) empty = j;
        for (int j = 0; j < shape->ring && ring < 0; j++)
            if (hex_equal(shape->around[j], at)) ring = j;
        if ((p->color[i] == EMPTY) != (empty >= 0) || (p->color[i] != EMPTY && ring < 0)) return false;
        if (p->color[i] == BLACK) inside->x |= 1u << ring;
        if (p->color[i] == WHITE) inside->y |= 1u << ring;
    }
    return true;
}

static void inside_collect(const LocalShape *shape, const DerivedList *patterns, InsideList *list) {
    for (int i = 0; i < patterns->count; i++) {
        for (int s = 0; s < 2 * HEX_SYMMETRIES; s++) {
            Pattern p = pattern_transform(&patterns->item[i], s % HEX_SYMMETRIES, s >= HEX_SYMMETRIES, -1);
            int first = 0;
            while (p.color[first] != EMPTY) first++;
            for (int j = 0; j < shape->empties; j++) {
                Inside inside;
                if (pattern_lies_inside(shape, &p, hex_minus(shape->empty[j], p.cell[first]), &inside))
                    inside_add(list, inside);
            }
        }
    }
}

static bool inside_applies(const InsideList *list, LocalRing ring) {
    for (int i = 0; i < list->count; i++) {
        if (!(list->item[i].x & ~ring.x) && !(list->item[i].y & ~ring.y)) return true;
    }
    return false;
}

// --- Claims over all colourings of a ring ---

// Claims as bits. Captured sets and fill sets are numbered by their cells.
typedef struct Claims {
    uint64_t x, y;    // sets that X or Y may fill
    uint64_t mutual;  // bit 8 * a + b: X on a with Y on b
    uint32_t dead;    // cells
    uint32_t skipped; // a smaller pattern applies: nothing was decided
} Claims;

static bool claims_any(const Claims *c) {
    return c->x || c->y || c->mutual || c->dead;
}

static Claims claims_and(Claims a, const Claims *b) {
    a.x &= b->x;
    a.y &= b->y;
    a.mutual &= b->mutual;
    a.dead &= b->dead;
    return a;
}

typedef struct Deriver {
    const LocalShape *shape;
    PatternKind kind; // PATTERN_CAPTURED (with dead) or PATTERN_PERMANENT (with mutual)
    InsideList inside;
    Claims *claims; // by ring colouring: one digit in base 3 a ring cell, 0 unknown, 1 X, 2 Y
    size_t colourings;
    size_t power[LOCAL_RING_MAX];
    LocalOrder *order;
    DerivedList *out;
    int cells; // of a pattern, at most
} Deriver;

static LocalRing ring_decode(size_t code) {
    LocalRing ring = {0, 0};
    for (int i = 0; code; i++, code /= 3) {
        if (code % 3 == 1) ring.x |= 1u << i;
        if (code % 3 == 2) ring.y |= 1u << i;
    }
    return ring;
}

static void captured_claims(const LocalOutcomes *o, const Claims *may, Claims *claims) {
    for (int i = 0; i < o->empties; i++) {
        if (may->dead >> i & 1 && local_is_dead(o, i)) claims->dead |= 1u << i;
    }
    for (uint32_t set = 3; set < 1u << o->empties; set++) {
        if (!(set & (set - 1))) continue;
        if (may->x >> set & 1 && local_is_captured(o, set, true, NULL)) claims->x |= (uint64_t)1 << set;
        if (may->y >> set & 1 && local_is_captured(o, set, false, NULL)) claims->y |= (uint64_t)1 << set;
    }
}

static void fill_claims(Deriver *d, const LocalOutcomes *o, const Claims *may, Claims *claims) {
    local_order_build(d->order, o);
    for (uint32_t set = 1; set < 1u << o->empties; set++) {
        if (may->x >> set & 1 && local_order_le(d->order, local_colouring(set, 0), 0))
            claims->x |= (uint64_t)1 << set;
        if (may->y >> set & 1 && local_order_le(d->order, 0, local_colouring(0, set)))
            claims->y |= (uint64_t)1 << set;
    }
    for (int a = 0; a < o->empties; a++) {
        for (int b = 0; b < o->empties; b++) {
            if (a == b || !(may->mutual >> (8 * a + b) & 1)) continue;
            int both = local_colouring(1u << a, 1u << b);
            if (local_order_le(d->order, both, 0) && local_order_le(d->order, 0, both))
                claims->mutual |= (uint64_t)1 << (8 * a + b);
        }
    }
}

// What the colourings with one more stone leave possible.
static Claims claims_possible(const Deriver *d, size_t code, LocalRing ring) {
    Claims may = {~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~0u, 0};
    for (int i = 0; i < d->shape->ring && claims_any(&may); i++) {
        if ((ring.x | ring.y) >> i & 1) continue;
        may = claims_and(may, &d->claims[code + d->power[i]]);
        may = claims_and(may, &d->claims[code + 2 * d->power[i]]);
    }
    return may;
}

static Claims claims_decide(Deriver *d, size_t code) {
    LocalRing ring = ring_decode(code);
    Claims claims = {0}, may = claims_possible(d, code, ring);
    if (!claims_any(&may)) return claims;
    if (inside_applies(&d->inside, ring)) return (Claims){~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~0u, 1};
    LocalOutcomes outcomes;
    local_outcomes(d->shape, ring, &outcomes);
    if (d->kind == PATTERN_CAPTURED)
        captured_claims(&outcomes, &may, &claims);
    else
        fill_claims(d, &outcomes, &may, &claims);
    return claims;
}

// --- From claims to patterns ---

static Pattern pattern_begin(const Deriver *d, LocalRing ring, uint32_t empties, PatternKind kind) {
    Pattern p = {.kind = kind};
    memset(p.reply, -1, sizeof p.reply);
    for (int i = 0; i < d->shape->empties; i++) {
        if (!(empties >> i & 1)) continue;
        p.color[p.count] = EMPTY;
        p.cell[p.count++] = d->shape->empty[i];
    }
    for (int i = 0; i < d->shape->ring; i++) {
        if (!((ring.x | ring.y) >> i & 1)) continue;
        p.color[p.count] = ring.x >> i & 1 ? BLACK : WHITE;
        p.cell[p.count++] = d->shape->around[i];
    }
    return p;
}

// The bits of `set` packed to the cells that pattern_begin kept.
static uint32_t set_packed(uint32_t set, uint32_t empties) {
    uint32_t out = 0;
    for (int n = 0; empties; empties &= empties - 1, n++) {
        if (set & empties & -empties) out |= 1u << n;
    }
    return out;
}

// Patterns too wide for the matcher, and large ones that seldom apply, are dropped.
static void pattern_emit(Deriver *d, const Pattern *p) {
    if (pattern_centre(p) < 0 || p->count > d->cells) return;
    Pattern canonical = pattern_canonical(p);
    derived_list_add(d->out, &canonical);
}

static void captured_emit(Deriver *d, LocalRing ring, uint32_t set, bool for_x) {
    Pattern p = pattern_begin(d, ring, set, PATTERN_CAPTURED);
    LocalOutcomes outcomes;
    int8_t reply[LOCAL_EMPTY_MAX];
    local_outcomes(d->shape, ring, &outcomes);
    local_is_captured(&outcomes, set, for_x, reply);
    p.fill[for_x ? BLACK : WHITE] = set_packed(set, set);
    for (uint32_t left = set; left; left &= left - 1) {
        int from = __builtin_ctz(left), to = reply[from];
        if (to < 0) continue;
        int packed_from = __builtin_ctz(set_packed(1u << from, set));
        p.reply[packed_from] = (int8_t)__builtin_ctz(set_packed(1u << to, set));
    }
    pattern_emit(d, &p);
}

// Sets that no larger set of the same claims contains.
static bool set_is_maximal(uint64_t sets, uint32_t set, int empties) {
    for (uint32_t larger = set + 1; larger < 1u << empties; larger++) {
        if ((larger & set) == set && sets >> larger & 1) return false;
    }
    return true;
}

static void captured_claims_emit(Deriver *d, LocalRing ring, const Claims *c, const Claims *fresh) {
    for (uint32_t dead = fresh->dead; dead; dead &= dead - 1) {
        Pattern p = pattern_begin(d, ring, dead & -dead, PATTERN_DEAD);
        p.fill[BLACK] = p.fill[WHITE] = 1;
        pattern_emit(d, &p);
    }
    for (uint32_t set = 1; set < 1u << d->shape->empties; set++) {
        if (fresh->x >> set & 1 && set_is_maximal(c->x, set, d->shape->empties))
            captured_emit(d, ring, set, true);
        if (fresh->y >> set & 1 && set_is_maximal(c->y, set, d->shape->empties))
            captured_emit(d, ring, set, false);
    }
}

// One claim is enough: after it the others are claims about a smaller shape. The largest set, else the first
// mutual pair.
static void fill_claims_emit(Deriver *d, LocalRing ring, const Claims *c) {
    uint32_t all = (1u << d->shape->empties) - 1, best = 0;
    Color color = BLACK;
    for (uint32_t set = 1; set <= all; set++) {
        for (int for_x = 1; for_x >= 0; for_x--) {
            if (!((for_x ? c->x : c->y) >> set & 1)) continue;
            if (__builtin_popcount(set) <= __builtin_popcount(best)) continue;
            best = set;
            color = for_x ? BLACK : WHITE;
        }
    }
    Pattern p = pattern_begin(d, ring, all, best ? PATTERN_PERMANENT : PATTERN_MUTUAL);
    if (best) {
        p.fill[color] = best;
    } else {
        p.fill[BLACK] = 1u << __builtin_ctzll(c->mutual) / 8;
        p.fill[WHITE] = 1u << __builtin_ctzll(c->mutual) % 8;
    }
    pattern_emit(d, &p);
}

// The claims that making one stone unknown would lose, whichever stone. Of permanent and mutual fill-in none
// is new where any was known.
static Claims claims_fresh(const Deriver *d, size_t code, LocalRing ring) {
    Claims fresh = d->claims[code];
    for (int i = 0; i < d->shape->ring && claims_any(&fresh); i++) {
        if (!((ring.x | ring.y) >> i & 1)) continue;
        const Claims *less = &d->claims[code - (ring.x >> i & 1 ? 1 : 2) * d->power[i]];
        if (d->kind != PATTERN_CAPTURED && claims_any(less)) return (Claims){0};
        fresh.x &= ~less->x;
        fresh.y &= ~less->y;
        fresh.mutual &= ~less->mutual;
        fresh.dead &= ~less->dead;
    }
    return fresh;
}

static bool shape_derive(Deriver *d) {
    d->colourings = 1;
    for (int i = 0; i < d->shape->ring; i++) {
        d->power[i] = d->colourings;
        d->colourings *= 3;
    }
    d->claims = malloc(sizeof *d->claims * d->colourings);
    if (!d->claims) return false;
    for (size_t code = d->colourings; code-- > 0;) d->claims[code] = claims_decide(d, code);
    for (size_t code = 0; code < d->colourings; code++) {
        if (d->claims[code].skipped || !claims_any(&d->claims[code])) continue;
        LocalRing ring = ring_decode(code);
        Claims fresh = claims_fresh(d, code, ring);
        if (d->kind == PATTERN_CAPTURED)
            captured_claims_emit(d, ring, &d->claims[code], &fresh);
        else if (claims_any(&fresh))
            fill_claims_emit(d, ring, &fresh);
    }
    free(d->claims);
    d->claims = NULL;
    return true;
}

// One kind over all shapes of up to `largest` cells. The patterns of smaller shapes are reduced before larger
// ones are looked at.
static bool kind_derive(PatternKind kind, DeriveLimits limits, DerivedList *out, DeriveReport report,
                        void *context) {
    bool captured = kind == PATTERN_CAPTURED;
    int largest = captured ? limits.captured_empties : limits.fill_empties;
    LocalShape *shapes = calloc(2 * SHAPES_MAX, sizeof *shapes), *next = shapes + SHAPES_MAX;
    LocalOrder *order = calloc(1, sizeof *order);
    bool good = shapes && order;
    int count = 1;
    if (good) {
        shapes[0].empties = 1;
        local_shape_complete(&shapes[0]);
    }
    for (int size = 1; size <= largest && good; size++) {
        DerivedList found = {0};
        for (int i = 0; i < count && good; i++) {
            if (shapes[i].ring > limits.ring) continue;
            Deriver d = {.shape = &shapes[i], .kind = kind, .order = order, .out = &found};
            d.cells = captured ? PATTERN_CELLS_MAX : limits.fill_cells;
            int before = found.count;
            inside_collect(&shapes[i], out, &d.inside);
            good = shape_derive(&d);
            free(d.inside.item);
            if (report) report(context, &shapes[i], kind, found.count - before);
        }
        for (int i = 0; i < found.count; i++) derived_list_add(out, &found.item[i]);
        derived_list_free(&found);
        patterns_reduce(out);
        int grown = size < largest ? shapes_grow(shapes, count, next) : 0;
        memcpy(shapes, next, sizeof *shapes * (size_t)grown);
        count = grown;
    }
    free(shapes);
    free(order);
    return good && !out->failed;
}

bool patterns_derive_fill(DeriveLimits limits, DerivedList *out, DeriveReport report, void *context) {
    return kind_derive(PATTERN_CAPTURED, limits, out, report, context) &&
           kind_derive(PATTERN_PERMANENT, limits, out, report, context);
}

// --- Reduction ---

static bool kind_is_local(PatternKind kind) {
    return kind == PATTERN_PERMANENT || kind == PATTERN_MUTUAL;
}

// `a` asks for no more than `b`, in this placing, and claims as much.
static bool image_implies(const Pattern *a, const Pattern *b, Hex by) {
    uint32_t fill[2] = {0, 0};
    for (int i = 0; i < a->count; i++) {
        int j = pattern_find(b, hex_add(a->cell[i], by));
        if (j < 0 || a->color[i] != b->color[j]) return false;
        for (int c = 0; c < 2; c++) fill[c] |= (a->fill[c] >> i & 1) << j;
    }
    return kind_is_local(a->kind) || (!(b->fill[0] & ~fill[0]) && !(b->fill[1] & ~fill[1]));
}

static bool pattern_implies(const Pattern *a, const Pattern *b) {
    for (int s = 0; s < 2 * HEX_SYMMETRIES; s++) {
        Pattern image = pattern_transform(a, s % HEX_SYMMETRIES, s >= HEX_SYMMETRIES, -1);
        for (int j = 0; j < b->count; j++) {
            if (b->color[j] != image.color[0]) continue;
            if (image_implies(&image, b, hex_minus(b->cell[j], image.cell[0]))) return true;
        }
    }
    return false;
}

static int compare_items(const void *a, const void *b) {
    return pattern_compare(a, b);
}

void patterns_reduce(DerivedList *list) {
    if (!list->count) return;
    qsort(list->item, (size_t)list->count, sizeof *list->item, compare_items);
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const Pattern p = list->item[i];
        bool implied = kept > 0 && !pattern_compare(&p, &list->item[kept - 1]);
        for (int j = 0; j < kept && !implied; j++)
            implied = (list->item[j].kind == p.kind ||
                       (kind_is_local(list->item[j].kind) && kind_is_local(p.kind))) &&
                      pattern_implies(&list->item[j], &p);
        if (!implied) list->item[kept++] = p;
    }
    list->count = kept;
}
