// The inside of the HTP engine, shared by the files of app/htp/ alone.
#ifndef MUSTPLAY_APP_HTP_HTP_ENGINE_H
#define MUSTPLAY_APP_HTP_HTP_ENGINE_H

#include "app/htp/htp.h"
#include "base/option.h"
#include "base/random.h"
#include "base/text.h"
#include "cli/public.h"

#include <stdatomic.h>

enum { HTP_WORDS_MAX = 2048 };

// The words after a command's name, and the same as one text, blanks kept.
typedef struct HtpArgs {
    int count;
    char *word[HTP_WORDS_MAX];
    const char *rest;
} HtpArgs;

// Parameters of the engine, by index in HTP_PARAMETERS.
typedef enum HtpParameter {
    PARAM_TIME,
    PARAM_PLAYOUTS,
    PARAM_THREADS,
    PARAM_SWAP,
    PARAM_RESIGN,
    PARAM_LIVE_GFX,
    PARAM_SOLVER,
    PARAM_SOLVER_TIME,
    PARAM_SOLVER_MEMORY,
    PARAM_SOLVER_NET,
    PARAM_COUNT
} HtpParameter;

struct Htp {
    HtpSetup setup;
    mp_game *game;
    mp_player *player;
    void *other;                        // what a game other than Hex keeps, or NULL
    OptionValue parameter[PARAM_COUNT]; // texts are static: those of the solver's table
    mp_clock *clock;
    Random random; // of mohex-self-play
    bool over;     // after `quit`
    bool deaf;     // the output is gone
    _Atomic uint64_t running;
    _Atomic uint64_t interrupted; // commands below this number are to stop
    atomic_flag drawing;          // held by the thread that writes live graphics
    double graphics_at;           // when it last did
    mp_net *net;                  // of kata-analyze and kata-raw-nn; read when it is first needed
    mp_analysis *analysis;        // the same
    _Atomic uint64_t arrived;     // the number of the last line that came in
    const char *id;               // of the running command
    bool streamed;                // the head of its answer has been written
    HtpArgs args;
    char line[HTP_LINE_MAX + 1];
};

typedef struct HtpCommand {
    const char *name;
    const char *arguments; // as the manual shows them
    int least, most;       // number of words it takes; most < 0: the handler looks at `rest`
    const char *help;
    bool (*run)(Htp *htp, const HtpArgs *args, Text *out, Error *error);
} HtpCommand;

// A game other than Hex. The framing and the commands about the session are the same.
typedef struct HtpGame {
    const HtpCommand *commands;            // ended by a NULL name
    bool (*start)(Htp *htp, Error *error); // makes the player of the setup, and `other`
    void (*stop)(void *other);
} HtpGame;

extern const HtpCommand HTP_COMMANDS[]; // of Hex; ended by a NULL name; in commands.c.
// The commands in their order, a replaced one in the place of the first; NULL beyond the last.
const HtpCommand *htp_command(const Htp *htp, int index);
const HtpCommand *htp_command_find(const Htp *htp, const char *name);

// --- For handlers
// A player whose start can be interrupted. The caller frees it.
mp_player *htp_player_new(Htp *htp, const char *spec, Error *error);
// The running command is to stop.
bool htp_interrupted(const Htp *htp);
// Another line, or the end of the input, waits after the running command.
bool htp_awaited(const Htp *htp);
// Writes the head of the answer now: the handler writes its lines itself, by htp_write_graphics.
void htp_stream_start(Htp *htp);
// Hands a block of live graphics out; it must end with a blank line.
void htp_write_graphics(Htp *htp, const Text *block);
bool htp_parse_color(const char *word, mp_color *color, Error *error);
// The colour that the words name, or the side to move without one.
bool htp_color_argument(const Htp *htp, const HtpArgs *args, mp_color *color, Error *error);
// A game in place of the one there; NULL is the error `why`.
bool htp_game_set(Htp *htp, mp_game *game, const mp_error *why, Error *error);
// The stones on the board with `color` to move, whether the game is over or not; the caller frees it. NULL with an error.
mp_game *htp_board_for(const Htp *htp, mp_color color, Error *error);
// A copy of a game that is not over, with `color` to move: a pass stands in when it is the other side's turn.
mp_game *htp_game_for(const Htp *htp, mp_color color, Error *error);
// Asks the player for a move of `color` under the engine's limits.
bool htp_choose(Htp *htp, const mp_game *game, mp_choice *choice, Error *error);

// --- Handlers, by file
typedef bool HtpHandler(Htp *htp, const HtpArgs *args, Text *out, Error *error);
// commands.c: what every game has
HtpHandler htp_protocol_version, htp_name, htp_version, htp_list_commands, htp_known_command, htp_help,
    htp_quit;
// params.c
void htp_parameters_init(Htp *htp);
void htp_parameters_help(Text *out); // a line each: name and meaning
HtpHandler htp_param_mustplay, htp_param_dfpn, htp_param_mohex, htp_param_game;
bool htp_player_set(Htp *htp, const char *spec, Error *error); // in place of the one there
// Makes the player anew with one of its options changed; it must have that option.
bool htp_player_option_set(Htp *htp, const char *name, const char *value, Error *error);
// nets.c
HtpHandler htp_nn_ls, htp_nn_load, htp_param_nn, htp_self_play;
// files.c
HtpHandler htp_loadsgf, htp_savesgf, htp_printsgf;
// kata.c
HtpHandler htp_kata_analyze, htp_kata_raw_nn;
// analyze.c
HtpHandler htp_solve_state, htp_solve_winning, htp_gfx_analyze, htp_analyze_commands;
// knowledge.c
HtpHandler htp_vc_build, htp_vc_mustplay, htp_inferior, htp_fillin, htp_explain;
HtpHandler htp_vc_between_full, htp_vc_between_semi, htp_vc_connected_full, htp_vc_connected_semi;
// What the limits of a running command need: it stops on an interrupt and draws live graphics.
typedef struct HtpLive {
    Htp *htp;
    const mp_game *game;
    const char *kind; // the display that HexGui gives it: "ab", "dfpn"
} HtpLive;
mp_limits htp_limits(HtpLive *live);

#endif
