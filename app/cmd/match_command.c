// mustplay match: games between two players, the score, and what it says about their strength.
#include "base/clock.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/net_args.h"
#include "cli/redis_hooks.h"
#include "play/elo.h"
#include "play/match.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_WITHOUT_OPENINGS = 100 };
static const double ADJUDICATION_SECONDS = 60;

// Set by Ctrl-C. A handler can reach nothing else.
static atomic_int interrupted;

static void interrupt_handle(int number) {
    (void)number;
    atomic_store(&interrupted, 1);
}

typedef struct Display {
    int games;
    bool terminal;
    double written; // when the line was last written
} Display;

static bool match_cancelled(void *context) {
    (void)context;
    return atomic_load(&interrupted);
}

// The live line on stderr: rewritten in place on a terminal, now and then elsewhere.
static void progress_show(void *context, const MatchGame *game, const MatchTally *tally) {
    Display *display = context;
    (void)game;
    double now = clock_seconds();
    bool last = tally->games == display->games;
    if (!last && now - display->written < (display->terminal ? 0.1 : 10)) return;
    display->written = now;
    int a = match_wins(tally, SIDE_A), b = match_wins(tally, SIDE_B);
    fprintf(stderr, "%s%d/%d games  A %d  B %d  void %d  adjudicated %d", display->terminal ? "\r" : "",
            tally->games, display->games, a, b, match_void(tally), match_adjudicated(tally));
    if (a + b) {
        Elo elo = elo_of_score(a, b);
        fprintf(stderr, "  Elo %+.0f (%+.0f to %+.0f)", elo.elo, elo.low, elo.high);
    }
    fputs(display->terminal && !last ? "\033[K" : "\n", stderr);
}

static json_t *side_json(const MatchTally *tally, int side) {
    json_t *object = json_object();
    for (Color color = BLACK; color <= WHITE; color++) {
        json_object_set_new(object, color_name(color),
                            json_pack("{s:i,s:i,s:i}", "won", tally->won[side][color], "adjudicated",
                                      tally->adjudicated[side][color], "void", tally->faults[side][color]));
    }
    return object;
}

static int report_as_json(const MatchTally *tally) {
    int a = match_wins(tally, SIDE_A), b = match_wins(tally, SIDE_B);
    json_t *object = json_pack("{s:i,s:i,s:i,s:i,s:i}", "games", tally->games, "a_wins", a, "b_wins", b,
                               "void", match_void(tally), "adjudicated", match_adjudicated(tally));
    Elo elo = a + b ? elo_of_score(a, b) : (Elo){0};
    json_object_set_new(object, "score", a + b ? json_real((double)a / (a + b)) : json_null());
    json_object_set_new(object, "elo", a + b ? json_real(elo.elo) : json_null());
    json_object_set_new(object, "elo_low", a + b ? json_real(elo.low) : json_null());
    json_object_set_new(object, "elo_high", a + b ? json_real(elo.high) : json_null());
    json_object_set_new(object, "by_side",
                        json_pack("{s:o,s:o}", "a", side_json(tally, SIDE_A), "b", side_json(tally, SIDE_B)));
    json_object_set_new(object, "lost_on_time",
                        json_pack("{s:i,s:i}", "a", tally->late[SIDE_A], "b", tally->late[SIDE_B]));
    return report_json(object);
}

static int report_as_text(const MatchSetup *setup, const MatchTally *tally) {
    printf("%d game%s on %dx%d\n\n", tally->games, plural(tally->games), setup->geometry->width,
           setup->geometry->height);
    printf("  %-26s %8s %12s %8s\n", "", "won", "adjudicated", "void");
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (Color color = BLACK; color <= WHITE; color++) {
            printf("  %c %-16.16s as %-5s %7d %12d %8d\n", 'A' + side, setup->player[side], color_name(color),
                   tally->won[side][color], tally->adjudicated[side][color], tally->faults[side][color]);
        }
    }
    int a = match_wins(tally, SIDE_A), b = match_wins(tally, SIDE_B);
    printf("\nA %d, B %d, void %d, of these adjudicated %d\n", a, b, match_void(tally),
           match_adjudicated(tally));
    printf("Lost on time: A %d, B %d. Longest moves: A %.3f s, B %.3f s\n", tally->late[SIDE_A],
           tally->late[SIDE_B], tally->slowest[SIDE_A], tally->slowest[SIDE_B]);
    if (a + b) {
        Elo elo = elo_of_score(a, b);
        printf("Score of A %.3f, Elo %+.0f (95 %%: %+.0f to %+.0f)\n", (double)a / (a + b), elo.elo, elo.low,
               elo.high);
    }
    return EXIT_DONE;
}

static bool folder_make(const char *folder, Error *error) {
    struct stat status;
    int code = mkdir(folder, 0777) ? errno : 0;
    if (!code || (stat(folder, &status) == 0 && S_ISDIR(status.st_mode))) return true;
    const char *why = code == EEXIST ? "it is not a folder" : strerror(code);
    return file_machine_fault(code) ? error_file(error, "--sgf %.200s: %s", folder, why)
                                    : error_input(error, "--sgf %.200s: %s", folder, why);
}

