#include "app/cmd/puzzle_make_command.h"

#include "app/cmd/puzzle_make.h"
#include "base/clock.h"
#include "base/file.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "game/sgf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { DEFAULT_COUNT = 10 };
// In games of its own, of which there are many, the net may say where it is not worth looking.
enum { WINNING_MOST = 5 };

typedef struct Workshop {
    const Args *args;
    PuzzleMaker *maker;
    Watch watch;
    double end;    // when the time is over; INFINITY
    PuzzleSet set; // all, those of an earlier run first
    int before;    // how many those are
    int wanted;    // in all
    int journal;   // the file of --resume; -1
    char source[PUZZLE_SOURCE_MAX];
    int game;    // of the source, at hand
    double told; // when progress was told last
    bool failed; // a puzzle could not be kept
    Error error; // why
} Workshop;

// --- Keeping

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), size = strlen(ending);
    return length > size && !strcmp(path + length - size, ending);
}

bool puzzles_save(const PuzzleSet *set, const char *path, bool force, Error *error) {
    Text text = {0};
    bool sgf = has_ending(path, ".sgf"), good = true;
    for (int i = 0; i < set->count && good; i++) {
        if (sgf)
            good = puzzle_write_sgf(&set->puzzle[i], &text, error);
        else
            puzzle_write_line(&set->puzzle[i], &text);
    }
    if (good && text.failed) good = error_memory(error);
    good = good && file_write(path, text_string(&text), text.length, force, error);
    text_free(&text);
    return good;
}

static bool journal_add(Workshop *shop, const Puzzle *puzzle, Error *error) {
    if (shop->journal < 0) return true;
    Text line = {0};
    puzzle_write_line(puzzle, &line);
    bool good = !line.failed && file_put(shop->journal, line.data, line.length) && !fdatasync(shop->journal);
    text_free(&line);
    return good || error_failure(error, "cannot write '%.200s': %s", args_text(shop->args, "resume"),
                                 strerror(errno));
}

