#include "lab/decompose/decompose_methods.h"

#include "lab/decompose/decompose.h"

static bool method_run(DecomposeOptions options, const Position *position, const Budget *budget,
                       const Solver *solver, Answer *answer, Error *error) {
    DecomposeOutcome outcome;
    options.net = solver->settings.net;
    options.without_net = solver->settings.without_net;
    if (!decompose_search(position, &options, budget, &outcome, error)) return false;
    *answer = outcome.answer;
    return true;
}

static bool decompose_method(const SolveMethod *method, const Position *position, const Budget *budget,
                             Solver *solver, Answer *answer, Error *error) {
    (void)method;
    return method_run((DecomposeOptions){0}, position, budget, solver, answer, error);
}

static bool decompose_rules_method(const SolveMethod *method, const Position *position, const Budget *budget,
                                   Solver *solver, Answer *answer, Error *error) {
    (void)method;
    return method_run((DecomposeOptions){.rules_only = true}, position, budget, solver, answer, error);
}

const SolveMethod SOLVE_DECOMPOSE = {
    .name = "decompose",
    .help =
        "Strategy decomposition (Gao 2020, Algorithms 5 and 6): a net predicts, groups of moves are played at once.",
    .solve = decompose_method,
    .takes_net = true,
};

const SolveMethod SOLVE_DECOMPOSE_RULES = {
    .name = "decompose-rules",
    .help = "The same without virtual connections: positions end by the rules alone.",
    .solve = decompose_rules_method,
    .takes_net = true,
};
