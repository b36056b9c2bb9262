// mustplay lab learn: weights of evaluations, learned as Rasmussen 2007 (chapter 9) did.
#include "base/clock.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "lab/learn/apprentice.h"
#include "lab/learn/beam.h"
#include "lab/learn/checkpoint.h"
#include "lab/learn/td_leaf.h"
#include "play/elo.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { GAMES_DEFAULT = 237, TOURNAMENT_DEFAULT = 200 };
static const double SAVE_SECONDS = 2; // between two lines of the journal

typedef struct LearnRun {
    const Args *args;
    const Geometry *geometry;
    uint64_t seed;
    WeightsList list;
    double shown; // when progress was last shown
    // of --resume
    bool kept; // there is a journal
    Journal journal;
    LearnState state;
    double saved; // when it was last written
    int known;    // how many entries or games it has
    int played;   // of the tournament
    Error failed; // writing it did
} LearnRun;

static bool progress_due(LearnRun *run) {
    if (clock_seconds() < run->shown + 1) return false;
    run->shown = clock_seconds();
    return true;
}

// --- The journal

static bool save_due(LearnRun *run) {
    if (!run->kept || (clock_seconds() < run->saved + SAVE_SECONDS && !watch_interrupted())) return false;
    run->saved = clock_seconds();
    return true;
}

static bool learn_run_save(LearnRun *run) {
    return !run->kept || checkpoint_add(&run->journal, &run->state, &run->list, &run->known, &run->failed);
}

// Goes on from the journal, if there is one. `settings` is what changes what is learned.
static bool learn_run_resume(LearnRun *run, const char *method, const char *settings, Error *error) {
    const char *path = args_text(run->args, "resume");
    const Geometry *g = run->geometry;
    char identity[240];
    snprintf(identity, sizeof identity, "%s, %dx%d, seed %llu, %s", method, g->width, g->height,
             (unsigned long long)run->seed, settings);
    if (!path) return true;
    run->kept = checkpoint_open(&run->journal, path, identity, &run->state, &run->list, error);
    run->known = run->list.count;
    if (run->known) fprintf(stderr, "going on after iteration %d\n", run->state.done);
    return run->kept;
}

static bool games_save(LearnRun *run, const GameBase *base) {
    return !run->kept || gamebase_keep(&run->journal, base, run->played, &run->known, &run->failed);
}

static bool games_resume(LearnRun *run, GameBase *base, Error *error) {
    const char *path = args_text(run->args, "resume");
    if (!path) return true;
    run->kept = gamebase_resume(&run->journal, path, base, run->geometry, run->seed, &run->played, error);
    run->known = base->count;
    if (run->played) fprintf(stderr, "going on after %d game%s\n", run->played, plural(run->played));
    return run->kept;
}

// --- Progress

static bool iteration_seen(void *context, const WeightsEntry *entry) {
    LearnRun *run = context;
    if (save_due(run) && !learn_run_save(run)) return false;
    if (progress_due(run)) {
        fprintf(stderr, "iteration %d, %.1f s", entry->committee.iteration, entry->seconds);
        if (!isnan(entry->performance)) fprintf(stderr, ", performance %.4g", entry->performance);
        fprintf(stderr, "\n");
    }
    return !watch_interrupted();
}

static bool games_seen(void *context, const GameBase *base) {
    if (save_due(context) && !games_save(context, base)) return false;
    if (progress_due(context)) fprintf(stderr, "%d game%s\n", base->count, plural(base->count));
    return !watch_interrupted();
}

static int number_or(const Args *args, const char *name, int otherwise) {
    return args_given(args, name) ? (int)args_int(args, name) : otherwise;
}

static double real_or(const Args *args, const char *name, double otherwise) {
    return args_given(args, name) ? args_real(args, name) : otherwise;
}

// --- The methods; each leaves its list

static bool apprentice_run(LearnRun *run, Error *error) {
    const Args *args = run->args;
    ApprenticeOptions options = apprentice_options();
    options.population = number_or(args, "population", options.population);
    options.elite = real_or(args, "elite", options.elite);
    options.iterations = number_or(args, "iterations", options.iterations);
    options.inflate = real_or(args, "inflate", options.inflate);
    options.mirrored = args_flag(args, "mirrored");
    options.seed = run->seed;
    const char *path = args_text(args, "data");
    if (!path)
        return error_input(
            error, "learn apprentice: --data FILE names the games (mustplay lab learn games makes them)");
    GameBase base;
    if (!gamebase_read(path, &base, error)) return false;
    char settings[160];
    LearnWatch watch = {run, iteration_seen, &run->state};
    run->geometry = base.geometry;
    snprintf(settings, sizeof settings, "%d games of hash %016llx, population %d, elite %g, inflate %g%s",
             base.count, (unsigned long long)gamebase_hash(&base), options.population, options.elite,
             options.inflate, options.mirrored ? ", mirrored" : "");
    bool good = learn_run_resume(run, "apprentice", settings, error) &&
                apprentice_learn(&base, &options, &watch, &run->list, error);
    gamebase_free(&base);
    return good;
}

