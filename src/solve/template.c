#include "solve/template.h"

#include "solve/truth.h"

#include <string.h>

// --- The board

typedef struct Builder {
    const Template *t;
    const Geometry *g; // of the board
    int column, row;
    CellSet stones, carrier, up, down; // as cells of the board
} Builder;

static int cell_placed(const Builder *b, int cell) {
    const Geometry *drawn = b->t->geometry;
    return cell_at(b->g, cell_column(drawn, cell) + b->column, cell_row(drawn, cell) + b->row);
}

static CellSet cells_placed(const Builder *b, CellSet cells) {
    CellSet placed = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) cellset_add(&placed, cell_placed(b, cell));
    return placed;
}

static CellSet cells_around(const Geometry *g, int cell) {
    CellSet around = cellset_none();
    for (int i = 0; i < g->cell_neighbour_count[cell]; i++) cellset_add(&around, g->neighbour[cell][i]);
    return around;
}

// What touches the end already: the cells next to its edge, if that is drawn, and to its stones.
static CellSet end_touches(const Builder *b, CellSet stones, bool edge, int edge_row) {
    CellSet touched = cellset_none();
    for (int column = 0; edge && column < b->g->width; column++)
        cellset_add(&touched, cell_at(b->g, column, edge_row));
    for (int cell; (cell = cellset_pop(&stones)) >= 0;)
        touched = cellset_or(touched, cells_around(b->g, cell));
    return touched;
}

// The cells that a path from an end may take: none of the template, none that touches anything of it or of the
// other end which the end does not touch anyway; `far` is the row of the other end's edge.
static CellSet path_cells(const Builder *b, CellSet end, CellSet touched, CellSet other, int far) {
    CellSet template = cellset_or(b->stones, b->carrier);
    CellSet foreign = cellset_or(cellset_minus(cellset_minus(template, touched), end), other);
    CellSet free = cellset_none();
    for (int cell = 0; cell < b->g->cells; cell++) {
        bool taken = cellset_has(cellset_or(template, other), cell) || cell_row(b->g, cell) == far;
        if (!taken && !cellset_meets(cells_around(b->g, cell), foreign)) cellset_add(&free, cell);
    }
    return free;
}

// The shortest path from a stone over cells of `free` to a row; its cells, or none if there is no path.
static CellSet path_find(const Geometry *g, int from, CellSet free, int row) {
    int16_t before[CELL_MAX], queue[CELL_MAX];
    int head = 0, tail = 0;
    CellSet path = cellset_none(), seen = cellset_of(from);
    queue[tail++] = (int16_t)from;
    before[from] = CELL_NONE;
    while (head < tail) {
        int cell = queue[head++];
        if (cell_row(g, cell) == row) {
            for (; cell != from; cell = before[cell]) cellset_add(&path, cell);
            return path;
        }
        CellSet next = cellset_minus(cellset_and(cells_around(g, cell), free), seen);
        seen = cellset_or(seen, next);
        for (int step; (step = cellset_pop(&next)) >= 0;) {
            before[step] = (int16_t)cell;
            queue[tail++] = (int16_t)step;
        }
    }
    return path;
}

// Adds paths from the stones of an end to its edge's row; false when one has none, or touches the other edge.
static bool end_lead(const Builder *b, CellSet end, CellSet touched, CellSet other, int row, CellSet *paths) {
    int far = b->g->height - 1 - row;
    CellSet free = path_cells(b, end, touched, other, far), left = end;
    for (int stone; (stone = cellset_pop(&left)) >= 0;) {
        CellSet path = path_find(b->g, stone, free, row);
        if (cell_row(b->g, stone) != row && cellset_is_empty(path)) return false;
        *paths = cellset_or(*paths, path);
    }
    return true;
}

// A rim of White's round the drawing: rows where no edge is drawn, columns at both sides.
static bool board_try(const Template *t, int rim, TemplateBoard *board) {
    const Geometry *drawn = t->geometry;
    int rows = rim ? 2 : 1;
    Builder b = {.t = t, .column = rim, .row = t->top ? 0 : rows};
    b.g = geometry_get(drawn->width + 2 * rim, drawn->height + b.row + (t->bottom ? 0 : rows));
    if (!b.g) return false;
    b.stones = cells_placed(&b, t->stones);
    b.carrier = cells_placed(&b, t->carrier);
    b.up = cells_placed(&b, t->up);
    b.down = cells_placed(&b, t->down);
    int last = b.g->height - 1;
    CellSet upper = cellset_none(), lower = cellset_none();
    CellSet below = end_touches(&b, b.down, t->bottom, last);
    if (!end_lead(&b, b.up, end_touches(&b, b.up, t->top, 0), b.down, 0, &upper) ||
        !end_lead(&b, b.down, below, cellset_or(b.up, upper), last, &lower))
        return false;
    CellSet black = cellset_or(b.stones, cellset_or(upper, lower)), white = cellset_none();
    for (int cell = 0; cell < b.g->cells; cell++) {
        if (!cellset_has(black, cell) && !cellset_has(b.carrier, cell)) cellset_add(&white, cell);
    }
    board->position = position_empty(b.g);
    board->position.stones[BLACK] = black;
    board->position.stones[WHITE] = white;
    board->position.to_move = WHITE;
    board->column = b.column;
    board->row = b.row;
    return true;
}

