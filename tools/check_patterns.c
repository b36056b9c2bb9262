// Proves every pattern in the files named, by another path than the deriver's: check_patterns FILE...
//
// 1. By the definition. The region is the pattern's cells, the surroundings are the cells beside it, each of which
//    may be anything. Dead: no colouring of the region tells the colours of the cell apart. Captured: the
//    replies of the diagram are played out against every intrusion. Permanent and mutual: LE of the copycat
//    order, as a plain recursion. Each set is proved for the whole claim at once.
//    What Black links is compared. Where that does not suffice, what White links. For dead and captured
//    cells, if that does not suffice either, every colouring of the unknown cells beside the empty
//    ones.
// 2. On whole boards. The pattern is put at random places of 5x4 boards, in random images, among random stones.
//    The exact winner before and after the fill must agree for both movers.
// 3. It is what the program matches: read, written and read again it is the same.
#include "base/file.h"
#include "base/random.h"
#include "copycat.h"
#include "tools/lib/pattern.h"
#include "tools/lib/small_solver.h"

#include <stdio.h>

enum { BESIDE_MAX = 64, PLACINGS = 40, TRIES = 4000, FILE_BYTES_MAX = 1 << 24 };

// --- By the definition ---

typedef struct Region {
    const Pattern *pattern;
    int beside; // cells around the pattern
    Hex at[BESIDE_MAX];
    Copycat order;                // over the empty cells
    int holes, holes_from;        // cells from there on are only coloured, never played
    int empty[PATTERN_CELLS_MAX]; // places of empty cells, then of holes, in the pattern
} Region;

static int stones_beside(const Pattern *p, Hex at) {
    int stones = 0;
    for (int i = 0; i < p->count; i++) stones += p->color[i] != EMPTY && hex_distance(p->cell[i], at) == 1;
    return stones;
}

// The pattern with the unknown cells beside its empty cells as empty cells of their own, after all others.
// Done again it adds those beside the new cells, if they touch two stones.
static Pattern pattern_widened(const Pattern *p, int stones) {
    Pattern wide = *p;
    for (int i = 0; i < p->count; i++) {
        for (int s = 0; p->color[i] == EMPTY && s < 6; s++) {
            Hex at = hex_add(p->cell[i], hex_step(s));
            if (pattern_find(&wide, at) >= 0 || wide.count == PATTERN_CELLS_MAX) continue;
            if (stones_beside(p, at) < stones) continue;
            wide.color[wide.count] = EMPTY;
            wide.cell[wide.count++] = at;
        }
    }
    return wide;
}

static bool links_ordered(const void *region, int g, int h);

static void region_open(Region *r, const Pattern *p, int holes_from) {
    memset(r, 0, sizeof *r);
    r->holes_from = holes_from;
    r->pattern = p;
    r->order.total = 1;
    r->order.within = links_ordered;
    r->order.context = r;
    for (int i = 0; i < p->count; i++) {
        if (p->color[i] == EMPTY) {
            r->order.power[r->order.cells + r->holes] = r->order.total;
            r->empty[r->order.cells + r->holes] = i;
            if (i < holes_from)
                r->order.cells++;
            else
                r->holes++;
            r->order.total *= 3;
        }
        for (int s = 0; s < 6; s++) {
            Hex at = hex_add(p->cell[i], hex_step(s));
            bool seen = pattern_find(p, at) >= 0;
            for (int j = 0; j < r->beside && !seen; j++) seen = hex_equal(r->at[j], at);
            if (!seen) r->at[r->beside++] = at;
        }
    }
    if (!r->holes) r->order.known = calloc((size_t)r->order.total * (size_t)r->order.total, 1);
}

static Color cell_color(const Region *r, int colouring, int cell) {
    if (r->pattern->color[cell] != EMPTY) return (Color)r->pattern->color[cell];
    for (int i = 0; i < r->order.cells + r->holes; i++) {
        if (r->empty[i] != cell) continue;
        int digit = colouring / r->order.power[i] % 3;
        return digit == 0 ? EMPTY : digit == 1 ? BLACK : WHITE;
    }
    return EMPTY;
}

// Marks the black chain of a cell and what lies beside it.
static void chain_walk(const Region *r, int colouring, int cell, uint32_t *chain, uint64_t *beside) {
    *chain |= 1u << cell;
    for (int s = 0; s < 6; s++) {
        Hex at = hex_add(r->pattern->cell[cell], hex_step(s));
        int next = pattern_find(r->pattern, at);
        for (int j = 0; next < 0 && j < r->beside; j++)
            if (hex_equal(r->at[j], at)) *beside |= (uint64_t)1 << j;
        if (next >= 0 && !(*chain >> next & 1) && cell_color(r, colouring, next) == BLACK)
            chain_walk(r, colouring, next, chain, beside);
    }
}

