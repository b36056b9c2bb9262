// Games of the public interface.
#include "api/inside.h"

#include "game/links.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)MOVE_NONE == MP_NONE && (int)MOVE_SWAP_PIECES == MP_SWAP_PIECES &&
                   (int)MOVE_RESIGN == MP_RESIGN && (int)BOARD_MAX == MP_SIDE_MAX &&
                   (int)MOVE_NAME_MAX == MP_NAME_MAX && (int)EMPTY == MP_EMPTY,
               "inner and outer moves, colours and bounds are the same numbers");

// --- Making games

static const Geometry *board_of(int width, int height, mp_error *error) {
    Error inner;
    const Geometry *geometry = geometry_get(width, height);
    if (geometry) return geometry;
    if (width >= 1 && width <= BOARD_MAX && height >= 1 && height <= BOARD_MAX)
        error_memory(&inner);
    else
        error_limit(&inner, "size %dx%d: each side must be from 1 to %d", width, height, BOARD_MAX);
    error_out(&inner, error);
    return NULL;
}

mp_game *mp_game_of(const Game *content, mp_error *error) {
    mp_game *game = new_out(sizeof *game, error);
    if (game) game->game = *content;
    return game;
}

mp_game *game_of_position(const Position *position, mp_error *error) {
    mp_game *game = new_out(sizeof *game, error);
    if (game) game_init_position(&game->game, position);
    return game;
}

mp_game *mp_game_new(int width, int height, mp_error *error) {
    const Geometry *geometry = board_of(width, height, error);
    mp_game *game = geometry ? new_out(sizeof *game, error) : NULL;
    if (game) game_init(&game->game, geometry);
    return game;
}

mp_game *mp_game_new_setup(int width, int height, const mp_cells *black, const mp_cells *white,
                           mp_color to_move, mp_error *error) {
    Error inner;
    const Geometry *geometry = board_of(width, height, error);
    if (!geometry) return NULL;
    Position setup = position_empty(geometry);
    setup.to_move = (Color)to_move;
    if (!cells_in(geometry, black, &setup.stones[BLACK], error) ||
        !cells_in(geometry, white, &setup.stones[WHITE], error))
        return NULL;
    bool apart = cellset_is_empty(cellset_and(setup.stones[BLACK], setup.stones[WHITE]));
    if (!apart || (to_move != MP_BLACK && to_move != MP_WHITE)) {
        error_input(&inner, apart ? "neither side is to move" : "a cell holds stones of both colours");
        error_out(&inner, error);
        return NULL;
    }
    mp_game *game = new_out(sizeof *game, error);
    if (game) game_init_position(&game->game, &setup);
    return game;
}

mp_game *mp_game_from_link(const char *link, mp_error *error) {
    Error inner = {0};
    mp_game *game = new_out(sizeof *game, error);
    if (!game || link_read_at_cursor(link, &game->game, &inner)) return game;
    error_out(&inner, error);
    free(game);
    return NULL;
}

mp_game *mp_game_clone(const mp_game *game, mp_error *error) {
    return mp_game_of(&game->game, error);
}

void mp_game_free(mp_game *game) {
    free(game);
}

// --- Looking

int mp_game_width(const mp_game *game) {
    return game->game.now.geometry->width;
}

int mp_game_height(const mp_game *game) {
    return game->game.now.geometry->height;
}

mp_color mp_game_to_move(const mp_game *game) {
    return (mp_color)game->game.now.to_move;
}

mp_color mp_game_stone(const mp_game *game, int cell) {
    bool inside = cell >= 0 && cell < game->game.now.geometry->cells;
    return inside ? (mp_color)position_at(&game->game.now, cell) : MP_EMPTY;
}

void mp_game_cells(const mp_game *game, mp_color color, mp_cells *cells) {
    const Position *now = &game->game.now;
    *cells = cells_out(color == MP_EMPTY ? position_vacant(now) : now->stones[color]);
}

mp_color mp_game_winner(const mp_game *game) {
    return (mp_color)game_winner(&game->game);
}

mp_color mp_game_resigned(const mp_game *game) {
    return (mp_color)game->game.resigned;
}

bool mp_game_can_swap(const mp_game *game) {
    return game_can_swap(&game->game);
}

int mp_game_moves(const mp_game *game) {
    return game->game.count;
}

int mp_game_move(const mp_game *game, int index, mp_color *color) {
    if (index < 0 || index >= game->game.count) return MP_NONE;
    if (color) *color = (mp_color)game->game.played[index].color;
    return game->game.played[index].move;
}

int mp_game_last_cell(const mp_game *game) {
    return game_last_cell(&game->game);
}

// --- Playing

bool mp_game_play(mp_game *game, mp_color color, int move, mp_error *error) {
    Error inner = {0};
    Game *g = &game->game;
    Color side = color == MP_EMPTY ? g->now.to_move : (Color)color;
    return game_play(g, side, move, &inner) || error_out(&inner, error);
}

bool mp_game_play_text(mp_game *game, const char *moves, mp_error *error) {
    Error inner = {0};
    return game_play_list(&game->game, moves, &inner) || error_out(&inner, error);
}

bool mp_game_undo(mp_game *game) {
    return game_undo(&game->game);
}

void mp_game_set_to_move(mp_game *game, mp_color color) {
    Game *g = &game->game;
    if (g->now.to_move == (Color)color) return;
    if (g->count) game_play(g, g->now.to_move, MOVE_PASS, NULL);
    if (!g->count) g->setup.to_move = (Color)color;
    g->now.to_move = (Color)color; // also where the game is over and nobody can pass
}

// --- Names and pictures

int mp_move_parse(const mp_game *game, const char *text) {
    size_t length = strlen(text);
    return length < MP_NAME_MAX ? move_parse(game->game.now.geometry, text, (int)length) : MP_NONE;
}

const char *mp_move_name(const mp_game *game, int move, char name[MP_NAME_MAX]) {
    return move_name(game->game.now.geometry, move, name);
}

char *mp_game_diagram(const mp_game *game) {
    Text text = {0};
    position_write(&game->game.now, &text);
    if (!text.failed) return text.data;
    text_free(&text);
    return NULL;
}

char *mp_game_link(const mp_game *game, mp_error *error) {
    Text text = {0};
    Error inner = {0};
    if (link_write(&game->game, -1, &text, &inner)) return text.data;
    text_free(&text);
    error_out(&inner, error);
    return NULL;
}
