/* Mustplay: play, solve and explain the game of Hex. The only public header.
 *
 * Boards have W columns and H rows, 1 to 19 each. Cells are named "a1" (top left) on: letter = column, number
 * = row. Black joins top and bottom and moves first; White joins left and right.
 *
 * Functions that can fail return false (or NULL) and fill an mp_error, which may be NULL. Nothing here
 * prints, exits or keeps global state; objects may be used from any thread, one thread at a time.
 */
#ifndef MUSTPLAY_H
#define MUSTPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version as text: "0.1.0". */
const char *mp_version(void);

typedef enum mp_color { MP_BLACK, MP_WHITE, MP_EMPTY } mp_color;

typedef struct mp_error {
    bool bad_input; /* the caller's or user's fault, not the machine's or ours */
    char text[400]; /* a sentence for a person */
} mp_error;

enum { MP_CELLS_MAX = 361, MP_MOVE_MAX = 16, MP_LINE_MAX = 64 };

/* --- Games */
typedef struct mp_game mp_game;

mp_game *mp_game_new(int width, int height, mp_error *error);
/* The main line of an SGF file's text, or the position of a HexWorld or Trmph link. */
mp_game *mp_game_from_sgf(const char *text, size_t length, mp_error *error);
mp_game *mp_game_from_link(const char *link, mp_error *error);
void mp_game_free(mp_game *game);

/* Plays "c3", "swap-pieces", "swap-sides", "pass" or "resign" for the side to move; on an error nothing
 * changes. */
bool mp_game_play(mp_game *game, const char *move, mp_error *error);
/* Takes the last move back; false when there is none. */
bool mp_game_undo(mp_game *game);

int mp_game_width(const mp_game *game);
int mp_game_height(const mp_game *game);
mp_color mp_game_to_move(const mp_game *game);
/* The winner by connection or resignation, MP_EMPTY while the game goes on. */
mp_color mp_game_winner(const mp_game *game);
/* The stone at a column and row, counted from 0; MP_EMPTY off the board too. */
mp_color mp_game_stone(const mp_game *game, int column, int row);
/* The game as SGF, to be released with mp_free; NULL out of memory. */
char *mp_game_sgf(const mp_game *game);
/* The game as a HexWorld link, to be released with mp_free; NULL with an error for a set-up that is already
 * won, which no link can hold. */
char *mp_game_link(const mp_game *game, mp_error *error);
void mp_free(void *memory);

/* --- Limits and cancelling; zero means no limit of that kind */
typedef struct mp_limits {
    double seconds;
    uint64_t playouts; /* play-outs or nodes; players only */
    uint64_t memory;   /* bytes; solving only */
    int threads;
    bool (*cancelled)(void *context); /* may be NULL; polled, perhaps from another thread */
    void *context;
} mp_limits;

/* --- Players */
typedef struct mp_player mp_player;

typedef struct mp_choice {
    char move[MP_MOVE_MAX];
    double value; /* the mover's winning probability as the player sees it */
    uint64_t visits;
    double seconds;
} mp_choice;

/* "auto", "resistance", ...; options as in "NAME:key=value,key=value". */
mp_player *mp_player_new(const char *specification, uint64_t seed, mp_error *error);
void mp_player_free(mp_player *player);
/* Chooses a move for the side to move; it is not played. */
bool mp_player_choose(mp_player *player, const mp_game *game, const mp_limits *limits, mp_choice *choice,
                      mp_error *error);

/* --- Solving */
typedef struct mp_solution {
    mp_color winner;        /* MP_EMPTY: not decided within the limits */
    char move[MP_MOVE_MAX]; /* a winning move; "" if the mover loses or the game is over */
    int carrier_count;      /* the empty cells that the winner needs, row by row: row * width + column */
    int16_t carrier[MP_CELLS_MAX];
    uint64_t nodes;
    double seconds;
} mp_solution;

/* Proves who wins. The method may be NULL for the default, the fastest. */
bool mp_solve(const mp_game *game, const char *method, const mp_limits *limits, mp_solution *solution,
              mp_error *error);

/* Cells, row by row: row * width + column. */
typedef struct mp_cells {
    int count;
    int16_t cell[MP_CELLS_MAX];
} mp_cells;

/* The truth about a position and every move there. The three sets partition the empty cells; all are empty when
 * the edges are joined already. */
typedef struct mp_moves {
    mp_solution solution; /* about the position itself; nodes and seconds are those of all moves */
    mp_cells winning;     /* moves that win for the side to move */
    mp_cells losing;      /* moves that lose */
    mp_cells unknown;     /* moves that were not decided within the limits */
} mp_moves;

/* Proves who wins and what each move is worth, within one set of limits; the moves share what is proved. */
bool mp_solve_moves(const mp_game *game, const char *method, const mp_limits *limits, mp_moves *moves,
                    mp_error *error);

#ifdef __cplusplus
}
#endif

#endif
