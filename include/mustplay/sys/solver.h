/* More of solving: advice from other stores, answers that come from elsewhere, the must-play deduction rule. */
#ifndef MUSTPLAY_SYS_SOLVER_H
#define MUSTPLAY_SYS_SOLVER_H

#include "mustplay/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the proofs of a store with other openings of this board: what they prove is used, and their winning moves are
 * tried first. Before the first question. */
MP_API bool mp_solver_advise(mp_solver *solver, const mp_game *game, const char *store, mp_error *error);
/* Lets another program, such as a cluster, answer the questions that need a search. `ask` may take as long as the limits
 * say; false is a failure. NULL: this solver answers again. */
MP_API void mp_solver_set_elsewhere(mp_solver *solver,
                                    bool (*ask)(void *context, const mp_game *game, const mp_limits *limits,
                                                mp_solution *solution, mp_error *error),
                                    void *context);

/* What mp_solver_solve_moves has found so far: for its `asking`. */
MP_API void mp_solver_so_far(const mp_solver *solver, mp_moves *moves);

/* What a method can take. */
typedef struct mp_method {
    size_t size;
    const char *name, *help;
    bool keeps; /* a graph between questions, a store, a checkpoint, advice */
    bool net, window, epsilon;
} mp_method;
/* A method by its name; false when there is none. NULL: the default. */
MP_API bool mp_engine_method(const mp_engine *engine, const char *name, mp_method *method);

/* A 128-bit number for a position, the same in every version and on every machine. */
MP_API void mp_game_hash(const mp_game *game, uint64_t *high, uint64_t *low);

#ifdef __cplusplus
}
#endif

#endif
