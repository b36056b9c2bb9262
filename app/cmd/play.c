// mustplay play: a game in the terminal against a player, between two people, or to watch.
//
// A loop: show the board, let the side to move move, until the input ends. A line is a cell or one of the
// commands of the table below; a line that fails says why and changes nothing.
#include "cli/player_args.h"
#include "cli/terminal.h"
#include "game/sgf.h"
#include "mustplay/mustplay.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

// The strength unless one is asked for.
enum { PLAY_LEVEL = 4 };

typedef struct Session {
    Terminal terminal;
    Player *player;
    Player *adviser; // for hints, as strong as it can; NULL: the player itself
    MoveTerms terms;
    Game game;
    bool human[2];
    bool stuck; // the player failed: people may move for it
    bool quit;
    int hint;         // a cell to show, or CELL_NONE
    char saved[4096]; // the file of the last save: it may be replaced
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

static char *color_title(Color color, char *buffer) {
    strcpy(buffer, color_name(color));
    buffer[0] = (char)toupper((unsigned char)buffer[0]);
    return buffer;
}

static bool human_to_move(const Session *s) {
    return s->stuck || s->human[s->game.now.to_move];
}

static bool swap_rule(const Session *s) {
    const Geometry *g = s->game.now.geometry;
    return s->terms.may_swap && g->width == g->height;
}

// --- Moves
// "White plays c3.", "White swaps: ...".
static void move_announce(const Session *s, Color color, Move move) {
    char who[8], name[MOVE_NAME_MAX], stone[MOVE_NAME_MAX];
    const Geometry *g = s->game.now.geometry;
    color_title(color, who);
    if (move == MOVE_SWAP_PIECES) {
        printf("%s swaps: %s becomes a %s stone on %s, and %s moves.\n", who,
               move_name(g, s->game.played[0].move, stone), color_name(color),
               move_name(g, game_last_cell(&s->game), name), color_name(s->game.now.to_move));
    } else if (move == MOVE_RESIGN) {
        printf("%s resigns.\n", who);
    } else {
        printf("%s plays %s.\n", who, move_name(g, move, name));
    }
}

static bool move_make(Session *s, Move move, Error *error) {
    Color color = s->game.now.to_move;
    if (!game_play(&s->game, color, move, error)) return false;
    s->hint = CELL_NONE;
    if (move >= CELL_MAX || !s->human[color]) move_announce(s, color, move);
    return true;
}

static void computer_move(Session *s) {
    Choice choice;
    Error error;
    if (player_choose(s->player, &s->game, &s->terms, &choice, &error) && move_make(s, choice.move, &error))
        return;
    printf("The computer cannot move: %s.\nYou may move for it, undo, save or quit.\n", error.text);
    s->stuck = true;
}

// --- Commands
static bool run_swap(Session *s, const char *rest, Error *error) {
    (void)rest;
    if (s->game.now.geometry->width != s->game.now.geometry->height)
        return error_input(error, "swap: only on square boards");
    if (!s->terms.may_swap) return error_input(error, "swap: the swap rule is off in this game");
    return move_make(s, MOVE_SWAP_PIECES, error);
}

static bool run_undo(Session *s, const char *rest, Error *error) {
    (void)rest;
    bool any = false;
    for (int i = 0; i < s->game.count; i++) any |= s->human[s->game.played[i].color];
    if (!any && !s->stuck) return error_input(error, "undo: you have not moved yet");
    s->stuck = false;
    s->hint = CELL_NONE;
    do {
        game_undo(&s->game);
    } while (s->game.count && !s->human[s->game.now.to_move]);
    return true;
}

static bool run_hint(Session *s, const char *rest, Error *error) {
    (void)rest;
    Choice choice;
    char name[MOVE_NAME_MAX];
    Player *adviser = s->adviser ? s->adviser : s->player;
    if (!player_choose(adviser, &s->game, &s->terms, &choice, error)) return false;
    printf("%s would play %s.\n", adviser->type->name, move_name(s->game.now.geometry, choice.move, name));
    s->hint = choice.move < CELL_MAX ? choice.move : CELL_NONE;
    return s->hint != CELL_NONE;
}

static bool game_save(Session *s, const char *path, bool replace, Error *error) {
    char application[64];
    snprintf(application, sizeof application, "Mustplay:%s", mp_version());
    const char *name[2];
    for (Color color = BLACK; color <= WHITE; color++)
        name[color] = s->human[color] ? "human" : s->player->spec;
    SgfInfo info = {.black = name[BLACK], .white = name[WHITE], .application = application};
    SgfTree *tree = sgf_from_game(&s->game, &info);
    if (!tree) return error_memory(error);
    bool written = sgf_save(tree, path, replace, error);
    sgf_free(tree);
    return written;
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

static void game_begin(Session *s, const Game *game) {
    s->game = *game;
    s->stuck = false;
    s->hint = CELL_NONE;
}

static bool run_load(Session *s, const char *rest, Error *error) {
    if (!*rest) return error_input(error, "load: which file? For example: load game.sgf");
    SgfTree *tree = sgf_load(rest, error);
    if (!tree) return false;
    Game game;
    bool good = sgf_game(tree, -1, &game, error);
    sgf_free(tree);
    if (good) game_begin(s, &game);
    return good;
}

static bool run_new(Session *s, const char *rest, Error *error) {
    int width = s->game.now.geometry->width, height = s->game.now.geometry->height;
    if (*rest && !size_parse(rest, &width, &height, error)) return false;
    Game game;
    game_init(&game, geometry_get(width, height));
    game_begin(s, &game);
    return true;
}

static bool run_side(Session *s, const char *rest, Error *error) {
    static const char *const names[] = {"black", "white", "both", "none"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(rest, names[i])) continue;
        s->human[BLACK] = i == 0 || i == 2;
        s->human[WHITE] = i == 1 || i == 2;
        s->stuck = false;
        return true;
    }
    return error_input(error, "side: expected black, white, both or none");
}

static bool run_resign(Session *s, const char *rest, Error *error) {
    (void)rest;
    return move_make(s, MOVE_RESIGN, error);
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
    const Geometry *g = s->game.now.geometry;
    Move move = move_parse(g, word, (int)strlen(word));
    bool like_cell =
        isalpha((unsigned char)word[0]) && word[1] && strspn(word + 1, "0123456789") == strlen(word + 1);
    if (move == MOVE_PASS) return error_input(error, "pass: in Hex nobody needs to pass");
    if (move == MOVE_SWAP_SIDES || move == MOVE_SWAP_PIECES) return run_swap(s, rest, error);
    if (move == MOVE_NONE && like_cell)
        return error_input(error, "%s: not a cell of this board, which goes from a1 to %c%d", word,
                           'a' + g->width - 1, g->height);
    if (move == MOVE_NONE)
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
    terminal_draw(&s->terminal, &s->game, s->hint, &text);
    text_add_char(&text, '\n');
    say(text_string(&text));
    text_free(&text);
}

static void sides_show(const Session *s) {
    Text text = {0};
    const char *dash = s->terminal.unicode ? "–" : "-";
    for (Color color = BLACK; color <= WHITE; color++) {
        terminal_stone(&s->terminal, color, &text);
        text_format(&text, " %s (%s%s%s): %s\n", color == BLACK ? "Black" : "White",
                    color == BLACK ? "top" : "left", dash, color == BLACK ? "bottom" : "right",
                    s->human[color] ? "you" : s->player->spec);
    }
    text_add(&text, "Type a cell such as c3 to move there, or help.\n");
    say(text_string(&text));
    text_free(&text);
}

static void result_show(const Session *s) {
    Color winner = game_winner(&s->game);
    char who[8];
    printf("%s wins", color_title(winner, who));
    if (s->human[BLACK] != s->human[WHITE]) fputs(s->human[winner] ? ": well played" : "", stdout);
    say(". Now: new, undo, save FILE or quit.\n");
}

static void prompt_show(const Session *s) {
    if (game_winner(&s->game) != EMPTY) {
        say("> ");
        return;
    }
    bool may_swap = swap_rule(s) && game_can_swap(&s->game);
    printf("%s to move%s> ", s->game.now.to_move == BLACK ? "Black" : "White", may_swap ? " (or swap)" : "");
    fflush(stdout);
}

// Lets computers move until a person has to.
static void computers_move(Session *s) {
    while (game_winner(&s->game) == EMPTY && !human_to_move(s)) {
        computer_move(s);
        if (!s->human[BLACK] && !s->human[WHITE] && game_winner(&s->game) == EMPTY) board_show(s);
    }
}

static int session_run(Session *s) {
    char *line = NULL;
    size_t capacity = 0;
    sides_show(s);
    bool show = true;
    while (!s->quit) {
        computers_move(s);
        if (show) board_show(s);
        if (show && game_winner(&s->game) != EMPTY) result_show(s);
        prompt_show(s);
        if (getline(&line, &capacity, stdin) < 0) {
            say("\n");
            break;
        }
        show = line_run(s, line);
    }
    free(line);
    return EXIT_DONE;
}

static bool players_make(Session *s, const Args *args, Error *error) {
    uint64_t seed = (uint64_t)time(NULL);
    s->player = args_player(args, PLAY_LEVEL, seed, NULL, error);
    if (!s->player) return false;
    if (args_given(args, "player")) return true;
    s->adviser = player_new(args_catalog(args), args_catalog(args)->players[0]->name, seed, error);
    return s->adviser;
}

static int play_run(const Args *args) {
    Error error = {0};
    Session *s = calloc(1, sizeof *s);
    if (!s) return EXIT_INTERNAL;
    s->hint = CELL_NONE;
    s->terms = (MoveTerms){.budget = args_budget(args)};
    s->terms.may_swap = !args_given(args, "swap") || !strcmp(args_text(args, "swap"), "on");
    s->terminal = args_flag(args, "ascii") ? (Terminal){0} : terminal_detect();
    run_side(s, args_text(args, "side"), &error);
    int code;
    if (!args_game(args, &s->game, &error) || !players_make(s, args, &error))
        code = report_error(&error);
    else
        code = session_run(s);
    player_free(s->player);
    player_free(s->adviser);
    free(s);
    return code;
}

static const OptionSpec OWN[] = {
    {"side", OPTION_CHOICE, "black", 0, 0, "black|white|both|none", "COLOUR",
     "The side you play; both: two people; none: watch."},
    {"ascii", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Draw with plain letters, without colours."},
    {0},
};

const Command COMMAND_PLAY = {
    .name = "play",
    .group = "Play",
    .summary = "A game in the terminal.",
    .arguments = "",
    .own = OWN,
    .options = "@position " PLAYER_OPTIONS " swap ",
    .detail =
        "Type cells to move; help lists what else there is: undo, swap, hint, save, load, resign and more. "
        "Colours and Unicode are used where the terminal has them (NO_COLOR and the locale are respected).",
    .run = play_run,
};
