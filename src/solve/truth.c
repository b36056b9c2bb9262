#include "solve/truth.h"

// On smaller boards the groups that hold no proof cost more than the others save.
enum { GROUPING_CELLS = 64 };

void truth_start(Truth *truth, const Position *position, bool all_moves) {
    Position turned = position_rotated(position);
    *truth = (Truth){.position = *position,
                     .all_moves = all_moves,
                     .symmetric = position_equal(position, &turned),
                     .root = {.winner = EMPTY, .move = MOVE_NONE},
                     .grouping = all_moves && position->geometry->cells >= GROUPING_CELLS,
                     .unknown = all_moves ? position_vacant(position) : cellset_none()};
    truth->todo = truth->unknown;
}

// Adds cells to a list, and takes them from the unknown ones.
static void moves_settle(Truth *truth, CellSet *list, CellSet cells) {
    if (truth->symmetric) cells = cellset_or(cells, cellset_rotated(truth->position.geometry, cells));
    cells = cellset_and(cells, truth->unknown);
    *list = cellset_or(*list, cells);
    truth->unknown = cellset_minus(truth->unknown, cells);
}

void truth_know(Truth *truth, CellSet winning, CellSet losing) {
    moves_settle(truth, &truth->winning, winning);
    moves_settle(truth, &truth->losing, losing);
}

// Four times the square of a cell's distance from the centre of the board.
static int centre_distance(const Geometry *g, int cell) {
    int x = 2 * cell_column(g, cell) - (g->width - 1), y = 2 * cell_row(g, cell) - (g->height - 1);
    return x * x + y * y + x * y;
}

int truth_next(Truth *truth) {
    const Geometry *g = truth->position.geometry;
    if (!truth->asked) return TRUTH_ROOT;
    truth->todo = cellset_and(truth->todo, truth->unknown);
    int best = TRUTH_DONE;
    CellSet left = truth->todo;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        if (best < 0 || centre_distance(g, cell) < centre_distance(g, best)) best = cell;
    }
    return best;
}

bool truth_again(Truth *truth) {
    truth->todo = truth->unknown;
    return !cellset_is_empty(truth->todo);
}

Position truth_question(const Truth *truth, int question) {
    Position next = truth->position;
    if (question < 0) return next;
    cellset_add(&next.stones[next.to_move], question);
    next.to_move = color_other(next.to_move);
    return next;
}

static void root_answer(Truth *truth, const Answer *answer) {
    Color mover = truth->position.to_move;
    truth->asked = true;
    truth->root = *answer;
    if (!truth->all_moves) return;
    if (answer->winner == color_other(mover)) moves_settle(truth, &truth->losing, truth->unknown);
    if (answer->winner == mover) moves_settle(truth, &truth->winning, cellset_of(answer->move));
}

void truth_answer(Truth *truth, int question, const Answer *answer) {
    truth->nodes += answer->nodes;
    if (question == TRUTH_ROOT) {
        root_answer(truth, answer);
        return;
    }
    cellset_remove(&truth->todo, question);
    if (truth->symmetric) cellset_remove(&truth->todo, cell_rotated(truth->position.geometry, question));
    if (answer->winner == EMPTY) return;
    cellset_add(&truth->answered, question);
    bool wins = answer->winner == truth->position.to_move;
    CellSet cells = cellset_of(question);
    if (!wins) cells = cellset_or(cells, cellset_minus(truth->unknown, answer->carrier));
    moves_settle(truth, wins ? &truth->winning : &truth->losing, cells);
}

// --- Groups
// On an empty board most moves on the first two lines before the mover's own edge lose.
enum { GROUP_LINES = 2 };

// The unknown cells of the part of a line that holds `move`, of 2^halvings parts.
static CellSet line_part(const Truth *truth, int move, int halvings) {
    const Geometry *g = truth->position.geometry;
    bool rows = truth->position.to_move == BLACK;
    int length = rows ? g->width : g->height, size = (length + (1 << halvings) - 1) >> halvings;
    int row = cell_row(g, move), column = cell_column(g, move), first = (rows ? column : row) / size * size;
    CellSet part = cellset_none();
    for (int i = first; i < first + size && i < length; i++)
        cellset_add(&part, rows ? cell_at(g, i, row) : cell_at(g, column, i));
    return cellset_and(part, truth->unknown);
}

static bool line_is_grouped(const Truth *truth, int move) {
    const Geometry *g = truth->position.geometry;
    bool rows = truth->position.to_move == BLACK;
    int depth = rows ? g->height : g->width, line = rows ? cell_row(g, move) : cell_column(g, move);
    bool empty = cellset_equal(position_vacant(&truth->position), g->all);
    return empty && (line < GROUP_LINES || line >= depth - GROUP_LINES);
}

