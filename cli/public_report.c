// The public interface's values for readers.
#include "cli/public.h"

#include "api/inside.h"

const char *name_of_color(mp_color color) {
    return color_name((Color)color);
}

const char *title_of_color(mp_color color) {
    return color == MP_BLACK ? "Black" : "White";
}

json_t *json_side(mp_color color) {
    return json_color((Color)color);
}

json_t *json_play(const mp_game *game, int move) {
    return json_move(mp_game_position(game)->geometry, move);
}

json_t *json_set(const mp_game *game, const mp_cells *cells) {
    json_t *array = json_array();
    for (int i = 0; i < cells->count; i++) json_array_append_new(array, json_play(game, cells->cell[i]));
    return array;
}

json_t *json_line(const mp_game *game, const mp_line *line) {
    json_t *array = json_array();
    for (int i = 0; i < line->count; i++) json_array_append_new(array, json_play(game, line->move[i]));
    return array;
}

void cells_text(const mp_game *game, const mp_cells *cells, Text *out) {
    char name[MP_NAME_MAX];
    for (int i = 0; i < cells->count; i++) text_format(out, " %s", mp_move_name(game, cells->cell[i], name));
}

void signs_text(const mp_game *game, const char *signs, Text *out) {
    diagram_write(mp_game_position(game)->geometry, signs, out);
}

bool cells_hold(const mp_cells *cells, int cell) {
    for (int i = 0; i < cells->count; i++)
        if (cells->cell[i] == cell) return true;
    return false;
}

void cells_include(mp_cells *cells, int cell) {
    cells->cell[cells->count++] = (int16_t)cell;
}
