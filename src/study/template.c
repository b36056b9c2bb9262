#include "study/template.h"

#include "solve/truth.h"

#include <stdlib.h>
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

// The cells that a path from an end may take. They are not of the template, and touch it or the other end only where
// the end itself does. `far` is the row of the other end's edge.
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

int template_placed(const Template *t, const TemplateBoard *board, int cell) {
    return cell_at(board->position.geometry, cell_column(t->geometry, cell) + board->column,
                   cell_row(t->geometry, cell) + board->row);
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

// --- The verdict.
// One question after the other: the template itself; then the cells and stones that it might spare, and the replies. For a
// broken one, each intrusion. A question that takes long is put off, and has four times as many nodes in the next round.

static const uint64_t ROUND_NODES = 2000, ROUND_FACTOR = 4;

typedef enum Phase { PHASE_WHOLE, PHASE_SPARE, PHASE_REPLIES, PHASE_BREAKS, PHASE_DONE } Phase;

struct TemplateCheck {
    Template t;
    TemplateBoard board;
    TemplateAims aims;
    Phase phase;
    CellSet todo, later; // cells of the board: to be asked in this round, and put off
    uint64_t round;      // nodes that a question has in this round
    Truth truth;         // of a broken one
    TemplateVerdict verdict;
};

static CellSet cell_drawn(const TemplateCheck *c, int cell) {
    return template_cells(&c->t, &c->board, cellset_of(cell));
}

static CellSet cells_drawn(const TemplateCheck *c, CellSet cells) {
    return template_cells(&c->t, &c->board, cells);
}

static bool is_stone(const TemplateCheck *c, int cell) {
    return position_at(&c->board.position, cell) == BLACK;
}

// The template's own stones that mark no end.
static CellSet free_stones(const TemplateCheck *c) {
    CellSet left = c->board.position.stones[BLACK], stones = cellset_none();
    CellSet own = cellset_minus(c->t.stones, cellset_or(c->t.up, c->t.down));
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        if (cellset_meets(cell_drawn(c, cell), own)) cellset_add(&stones, cell);
    }
    return stones;
}

static void phase_start(TemplateCheck *c, Phase phase) {
    CellSet vacant = position_vacant(&c->board.position);
    c->phase = phase;
    c->round = ROUND_NODES;
    c->later = cellset_none();
    c->todo = cellset_none();
    if (phase == PHASE_SPARE) c->todo = cellset_or(vacant, free_stones(c));
    if (phase == PHASE_REPLIES) c->todo = vacant;
    if (phase == PHASE_BREAKS) {
        truth_start(&c->truth, &c->board.position, true);
        c->truth.asked = true;
        c->truth.root.winner = WHITE;
    }
}

// Whether there is a question in this phase: a cell, which is a cell of the board.
static int question_next(TemplateCheck *c) {
    if (c->phase == PHASE_BREAKS) {
        int question = truth_next(&c->truth);
        if (question != TRUTH_DONE || !truth_again(&c->truth)) return question;
        c->round *= ROUND_FACTOR;
        return truth_next(&c->truth);
    }
    if (cellset_is_empty(c->todo)) {
        c->todo = c->later;
        c->later = cellset_none();
        c->round *= ROUND_FACTOR;
    }
    return cellset_is_empty(c->todo) ? TRUTH_DONE : cellset_first(c->todo);
}

static Position question_position(const TemplateCheck *c, int cell) {
    Position p = c->board.position;
    if (c->phase == PHASE_WHOLE) return p;
    if (c->phase == PHASE_BREAKS) return truth_question(&c->truth, cell);
    if (is_stone(c, cell))
        cellset_remove(&p.stones[BLACK], cell);
    else
        cellset_add(&p.stones[WHITE], cell);
    if (c->phase == PHASE_REPLIES) p.to_move = BLACK;
    return p;
}

static void verdict_note(CellSet *set, CellSet cells) {
    *set = cellset_or(*set, cells);
}

// What holds without a cell holds without each of those that it does not use either.
static void spare_note(TemplateCheck *c, int cell, const Answer *answer) {
    CellSet vacant = position_vacant(&c->board.position);
    if (answer->winner != BLACK) return;
    if (cell >= 0)
        verdict_note(is_stone(c, cell) ? &c->verdict.idle : &c->verdict.spare, cell_drawn(c, cell));
    if (cell >= 0 && is_stone(c, cell)) return;
    CellSet unused = cellset_minus(vacant, answer->carrier);
    verdict_note(&c->verdict.spare, cells_drawn(c, unused));
    c->todo = cellset_minus(c->todo, unused);
    c->later = cellset_minus(c->later, unused);
}

static void reply_note(TemplateCheck *c, int cell, const Answer *answer) {
    if (answer->winner != BLACK || answer->move < 0 || answer->move >= c->board.position.geometry->cells)
        return;
    CellSet move = cell_drawn(c, answer->move), intrusion = cell_drawn(c, cell);
    c->verdict.reply[cellset_pop(&intrusion)] = (int16_t)cellset_pop(&move);
}

