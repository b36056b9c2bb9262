// Derives dominations in the acute corner: derive_corners > data/corners/dominated.txt. With --check, proves
// the claims of a file on standard input again and tries them on whole boards.
//
// A claim (knowledge/corner.h) is proved by the copycat order: what Black links is no less with a stone on
// the better cell. The nodes that can be linked are the top edge, the corner cells that are not known, and
// the five cells beyond the corner. Claims are visited from few known cells to many, so that each is as
// general as it can be. Two kinds are left out. Some follow from capture (the better stone makes the other cell Black's
// own or dead), which the fill-in finds by itself. In others something in the corner can be filled in.
#include "base/random.h"
#include "copycat.h"
#include "knowledge/corner.h"
#include "tools/lib/small_solver.h"

#include <stdio.h>
#include <time.h>

enum { EMPTIES_MAX = 7, NODES = 16, CORNER_RING = CORNER_CELLS, TOP = NODES - 1, TOTAL_MAX = 2187 };
enum { BOARDS = 20, CAPTURED_MAX = 4 };

typedef struct Corner {
    uint16_t empty, black, white;
    Copycat order; // over the empty cells
    int cell[EMPTIES_MAX];
    uint16_t link[1 << EMPTIES_MAX][NODES]; // by the empty cells that are Black's
} Corner;

// --- What Black links
static int node_column(int node) {
    return node < CORNER_RING ? corner_column(node) : CORNER_ROWS - (node - CORNER_RING);
}

static int node_row(int node) {
    return node < CORNER_RING ? corner_row(node) : node - CORNER_RING;
}

static bool nodes_touch(int a, int b) {
    if (a == TOP || b == TOP) return a != b && node_row(a == TOP ? b : a) == 0;
    int q = node_column(a) - node_column(b), r = node_row(a) - node_row(b);
    return (q == 0 && abs(r) == 1) || (r == 0 && abs(q) == 1) || (q == -r && abs(q) == 1);
}

static void neighbours_find(uint16_t out[NODES]) {
    for (int a = 0; a < NODES; a++) {
        out[a] = 0;
        for (int b = 0; b < NODES; b++)
            if (nodes_touch(a, b)) out[a] |= (uint16_t)(1u << b);
    }
}

static void links_find(const Corner *c, const uint16_t *beside, uint32_t black, uint16_t link[NODES]) {
    uint32_t left = black | 1u << TOP;
    uint32_t unknown = ((1u << TOP) - 1) & ~(uint32_t)(c->empty | c->black | c->white);
    memset(link, 0, sizeof *link * NODES);
    while (left) {
        uint32_t todo = left & -left, chain = 0, reach = 0;
        while (todo) {
            int node = __builtin_ctz(todo);
            todo &= todo - 1;
            chain |= 1u << node;
            reach |= beside[node] & unknown;
            todo |= beside[node] & left & ~chain;
        }
        left &= ~chain;
        reach |= chain & 1u << TOP;
        for (uint32_t r = reach; r; r &= r - 1) link[__builtin_ctz(r)] |= (uint16_t)reach;
    }
    for (int i = 0; i < NODES; i++) link[i] &= (uint16_t)~beside[i];
}

static bool links_within(const Corner *c, uint32_t g, uint32_t h) {
    uint32_t missing = 0;
    for (int i = 0; i < NODES; i++) missing |= c->link[g][i] & ~(uint32_t)c->link[h][i];
    return !missing;
}

// --- The copycat order
static uint32_t black_cells(const Corner *c, int colouring) {
    uint32_t black = 0;
    for (int i = 0; i < c->order.cells; i++) black |= (uint32_t)(colouring / c->order.power[i] % 3 == 1) << i;
    return black;
}

static bool links_ordered(const void *corner, int g, int h) {
    const Corner *c = corner;
    return links_within(c, black_cells(c, g), black_cells(c, h));
}

static void corner_open(Corner *c, uint16_t empty, uint16_t black, uint16_t white, const uint16_t *beside) {
    c->empty = empty;
    c->black = black;
    c->white = white;
    c->order.cells = 0;
    c->order.total = 1;
    for (int cell = 0; cell < CORNER_CELLS; cell++) {
        if (!(empty >> cell & 1)) continue;
        c->cell[c->order.cells] = cell;
        c->order.power[c->order.cells++] = c->order.total;
        c->order.total *= 3;
    }
    for (uint32_t x = 0; x < 1u << c->order.cells; x++) {
        uint32_t stones = black;
        for (int i = 0; i < c->order.cells; i++) stones |= (x >> i & 1) << c->cell[i];
        links_find(c, beside, stones, c->link[x]);
    }
    memset(c->order.known, 0, (size_t)c->order.total * (size_t)c->order.total);
}

