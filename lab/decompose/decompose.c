#include "lab/decompose/decompose.h"

#include "base/array.h"
#include "game/board.h"
#include "knowledge/knowledge.h"
#include "lab/decompose/predictor.h"

#include <stdlib.h>

typedef enum Found {
    FOUND_PROOF,  // the loser to move loses
    FOUND_WRONG,  // he wins
    FOUND_DEAR,   // given up: the effort is spent
    FOUND_STOPPED // the budget is spent, or something failed
} Found;

typedef struct Decompose {
    const DecomposeOptions *options;
    BudgetClock clock;
    uint64_t nodes;
    Board board;
    Knower *knower;       // NULL with the rules alone
    Predictor *predictor; // made when it is first asked
    Solution *solution;
    SolutionGroup *stack; // the groups of all positions being solved, the outermost first
    int stacked, stack_room;
    DecomposeOutcome *outcome;
    bool failed;
    Error *error;
} Decompose;

// A position whose moves are being answered.
typedef struct Cases {
    Position at;        // filled in, the loser to move
    CellSet open;       // his moves that no group answers yet
    CellSet unanswered; // the same at first, before H-search
    CellSet fill;       // what the winner's fill-in needs
    int semis;          // his winning semi-connections
    CellSet semi[KNOWLEDGE_SEMIS_MAX];
    int base;        // its first group on the stack
    uint64_t effort; // granted, in nodes
    uint64_t until;  // the count of nodes at which that is spent
    int16_t answer[CELL_MAX];
} Cases;

static Found decompose_fail(Decompose *d, const char *why) {
    if (!d->failed) error_failure(d->error, "decompose: %s", why);
    d->failed = true;
    return FOUND_STOPPED;
}

static Position position_after(const Position *p, CellSet moves, int answer) {
    Position next = *p;
    next.stones[p->to_move] = cellset_or(p->stones[p->to_move], moves);
    if (answer != CELL_NONE) cellset_add(&next.stones[color_other(p->to_move)], answer);
    return next;
}

// --- The predictor
static bool predict(Decompose *d, const Position *p, Prediction *out) {
    if (budget_look(&d->clock, d->nodes)) return false;
    if (!d->predictor) {
        d->predictor = predictor_new(p->geometry, d->options->net, !d->options->without_net,
                                     d->failed ? NULL : d->error);
        if (!d->predictor) return d->failed = true, false;
    }
    d->outcome->evaluations++;
    if (predictor_ask(d->predictor, p, out, d->error)) return true;
    return d->failed = true, false;
}

// Cells in the order of their rating, the best first; how many there are.
static int cells_rank(const Prediction *said, CellSet cells, int16_t *ranked) {
    int count = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0; count++) {
        int i = count;
        for (; i > 0 && said->rating[ranked[i - 1]] < said->rating[cell]; i--) ranked[i] = ranked[i - 1];
        ranked[i] = (int16_t)cell;
    }
    return count;
}

// The winner's answers to a move, the likeliest first.
typedef struct Answers {
    int count;
    int16_t ranked[CELL_MAX];
} Answers;

// The answers that can win, by the rules and by knowledge. FOUND_WRONG when there are none.
static Found answers_possible(Decompose *d, const Position *after, CellSet *answers) {
    Color winner = after->to_move;
    board_set(&d->board, after);
    *answers = board_winning_cells(&d->board, winner);
    if (!cellset_is_empty(*answers)) return FOUND_PROOF;
    *answers = board_winning_cells(&d->board, color_other(winner));
    int threats = cellset_count(*answers);
    if (threats) return threats == 1 ? FOUND_PROOF : FOUND_WRONG;
    *answers = position_vacant(after);
    if (!d->knower) return FOUND_PROOF;
    Knowledge about;
    if (budget_spent(&d->clock, d->nodes)) return FOUND_STOPPED;
    d->nodes++;
    knower_study(d->knower, after, true, &about);
    if (about.winner == color_other(winner)) return FOUND_WRONG;
    if (about.winner == EMPTY)
        *answers = about.moves;
    else if (about.move != MOVE_NONE)
        *answers = cellset_of(about.move);
    return FOUND_PROOF;
}

static Found answers_rank(Decompose *d, const Position *at, int move, Answers *out) {
    Prediction said;
    CellSet answers;
    Position after = position_after(at, cellset_of(move), CELL_NONE);
    after.to_move = color_other(at->to_move);
    Found found = answers_possible(d, &after, &answers);
    if (found != FOUND_PROOF) return found;
    out->count = 1;
    out->ranked[0] = (int16_t)cellset_first(answers);
    if (cellset_count(answers) == 1) return FOUND_PROOF;
    if (!predict(d, &after, &said)) return FOUND_STOPPED;
    out->count = cells_rank(&said, answers, out->ranked);
    return FOUND_PROOF;
}

