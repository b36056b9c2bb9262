#include "solve/truth.h"

#include "solve/ladder_methods.h"

void truth_start(Truth *truth, const Position *position, bool all_moves) {
    Position turned = position_rotated(position);
    *truth = (Truth){.position = *position,
                     .all_moves = all_moves,
                     .symmetric = position_equal(position, &turned),
                     .root = {.winner = EMPTY, .move = MOVE_NONE},
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

void truth_finish(Truth *truth) {
    if (truth->root.winner != EMPTY || !truth->all_moves || cellset_is_empty(truth->winning)) return;
    truth->root.winner = truth->position.to_move;
    truth->root.move = cellset_first(truth->winning);
    truth->root.carrier = position_vacant(&truth->position); // right, if not small
}

// --- All questions

// The steps of the ladder settle all moves in one search.
static bool ladder_ask(Truth *truth, const char *method, const Budget *budget, Error *error) {
    LadderMoves moves;
    if (!ladder_method(method, &truth->position, budget, &truth->root, &moves, error)) return false;
    truth->asked = true;
    truth->nodes = truth->root.nodes;
    truth_know(truth, moves.winning, moves.losing);
    return true;
}

static bool questions_ask(Truth *truth, const char *method, BudgetClock *clock, SolveContext *context,
                          TruthAsking asking, void *asking_context, Error *error) {
    for (int question; (question = truth_next(truth)) != TRUTH_DONE;) {
        Budget left = budget_left(clock, truth->nodes);
        Position position = truth_question(truth, question);
        Answer answer;
        if (question != TRUTH_ROOT && budget_look(clock, truth->nodes)) break;
        if (asking) asking(asking_context, truth, question);
        if (!solve_position(method, &position, &left, context, &answer, error)) return false;
        truth_answer(truth, question, &answer);
    }
    return true;
}

// The proofs of all answers, as far as there is a graph.
static void proofs_measure(Truth *truth, SolveContext *context) {
    Position position[CELL_MAX + 1];
    int count = 0;
    CellSet left = truth->answered;
    if (truth->asked && truth->root.winner != EMPTY) position[count++] = truth->position;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        position[count] = truth_question(truth, cell);
        count += position_winner(&position[count]) == EMPTY;
    }
    truth->measured = solve_context_size(context, position, count, &truth->size);
}

bool truth_solve(Truth *truth, const char *method, const Budget *budget, SolveContext *context,
                 TruthAsking asking, void *asking_context, Error *error) {
    const SolveMethod *found = solve_method(method);
    bool ladder = found && !found->solve && truth->all_moves;
    SolveContext own = {0};
    if (!context) context = &own;
    BudgetClock clock;
    budget_start(&clock, budget, 1);
    bool good = ladder ? ladder_ask(truth, method, budget, error)
                       : questions_ask(truth, method, &clock, context, asking, asking_context, error);
    if (good) proofs_measure(truth, context);
    solve_context_release(&own);
    truth_finish(truth);
    truth->root.nodes = truth->nodes;
    truth->root.seconds = budget_seconds(&clock);
    return good;
}
