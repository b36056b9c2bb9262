// mustplay play: a game in the terminal against a player, between two people, or to watch.
//
// A loop: show the board, let the side to move move, until the input ends. A line is a cell or one of the
// commands of the table below; a line that fails says why and changes nothing.
#include "cli/public_player.h"
#include "cli/terminal.h"
#include "mustplay/sys/player.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

// The level unless --level or --player gives one.
enum { PLAY_LEVEL = 4 };

typedef struct Session {
    Terminal terminal;
    mp_engine *engine;
    mp_player *player;
    mp_player *adviser; // for hints, as strong as it can; NULL: the player itself
    mp_terms terms;
    mp_game *game;
    bool human[2];
    bool stuck; // the player failed: people may move for it
    bool quit;
    int hint;         // a cell to show, or MP_NONE
    char saved[4096]; // the file of the last save: it may be replaced
    bool unsaved;     // moves that no file holds
    Watch watch;
} Session;

typedef struct PlayCommand {
    const char *name;
    const char *arguments;
    const char *help;
    bool (*run)(Session *session, const char *rest, Error *error); // true: the board has to be shown again
} PlayCommand;

static void say(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static bool human_to_move(const Session *s) {
    return s->stuck || s->human[mp_game_to_move(s->game)];
}

static bool is_square(const Session *s) {
    return mp_game_width(s->game) == mp_game_height(s->game);
}

static bool swap_rule(const Session *s) {
    return s->terms.may_swap && is_square(s);
}

// --- Moves
// "White plays c3.", "White swaps: ...".
static void move_announce(const Session *s, mp_color color, int move) {
    char name[MP_NAME_MAX], stone[MP_NAME_MAX];
    const mp_game *g = s->game;
    const char *who = title_of_color(color);
    if (move == MP_SWAP_PIECES) {
        printf("%s swaps: %s becomes a %s stone on %s, and %s moves.\n", who,
               mp_move_name(g, mp_game_move(g, 0, NULL), stone), name_of_color(color),
               mp_move_name(g, mp_game_last_cell(g), name), name_of_color(mp_game_to_move(g)));
    } else if (move == MP_RESIGN) {
        printf("%s resigns.\n", who);
    } else {
        printf("%s plays %s.\n", who, mp_move_name(g, move, name));
    }
}

static bool move_make(Session *s, int move, Error *error) {
    mp_error why;
    mp_color color = mp_game_to_move(s->game);
    if (!mp_game_play(s->game, color, move, &why)) return public_fail(&why, NULL, error);
    s->hint = MP_NONE;
    s->unsaved = true;
    if (move >= MP_CELLS_MAX || !s->human[color]) move_announce(s, color, move);
    return true;
}

static bool choose(const Session *s, mp_player *player, int *move, Error *error) {
    mp_error why;
    mp_choice choice = MP_INIT(mp_choice);
    if (!mp_player_choose(player, s->game, &s->terms, &choice, &why)) return public_fail(&why, NULL, error);
    *move = choice.move;
    return true;
}

static void computer_move(Session *s) {
    int move = MP_NONE;
    Error error;
    bool chosen = choose(s, s->player, &move, &error);
    if (watch_interrupted() || (chosen && move_make(s, move, &error))) return;
    printf("The computer cannot move: %s.\nYou may move for it, undo, save or quit.\n", error.text);
    s->stuck = true;
}

// --- Commands
static bool run_swap(Session *s, const char *rest, Error *error) {
    (void)rest;
    if (!is_square(s)) return error_input(error, "swap: only on square boards");
    if (!s->terms.may_swap) return error_input(error, "swap: the swap rule is off in this game");
    return move_make(s, MP_SWAP_PIECES, error);
}

static bool run_undo(Session *s, const char *rest, Error *error) {
    (void)rest;
    bool any = false;
    mp_color color;
    for (int i = 0; mp_game_move(s->game, i, &color) != MP_NONE; i++) any |= s->human[color];
    if (!any && !s->stuck) return error_input(error, "undo: you have not moved yet");
    s->stuck = false;
    s->hint = MP_NONE;
    do {
        mp_game_undo(s->game);
    } while (mp_game_moves(s->game) && !s->human[mp_game_to_move(s->game)]);
    return true;
}

static bool run_hint(Session *s, const char *rest, Error *error) {
    (void)rest;
    int move = MP_NONE;
    char name[MP_NAME_MAX];
    mp_player *adviser = s->adviser ? s->adviser : s->player;
    if (!choose(s, adviser, &move, error)) return false;
    printf("%s would play %s.\n", mp_player_name(adviser), mp_move_name(s->game, move, name));
    s->hint = move < MP_CELLS_MAX ? move : MP_NONE;
    return s->hint != MP_NONE;
}

static bool game_save(Session *s, const char *path, bool replace, Error *error) {
    const char *name[2];
    mp_error why;
    for (int color = MP_BLACK; color <= MP_WHITE; color++)
        name[color] = s->human[color] ? "human" : mp_player_specification(s->player);
    mp_record *record = mp_record_new(s->game, name[MP_BLACK], name[MP_WHITE], NULL, &why);
    bool written = record && mp_record_set_text(record, 0, "RU", swap_rule(s) ? "swap" : "noswap", &why) &&
                   mp_record_save(record, path, replace, &why);
    mp_record_free(record);
    s->unsaved &= !written;
    return written || public_fail(&why, NULL, error);
}

static bool file_save(Session *s, const char *path, bool replace, Error *error) {
    if (!*path) return error_input(error, "save: which file? For example: save game.sgf");
    replace = replace || !strcmp(path, s->saved);
    if (!replace && access(path, F_OK) == 0)
        return error_input(error, "save: %.200s exists; save! %.60s replaces it", path, path);
    if (!game_save(s, path, replace, error)) return false;
    snprintf(s->saved, sizeof s->saved, "%s", path);
    printf("Saved in %s.\n", path);
    return false;
}

static bool run_save(Session *s, const char *rest, Error *error) {
    return file_save(s, rest, false, error);
}

static bool run_replace(Session *s, const char *rest, Error *error) {
    return file_save(s, rest, true, error);
}

// Takes the game over; NULL is the error `why`.
static bool game_begin(Session *s, mp_game *game, const mp_error *why, Error *error) {
    if (!game) return public_fail(why, NULL, error);
    mp_game_free(s->game);
    s->game = game;
    s->stuck = false;
    s->hint = MP_NONE;
    return true;
}

static bool run_load(Session *s, const char *rest, Error *error) {
    mp_error why;
    if (!*rest) return error_input(error, "load: which file? For example: load game.sgf");
    mp_record *record = mp_record_load(rest, &why);
    mp_game *game = record ? mp_record_game(record, MP_NONE, &why) : NULL;
    mp_record_free(record);
    return game_begin(s, game, &why, error);
}

static bool run_new(Session *s, const char *rest, Error *error) {
    mp_error why;
    int width = mp_game_width(s->game), height = mp_game_height(s->game);
    if (*rest && !args_size_parse(rest, &width, &height, error)) return false;
    return game_begin(s, mp_game_new(width, height, &why), &why, error);
}

static bool run_side(Session *s, const char *rest, Error *error) {
    static const char *const names[] = {"black", "white", "both", "none"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(rest, names[i])) continue;
        s->human[MP_BLACK] = i == 0 || i == 2;
        s->human[MP_WHITE] = i == 1 || i == 2;
        s->stuck = false;
        return true;
    }
    return error_input(error, "side: expected black, white, both or none");
}

