// A net and a search with it, made from what is at hand: for the player `net`, analysis and HTP.
#ifndef MUSTPLAY_PLAY_NET_ENGINE_H
#define MUSTPLAY_PLAY_NET_ENGINE_H

#include "search/puct.h"

typedef struct NetEngine {
    Net *net;
    Puct *puct;
} NetEngine;

typedef struct NetEngineOptions {
    const char *file; // NULL: the net that is found
    const char *data; // the data folder that it is looked for in; NULL: see net/net.h
    bool f32;         // do not use int8 even if this machine can
    PuctOptions puct; // its precision is set here
} NetEngineOptions;

NetEngineOptions net_engine_options(void);
// False with a message when there is no net, or a bad one. A net that lacks calibration is calibrated.
bool net_engine_open(NetEngine *engine, const NetEngineOptions *options, Error *error);
void net_engine_close(NetEngine *engine);

#endif
