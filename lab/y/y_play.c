// mustplay play --game y: a game of Y in the terminal. A line is a cell or one of the commands below; a line that
// fails says why and changes nothing.
#include "cli/player_args.h"
#include "lab/y/y_commands.h"
#include "lab/y/ysgf.h"
#include "mustplay/mustplay.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { Y_PLAY_LEVEL = 4 };

typedef struct YSession {
    YGame game;
    YPlayer *player;
    Budget budget;
    bool human[2];
    bool quit;
} YSession;

static const char *const COLOR_TITLE[] = {"Black", "White"};

static void board_show(const YSession *s) {
    Text out = {0};
    text_add_char(&out, '\n');
    yposition_write(&s->game.now, NULL, NULL, &out);
    printf("%s\n", text_string(&out));
    text_free(&out);
}

static bool sides_set(YSession *s, const char *side) {
    static const char *const NAMES[] = {"black", "white", "both", "none"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(side, NAMES[i])) continue;
        s->human[BLACK] = i == 0 || i == 2;
        s->human[WHITE] = i == 1 || i == 2;
        return true;
    }
    return false;
}

// --- Commands: each says whether the board has changed.
static bool run_undo(YSession *s, const char *rest, Error *error) {
    (void)rest;
    bool any = false;
    for (int i = 0; i < s->game.count; i++) any |= s->human[s->game.played[i].color];
    if (!any) return error_input(error, "undo: you have not moved yet");
    do {
        ygame_undo(&s->game);
    } while (s->game.count && !s->human[s->game.now.to_move]);
    return true;
}

static bool run_hint(YSession *s, const char *rest, Error *error) {
    (void)rest;
    YChoice choice;
    char name[MOVE_NAME_MAX];
    if (!yplayer_choose(s->player, &s->game, &s->budget, &choice, error)) return false;
    printf("%s would play %s.\n", yplayer_spec(s->player), ymove_name(s->game.now.board, choice.move, name));
    return false;
}

static bool run_save(YSession *s, const char *rest, Error *error) {
    char application[64];
    if (!*rest) return error_input(error, "save: which file? For example: save game.sgf");
    snprintf(application, sizeof application, "Mustplay:%s", mp_version());
    SgfInfo info = {.application = application};
    info.black = s->human[BLACK] ? "human" : yplayer_spec(s->player);
    info.white = s->human[WHITE] ? "human" : yplayer_spec(s->player);
    SgfTree *tree = ysgf_from_game(&s->game, &info);
    if (!tree) return error_memory(error);
    if (sgf_save(tree, rest, false, error)) printf("Saved in %s.\n", rest);
    sgf_free(tree);
    return false;
}

static bool run_load(YSession *s, const char *rest, Error *error) {
    if (!*rest) return error_input(error, "load: which file? For example: load game.sgf");
    SgfTree *tree = sgf_load(rest, NULL, error);
    if (!tree) return false;
    YGame game;
    bool good = ysgf_game(tree, -1, &game, error);
    sgf_free(tree);
    if (good) s->game = game;
    return good;
}

static bool run_new(YSession *s, const char *rest, Error *error) {
    int size = s->game.now.board->size;
    if (*rest && !triangle_size_parse(rest, &size, error)) return false;
    const Triangle *board = triangle_get(size);
    if (!board) return error_memory(error);
    YPosition empty = yposition_empty(board);
    ygame_init(&s->game, &empty);
    return true;
}

static bool run_side(YSession *s, const char *rest, Error *error) {
    return sides_set(s, rest) || error_input(error, "side: expected black, white, both or none");
}

static bool run_board(YSession *s, const char *rest, Error *error) {
    (void)s, (void)rest, (void)error;
    return true;
}

static bool run_quit(YSession *s, const char *rest, Error *error) {
    (void)rest, (void)error;
    s->quit = true;
    return false;
}

static bool run_help(YSession *s, const char *rest, Error *error);

static const struct {
    const char *name, *help;
    bool (*run)(YSession *s, const char *rest, Error *error);
} LINES[] = {{"undo", "take your last move back, and the answer to it", run_undo},
             {"hint", "show what the computer would play", run_hint},
             {"save", "FILE: save the game as SGF", run_save},
             {"load", "FILE: continue a saved game", run_load},
             {"new", "[SIZE]: start again", run_new},
             {"side", "COLOUR: play black, white, both or none", run_side},
             {"board", "show the board again", run_board},
             {"help", "this list", run_help},
             {"quit", "leave", run_quit}};
