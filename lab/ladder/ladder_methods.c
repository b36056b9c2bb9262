#include "lab/ladder/ladder_methods.h"

#include "lab/ladder/threat_search.h"

static bool ladder_search(const SolveMethod *method, bool every_move, const Position *position,
                          const Budget *budget, ThreatOutcome *outcome, Error *error) {
    ThreatOptions options = {.features = threat_solver_features(method->name), .every_move = every_move};
    return threat_search(position, &options, budget, outcome, error);
}

static bool ladder_solve(const SolveMethod *method, const Position *position, const Budget *budget,
                         Solver *solver, Answer *answer, Error *error) {
    (void)solver;
    ThreatOutcome outcome;
    if (!ladder_search(method, false, position, budget, &outcome, error)) return false;
    *answer = outcome.answer;
    return true;
}

static bool ladder_solve_moves(const SolveMethod *method, const Position *position, const Budget *budget,
                               Solver *solver, Answer *answer, SolveMoves *moves, Error *error) {
    (void)solver;
    ThreatOutcome outcome;
    if (!ladder_search(method, true, position, budget, &outcome, error)) return false;
    *answer = outcome.answer;
    *moves = (SolveMoves){outcome.winning, outcome.losing};
    return true;
}

#define LADDER_METHOD(method_name, method_help)                                                              \
    { .name = method_name, .help = method_help, .solve = ladder_solve, .solve_moves = ladder_solve_moves }

const SolveMethod SOLVE_PATTERN =
    LADDER_METHOD("pattern", "Pattern search (Rasmussen 2007, Algorithm 5.1.1): for very small positions.");
const SolveMethod SOLVE_SOLVER1 = LADDER_METHOD("solver1", "The same, moves ordered by connection utility.");
const SolveMethod SOLVE_SOLVER2 = LADDER_METHOD("solver2", "The same with H-search at every node.");
const SolveMethod SOLVE_SOLVER3 =
    LADDER_METHOD("solver3", "The same, moves ordered by the threats they make.");
const SolveMethod SOLVE_SOLVER4 =
    LADDER_METHOD("solver4", "The same without dominated and captured cells at the edges.");
const SolveMethod SOLVE_SOLVER5 = LADDER_METHOD("solver5", "The same with tables of templates.");
const SolveMethod SOLVE_DECOMPOSE_PATTERN =
    LADDER_METHOD("decompose-pattern", "Pattern search that checks independent parts of a pattern apart (van "
                                       "Rijswijck 2002, 2.4): for very small positions.");
const SolveMethod SOLVE_SOLVER5ID = LADDER_METHOD("solver5id", "The same with iterative deepening.");
