// The table of HTP commands, and those about the session, the board and the game. The table feeds
// list_commands, help and docs/HTP.md.
#include "app/htp/htp_engine.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// --- Words

bool htp_parse_color(const char *word, mp_color *color, Error *error) {
    bool black = !strcasecmp(word, "b") || !strcasecmp(word, "black");
    bool white = !strcasecmp(word, "w") || !strcasecmp(word, "white");
    *color = black ? MP_BLACK : MP_WHITE;
    return black || white || error_input(error, "'%.20s': expected black or white", word);
}

bool htp_color_argument(const Htp *htp, const HtpArgs *args, mp_color *color, Error *error) {
    *color = mp_game_to_move(htp->game);
    return !args->count || htp_parse_color(args->word[0], color, error);
}

static bool number_parse(const char *word, double high, double *number, Error *error) {
    if (number_real(word, number) && *number >= 0 && *number <= high) return true;
    return error_input(error, "'%.20s': expected a number from 0 to %.15g", word, high);
}

// --- Session

bool htp_protocol_version(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)htp, (void)args, (void)error;
    text_add(out, "2");
    return true;
}

bool htp_name(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)htp, (void)args, (void)error;
    text_add(out, "Mustplay");
    return true;
}

bool htp_version(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)htp, (void)args, (void)error;
    text_add(out, mp_version());
    return true;
}

bool htp_list_commands(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)error;
    const HtpCommand *command;
    for (int i = 0; (command = htp_command(htp, i)); i++) text_format(out, "%s\n", command->name);
    return true;
}

bool htp_known_command(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)error;
    text_add(out, htp_command_find(htp, args->word[0]) ? "true" : "false");
    return true;
}

static void help_add(const HtpCommand *command, Text *out) {
    text_format(out, "%s%s%s: %s\n", command->name, *command->arguments ? " " : "", command->arguments,
                command->help);
}

bool htp_help(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    if (args->count) {
        const HtpCommand *command = htp_command_find(htp, args->word[0]);
        if (!command) return error_input(error, "unknown command");
        help_add(command, out);
        if (command->run == htp_param_mustplay) htp_parameters_help(out);
    } else {
        const HtpCommand *command;
        for (int i = 0; (command = htp_command(htp, i)); i++) help_add(command, out);
    }
    return true;
}

bool htp_quit(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)out, (void)error;
    htp->over = true;
    return true;
}

// --- Board

bool htp_game_set(Htp *htp, mp_game *game, const mp_error *why, Error *error) {
    if (!game) return public_fail(why, NULL, error);
    mp_game_free(htp->game);
    htp->game = game;
    return true;
}

// "8", "8 10" or "8x10".
static bool boardsize(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    mp_error why;
    char text[32];
    snprintf(text, sizeof text, "%.10s%s%.10s", args->word[0], args->count > 1 ? "x" : "",
             args->count > 1 ? args->word[1] : "");
    int width, height;
    return args_size_parse(text, &width, &height, error) &&
           htp_game_set(htp, mp_game_new(width, height, &why), &why, error);
}

static bool clear_board(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)out;
    mp_error why;
    return htp_game_set(htp, mp_game_new(mp_game_width(htp->game), mp_game_height(htp->game), &why), &why,
                        error);
}

static bool set_position(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    mp_error why;
    mp_cells stones[2] = {{0}};
    if (args->count % 2) return error_input(error, "expected pairs of a colour and a cell");
    for (int i = 0; i < args->count; i += 2) {
        mp_color color;
        if (!htp_parse_color(args->word[i], &color, error)) return false;
        const char *word = args->word[i + 1];
        int cell = mp_move_parse(htp->game, word);
        if (cell == MP_NONE || cell >= MP_CELLS_MAX)
            return error_input(error, "'%.20s': not a cell of this board", word);
        if (cells_hold(&stones[MP_BLACK], cell) || cells_hold(&stones[MP_WHITE], cell))
            return error_input(error, "%.20s: named twice", word);
        cells_include(&stones[color], cell);
    }
    mp_color mover = stones[MP_BLACK].count > stones[MP_WHITE].count ? MP_WHITE : MP_BLACK;
    mp_game *game = mp_game_new_setup(mp_game_width(htp->game), mp_game_height(htp->game), &stones[MP_BLACK],
                                      &stones[MP_WHITE], mover, &why);
    return htp_game_set(htp, game, &why, error);
}

