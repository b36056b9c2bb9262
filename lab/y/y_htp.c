// HTP for the game of Y: board, game, moves. The framing and the commands about the session are those of Hex.
#include "app/htp/htp_engine.h"
#include "lab/y/y_commands.h"
#include "lab/y/ysgf.h"
#include "play/level.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What the engine keeps of the game of Y.
typedef struct YEngine {
    YGame game;
    YPlayer *player;
} YEngine;

static YEngine *engine_of(const Htp *htp) {
    return htp->other;
}

static bool board_start(Htp *htp, int size, Error *error) {
    const Triangle *board = triangle_get(size);
    if (!board) return error_memory(error);
    YPosition empty = yposition_empty(board);
    ygame_init(&engine_of(htp)->game, &empty);
    return true;
}

static bool y_start(Htp *htp, Error *error) {
    enum { SIZE = 11 };
    YEngine *engine = htp->other = calloc(1, sizeof *engine);
    if (!engine) return error_memory(error);
    const char *spec = htp->setup.player ? htp->setup.player : yplayer_types()->name;
    return board_start(htp, SIZE, error) && (engine->player = yplayer_new(spec, htp->setup.seed, error));
}

static void y_stop(void *other) {
    YEngine *engine = other;
    if (engine) yplayer_free(engine->player);
    free(engine);
}

static bool boardsize(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    int size;
    return triangle_size_parse(args->word[0], &size, error) && board_start(htp, size, error);
}

static bool clear_board(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)out;
    return board_start(htp, engine_of(htp)->game.now.board->size, error);
}

static bool showboard(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)error;
    Color winner = ygame_winner(&engine_of(htp)->game);
    text_add_char(out, '\n');
    yposition_write(&engine_of(htp)->game.now, NULL, NULL, out);
    if (winner != EMPTY)
        text_format(out, "%s has won\n", color_name(winner));
    else
        text_format(out, "To move: %s\n", color_name(engine_of(htp)->game.now.to_move));
    return true;
}

static bool play(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    mp_color color;
    if (!htp_parse_color(args->word[0], &color, error)) return false;
    const char *word = args->word[1];
    Move move = ymove_parse(engine_of(htp)->game.now.board, word, (int)strlen(word));
    if (move == MOVE_NONE) return error_input(error, "'%.20s': not a cell of this board", word);
    return ygame_play(&engine_of(htp)->game, (Color)color, move, error);
}

static bool undo(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)out;
    return ygame_undo(&engine_of(htp)->game) || error_input(error, "cannot undo: no move has been played");
}

static bool stop_asked(void *context) {
    return htp_interrupted(context);
}

// A move for the colour that is named, or for the side to move.
static bool generate(Htp *htp, const HtpArgs *args, YGame *game, YChoice *choice, Error *error) {
    mp_color named = (mp_color)engine_of(htp)->game.now.to_move;
    if (args->count && !htp_parse_color(args->word[0], &named, error)) return false;
    Color color = (Color)named;
    *game = engine_of(htp)->game;
    if (color != game->now.to_move && !ygame_play(game, color_other(color), MOVE_PASS, error)) return false;
    Observer observer = {.context = htp, .cancelled = stop_asked};
    Budget budget = {.observer = &observer};
    return yplayer_choose(engine_of(htp)->player, game, &budget, choice, error);
}

static bool reg_genmove(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    YGame game;
    YChoice choice;
    char name[MOVE_NAME_MAX];
    if (!generate(htp, args, &game, &choice, error)) return false;
    text_add(out, ymove_name(game.now.board, choice.move, name));
    return true;
}

static bool genmove(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    YGame game;
    YChoice choice;
    char name[MOVE_NAME_MAX];
    if (!generate(htp, args, &game, &choice, error)) return false;
    text_add(out, ymove_name(game.now.board, choice.move, name));
    return ygame_play(&engine_of(htp)->game, game.now.to_move, choice.move, error);
}

static bool final_score(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    Color winner = ygame_winner(&engine_of(htp)->game);
    if (winner == EMPTY) return error_input(error, "cannot score: the game is not over");
    text_format(out, "%c+%s", winner == BLACK ? 'B' : 'W',
                engine_of(htp)->game.resigned != EMPTY ? "Resign" : "");
    return true;
}

static bool all_legal_moves(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)error;
    char name[CELL_NAME_MAX];
    if (ygame_winner(&engine_of(htp)->game) != EMPTY) return true;
    CellSet vacant = yposition_vacant(&engine_of(htp)->game.now);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;)
        text_format(out, "%s ", triangle_cell_name(engine_of(htp)->game.now.board, cell, name));
    text_add(out, ygame_can_swap(&engine_of(htp)->game) ? "swap-pieces resign" : "resign");
    return true;
}

static bool printsgf(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    SgfTree *tree = ysgf_from_game(&engine_of(htp)->game, NULL);
    if (!tree) return error_memory(error);
    sgf_write(tree, out);
    sgf_free(tree);
    return true;
}

static bool loadsgf(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    if (htp->setup.sandboxed) return error_input(error, "files are not available here");
    SgfTree *tree = sgf_load(args->rest, NULL, error);
    YGame game;
    bool good = tree && ysgf_game(tree, -1, &game, error);
    if (tree) sgf_free(tree);
    if (good) engine_of(htp)->game = game;
    return good;
}

static const HtpCommand COMMANDS[] = {
    {"protocol_version", "", 0, 0, "The version of the protocol: 2.", htp_protocol_version},
    {"name", "", 0, 0, "The engine's name.", htp_name},
    {"version", "", 0, 0, "The engine's version.", htp_version},
    {"list_commands", "", 0, 0, "All commands.", htp_list_commands},
    {"known_command", "NAME", 1, 1, "Whether there is such a command.", htp_known_command},
    {"help", "[NAME]", 0, 1, "What commands do.", htp_help},
    {"quit", "", 0, 0, "Ends the session.", htp_quit},
    {"boardsize", "N", 1, 1, "An empty triangle with N cells on each side, 1 to 20.", boardsize},
    {"clear_board", "", 0, 0, "An empty board of the same size.", clear_board},
    {"showboard", "", 0, 0, "The board as text.", showboard},
    {"play", "COLOUR MOVE", 2, 2, "Plays a cell, swap-pieces, pass or resign.", play},
    {"undo", "", 0, 0, "Takes the last move back.", undo},
    {"genmove", "[COLOUR]", 0, 1, "Chooses a move and plays it.", genmove},
    {"reg_genmove", "[COLOUR]", 0, 1, "Chooses a move without playing it.", reg_genmove},
    {"final_score", "", 0, 0, "The winner of a finished game: B+ or W+.", final_score},
    {"all_legal_moves", "", 0, 0, "Every legal move.", all_legal_moves},
    {"loadsgf", "FILE", 1, -1, "Loads the main line of a game of Y, GM[Y].", loadsgf},
    {"printsgf", "", 0, 0, "The game as SGF.", printsgf},
    {0},
};

static const HtpGame GAME = {.commands = COMMANDS, .start = y_start, .stop = y_stop};

int y_htp_run(const Args *args) {
    char spec[Y_SPEC_MAX];
    Error error = {0};
    if (!y_args_spec(args, LEVEL_MAX, spec, &error)) return report_error(&error);
    HtpSetup setup = {.game = &GAME, .player = spec, .seed = (uint64_t)args_int(args, "seed")};
    return htp_run_session(&setup, STDIN_FILENO, STDOUT_FILENO, &error) ? EXIT_DONE : report_error(&error);
}
