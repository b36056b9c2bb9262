/* Explaining a position without search: fill-in, moves that may be left out and why, connections from edge to edge, the
 * must-play region. All of it is proved. */
#ifndef MUSTPLAY_EXPLAIN_H
#define MUSTPLAY_EXPLAIN_H

#include "mustplay/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Immutable once made: any number of threads may read one. */
typedef struct mp_explanation mp_explanation;

/* Explains a position that is not over. */
MP_API mp_explanation *mp_explanation_new(const mp_engine *engine, const mp_game *game, mp_error *error);
MP_API void mp_explanation_free(mp_explanation *explanation);

typedef struct mp_explained {
    size_t size;
    mp_color winner; /* proved by knowledge alone, or MP_EMPTY */
    int move;        /* one that wins in the position itself; MP_NONE when the mover loses or none is known */
    mp_cells carrier;            /* with a winner: the empty cells that he needs */
    mp_line line;                /* moves, each the only one to consider, after which the winner shows */
    mp_cells black, white, dead; /* filled in: for Black, for White, for either */
    mp_cells must_play;          /* without a winner: the mover loses anywhere else */
    mp_cells
        moves; /* without a winner: what is left to search, with at least one winning move if there is one */
    bool connected
        [2];    /* by colour: connections between its edges were looked for; not where fill-in decides */
    bool flows; /* false when the winner is known; else the electric circuit after fill-in: */
    double resistance[2]; /* between each colour's edges */
    double lead;          /* the mover's: the logarithm of the other's resistance over its own */
} mp_explained;
MP_API void mp_explanation_read(const mp_explanation *explanation, mp_explained *explained);

typedef enum mp_inferior {
    MP_INFERIOR_NONE,
    MP_DEAD,
    MP_CAPTURED,
    MP_PERMANENT,
    MP_MUTUAL, /* filled in */
    MP_VULNERABLE,
    MP_REVERSIBLE,
    MP_DOMINATED /* left out by the side to move */
} mp_inferior;

typedef struct mp_reason {
    size_t size;
    mp_inferior kind;
    mp_color color; /* whose stone fills it in, or whose move is left out */
    int helper;     /* the cell that kills, answers or beats it; MP_NONE without one */
    int pattern;    /* its number in data/patterns; 0 without one */
    char text[100]; /* "captured by black (pattern 4)"; "" without a reason */
} mp_reason;
/* Why a cell is filled in or left out; kind MP_INFERIOR_NONE when it is not. */
MP_API void mp_explanation_reason(const mp_explanation *explanation, int cell, mp_reason *reason);
/* "dead", "captured", ...; NULL for MP_INFERIOR_NONE. Any thread. */
MP_API const char *mp_inferior_name(mp_inferior kind);

/* No more semi connections than this are kept. */
enum { MP_SEMIS_MAX = 64 };

typedef struct mp_connection {
    size_t size;
    mp_cells carrier;
    int key; /* the cell that the colour plays first; MP_NONE: the other side may move first */
} mp_connection;
/* The winning connections of a colour between its edges, in the filled position. With `full` index 0 is the smallest full
 * one. Otherwise semi-connections, smallest first, from 0. False beyond the last. */
MP_API bool mp_explanation_connection(const mp_explanation *explanation, mp_color color, bool full, int index,
                                      mp_connection *connection);
/* One of them as a strategy in a line, as in "b2.(b1|c1).(a3|b3)" (docs/PROOFS.md), which belongs to the explanation; NULL when there is no short one. */
MP_API const char *mp_explanation_strategy(const mp_explanation *explanation, mp_color color);

/* A part of the board that exactly two chains of a colour touch: all that matters there is whether they are joined. */
typedef struct mp_region {
    size_t size;
    mp_color color;
    char end[2][MP_NAME_MAX]; /* a stone or an edge of each chain */
    mp_cells cells;
} mp_region;
/* Regions by index; false beyond the last. */
MP_API bool mp_explanation_region(const mp_explanation *explanation, int index, mp_region *region);

#ifdef __cplusplus
}
#endif

#endif
