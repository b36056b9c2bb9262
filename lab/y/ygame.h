// Positions and games of Y: stones, the side to move, the winner; moves with swap, pass and resign.
//
// Both colours want the same, so a swap leaves the stone where it is: it changes its colour.
//
// Moves, their words and what is played are those of game/game.h. The functions of a game follow it line by line but
// cannot call it: board, winner, cells' names and swap differ. To hand them over, the core's game would need a table of
// callbacks that only Y asks for; everything else reads that game directly.
#ifndef MUSTPLAY_LAB_Y_YGAME_H
#define MUSTPLAY_LAB_Y_YGAME_H

#include "base/random.h"
#include "base/text.h"
#include "game/game.h"
#include "lab/y/triangle.h"

// Stones and the side to move, any arrangement. A plain value.
typedef struct YPosition {
    const Triangle *board;
    CellSet stones[2]; // by colour; disjoint
    Color to_move;
} YPosition;

YPosition yposition_empty(const Triangle *board);
CellSet yposition_vacant(const YPosition *position);
Color yposition_at(const YPosition *position, int cell);
YPosition yposition_played(const YPosition *position, int cell);

// The colour with a chain that touches all three sides, or EMPTY. At most one colour can have one.
Color yposition_winner(const YPosition *position);
// The cells of that chain; empty when `color` has none.
CellSet yposition_winning_chain(const YPosition *position, Color color);
// The empty cells on which `color` would win at once.
CellSet yposition_winning_cells(const YPosition *position, Color color);

// Fills the empty cells by chance, each colour with probability one half.
void yposition_fill(YPosition *position, Random *random);

// Writes a diagram with coordinates; `mark` (may be NULL) gives the sign of an empty cell, 0 for the usual.
void yposition_write(const YPosition *position, char (*mark)(const void *context, int cell),
                     const void *context, Text *out);

typedef struct YGame {
    YPosition setup; // stones before the first move, and who makes it
    YPosition now;
    int count;
    Played played[GAME_MOVES_MAX];
    Color resigned; // the colour that has resigned, or EMPTY
} YGame;

void ygame_init(YGame *game, const YPosition *setup);
// Plays a move of a colour, usually the one to move. On an error the game is unchanged.
bool ygame_play(YGame *game, Color color, Move move, Error *error);
// Takes the last move back; false when there is none.
bool ygame_undo(YGame *game);
// The winner by connection or resignation, or EMPTY.
Color ygame_winner(const YGame *game);
bool ygame_can_swap(const YGame *game);
int ygame_last_cell(const YGame *game); // CELL_NONE at the start

// Reads "a1", "swap", "pass", "resign"; MOVE_NONE otherwise.
Move ymove_parse(const Triangle *board, const char *text, int length);
// Writes a move's name to a buffer of MOVE_NAME_MAX bytes; returns it.
char *ymove_name(const Triangle *board, Move move, char *buffer);
// Plays a list of moves, separated by blanks or commas, alternating from the side to move. An error names the
// move and its place; the game is then unchanged.
bool ygame_play_list(YGame *game, const char *moves, Error *error);

#endif
