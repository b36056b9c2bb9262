// match --redis: games of a match by the workers of a run.
#include "cli/program.h"
#include "cluster/cmd/redis_args.h"
#include "cluster/cmd/redis_commands.h"
#include "cluster/match_run.h"

static void json_say(void *context, const char *line) {
    (void)context;
    json_log("match", line);
}

bool redis_match_play(const Args *args, const MatchSetup *setup, void (*say)(void *context, const char *line),
                      MatchTally *tally, Error *error) {
    MatchRunSetup run = {.run = args_text(args, "run"),
                         .keys = args_keys(args),
                         .again = args_real(args, "audit"),
                         .lease = args_real(args, "lease"),
                         .build = {args_program(args)->commit, false},
                         .say = args_logs_json(args) ? json_say : say};
    return args_redis(args, &run.address, error) && match_run(&run, setup, tally, error);
}
