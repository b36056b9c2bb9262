// What --redis adds to the commands of other rooms: the workers of a run on many machines solve and play for them. A program
// with the cluster has these hooks (cli/program.h); one without has neither them nor the options.
#ifndef MUSTPLAY_CLI_REDIS_HOOKS_H
#define MUSTPLAY_CLI_REDIS_HOOKS_H

#include "cli/command.h"
#include "cli/watch.h"
#include "mustplay/solve.h"
#include "play/match.h"

// What a command has more than without the cluster.
typedef struct RedisRow {
    const char *command; // its name
    const char *options; // names of the program's options, separated by blanks
    const char *detail;  // a paragraph for --help and the manual
} RedisRow;

// A game that somebody finished: value[i] is what the side that made move i thought of its chances. False with an error
// when it cannot be kept.
typedef bool RedisGame(void *context, const Game *game, const double *value, Error *error);

typedef struct RedisSelfplay {
    const Geometry *geometry;
    int games;
    const char *player; // its specification
    MoveTerms terms;
    void *context;
    RedisGame *finished;
} RedisSelfplay;

typedef struct RedisHooks {
    const RedisRow *rows; // ended by a NULL command

    // solve: from solve_open on the solver asks the workers. `game` and `all_moves` say what the run is about. NULL
    // with an error.
    void *(*solve_open)(const Args *args, const mp_game *game, bool all_moves, Watch *watch,
                        mp_solver *solver, Error *error);
    // From here on the solver searches by itself, with what the workers say they proved as its store: for writing proofs.
    // `decided`: the workers are not needed any more. The solver's own store, if it has one, got what was proved and checked
    // here. Returns what reports say about the run; the reference is the caller's.
    json_t *(*solve_settle)(void *run, bool decided, mp_solver *solver);
    // Who wins the game by what the workers say, proved or not; MP_EMPTY: nobody yet.
    mp_color (*solve_claimed)(const void *run);
    // Whether the file of --proof is the proof that the run had checked, with a line about it. Else it is still to be written.
    bool (*solve_proof)(const void *run, Text *report);
    // Ends the run, which may be NULL. Unless it is `done`, its stores stay if it can continue from a checkpoint.
    void (*solve_close)(void *run, mp_solver *solver, bool done);

    // match: as match_play, but for who plays. `say` gets lines for a person, with the setup's context.
    bool (*match_play)(const Args *args, const MatchSetup *setup,
                       void (*say)(void *context, const char *line), MatchTally *tally, Error *error);

    // selfplay: has the games played, then gives those that are finished in the order of their numbers, also when it fails.
    bool (*selfplay)(const Args *args, const RedisSelfplay *setup, Error *error);

    // serve: the run that the page may look at. NULL with an error.
    void *(*look_open)(const Args *args, Error *error);
    // How the run goes: a new object, or NULL with an error. From any thread; may take seconds.
    json_t *(*look)(void *look, Error *error);
    void (*look_close)(void *look);
} RedisHooks;

// What a command has more in this program; NULL: nothing.
const RedisRow *redis_row(const Program *program, const char *command);
// The hooks, if --redis was given; NULL: this machine works alone.
const RedisHooks *args_redis_hooks(const Args *args);

#endif
