// Derives the edge templates of rows 2 to 5: every set of empty cells, none of which can be spared, in which
// a single stone is connected to its edge, the opponent moving first.
//
// A stone stands on row R of a strip along Black's bottom edge. A chain of Black's above it, and White stones
// everywhere else outside the strip, make the question a position of Hex that the solver decides: Black wins
// exactly when the stone is connected. A set of cells of the strip that suffices is a carrier, a set whose
// loss is fatal a blocker. Both are monotone, so the least carriers are those sets that meet every least
// blocker, none of whose cells can be spared, and the other way round (hypergraph duality). The search
// forbids one cell of a known carrier after the other; where no known carrier is left the solver finds a new
// one, or a new blocker. It ends when every way to forbid is decided: the list is then complete for the
// strip, and it does not depend on the order of the search or on the solver's own carriers. Mirror images are
// given once. For each intrusion a reply is kept: the cell that answers most intrusions first.
//
// Usage: derive_templates            writes the diagrams to stdout
//        derive_templates --check    reads diagrams from stdin and proves each anew, by two methods of the
//                                    solver and by the rules alone: a carrier, a least one, right replies
#include "knowledge/edge_template.h"
#include "knowledge/joingame.h"
#include "solve/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MIN = 2, ROW_MAX = 5, BRUTE_CELLS_MAX = 22 };

// How far the strip reaches to both sides of the middle line through the stone, in half cells, by row.
static const int REACH[ROW_MAX + 1] = {0, 0, 8, 11, 13, 13};

typedef struct SetList {
    CellSet *set;
    int count, room;
} SetList;

typedef struct Strip {
    const Geometry *geometry; // one row higher than the template: there Black's stone has its own edge
    int row, stone;
    CellSet region;
    Position base;
    SolveContext context;       // the net is left out: the questions are small
    SetList carriers, blockers; // least ones found, with their mirror images
    bool failed;
} Strip;

// Twice the distance from the middle line.
static int cell_off(const Strip *s, int cell) {
    const Geometry *g = s->geometry;
    return abs(2 * (cell_column(g, cell) - cell_column(g, s->stone)) + cell_row(g, cell) - 1);
}

static bool strip_open(Strip *s, int row, int reach) {
    int left = (reach + row - 1) / 2 + 1, width = left + reach / 2 + 2;
    memset(s, 0, sizeof *s);
    s->context.without_net = true;
    s->row = row;
    s->geometry = geometry_get(width, row + 1);
    if (!s->geometry) return false;
    s->base = position_empty(s->geometry);
    s->base.to_move = WHITE;
    s->stone = cell_at(s->geometry, left, 1);
    cellset_add(&s->base.stones[BLACK], s->stone);
    cellset_add(&s->base.stones[BLACK],
                cell_at(s->geometry, left, 0)); // touches nothing that the stone does not
    for (int cell = 0; cell < s->geometry->cells; cell++) {
        if (cellset_has(s->base.stones[BLACK], cell)) continue;
        bool inside = cell_row(s->geometry, cell) > 0 && cell_off(s, cell) <= reach;
        cellset_add(inside ? &s->region : &s->base.stones[WHITE], cell);
    }
    return true;
}

static void strip_close(Strip *s) {
    solve_context_release(&s->context);
    free(s->carriers.set);
    free(s->blockers.set);
}

// The solver's answer when Black has `owned` and White all of the strip that is not `open`.
static Answer strip_solve(Strip *s, const char *method, Color to_move, CellSet owned, CellSet open,
                          SolveContext *context) {
    Position p = s->base;
    Budget budget = {.memory = 64 << 20};
    Answer answer;
    Error error = {0};
    p.to_move = to_move;
    p.stones[BLACK] = cellset_or(p.stones[BLACK], owned);
    p.stones[WHITE] = cellset_or(p.stones[WHITE], cellset_minus(s->region, cellset_or(open, owned)));
    bool solved = solve_position(method, &p, &budget, context, &answer, &error);
    if (!solved || answer.winner == EMPTY) s->failed = true;
    return answer;
}

static bool set_within(CellSet inner, CellSet outer) {
    return cellset_is_empty(cellset_minus(inner, outer));
}

