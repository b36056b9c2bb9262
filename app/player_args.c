#include "app/player_args.h"

Player *args_player(const Args *args, uint64_t seed, Error *error) {
    const char *spec = args_text(args, "player");
    if (args_given(args, "seed")) seed = (uint64_t)args_int(args, "seed");
    return player_create(spec ? spec : player_default(), seed, error);
}

Limits args_limits(const Args *args) {
    Limits limits = {.playouts = (uint64_t)args_int(args, "playouts"),
                     .threads = (int)args_int(args, "threads")};
    // A limit of 0 would mean none: what was asked for is the shortest there is.
    if (args_given(args, "time"))
        limits.seconds = args_real(args, "time") > 1e-6 ? args_real(args, "time") : 1e-6;
    return limits;
}