bool template_board(const Template *t, TemplateBoard *board, Error *error) {
    if (!t->top && cellset_is_empty(t->up))
        return error_input(error, "there is no upper end: an edge, or a stone that is marked");
    if (!t->bottom && cellset_is_empty(t->down))
        return error_input(error, "there is no lower end: an edge, or a stone that is marked");
    for (int rim = 0; rim <= 2; rim++) {
        if (board_try(t, rim, board)) return true;
    }
    return error_input(error, "no board can be made that asks about these ends and leaves the rest alone");
}

CellSet template_cells(const Template *t, const TemplateBoard *board, CellSet cells) {
    const Geometry *g = board->position.geometry;
    CellSet drawn = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        int column = cell_column(g, cell) - board->column, row = cell_row(g, cell) - board->row;
        if (column >= 0 && column < t->geometry->width && row >= 0 && row < t->geometry->height)
            cellset_add(&drawn, cell_at(t->geometry, column, row));
    }
    return drawn;
}

// --- The verdict

typedef struct Check {
    const Template *t;
    TemplateBoard board;
    BudgetClock clock;
    SolveContext context;
    TemplateVerdict *verdict;
    Error *error;
} Check;

static bool check_ask(Check *c, const Position *p, Answer *answer) {
    Budget left = budget_left(&c->clock, c->verdict->nodes);
    *answer = answer_unknown();
    if (budget_look(&c->clock, c->verdict->nodes)) return true;
    bool good = solve_position("auto", p, &left, &c->context, answer, c->error);
    c->verdict->nodes += answer->nodes;
    return good;
}

static CellSet cell_drawn(const Check *c, int cell) {
    return template_cells(c->t, &c->board, cellset_of(cell));
}

static void verdict_note(CellSet *set, CellSet cells) {
    *set = cellset_or(*set, cells);
}

// Cells of the carrier that can be White's, and stones that can be empty.
static bool spare_find(Check *c) {
    const Position *base = &c->board.position;
    for (int cell = 0; cell < base->geometry->cells; cell++) {
        Position p = *base;
        CellSet drawn = cell_drawn(c, cell);
        Color color = position_at(base, cell);
        bool stone = cellset_meets(drawn, c->t->stones);
        bool end = cellset_meets(drawn, cellset_or(c->t->up, c->t->down));
        Answer answer;
        if (color == WHITE || (color == BLACK && (!stone || end))) continue;
        if (stone)
            cellset_remove(&p.stones[BLACK], cell);
        else
            cellset_add(&p.stones[WHITE], cell);
        if (!check_ask(c, &p, &answer)) return false;
        if (answer.winner == EMPTY) verdict_note(&c->verdict->unknown, drawn);
        if (answer.winner == BLACK) verdict_note(stone ? &c->verdict->idle : &c->verdict->spare, drawn);
    }
    return true;
}

static bool replies_find(Check *c) {
    CellSet left = position_vacant(&c->board.position);
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        Position p = c->board.position;
        Answer answer;
        cellset_add(&p.stones[WHITE], cell);
        p.to_move = BLACK;
        if (!check_ask(c, &p, &answer)) return false;
        if (answer.winner != BLACK || answer.move < 0 || answer.move >= p.geometry->cells) continue;
        CellSet move = cell_drawn(c, answer.move), intrusion = cell_drawn(c, cell);
        c->verdict->reply[cellset_pop(&intrusion)] = (int16_t)cellset_pop(&move);
    }
    return true;
}

static bool breaks_find(Check *c) {
    Truth truth;
    if (position_winner(&c->board.position) == WHITE) return true; // it needs no intrusion
    truth_start(&truth, &c->board.position, true);
    Budget left = budget_left(&c->clock, c->verdict->nodes);
    if (!truth_solve(&truth, "auto", &left, &c->context, NULL, NULL, c->error)) return false;
    c->verdict->nodes += truth.nodes;
    c->verdict->breaks = template_cells(c->t, &c->board, truth.winning);
    c->verdict->unknown = template_cells(c->t, &c->board, truth.unknown);
    return true;
}

bool template_is_least(const TemplateVerdict *v) {
    CellSet doubt = cellset_or(v->unknown, cellset_or(v->spare, v->idle));
    return v->state == TEMPLATE_HOLDS && cellset_is_empty(doubt);
}

bool template_check(const Template *t, bool replies, const Budget *budget, TemplateVerdict *verdict,
                    Error *error) {
    Check c = {.t = t, .verdict = verdict, .error = error};
    Answer answer;
    *verdict = (TemplateVerdict){0};
    memset(verdict->reply, CELL_NONE, sizeof verdict->reply);
    if (!template_board(t, &c.board, error)) return false;
    budget_start(&c.clock, budget, 1);
    bool good = check_ask(&c, &c.board.position, &answer);
    if (good && answer.winner != EMPTY)
        verdict->state = answer.winner == BLACK ? TEMPLATE_HOLDS : TEMPLATE_BROKEN;
    if (good && verdict->state == TEMPLATE_BROKEN) good = breaks_find(&c);
    if (good && verdict->state == TEMPLATE_HOLDS) good = spare_find(&c) && (!replies || replies_find(&c));
    verdict->seconds = budget_seconds(&c.clock);
    solve_context_release(&c.context);
    return good;
}