static bool td_run(LearnRun *run, Error *error) {
    TdOptions options = td_options();
    options.games = number_or(run->args, "games", options.games);
    options.rate = real_or(run->args, "rate", options.rate);
    options.seed = run->seed;
    char settings[40];
    LearnWatch watch = {run, iteration_seen, &run->state};
    snprintf(settings, sizeof settings, "rate %g", options.rate);
    return learn_run_resume(run, "td", settings, error) &&
           td_learn(run->geometry, &options, &watch, &run->list, error);
}

static bool beam_run(LearnRun *run, Error *error) {
    BeamOptions options = beam_options();
    options.iterations = number_or(run->args, "iterations", options.iterations);
    options.step = real_or(run->args, "step", options.step);
    options.seed = run->seed;
    char settings[40];
    LearnWatch watch = {run, iteration_seen, &run->state};
    snprintf(settings, sizeof settings, "step %g", options.step);
    return learn_run_resume(run, "beam", settings, error) &&
           beam_learn(run->geometry, &options, &watch, &run->list, error);
}

static const struct {
    const char *name, *help;
    bool (*run)(LearnRun *run, Error *error);
} METHODS[] = {
    {"games", "a database of games between five uneven players", NULL},
    {"apprentice", "cross-entropy method on such a database (--data)", apprentice_run},
    {"td", "TD(0)-leaf in self-play", td_run},
    {"beam", "stochastic local beam search by tournaments", beam_run},
    {"test", "the weights of --data against the benchmark P_R", NULL},
};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

static bool method_name(const Program *program, int index, const char **name, const char **help) {
    (void)program;
    if (index >= METHOD_COUNT) return false;
    *name = METHODS[index].name;
    *help = METHODS[index].help;
    return true;
}

// --- Reports

static bool text_save(const Args *args, const Text *text, Error *error) {
    if (text->failed) return error_memory(error);
    return file_write(args_text(args, "output"), text->data, text->length, args_flag(args, "force"), error);
}

// What was interrupted exits with 3; what was found until then is kept.
static int code_of_end(int code) {
    return code == EXIT_DONE && watch_interrupted() ? EXIT_UNDECIDED : code;
}

static int list_report(const LearnRun *run, const char *method) {
    const WeightsEntry *last = &run->list.entry[run->list.count - 1];
    if (args_flag(run->args, "json")) {
        json_t *weights = json_array();
        for (int k = 0; k < ADVISOR_COUNT; k++)
            json_array_append_new(weights, json_real(last->committee.weight[k]));
        return report_json(json_pack("{s:s, s:i, s:i, s:o, s:f, s:o}", "method", method, "entries",
                                     run->list.count, "iteration", last->committee.iteration, "performance",
                                     isnan(last->performance) ? json_null() : json_real(last->performance),
                                     "seconds", last->seconds, "weights", weights));
    }
    printf("%d set%s of weights in %.1f s of CPU; the last, of iteration %d:\n", run->list.count,
           plural(run->list.count), last->seconds, last->committee.iteration);
    for (int k = 0; k < ADVISOR_COUNT; k++)
        printf("%10.4f  %s\n", last->committee.weight[k], ADVISOR_NAMES[k]);
    printf("(Black stands for the player himself, White for the opponent; see lab/docs/LEARNING.md)\n");
    return EXIT_DONE;
}

static int method_run(const Args *args, int method, LearnRun *run) {
    Error error = {0};
    Text text = {0};
    bool good = METHODS[method].run(run, &error);
    if (good && run->list.count && !*run->failed.text) learn_run_save(run);
    if (run->kept) journal_close(&run->journal);
    if (good && *run->failed.text) {
        error = run->failed;
        good = false;
    }
    if (good && !run->list.count)
        good = error_failure(&error, "learn: interrupted before the first iteration");
    if (good) {
        weights_write(&run->list, METHODS[method].name, run->geometry, run->seed, &text);
        good = text_save(args, &text, &error);
    }
    int code = good ? code_of_end(list_report(run, METHODS[method].name)) : report_error(&error);
    text_free(&text);
    weights_free(&run->list);
    learn_state_free(&run->state);
    return code;
}

static int games_run(const Args *args, LearnRun *run) {
    Error error = {0};
    GameBase base = {0};
    Text text = {0};
    int games = number_or(args, "games", GAMES_DEFAULT), code = EXIT_DONE;
    double start = clock_thread_cpu();
    bool good = games_resume(run, &base, &error) &&
                gamebase_play(&base, run->geometry, games, run->seed, games_seen, run, &run->played, &error);
    double seconds = clock_thread_cpu() - start;
    if (good && !*run->failed.text) games_save(run, &base);
    if (run->kept) journal_close(&run->journal);
    if (good && *run->failed.text) {
        error = run->failed;
        good = false;
    }
    if (good) {
        gamebase_write(&base, &text);
        good = text_save(args, &text, &error);
    }
    if (!good)
        code = report_error(&error);
    else if (args_flag(args, "json"))
        code = report_json(
            json_pack("{s:i, s:i, s:f}", "games", base.count, "played", run->played, "seconds", seconds));
    else
        printf("%d game%s that the stronger player won, of %d, in %.1f s of CPU\n", base.count,
               plural(base.count), run->played, seconds);
    text_free(&text);
    gamebase_free(&base);
    return code_of_end(code);
}

