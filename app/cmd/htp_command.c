// mustplay htp: the engine for GUIs on stdin and stdout.
#include "app/htp/htp.h"
#include "cli/commands.h"
#include "cli/player_args.h"
#include "cli/program.h"

#include <time.h>
#include <unistd.h>

static int htp_run(const Args *args) {
    char spec[PLAYER_SPEC_MAX];
    Error error = {0};
    if (!args_player_spec(args, LEVEL_MAX, spec, sizeof spec, &error)) return report_error(&error);
    mp_engine *engine = args_engine(args, &error);
    if (!engine) return report_error(&error);
    HtpSetup setup = {
        .engine = engine,
        .commands = args_program(args)->htp,
        .player = spec,
        .seed = args_given(args, "seed") ? (uint64_t)args_int(args, "seed") : (uint64_t)time(NULL),
    };
    bool good = htp_run_session(&setup, STDIN_FILENO, STDOUT_FILENO, &error);
    mp_engine_free(engine);
    return good ? EXIT_DONE : report_error(&error);
}

// What options mean here.
static const OptionHelp HELPS[] = {
    {"level", "Strength from 1 to 10, short for --player auto:level=L. Without it 10."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay htp --level 5",
    "An engine of level 5 for HexGui.",
    "mustplay htp --player mcts:threads=2",
    "One that searches with two threads.",
    NULL,
};

const Command COMMAND_HTP = {
    .name = "htp",
    .group = "Protocols",
    .summary = "HTP (GTP for Hex) on stdin and stdout, for HexGui.",
    .arguments = "",
    .options = "player level seed",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail = "The commands are listed by `list_commands` and explained by `help` and in docs/HTP.md. The "
              "line `# interrupt` stops a running command. All other settings are parameters: see "
              "`param_mustplay`.",
    .run = htp_run,
};