// Predicts the decomposition (Algorithm 5): an answer for each open move. FOUND_WRONG when a move has none.
static Found answers_predict(Decompose *d, Cases *c) {
    Answers answers;
    CellSet moves = c->open;
    for (int move; (move = cellset_pop(&moves)) >= 0;) {
        Found found = answers_rank(d, &c->at, move, &answers);
        if (found != FOUND_PROOF) return found;
        c->answer[move] = answers.ranked[0];
    }
    return FOUND_PROOF;
}

// Whether the winner, by prediction, still wins when the loser has all these moves for the one answer.
static bool group_holds(Decompose *d, const Position *at, CellSet moves, int answer) {
    Prediction said;
    Position after = position_after(at, moves, answer);
    Color over = position_winner(&after);
    if (over != EMPTY) return over != at->to_move;
    return predict(d, &after, &said) && said.value < 0;
}

// --- The ends
static void progress_send(Decompose *d) {
    if (!budget_report_due(&d->clock, 0.2)) return;
    Progress progress = {.seconds = budget_seconds(&d->clock), .nodes = d->nodes, .value = -1};
    observer_progress(d->clock.budget.observer, &progress);
}

// By the rules: joined, or the loser joins with his next stone. FOUND_DEAR when they say nothing.
static Found rules_test(Decompose *d, const Position *p) {
    board_set(&d->board, p);
    if (board_joined(&d->board, color_other(p->to_move))) return FOUND_PROOF;
    if (board_joined(&d->board, p->to_move)) return FOUND_WRONG;
    return cellset_is_empty(board_winning_cells(&d->board, p->to_move)) ? FOUND_DEAR : FOUND_WRONG;
}

// By knowledge; FOUND_DEAR with the cases that are left.
static Found knowledge_test(Decompose *d, const Position *p, Cases *c, CellSet *needs) {
    Knowledge about;
    Color winner = color_other(p->to_move);
    knower_study(d->knower, p, false, &about);
    *needs = about.proof;
    if (about.winner != EMPTY) return about.winner == winner ? FOUND_PROOF : FOUND_WRONG;
    c->at = about.filled;
    c->open = c->unanswered = about.unanswered;
    c->fill = about.fill_proof[winner];
    for (c->semis = 0; c->semis < about.semis; c->semis++) {
        c->semi[c->semis] = about.semi[c->semis];
        c->open = cellset_and(c->open, about.semi[c->semis]);
    }
    return FOUND_DEAR;
}

static void tried_note(Decompose *d, const Position *p, Found found, uint32_t node, uint64_t effort) {
    TriedPosition *tried = solution_tried(d->solution, p);
    if (!tried) return; // memory ends: solution_add will say so
    tried->node = found == FOUND_PROOF ? node : NODE_NONE;
    tried->refuted = found == FOUND_WRONG;
    if (effort > tried->effort) tried->effort = effort;
}

static Found node_add(Decompose *d, CellSet needs, int base, uint32_t *node) {
    const SolutionGroup *groups = d->stacked > base ? d->stack + base : NULL;
    *node = solution_add(d->solution, needs, groups, (uint32_t)(d->stacked - base));
    if (*node == NODE_NONE) d->clock.spent = true; // not decided within the memory
    return *node == NODE_NONE ? FOUND_STOPPED : FOUND_PROOF;
}

// What is known of a position without solving it; FOUND_DEAR with `c->effort` above 0 when it has to be solved.
static Found position_test(Decompose *d, const Position *p, Cases *c, uint32_t *node) {
    CellSet needs = cellset_none();
    uint64_t effort = c->until > d->nodes ? c->until - d->nodes : 0;
    *node = NODE_LEAF;
    c->effort = 0;
    Found found = rules_test(d, p);
    if (found != FOUND_DEAR) return found;
    const TriedPosition *tried = solution_tried(d->solution, p);
    if (!tried) return d->clock.spent = true, FOUND_STOPPED;
    *node = tried->node;
    if (*node != NODE_NONE) return FOUND_PROOF;
    if (tried->refuted) return FOUND_WRONG;
    if (effort <= tried->effort) return FOUND_DEAR;
    if (budget_spent(&d->clock, d->nodes)) return FOUND_STOPPED;
    d->nodes++;
    progress_send(d);
    c->at = *p;
    c->open = c->unanswered = position_vacant(p);
    if (d->knower) {
        found = knowledge_test(d, p, c, &needs);
        if (found == FOUND_PROOF) found = node_add(d, needs, d->stacked, node);
        if (found == FOUND_PROOF || found == FOUND_WRONG) tried_note(d, p, found, *node, 0);
        if (found != FOUND_DEAR) return found;
    }
    c->effort = effort;
    return FOUND_DEAR;
}

