#include "cluster/cmd/cluster_rows.h"

#include "cli/commands.h"
#include "cluster/cmd/redis_args.h"
#include "cluster/cmd/redis_commands.h"

const Command *const CLUSTER_COMMANDS[] = {&COMMAND_WORK, &COMMAND_CLUSTER, NULL};

const OptionSpec CLUSTER_OPTIONS[] = {
    {"redis", OPTION_TEXT, NULL, 0, 0, NULL, "HOST:PORT",
     "The Redis between the machines: HOST:PORT, USER@HOST:PORT, HOST:PORT/DATABASE or the path of a Unix socket."},
    {"password-file", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Its password is the first line of FILE. Without it the environment's MUSTPLAY_REDIS_PASSWORD, if set."},
    {"key", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "The file of this machine's key, made if missing. Without it ~/.config/mustplay/cluster.key."},
    {"admitted", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "The file of the keys that may work (mustplay cluster admit). Without it ~/.config/mustplay/admitted; where that is "
     "missing too, anybody may."},
    {"master", OPTION_TEXT, NULL, 0, 0, NULL, "FINGERPRINT",
     "Work only for the master whose key has this fingerprint. Without it for whoever has the run."},
    {"run", OPTION_TEXT, "main", 0, 0, NULL, "NAME", "Which run in that Redis; each has its own keys."},
    {"name", OPTION_TEXT, NULL, 0, 0, NULL, "NAME",
     "What the worker is called. Without it the machine's name and the process's number."},
    {"audit", OPTION_REAL, "0.01", 0, 1, NULL, "SHARE",
     "With --redis: the share of proved results that another worker proves again, or of games that another machine plays again from "
     "the seed (only where they must come out the same)."},
    {"lease", OPTION_REAL, "30", 1, 86400, NULL, "S",
     "With --redis: seconds of silence after which a worker has lost its jobs."},
    {"unproved", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "With --redis: make no proof of what the workers claim. The answer is then only claimed, with exit code 3."},
    {"same-build", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "With --redis: only workers built from the same commit get jobs. Without it they all do, and a line names each other build."},
    {"log", OPTION_CHOICE, "text", 0, 0, "text|json", "FORM",
     "With --redis: what is said on stderr, as sentences or as JSON, an object a line (time, who, text)."},
    {0},
};

static const RedisRow ROWS[] = {
    {"solve", MASTER_OPTIONS " audit unproved same-build",
     "--redis gives the search to the workers of a run on many machines (mustplay work; docs/CLUSTER.md); --checkpoint then "
     "keeps what this command itself knows. An answer is printed once this machine has checked a proof of it; when time or memory "
     "end first, it is only claimed: exit code 3. With --json the key claimed then says for whom, and a key more, cluster, what "
     "the run did."},
    {"match", MASTER_OPTIONS " audit",
     "With --redis the workers of a run on many machines play (mustplay work; docs/CLUSTER.md), each result exactly once in "
     "the journal."},
    {"selfplay", MASTER_OPTIONS " audit resume",
     "With --redis the workers of a run on many machines play (mustplay work; docs/CLUSTER.md), --resume keeps a journal of "
     "what they finished, and the games are also in a stream that train/stream.py reads."},
    {"serve", REDIS_OPTIONS,
     "With --redis the page shows how a run on many machines goes (mustplay work; docs/CLUSTER.md)."},
    {0},
};

const RedisHooks REDIS_HOOKS = {
    .rows = ROWS,
    .solve_open = redis_solve_open,
    .solve_settle = redis_solve_settle,
    .solve_claimed = redis_solve_claimed,
    .solve_proof = redis_solve_proof,
    .solve_close = redis_solve_close,
    .match_play = redis_match_play,
    .selfplay = redis_selfplay,
    .look_open = redis_look_open,
    .look = redis_look,
    .look_close = redis_look_close,
};
