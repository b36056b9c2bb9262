/* Games: a set-up, the moves since, and how they are written. Boards have W columns and H rows, 1 to 19 each. Black joins
 * top and bottom and moves first; White joins left and right. There is no draw.
 *
 * One game is used by one thread at a time; functions that take a const game may be called by several at once. */
#ifndef MUSTPLAY_GAME_H
#define MUSTPLAY_GAME_H

#include "mustplay/common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mp_game mp_game;

/* An empty board. */
MP_API mp_game *mp_game_new(int width, int height, mp_error *error);
/* A board set up with stones, which are disjoint; either set may be NULL. */
MP_API mp_game *mp_game_new_setup(int width, int height, const mp_cells *black, const mp_cells *white,
                                  mp_color to_move, mp_error *error);
/* The position at the cursor of a HexWorld or Trmph link. */
MP_API mp_game *mp_game_from_link(const char *link, mp_error *error);
/* A copy with all its moves. */
MP_API mp_game *mp_game_clone(const mp_game *game, mp_error *error);
MP_API void mp_game_free(mp_game *game);

MP_API int mp_game_width(const mp_game *game);
MP_API int mp_game_height(const mp_game *game);
MP_API mp_color mp_game_to_move(const mp_game *game);
/* The stone on a cell; MP_EMPTY off the board too. */
MP_API mp_color mp_game_stone(const mp_game *game, int cell);
/* All stones of a colour, or with MP_EMPTY the empty cells. */
MP_API void mp_game_cells(const mp_game *game, mp_color color, mp_cells *cells);
/* The winner by connection or resignation, MP_EMPTY while the game goes on. */
MP_API mp_color mp_game_winner(const mp_game *game);
/* The colour that has resigned, or MP_EMPTY. */
MP_API mp_color mp_game_resigned(const mp_game *game);
/* Whether a swap would be legal now: one stone on an otherwise empty board. swap-pieces needs a square one. */
MP_API bool mp_game_can_swap(const mp_game *game);

/* Plays a move of a colour, or with MP_EMPTY of the side to move. When it is the other side's turn that side passes. On an
 * error nothing changes. */
MP_API bool mp_game_play(mp_game *game, mp_color color, int move, mp_error *error);
/* Plays moves, separated by blanks or commas, alternating from the side to move; all of them or none. */
MP_API bool mp_game_play_text(mp_game *game, const char *moves, mp_error *error);
/* Takes the last move back; false when there is none. */
MP_API bool mp_game_undo(mp_game *game);
/* Lets a colour move next: a pass stands in, or at the start the set-up changes. */
MP_API void mp_game_set_to_move(mp_game *game, mp_color color);
/* Moves played since the set-up. */
MP_API int mp_game_moves(const mp_game *game);
/* The move with that index from 0 and, unless NULL, who made it; MP_NONE beyond the last. */
MP_API int mp_game_move(const mp_game *game, int index, mp_color *color);
/* The cell played last, after swaps; MP_NONE at the start. */
MP_API int mp_game_last_cell(const mp_game *game);

/* Reads "c3", "swap-pieces", "swap-sides", "pass" or "resign", in any case; MP_NONE for anything else. */
MP_API int mp_move_parse(const mp_game *game, const char *text);
/* Writes the name of a move; returns `name`. */
MP_API const char *mp_move_name(const mp_game *game, int move, char name[MP_NAME_MAX]);

/* The board as lines of letters, as people read it; the caller frees it. NULL out of memory. */
MP_API char *mp_game_diagram(const mp_game *game);
/* The game as a HexWorld link, which the caller frees. NULL with an error for a set-up that is already won, since no link
 * can hold it. */
MP_API char *mp_game_link(const mp_game *game, mp_error *error);

/* --- Records: SGF files as trees, every property kept as it was read. A node is an index that stays valid while the record
 * grows; the root is 0. One record is used by one thread at a time. */
typedef struct mp_record mp_record;
typedef enum mp_step { MP_PARENT, MP_FIRST_CHILD, MP_NEXT_SIBLING } mp_step;

/* Reads the bytes of an SGF file; `name`, which may be NULL, opens each error. */
MP_API mp_record *mp_record_parse(const char *bytes, size_t count, const char *name, mp_error *error);
MP_API mp_record *mp_record_load(const char *path, mp_error *error);
/* A record of a game; names of the players and the event may be NULL. */
MP_API mp_record *mp_record_new(const mp_game *game, const char *black, const char *white, const char *event,
                                mp_error *error);
MP_API void mp_record_free(mp_record *record);
/* The node that a step from a node leads to; MP_NONE when there is none. The main line is that of first children. */
MP_API int mp_record_step(const mp_record *record, int node, mp_step step);
/* The main line's node with its K-th move (0: the root); MP_NONE when it is shorter. */
MP_API int mp_record_node_of_move(const mp_record *record, int number);
/* The game up to a node; with MP_NONE the whole main line. The caller frees it. */
MP_API mp_game *mp_record_game(const mp_record *record, int node, mp_error *error);
/* The first value of a property of a node ("C", "PB"), which the caller frees; NULL without one. */
MP_API char *mp_record_text(const mp_record *record, int node, const char *property);
/* Makes a text the only value of a property. */
MP_API bool mp_record_set_text(mp_record *record, int node, const char *property, const char *text,
                               mp_error *error);
/* The child of a node with this move: the one that is there, or a new last variation; MP_NONE with an error. */
MP_API int mp_record_add_move(mp_record *record, int node, mp_color color, int move, mp_error *error);
/* The whole record as SGF, which the caller frees; NULL out of memory. */
MP_API char *mp_record_write(const mp_record *record);
/* Writes it to a file, whole or not at all; an existing one is an error unless `replace`. */
MP_API bool mp_record_save(const mp_record *record, const char *path, bool replace, mp_error *error);

#ifdef __cplusplus
}
#endif

#endif