// --- Groups
static Found position_prove(Decompose *d, const Position *p, uint64_t effort, uint32_t *node);

static bool group_push(Decompose *d, const SolutionGroup *group) {
    if (!array_room(&d->stack, &d->stack_room, d->stacked + 1, sizeof *d->stack))
        return decompose_fail(d, "out of memory"), false;
    d->stack[d->stacked++] = *group;
    return true;
}

// Plays the moves and the answer, and solves what comes. A group that holds answers every move that leaves its
// needs alone.
static Found group_attempt(Decompose *d, Cases *c, CellSet moves, int answer, uint64_t part) {
    uint64_t left = c->until > d->nodes ? c->until - d->nodes : 0;
    Position after = position_after(&c->at, moves, answer);
    SolutionGroup group = {.moves = moves, .answer = answer};
    Found found = position_prove(d, &after, left < part ? left : part, &group.node);
    if (found != FOUND_PROOF) {
        if (cellset_count(moves) > 1)
            d->outcome->groups_failed += found != FOUND_STOPPED;
        else
            d->outcome->answers_failed += found != FOUND_STOPPED;
        return found;
    }
    group.needs = solution_node(d->solution, group.node)->needs;
    cellset_add(&group.needs, answer);
    c->open = cellset_and(c->open, group.needs);
    return group_push(d, &group) ? FOUND_PROOF : FOUND_STOPPED;
}

// Parts of a position's effort for the first attempt, the predicted one, and for an attempt after a failure. A quarter
// for the first takes up to 1.4 times the nodes on 7x7 and finds smaller solutions. The whole effort saves no nodes, and
// solutions are up to twice as large (docs/notes/solver.md).
enum { PART_FIRST = 2, PART_LATER = 4 };

// A single move: the answer that was tried already has failed as `tried` says; all others in predicted order.
static Found move_answer(Decompose *d, Cases *c, int move, int answer, Found tried) {
    Answers answers;
    Found found = answers_rank(d, &c->at, move, &answers);
    if (found != FOUND_PROOF) return found;
    for (int i = 0; i < answers.count; i++) {
        if (answers.ranked[i] == answer) continue;
        if (d->nodes >= c->until) return FOUND_DEAR;
        found = group_attempt(d, c, cellset_of(move), answers.ranked[i], c->effort / PART_LATER);
        if (found == FOUND_PROOF || found == FOUND_STOPPED) return found;
        if (found == FOUND_DEAR) tried = found;
    }
    return tried; // wrong when all answers are: the move wins
}

// The lower half of the cells, by number.
static CellSet cells_half(CellSet cells) {
    CellSet half = cellset_none();
    for (int n = cellset_count(cells) / 2; n > 0; n--) cellset_add(&half, cellset_pop(&cells));
    return half;
}

// Solves the moves that are still open by this answer, stepping back where that fails.
static Found group_solve(Decompose *d, Cases *c, CellSet moves, int answer) {
    moves = cellset_and(moves, c->open);
    int count = cellset_count(moves);
    if (!count) return FOUND_PROOF;
    Found found = group_attempt(d, c, moves, answer, c->effort / PART_FIRST);
    if (found == FOUND_PROOF || found == FOUND_STOPPED) return found;
    if (count == 1) return move_answer(d, c, cellset_first(moves), answer, found);
    CellSet half = cells_half(moves);
    found = group_solve(d, c, half, answer);
    return found == FOUND_PROOF ? group_solve(d, c, cellset_minus(moves, half), answer) : found;
}

// `do` of Algorithm 6: the moves that share an answer, in as few groups as the predictor thinks will hold.
static Found answer_do(Decompose *d, Cases *c, CellSet moves, int answer) {
    CellSet group = cellset_none();
    bool several = cellset_count(moves) > 2; // one question may settle them all
    if (several && group_holds(d, &c->at, moves, answer)) return group_solve(d, c, moves, answer);
    for (int move; (move = cellset_pop(&moves)) >= 0;) {
        CellSet larger = group;
        cellset_add(&larger, move);
        if (!cellset_is_empty(group) && !group_holds(d, &c->at, larger, answer)) {
            d->outcome->overturned++;
            Found found = group_solve(d, c, group, answer);
            if (found != FOUND_PROOF) return found;
            moves = cellset_and(moves, c->open);
            larger = cellset_of(move);
        }
        group = larger;
    }
    return group_solve(d, c, group, answer);
}

