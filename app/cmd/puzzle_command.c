// mustplay puzzle: positions with exactly one winning move: made, checked, listed, shown.
#include "api/inside.h"
#include "app/cmd/puzzle_make_command.h"
#include "app/draw/drawing.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/watch.h"
#include "play/net_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_SECONDS = 60 };

static const char *side_name(const Puzzle *puzzle) {
    return puzzle->position.to_move == BLACK ? "Black" : "White";
}

// --- Which puzzles of the files

static bool sets_read(const Args *args, PuzzleSet *set, Error *error) {
    if (args_count(args) < 2)
        return error_input(error, "puzzle %s: a file of puzzles is needed", args_word(args, 0));
    for (int i = 1; i < args_count(args); i++) {
        if (!puzzle_set_read(set, args_word(args, i), NULL, error)) return false;
    }
    return set->count || error_input(error, "there is no puzzle in %.200s", args_word(args, 1));
}

typedef struct Choosing {
    long pick, grade;  // 0: all
    int width, height; // 0: all
} Choosing;

static bool choosing_read(const Args *args, const PuzzleSet *set, Choosing *choosing, Error *error) {
    *choosing = (Choosing){.pick = args_given(args, "pick") ? args_int(args, "pick") : 0,
                           .grade = args_given(args, "grade") ? args_int(args, "grade") : 0};
    if (choosing->pick > set->count)
        return error_input(error, "--pick %ld: of %d puzzle%s", choosing->pick, set->count,
                           plural(set->count));
    return !args_given(args, "size") ||
           size_parse(args_text(args, "size"), &choosing->width, &choosing->height, error);
}

static bool is_chosen(const Choosing *choosing, const PuzzleSet *set, int index) {
    const Puzzle *puzzle = &set->puzzle[index];
    const Geometry *g = puzzle->position.geometry;
    return (!choosing->pick || choosing->pick == index + 1) &&
           (!choosing->grade || choosing->grade == puzzle->grade) &&
           (!choosing->width || (choosing->width == g->width && choosing->height == g->height));
}

static json_t *puzzle_row(const PuzzleSet *set, int index) {
    json_t *row = json_pack("{s:i}", "number", index + 1);
    json_object_update_new(row, puzzle_json(&set->puzzle[index]));
    return row;
}

// --- list

static int list_report(const Args *args, const PuzzleSet *set, const Choosing *choosing) {
    static const char *const columns[] = {"number", "size",        "to_move", "grade", "level",
                                          "rank",   "proof_nodes", "source",  "game",  NULL};
    json_t *rows = json_array();
    for (int i = 0; i < set->count; i++) {
        if (is_chosen(choosing, set, i)) json_array_append_new(rows, puzzle_row(set, i));
    }
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:o, s:i}", "puzzles", rows, "count", (int)json_array_size(rows)));
    table_print(columns, rows);
    json_decref(rows);
    return EXIT_DONE;
}

static bool list_save(const Args *args, const PuzzleSet *set, const Choosing *choosing, Error *error) {
    PuzzleSet chosen = {0};
    bool good = true;
    for (int i = 0; i < set->count && good; i++) {
        if (is_chosen(choosing, set, i)) good = puzzle_set_add(&chosen, &set->puzzle[i], error);
    }
    good = good && puzzles_save(&chosen, args_text(args, "output"), args_flag(args, "force"), error);
    puzzle_set_free(&chosen);
    return good;
}

static int list_run(const Args *args, const PuzzleSet *set, const Choosing *choosing) {
    Error error = {0};
    if (args_given(args, "output") &&
        (!output_check(args_text(args, "output"), args_flag(args, "force"), &error) ||
         !list_save(args, set, choosing, &error)))
        return report_error(&error);
    return list_report(args, set, choosing);
}

// --- show

static bool puzzle_draw(const Args *args, const Puzzle *puzzle, Error *error) {
    static Drawing drawing; // too large for some stacks
    drawing_init(&drawing, &puzzle->position);
    snprintf(drawing.title, sizeof drawing.title, "%s to move and win", side_name(puzzle));
    if (args_flag(args, "answer") && puzzle->move != CELL_NONE) {
        DrawingSet *set = &drawing.set[drawing.sets++];
        *set = (DrawingSet){
            .name = "the only winning move", .cells = cellset_of(puzzle->move), .hue = HUE_GREEN};
    }
    return drawing_save(&drawing, args_text(args, "output"), args_flag(args, "force"), error);
}

