// mustplay analyze: the candidate moves of a position as a search with a net sees them, live in a terminal.
#include "app/report/analysis_report.h"
#include "cli/public_player.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TABLE_ROWS = 12, LIVE_LINES = TABLE_ROWS + 3 };
static const double DEFAULT_SECONDS = 5;

typedef struct Live {
    const mp_game *game;
    bool terminal, drawn;
} Live;

static void live_draw(void *context, const mp_report *report) {
    Live *live = context;
    Text text = {0};
    if (live->terminal && live->drawn) text_format(&text, "\033[%dA\033[J", LIVE_LINES);
    size_t head = text.length;
    analysis_table(live->game, report, TABLE_ROWS, &text);
    int lines = 0;
    for (size_t i = head; i < text.length; i++) lines += text.data[i] == '\n';
    for (; live->terminal && lines < LIVE_LINES; lines++) text_add(&text, "\n");
    fputs(text_string(&text), stdout);
    fflush(stdout);
    text_free(&text);
    live->drawn = true;
}

static int search_run(const Args *args, const mp_game *game, mp_analysis *analysis) {
    mp_error error;
    Watch watch;
    bool json = args_flag(args, "json");
    Live live = {.game = game, .terminal = !json && isatty(STDOUT_FILENO)};
    mp_report report = MP_INIT(mp_report);
    watch_start(&watch, NULL);
    mp_limits limits = watch_limits(&watch, game);
    limits.progress = NULL;
    args_grant(args, &limits);
    if (!(limits.seconds > 0) && !limits.nodes) limits.seconds = DEFAULT_SECONDS;
    if (!mp_analysis_start(analysis, game, &limits, live.terminal ? 0 : -1, json ? NULL : live_draw, &live,
                           &error) ||
        !mp_analysis_wait(analysis, &report, &error))
        return report_public(&error);
    return json ? report_json(analysis_json(game, &report)) : EXIT_DONE;
}

static mp_analysis *analysis_make(const Args *args, const mp_engine *engine, const mp_net *net,
                                  Error *error) {
    mp_error outer;
    mp_analysis_settings settings = MP_INIT(mp_analysis_settings);
    settings.net = net;
    if (args_given(args, "precision") && !strcmp(args_text(args, "precision"), "f32"))
        settings.precision = MP_F32;
    mp_analysis *analysis = mp_analysis_new(engine, &settings, &outer);
    if (!analysis) public_fail(&outer, NULL, error);
    return analysis;
}

static int position_analyze(const Args *args, const mp_game *game) {
    Error error = {0};
    mp_engine *engine = args_engine(args, &error);
    mp_net *net = engine ? args_new_net(args, engine, &error) : NULL;
    mp_analysis *analysis = net ? analysis_make(args, engine, net, &error) : NULL;
    int code = analysis ? search_run(args, game, analysis) : report_error(&error);
    mp_analysis_free(analysis);
    mp_net_free(net);
    mp_engine_free(engine);
    return code;
}

static int analyze_run(const Args *args) {
    Error error = {0};
    mp_game *game = args_new_game(args, &error);
    mp_color winner = game ? mp_game_winner(game) : MP_EMPTY;
    if (winner != MP_EMPTY) error_input(&error, "the game is over: %s has won", name_of_color(winner));
    int code = game && winner == MP_EMPTY ? position_analyze(args, game) : report_error(&error);
    mp_game_free(game);
    return code;
}

// What options mean here.
static const OptionHelp HELPS[] = {
    {"time", "Seconds of search. Without a limit 5."},
    {"playouts", "Play-outs of the search."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay analyze --size 11 --moves \"a10 f6\" --time 10",
    "Ten seconds of search, live.",
    "mustplay analyze --sgf game.sgf --move-number 8 --playouts 2000 --json",
    "A position of a game, as JSON.",
    NULL,
};

const Command COMMAND_ANALYZE = {
    .name = "analyze",
    .group = "Study",
    .summary = "The candidate moves: value, visits, prior, line.",
    .arguments = "",
    .options = "@position time playouts threads net precision json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "Searches with a network for --time seconds (5 if no limit is given), --playouts, or until Ctrl-C, "
        "and shows the moves as it goes when stdout is a terminal. value is the mover's winning probability, "
        "prior the network's probability of the move. Wins and losses are shown only when they are proved. "
        "With --json one object with the keys to_move, value, proved, visits, evaluations, seconds and "
        "moves, the best first, each with move, value, visits, prior, proved and pv.",
    .run = analyze_run,
};