// All that black links in g it links in h: pairs of cells beside the region that do not touch each other.
static bool links_within(const Region *r, int g, int h) {
    uint64_t links[2][BESIDE_MAX] = {{0}};
    for (int side = 0; side < 2; side++) {
        int colouring = side ? h : g;
        for (int cell = 0; cell < r->pattern->count; cell++) {
            uint32_t chain = 0;
            uint64_t beside = 0;
            if (cell_color(r, colouring, cell) != BLACK) continue;
            chain_walk(r, colouring, cell, &chain, &beside);
            for (int j = 0; j < r->beside; j++)
                if (beside >> j & 1) links[side][j] |= beside;
        }
    }
    for (int i = 0; i < r->beside; i++) {
        for (int j = 0; j < r->beside; j++) {
            if (hex_distance(r->at[i], r->at[j]) <= 1) continue;
            if (links[0][i] >> j & 1 && !(links[1][i] >> j & 1)) return false;
        }
    }
    return true;
}

static bool links_ordered(const void *region, int g, int h) {
    return links_within(region, g, h);
}

// The same for every colouring of the holes.
static bool links_within_all(const Region *r, int g, int h) {
    for (uint32_t black = 0; black < 1u << r->holes; black++) {
        int holes = 0;
        for (int i = 0; i < r->holes; i++)
            holes += (black >> i & 1 ? 1 : 2) * r->order.power[r->order.cells + i];
        if (!links_within(r, g + holes, h + holes)) return false;
    }
    return true;
}

// The colouring with the claim's stones.
static int claim_colouring(const Region *r, bool black, bool white) {
    int colouring = 0;
    for (int i = 0; i < r->order.cells; i++) {
        if (black && r->pattern->fill[BLACK] >> r->empty[i] & 1)
            colouring += r->order.power[i];
        else if (white && r->pattern->fill[WHITE] >> r->empty[i] & 1)
            colouring += 2 * r->order.power[i];
    }
    return colouring;
}

static int place_of(const Region *r, int cell) {
    for (int i = 0; i < r->order.cells; i++)
        if (r->empty[i] == cell) return i;
    return -1;
}

// The owner answers every intrusion, the first with the diagram's reply, and ends as if the set were all his.
static bool capture_plays(const Region *r, Color owner, int colouring, bool first) {
    int mine = owner == BLACK ? 1 : 2, theirs = 3 - mine, goal = 0;
    for (int i = 0; i < r->order.cells; i++) goal += mine * r->order.power[i];
    if (copycat_is_full(&r->order, colouring))
        return owner == BLACK ? links_within_all(r, goal, colouring) : links_within_all(r, colouring, goal);
    for (int i = 0; i < r->order.cells; i++) {
        if (colouring / r->order.power[i] % 3) continue;
        int hit = colouring + theirs * r->order.power[i];
        bool answered = copycat_is_full(&r->order, hit) && capture_plays(r, owner, hit, false);
        for (int j = 0; j < r->order.cells && !answered; j++) {
            if (hit / r->order.power[j] % 3) continue;
            if (first && r->pattern->reply[r->empty[i]] != r->empty[j]) continue;
            answered = capture_plays(r, owner, hit + mine * r->order.power[j], false);
        }
        if (!answered) return false;
    }
    return true;
}

static bool claim_proved(Region *r) {
    const Pattern *p = r->pattern;
    int filled = claim_colouring(r, true, true),
        dead = place_of(r, __builtin_ctz(p->fill[BLACK] | p->fill[WHITE]));
    switch (p->kind) {
    case PATTERN_DEAD:
        return r->order.cells == 1 && links_within_all(r, r->order.power[dead], 2 * r->order.power[dead]);
    case PATTERN_CAPTURED:
        return __builtin_popcount(p->fill[BLACK] | p->fill[WHITE]) == r->order.cells && r->order.cells > 1 &&
               !(p->fill[BLACK] && p->fill[WHITE]) &&
               capture_plays(r, p->fill[BLACK] ? BLACK : WHITE, 0, true);
    case PATTERN_PERMANENT:
        return copycat_le(&r->order, filled, 0) && copycat_le(&r->order, 0, filled);
    case PATTERN_MUTUAL:
        return p->fill[BLACK] && p->fill[WHITE] && copycat_le(&r->order, filled, 0) &&
               copycat_le(&r->order, 0, filled);
    default:
        return false;
    }
}

static bool pattern_proved(const Pattern *pattern) {
    bool proved = false;
    for (int way = 0; way < 6 && !proved; way++) {
        Pattern p = pattern_transform(pattern, 0, way & 1, -1);
        Region region;
        int count = p.count;
        if (way >= 2 && p.kind != PATTERN_DEAD && p.kind != PATTERN_CAPTURED) break;
        if (way >= 2) p = pattern_widened(&p, 0);
        if (way >= 4) p = pattern_widened(&p, 2);
        region_open(&region, &p, count);
        proved = (region.holes || region.order.known) && claim_proved(&region);
        free(region.order.known);
    }
    return proved;
}

// --- On whole boards ---

typedef struct Placed {
    uint32_t stones[2], empties, fill[2];
} Placed;