static void whole_note(TemplateCheck *c, const Answer *answer) {
    bool holds = answer->winner == BLACK;
    c->verdict.state = holds ? TEMPLATE_HOLDS : TEMPLATE_BROKEN;
    if (!holds) {
        // One that is cut off already needs no intrusion.
        bool cut = position_winner(&c->board.position) == WHITE;
        phase_start(c, cut ? PHASE_DONE : PHASE_BREAKS);
        return;
    }
    phase_start(c, PHASE_SPARE);
    if (!c->aims.minimal) c->todo = cellset_none();
    if (c->aims.minimal) spare_note(c, CELL_NONE, answer);
}

static void question_note(TemplateCheck *c, int question, const Answer *answer) {
    if (c->phase == PHASE_WHOLE) {
        whole_note(c, answer);
    } else if (c->phase == PHASE_BREAKS) {
        truth_answer(&c->truth, question, answer);
    } else {
        cellset_remove(&c->todo, question);
        (c->phase == PHASE_SPARE ? spare_note : reply_note)(c, question, answer);
    }
}

// The next round, for one that was not decided in this.
static void question_put_off(TemplateCheck *c, int question) {
    Answer unknown = answer_unknown();
    if (c->phase == PHASE_WHOLE) {
        c->round *= ROUND_FACTOR;
    } else if (c->phase == PHASE_BREAKS) {
        truth_answer(&c->truth, question, &unknown);
    } else {
        cellset_remove(&c->todo, question);
        cellset_add(&c->later, question);
    }
}

static bool question_ask(TemplateCheck *c, Solver *solver, BudgetClock *clock, uint64_t before, int question,
                         Error *error) {
    Position p = question_position(c, question);
    Budget left = budget_left(clock, c->verdict.nodes - before);
    bool rationed = !left.nodes || left.nodes > c->round;
    Answer answer = answer_unknown();
    if (rationed) left.nodes = c->round;
    if (!solve_position(&SOLVE_AUTO, &p, &left, solver, &answer, error)) return false;
    c->verdict.nodes += answer.nodes;
    if (answer.winner != EMPTY)
        question_note(c, question, &answer);
    else if (!budget_look(clock, c->verdict.nodes - before))
        question_put_off(c, question);
    return true;
}

TemplateCheck *template_check_new(const Template *t, TemplateAims aims, Error *error) {
    TemplateCheck *c = calloc(1, sizeof *c);
    if (!c) {
        error_memory(error);
        return NULL;
    }
    *c = (TemplateCheck){.t = *t, .aims = aims, .round = ROUND_NODES};
    memset(c->verdict.reply, CELL_NONE, sizeof c->verdict.reply);
    if (template_board(t, &c->board, error)) return c;
    free(c);
    return NULL;
}

void template_check_free(TemplateCheck *c) {
    free(c);
}

// Moves on where a phase has no question left.
static void phase_end(TemplateCheck *c) {
    phase_start(c, c->phase == PHASE_SPARE && c->aims.replies ? PHASE_REPLIES : PHASE_DONE);
}

bool template_check_step(TemplateCheck *c, Solver *solver, const Budget *budget, bool *done, Error *error) {
    BudgetClock clock;
    uint64_t before = c->verdict.nodes;
    bool good = true;
    budget_start(&clock, budget, 1);
    while (good && c->phase != PHASE_DONE && !budget_look(&clock, c->verdict.nodes - before)) {
        int question = c->phase == PHASE_WHOLE ? TRUTH_ROOT : question_next(c);
        if (question == TRUTH_DONE)
            phase_end(c);
        else
            good = question_ask(c, solver, &clock, before, question, error);
    }
    *done = c->phase == PHASE_DONE;
    budget_look(&clock, c->verdict.nodes - before);
    c->verdict.seconds += budget_seconds(&clock);
    return good;
}

TemplateVerdict template_check_verdict(const TemplateCheck *c) {
    TemplateVerdict v = c->verdict;
    if (c->phase == PHASE_SPARE) v.unknown = cells_drawn(c, cellset_or(c->todo, c->later));
    if (v.state == TEMPLATE_BROKEN && position_winner(&c->board.position) != WHITE) {
        v.breaks = cells_drawn(c, c->truth.winning);
        v.unknown = cells_drawn(c, c->truth.unknown);
    }
    return v;
}

bool template_is_least(const TemplateVerdict *v) {
    CellSet doubt = cellset_or(v->unknown, cellset_or(v->spare, v->idle));
    return v->state == TEMPLATE_HOLDS && cellset_is_empty(doubt);
}

bool template_check(const Template *t, bool replies, const Budget *budget, TemplateVerdict *verdict,
                    Error *error) {
    Solver solver = {0};
    bool done = false;
    *verdict = (TemplateVerdict){0};
    TemplateCheck *c = template_check_new(t, (TemplateAims){.minimal = true, .replies = replies}, error);
    if (!c) return false;
    bool good = template_check_step(c, &solver, budget, &done, error);
    *verdict = template_check_verdict(c);
    template_check_free(c);
    solver_release(&solver);
    return good;
}