enum { LINE_COUNT = sizeof LINES / sizeof *LINES };

static bool run_help(YSession *s, const char *rest, Error *error) {
    (void)s, (void)rest, (void)error;
    printf(
        "Whoever joins all three sides with one chain wins; corners belong to two sides; there is no draw.\n"
        "Type a cell to move there, such as b3: column b, row 3; swap answers the first stone by taking it "
        "over; resign gives up. Or:\n");
    for (int i = 0; i < LINE_COUNT; i++) printf("  %-6s %s\n", LINES[i].name, LINES[i].help);
    return false;
}

static bool move_run(YSession *s, const char *word, const char *rest, Error *error) {
    const Triangle *board = s->game.now.board;
    Move move = ymove_parse(board, word, (int)strlen(word));
    if (move == MOVE_NONE)
        return error_input(
            error, "%.40s: neither a cell of this board of Y, size %d, nor a command; help lists them", word,
            board->size);
    if (*rest) return error_input(error, "one move at a time, please");
    return ygame_play(&s->game, s->game.now.to_move, move, error);
}

// Runs a line; true when the board has changed.
static bool line_run(YSession *s, char *line) {
    for (char *p = line; *p; p++) {
        if (iscntrl((unsigned char)*p)) *p = strchr("\t\n\r", *p) ? ' ' : '?';
    }
    for (size_t length = strlen(line); length && line[length - 1] == ' ';) line[--length] = '\0';
    char *word = line + strspn(line, " ");
    if (!*word) return false;
    char *rest = word + strcspn(word, " ");
    if (*rest) *rest++ = '\0';
    rest += strspn(rest, " ");
    Error error = {.text = ""};
    bool shown = false;
    int i = 0;
    while (i < LINE_COUNT && strcasecmp(word, LINES[i].name)) i++;
    shown = i < LINE_COUNT ? LINES[i].run(s, rest, &error) : move_run(s, word, rest, &error);
    if (error.text[0]) printf("%s.\n", error.text);
    return shown;
}

static bool computers_move(YSession *s, Error *error) {
    while (ygame_winner(&s->game) == EMPTY && !s->human[s->game.now.to_move]) {
        YChoice choice;
        char name[MOVE_NAME_MAX];
        Color color = s->game.now.to_move;
        if (!yplayer_choose(s->player, &s->game, &s->budget, &choice, error)) return false;
        if (!ygame_play(&s->game, color, choice.move, error)) return false;
        printf("%s plays %s.\n", COLOR_TITLE[color], ymove_name(s->game.now.board, choice.move, name));
    }
    return true;
}

static int session_run(YSession *s) {
    char *line = NULL;
    size_t capacity = 0;
    Error error = {0};
    printf("Black: %s\nWhite: %s\nJoin all three sides with one chain. Type a cell such as b3, or help.\n",
           s->human[BLACK] ? "you" : yplayer_spec(s->player),
           s->human[WHITE] ? "you" : yplayer_spec(s->player));
    bool show = true, good = true;
    while (!s->quit && (good = computers_move(s, &error))) {
        Color winner = ygame_winner(&s->game);
        if (show) board_show(s);
        if (show && winner != EMPTY)
            printf("%s wins. Now: new, undo, save FILE or quit.\n", COLOR_TITLE[winner]);
        printf("%s%s", winner == EMPTY ? COLOR_TITLE[s->game.now.to_move] : "",
               winner == EMPTY ? " to move> " : "> ");
        fflush(stdout);
        if (getline(&line, &capacity, stdin) < 0) {
            printf("\n");
            break;
        }
        show = line_run(s, line);
    }
    free(line);
    return good ? EXIT_DONE : report_error(&error);
}

int y_play_run(const Args *args) {
    Error error = {0};
    YSession s = {.budget = args_budget(args)};
    sides_set(&s, args_text(args, "side"));
    if (!y_args_game(args, &s.game, &error)) return report_error(&error);
    s.player = y_args_player(args, Y_PLAY_LEVEL, (uint64_t)time(NULL), &error);
    int code = s.player ? session_run(&s) : report_error(&error);
    yplayer_free(s.player);
    return code;
}