static int test_run(const Args *args, LearnRun *run) {
    Error error = {0};
    Committee committee;
    const char *path = args_text(args, "data");
    if (!path) error_input(&error, "learn test: --data FILE names the weights");
    if (!path || !committee_read(path, number_or(args, "iterations", -1), &committee, &error))
        return report_error(&error);
    Tourney *tourney = tourney_new(run->geometry, run->seed, &error);
    if (!tourney) return report_error(&error);
    int played, games = number_or(args, "games", TOURNAMENT_DEFAULT), code = EXIT_DONE;
    int won = tourney_score(tourney, &committee, NULL, (games + 1) / 2, watch_interrupted, &played);
    tourney_free(tourney);
    Share share = share_of_score(won, played - won);
    if (args_flag(args, "json"))
        code = report_json(json_pack("{s:i, s:i, s:i, s:f, s:f, s:f}", "iteration", committee.iteration,
                                     "games", played, "won", won, "share", share.share, "low", share.low,
                                     "high", share.high));
    else
        printf("iteration %d: %d of %d game%s won against P_R, %.1f %% (%.1f to %.1f)\n", committee.iteration,
               won, played, plural(played), 100 * share.share, 100 * share.low, 100 * share.high);
    return code_of_end(code);
}

static int learn_run(const Args *args) {
    Error error = {0};
    const char *name = args_word(args, 0), *output = args_text(args, "output");
    int method = 0, width, height;
    while (method < METHOD_COUNT && (!name || strcmp(METHODS[method].name, name) != 0)) method++;
    bool test = name && !strcmp(name, "test");
    if (method == METHOD_COUNT)
        error_input(&error, "learn: a method is needed: games, apprentice, td, beam or test");
    else if (!output && !test)
        error_input(&error, "learn: --output FILE is needed, for what is learned");
    else if (test && args_given(args, "resume"))
        error_input(&error, "learn test does not take --resume: it takes only seconds");
    else if (size_parse(args_text(args, "size"), &width, &height, &error) && output && !test)
        output_check(output, args_flag(args, "force"), &error);
    if (*error.text) return report_error(&error);
    Watch watch;
    LearnRun run = {.args = args,
                    .geometry = geometry_get(width, height),
                    .seed = (uint64_t)args_int(args, "seed"),
                    .shown = clock_seconds(),
                    .saved = -INFINITY};
    watch_start(&watch, run.geometry);
    if (METHODS[method].run) return method_run(args, method, &run);
    return test ? test_run(args, &run) : games_run(args, &run);
}

static const OptionSpec OWN[] = {
    {"data", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "What is learned from or tested: games, or weights."},
    {"population", OPTION_INT, NULL, 10, 10000000, NULL, "N",
     "Sets of weights per iteration. Without it 20000."},
    {"elite", OPTION_REAL, NULL, 0.0001, 1, NULL, "R", "The share of them that is kept. Without it 0.1."},
    {"inflate", OPTION_REAL, NULL, 0, 10, NULL, "F",
     "Multiply the covariance by a random number from 1 to 1 + F, against early convergence. Without it 0."},
    {"mirrored", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "The opponent's advisors weigh as the player's own do, with the other sign."},
    {"iterations", OPTION_INT, NULL, 1, 1e9, NULL, "N", "Iterations of the method."},
    {"rate", OPTION_REAL, NULL, 0, 10, NULL, "A", "The learning rate of td. Without it 0.05."},
    {"step", OPTION_REAL, NULL, 0, 100, NULL, "Z",
     "How much beam changes a weight at most. Without it 0.15."},
    {0},
};

const Command COMMAND_LEARN = {
    .name = "learn",
    .group = "Lab",
    .summary = "Learn the weights of an evaluation, as Rasmussen 2007 did.",
    .arguments = "METHOD",
    .arguments_max = 1,
    .own = OWN,
    .options = "size seed games resume output force json",
    .detail =
        "games plays five uneven versions of alphabeta and writes the --games games (237) that the stronger one won. "
        "apprentice learns from such a file by the cross-entropy method. td learns by TD(0)-leaf over --games games "
        "(3500), beam by stochastic local beam search over --iterations (575). Each writes its list of weights to "
        "--output, for the player committee:weights=FILE.\n\n"
        "test plays --games games (200) of the last weights of --data (or those of iteration --iterations) against the "
        "benchmark P_R. Ctrl-C ends it; what was found is written (exit code 3). With --resume FILE, a journal, an "
        "interrupted run resumes and ends with the same weights; more --games or --iterations prolong it. "
        "lab/docs/LEARNING.md says more.",
    .run = learn_run,
    .names = method_name,
};
