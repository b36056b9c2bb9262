// The insides of solvers, explanations and reviews (api/inside.h): for the rooms that may see src/.
#ifndef MUSTPLAY_API_INSIDE_SOLVE_H
#define MUSTPLAY_API_INSIDE_SOLVE_H

#include "api/inside.h"
#include "mustplay/explain.h"
#include "mustplay/review.h"
#include "mustplay/sys/solver.h"
#include "solve/store.h"
#include "solve/truth.h"
#include "study/coach.h"
#include "study/explanation.h"

struct mp_solver {
    const mp_engine *engine;
    const SolveMethod *method;
    Solver solver; // with one graph for all questions
    Store *store;  // or NULL
    const char *store_path;
    struct Advice *advice;   // or NULL
    const Geometry *advised; // the board that it is about
    uint64_t memory;         // what the graph was made with
    int threads;
    const Truth *truth;       // that is being found; NULL: none is
    SolveElsewhere elsewhere; // of mp_solver_set_elsewhere
    bool (*ask)(void *context, const mp_game *game, const mp_limits *limits, mp_solution *solution,
                mp_error *error);
    void *ask_context;
};

struct mp_explanation {
    Explanation *inner;
};
// With the must-play deduction rule, limited to `deduce` nodes.
mp_explanation *mp_explanation_deduced(const mp_game *game, uint64_t deduce, mp_error *error);

struct mp_review {
    Review review;
    Coach *coach; // NULL while the review is under way
};

#endif