// The open moves that share an answer, the largest such set.
static CellSet moves_sharing(const Cases *c, int *answer) {
    CellSet sharing[CELL_MAX] = {0};
    CellSet moves = c->open;
    int best = -1;
    for (int move; (move = cellset_pop(&moves)) >= 0;) cellset_add(&sharing[c->answer[move]], move);
    for (int cell = 0; cell < c->at.geometry->cells; cell++)
        if (best < 0 || cellset_count(sharing[cell]) > cellset_count(sharing[best])) best = cell;
    *answer = best;
    return sharing[best];
}

static Found cases_solve(Decompose *d, Cases *c) {
    Found found = answers_predict(d, c);
    if (found != FOUND_PROOF) return found;
    while (!cellset_is_empty(c->open)) {
        int answer;
        CellSet moves = moves_sharing(c, &answer);
        found = answer_do(d, c, moves, answer);
        if (found != FOUND_PROOF) return found;
    }
    return FOUND_PROOF;
}

// --- A position's solution

// Semi-connections for the moves that no group answers, each time the one that leaves fewest.
static bool semis_push(Decompose *d, const Cases *c) {
    CellSet left = c->unanswered;
    for (int i = c->base; i < d->stacked; i++) left = cellset_and(left, d->stack[i].needs);
    while (!cellset_is_empty(left)) {
        int best = 0;
        for (int i = 1; i < c->semis; i++)
            if (cellset_count(cellset_and(left, c->semi[i])) <
                cellset_count(cellset_and(left, c->semi[best])))
                best = i;
        SolutionGroup group = {.moves = cellset_minus(left, c->semi[best]),
                               .needs = c->semi[best],
                               .answer = CELL_NONE,
                               .node = NODE_NONE};
        left = cellset_and(left, c->semi[best]);
        if (!group_push(d, &group)) return false;
    }
    return true;
}

// Drops groups that the others make superfluous, the first first: they were made when least was known.
static void groups_thin(Decompose *d, const Cases *c) {
    for (int i = c->base; i < d->stacked; i++) {
        CellSet left = c->unanswered;
        // Two loops without a condition: gcc 12 at -O3 with AVX computes `if (j != i) left = cellset_and(...)` wrongly.
        for (int j = c->base; j < i; j++) left = cellset_and(left, d->stack[j].needs);
        for (int j = i + 1; j < d->stacked; j++) left = cellset_and(left, d->stack[j].needs);
        if (!cellset_is_empty(left)) continue;
        for (int j = i--; j + 1 < d->stacked; j++) d->stack[j] = d->stack[j + 1];
        d->stacked--;
    }
}

static Found cases_close(Decompose *d, const Cases *c, uint32_t *node) {
    CellSet needs = c->fill;
    if (!semis_push(d, c)) return FOUND_STOPPED;
    groups_thin(d, c);
    for (int i = c->base; i < d->stacked; i++) needs = cellset_or(needs, d->stack[i].needs);
    return node_add(d, needs, c->base, node);
}

// Algorithm 6: solves a position with the loser to move within `effort` nodes.
static Found position_prove(Decompose *d, const Position *p, uint64_t effort, uint32_t *node) {
    Cases c = {.until = d->nodes + effort, .base = d->stacked};
    Found found = position_test(d, p, &c, node);
    if (found != FOUND_DEAR || !c.effort) return found;
    found = cases_solve(d, &c);
    if (found == FOUND_PROOF) found = cases_close(d, &c, node);
    d->stacked = c.base;
    if (found != FOUND_STOPPED) tried_note(d, p, found, *node, c.effort);
    return found;
}

// --- The root
typedef struct Guesses { // of who wins, and by which move, the likeliest first
    int count;
    int16_t move[CELL_MAX + 1]; // MOVE_NONE: the mover loses
    bool wrong[CELL_MAX + 1];
} Guesses;

static bool guesses_make(Decompose *d, const Position *p, Guesses *g) {
    Prediction said;
    enum { LOSES_AFTER = 2 }; // after this many failed winning guesses, the mover is guessed to lose
    *g = (Guesses){0};
    if (!predict(d, p, &said)) return false;
    int16_t ranked[CELL_MAX];
    int count = cells_rank(&said, position_vacant(p), ranked);
    int loses = said.value < 0 ? 0 : count < LOSES_AFTER ? count : LOSES_AFTER;
    for (int i = 0; i < count; i++) {
        if (i == loses) g->move[g->count++] = MOVE_NONE;
        g->move[g->count++] = ranked[i];
    }
    if (loses == count) g->move[g->count++] = MOVE_NONE;
    return true;
}