// A stone on the place `by` is no worse for Black than one on `cell` (places among the empty cells).
static bool is_dominated(Corner *c, int cell, int by) {
    return copycat_le(&c->order, c->order.power[cell], c->order.power[by]);
}

// With the set `stones` Black's, the set is as good as his however it and the rest of the corner are
// coloured.
static bool leaf_is_good(const Corner *c, uint32_t stones, uint32_t set, uint32_t mine) {
    uint32_t outside = ((1u << c->order.cells) - 1) & ~(set | stones), rest = outside;
    for (;; rest = (rest - 1) & outside) {
        if (!links_within(c, rest | stones | set, rest | stones | mine)) return false;
        if (!rest) return true;
    }
}

// Black, moving second inside the set, makes it his own or dead.
static bool is_captured(const Corner *c, uint32_t stones, uint32_t set, uint32_t mine, uint32_t theirs) {
    uint32_t left = set & ~(mine | theirs);
    if (!left) return leaf_is_good(c, stones, set, mine);
    for (uint32_t hits = left; hits; hits &= hits - 1) {
        uint32_t hit = hits & -hits, answers = left & ~hit;
        bool good = !answers && is_captured(c, stones, set, mine, theirs | hit);
        for (; answers && !good; answers &= answers - 1)
            good = is_captured(c, stones, set, mine | (answers & -answers), theirs | hit);
        if (!good) return false;
    }
    return true;
}

// The stone on `by` captures or kills the cell.
static bool is_taken(const Corner *c, int cell, int by) {
    for (uint32_t set = 1; set < 1u << c->order.cells; set++) {
        if (!(set >> cell & 1) || set >> by & 1 || __builtin_popcount(set) > CAPTURED_MAX) continue;
        if (is_captured(c, 1u << by, set, 0, 0)) return true;
    }
    return false;
}

// A set can be filled in for one colour, or a cell for each.
static bool is_fillable(Corner *c) {
    for (uint32_t set = 1; set < 1u << c->order.cells; set++) {
        int black = 0;
        for (int i = 0; i < c->order.cells; i++) black += (set >> i & 1) ? c->order.power[i] : 0;
        if (copycat_le(&c->order, black, 0) || copycat_le(&c->order, 0, 2 * black)) return true;
    }
    for (int a = 0; a < c->order.cells; a++) {
        for (int b = 0; b < c->order.cells; b++) {
            int both = c->order.power[a] + 2 * c->order.power[b];
            if (a != b && copycat_le(&c->order, both, 0) && copycat_le(&c->order, 0, both)) return true;
        }
    }
    return false;
}

// --- Deriving
typedef struct List {
    CornerClaim item[CORNER_CLAIMS_MAX];
    int count;
} List;

static bool is_implied(const List *list, const CornerClaim *claim) {
    for (int i = 0; i < list->count; i++) {
        const CornerClaim *a = &list->item[i];
        if (a->cell == claim->cell && a->by == claim->by &&
            !((a->empty & ~claim->empty) | (a->black & ~claim->black) | (a->white & ~claim->white)))
            return true;
    }
    return false;
}

static bool is_connected(uint16_t cells, const uint16_t *beside) {
    uint32_t seen = cells & -(uint32_t)cells, next = seen;
    while (next) {
        uint32_t grown = seen;
        for (uint32_t n = next; n; n &= n - 1) grown |= beside[__builtin_ctz(n)] & cells;
        next = grown & ~seen;
        seen = grown;
    }
    return seen == cells;
}

// A stone that touches neither an empty cell nor a black stone tells nothing.
static bool is_idle(uint16_t stones, uint16_t empty, uint16_t black, const uint16_t *beside) {
    for (uint32_t s = stones; s; s &= s - 1)
        if (!(beside[__builtin_ctz(s)] & (empty | black))) return true;
    return false;
}

static bool claims_derive(Corner *c, List *list) {
    for (int cell = 0; cell < c->order.cells; cell++) {
        for (int by = 0; by < c->order.cells; by++) {
            CornerClaim claim = {c->empty, c->black, c->white, (uint8_t)c->cell[cell], (uint8_t)c->cell[by]};
            if (cell == by || is_implied(list, &claim) || !is_dominated(c, cell, by)) continue;
            if (is_taken(c, cell, by)) continue;
            if (list->count == CORNER_CLAIMS_MAX) return false;
            list->item[list->count++] = claim;
        }
    }
    return true;
}