// Opens the file of --resume and takes the puzzles in it; a last line that was not written whole is cut off.
static bool journal_open(Workshop *shop, Error *error) {
    const char *path = args_text(shop->args, "resume");
    size_t whole = 0;
    shop->journal = -1;
    if (!path) return true;
    shop->journal = file_open_journal(path, error);
    if (shop->journal < 0) return false;
    if (flock(shop->journal, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return error_input(error, "'%.200s': another run is using it", path);
    if (!puzzle_set_read(&shop->set, path, &whole, error)) return false;
    shop->before = shop->set.count;
    return !ftruncate(shop->journal, (off_t)whole) ||
           error_failure(error, "cannot write '%.200s': %s", path, strerror(errno));
}

static void progress_show(Workshop *shop, bool force) {
    const PuzzleTally *tally = puzzle_maker_tally(shop->maker);
    double now = clock_seconds();
    bool terminal = isatty(STDERR_FILENO);
    if (!force && now - shop->told < (terminal ? 0.2 : 60)) return;
    shop->told = now;
    fprintf(stderr, "%s%d of %d puzzles, %llu games, %llu won positions%s", terminal ? "\r" : "",
            shop->set.count, shop->wanted, (unsigned long long)tally->games,
            (unsigned long long)tally->positions, terminal ? "\033[K" : "\n");
}

static bool puzzle_take(void *context, const Puzzle *found) {
    Workshop *shop = context;
    const Puzzle *like;
    Puzzle puzzle = *found;
    snprintf(puzzle.source, sizeof puzzle.source, "%s", shop->source);
    puzzle.game = shop->game;
    if (shop->failed || !puzzle_set_find(&shop->set, &puzzle, &like, &shop->error)) {
        shop->failed = true;
        return false;
    }
    // One that an earlier run took from this very game counts for the game again.
    if (like)
        return !strcmp(like->source, puzzle.source) && like->game == puzzle.game &&
               like->moves == puzzle.moves;
    if (shop->set.count >= shop->wanted) return true;
    shop->failed =
        !puzzle_set_add(&shop->set, &puzzle, &shop->error) || !journal_add(shop, &puzzle, &shop->error);
    return !shop->failed;
}

// --- Games

static bool shop_done(const Workshop *shop) {
    return shop->failed || shop->set.count >= shop->wanted || watch_interrupted() ||
           clock_seconds() >= shop->end;
}

static bool shop_cancelled(void *context) {
    return shop_done(context);
}

// The game of the present source to start with: that of the last puzzle that an earlier run took from it.
static int first_game(const Workshop *shop) {
    int first = 0;
    for (int i = 0; i < shop->before; i++) {
        const Puzzle *puzzle = &shop->set.puzzle[i];
        if (!strcmp(puzzle->source, shop->source) && puzzle->game > first) first = puzzle->game;
    }
    return first;
}

static bool game_search(Workshop *shop, const Game *game, Error *error) {
    progress_show(shop, false);
    if (!puzzle_maker_search(shop->maker, game, puzzle_take, shop, error)) return false;
    if (shop->failed) *error = shop->error;
    return !shop->failed;
}

static bool selfplay_search(Workshop *shop, Error *error) {
    static Game game;
    int width, height;
    long seed = args_int(shop->args, "seed");
    long games = args_given(shop->args, "games") ? args_int(shop->args, "games") : 1000000;
    if (!size_parse(args_text(shop->args, "size"), &width, &height, error)) return false;
    if (width < 3 || height < 3)
        return error_input(error, "--size %dx%d: the net needs at least 3x3", width, height);
    const Geometry *geometry = geometry_get(width, height);
    if (!geometry) return error_memory(error);
    snprintf(shop->source, sizeof shop->source, "selfplay:%ld", seed);
    for (shop->game = first_game(shop); shop->game < games && !shop_done(shop); shop->game++) {
        uint64_t key = (uint64_t)seed * 1000003u + (uint64_t)shop->game;
        if (!puzzle_maker_play(shop->maker, geometry, splitmix64(&key), &game, error))
            return shop_done(shop); // interrupted
        if (!game_search(shop, &game, error)) return false;
    }
    return true;
}

static SgfNode last_node(const SgfTree *tree, SgfNode node) {
    while (sgf_first_child(tree, node) != SGF_NONE) node = sgf_first_child(tree, node);
    return node;
}

static bool file_search(Workshop *shop, const char *path, Error *error) {
    static Game game;
    const char *slash = strrchr(path, '/');
    SgfTree *tree = sgf_load(path, watch_signals(), error);
    if (!tree) return false;
    snprintf(shop->source, sizeof shop->source, "%s", slash ? slash + 1 : path);
    bool good = true;
    for (shop->game = first_game(shop); shop->game < sgf_game_count(tree) && good && !shop_done(shop);
         shop->game++)
        good = sgf_game_at(tree, last_node(tree, sgf_root(tree, shop->game)), &game, error) &&
               game_search(shop, &game, error);
    sgf_free(tree);
    return good;
}

static bool games_search(Workshop *shop, Error *error) {
    if (args_count(shop->args) == 1) return selfplay_search(shop, error);
    for (int i = 1; i < args_count(shop->args) && !shop_done(shop); i++) {
        if (!file_search(shop, args_word(shop->args, i), error)) return false;
    }
    return true;
}

// --- The command

static int shop_report(const Workshop *shop) {
    const PuzzleTally *tally = puzzle_maker_tally(shop->maker);
    bool kept = args_given(shop->args, "output") || args_given(shop->args, "resume");
    double seconds = clock_seconds() - shop->watch.start;
    json_t *list = json_array();
    for (int i = shop->before; i < shop->set.count; i++)
        json_array_append_new(list, puzzle_json(&shop->set.puzzle[i]));
    if (args_flag(shop->args, "json"))
        return report_json(json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "puzzles", list, "games",
                                     (json_int_t)tally->games, "positions", (json_int_t)tally->positions,
                                     "several", (json_int_t)tally->several, "easy", (json_int_t)tally->easy,
                                     "easy_levels", (json_int_t)tally->easy_levels, "undecided",
                                     (json_int_t)tally->undecided, "seconds", seconds));
    json_decref(list);
    for (int i = shop->before; i < shop->set.count && !kept; i++) {
        Text line = {0};
        puzzle_write_line(&shop->set.puzzle[i], &line);
        fputs(text_string(&line), stdout);
        text_free(&line);
    }
    int made = shop->set.count - shop->before;
    fprintf(
        kept ? stdout : stderr,
        "%d puzzle%s from %llu game%s. Of %llu won position%s %llu had several winning moves, %llu an easy one, "
        "%llu one that weak levels find; %llu were not decided. %.1f s\n",
        made, plural(made), (unsigned long long)tally->games, plural(tally->games),
        (unsigned long long)tally->positions, plural(tally->positions), (unsigned long long)tally->several,
        (unsigned long long)tally->easy, (unsigned long long)tally->easy_levels,
        (unsigned long long)tally->undecided, seconds);
    return EXIT_DONE;
}

static bool shop_ready(Workshop *shop, const Observer *observer, Error *error) {
    const Args *args = shop->args;
    const char *output = args_text(args, "output");
    if (output && args_given(args, "resume"))
        return error_input(error, "--output and --resume both name the file of the puzzles: one is enough");
    if (output && !output_check(output, args_flag(args, "force"), error)) return false;
    if (args_count(args) > 1 &&
        (args_given(args, "size") || args_given(args, "games") || args_given(args, "seed")))
        return error_input(error,
                           "--size, --games and --seed are for games of its own, not for those of files");
    PuzzleMakerOptions options = {.nodes = (uint64_t)args_int(args, "playouts"),
                                  .missed = args_flag(args, "missed"),
                                  .winning_most = args_count(args) > 1 ? 0 : WINNING_MOST,
                                  .observer = observer};
    if (!journal_open(shop, error)) return false;
    shop->wanted = args_given(args, "count") ? (int)args_int(args, "count") : shop->before + DEFAULT_COUNT;
    shop->maker = puzzle_maker_new(&options, error);
    return shop->maker;
}

static void shop_close(Workshop *shop) {
    puzzle_maker_free(shop->maker);
    puzzle_set_free(&shop->set);
    if (shop->journal >= 0) close(shop->journal);
}

int puzzle_make_run(const Args *args) {
    Error error = {0};
    Workshop shop = {.args = args, .journal = -1};
    watch_start(&shop.watch, NULL);
    shop.end = args_given(args, "time") ? shop.watch.start + args_real(args, "time") : 1e300;
    Observer observer = {&shop, shop_cancelled, NULL};
    bool good = shop_ready(&shop, &observer, &error) && games_search(&shop, &error);
    const char *output = args_text(args, "output");
    bool lost = false;
    if (shop.maker && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (shop.maker && output && shop.set.count)
        lost = !puzzles_save(&shop.set, output, args_flag(args, "force"), &error);
    int code = good ? shop_report(&shop) : report_error(&error);
    if (good && lost) code = output_lost(&error);
    if (code == EXIT_DONE && shop.set.count < shop.wanted &&
        (watch_interrupted() || clock_seconds() >= shop.end))
        code = EXIT_UNDECIDED;
    shop_close(&shop);
    return code;
}