bool truth_group(Truth *truth, int move, CellSet *group) {
    if (!truth->grouping || !line_is_grouped(truth, move) || truth->groups == TRUTH_GROUPS) return false;
    *group = cellset_none();
    for (int halvings = 0; halvings < TRUTH_HALVINGS; halvings++) {
        CellSet part = line_part(truth, move, halvings);
        bool again = cellset_has(truth->tried[halvings], move) || cellset_equal(part, *group);
        *group = part;
        truth->tried[halvings] = cellset_or(truth->tried[halvings], part);
        if (!again && cellset_count(part) > 1) return true;
    }
    return false;
}

Position truth_group_question(const Truth *truth, CellSet group) {
    Position next = truth->position;
    next.stones[next.to_move] = cellset_or(next.stones[next.to_move], group);
    next.to_move = color_other(next.to_move);
    return next;
}

void truth_group_answer(Truth *truth, CellSet group, const Answer *answer) {
    truth->nodes += answer->nodes;
    if (answer->winner != color_other(truth->position.to_move)) return;
    truth->group[truth->groups++] = group;
    moves_settle(truth, &truth->losing, cellset_minus(truth->unknown, answer->carrier));
}

void truth_finish(Truth *truth) {
    if (truth->root.winner != EMPTY || !truth->all_moves || cellset_is_empty(truth->winning)) return;
    truth->root.winner = truth->position.to_move;
    truth->root.move = cellset_first(truth->winning);
    truth->root.carrier = position_vacant(&truth->position); // right, if not small
}

// --- All questions

// By a method that settles all moves in one search.
static bool moves_ask(Truth *truth, const SolveMethod *method, const Budget *budget, Solver *solver,
                      Error *error) {
    SolveMoves moves;
    if (!method->solve_moves(method, &truth->position, budget, solver, &truth->root, &moves, error))
        return false;
    truth->asked = true;
    truth->nodes = truth->root.nodes;
    truth_know(truth, moves.winning, moves.losing);
    return true;
}

// What a group may cost: four times as much as a move took so far.
static uint64_t group_nodes(const Truth *truth) {
    return 4 * truth->nodes / (uint64_t)(1 + cellset_count(truth->answered) + truth->groups) + 1;
}

// Asks about groups that hold a move, until one settles it or none is left.
static bool groups_ask(Truth *truth, int move, const SolveMethod *method, BudgetClock *clock, Solver *solver,
                       Error *error) {
    CellSet group;
    while (cellset_has(truth->unknown, move) && truth_group(truth, move, &group)) {
        Budget left = budget_left(clock, truth->nodes);
        Position position = truth_group_question(truth, group);
        Answer answer = {.winner = position_winner(&position)};
        if (budget_look(clock, truth->nodes)) break;
        if (!left.nodes || left.nodes > group_nodes(truth)) left.nodes = group_nodes(truth);
        if (answer.winner == EMPTY && !solve_position(method, &position, &left, solver, &answer, error))
            return false;
        truth_group_answer(truth, group, &answer);
    }
    return true;
}

static bool questions_ask(Truth *truth, const SolveMethod *method, BudgetClock *clock, Solver *solver,
                          TruthAsking asking, void *asking_context, Error *error) {
    for (int question; (question = truth_next(truth)) != TRUTH_DONE;) {
        Budget left = budget_left(clock, truth->nodes);
        Position position = truth_question(truth, question);
        Answer answer;
        if (question != TRUTH_ROOT && budget_look(clock, truth->nodes)) break;
        if (asking) asking(asking_context, truth, question);
        if (question != TRUTH_ROOT && method->keeps) {
            if (!groups_ask(truth, question, method, clock, solver, error)) return false;
            if (!cellset_has(truth->unknown, question)) continue;
            left = budget_left(clock, truth->nodes);
        }
        if (!solve_position(method, &position, &left, solver, &answer, error)) return false;
        truth_answer(truth, question, &answer);
    }
    return true;
}

void truth_measure(Truth *truth, Solver *solver) {
    Position position[CELL_MAX + 1 + TRUTH_GROUPS];
    int count = 0;
    CellSet left = truth->answered;
    if (truth->asked && truth->root.winner != EMPTY) position[count++] = truth->position;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        position[count] = truth_question(truth, cell);
        count += position_winner(&position[count]) == EMPTY;
    }
    for (int i = 0; i < truth->groups; i++) position[count++] = truth_group_question(truth, truth->group[i]);
    truth->measured = solver_size(solver, position, count, &truth->size);
}

bool truth_solve(Truth *truth, const SolveMethod *method, const Budget *budget, Solver *solver,
                 TruthAsking asking, void *asking_context, Error *error) {
    bool at_once = truth->all_moves && method->solve_moves;
    Solver own = {0};
    if (!solver) solver = &own;
    BudgetClock clock;
    budget_start(&clock, budget, 1);
    bool good = at_once ? moves_ask(truth, method, budget, solver, error)
                        : questions_ask(truth, method, &clock, solver, asking, asking_context, error);
    if (good) truth_measure(truth, solver);
    solver_release(&own);
    truth_finish(truth);
    truth->root.nodes = truth->nodes;
    truth->root.seconds = budget_seconds(&clock);
    return good;
}
