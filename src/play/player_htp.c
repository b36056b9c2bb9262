// The external player "htp:COMMAND LINE": any program that speaks HTP on its standard input and output.
//
// It is asked as HexGui asks: boardsize, clear_board, play, genmove. The player remembers the program's board: a
// game in progress costs one `play` a move. Any other position, and a swap, is played anew on a cleared
// board. The answers are checked: player_choose refuses illegal moves, and a crash or a hang is a failure
// of the move. The next move starts the program again.
//
// Time: with S seconds per move the program gets `time_settings 0 S 1`, and must answer within S plus the
// grace of the terms. It has as long to start, and to take in a position. Without a limit it has
// HANG_SECONDS for a move and QUICK_SECONDS for everything else. Play-out limits are not passed on. When the
// observer cancels, a program that stays silent is given up after a second.
#include "base/clock.h"
#include "play/htp_process.h"
#include "play/player_types.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double HANG_SECONDS = 600, GRACE_SECONDS = 5;
// For the start, and for commands that should be quick.
static const double QUICK_SECONDS = 60;

typedef struct Stones {
    int count;
    Played stone[CELL_MAX]; // in the order played; all moves are cells
} Stones;

typedef struct HtpPlayer {
    HtpProcess process;
    const Geometry *geometry; // of the program's board; NULL: unknown
    bool synced;              // `board` is what the program has on its board
    Stones board;
    double told_seconds; // the limit of the last time_settings
} HtpPlayer;

static void stone_add(Stones *stones, Color color, int cell) {
    stones->stone[stones->count++] = (Played){color, cell};
}

// The game as stones alone: swaps carried out, passes left out.
static void stones_of(const Game *game, Stones *stones) {
    const Geometry *geometry = game->now.geometry;
    stones->count = 0;
    for (Color color = BLACK; color <= WHITE; color++) {
        CellSet set = game->setup.stones[color];
        for (int cell; (cell = cellset_pop(&set)) >= 0;) stone_add(stones, color, cell);
    }
    for (int i = 0; i < game->count; i++) {
        Played played = game->played[i];
        if (played.move < CELL_MAX) {
            stone_add(stones, played.color, played.move);
        } else if (played.move == MOVE_SWAP_PIECES) {
            Played *first = &stones->stone[0];
            *first = (Played){color_other(first->color), cell_mirrored(geometry, first->move)};
        }
    }
}

static bool stones_extend(const Stones *old, const Stones *now) {
    if (old->count > now->count) return false;
    for (int i = 0; i < old->count; i++) {
        if (old->stone[i].color != now->stone[i].color || old->stone[i].move != now->stone[i].move)
            return false;
    }
    return true;
}

// How long the program may take for what comes before its move.
typedef struct Patience {
    double deadline; // on the clock
    const Observer *observer;
} Patience;

// The seconds that a program has to answer `genmove`, or to get ready for it; 0 without a limit.
static double terms_seconds(const MoveTerms *terms) {
    double grace = terms->grace > 0 ? terms->grace : GRACE_SECONDS;
    return terms->budget.seconds > 0 ? terms->budget.seconds + grace : 0;
}

static Patience patience_of(const MoveTerms *terms) {
    double seconds = terms_seconds(terms);
    return (Patience){clock_seconds() + (seconds > 0 ? seconds : HANG_SECONDS), terms->budget.observer};
}

// A command that should be quick.
static HtpReply quick_ask(HtpPlayer *state, const char *command, const Patience *patience, Error *error) {
    double left = patience->deadline - clock_seconds();
    return htp_process_tell(&state->process, command, fmin(left, QUICK_SECONDS), patience->observer, error);
}

static bool program_start(Player *player, const MoveTerms *terms, Error *error) {
    HtpPlayer *state = player->state;
    *state = (HtpPlayer){.process = {.to = -1, .from = -1}};
    if (!htp_process_start(&state->process, player->text, error)) return false;
    Error inner;
    Patience patience = patience_of(terms);
    if (quick_ask(state, "name", &patience, &inner) != HTP_LOST) return true;
    if (observer_cancelled(terms->budget.observer)) return error_cancelled(error, "player htp: interrupted");
    return error_input(error, "player htp:%.100s: %s", player->text, inner.text);
}