static bool run_resign(Session *s, const char *rest, Error *error) {
    (void)rest;
    return move_make(s, MP_RESIGN, error);
}

// The moves of the game, numbered.
static bool run_moves(Session *s, const char *rest, Error *error) {
    char name[MP_NAME_MAX];
    (void)rest, (void)error;
    int count = mp_game_moves(s->game);
    for (int i = 0; i < count; i++)
        printf("%d. %s%s", i + 1, mp_move_name(s->game, mp_game_move(s->game, i, NULL), name),
               i + 1 == count ? "\n" : "  ");
    if (!count) say("No moves yet.\n");
    return false;
}

// Another strength for the computer from here on.
static bool run_level(Session *s, const char *rest, Error *error) {
    mp_error why;
    char spec[32], *end = NULL;
    long level = strtol(rest, &end, 10);
    if (!*rest || *end || level < 1 || level > MP_LEVEL_MAX)
        return error_input(error, "level: expected a number from 1 to %d", MP_LEVEL_MAX);
    snprintf(spec, sizeof spec, "auto:level=%ld", level);
    mp_player *player = mp_player_new(s->engine, spec, (uint64_t)time(NULL), NULL, &why);
    if (!player) return public_fail(&why, NULL, error);
    mp_player_free(s->player);
    s->player = player;
    s->stuck = false;
    printf("The computer plays at level %ld: %s\n", level, mp_level_help((int)level));
    return false;
}

