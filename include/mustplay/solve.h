/* Solving: who wins, proved. "Solved" always means proved; what is not decided within the limits is said to be so. */
#ifndef MUSTPLAY_SOLVE_H
#define MUSTPLAY_SOLVE_H

#include "mustplay/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keeps what it has proved from one question to the next. Used by one thread at a time; limits.threads of its own help. */
typedef struct mp_solver mp_solver;

/* All zero is a good choice. Paths and nets outlive the solver. */
typedef struct mp_solver_settings {
    size_t size;
    const char *method; /* NULL: the default, the fastest */
    const char
        *store; /* a file of proved positions, made if missing; several solvers and processes may share it */
    const char *
        checkpoint; /* a file that keeps the search of one position from time to time; a later run resumes it */
    bool keep_checkpoint; /* also once the position is decided, for the proof to be written from it */
    const mp_net *net;    /* orders the moves; NULL: as the method finds best */
    bool without_net;     /* take none */
    double window_base, window_factor; /* of methods with a window; 0: the method's own */
    double epsilon;                    /* of methods with thresholds; negative: none, 0: the method's own */
} mp_solver_settings;

/* Settings may be NULL. A method that cannot take one of the settings is an error that says so. */
MP_API mp_solver *mp_solver_new(const mp_engine *engine, const mp_solver_settings *settings, mp_error *error);
/* Closes the store; false with an error when it could not be written: answers that were given stand. */
MP_API bool mp_solver_free(mp_solver *solver, mp_error *error);

typedef struct mp_solution {
    size_t size;
    mp_color winner;  /* MP_EMPTY: not decided within the limits */
    int move;         /* a winning move; MP_NONE if the mover loses or the game is over */
    mp_cells carrier; /* the empty cells that the winner needs, `move` included */
    uint64_t nodes;
    double seconds;
    uint64_t proof_nodes; /* how many of the nodes the proof needs; 0 when they cannot be counted */
    bool proof_whole;     /* false: there are more, some were forgotten or came from a store */
    uint64_t stored;      /* positions that the answer takes from a store or advice, not proved in this run */
} mp_solution;

/* Proves who wins. True also when the limits or a cancel came first. Limits may be NULL. */
MP_API bool mp_solver_solve(mp_solver *solver, const mp_game *game, const mp_limits *limits,
                            mp_solution *solution, mp_error *error);

/* The truth about every move of a position. The three sets part the empty cells; all are empty when the game is over. */
typedef struct mp_moves {
    size_t size;
    mp_solution solution;              /* about the position; nodes and seconds are those of all moves */
    mp_cells winning, losing, unknown; /* for the side to move */
} mp_moves;

/* Proves what each move is worth, within one set of limits; the moves share what is proved. `asking`, which may be NULL,
 * is called from this thread before each question with the move (MP_NONE: the position itself) and how many are open. */
MP_API bool mp_solver_solve_moves(mp_solver *solver, const mp_game *game, const mp_limits *limits,
                                  void (*asking)(void *context, int move, int open, uint64_t nodes),
                                  void *context, mp_moves *moves, mp_error *error);

/* What became of a proof that was asked for. */
typedef struct mp_proof_made {
    size_t size;
    bool
        finished; /* false: the limits came first; the same call continues from a file beside `path`, ".part" */
    uint64_t claims, bytes;
    uint64_t positions; /* looked at for it */
    uint64_t nodes;     /* searched again */
    double seconds;
} mp_proof_made;

/* Writes a proof that `winner` wins the position, as this solver found. `move` is the winner's first move, or MP_NONE when
 * he is not to move. Compressed if the path ends in ".zst". An existing file is an error unless `replace`. */
MP_API bool mp_solver_prove(mp_solver *solver, const mp_game *game, mp_color winner, int move,
                            const char *path, bool replace, const mp_limits *limits, mp_proof_made *made,
                            mp_error *error);

/* The least memory, in bytes, that a search for proofs on a board can keep to. */
MP_API uint64_t mp_solver_memory_least(const mp_game *game, int threads);

#ifdef __cplusplus
}
#endif

#endif