static bool strip_holds(Strip *s, CellSet open, CellSet *used) {
    for (int i = 0; i < s->carriers.count; i++) {
        if (!set_within(s->carriers.set[i], open)) continue;
        if (used) *used = s->carriers.set[i];
        return true;
    }
    for (int i = 0; i < s->blockers.count; i++) {
        if (!cellset_meets(s->blockers.set[i], open)) return false;
    }
    Answer result = strip_solve(s, "auto", WHITE, cellset_none(), open, &s->context);
    if (used) *used = result.carrier;
    return result.winner == BLACK;
}

// --- Least sets
// Takes cells away, those far from the middle line first, until none can be spared.
static CellSet carrier_shrink(Strip *s, CellSet carrier) {
    for (int off = 2 * s->geometry->width; off >= 0; off--) {
        for (int cell = 0; cell < s->geometry->cells; cell++) {
            if (cell_off(s, cell) != off || !cellset_has(carrier, cell)) continue;
            CellSet less = carrier, used;
            cellset_remove(&less, cell);
            if (strip_holds(s, less, &used)) carrier = used;
        }
    }
    return carrier;
}

static CellSet blocker_shrink(Strip *s, CellSet blocker) {
    CellSet left = blocker;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        CellSet less = blocker;
        cellset_remove(&less, cell);
        if (!strip_holds(s, cellset_minus(s->region, less), NULL)) blocker = less;
    }
    return blocker;
}

// The image under the reflection that keeps the stone and the edge.
static CellSet set_mirror(const Strip *s, CellSet set) {
    const Geometry *g = s->geometry;
    CellSet out = cellset_none();
    for (int cell; (cell = cellset_pop(&set)) >= 0;) {
        int down = cell_row(g, cell) - 1;
        cellset_add(&out, cell_at(g, 2 * cell_column(g, s->stone) - cell_column(g, cell) - down, down + 1));
    }
    return out;
}

static bool list_add(SetList *list, CellSet set) {
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 256;
        CellSet *more = realloc(list->set, (size_t)room * sizeof *more);
        if (!more) return false;
        list->set = more;
        list->room = room;
    }
    list->set[list->count++] = set;
    return true;
}

static void list_add_both(Strip *s, SetList *list, CellSet set) {
    CellSet mirror = set_mirror(s, set);
    if (!list_add(list, set) || (!cellset_equal(mirror, set) && !list_add(list, mirror))) s->failed = true;
}

// --- All of them
// Of the known carriers without forbidden cells, the one with the fewest cells that may still be forbidden.
static int carrier_choose(const Strip *s, CellSet forbidden, CellSet kept, int *ways) {
    int best = -1;
    for (int i = 0; i < s->carriers.count; i++) {
        if (cellset_meets(s->carriers.set[i], forbidden)) continue;
        int count = cellset_count(cellset_minus(s->carriers.set[i], kept));
        if (best >= 0 && count >= *ways) continue;
        best = i;
        *ways = count;
    }
    return best;
}

// Decides every set of forbidden cells that contains `forbidden` and none of `kept`.
static void carriers_explore(Strip *s, CellSet forbidden, CellSet kept) {
    int ways = 0, known = carrier_choose(s, forbidden, kept, &ways);
    CellSet carrier, used;
    if (s->failed) return;
    if (known >= 0) {
        carrier = s->carriers.set[known];
    } else if (strip_holds(s, cellset_minus(s->region, forbidden), &used)) {
        carrier = carrier_shrink(s, used);
        list_add_both(s, &s->carriers, carrier);
    } else {
        list_add_both(s, &s->blockers, blocker_shrink(s, forbidden));
        return;
    }
    CellSet cells = cellset_minus(carrier, kept);
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        CellSet more = forbidden;
        cellset_add(&more, cell);
        bool blocked = false;
        for (int i = 0; i < s->blockers.count && !blocked; i++)
            blocked = set_within(s->blockers.set[i], more);
        if (!blocked) carriers_explore(s, more, kept);
        cellset_add(&kept, cell);
    }
}

// --- Writing
static int carrier_compare(const void *a, const void *b) {
    int x = cellset_count(*(const CellSet *)a), y = cellset_count(*(const CellSet *)b);
    return x != y ? x - y : memcmp(a, b, sizeof(CellSet));
}

