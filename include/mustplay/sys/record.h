/* More of records (SGF trees): for front ends that write what a review or a program adds. */
#ifndef MUSTPLAY_SYS_RECORD_H
#define MUSTPLAY_SYS_RECORD_H

#include "mustplay/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The move of a node and, unless NULL, its colour; MP_NONE when it has none. */
MP_API int mp_record_move(const mp_record *record, int node, mp_color *color);
/* Adds a text after the node's comment, on a line of its own. */
MP_API bool mp_record_add_comment(mp_record *record, int node, const char *text, mp_error *error);
/* Adds one value to a property that is a list, such as LB or TR. */
MP_API bool mp_record_add_value(mp_record *record, int node, const char *property, const char *text,
                                mp_error *error);
/* The set-up and the first `moves` moves of the main line; the whole main line is checked. The caller frees it. */
MP_API mp_game *mp_record_game_moves(const mp_record *record, int moves, mp_error *error);

#ifdef __cplusplus
}
#endif

#endif
