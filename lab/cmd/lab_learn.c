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

typedef struct Lesson {
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
} Lesson;

static bool progress_due(Lesson *lesson) {
    if (clock_seconds() < lesson->shown + 1) return false;
    lesson->shown = clock_seconds();
    return true;
}

// --- The journal

static bool save_due(Lesson *lesson) {
    if (!lesson->kept || (clock_seconds() < lesson->saved + SAVE_SECONDS && !watch_interrupted()))
        return false;
    lesson->saved = clock_seconds();
    return true;
}

static bool lesson_save(Lesson *lesson) {
    return !lesson->kept ||
           checkpoint_add(&lesson->journal, &lesson->state, &lesson->list, &lesson->known, &lesson->failed);
}

// Goes on from the journal, if there is one. `settings` is what changes what is learned.
static bool lesson_resume(Lesson *lesson, const char *method, const char *settings, Error *error) {
    const char *path = args_text(lesson->args, "resume");
    const Geometry *g = lesson->geometry;
    char identity[240];
    snprintf(identity, sizeof identity, "%s, %dx%d, seed %llu, %s", method, g->width, g->height,
             (unsigned long long)lesson->seed, settings);
    if (!path) return true;
    lesson->kept = checkpoint_open(&lesson->journal, path, identity, &lesson->state, &lesson->list, error);
    lesson->known = lesson->list.count;
    if (lesson->known) fprintf(stderr, "going on after iteration %d\n", lesson->state.done);
    return lesson->kept;
}

static bool games_save(Lesson *lesson, const GameBase *base) {
    return !lesson->kept ||
           gamebase_keep(&lesson->journal, base, lesson->played, &lesson->known, &lesson->failed);
}

static bool games_resume(Lesson *lesson, GameBase *base, Error *error) {
    const char *path = args_text(lesson->args, "resume");
    if (!path) return true;
    lesson->kept =
        gamebase_resume(&lesson->journal, path, base, lesson->geometry, lesson->seed, &lesson->played, error);
    lesson->known = base->count;
    if (lesson->played) fprintf(stderr, "going on after %d game%s\n", lesson->played, plural(lesson->played));
    return lesson->kept;
}

// --- Progress

