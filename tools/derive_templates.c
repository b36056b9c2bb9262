// Derives the edge templates of rows 2 to 5. An edge template is a minimal set of empty cells in which a single stone
// is connected to its edge although the opponent moves first.
//
// study/template_search.h finds them, in the region that study/template_region.h gives a stone of the row. For each
// intrusion a reply is kept: the cell that answers most intrusions first.
//
// Usage: derive_templates [--check]
// Writes the diagrams to stdout. With --check it reads diagrams from stdin and proves each anew: a carrier, minimal, with
// right replies. It uses two methods of the solver, and the rules alone.
#include "knowledge/edge_template.h"
#include "study/template_region.h"
#include "study/template_search.h"
#include "tools/lib/joingame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MIN = 2, ROW_MAX = 5, BRUTE_CELLS_MAX = 22 };

// A stone above Black's bottom edge, a chain of Black's above it, and White stones on all other cells outside the
// region. Black wins exactly when the stone is connected.
typedef struct Strip {
    const Geometry *geometry; // one row higher than the template: there Black's stone has its own edge
    int row, stone;
    CellSet region;
    Position base;
    Solver solver; // the net is left out: the questions are small
    bool failed;
} Strip;

static CellSet strip_cells(const Strip *s, const Template *t) {
    CellSet left = t->carrier, cells = cellset_none();
    int stone = cellset_first(t->up),
        shift = cell_column(s->geometry, s->stone) - cell_column(t->geometry, stone);
    for (int cell; (cell = cellset_pop(&left)) >= 0;)
        cellset_add(&cells, cell_at(s->geometry, cell_column(t->geometry, cell) + shift,
                                    cell_row(t->geometry, cell) + 1));
    return cells;
}

// The region of the row.
static bool row_region(int row, Template *region) {
    char spec[40];
    Error error = {0};
    snprintf(spec, sizeof spec, "edge:row=%d", row);
    return template_region(spec, region, &error);
}

static bool strip_open(Strip *s, const Template *region) {
    const Geometry *drawn = region->geometry;
    int stone = cellset_first(region->up);
    *s = (Strip){.row = drawn->height, .solver.settings.without_net = true};
    s->geometry = geometry_get(drawn->width, drawn->height + 1);
    if (!s->geometry) return false;
    s->base = position_empty(s->geometry);
    s->base.to_move = WHITE;
    s->stone = stone + drawn->width;
    cellset_add(&s->base.stones[BLACK], s->stone);
    cellset_add(&s->base.stones[BLACK], stone); // above it: touches nothing that the stone does not
    s->region = strip_cells(s, region);
    s->base.stones[WHITE] = cellset_minus(cellset_minus(s->geometry->all, s->base.stones[BLACK]), s->region);
    return true;
}

static void strip_close(Strip *s) {
    solver_release(&s->solver);
}

// The solver's answer when Black has `owned` and White all of the strip that is not `open`.
static Answer strip_solve(Strip *s, const SolveMethod *method, Color to_move, CellSet owned, CellSet open,
                          Solver *solver) {
    Position p = s->base;
    Budget budget = {.memory = 64 << 20};
    Answer answer;
    Error error = {0};
    p.to_move = to_move;
    p.stones[BLACK] = cellset_or(p.stones[BLACK], owned);
    p.stones[WHITE] = cellset_or(p.stones[WHITE], cellset_minus(s->region, cellset_or(open, owned)));
    bool solved = solve_position(method, &p, &budget, solver, &answer, &error);
    if (!solved || answer.winner == EMPTY) s->failed = true;
    return answer;
}

static bool set_within(CellSet inner, CellSet outer) {
    return cellset_is_empty(cellset_minus(inner, outer));
}

// --- Writing
// The intrusions, by place in the list of cells, that a stone on `reply` answers.
static uint64_t reply_answers(Strip *s, CellSet carrier, const int *cell, int cells, int reply) {
    uint64_t answered = 0;
    for (int i = 0; i < cells; i++) {
        CellSet open = carrier, owned = cellset_of(cell[reply]);
        cellset_remove(&open, cell[i]);
        cellset_remove(&open, cell[reply]);
        if (i != reply && strip_solve(s, &SOLVE_AUTO, WHITE, owned, open, &s->solver).winner == BLACK)
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

static bool carriers_write(Strip *s, TemplateSearch *search, Text *out) {
    Budget budget = {0};
    Error error = {0};
    Template *list;
    int count;
    if (!template_search_run(search, &budget, NULL, NULL, &error) ||
        !template_search_list(search, &list, &count, &error))
        return false;
    for (int i = 0; i < count; i++) {
        EdgeTemplate t = template_of(s, strip_cells(s, &list[i]), i + 1);
        edge_template_write(&t, out);
    }
    free(list);
    return !s->failed;
}

static int templates_derive(void) {
    static Strip s;
    for (int row = ROW_MIN; row <= ROW_MAX; row++) {
        Text out = {0};
        Template region;
        Error error = {0};
        if (!row_region(row, &region) || !strip_open(&s, &region)) return 1;
        TemplateSearch *search = template_search_new(&region, &error);
        bool good = search && carriers_write(&s, search, &out);
        if (good) fputs(text_string(&out), stdout);
        fflush(stdout);
        text_free(&out);
        template_search_free(search);
        strip_close(&s);
        if (!good) return 1;
    }
    return 0;
}

// --- Proving a file
// Three referees say whether Black, moving second, joins the stone and the edge with `owned` and `open`.
typedef bool (*Referee)(Strip *s, CellSet owned, CellSet open);

static bool solver_holds(Strip *s, const SolveMethod *method, CellSet owned, CellSet open) {
    Solver solver = {.settings = {.without_net = true}};
    Answer result = strip_solve(s, method, WHITE, owned, open, &solver);
    solver_release(&solver);
    return result.winner == BLACK;
}

static bool referee_best(Strip *s, CellSet owned, CellSet open) {
    return solver_holds(s, &SOLVE_AUTO, owned, open);
}

static bool referee_plain(Strip *s, CellSet owned, CellSet open) {
    return solver_holds(s, &SOLVE_DFPN, owned, open);
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

// The same for larger sets. The solver gives Black's moves and the cells that it needs. White tries every move, and
// the rules alone judge what is small enough. True is a proof whatever the solver says.
static bool guided_holds(Strip *s, CellSet owned, CellSet open, CellSet *used) {
    *used = cellset_none();
    Answer first = strip_solve(s, &SOLVE_AUTO, WHITE, owned, open, &s->solver);
    open = cellset_and(open, first.carrier);
    if (first.winner != BLACK) return false;
    if (cellset_count(open) <= BRUTE_CELLS_MAX) return brute_holds(s, owned, open, used);
    CellSet left = open;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        CellSet after = open, mine = owned, needs;
        cellset_remove(&after, cell);
        int reply = strip_solve(s, &SOLVE_AUTO, BLACK, owned, after, &s->solver).move;
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
    Template region;
    CellSet carrier;
    if (t->row < ROW_MIN || t->row > ROW_MAX || !row_region(t->row, &region) || !strip_open(&s, &region))
        return false;
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