// The intrusions, by place in the list of cells, that a stone on `reply` answers.
static uint64_t reply_answers(Strip *s, CellSet carrier, const int *cell, int cells, int reply) {
    uint64_t answered = 0;
    for (int i = 0; i < cells; i++) {
        CellSet open = carrier, owned = cellset_of(cell[reply]);
        cellset_remove(&open, cell[i]);
        cellset_remove(&open, cell[reply]);
        if (i != reply && strip_solve(s, "auto", WHITE, owned, open, &s->context).winner == BLACK)
            answered |= (uint64_t)1 << i;
    }
    return answered;
}

// Chooses replies until every intrusion has one: each time the cell that answers most of those left.
static void replies_choose(EdgeTemplate *t, const uint64_t *answered) {
    uint64_t left = t->cells == 64 ? ~(uint64_t)0 : ((uint64_t)1 << t->cells) - 1;
    while (left) {
        int best = 0;
        for (int i = 1; i < t->cells; i++) {
            if (__builtin_popcountll(answered[i] & left) > __builtin_popcountll(answered[best] & left))
                best = i;
        }
        if (!(answered[best] & left)) return;
        for (uint64_t m = answered[best] & left; m; m &= m - 1) t->reply[__builtin_ctzll(m)] = (int8_t)best;
        left &= ~answered[best];
    }
}

static EdgeTemplate template_of(Strip *s, CellSet carrier, int number) {
    EdgeTemplate t = {.row = s->row, .number = number};
    uint64_t answered[EDGE_TEMPLATE_CELLS_MAX];
    int cell[EDGE_TEMPLATE_CELLS_MAX];
    CellSet left = carrier;
    if (cellset_count(carrier) > EDGE_TEMPLATE_CELLS_MAX) {
        s->failed = true;
        return t;
    }
    while ((cell[t.cells] = cellset_pop(&left)) >= 0) {
        t.right[t.cells] =
            (int8_t)(cell_column(s->geometry, cell[t.cells]) - cell_column(s->geometry, s->stone));
        t.down[t.cells] = (int8_t)(cell_row(s->geometry, cell[t.cells]) - 1);
        if (++t.cells == EDGE_TEMPLATE_CELLS_MAX) break;
    }
    for (int i = 0; i < t.cells; i++) answered[i] = reply_answers(s, carrier, cell, t.cells, i);
    replies_choose(&t, answered);
    return t;
}

// Of two images: whether it is the one that leans right, lacking the first cell in which they differ.
static bool carrier_leans(const Strip *s, CellSet carrier) {
    CellSet mirror = set_mirror(s, carrier);
    int own = cellset_first(cellset_minus(carrier, mirror)),
        other = cellset_first(cellset_minus(mirror, carrier));
    return own < 0 || other < own;
}

static void carriers_write(Strip *s, Text *out) {
    int number = 0;
    qsort(s->carriers.set, (size_t)s->carriers.count, sizeof *s->carriers.set, carrier_compare);
    for (int i = 0; i < s->carriers.count; i++) {
        if (!carrier_leans(s, s->carriers.set[i])) continue;
        EdgeTemplate t = template_of(s, s->carriers.set[i], ++number);
        edge_template_write(&t, out);
    }
}

static int templates_derive(void) {
    static Strip s;
    for (int row = ROW_MIN; row <= ROW_MAX; row++) {
        Text out = {0};
        if (!strip_open(&s, row, REACH[row])) return 1;
        carriers_explore(&s, cellset_none(), cellset_none());
        carriers_write(&s, &out);
        if (!s.failed) fputs(text_string(&out), stdout);
        fflush(stdout);
        text_free(&out);
        strip_close(&s);
        if (s.failed) return 1;
    }
    return 0;
}

// --- Proving a file
// Three referees say whether Black, moving second, joins the stone and the edge with `owned` and `open`.
typedef bool (*Referee)(Strip *s, CellSet owned, CellSet open);

static bool solver_holds(Strip *s, const char *method, CellSet owned, CellSet open) {
    SolveContext context = {.without_net = true};
    Answer result = strip_solve(s, method, WHITE, owned, open, &context);
    solve_context_release(&context);
    return result.winner == BLACK;
}

static bool referee_best(Strip *s, CellSet owned, CellSet open) {
    return solver_holds(s, "auto", owned, open);
}

