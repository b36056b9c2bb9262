// mustplay review: a game annotated: the value of each position, the best moves, what is proved, the turning
// points.
#include "app/draw/drawing.h"
#include "app/report/coach_report.h"
#include "app/report/review_report.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/memory_args.h"
#include "cli/output.h"
#include "cli/public.h"
#include "mustplay/sys/solver.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct Talk {
    Watch watch;
    bool terminal;
} Talk;

static void talk_progress(void *context, int done, int total) {
    const Talk *talk = context;
    if (talk->terminal)
        fprintf(stderr, "\r%s %d of %d\033[K", done <= total / 2 ? "solving" : "judging",
                done <= total / 2 ? done : done - total / 2, total / 2);
}

// --- Files

static bool paths_check(const Args *args, Error *error) {
    const char *output = args_text(args, "output"), *curve = args_text(args, "curve");
    if (args_count(args) != 1) return error_input(error, "review: one SGF file is needed");
    if (curve && !drawing_path_check(curve, args_flag(args, "force"), error)) return false;
    if (output && curve && file_same(output, curve))
        return error_input(error, "--output and --curve name the same file, '%.200s'", output);
    return !output || output_check(output, args_flag(args, "force"), error);
}

static bool is_html(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && (!strcasecmp(dot, ".html") || !strcasecmp(dot, ".htm"));
}

// "Ann and Bob", or the file's name.
static void title_write(const Args *args, const mp_record *record, Text *out) {
    char *black = mp_record_text(record, 0, "PB"), *white = mp_record_text(record, 0, "PW");
    const char *path = args_word(args, 0), *slash = strrchr(path, '/');
    if (black && *black && white && *white)
        text_format(out, "%s and %s", black, white);
    else
        text_add(out, slash ? slash + 1 : path);
    mp_free(black);
    mp_free(white);
}

static bool page_write(const Args *args, const mp_game *game, const mp_review *review,
                       const mp_record *record, Error *error) {
    Text title = {0}, page = {0};
    title_write(args, record, &title);
    bool good =
        review_page(game, review, text_string(&title), &page, error) &&
        file_write(args_text(args, "output"), page.data, page.length, args_flag(args, "force"), error);
    text_free(&title);
    text_free(&page);
    return good;
}

static bool record_write(const Args *args, const mp_game *game, const mp_review *review, mp_record *record,
                         Error *error) {
    mp_error outer = {.code = MP_OK};
    return (mp_review_annotate(review, record, &outer) && coach_annotate(game, review, record, &outer) &&
            mp_record_save(record, args_text(args, "output"), args_flag(args, "force"), &outer)) ||
           public_fail(&outer, NULL, error);
}

static bool files_write(const Args *args, const mp_game *game, const mp_review *review, mp_record *record,
                        Error *error) {
    const char *output = args_text(args, "output"), *path = args_text(args, "curve");
    ReviewCurve shown;
    Picture picture = review_curve(&shown, game, review);
    if (path && !picture_save(&picture, path, args_flag(args, "force"), error)) return false;
    if (output && is_html(output)) return page_write(args, game, review, record, error);
    return !output || record_write(args, game, review, record, error);
}