static bool setup_read(const Args *args, MatchSetup *setup, Openings *openings, Error *error) {
    int width, height;
    if (!args_given(args, "players")) return error_input(error, "match needs --players A B");
    if (!size_parse(args_text(args, "size"), &width, &height, error)) return false;
    const Geometry *geometry = geometry_get(width, height);
    if (!geometry) return error_memory(error);
    if (args_text(args, "sgf") && !folder_make(args_text(args, "sgf"), error)) return false;
    if (!openings_read(openings, args_text(args, "openings"), geometry, error)) return false;
    int games = args_given(args, "games")      ? (int)args_int(args, "games")
                : args_given(args, "openings") ? 2 * openings->count
                                               : GAMES_WITHOUT_OPENINGS;
    uint64_t seed = (uint64_t)args_int(args, "seed");
    if (games < 2 * openings->count) openings_shuffle(openings, seed);
    *setup = (MatchSetup){
        .catalog = args_catalog(args),
        .player = {args_text(args, "players"), args_text_second(args, "players")},
        .geometry = geometry,
        .openings = openings,
        .games = games,
        .jobs = (int)args_int(args, "jobs"),
        // A limit of 0 would mean none: what was asked for is the shortest there is.
        .terms = {.budget = {.seconds = args_given(args, "time") ? fmax(args_real(args, "time"), 1e-6) : 0,
                             .nodes = (uint64_t)args_int(args, "playouts")},
                  .grace = args_real(args, "grace")},
        .game_seconds = args_real(args, "game-time"),
        .increment = args_real(args, "increment"),
        .seed = seed,
        .adjudication_seconds = ADJUDICATION_SECONDS,
        .folder = args_text(args, "sgf"),
        .journal = args_text(args, "resume"),
        .cancelled = match_cancelled,
        .finished = progress_show,
    };
    return true;
}

static void line_say(void *context, const char *line) {
    const Display *display = context;
    fprintf(stderr, "%smustplay match: %s\n", display->terminal ? "\n" : "", line);
}

// On this machine, or with --redis by the workers of a run.
static bool games_play(const Args *args, const MatchSetup *setup, MatchTally *tally, Error *error) {
    const RedisHooks *redis = args_redis_hooks(args);
    *tally = (MatchTally){0};
    return redis ? redis->match_play(args, setup, line_say, tally, error) : match_play(setup, tally, error);
}

static int match_command(const Args *args) {
    Error error = {0};
    Openings openings;
    MatchSetup setup;
    MatchTally tally;
    if (!setup_read(args, &setup, &openings, &error)) return report_error(&error);
    Display display = {.games = setup.games, .terminal = isatty(STDERR_FILENO), .written = clock_seconds()};
    setup.context = &display;
    bool same = !strcmp(setup.player[SIDE_A], setup.player[SIDE_B]);
    for (int side = SIDE_A; side <= (same ? SIDE_A : SIDE_B); side++) net_warn(setup.player[side]);
    struct sigaction action = {.sa_handler = interrupt_handle, .sa_flags = SA_RESTART | SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    bool good = games_play(args, &setup, &tally, &error);
    int code = !good                     ? report_error(&error)
               : args_flag(args, "json") ? report_as_json(&tally)
                                         : report_as_text(&setup, &tally);
    openings_free(&openings);
    return code == EXIT_DONE && tally.games < setup.games ? EXIT_UNDECIDED : code;
}

static const OptionSpec OWN[] = {
    {"grace", OPTION_REAL, "5", 0.01, 1e6, NULL, "S",
     "Seconds beyond --time after which an external player counts as hung, at its start too."},
    {"game-time", OPTION_REAL, NULL, 0, 1e7, NULL, "S", "Seconds that each side has for the whole game."},
    {"increment", OPTION_REAL, NULL, 0, 1e6, NULL, "S", "Seconds that a move adds to --game-time."},
    {0},
};

// What options mean here.
static const OptionHelp HELPS[] = {
    {"games", "Number of games. Without it every opening twice, or 100 games if there are no openings."},
    {"sgf", "Write the games to this folder."},
    {"jobs", "Games to play at the same time."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay match --players auto:level=8 auto:level=6 --size 9 --games 40",
    "Forty games of two levels.",
    "mustplay match --players mcts resistance --size 7 --openings distinct --sgf games --resume match.jsonl",
    "Every opening of 7x7, kept; what was interrupted resumes.",
    NULL,
};

const Command COMMAND_MATCH = {
    .name = "match",
    .group = "Measure",
    .summary = "Games between two players, and the score.",
    .arguments = "",
    .own = OWN,
    .options = "players size games openings time playouts jobs sgf resume seed json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "Games come in pairs: the same opening, colours exchanged; A is Black in the odd ones. When a player "
        "crashes, hangs or makes an illegal move, the game is void: the solver then tries the position for "
        "60 s. If it finds the winner, the game is adjudicated and counts as won; otherwise it counts for "
        "nobody. `void` counts all such games, `adjudicated` those of them that were decided. An external "
        "player gets --time as `time_settings 0 S 1` and counts as hung if it takes --grace seconds longer, "
        "for a move or to start; without --time, after 600 s (60 s for the start). A program that does not "
        "know time_settings has to be limited by its own configuration. With --game-time each side has a "
        "clock for the whole game, to which a move adds --increment; a side whose clock runs out has lost, "
        "and so has a player of ours that takes longer than --time and --grace for a move. With --resume a "
        "match that was killed continues where it was. Ctrl-C ends the match with the report so far and exit "
        "code 3.",
    .run = match_command,
};
