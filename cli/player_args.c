#include "cli/player_args.h"
#include "cli/net_args.h"

#include <stdio.h>
#include <string.h>

bool args_player_spec(const Args *args, int level, char *spec, size_t size, Error *error) {
    const char *player = args_text(args, "player");
    if (player && args_given(args, "level"))
        return error_input(error,
                           "give --player or --level, not both: --level L means --player auto:level=L");
    if (player && strlen(player) >= size) return error_input(error, "--player: the text is too long");
    if (args_given(args, "level")) level = (int)args_int(args, "level");
    if (player || level == LEVEL_MAX)
        snprintf(spec, size, "%s", player ? player : args_catalog(args)->players[0]->name);
    else
        snprintf(spec, size, "auto:level=%d", level);
    return true;
}

Budget args_budget(const Args *args) {
    Budget budget = {.nodes = (uint64_t)args_int(args, "playouts"),
                     .threads = (int)args_int(args, "threads")};
    // A limit of 0 would mean none: what was asked for is the shortest there is.
    if (args_given(args, "time"))
        budget.seconds = args_real(args, "time") > 1e-6 ? args_real(args, "time") : 1e-6;
    return budget;
}

Player *args_player(const Args *args, int level, uint64_t seed, const Observer *observer, Error *error) {
    char spec[PLAYER_SPEC_MAX];
    if (args_given(args, "seed")) seed = (uint64_t)args_int(args, "seed");
    if (!args_player_spec(args, level, spec, sizeof spec, error)) return NULL;
    MoveTerms terms = {.budget = args_budget(args)};
    terms.budget.observer = observer;
    net_warn(spec);
    return player_new_within(args_catalog(args), spec, seed, &terms, error);
}
