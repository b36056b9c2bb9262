// mustplay analysis: KataGo's analysis protocol on stdin and stdout, for tools that speak it.
#include "app/kata/kata.h"
#include "cli/public_player.h"

#include <string.h>
#include <unistd.h>

enum { DEFAULT_VISITS = 500 };

static KataView args_view(const Args *args) {
    const char *view = args_text(args, "view");
    return !strcmp(view, "black") ? VIEW_BLACK : !strcmp(view, "white") ? VIEW_WHITE : VIEW_MOVER;
}

// As it was asked for; without that the best.
static mp_precision args_precision_asked(const Args *args) {
    if (!args_given(args, "precision")) return MP_BEST;
    return strcmp(args_text(args, "precision"), "int8") ? MP_F32 : MP_INT8;
}

static int analysis_run(const Args *args) {
    Error error = {0};
    Watch watch;
    mp_engine *engine = args_engine(args, &error);
    mp_net *net = engine ? args_new_net(args, engine, &error) : NULL;
    KataSetup setup = {.engine = engine,
                       .net = net,
                       .precision = args_precision_asked(args),
                       .limits = MP_INIT(mp_limits),
                       .jobs = (int)args_int(args, "jobs"),
                       .view = args_view(args),
                       .interrupted = watch_interrupted};
    args_grant(args, &setup.limits);
    if (!(setup.limits.seconds > 0) && !setup.limits.nodes) setup.limits.nodes = DEFAULT_VISITS;
    if (net) watch_start(&watch, NULL);
    bool good = net && kata_run(&setup, STDIN_FILENO, STDOUT_FILENO, &error);
    int code = good ? EXIT_DONE : report_error(&error);
    mp_net_free(net);
    mp_engine_free(engine);
    return code;
}

static const OptionSpec OWN[] = {
    {"view", OPTION_CHOICE, "black", 0, 0, "black|white|mover", "SIDE", "Whose winning chances are written."},
    {0},
};

// What options mean here.
static const OptionHelp HELPS[] = {
    {"time", "Seconds for a position whose query has no limits."},
    {"jobs", "Positions to analyse at the same time."},
    {"playouts", "Play-outs for a position whose query has no limits. Without it 500."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay analysis --jobs 2",
    "Two positions at a time.",
    "mustplay analysis --time 1 --threads 2",
    "A second for each position.",
    NULL,
};

const Command COMMAND_ANALYSIS = {
    .name = "analysis",
    .group = "Protocols",
    .summary = "KataGo's analysis protocol: a JSON object per line.",
    .arguments = "",
    .own = OWN,
    .options = "time playouts threads jobs net precision",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail = "Reads queries from stdin and writes answers to stdout as they are ready, until stdin ends and "
              "all is answered. docs/PROGRAMS.md lists the fields. --jobs positions are searched at a time, "
              "each by --threads; --playouts (500) and --time limit a position whose query has no limits.",
    .run = analysis_run,
};