static bool referee_plain(Strip *s, CellSet owned, CellSet open) {
    return solver_holds(s, "dfpn", owned, open);
}

// The whole game by the rules alone. `used` receives cells that suffice.
static bool brute_holds(Strip *s, CellSet owned, CellSet open, CellSet *used) {
    Position p = s->base;
    p.stones[BLACK] = cellset_or(p.stones[BLACK], owned);
    JoinGame *game = joingame_new(&p, BLACK, s->stone, EDGE_BOTTOM, open);
    if (!game) s->failed = true;
    bool holds = game && joingame_full(game, cellset_none(), cellset_none(), used);
    joingame_free(game);
    return holds;
}

// The same for larger sets: the solver gives Black's moves and the cells that it needs, White tries every
// move, and the rules alone judge what is small enough. True is a proof whatever the solver says.
static bool guided_holds(Strip *s, CellSet owned, CellSet open, CellSet *used) {
    *used = cellset_none();
    Answer first = strip_solve(s, "auto", WHITE, owned, open, &s->context);
    open = cellset_and(open, first.carrier);
    if (first.winner != BLACK) return false;
    if (cellset_count(open) <= BRUTE_CELLS_MAX) return brute_holds(s, owned, open, used);
    CellSet left = open;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        CellSet after = open, mine = owned, needs;
        cellset_remove(&after, cell);
        int reply = strip_solve(s, "auto", BLACK, owned, after, &s->context).move;
        if (reply < 0 || !cellset_has(after, reply)) return false;
        cellset_remove(&after, reply);
        cellset_add(&mine, reply);
        if (!guided_holds(s, mine, after, &needs)) return false;
        cellset_add(&needs, reply);
        *used = cellset_or(*used, needs);
        left = cellset_and(left, needs); // what this answer does without is answered by it
    }
    return true;
}

static bool referee_rules(Strip *s, CellSet owned, CellSet open) {
    CellSet used;
    return guided_holds(s, owned, open, &used);
}

// The carrier suffices, with the replies kept, and not with any one cell less.
static bool template_holds(Strip *s, const EdgeTemplate *t, CellSet carrier, Referee holds) {
    CellSet cells = carrier;
    if (!holds(s, cellset_none(), carrier)) return false;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        CellSet less = carrier;
        cellset_remove(&less, cell);
        if (holds(s, cellset_none(), less)) return false;
        int reply = edge_template_reply(t, s->geometry, s->stone, EDGE_BOTTOM, false, cell);
        if (!cellset_has(less, reply)) return false;
        cellset_remove(&less, reply);
        if (!holds(s, cellset_of(reply), less)) return false;
    }
    return !s->failed;
}

static bool template_proved(const EdgeTemplate *t) {
    static Strip s;
    CellSet carrier;
    if (t->row < ROW_MIN || t->row > ROW_MAX || !strip_open(&s, t->row, REACH[t->row])) return false;
    bool good = edge_template_place(t, s.geometry, s.stone, EDGE_BOTTOM, false, &carrier) &&
                set_within(carrier, s.region) && template_holds(&s, t, carrier, referee_best) &&
                template_holds(&s, t, carrier, referee_plain) &&
                template_holds(&s, t, carrier, referee_rules);
    strip_close(&s);
    return good;
}

static int templates_check(void) {
    static EdgeTemplate list[EDGE_TEMPLATES_MAX];
    char block[4096];
    Text text = {0};
    Error error = {0};
    for (size_t got; (got = fread(block, 1, sizeof block, stdin)) > 0;) text_add_bytes(&text, block, got);
    int count = edge_templates_parse(text_string(&text), list, EDGE_TEMPLATES_MAX, &error), bad = count < 1;
    if (count < 0) printf("%s\n", error.text);
    for (int i = 0; i < count && !bad; i++) {
        if (template_proved(&list[i])) continue;
        printf("template %d.%d is not proved\n", list[i].row, list[i].number);
        bad = 1;
    }
    if (!bad) printf("%d templates proved\n", count);
    text_free(&text);
    return bad;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "--check")) return templates_check();
    if (argc > 1) {
        fprintf(stderr, "usage: derive_templates [--check]\n");
        return 2;
    }
    return templates_derive();
}
