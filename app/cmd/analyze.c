// mustplay analyze: the candidate moves of a position as a search with a net sees them, live in a terminal.
#include "cli/net_args.h"
#include "cli/player_args.h"
#include "cli/watch.h"
#include "app/report/analysis.h"
#include "play/net_engine.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TABLE_ROWS = 12, LIVE_LINES = TABLE_ROWS + 3 };
static const double DEFAULT_SECONDS = 5;

typedef struct Live {
    Puct *puct;
    const Position *position;
    bool terminal, drawn;
    SearchReport report;
} Live;

static void live_draw(Live *live) {
    Text text = {0};
    puct_report(live->puct, &live->report);
    if (live->terminal && live->drawn) text_format(&text, "\033[%dA\033[J", LIVE_LINES);
    size_t head = text.length;
    analysis_table(live->position, &live->report, TABLE_ROWS, &text);
    int lines = 0;
    for (size_t i = head; i < text.length; i++) lines += text.data[i] == '\n';
    for (; live->terminal && lines < LIVE_LINES; lines++) text_add(&text, "\n");
    fputs(text_string(&text), stdout);
    fflush(stdout);
    text_free(&text);
    live->drawn = true;
}

static bool live_cancelled(void *context) {
    (void)context;
    return watch_interrupted();
}

static void live_progress(void *context, const Progress *progress) {
    (void)progress;
    Live *live = context;
    if (live->terminal) live_draw(live);
}

static int search_run(const Args *args, const Position *position, Puct *puct) {
    static Live live; // a report is too large for some stacks
    Error error = {0};
    Watch watch;
    bool json = args_flag(args, "json");
    live = (Live){.puct = puct, .position = position, .terminal = !json && isatty(STDOUT_FILENO)};
    Observer observer = {&live, live_cancelled, live_progress};
    Budget budget = args_budget(args);
    if (!(budget.seconds > 0) && !budget.nodes) budget.seconds = DEFAULT_SECONDS;
    budget.observer = &observer;
    watch_start(&watch, position->geometry);
    if (!puct_search(puct, position, &budget, END_WITH_BUDGET, &error)) return report_error(&error);
    if (!json) {
        live_draw(&live);
        return EXIT_DONE;
    }
    puct_report(puct, &live.report);
    return report_json(analysis_json(position, &live.report));
}

static int analyze_run(const Args *args) {
    Error error = {0};
    Game game;
    NetEngine engine;
    if (!args_game(args, &game, &error)) return report_error(&error);
    if (game_winner(&game) != EMPTY) {
        error_input(&error, "the game is over: %s has won", color_name(game_winner(&game)));
        return report_error(&error);
    }
    NetEngineOptions options = net_engine_options();
    char found[4096];
    options.file = args_net_path(args, found, sizeof found);
    if (!options.file) {
        error_input(&error, "%s", NET_MISSING);
        return report_error(&error);
    }
    options.f32 = args_given(args, "precision") && !strcmp(args_text(args, "precision"), "f32");
    if (!net_engine_open(&engine, &options, &error)) return report_error(&error);
    int code = search_run(args, &game.now, engine.puct);
    net_engine_close(&engine);
    return code;
}

const Command COMMAND_ANALYZE = {
    .name = "analyze",
    .group = "Study",
    .summary = "The candidate moves: value, visits, prior, line.",
    .arguments = "",
    .options = "@position time playouts threads net precision json",
    .detail =
        "Searches with a network for --time seconds (5 if no limit is given), --playouts, or until Ctrl-C, "
        "and shows the moves as it goes when stdout is a terminal. value is the mover's winning probability, "
        "prior the network's probability of the move. Wins and losses are shown only when they are proved. "
        "With --json one object with the keys to_move, value, proved, visits, evaluations, seconds and "
        "moves, the best first, each with move, value, visits, prior, proved and pv.",
    .run = analyze_run,
};
