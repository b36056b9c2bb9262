#include "play/net_engine.h"

#include <string.h>

// Enough for ranges within a few percent of those of 512 positions; takes a quarter of a second.
enum { QUICK_CALIBRATION = 48 };

NetEngineOptions net_engine_options(void) {
    return (NetEngineOptions){.puct = puct_options()};
}

bool net_engine_open(NetEngine *engine, const NetEngineOptions *options, Error *error) {
    char found[4096];
    const char *path = options->file;
    *engine = (NetEngine){0};
    if (!path || !*path) {
        if (!net_find_in(options->data, found, sizeof found))
            return error_input(error, "no net found: give one by net:file=FILE or by the environment "
                                      "variable MUSTPLAY_NET");
        path = found;
    }
    engine->net = net_load(path, error);
    if (!engine->net) return false;
    PuctOptions puct = options->puct;
    bool bytes = !options->f32 && !net_is_plain(engine->net);
    puct.precision = bytes ? NET_INT8 : NET_F32;
    bool good = puct.precision == NET_F32 || engine->net->activation_max ||
                net_calibrate(engine->net, QUICK_CALIBRATION, 1, error);
    engine->puct = good ? puct_new(engine->net, &puct, error) : NULL;
    if (engine->puct) return true;
    net_engine_close(engine);
    return false;
}

void net_engine_close(NetEngine *engine) {
    puct_free(engine->puct);
    net_free(engine->net);
    *engine = (NetEngine){0};
}