static void puzzle_print(const Args *args, const Puzzle *puzzle, int number) {
    Terminal terminal = terminal_detect();
    Text board = {0};
    Game game;
    char name[CELL_NAME_MAX];
    bool answer = args_flag(args, "answer") && puzzle->move != CELL_NONE;
    game_init_position(&game, &puzzle->position);
    terminal_draw(&terminal, mp_game_seen(&game), answer ? puzzle->move : CELL_NONE, &board);
    printf("%d. %s to move and win", number, side_name(puzzle));
    if (puzzle->grade) printf(" (grade %d of %d)", puzzle->grade, PUZZLE_GRADE_MAX);
    printf("\n\n%s", text_string(&board));
    text_free(&board);
    if (answer)
        printf("\nThe only winning move: %s\n", cell_name(puzzle->position.geometry, puzzle->move, name));
}

static int show_run(const Args *args, const PuzzleSet *set, const Choosing *choosing) {
    Error error = {0};
    for (int i = 0; i < set->count; i++) {
        if (!is_chosen(choosing, set, i)) continue;
        if (args_given(args, "output") &&
            (!drawing_path_check(args_text(args, "output"), args_flag(args, "force"), &error) ||
             !puzzle_draw(args, &set->puzzle[i], &error)))
            return report_error(&error);
        if (args_flag(args, "json")) return report_json(puzzle_row(set, i));
        puzzle_print(args, &set->puzzle[i], i + 1);
        return EXIT_DONE;
    }
    error_input(&error, "no puzzle of that size and grade");
    return report_error(&error);
}

// --- check

typedef struct Checking {
    const Args *args;
    const PuzzleSet *set;
    Watch watch;
    NetEngine engine; // with --levels
    Player *strong;
    json_t *rows;
    int right, wrong, undecided, regraded;
    int easy;       // right, but a weak level finds the move now
    PuzzleSet kept; // for --output: the right ones as they are graded now, without those
} Checking;

// What is wrong with a puzzle, as a sentence; empty when nothing is.
typedef struct Verdict {
    const char *name; // unique, several, lost, undecided, other_move, easy, alike
    char reason[160];
} Verdict;

static Verdict proof_verdict(const Puzzle *puzzle, const PuzzleProof *proof) {
    const Geometry *g = puzzle->position.geometry;
    char first[CELL_NAME_MAX], second[CELL_NAME_MAX];
    Verdict verdict = {.name = "unique"};
    switch (proof->state) {
    case PUZZLE_LOST:
        verdict = (Verdict){"lost", "no move wins"};
        break;
    case PUZZLE_UNDECIDED:
        verdict = (Verdict){"undecided", "not decided within the limits"};
        break;
    case PUZZLE_SEVERAL:
        verdict.name = "several";
        snprintf(verdict.reason, sizeof verdict.reason, "%s wins, and so does %s",
                 cell_name(g, proof->move, first), cell_name(g, proof->second, second));
        break;
    case PUZZLE_UNIQUE:
        if (puzzle->move == CELL_NONE || puzzle->move == proof->move) break;
        verdict.name = "other_move";
        snprintf(verdict.reason, sizeof verdict.reason, "only %s wins, not %s",
                 cell_name(g, proof->move, first), cell_name(g, puzzle->move, second));
    }
    return verdict;
}

// Whether one before it in the files is like it.
static int alike_before(const PuzzleSet *set, int index) {
    for (int i = 0; i < index; i++) {
        if (position_equal(&set->key[i], &set->key[index])) return i;
    }
    return -1;
}

static Verdict puzzle_judge(const Checking *checking, int index, const PuzzleProof *proof) {
    const Puzzle *puzzle = &checking->set->puzzle[index];
    Verdict verdict = proof_verdict(puzzle, proof);
    if (strcmp(verdict.name, "unique")) return verdict;
    PuzzleEase ease = puzzle_ease(&puzzle->position, proof->move);
    int like = alike_before(checking->set, index);
    if (ease != EASE_NONE && puzzle->grade) {
        verdict.name = "easy";
        snprintf(verdict.reason, sizeof verdict.reason, "%s", puzzle_ease_text(ease));
    } else if (like >= 0) {
        verdict.name = "alike";
        snprintf(verdict.reason, sizeof verdict.reason, "the same as puzzle %d", like + 1);
    } else if (puzzle->grade && puzzle->grade != puzzle_grade(puzzle->level, puzzle->proof_nodes)) {
        verdict.name = "grade";
        snprintf(verdict.reason, sizeof verdict.reason, "level and proof size give grade %d, not %d",
                 puzzle_grade(puzzle->level, puzzle->proof_nodes), puzzle->grade);
    }
    return verdict;
}

