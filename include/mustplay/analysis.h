/* Analysis: a search with a network that runs in a thread of its own and reports the candidate moves until it is stopped.
 * An analysis belongs to one thread, which starts, stops and frees it; its callback comes from the library's thread. */
#ifndef MUSTPLAY_ANALYSIS_H
#define MUSTPLAY_ANALYSIS_H

#include "mustplay/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mp_analysis mp_analysis;

/* What is proved for the side to move. */
typedef enum mp_proved { MP_UNPROVED, MP_WIN, MP_LOSS } mp_proved;

typedef struct mp_candidate {
    int move;
    uint64_t visits;
    double value; /* the mover's winning probability */
    double prior; /* the network's probability of the move, before any search */
    mp_proved proved;
    mp_line line; /* the expected line, which starts with `move` */
} mp_candidate;

typedef struct mp_report {
    size_t size;
    double value; /* the mover's winning probability, 0 or 1 when proved */
    mp_proved proved;
    uint64_t visits;                /* of the position, with those of earlier searches */
    uint64_t playouts, evaluations; /* of this search */
    double seconds;
    int count;                     /* candidates, the best first */
    bool last;                     /* the search has ended */
    const mp_candidate *candidate; /* valid during the callback, or until the next call with this analysis */
} mp_report;

/* How a net is computed. The best is 8 bits where this machine and the net can, and otherwise f32. */
typedef enum mp_precision { MP_BEST, MP_F32, MP_INT8 } mp_precision;

typedef struct mp_analysis_settings {
    size_t size;
    const mp_net *net; /* outlives the analysis; NULL: the net that is found */
    mp_precision precision;
} mp_analysis_settings;

/* Settings may be NULL. */
MP_API mp_analysis *mp_analysis_new(const mp_engine *engine, const mp_analysis_settings *settings,
                                    mp_error *error);
/* Stops it first. */
MP_API void mp_analysis_free(mp_analysis *analysis);

/* Starts a search of a position that is not over, and stops a search that still runs. If this position follows from the
 * earlier one, the search keeps its tree. It ends by its limits (NULL: none), at a proof of the position, or by
 * mp_analysis_stop. `hear` may be NULL. It is called with the first result, then every `interval` seconds (negative: not
 * while the search runs) and once at the end. */
MP_API bool mp_analysis_start(mp_analysis *analysis, const mp_game *game, const mp_limits *limits,
                              double interval, void (*hear)(void *context, const mp_report *report),
                              void *context, mp_error *error);
/* Waits until the search ends; false with its error if it failed. `report`, which may be NULL, is its last. */
MP_API bool mp_analysis_wait(mp_analysis *analysis, mp_report *report, mp_error *error);
/* Ends the search and waits for that; nothing when none runs. From any thread but that of the callback. */
MP_API void mp_analysis_stop(mp_analysis *analysis);
/* Forgets what earlier searches knew, so that the next one does not depend on them. */
MP_API void mp_analysis_reset(mp_analysis *analysis);

/* What the net says about a position that is not over, asked from both sides as a search does. `value` receives the mover's
 * winning probability, `policy` for each cell the probability that the mover plays there (0 on stones). `policy` has
 * width * height numbers. Either may be NULL. */
MP_API bool mp_analysis_evaluate(mp_analysis *analysis, const mp_game *game, double *value, float *policy,
                                 mp_error *error);
/* The same by the net alone, in f32. Any thread. */
MP_API bool mp_net_evaluate(const mp_net *net, const mp_game *game, double *value, float *policy,
                            mp_error *error);

#ifdef __cplusplus
}
#endif

#endif