static int review_print(const Args *args, const mp_game *game, const mp_review *review) {
    if (args_flag(args, "json")) return report_json(review_json(game, review, true));
    Text text = {0};
    review_table(game, review, &text);
    text_add(&text, "\n");
    coach_text(game, review, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return EXIT_DONE;
}

// --- The command

static mp_swap_rule rule_of(const Args *args) {
    const char *word = args_text(args, "swap");
    if (!word || !strcmp(word, "auto")) return MP_SWAP_AUTO;
    return strcmp(word, "on") != 0 ? MP_SWAP_OFF : MP_SWAP_ON;
}

static mp_review_settings settings_of(const Args *args, const mp_record *record) {
    mp_review_settings settings = MP_INIT(mp_review_settings);
    settings.player = args_text(args, "player");
    settings.position = MP_INIT(mp_limits);
    settings.position.nodes = (uint64_t)args_int(args, "playouts");
    settings.threads = (int)args_int(args, "threads");
    settings.seed = (uint64_t)args_int(args, "seed");
    settings.swap = rule_of(args);
    settings.record = record;
    // A limit of 0 would mean none: what was asked for is the shortest there is.
    if (args_given(args, "time"))
        settings.position.seconds = args_real(args, "time") > 1e-6 ? args_real(args, "time") : 1e-6;
    if (args_given(args, "solver-time"))
        settings.solver_seconds = args_real(args, "solver-time") > 0 ? args_real(args, "solver-time") : -1;
    return settings;
}

static int review_finish(const Args *args, const mp_game *game, const mp_review *review, mp_record *record) {
    Error error = {0};
    bool written = files_write(args, game, review, record, &error);
    int code = review_print(args, game, review);
    if (!written) code = output_lost(&error);
    return code == EXIT_DONE && !review_summary(review).complete ? EXIT_UNDECIDED : code;
}

static int game_review(const Args *args, const mp_engine *engine, const mp_game *game, mp_record *record) {
    Error error = {0};
    mp_error outer = {.code = MP_OK};
    mp_review_settings settings = settings_of(args, record);
    if (!args_memory(args, mp_solver_memory_least(game, settings.threads), &settings.memory, &error))
        return report_error(&error);
    Talk talk = {.terminal = isatty(STDERR_FILENO)};
    watch_start(&talk.watch, NULL);
    mp_limits limits = watch_limits(&talk.watch, game);
    mp_review *review = mp_review_new(engine, game, &settings, &limits, talk_progress, &talk, &outer);
    if (talk.terminal) fputs("\r\033[K", stderr);
    int code = review ? review_finish(args, game, review, record) : report_public(&outer);
    mp_review_free(review);
    return code;
}

static int review_run(const Args *args) {
    Error error = {0};
    mp_error outer = {.code = MP_OK};
    if (!paths_check(args, &error)) return report_error(&error);
    mp_engine *engine = args_engine(args, &error);
    if (!engine) return report_error(&error);
    mp_record *record = mp_record_load(args_word(args, 0), &outer);
    mp_game *game = record ? mp_record_game(record, MP_NONE, &outer) : NULL;
    int code = game ? game_review(args, engine, game, record) : report_public(&outer);
    mp_game_free(game);
    mp_record_free(record);
    mp_engine_free(engine);
    return code;
}

static const OptionSpec OWN[] = {
    {"swap", OPTION_CHOICE, "auto", 0, 0, "on|off|auto", "STATE",
     "Whether the second player might swap. auto: as a swap in the game, the record's rules (RU) or its "
     "source say."},
    {"curve", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "Draw the curve of the values as SVG, PNG or PDF."},
    {0},
};

// What options mean here.
static const OptionHelp HELPS[] = {
    {"time", "Seconds of search per move."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay review game.sgf --output reviewed.sgf",
    "Writes the game with values and variations.",
    "mustplay review game.sgf --player auto --solver-time 5 --json",
    "Proves more, as JSON.",
    NULL,
};

const Command COMMAND_REVIEW = {
    .name = "review",
    .group = "Study",
    .summary = "A game annotated: values, proved wins, blunders.",
    .arguments = "FILE.sgf",
    .arguments_max = 1,
    .own = OWN,
    .options = "output force player time playouts threads solver-time memory seed json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "The solver goes through the positions from the end, --solver-time seconds each (1 unless given, 0: not at "
        "all). Then the player judges those that are not proved. Ctrl-C ends it with what is known and exit code 3.\n\n"
        "An inaccuracy loses 5 % or more of the mover's winning probability, a mistake 10 %, a blunder 15 %. A turning "
        "point gives away a win: proved before the move, and lost by proof after it. With the swap rule an opening is "
        "worth the smaller of its two winning chances, and to swap or not is judged as a move.\n\n"
        "A coach says which move decided the game. It names what was missed at the moves that cost most (a connection "
        "left alone, a threat, a ladder, an edge template, a bridge), refutes them in few moves, and draws up to three "
        "lessons.\n\n"
        "--output writes the record with comments, marks and the better lines as variations. If the name ends with "
        ".html, it writes a page with pictures that needs nothing else and can be printed. --curve draws Black's "
        "winning probability over the game.\n\n"
        "JSON keys: winner; positions (number, to_move, value, black, proved, best, pv); moves (number, color, move, "
        "value, best, best_value, loss, mark, swap, pv); turning_points; complete; seconds; swap_rule; swap_source "
        "(asked, move, rules, habit, none); coach (decisive, notes, lessons).",
    .run = review_run,
};