static bool run_board(Session *s, const char *rest, Error *error) {
    (void)s, (void)rest, (void)error;
    return true;
}

static bool run_quit(Session *s, const char *rest, Error *error) {
    (void)rest, (void)error;
    s->quit = true;
    return false;
}

static bool run_help(Session *s, const char *rest, Error *error);

static const PlayCommand PLAY_COMMANDS[] = {
    {"swap", "", "answer the first stone by taking it over", run_swap},
    {"undo", "", "take your last move back, and the answer to it", run_undo},
    {"hint", "", "show what the computer would play", run_hint},
    {"save", "FILE", "save the game as SGF; save! replaces a file", run_save},
    {"save!", NULL, NULL, run_replace},
    {"load", "FILE", "continue a saved game", run_load},
    {"resign", "", "give the game up", run_resign},
    {"new", "[SIZE]", "start again, on a board such as 9 or 8x10", run_new},
    {"side", "COLOUR", "play black, white, both or none", run_side},
    {"level", "1..10", "another strength for the computer", run_level},
    {"moves", "", "list the moves of the game", run_moves},
    {"board", "", "show the board again", run_board},
    {"help", "", "this list", run_help},
    {"quit", "", "leave", run_quit},
    {"exit", "", NULL, run_quit},
};
enum { PLAY_COMMAND_COUNT = sizeof PLAY_COMMANDS / sizeof *PLAY_COMMANDS };

static bool run_help(Session *s, const char *rest, Error *error) {
    (void)rest, (void)error;
    say("Black joins top and bottom, White joins left and right; there is no draw.\n"
        "Type a cell to move there, such as c3: column c, row 3. Or:\n");
    for (int i = 0; i < PLAY_COMMAND_COUNT; i++) {
        const PlayCommand *c = &PLAY_COMMANDS[i];
        if (c->help) printf("  %-6s %-8s %s\n", c->name, c->arguments, c->help);
    }
    if (!swap_rule(s)) say("The swap rule is off in this game.\n");
    return false;
}

// --- Lines
// A line that is no command: a cell, or a mistake.
static bool cell_run(Session *s, const char *word, const char *rest, Error *error) {
    int move = mp_move_parse(s->game, word);
    bool like_cell =
        isalpha((unsigned char)word[0]) && word[1] && strspn(word + 1, "0123456789") == strlen(word + 1);
    if (move == MP_PASS) return error_input(error, "pass: in Hex nobody needs to pass");
    if (move == MP_SWAP_SIDES || move == MP_SWAP_PIECES) return run_swap(s, rest, error);
    if (move == MP_NONE && like_cell)
        return error_input(error, "%s: not a cell of this board, which goes from a1 to %c%d", word,
                           'a' + mp_game_width(s->game) - 1, mp_game_height(s->game));
    if (move == MP_NONE)
        return error_input(error, "%.40s: neither a cell (such as a1) nor a command; help lists the commands",
                           word);
    if (*rest) return error_input(error, "one move at a time, please");
    return move_make(s, move, error);
}

