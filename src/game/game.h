// Game: a set-up and the moves played since, with swap, pass and resign. Front ends and files keep one.
#ifndef MUSTPLAY_GAME_GAME_H
#define MUSTPLAY_GAME_GAME_H

#include "game/position.h"

// A move is a cell or one of these.
typedef int Move;
enum { MOVE_NONE = -1, MOVE_SWAP_PIECES = 1000, MOVE_SWAP_SIDES, MOVE_PASS, MOVE_RESIGN };

// At most every cell once, a swap, and as many passes as anyone could want.
enum { GAME_MOVES_MAX = 2 * CELL_MAX };

typedef struct Played {
    Color color; // the side that made the move
    Move move;
} Played;

typedef struct Game {
    Position setup; // stones before the first move, and who makes it
    Position now;
    int count;
    Played played[GAME_MOVES_MAX];
    Color resigned; // the colour that has resigned, or EMPTY
} Game;

void game_init(Game *game, const Geometry *geometry);
// A game that starts from any stones.
void game_init_position(Game *game, const Position *setup);

// Plays a move of a colour, the one to move or, as HTP allows, the other. On an error (occupied cell, swap at
// the wrong time, a move after the end) the game is unchanged. swap-pieces needs a square board.
bool game_play(Game *game, Color color, Move move, Error *error);
// Takes the last move back, whatever it was; false when there is none.
bool game_undo(Game *game);

// The winner by connection or resignation, or EMPTY.
Color game_winner(const Game *game);
// A swap may be made now: one stone has been played on an empty board, and nothing else.
bool game_can_swap(const Game *game);
// The last cell played, after swaps; CELL_NONE at the start.
int game_last_cell(const Game *game);

// Reads "a1", "swap-pieces", "swap-sides", "swap" (= swap-pieces), "pass", "resign", any case; MOVE_NONE
// otherwise.
Move move_parse(const Geometry *geometry, const char *text, int length);
// The same for the words alone, whatever the board; MOVE_NONE for a cell.
Move move_word_parse(const char *text, int length);
// The word of a move that is not a cell; NULL for a cell.
const char *move_word(Move move);
// Writes a move's name to a buffer of MOVE_NAME_MAX bytes; returns it.
enum { MOVE_NAME_MAX = 16 };
char *move_name(const Geometry *geometry, Move move, char *buffer);

// Plays a list of moves, separated by blanks or commas, alternating from the side to move. An error names the
// move and its place; the game is then unchanged.
bool game_play_list(Game *game, const char *moves, Error *error);

#endif