static bool showboard(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)error;
    const mp_game *game = htp->game;
    char cell[MP_NAME_MAX], *diagram = mp_game_diagram(game);
    text_format(out, "\n%s", diagram ? diagram : "");
    mp_free(diagram);
    int last = mp_game_last_cell(game);
    if (last != MP_NONE) text_format(out, "Last move: %s\n", mp_move_name(game, last, cell));
    mp_color winner = mp_game_winner(game);
    if (winner != MP_EMPTY)
        text_format(out, "%s has won%s\n", name_of_color(winner),
                    mp_game_resigned(game) != MP_EMPTY ? " by resignation" : "");
    else
        text_format(out, "To move: %s\n", name_of_color(mp_game_to_move(game)));
    return true;
}

// --- Game

static bool is_swap(int move) {
    return move == MP_SWAP_PIECES || move == MP_SWAP_SIDES;
}

static bool move_play(Htp *htp, mp_color color, int move, Error *error) {
    mp_error why;
    return mp_game_play(htp->game, color, move, &why) || public_fail(&why, NULL, error);
}

static bool play(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    mp_color color;
    const char *word = args->word[1];
    if (!htp_parse_color(args->word[0], &color, error)) return false;
    int move = mp_move_parse(htp->game, word);
    if (move == MP_NONE) return error_input(error, "'%.20s': not a cell of this board", word);
    if (is_swap(move) && mp_game_can_swap(htp->game) && color != mp_game_to_move(htp->game))
        return error_input(error, "only the other side can swap");
    return move_play(htp, color, move, error);
}

static bool undo(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)out;
    return mp_game_undo(htp->game) || error_input(error, "cannot undo: no move has been played");
}

mp_game *htp_board_for(const Htp *htp, mp_color color, Error *error) {
    mp_error why;
    mp_cells black, white;
    mp_game_cells(htp->game, MP_BLACK, &black);
    mp_game_cells(htp->game, MP_WHITE, &white);
    mp_game *board =
        mp_game_new_setup(mp_game_width(htp->game), mp_game_height(htp->game), &black, &white, color, &why);
    if (!board) public_fail(&why, NULL, error);
    return board;
}

mp_game *htp_game_for(const Htp *htp, mp_color color, Error *error) {
    mp_color winner = mp_game_winner(htp->game);
    if (winner != MP_EMPTY) {
        error_input(error, "the game is over: %s has won", name_of_color(winner));
        return NULL;
    }
    mp_game *game = mp_game_clone(htp->game, NULL);
    if (game)
        mp_game_set_to_move(game, color);
    else
        error_memory(error);
    return game;
}

bool htp_choose(Htp *htp, const mp_game *game, mp_choice *choice, Error *error) {
    const OptionValue *parameter = htp->parameter;
    double seconds = parameter[PARAM_TIME].real, share = mp_clock_share(htp->clock, game);
    if (share > 0 && (seconds == 0 || share < seconds)) seconds = share;
    HtpLive live = {htp, game, "ab"};
    mp_terms terms = {.size = sizeof terms,
                      .limits = htp_limits(&live),
                      .may_resign = parameter[PARAM_RESIGN].flag,
                      .may_swap = parameter[PARAM_SWAP].flag};
    terms.limits.seconds = seconds;
    terms.limits.nodes = (uint64_t)parameter[PARAM_PLAYOUTS].integer;
    terms.limits.threads = (int)parameter[PARAM_THREADS].integer;
    mp_error why;
    *choice = (mp_choice){.size = sizeof *choice};
    return mp_player_choose(htp->player, game, &terms, choice, &why) || public_fail(&why, NULL, error);
}

// What the search says of its choice goes to stderr, where KataGo's debugging output goes too.
static void choice_tell(const mp_game *game, const mp_choice *choice) {
    Text told = {0};
    char name[MP_NAME_MAX];
    text_format(&told, "%s : %.1f %%, %llu visit%s, line", mp_move_name(game, choice->move, name),
                100 * choice->value, (unsigned long long)choice->visits, plural(choice->visits));
    for (int i = 0; i < choice->line.count; i++)
        text_format(&told, " %s", mp_move_name(game, choice->line.move[i], name));
    fprintf(stderr, "%s\n", text_string(&told));
    text_free(&told);
}