static const PlayCommand *command_named(const char *word) {
    for (int i = 0; i < PLAY_COMMAND_COUNT; i++) {
        if (!strcasecmp(word, PLAY_COMMANDS[i].name)) return &PLAY_COMMANDS[i];
    }
    return NULL;
}

// Runs a line; true when the board has to be shown again.
static bool line_run(Session *s, char *line) {
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
    for (char *p = line; *p; p++) { // an arrow key sends an escape sequence: it must not come back as one
        if (iscntrl((unsigned char)*p)) *p = *p == '\t' ? ' ' : '?';
    }
    char *word = line + strspn(line, " \t");
    if (!*word) return false;
    char *rest = word + strcspn(word, " \t");
    if (*rest) *rest++ = '\0';
    rest += strspn(rest, " \t");
    Error error = {.text = ""};
    const PlayCommand *command = command_named(word);
    bool shown = false;
    if (!command)
        shown = cell_run(s, word, rest, &error);
    else if (*rest && command->arguments && !*command->arguments)
        error_input(&error, "%s: nothing may follow it", command->name);
    else
        shown = command->run(s, rest, &error);
    if (error.text[0]) printf("%s.\n", error.text);
    fflush(stdout);
    return shown;
}

// --- The screen
static void board_show(const Session *s) {
    Text text = {0};
    text_add_char(&text, '\n');
    terminal_draw(&s->terminal, s->game, s->hint, &text);
    text_add_char(&text, '\n');
    say(text_string(&text));
    text_free(&text);
}

static void sides_show(const Session *s) {
    Text text = {0};
    const char *dash = s->terminal.unicode ? "–" : "-";
    for (int color = MP_BLACK; color <= MP_WHITE; color++) {
        terminal_stone(&s->terminal, (mp_color)color, &text);
        text_format(&text, " %s (%s%s%s): %s\n", title_of_color((mp_color)color),
                    color == MP_BLACK ? "top" : "left", dash, color == MP_BLACK ? "bottom" : "right",
                    s->human[color] ? "you" : mp_player_specification(s->player));
    }
    text_add(&text, "Type a cell such as c3 to move there, or help.\n");
    say(text_string(&text));
    text_free(&text);
}

static void result_show(const Session *s) {
    mp_color winner = mp_game_winner(s->game);
    printf("%s wins", title_of_color(winner));
    if (s->human[MP_BLACK] != s->human[MP_WHITE]) fputs(s->human[winner] ? ": well played" : "", stdout);
    say(". Now: new, undo, save FILE or quit.\n");
}

static void prompt_show(const Session *s) {
    if (mp_game_winner(s->game) != MP_EMPTY) {
        say("> ");
        return;
    }
    bool may_swap = swap_rule(s) && mp_game_can_swap(s->game);
    printf("%s to move%s> ", title_of_color(mp_game_to_move(s->game)), may_swap ? " (or swap)" : "");
    fflush(stdout);
}

// Lets computers move until a person has to.
static void computers_move(Session *s) {
    while (mp_game_winner(s->game) == MP_EMPTY && !human_to_move(s) && !watch_interrupted()) {
        computer_move(s);
        if (!s->human[MP_BLACK] && !s->human[MP_WHITE] && mp_game_winner(s->game) == MP_EMPTY) board_show(s);
    }
}

// After Ctrl-C: the game goes to a file of its own, which is never one that exists.
static int game_keep(Session *s) {
    char path[64] = "mustplay-game.sgf";
    Error error = {0};
    say("\n");
    if (!s->unsaved || !mp_game_moves(s->game)) return EXIT_UNDECIDED;
    for (int i = 2; access(path, F_OK) == 0 && i < 1000; i++)
        snprintf(path, sizeof path, "mustplay-game-%d.sgf", i);
    if (!game_save(s, path, false, &error)) return report_error(&error);
    printf("The game is kept: mustplay play --sgf %s continues it.\n", path);
    return EXIT_UNDECIDED;
}