static bool puzzle_check(Checking *checking, int index, Error *error) {
    const Puzzle *puzzle = &checking->set->puzzle[index];
    const Args *args = checking->args;
    Observer observer = watch_observer(&checking->watch);
    Budget budget = {.seconds = args_given(args, "time") ? args_real(args, "time") : CHECK_SECONDS,
                     .nodes = args_given(args, "playouts") ? (uint64_t)args_int(args, "playouts") : 0,
                     .observer = &observer};
    PuzzleProof proof;
    checking->watch.geometry = puzzle->position.geometry;
    snprintf(checking->watch.label, sizeof checking->watch.label, "%d of %d", index + 1,
             checking->set->count);
    if (!puzzle_prove(&puzzle->position, NULL, 0, &budget, NULL, &proof, error)) return false;
    if (watch_interrupted()) return true;
    Puzzle again = *puzzle;
    again.move = proof.move;
    if (proof.proof_nodes) again.proof_nodes = proof.proof_nodes; // else it was not counted whole
    if (checking->strong && proof.state == PUZZLE_UNIQUE) {
        if (!puzzle_ask_levels(&again, checking->engine.puct, checking->strong, error)) return false;
        again.grade = puzzle_grade(again.level, again.proof_nodes);
        checking->regraded += again.grade != puzzle->grade;
    }
    Verdict verdict = puzzle_judge(checking, index, &proof);
    bool right = !strcmp(verdict.name, "unique"), open = proof.state == PUZZLE_UNDECIDED;
    checking->right += right;
    checking->undecided += open;
    checking->wrong += !right && !open;
    bool easy = right && checking->strong && again.level && again.level < PUZZLE_LEVEL_LEAST;
    checking->easy += easy;
    if (right && !easy && args_given(args, "output") && !puzzle_set_add(&checking->kept, &again, error))
        return false;
    json_t *row = puzzle_row(checking->set, index);
    json_object_set_new(row, "verdict", json_string(verdict.name));
    json_object_set_new(row, "reason", *verdict.reason ? json_string(verdict.reason) : json_null());
    json_object_set_new(row, "nodes", json_integer((json_int_t)proof.nodes));
    json_object_set_new(row, "found", json_cell(puzzle->position.geometry, proof.move));
    json_object_set_new(row, "now", puzzle_json(&again));
    json_array_append_new(checking->rows, row);
    watch_clear(&checking->watch);
    if (!right && !args_flag(args, "json")) printf("%d. %s: %s\n", index + 1, verdict.name, verdict.reason);
    return true;
}

static bool checking_ready(Checking *checking, Error *error) {
    const char *output = args_text(checking->args, "output");
    if (output && !args_flag(checking->args, "levels"))
        return error_input(error, "puzzle check: --output writes what --levels finds");
    if (output && !output_check(output, args_flag(checking->args, "force"), error)) return false;
    if (!args_flag(checking->args, "levels")) return true;
    NetEngineOptions options = net_engine_options();
    if (!net_engine_open(&checking->engine, &options, error)) return false;
    checking->strong = player_new(args_catalog(checking->args), "auto", 1, error);
    return checking->strong;
}

static int checking_report(Checking *checking) {
    const Args *args = checking->args;
    int code = EXIT_DONE;
    if (args_flag(args, "json"))
        code = report_json(
            json_pack("{s:O, s:i, s:i, s:i, s:o, s:o}", "puzzles", checking->rows, "unique", checking->right,
                      "wrong", checking->wrong, "undecided", checking->undecided, "regraded",
                      args_flag(args, "levels") ? json_integer(checking->regraded) : json_null(),
                      "easy_levels", args_flag(args, "levels") ? json_integer(checking->easy) : json_null()));
    else
        printf("%d puzzle%s with exactly one winning move, proved; %d wrong, %d not decided\n",
               checking->right, plural(checking->right), checking->wrong, checking->undecided);
    if (!args_flag(args, "json") && args_flag(args, "levels"))
        printf("%d with another grade now; of %d a level below %d finds the move\n", checking->regraded,
               checking->easy, PUZZLE_LEVEL_LEAST);
    if (code != EXIT_DONE) return code;
    return checking->wrong                              ? EXIT_FALSE_PROOF
           : checking->undecided || watch_interrupted() ? EXIT_UNDECIDED
                                                        : EXIT_DONE;
}

static int check_run(const Args *args, const PuzzleSet *set, const Choosing *choosing) {
    Error error = {0};
    Checking checking = {.args = args, .set = set, .rows = json_array()};
    watch_start(&checking.watch, NULL);
    bool good = checking_ready(&checking, &error);
    for (int i = 0; i < set->count && good && !watch_interrupted(); i++) {
        if (is_chosen(choosing, set, i)) good = puzzle_check(&checking, i, &error);
    }
    watch_clear(&checking.watch);
    if (good && args_given(args, "output") && !watch_interrupted())
        good = puzzles_save(&checking.kept, args_text(args, "output"), args_flag(args, "force"), &error);
    int code = good ? checking_report(&checking) : report_error(&error);
    json_decref(checking.rows);
    puzzle_set_free(&checking.kept);
    player_free(checking.strong);
    net_engine_close(&checking.engine);
    return code;
}