// Answers the player's choice; plays it, on the mover's clock, if asked to.
static bool generate(Htp *htp, const HtpArgs *args, bool played, bool told, Text *out, Error *error) {
    mp_color color;
    mp_choice choice;
    char name[MP_NAME_MAX];
    if (!htp_color_argument(htp, args, &color, error)) return false;
    mp_game *game = htp_game_for(htp, color, error);
    bool good = game && htp_choose(htp, game, &choice, error);
    if (good) text_add(out, mp_move_name(game, choice.move, name));
    if (good && told) choice_tell(game, &choice);
    mp_game_free(game);
    if (!good || !played) return good;
    if (!move_play(htp, color, choice.move, error)) return false;
    mp_clock_spend(htp->clock, color, choice.seconds);
    return true;
}

static bool genmove(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return generate(htp, args, true, false, out, error);
}

static bool reg_genmove(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return generate(htp, args, false, false, out, error);
}

static bool genmove_debug(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return generate(htp, args, true, true, out, error);
}

static bool search_debug(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return generate(htp, args, false, true, out, error);
}

// A whole game on the board as it is; a move that cannot be played leaves everything as it was.
static bool play_game(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    mp_error why;
    mp_game *game = mp_game_new(mp_game_width(htp->game), mp_game_height(htp->game), &why);
    if (game && !mp_game_play_text(game, args->rest, &why)) {
        mp_game_free(game);
        game = NULL;
    }
    if (!htp_game_set(htp, game, &why, error)) return false;
    mp_player_reset(htp->player);
    return true;
}

static bool final_score(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args;
    mp_color winner = mp_game_winner(htp->game);
    if (winner == MP_EMPTY) return error_input(error, "cannot score: the game is not over");
    text_format(out, "%c+%s", winner == MP_BLACK ? 'B' : 'W',
                mp_game_resigned(htp->game) != MP_EMPTY ? "Resign" : "");
    return true;
}

static bool all_legal_moves(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)args, (void)error;
    const mp_game *game = htp->game;
    char name[MP_NAME_MAX];
    mp_cells empty;
    if (mp_game_winner(game) != MP_EMPTY) return true;
    mp_game_cells(game, MP_EMPTY, &empty);
    for (int i = 0; i < empty.count; i++) text_format(out, "%s ", mp_move_name(game, empty.cell[i], name));
    if (mp_game_can_swap(game) && mp_game_width(game) == mp_game_height(game)) text_add(out, "swap-pieces ");
    if (mp_game_can_swap(game)) text_add(out, "swap-sides ");
    text_add(out, "resign");
    return true;
}

// --- Time

static bool time_settings(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    double value[3];
    static const double HIGH[3] = {1e7, 1e7, 10000};
    for (int i = 0; i < 3; i++) {
        if (!number_parse(args->word[i], HIGH[i], &value[i], error)) return false;
    }
    mp_clock_set(htp->clock, value[0], value[1], (int)value[2], 0);
    return true;
}

// KataGo's way to say it: none; absolute MAIN; fischer MAIN INCREMENT; canadian MAIN PERIOD STONES.
static bool kata_time_settings(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    static const struct {
        const char *name;
        int numbers;
    } KINDS[] = {{"none", 0}, {"absolute", 1}, {"fischer", 2}, {"canadian", 3}};
    static const double HIGH[3] = {1e7, 1e7, 10000};
    double value[3] = {0};
    for (size_t kind = 0; kind < sizeof KINDS / sizeof *KINDS; kind++) {
        if (strcmp(args->word[0], KINDS[kind].name)) continue;
        if (args->count != KINDS[kind].numbers + 1)
            return error_input(error, "%s: expected %d numbers", KINDS[kind].name, KINDS[kind].numbers);
        for (int i = 0; i < KINDS[kind].numbers; i++) {
            if (!number_parse(args->word[i + 1], HIGH[i], &value[i], error)) return false;
        }
        if (kind == 0) mp_clock_set(htp->clock, 0, 1, 0, 0); // no limit
        if (kind == 1 || kind == 2) mp_clock_set(htp->clock, value[0], 0, 0, value[1]);
        if (kind == 3) mp_clock_set(htp->clock, value[0], value[1], (int)value[2], 0);
        return true;
    }
    return error_input(error, "expected none, absolute, fischer or canadian");
}

static bool time_left(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)out;
    mp_color color;
    double seconds, stones;
    if (!htp_parse_color(args->word[0], &color, error) ||
        !number_parse(args->word[1], 1e7, &seconds, error) ||
        !number_parse(args->word[2], 10000, &stones, error))
        return false;
    mp_clock_report(htp->clock, color, seconds, (int)stones);
    return true;
}

