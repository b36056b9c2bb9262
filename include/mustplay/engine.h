/* The engine: which players and methods there are, where data is found, who hears what is worth knowing. Everything that
 * thinks is made from one. Any number of threads may use it at once; what it lists lives as long as it does. */
#ifndef MUSTPLAY_ENGINE_H
#define MUSTPLAY_ENGINE_H

#include "mustplay/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mp_engine mp_engine;

/* An engine that knows the players, evaluations and methods of the library. */
MP_API mp_engine *mp_engine_new(mp_error *error);
/* After all that was made from it. */
MP_API void mp_engine_free(mp_engine *engine);

/* The folder of data files, of which the library reads `nets`. Tried in order: that of mp_engine_set_data, the environment's
 * MUSTPLAY_DATA, the folder beside the program or the library, the configured install folder. NULL when none of them has
 * nets. The caller frees the text. */
MP_API char *mp_data_path(const mp_engine *engine);
/* Sets that folder; NULL forgets it. Before anything is made from the engine. False with an error when it is no folder. */
MP_API bool mp_engine_set_data(mp_engine *engine, const char *folder, mp_error *error);

/* Hears sentences that are no errors, such as a net that is not found. Set it before others use the engine; it may be
 * called from any thread. */
MP_API void mp_engine_set_log(mp_engine *engine, void (*log)(void *context, const char *sentence),
                              void *context);

typedef enum mp_kind { MP_PLAYERS, MP_METHODS, MP_EVALUATIONS } mp_kind;
/* The name of a player, method of solving or evaluation, by index from 0, the default first; NULL beyond the last. Unless
 * NULL, `help` receives a sentence about it. */
MP_API const char *mp_engine_list(const mp_engine *engine, mp_kind kind, int index, const char **help);

/* --- Networks. Immutable: any number of threads may share one. */
typedef struct mp_net mp_net;

/* Reads a net; NULL as a path is the net that mp_net_path finds. The caller frees it, after all that uses it. */
MP_API mp_net *mp_net_load(const mp_engine *engine, const char *path, mp_error *error);
MP_API void mp_net_free(mp_net *net);
/* The paths of the nets that are found, by index from 0, the default first: the environment's MUSTPLAY_NET, then those
 * of the data folder. The caller frees the text; NULL beyond the last. */
MP_API char *mp_net_path(const mp_engine *engine, int index);

typedef struct mp_net_info {
    size_t size;
    int planes, filters;
    int blocks; /* residual blocks; 0 of a net with a policy alone */
    int layers; /* of a net with a policy alone; else 0 */
    uint64_t parameters;
    char checksum[68]; /* SHA-256 of the file */
} mp_net_info;
MP_API void mp_net_describe(const mp_net *net, mp_net_info *info);

#ifdef __cplusplus
}
#endif

#endif