static bool htp_start(Player *player, Error *error) {
    if (!*player->text) return error_input(error, "player htp: expected htp:COMMAND LINE");
    return program_start(player, player->start_terms, error);
}

static void htp_stop(Player *player) {
    HtpPlayer *state = player->state;
    htp_process_stop(&state->process);
}

static void htp_reset(Player *player) {
    HtpPlayer *state = player->state;
    state->geometry = NULL; // boardsize and clear_board mark the new game
}

// A quick command that must succeed.
static bool program_tell(HtpPlayer *state, const char *command, const Patience *patience, Error *error) {
    return quick_ask(state, command, patience, error) == HTP_GOOD;
}

static bool stone_tell(HtpPlayer *state, Played stone, const Patience *patience, Error *error) {
    char command[40], name[CELL_NAME_MAX];
    snprintf(command, sizeof command, "play %s %s", color_name(stone.color),
             cell_name(state->geometry, stone.move, name));
    return program_tell(state, command, patience, error);
}

// Brings the program's board to the game's position.
static bool position_tell(HtpPlayer *state, const Game *game, const Patience *patience, Error *error) {
    const Geometry *geometry = game->now.geometry;
    char command[40];
    Stones now;
    stones_of(game, &now);
    if (state->geometry != geometry) {
        snprintf(command, sizeof command, "boardsize %d %d", geometry->width, geometry->height);
        if (!program_tell(state, command, patience, error)) return false;
        state->geometry = geometry;
        state->synced = false;
    }
    if (!state->synced || !stones_extend(&state->board, &now)) {
        state->synced = false;
        if (!program_tell(state, "clear_board", patience, error)) return false;
        state->board.count = 0;
    }
    for (int i = state->board.count; i < now.count; i++) {
        state->synced = false; // until all are told
        if (!stone_tell(state, now.stone[i], patience, error)) return false;
    }
    state->board = now;
    state->synced = true;
    return true;
}

// The limit of a move, for programs that know time_settings.
static bool time_tell(HtpPlayer *state, double seconds, const Patience *patience, Error *error) {
    char command[60];
    if (seconds <= 0 || seconds == state->told_seconds) return true;
    snprintf(command, sizeof command, "time_settings 0 %.6g 1", seconds);
    if (quick_ask(state, command, patience, error) == HTP_LOST) return false;
    state->told_seconds = seconds;
    return true;
}

static bool answer_read(HtpPlayer *state, const Game *game, const char *answer, Choice *choice,
                        Error *error) {
    const Geometry *geometry = game->now.geometry;
    answer += strspn(answer, " \t\n");
    int length = (int)strcspn(answer, " \t\n");
    choice->move = move_parse(geometry, answer, length);
    state->synced = false;
    if (choice->move == MOVE_NONE)
        return error_failure(error, "the program answered '%.40s', which is not a move on this board",
                             answer);
    if (choice->move >= CELL_MAX || position_at(&game->now, choice->move) != EMPTY) return true;
    stone_add(&state->board, game->now.to_move, choice->move); // it has played it on its own board
    state->synced = true;
    return true;
}

static bool htp_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                       Error *error) {
    HtpPlayer *state = player->state;
    if (!state->process.pid && !program_start(player, terms, error)) return false;
    Patience patience = patience_of(terms);
    if (!position_tell(state, game, &patience, error) ||
        !time_tell(state, terms->budget.seconds, &patience, error))
        return false;
    double seconds = terms_seconds(terms);
    if (seconds == 0) seconds = HANG_SECONDS;
    char command[20];
    snprintf(command, sizeof command, "genmove %s", color_name(game->now.to_move));
    Text answer = {0};
    bool good = htp_process_ask(&state->process, command, seconds, terms->budget.observer, &answer, error) ==
                    HTP_GOOD &&
                answer_read(state, game, text_string(&answer), choice, error);
    if (!good) state->synced = false;
    text_free(&answer);
    return good;
}

const PlayerType PLAYER_HTP = {
    .name = "htp",
    .help = "Any program that speaks HTP: htp:COMMAND LINE, run by /bin/sh.",
    .takes_text = true,
    .state_size = sizeof(HtpPlayer),
    .start = htp_start,
    .choose = htp_choose,
    .reset = htp_reset,
    .stop = htp_stop,
};
