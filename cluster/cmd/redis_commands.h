// The hooks of --redis (cli/redis_hooks.h), by command.
#ifndef MUSTPLAY_CLUSTER_CMD_REDIS_COMMANDS_H
#define MUSTPLAY_CLUSTER_CMD_REDIS_COMMANDS_H

#include "cli/redis_hooks.h"

// In redis_solve.c.
void *redis_solve_open(const Args *args, const mp_game *game, bool all_moves, Watch *watch, mp_solver *solver,
                       Error *error);
json_t *redis_solve_settle(void *run, bool decided, mp_solver *solver);
void redis_solve_close(void *run, mp_solver *solver, bool done);
mp_color redis_solve_claimed(const void *run);
bool redis_solve_proof(const void *run, Text *report);

// In redis_match.c.
bool redis_match_play(const Args *args, const MatchSetup *setup, void (*say)(void *context, const char *line),
                      MatchTally *tally, Error *error);

// In redis_selfplay.c.
bool redis_selfplay(const Args *args, const RedisSelfplay *setup, Error *error);

// In redis_look.c.
void *redis_look_open(const Args *args, Error *error);
json_t *redis_look(void *look, Error *error);
void redis_look_close(void *look);

#endif
