// kata-raw-nn: what the net says. kata-analyze: the search's view of the position, again and again, as KataGo and KataHex write it for
// analysis tools. The answer is a stream: its first line is "=", then a line of infos every interval, until
// the next line of input, an interrupt, or a proof; a blank line ends it.
#include "app/htp/engine.h"
#include "app/report/analysis.h"
#include "base/clock.h"
#include "base/number.h"
#include "play/net_engine.h"
#include "net/evaluator.h"

#include <stdlib.h>
#include <string.h>

typedef struct Stream {
    Htp *htp;
    Puct *puct;
    const Position *position;
    double interval, written;
    SearchReport report;
} Stream;

static void stream_write(Stream *stream) {
    Text text = {0};
    puct_report(stream->puct, &stream->report);
    analysis_kata(stream->position, &stream->report, &text);
    text_add(&text, "\n");
    htp_write_graphics(stream->htp, &text);
    text_free(&text);
    stream->written = clock_seconds();
}

static bool stream_cancelled(void *context) {
    const Stream *stream = context;
    return htp_interrupted(stream->htp) || htp_awaited(stream->htp) || stream->htp->deaf;
}

static void stream_progress(void *context, const Progress *progress) {
    (void)progress;
    Stream *stream = context;
    if (clock_seconds() - stream->written >= stream->interval) stream_write(stream);
}

static bool engine_open(Htp *htp, Error *error) {
    if (htp->analysis.puct) return true;
    if (htp->setup.sandboxed) return error_input(error, "no net is read here");
    NetEngineOptions options = net_engine_options();
    return net_engine_open(&htp->analysis, &options, error);
}

static bool arguments_read(const Htp *htp, const HtpArgs *args, Color *color, double *interval,
                           Error *error) {
    int at = 0;
    double given;
    *color = htp->game.now.to_move;
    *interval = 1;
    bool number = args->count && number_real(args->word[0], &given);
    if (args->count && !number && !htp_parse_color(args->word[at++], color, error)) return false;
    if (at < args->count) {
        bool good = number_real(args->word[at], &given);
        *interval = given / 100;
        if (!good || *interval < 0 || *interval >= 1e6)
            return error_input(error, "'%.20s': expected centiseconds", args->word[at]);
        at++;
    }
    return at == args->count || error_input(error, "usage: kata-analyze [COLOUR] [CENTISECONDS]");
}

bool htp_kata_analyze(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    Color color;
    Game game;
    double interval;
    if (!arguments_read(htp, args, &color, &interval, error) || !htp_game_for(htp, color, &game, error))
        return false;
    if (game_winner(&game) != EMPTY) return error_input(error, "the game is over");
    if (!engine_open(htp, error)) return false;
    Stream *stream = calloc(1, sizeof *stream);
    if (!stream) return error_memory(error);
    stream->htp = htp;
    stream->puct = htp->analysis.puct;
    stream->position = &game.now;
    stream->interval = interval;
    htp_stream_start(htp);
    Observer observer = {stream, stream_cancelled, stream_progress};
    Budget budget = {.threads = (int)htp->parameter[PARAM_THREADS].integer, .observer = &observer};
    bool good = puct_search(htp->analysis.puct, &game.now, &budget, END_WITH_BUDGET, error);
    if (good) stream_write(stream);
    free(stream);
    return good;
}

// --- The net alone

static void policy_write(const Position *position, const NetOutput *output, Text *out) {
    const Geometry *g = position->geometry;
    text_add(out, "policy\n");
    for (int cell = 0; cell < g->cells; cell++) {
        if (position_at(position, cell) != EMPTY)
            text_add(out, "    NAN ");
        else
            text_format(out, "%8.6f ", (double)output->policy[cell]);
        if (cell_column(g, cell) == g->width - 1) text_add(out, "\n");
    }
    text_format(out, "policyPass %8.6f", 0.0);
}

bool htp_kata_raw_nn(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    double symmetry;
    const Position *position = &htp->game.now;
    if (args->count && strcmp(args->word[0], "all") &&
        (!number_real(args->word[0], &symmetry) || symmetry < 0 || symmetry > 7))
        return error_input(error, "'%.20s': expected a symmetry from 0 to 7, or all", args->word[0]);
    if (game_winner(&htp->game) != EMPTY) return error_input(error, "the game is over");
    if (!engine_open(htp, error)) return false;
    NetOutput *output = malloc(sizeof *output);
    Evaluator *evaluator = output ? evaluator_new(htp->analysis.net, NET_F32, error) : NULL;
    if (!output) error_memory(error);
    bool good = evaluator && evaluator_run(evaluator, position, output, error);
    if (good) {
        double white = position->to_move == WHITE ? 0.5 + output->value / 2 : 0.5 - output->value / 2;
        text_format(out, "symmetry 0\nwhiteWin %.6f\nwhiteLoss %.6f\nnoResult %.6f\n", white, 1 - white, 0.0);
        policy_write(position, output, out);
    }
    evaluator_free(evaluator);
    free(output);
    return good;
}
