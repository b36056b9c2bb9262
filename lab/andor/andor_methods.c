#include "lab/andor/andor_methods.h"

#include "lab/andor/andor.h"

static bool andor_method(AndOrMethod method, const Position *position, const Budget *budget, Answer *answer,
                         Error *error) {
    AndOrOptions options = {.method = method, .scheme = ANDOR_SUM, .budget = budget};
    int vacant = cellset_count(position_vacant(position));
    if (vacant > ANDOR_EDGES_MAX)
        return error_input(error, "this method takes at most %d empty cells, and there are %d",
                           ANDOR_EDGES_MAX, vacant);
    AndOrHex *hex = andor_hex_new(position);
    if (!hex) return error_memory(error);
    bool good = andor_hex_solve(hex, &options, answer, error);
    andor_hex_free(hex);
    return good;
}

static bool aostar_method(const SolveMethod *method, const Position *position, const Budget *budget,
                          Solver *solver, Answer *answer, Error *error) {
    (void)method;
    (void)solver;
    return andor_method(ANDOR_AO, position, budget, answer, error);
}

static bool pnsstar_method(const SolveMethod *method, const Position *position, const Budget *budget,
                           Solver *solver, Answer *answer, Error *error) {
    (void)method;
    (void)solver;
    return andor_method(ANDOR_PNS_STAR, position, budget, answer, error);
}

const SolveMethod SOLVE_AOSTAR = {
    .name = "aostar",
    .help = "AO* on the AND/OR graph of positions (Gao 2020, Appendix A.4): for very small positions.",
    .solve = aostar_method,
};

const SolveMethod SOLVE_PNSSTAR = {
    .name = "pnsstar",
    .help = "PNS*: the same with a second estimate, of what a position costs to disprove.",
    .solve = pnsstar_method,
};