// The position with the loser to move that a guess is about.
static Position guess_position(const Position *p, int move) {
    Position q = *p;
    if (move == MOVE_NONE) return q;
    cellset_add(&q.stones[p->to_move], move);
    q.to_move = color_other(p->to_move);
    return q;
}

// Knowledge may decide the position itself: one node then, and no predictor is asked.
static bool root_known(Decompose *d, const Position *p) {
    Knowledge about;
    if (!d->knower || budget_spent(&d->clock, d->nodes)) return false;
    knower_study(d->knower, p, true, &about);
    d->nodes++;
    if (about.winner == EMPTY) return false;
    Answer *answer = &d->outcome->answer;
    answer->winner = about.winner;
    answer->move = about.move;
    answer->carrier = about.proof;
    if (about.winner == p->to_move &&
        about.move == MOVE_NONE) { // it wins even by passing: any move keeps that
        CellSet vacant = position_vacant(p);
        answer->move = cellset_first(cellset_is_empty(about.proof) ? vacant : about.proof);
        cellset_add(&answer->carrier, answer->move);
    }
    d->outcome->size = (SolutionSize){.nodes = 1, .leaves = 1, .tree = 1};
    return true;
}

static bool outcome_decide(Decompose *d, const Position *p, int move, uint32_t node) {
    DecomposeOutcome *out = d->outcome;
    const SolutionNode *solved = solution_node(d->solution, node);
    out->answer.winner = move == MOVE_NONE ? color_other(p->to_move) : p->to_move;
    out->answer.move = move;
    out->answer.carrier = solved->needs;
    if (move != MOVE_NONE) cellset_add(&out->answer.carrier, move);
    out->groups = (int)solved->groups;
    for (int i = 0; i < out->groups; i++) out->group[i] = solution_groups(d->solution, node)[i];
    int vacant = cellset_count(position_vacant(p)) - (move != MOVE_NONE);
    return solution_size(d->solution, node, vacant, &out->size) ||
           (decompose_fail(d, "out of memory"), false);
}

// Tries the guesses with growing effort, each with half of what the one before has.
static bool root_solve(Decompose *d, const Position *p) {
    enum { EFFORT_FIRST = 256, EFFORT_GROWTH = 4 };
    Guesses guesses;
    if (root_known(d, p)) return true;
    if (!guesses_make(d, p, &guesses)) return !d->failed;
    for (uint64_t effort = EFFORT_FIRST;; effort *= EFFORT_GROWTH) {
        for (int i = 0; i < guesses.count && effort >> i; i++) {
            uint32_t node;
            if (guesses.wrong[i]) continue;
            Position q = guess_position(p, guesses.move[i]);
            Found found = position_prove(d, &q, effort >> i, &node);
            if (found == FOUND_STOPPED) return !d->failed;
            if (found == FOUND_PROOF) return outcome_decide(d, p, guesses.move[i], node);
            guesses.wrong[i] = found == FOUND_WRONG;
        }
    }
}

static bool decompose_start(Decompose *d, const Position *position, const Budget *budget) {
    KnowledgeOptions knowledge = {.skip_prune = true};
    budget_start(&d->clock, budget, 1);
    d->solution = solution_new(budget->memory);
    if (!d->solution) return decompose_fail(d, "out of memory"), false;
    if (d->options->rules_only) return true;
    d->knower = knower_new(position->geometry, &knowledge, d->error);
    return d->knower != NULL;
}

bool decompose_search(const Position *position, const DecomposeOptions *options, const Budget *budget,
                      DecomposeOutcome *outcome, Error *error) {
    Decompose *d = calloc(1, sizeof *d);
    *outcome = (DecomposeOutcome){.answer = answer_unknown()};
    if (!d) return error_failure(error, "decompose: out of memory");
    d->options = options;
    d->outcome = outcome;
    d->error = error;
    bool good = decompose_start(d, position, budget) && root_solve(d, position);
    outcome->answer.nodes = d->nodes;
    outcome->answer.seconds = budget_seconds(&d->clock);
    outcome->by_net = d->predictor && predictor_has_net(d->predictor);
    knower_free(d->knower);
    predictor_free(d->predictor);
    solution_free(d->solution);
    free(d->stack);
    free(d);
    return good;
}
