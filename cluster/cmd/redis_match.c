// match --redis: games of a match by the workers of a run.
#include "cluster/cmd/redis_args.h"
#include "cluster/cmd/redis_commands.h"
#include "cluster/match_run.h"

bool redis_match_play(const Args *args, const MatchSetup *setup, void (*say)(void *context, const char *line),
                      MatchTally *tally, Error *error) {
    MatchRunSetup run = {.run = args_text(args, "run"),
                         .keys = args_keys(args),
                         .again = args_real(args, "audit"),
                         .lease = args_real(args, "lease"),
                         .say = say};
    return args_redis(args, &run.address, error) && match_run(&run, setup, tally, error);
}