// --- The command

static const struct {
    const char *name, *help;
    int (*run)(const Args *args, const PuzzleSet *set, const Choosing *choosing); // NULL: make
} VERBS[] = {
    {"make", "make puzzles from SGF files, or from games of its own", NULL},
    {"check", "prove again that each has exactly one winning move", check_run},
    {"list", "a line for each", list_run},
    {"show", "one of them as a board", show_run},
};

static int sets_run(const Args *args, int verb) {
    Error error = {0};
    PuzzleSet set = {0};
    Choosing choosing;
    bool good = sets_read(args, &set, &error) && choosing_read(args, &set, &choosing, &error);
    int code = good ? VERBS[verb].run(args, &set, &choosing) : report_error(&error);
    puzzle_set_free(&set);
    return code;
}

static int puzzle_run(const Args *args) {
    Error error = {0};
    const char *word = args_count(args) ? args_word(args, 0) : NULL;
    for (size_t i = 0; word && i < sizeof VERBS / sizeof *VERBS; i++) {
        if (strcmp(word, VERBS[i].name)) continue;
        return VERBS[i].run ? sets_run(args, (int)i) : puzzle_make_run(args);
    }
    if (word)
        error_input(&error, "puzzle '%.40s': expected make, check, list or show", word);
    else
        error_input(&error, "puzzle: say what to do: make, check, list or show");
    return report_error(&error);
}

static bool verb_name(const Program *program, int index, const char **name, const char **help) {
    (void)program;
    if (index >= (int)(sizeof VERBS / sizeof *VERBS)) return false;
    *name = VERBS[index].name;
    *help = VERBS[index].help;
    return true;
}

static const OptionSpec OWN[] = {
    {"grade", OPTION_INT, NULL, 1, 5, NULL, "G", "Only puzzles of this grade, from 1 (easy) to 5."},
    {"answer", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Show the winning move too."},
    {"count", OPTION_INT, NULL, 1, 1000000, NULL, "N",
     "Puzzles to make, with those that are in the file already. Without it 10 more."},
    {"missed", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "Only positions in which the game went on with a losing move."},
    {"levels", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Ask the levels again as well, and compare the grades."},
    {0},
};

// What options mean here.
static const OptionHelp HELPS[] = {
    {"pick", "Which puzzle, of a file or found. Without it all."},
    {"games", "Games to play in search of puzzles, where no files are given."},
    {"time", "Seconds of make as a whole; of check for each puzzle (60)."},
    {"playouts", "Nodes of the solver for each position. Without it 2000."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay puzzle show puzzles.json --pick 3",
    "Shows a puzzle.",
    "mustplay puzzle make --size 7 --games 20 --output puzzles.json",
    "Makes puzzles from twenty games of its own.",
    NULL,
};

const Command COMMAND_PUZZLE = {
    .name = "puzzle",
    .group = "Play",
    .summary = "Positions with exactly one winning move: show, check, make.",
    .arguments = "make|check|list|show [FILE...]",
    .arguments_max = 31,
    .own = OWN,
    .options = "size pick games seed playouts time resume output force json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "A puzzle is a position in which one move wins and every other one loses, all proved, and the move is not easy "
        "to see. No two of a set are alike.\n\n"
        "make looks for puzzles in the games of SGF files or, without files, in games between levels 3 to 9 (--size, "
        "--seed, --games). --missed keeps only positions in which the game continued with a losing move: one's own "
        "blunders. --playouts bounds the solver's nodes for each position (2000), --time the whole command. Puzzles go "
        "to --output; without it they are printed, one JSON object per line. With --resume each is kept as soon as it "
        "is found, and the same command resumes after an interruption.\n\n"
        "check proves sets again (--time is for each puzzle, 60 seconds). Exit code 4: a puzzle has several winning "
        "moves, none, or another one than it says; or it is easy, or like another. Exit code 3: one was not decided. "
        "check --levels --output FILE writes the right ones with their new grades, without those that a level below 4 "
        "solves.\n\n"
        "list and check take --size, --grade and --pick; list --output writes the chosen ones to another file. show "
        "prints one board, with --answer the move too, and draws it to --output. Files are lines of JSON or SGF "
        "collections (a name that ends in .sgf is written as such). In a collection each game is a puzzle, its first "
        "move the answer.\n\n"
        "JSON keys of make: puzzles, games, positions, several, easy, easy_levels, undecided, seconds. Of list: "
        "puzzles, count. Of check: puzzles (with verdict, reason, found, now), unique, wrong, undecided, regraded, "
        "easy_levels. A puzzle has number, size, black, white, to_move, move, grade, level, rank, proof_nodes, source, "
        "game, after. docs/PUZZLES.md tells more.",
    .run = puzzle_run,
    .names = verb_name,
};
