/* Players: named ways to choose a move, with options as in "mcts:threads=2,playouts=10000". */
#ifndef MUSTPLAY_PLAYER_H
#define MUSTPLAY_PLAYER_H

#include "mustplay/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A player is used by one thread at a time; it keeps between moves what helps it. */
typedef struct mp_player mp_player;

enum { MP_LEVEL_MAX = 10 };

/* A player by its specification; NULL is the default, "auto", and "auto:level=4" a level from 1 to 10. The same
 * specification and seed give the same moves, as far as no clock decides. Limits may be NULL: they bound the start of an
 * external program. */
MP_API mp_player *mp_player_new(const mp_engine *engine, const char *specification, uint64_t seed,
                                const mp_limits *limits, mp_error *error);
MP_API void mp_player_free(mp_player *player);
/* The specification as it was given. */
MP_API const char *mp_player_specification(const mp_player *player);
/* Says that the next position belongs to a new game. */
MP_API void mp_player_reset(mp_player *player);

/* On which terms a move is asked for. */
typedef struct mp_terms {
    size_t size;
    mp_limits limits; /* where there is no limit, the player's own options decide; set limits.size too */
    bool may_swap;    /* the swap rule holds, so that the first move had better be fair */
    bool may_resign;
    double grace; /* seconds beyond the limits that an external program may take */
} mp_terms;

typedef struct mp_choice {
    size_t size;
    int move;
    double value;    /* the mover's winning probability as the player sees it; 0.5 when it has no idea */
    uint64_t visits; /* play-outs or nodes spent */
    double seconds;
    mp_line line;  /* the expected continuation, which starts with `move` */
    bool by_atlas; /* whether to swap was decided by the opening atlas */
} mp_choice;

/* Chooses a move for the side to move; it is legal and keeps to the terms, and it is not played. A cancelled search gives
 * the best move so far. Terms may be NULL. */
MP_API bool mp_player_choose(mp_player *player, const mp_game *game, const mp_terms *terms, mp_choice *choice,
                             mp_error *error);

/* One sentence about a level from 1 to 10. */
MP_API const char *mp_level_help(int level);

/* --- Clocks, as GTP counts them. One clock is used by one thread at a time. */
typedef struct mp_clock mp_clock;

/* A clock without a limit. */
MP_API mp_clock *mp_clock_new(mp_error *error);
MP_API void mp_clock_free(mp_clock *clock);
/* Starts both sides' clocks: a main time, then periods of `period` seconds for `stones` stones. Without a period, the main
 * time grows by the increment with every move. As in GTP, a period without stones means no limit. */
MP_API void mp_clock_set(mp_clock *clock, double main, double period, int stones, double increment);
/* The clock of a side as a referee reports it; no stones means that it is in its main time. */
MP_API void mp_clock_report(mp_clock *clock, mp_color color, double seconds, int stones);
/* A side has made a move that took `seconds`; false when it has run out of time. */
MP_API bool mp_clock_spend(mp_clock *clock, mp_color color, double seconds);
/* Seconds to think about the next move of a game; 0 without a limit. */
MP_API double mp_clock_share(const mp_clock *clock, const mp_game *game);

#ifdef __cplusplus
}
#endif

#endif
