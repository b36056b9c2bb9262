#include "cli/public_player.h"

#include "cli/net_args.h"
#include "cli/player_args.h"

void args_grant(const Args *args, mp_limits *limits) {
    Budget budget = args_budget(args);
    limits->seconds = budget.seconds;
    limits->nodes = budget.nodes;
    limits->threads = budget.threads;
}

mp_player *args_new_player(const Args *args, const mp_engine *engine, int level, uint64_t seed,
                           const mp_limits *limits, Error *error) {
    char spec[PLAYER_SPEC_MAX];
    mp_error outer = {.code = MP_OK};
    if (args_given(args, "seed")) seed = (uint64_t)args_int(args, "seed");
    if (!args_player_spec(args, level, spec, sizeof spec, error)) return NULL;
    mp_player *player = mp_player_new(engine, spec, seed, limits, &outer);
    if (!player) public_fail(&outer, NULL, error);
    return player;
}

mp_net *args_new_net(const Args *args, const mp_engine *engine, Error *error) {
    mp_error outer = {.code = MP_OK};
    char *found = args_given(args, "net") ? NULL : mp_net_path(engine, 0);
    const char *path = found ? found : args_given(args, "net") ? args_text(args, "net") : NULL;
    mp_net *net = path ? mp_net_load(engine, path, &outer) : NULL;
    if (!path)
        error_input(error, "%s", NET_MISSING);
    else if (!net)
        public_fail(&outer, NULL, error);
    mp_free(found);
    return net;
}
