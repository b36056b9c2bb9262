// mustplay review: a game annotated: the value of each position, the best moves, what is proved, the turning
// points.
#include "cli/commands.h"
#include "cli/memory_args.h"
#include "cli/net_args.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "app/report/coach_report.h"
#include "app/report/review_report.h"
#include "base/file.h"
#include "solve/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct Talk {
    Watch watch;
    bool terminal;
} Talk;

static bool talk_cancelled(void *context) {
    (void)context;
    return watch_interrupted();
}

static void talk_progress(void *context, const Review *review, int done, int total) {
    const Talk *talk = context;
    if (talk->terminal)
        fprintf(stderr, "\r%s %d of %d\033[K", done <= total / 2 ? "solving" : "judging",
                done <= total / 2 ? done : done - total / 2, review->turns);
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
static void title_write(const Args *args, const SgfTree *tree, Text *out) {
    Text black = {0}, white = {0};
    sgf_text(tree, sgf_root(tree, 0), "PB", &black);
    sgf_text(tree, sgf_root(tree, 0), "PW", &white);
    const char *path = args_word(args, 0), *slash = strrchr(path, '/');
    if (black.length && white.length)
        text_format(out, "%s and %s", text_string(&black), text_string(&white));
    else
        text_add(out, slash ? slash + 1 : path);
    text_free(&black);
    text_free(&white);
}

static bool page_write(const Args *args, const Review *review, const Coach *coach, const SgfTree *tree,
                       Error *error) {
    Text title = {0}, page = {0};
    title_write(args, tree, &title);
    bool good =
        review_page(review, coach, text_string(&title), &page, error) &&
        file_write(args_text(args, "output"), page.data, page.length, args_flag(args, "force"), error);
    text_free(&title);
    text_free(&page);
    return good;
}

static bool files_write(const Args *args, const Review *review, const Coach *coach, SgfTree *tree,
                        Error *error) {
    const char *output = args_text(args, "output"), *curve = args_text(args, "curve");
    Picture picture = review_curve(review);
    if (curve && !picture_save(&picture, curve, args_flag(args, "force"), error)) return false;
    if (output && is_html(output)) return page_write(args, review, coach, tree, error);
    return !output || (review_annotate(review, tree, error) && coach_annotate(review, coach, tree, error) &&
                       sgf_save(tree, output, args_flag(args, "force"), error));
}

static int review_print(const Args *args, const Review *review, const Coach *coach) {
    if (args_flag(args, "json")) return report_json(review_json(review, coach));
    Text text = {0};
    review_table(review, &text);
    text_add(&text, "\n");
    coach_text(review, coach, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
    return EXIT_DONE;
}

static ReviewOptions options_of(const Args *args) {
    ReviewOptions options = {.catalog = args_catalog(args),
                             .player = args_text(args, "player"),
                             .playouts = (uint64_t)args_int(args, "playouts"),
                             .threads = (int)args_int(args, "threads"),
                             .seed = (uint64_t)args_int(args, "seed")};
    // A limit of 0 would mean none: what was asked for is the shortest there is.
    if (args_given(args, "time"))
        options.seconds = args_real(args, "time") > 1e-6 ? args_real(args, "time") : 1e-6;
    if (args_given(args, "solver-time"))
        options.solver_seconds = args_real(args, "solver-time") > 0 ? args_real(args, "solver-time") : -1;
    return options;
}

static int game_review(const Args *args, SgfTree *tree) {
    Error error = {0};
    Game game;
    Review review = {0};
    if (!sgf_game(tree, -1, &game, &error)) return report_error(&error);
    ReviewOptions options = options_of(args);
    if (!args_memory(args, solve_memory_least(game.now.geometry, options.threads), &options.memory, &error))
        return report_error(&error);
    net_warn(options.player ? options.player : options.catalog->players[0]->name);
    Talk talk = {.terminal = isatty(STDERR_FILENO)};
    watch_start(&talk.watch, game.now.geometry);
    Observer observer = {&talk, talk_cancelled, NULL};
    bool good = review_game(&game, &options, &observer, talk_progress, &talk, &review, &error);
    Coach *coach = good ? coach_review(&review, &observer, &error) : NULL;
    good = coach;
    if (talk.terminal) fputs("\r\033[K", stderr);
    bool written = good && files_write(args, &review, coach, tree, &error);
    int code = good ? review_print(args, &review, coach) : report_error(&error);
    if (good && !written) code = output_lost(&error);
    if (code == EXIT_DONE && !review.complete) code = EXIT_UNDECIDED;
    free(coach);
    review_free(&review);
    return code;
}

static int review_run(const Args *args) {
    Error error = {0};
    if (!paths_check(args, &error)) return report_error(&error);
    SgfTree *tree = sgf_load(args_word(args, 0), &error);
    if (!tree) return report_error(&error);
    int code = game_review(args, tree);
    sgf_free(tree);
    return code;
}

static const OptionSpec OWN[] = {
    {"curve", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "Draw the curve of the values as SVG, PNG or PDF."},
    {0},
};

const Command COMMAND_REVIEW = {
    .name = "review",
    .group = "Study",
    .summary = "A game annotated: values, proved wins, blunders.",
    .arguments = "FILE.sgf",
    .arguments_max = 1,
    .own = OWN,
    .options = "output force player time playouts threads solver-time memory seed json",
    .detail =
        "The solver goes through the positions from the end, --solver-time seconds each (1 unless "
        "given, 0: not at all); then the player judges those that are not proved. A "
        "coach then says which move decided the game, names what was missed at the moves that cost most "
        "(a connection left alone, a threat, a ladder, an edge template, a bridge), refutes them in few moves, and "
        "draws up to three lessons. --output writes the record with comments, marks and the better lines "
        "as variations, or, where the name ends with .html, a page with pictures that needs nothing else "
        "and can be printed; --curve draws Black's winning "
        "probability over the game. A mistake loses 12 % or more of the mover's winning probability, a "
        "blunder 25 %; a turning point gives away a win that is proved before the move and lost by "
        "proof after it. With --json one object with the keys winner, positions (number, to_move, "
        "value, black, proved, best, pv), moves (number, color, move, value, best, best_value, loss, "
        "mark, pv), turning_points, complete, seconds, coach (decisive, notes, lessons). Ctrl-C ends it with what is known and exit code "
        "3.",
    .run = review_run,
};
