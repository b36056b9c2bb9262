/* Virtual connections between any two ends, as knowledge sees them: for tools that draw them. */
#ifndef MUSTPLAY_SYS_CONNECTIONS_H
#define MUSTPLAY_SYS_CONNECTIONS_H

#include "mustplay/explain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ends beyond the cells. */
enum { MP_EDGE_TOP = 400, MP_EDGE_BOTTOM, MP_EDGE_LEFT, MP_EDGE_RIGHT };

/* The connections of one colour in a position without fill-in. Used by one thread at a time. */
typedef struct mp_connections mp_connections;
MP_API mp_connections *mp_connections_new(const mp_game *game, mp_color color, mp_error *error);
MP_API void mp_connections_free(mp_connections *connections);
/* A full or semi connection between two ends, empty cells or stones of the colour or its edges, by index, smallest first.
 * Unless NULL, `ends` receives how they are named: a chain by its edge or its first stone. False beyond the last, and for
 * ends that the colour cannot have. */
MP_API bool mp_connections_between(mp_connections *connections, int x, int y, bool full, int index,
                                   int ends[2], mp_connection *connection);
/* The ends that a full or semi connection joins to this one; returns how many, of which at most `max` are written. */
MP_API int mp_connections_of(mp_connections *connections, int end, bool full, int *ends, int max);

#ifdef __cplusplus
}
#endif

#endif
