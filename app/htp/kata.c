// kata-analyze: the search's view of the position, again and again, as KataGo and KataHex write it for
// analysis tools. The answer is a stream: its first line is "=", then a line of infos every interval, until
// the next line of input, an interrupt, or a proof; a blank line ends it.
#include "app/htp/engine.h"
#include "app/report/analysis.h"
#include "base/clock.h"
#include "base/number.h"
#include "engine/net_engine.h"

#include <stdlib.h>

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
    if (!stream) return error_failure(error, "out of memory");
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