static int session_run(Session *s) {
    char *line = NULL;
    size_t capacity = 0;
    sides_show(s);
    bool show = true;
    while (!s->quit) {
        computers_move(s);
        if (watch_interrupted()) break;
        if (show) board_show(s);
        if (show && mp_game_winner(s->game) != MP_EMPTY) result_show(s);
        prompt_show(s);
        if (getline(&line, &capacity, stdin) < 0) {
            if (!watch_interrupted()) say("\n");
            break;
        }
        show = line_run(s, line);
    }
    free(line);
    return watch_interrupted() ? game_keep(s) : EXIT_DONE;
}

static bool players_make(Session *s, const Args *args, Error *error) {
    mp_error why;
    uint64_t seed = (uint64_t)time(NULL);
    s->player = args_new_player(args, s->engine, PLAY_LEVEL, seed, &s->terms.limits, error);
    if (!s->player) return false;
    if (args_given(args, "player")) return true;
    mp_engine_set_log(s->engine, NULL, NULL); // what is missing was said for the player
    s->adviser = mp_player_new(s->engine, NULL, seed, NULL, &why);
    return s->adviser || public_fail(&why, NULL, error);
}

static bool interrupted(void *context) {
    (void)context;
    return watch_interrupted();
}

static bool session_start(Session *s, const Args *args, Error *error) {
    s->game = args_new_game(args, error);
    s->engine = s->game ? args_engine(args, error) : NULL;
    return s->engine && players_make(s, args, error);
}

static int play_run(const Args *args) {
    Error error = {0};
    Session *s = calloc(1, sizeof *s);
    if (!s) return EXIT_INTERNAL;
    s->hint = MP_NONE;
    s->terms = (mp_terms){.size = sizeof s->terms, .limits = MP_INIT(mp_limits)};
    args_grant(args, &s->terms.limits);
    s->terms.may_swap = !args_given(args, "swap") || !strcmp(args_text(args, "swap"), "on");
    s->terminal = args_flag(args, "ascii") ? (Terminal){0} : terminal_detect();
    run_side(s, args_text(args, "side"), &error);
    watch_start(&s->watch, NULL);
    s->terms.limits.stop = interrupted;
    int code = session_start(s, args, &error) ? session_run(s) : report_error(&error);
    mp_player_free(s->player);
    mp_player_free(s->adviser);
    mp_engine_free(s->engine);
    mp_game_free(s->game);
    free(s);
    return code;
}

static const OptionSpec OWN[] = {
    {"side", OPTION_CHOICE, "black", 0, 0, "black|white|both|none", "COLOUR",
     "The side you play; both: two people; none: watch."},
    {"ascii", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Draw with plain letters, without colours."},
    {0},
};

// What options mean here.
static const OptionHelp HELPS[] = {
    {"level", "Strength from 1 to 10, short for --player auto:level=L. Without it 4."},
    {"swap", "Whether the second player may swap, on square boards. Without it on."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay play --size 9 --level 3",
    "A game on 9x9 with an opponent of level 3.",
    "mustplay play --sgf game.sgf",
    "Continues a game from the end of game.sgf.",
    NULL,
};

const Command COMMAND_PLAY = {
    .name = "play",
    .group = "Play",
    .summary = "A game in the terminal.",
    .arguments = "",
    .own = OWN,
    .options = "@position " PLAYER_OPTIONS " swap ",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "Type cells to move; help lists what else there is: undo, swap, hint, level, moves, save, load, resign "
        "and more. Ctrl-C leaves and keeps an unsaved game in mustplay-game.sgf in this folder. "
        "Colours and Unicode are used where the terminal has them (NO_COLOR and the locale are respected).",
    .run = play_run,
};
