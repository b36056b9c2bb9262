// mustplay analysis: KataGo's analysis protocol on stdin and stdout, for tools that speak it.
#include "cli/commands.h"
#include "cli/net_args.h"
#include "cli/player_args.h"
#include "cli/watch.h"
#include "app/kata/kata.h"

#include <string.h>
#include <unistd.h>

enum { DEFAULT_VISITS = 500 };

static KataView args_view(const Args *args) {
    const char *view = args_text(args, "view");
    return !strcmp(view, "black") ? VIEW_BLACK : !strcmp(view, "white") ? VIEW_WHITE : VIEW_MOVER;
}

static int analysis_run(const Args *args) {
    Error error = {0};
    Watch watch;
    Net *net = args_net(args, &error);
    if (!net) return report_error(&error);
    watch_start(&watch, NULL);
    Observer observer = watch_observer(&watch);
    observer.progress = NULL; // several searches run at a time
    KataSetup setup = {.net = net,
                       .puct = puct_options(),
                       .budget = args_budget(args),
                       .jobs = (int)args_int(args, "jobs"),
                       .view = args_view(args),
                       .observer = &observer};
    setup.puct.precision = args_precision(args, net);
    if (!(setup.budget.seconds > 0) && !setup.budget.nodes) setup.budget.nodes = DEFAULT_VISITS;
    bool good = kata_run(&setup, STDIN_FILENO, STDOUT_FILENO, &error);
    net_free(net);
    return good ? EXIT_DONE : report_error(&error);
}

static const OptionSpec OWN[] = {
    {"view", OPTION_CHOICE, "black", 0, 0, "black|white|mover", "SIDE", "Whose winning chances are written."},
    {0},
};

const Command COMMAND_ANALYSIS = {
    .name = "analysis",
    .group = "Protocols",
    .summary = "KataGo's analysis protocol: a JSON object per line.",
    .arguments = "",
    .own = OWN,
    .options = "time playouts threads jobs net precision",
    .detail = "Reads queries from stdin and writes answers to stdout as they are ready, until stdin ends and "
              "all is answered. docs/ANALYSIS.md lists the fields. --jobs positions are searched at a time, "
              "each by --threads; --playouts (500) and --time limit a position whose query has no limits.",
    .run = analysis_run,
};