// Puts an image on the board at a place. Stones may fall on the edges of their colour; corners beyond the
// board count as either.
static bool pattern_place(const SmallSolver *s, const Pattern *p, Hex by, Placed *out) {
    memset(out, 0, sizeof *out);
    for (int i = 0; i < p->count; i++) {
        Hex at = hex_add(p->cell[i], by);
        bool beyond_black = at.r < 0 || at.r >= s->height, beyond_white = at.q < 0 || at.q >= s->width;
        if (beyond_black || beyond_white) {
            if (p->color[i] == BLACK ? !beyond_black : p->color[i] == WHITE ? !beyond_white : true)
                return false;
            continue;
        }
        uint32_t cell = 1u << (at.r * s->width + at.q);
        if (p->color[i] == EMPTY)
            out->empties |= cell;
        else
            out->stones[p->color[i]] |= cell;
        if (p->fill[BLACK] >> i & 1) out->fill[BLACK] |= cell;
        if (p->fill[WHITE] >> i & 1) out->fill[WHITE] |= cell;
    }
    return true;
}

static bool board_agrees(SmallSolver *s, const Pattern *p, const Placed *placed, Random *random) {
    uint32_t black = placed->stones[0], white = placed->stones[1], taken = black | white | placed->empties;
    int vacant = __builtin_popcount(placed->empties), most = vacant + (int)random_below(random, 4);
    for (int i = 0; i < s->cells; i++) {
        if (taken >> i & 1) continue;
        int what = (int)random_below(random, 3);
        if (what == 0 && vacant < most)
            vacant++;
        else if (random_next(random) >> 40 & 1)
            black |= 1u << i;
        else
            white |= 1u << i;
    }
    for (int mover = 0; mover < 2; mover++) {
        bool before = small_black_wins(s, black, white, mover == 0);
        for (int dead = 0; dead < (p->kind == PATTERN_DEAD ? 2 : 1); dead++) {
            uint32_t fill[2] = {placed->fill[0], placed->fill[1]};
            if (p->kind == PATTERN_DEAD) fill[dead] = 0;
            if (small_black_wins(s, black | fill[0], white | fill[1], mover == 0) != before) return false;
        }
    }
    return true;
}

// The number of boards tried, or -1 when one disagrees.
static int boards_try(SmallSolver *s, const Pattern *p, Random *random) {
    int tried = 0;
    for (int i = 0; i < TRIES && tried < PLACINGS; i++) {
        Placed placed;
        uint32_t pick = random_below(random, 2 * HEX_SYMMETRIES);
        Pattern image = pattern_transform(p, (int)pick % HEX_SYMMETRIES, pick >= HEX_SYMMETRIES, 0);
        Hex by = hex_make((int)random_below(random, 9) - 2, (int)random_below(random, 8) - 2);
        if (!pattern_place(s, &image, by, &placed)) continue;
        tried++;
        if (!board_agrees(s, p, &placed, random)) return -1;
    }
    return tried;
}

// --- Files ---

static bool text_agrees(const Pattern *p) {
    Text text = {0};
    Pattern again;
    int line = 0;
    pattern_write(p, &text);
    const char *at = text_string(&text);
    bool good = pattern_read(&at, &line, &again, NULL);
    Pattern a = pattern_canonical(p), b = pattern_canonical(&again);
    text_free(&text);
    return good && !pattern_compare(&a, &b);
}

static int file_check(const char *path, SmallSolver *solver, Random *random) {
    Error error = {0};
    Text text = {0};
    if (!file_read_plain(path, FILE_BYTES_MAX, &text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    const char *at = text.data;
    int line = 0, count = 0, bad = 0, boards = 0, unplaced = 0;
    Pattern p;
    while (pattern_read(&at, &line, &p, &error)) {
        bool proved = pattern_proved(&p), same = text_agrees(&p);
        count++;
        int tried = boards_try(solver, &p, random);
        boards += tried > 0 ? tried : 0;
        unplaced += tried == 0;
        if (proved && same && tried >= 0) continue;
        bad++;
        fprintf(stderr, "%s: %s %d (before line %d): %s\n", path, pattern_kind_name(p.kind), count, line,
                !proved ? "not proved"
                : !same ? "changes when written"
                        : "a whole board disagrees");
    }
    if (error.text[0]) fprintf(stderr, "%s: %s\n", path, error.text);
    printf("%s: %d patterns, %d proved, %d whole boards, %d fit no 5x4 board\n", path, count, count - bad,
           boards, unplaced);
    bool good = !error.text[0] && count > 0;
    text_free(&text);
    return good ? bad : 1;
}

int main(int argc, char **argv) {
    SmallSolver solver;
    Random random = random_seeded(1);
    int bad = argc < 2;
    if (argc < 2) fprintf(stderr, "usage: check_patterns FILE...\n");
    small_init(&solver, 5, 4, 22);
    for (int i = 1; i < argc; i++) bad += file_check(argv[i], &solver, &random);
    small_free(&solver);
    return argc < 2 ? 2 : bad ? 1 : 0;
}