const HtpCommand HTP_COMMANDS[] = {
    {"protocol_version", "", 0, 0, "The version of GTP whose framing is spoken: 2.", htp_protocol_version},
    {"name", "", 0, 0, "The name of the program.", htp_name},
    {"version", "", 0, 0, "The version of the program.", htp_version},
    {"list_commands", "", 0, 0, "The names of all commands, one per line.", htp_list_commands},
    {"known_command", "NAME", 1, 1, "`true` if there is a command of this name, else `false`.",
     htp_known_command},
    {"help", "[NAME]", 0, 1, "What a command takes and does; without a name, all of them.", htp_help},
    {"quit", "", 0, 0, "Ends the session. Commands queued after it are not run.", htp_quit},
    {"boardsize", "W [H]", 1, 2,
     "Sets the size, W columns and H rows (as many as columns if left out), 1 to 19 each, and clears the "
     "board. `boardsize 8x10` is understood too.",
     boardsize},
    {"clear_board", "", 0, 0, "Starts a new game on an empty board. The clocks keep their settings.",
     clear_board},
    {"set_position", "[COLOUR CELL]...", 0, HTP_WORDS_MAX,
     "Starts a game from these stones; White is to move if Black has more stones, else Black.", set_position},
    {"showboard", "", 0, 0, "A drawing of the board, the last move and who is to move.", showboard},
    {"play", "COLOUR MOVE", 2, 2,
     "Plays a move: a cell, `swap-pieces`, `swap-sides`, `pass` or `resign`. Either colour may play at any "
     "time; a swap needs the right one.",
     play},
    {"genmove", "[COLOUR]", 0, 1,
     "Chooses a move, plays it and answers it. Without a colour, for the side to move. An interrupt makes "
     "the player answer with what it has found so far. A finished game is an error, and so is a player that "
     "fails.",
     genmove},
    {"reg_genmove", "[COLOUR]", 0, 1, "Like genmove, but the move is not played.", reg_genmove},
    {"genmove_debug", "[COLOUR]", 0, 1,
     "Like genmove; a line on stderr has the move, its value, visits and line. By KataGo's name.",
     genmove_debug},
    {"search_debug", "[COLOUR]", 0, 1, "Like genmove_debug, but the move is not played.", search_debug},
    {"play-game", "[MOVE]...", 0, -1,
     "Starts a new game on a board of this size with these moves, alternating from Black. By MoHex's name.",
     play_game},
    {"undo", "", 0, 0, "Takes the last move back.", undo},
    {"final_score", "", 0, 0,
     "`B+` or `W+` for the winner, `B+Resign` or `W+Resign` after a resignation; an error while the game is "
     "going on.",
     final_score},
    {"all_legal_moves", "", 0, 0, "What the side to move may play, on one line; nothing after the end.",
     all_legal_moves},
    {"time_settings", "MAIN PERIOD STONES", 3, 3,
     "Starts both clocks: MAIN seconds, then periods of PERIOD seconds for STONES stones each. STONES of 0 "
     "with a period above 0 means no limit.",
     time_settings},
    {"kata-time_settings", "KIND [SECONDS...]", 1, 4,
     "Clocks by kind: none; absolute MAIN; fischer MAIN INCREMENT; canadian MAIN PERIOD STONES.",
     kata_time_settings},
    {"time_left", "COLOUR SECONDS STONES", 3, 3,
     "The clock of a side: seconds left for STONES stones, or in the main time if STONES is 0.", time_left},
    {"param_mustplay", "[NAME [VALUE]]", 0, -1,
     "Lists the parameters as HexGui reads them, shows one, or sets one. The parameters of the player are "
     "called PLAYER.NAME.",
     htp_param_mustplay},
    {"param_mohex", "[NAME [VALUE]]", 0, -1,
     "max_games, max_time and num_threads of MoHex are the parameters playouts, time and threads. Options of the player by "
     "Neurobenzene's names: use_playout_constant (0 a net's value at the leaves, 1 play-outs), moveselect_ditherthreshold (first moves "
     "drawn by visits), root_dirichlet_prior (noise at the root, 0 none). What MoHex has besides is accepted and changes nothing.",
     htp_param_mohex},
    {"param_game", "[NAME [VALUE]]", 0, -1,
     "allow_swap of Benzene's games is the parameter swap; game_time and on_little_golem change nothing.",
     htp_param_game},
    {"nn_ls", "", 0, 0, "The nets that are found, the one in use by default first.", htp_nn_ls},
    {"nn_load", "NAME", 1, -1,
     "Lets the player use a net, by its name in nn_ls or by its path; players without one become `net`.",
     htp_nn_load},
    {"param_nn", "", 0, 0, "The net in use: name, planes, filters, blocks or layers, heads.", htp_param_nn},
    {"mohex-self-play", "GAMES FILE", 2, -1,
     "Lets the player play itself from random first moves on this board and saves the games as SGF; answers how many. An "
     "interrupt keeps those that were finished.",
     htp_self_play},
    {"loadsgf", "FILE [MOVES]", 0, -1,
     "Loads the main line of an SGF file, all of it or its first MOVES moves.", htp_loadsgf},
    {"savesgf", "FILE", 0, -1, "Saves the game as an SGF file.", htp_savesgf},
    {"printsgf", "", 0, 0, "The game as SGF.", htp_printsgf},
    {"solve-state", "[COLOUR]", 0, 1,
     "Who wins the position with perfect play if COLOUR moves now (default: the side to move): `black` or "
     "`white`, proved; `unknown` if the limits or an interrupt came first. With the parameter "
     "live_gfx the winning move is drawn.",
     htp_solve_state},
    {"solve-winning", "[COLOUR]", 0, 1,
     "All winning moves of a colour, proved. An error if the limits or an interrupt came first.",
     htp_solve_winning},
    {"gogui-gfx-analyze", "[COLOUR]", 0, 1,
     "The move that the player would choose, its value and line, as graphics of HexGui.", htp_gfx_analyze},
    {"kata-analyze", "[COLOUR] [CENTISECONDS]", 0, 2,
     "Searches with a network and writes a line of candidate moves every CENTISECONDS (default 100) until "
     "the next line comes in: `info move c3 visits 12 winrate 0.6 prior 0.1 order 0 pv c3 d4`, and so on. "
     "The answer is a stream: its first line is `=`, a blank line ends it.",
     htp_kata_analyze},
    {"kata-raw-nn", "[SYMMETRY]", 0, 1,
     "What the net says of the position without a search, as KataGo and KataHex write it: whiteWin, whiteLoss, noResult, the policy row by row "
     "(NAN on stones), policyPass. There is one symmetry, the board as it lies: any number is taken, and `all`.",
     htp_kata_raw_nn},
    {"hexgui-analyze_commands", "", 0, 0, "The entries of HexGui's analysis menu.", htp_analyze_commands},
    {"dfpn-solve-state", "[COLOUR]", 0, 1, "solve-state, by the name that HexGui's solve button sends.",
     htp_solve_state},
    {"dfpn-solver-find-winning", "[COLOUR]", 0, 1, "solve-winning, by a name that HexGui can interrupt.",
     htp_solve_winning},
    {"vc-build", "[COLOUR]", 0, 1,
     "All knowledge about the position if COLOUR moves now, as HexGui's inferior cells: fill-in `fcb` (kinds "
     "d dead, c captured, p permanent or mutual; b or w), moves to leave out `iv[b2]` (v vulnerable, r "
     "reversible, d dominated, and the cell that explains it), `x` for other cells not to be considered.",
     htp_vc_build},
    {"vc-get-mustplay", "[COLOUR]", 0, 1, "Fill-in, and `x` for each cell outside the must-play region.",
     htp_vc_mustplay},
    {"vc-between-cells-full", "COLOUR END END", 3, 3,
     "The full connections between two ends, a line each: colour, ends, `full`, rule, carrier in brackets. "
     "An end is a cell or an edge: north, south, west, east.",
     htp_vc_between_full},
    {"vc-between-cells-semi", "COLOUR END END", 3, 3, "The semi connections; their key comes last.",
     htp_vc_between_semi},
    {"vc-connected-to-full", "COLOUR END", 2, 2, "The ends that a full connection joins to this one.",
     htp_vc_connected_full},
    {"vc-connected-to-semi", "COLOUR END", 2, 2, "The ends that a semi connection joins to this one.",
     htp_vc_connected_semi},
    {"compute-inferior", "[COLOUR]", 0, 1, "Fill-in and the moves that COLOUR may leave out, as in vc-build.",
     htp_inferior},
    {"compute-fillin", "[COLOUR]", 0, 1, "Fill-in alone, as in vc-build.", htp_fillin},
    {"explain", "[COLOUR]", 0, 1, "What `mustplay explain` prints, without blank lines.", htp_explain},
    {"param_dfpn", "[use_guifx|use_nn 0|1]", 0, -1,
     "HexGui's solve button switches live graphics on by use_guifx, the same as the parameter live_gfx; use_nn is the "
     "parameter solver_net.",
     htp_param_dfpn},
    {0},
};
