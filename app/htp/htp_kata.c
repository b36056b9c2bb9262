// kata-raw-nn: what the net says. kata-analyze: the search's view of the position, repeatedly, in KataGo's and KataHex's format
// for analysis tools. The answer is a stream. Its first line is "=", then comes a line of infos every interval, until
// the next line of input, an interrupt, or a proof. A blank line ends it.
#include "app/htp/htp_engine.h"
#include "app/report/analysis_report.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

typedef struct Stream {
    Htp *htp;
    const mp_game *game;
} Stream;

static void stream_write(void *context, const mp_report *report) {
    const Stream *stream = context;
    Text text = {0};
    analysis_kata(stream->game, report, &text);
    text_add(&text, "\n");
    htp_write_graphics(stream->htp, &text);
    text_free(&text);
}

static bool stream_cancelled(void *context) {
    const Stream *stream = context;
    return htp_interrupted(stream->htp) || htp_awaited(stream->htp) || stream->htp->deaf;
}

static bool net_ready(Htp *htp, Error *error) {
    mp_error why;
    if (htp->analysis) return true;
    if (htp->setup.sandboxed) return error_input(error, "nets are off in this session");
    mp_analysis_settings settings = MP_INIT(mp_analysis_settings);
    if (!htp->net) htp->net = mp_net_load(htp->setup.engine, NULL, &why);
    settings.net = htp->net;
    if (htp->net) htp->analysis = mp_analysis_new(htp->setup.engine, &settings, &why);
    return htp->analysis || public_fail(&why, NULL, error);
}

static bool arguments_read(const Htp *htp, const HtpArgs *args, mp_color *color, double *interval,
                           Error *error) {
    int at = 0;
    double given;
    *color = mp_game_to_move(htp->game);
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
    mp_color color;
    double interval;
    mp_error why;
    if (!arguments_read(htp, args, &color, &interval, error)) return false;
    if (mp_game_winner(htp->game) != MP_EMPTY) return htp_game_for(htp, color, error) != NULL;
    mp_game *game = net_ready(htp, error) ? htp_game_for(htp, color, error) : NULL;
    if (!game) return false;
    Stream stream = {htp, game};
    mp_limits limits = {.size = sizeof limits,
                        .threads = (int)htp->parameter[PARAM_THREADS].integer,
                        .stop = stream_cancelled,
                        .context = &stream};
    htp_stream_start(htp);
    bool good = mp_analysis_start(htp->analysis, game, &limits, interval, stream_write, &stream, &why) &&
                mp_analysis_wait(htp->analysis, NULL, &why);
    mp_game_free(game);
    return good || public_fail(&why, NULL, error);
}

// --- The net alone

static void policy_write(const mp_game *game, const float *policy, Text *out) {
    int width = mp_game_width(game);
    text_add(out, "policy\n");
    for (int cell = 0; cell < width * mp_game_height(game); cell++) {
        if (mp_game_stone(game, cell) != MP_EMPTY)
            text_add(out, "    NAN ");
        else
            text_format(out, "%8.6f ", (double)policy[cell]);
        if (cell % width == width - 1) text_add(out, "\n");
    }
    text_format(out, "policyPass %8.6f", 0.0);
}

bool htp_kata_raw_nn(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    double symmetry, value;
    float policy[MP_CELLS_MAX];
    mp_error why;
    if (args->count && strcmp(args->word[0], "all") &&
        (!number_real(args->word[0], &symmetry) || symmetry < 0 || symmetry > 7))
        return error_input(error, "'%.20s': expected a symmetry from 0 to 7, or all", args->word[0]);
    if (mp_game_winner(htp->game) != MP_EMPTY) return error_input(error, "the game is over");
    if (!net_ready(htp, error)) return false;
    if (!mp_net_evaluate(htp->net, htp->game, &value, policy, &why)) return public_fail(&why, NULL, error);
    double white = mp_game_to_move(htp->game) == MP_WHITE ? value : 1 - value;
    text_format(out, "symmetry 0\nwhiteWin %.6f\nwhiteLoss %.6f\nnoResult %.6f\n", white, 1 - white, 0.0);
    policy_write(htp->game, policy, out);
    return true;
}
