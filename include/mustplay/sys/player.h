/* Options of players, one by one: for front ends that list and change them. */
#ifndef MUSTPLAY_SYS_PLAYER_H
#define MUSTPLAY_SYS_PLAYER_H

#include "mustplay/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* MP_EVALUATION: one of `choices`, or of the engine's evaluations. */
typedef enum mp_option_type {
    MP_FLAG,
    MP_INTEGER,
    MP_REAL,
    MP_CHOICE,
    MP_TEXT,
    MP_EVALUATION
} mp_option_type;

typedef struct mp_option {
    size_t size;
    const char *name, *help;
    mp_option_type type;
    const char *choices;  /* of MP_CHOICE: "on|off"; NULL without such */
    const char *fallback; /* its default as text; NULL without one */
    double low, high;     /* of numbers */
    bool given;           /* asked of a player: it was part of the specification */
    const char *value;    /* the same: its value as text; NULL without one */
} mp_option;

/* The name of the player without its options. */
MP_API const char *mp_player_name(const mp_player *player);
/* An option of a player by index from 0; false beyond the last. */
MP_API bool mp_player_option(const mp_player *player, int index, mp_option *option);

#ifdef __cplusplus
}
#endif

#endif