static bool corners_derive(Corner *c, const uint16_t *beside, List *list) {
    uint16_t all = (1u << CORNER_CELLS) - 1;
    for (int known = 2; known <= CORNER_CELLS; known++) {
        for (uint16_t cells = 0; cells <= all; cells++) {
            if (__builtin_popcount(cells) != known) continue;
            for (uint16_t empty = cells; empty; empty = (empty - 1) & cells) {
                uint16_t stones = cells & ~empty, black = stones;
                if (__builtin_popcount(empty) > EMPTIES_MAX || !is_connected(empty, beside)) continue;
                for (;; black = (black - 1) & stones) {
                    if (!is_idle(stones, empty, black, beside)) {
                        corner_open(c, empty, black, stones & ~black, beside);
                        if (!is_fillable(c) && !claims_derive(c, list)) return false;
                    }
                    if (!black) break;
                }
            }
        }
        fprintf(stderr, "%d known cells: %d claims, %.0f s\n", known, list->count,
                (double)clock() / CLOCKS_PER_SEC);
    }
    return true;
}

static int derive(Corner *c, const uint16_t *beside) {
    static List list;
    Text text = {0};
    if (!corners_derive(c, beside, &list)) return fprintf(stderr, "too many claims\n"), 1;
    text_format(&text,
                "# Black's move d is dominated by m, in the acute corner between Black's edge above and "
                "White's at the left.\n# A proof that uses it needs the empty cells shown. Derived and "
                "proved by tools/derive_corners; do not edit.\n\n");
    for (int i = 0; i < list.count; i++) corner_claim_write(&list.item[i], &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return 0;
}

// --- Checking
static uint32_t on_board(const SmallSolver *s, uint16_t cells) {
    uint32_t out = 0;
    for (int cell = 0; cell < CORNER_CELLS; cell++)
        if (cells >> cell & 1) out |= 1u << (corner_row(cell) * s->width + corner_column(cell));
    return out;
}

// Random stones on the rest of the board: where Black wins with a stone on d, he wins with one on m.
static bool boards_agree(SmallSolver *s, const CornerClaim *claim, Random *random) {
    uint32_t worse = on_board(s, (uint16_t)(1u << claim->cell)),
             better = on_board(s, (uint16_t)(1u << claim->by));
    uint32_t taken = on_board(s, claim->empty | claim->black | claim->white);
    for (int i = 0; i < BOARDS; i++) {
        uint32_t black = on_board(s, claim->black), white = on_board(s, claim->white);
        uint32_t dense = random_below(random, 3);
        for (int cell = 0; cell < s->cells; cell++) {
            if (taken >> cell & 1 || random_below(random, 5) < dense) continue;
            *(random_below(random, 2) ? &black : &white) |= 1u << cell;
        }
        for (int mover = 0; mover < 2; mover++)
            if (small_black_wins(s, black | worse, white, mover == 0) &&
                !small_black_wins(s, black | better, white, mover == 0))
                return false;
    }
    return true;
}

static int place_of(const Corner *c, int cell) {
    for (int i = 0; i < c->order.cells; i++)
        if (c->cell[i] == cell) return i;
    return -1;
}

static int check(Corner *c, const uint16_t *beside) {
    static char text[1 << 20];
    static CornerClaim claim[CORNER_CLAIMS_MAX];
    SmallSolver solver;
    Random random = random_seeded(1);
    Error error = {0};
    int bad = 0, count;
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    if ((count = corner_claims_parse(text, claim, CORNER_CLAIMS_MAX, &error)) < 0)
        return fprintf(stderr, "%s\n", error.text), 2;
    small_init(&solver, 5, 4, 22);
    for (int i = 0; i < count; i++) {
        corner_open(c, claim[i].empty, claim[i].black, claim[i].white, beside);
        bool proved = is_dominated(c, place_of(c, claim[i].cell), place_of(c, claim[i].by));
        if (proved && boards_agree(&solver, &claim[i], &random)) continue;
        fprintf(stderr, "claim %d: %s\n", i + 1, proved ? "a whole board disagrees" : "not proved");
        bad++;
    }
    small_free(&solver);
    printf("%d claims, %d proved, on %d boards each\n", count, count - bad, BOARDS);
    return bad || !count;
}

int main(int argc, char **argv) {
    static Corner corner;
    uint16_t beside[NODES];
    bool checking = argc == 2 && !strcmp(argv[1], "--check");
    if (argc > 1 && !checking) return fprintf(stderr, "usage: derive_corners [--check]\n"), 2;
    if (!(corner.order.known = malloc((size_t)TOTAL_MAX * TOTAL_MAX)))
        return fprintf(stderr, "out of memory\n"), 1;
    corner.order.within = links_ordered;
    corner.order.context = &corner;
    neighbours_find(beside);
    int result = checking ? check(&corner, beside) : derive(&corner, beside);
    free(corner.order.known);
    return result;
}