static bool iteration_seen(void *context, const WeightsEntry *entry) {
    Lesson *lesson = context;
    if (save_due(lesson) && !lesson_save(lesson)) return false;
    if (progress_due(lesson)) {
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

static bool apprentice_run(Lesson *lesson, Error *error) {
    const Args *args = lesson->args;
    ApprenticeOptions options = apprentice_options();
    options.population = number_or(args, "population", options.population);
    options.elite = real_or(args, "elite", options.elite);
    options.iterations = number_or(args, "iterations", options.iterations);
    options.inflate = real_or(args, "inflate", options.inflate);
    options.mirrored = args_flag(args, "mirrored");
    options.seed = lesson->seed;
    const char *path = args_text(args, "data");
    if (!path)
        return error_input(
            error, "learn apprentice: --data FILE names the games (mustplay lab learn games makes them)");
    GameBase base;
    if (!gamebase_read(path, &base, error)) return false;
    char settings[160];
    LearnWatch watch = {lesson, iteration_seen, &lesson->state};
    lesson->geometry = base.geometry;
    snprintf(settings, sizeof settings, "%d games of hash %016llx, population %d, elite %g, inflate %g%s",
             base.count, (unsigned long long)gamebase_hash(&base), options.population, options.elite,
             options.inflate, options.mirrored ? ", mirrored" : "");
    bool good = lesson_resume(lesson, "apprentice", settings, error) &&
                apprentice_learn(&base, &options, &watch, &lesson->list, error);
    gamebase_free(&base);
    return good;
}

static bool td_run(Lesson *lesson, Error *error) {
    TdOptions options = td_options();
    options.games = number_or(lesson->args, "games", options.games);
    options.rate = real_or(lesson->args, "rate", options.rate);
    options.seed = lesson->seed;
    char settings[40];
    LearnWatch watch = {lesson, iteration_seen, &lesson->state};
    snprintf(settings, sizeof settings, "rate %g", options.rate);
    return lesson_resume(lesson, "td", settings, error) &&
           td_learn(lesson->geometry, &options, &watch, &lesson->list, error);
}

static bool beam_run(Lesson *lesson, Error *error) {
    BeamOptions options = beam_options();
    options.iterations = number_or(lesson->args, "iterations", options.iterations);
    options.step = real_or(lesson->args, "step", options.step);
    options.seed = lesson->seed;
    char settings[40];
    LearnWatch watch = {lesson, iteration_seen, &lesson->state};
    snprintf(settings, sizeof settings, "step %g", options.step);
    return lesson_resume(lesson, "beam", settings, error) &&
           beam_learn(lesson->geometry, &options, &watch, &lesson->list, error);
}

static const struct {
    const char *name, *help;
    bool (*run)(Lesson *lesson, Error *error);
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

static int list_report(const Lesson *lesson, const char *method) {
    const WeightsEntry *last = &lesson->list.entry[lesson->list.count - 1];
    if (args_flag(lesson->args, "json")) {
        json_t *weights = json_array();
        for (int k = 0; k < ADVISOR_COUNT; k++)
            json_array_append_new(weights, json_real(last->committee.weight[k]));
        return report_json(json_pack("{s:s, s:i, s:i, s:o, s:f, s:o}", "method", method, "entries",
                                     lesson->list.count, "iteration", last->committee.iteration,
                                     "performance",
                                     isnan(last->performance) ? json_null() : json_real(last->performance),
                                     "seconds", last->seconds, "weights", weights));
    }
    printf("%d set%s of weights in %.1f s of CPU; the last, of iteration %d:\n", lesson->list.count,
           plural(lesson->list.count), last->seconds, last->committee.iteration);
    for (int k = 0; k < ADVISOR_COUNT; k++)
        printf("%10.4f  %s\n", last->committee.weight[k], ADVISOR_NAMES[k]);
    printf("(Black stands for the player himself, White for the opponent; see lab/docs/LEARNING.md)\n");
    return EXIT_DONE;
}

static int method_run(const Args *args, int method, Lesson *lesson) {
    Error error = {0};
    Text text = {0};
    bool good = METHODS[method].run(lesson, &error);
    if (good && lesson->list.count && !*lesson->failed.text) lesson_save(lesson);
    if (lesson->kept) journal_close(&lesson->journal);
    if (good && *lesson->failed.text) {
        error = lesson->failed;
        good = false;
    }
    if (good && !lesson->list.count)
        good = error_failure(&error, "learn: interrupted before the first iteration");
    if (good) {
        weights_write(&lesson->list, METHODS[method].name, lesson->geometry, lesson->seed, &text);
        good = text_save(args, &text, &error);
    }
    int code = good ? code_of_end(list_report(lesson, METHODS[method].name)) : report_error(&error);
    text_free(&text);
    weights_free(&lesson->list);
    learn_state_free(&lesson->state);
    return code;
}

static int games_run(const Args *args, Lesson *lesson) {
    Error error = {0};
    GameBase base = {0};
    Text text = {0};
    int games = number_or(args, "games", GAMES_DEFAULT), code = EXIT_DONE;
    double start = clock_thread_cpu();
    bool good =
        games_resume(lesson, &base, &error) && gamebase_play(&base, lesson->geometry, games, lesson->seed,
                                                             games_seen, lesson, &lesson->played, &error);
    double seconds = clock_thread_cpu() - start;
    if (good && !*lesson->failed.text) games_save(lesson, &base);
    if (lesson->kept) journal_close(&lesson->journal);
    if (good && *lesson->failed.text) {
        error = lesson->failed;
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
            json_pack("{s:i, s:i, s:f}", "games", base.count, "played", lesson->played, "seconds", seconds));
    else
        printf("%d game%s that the stronger player won, of %d, in %.1f s of CPU\n", base.count,
               plural(base.count), lesson->played, seconds);
    text_free(&text);
    gamebase_free(&base);
    return code_of_end(code);
}

static int test_run(const Args *args, Lesson *lesson) {
    Error error = {0};
    Committee committee;
    const char *path = args_text(args, "data");
    if (!path) error_input(&error, "learn test: --data FILE names the weights");
    if (!path || !committee_read(path, number_or(args, "iterations", -1), &committee, &error))
        return report_error(&error);
    Tourney *tourney = tourney_new(lesson->geometry, lesson->seed, &error);
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
        error_input(&error, "learn test: nothing to resume, it is over in seconds");
    else if (size_parse(args_text(args, "size"), &width, &height, &error) && output && !test)
        output_check(output, args_flag(args, "force"), &error);
    if (*error.text) return report_error(&error);
    Watch watch;
    Lesson lesson = {.args = args,
                     .geometry = geometry_get(width, height),
                     .seed = (uint64_t)args_int(args, "seed"),
                     .shown = clock_seconds(),
                     .saved = -INFINITY};
    watch_start(&watch, lesson.geometry);
    if (METHODS[method].run) return method_run(args, method, &lesson);
    return test ? test_run(args, &lesson) : games_run(args, &lesson);
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
        "games plays five uneven versions of alphabeta and writes the --games games (237) that the stronger one "
        "won. apprentice learns from such a file by the cross-entropy method, td by TD(0)-leaf over --games "
        "games (3500), beam by stochastic local beam search over --iterations (575); each writes its list of "
        "weights to --output, for the player committee:weights=FILE. test plays --games games (200) of the "
        "last weights of --data (or those of iteration --iterations) against the benchmark P_R. Ctrl-C ends it; "
        "what was found is written (exit code 3). With --resume FILE a run that was stopped or killed goes on from FILE, "
        "a journal that is added to every two seconds, and ends as if it had not been; more --games or --iterations prolong it. "
        "lab/docs/LEARNING.md says more.",
    .run = learn_run,
    .names = method_name,
};
