#include "app/draw/drawing.h"

#include "api/inside.h"

#include <stdio.h>
#include <string.h>

void drawing_init(Drawing *drawing, const Position *position) {
    memset(drawing, 0, sizeof *drawing);
    drawing->position = *position;
    drawing->last = CELL_NONE;
    drawing->cell_size = 44;
    for (int cell = 0; cell < CELL_MAX; cell++) drawing->heat[cell] = -1;
}

void drawing_init_game(Drawing *drawing, const mp_game *game) {
    drawing_init(drawing, mp_game_position(game));
    drawing->last = mp_game_last_cell(game);
}

// Numbers on the stones in the order of play.
static void numbers_add(Drawing *drawing, const Game *game) {
    for (int i = 0; i < game->count; i++) {
        Move move = game->played[i].move;
        if (move == MOVE_SWAP_PIECES) {
            drawing->label[game->played[0].move][0] = '\0';
            move = cell_mirrored(game->now.geometry, game->played[0].move);
        }
        if (move < CELL_MAX) snprintf(drawing->label[move], DRAWING_LABEL_MAX, "%d", i + 1);
    }
}

void drawing_init_moves(Drawing *drawing, const Game *game, bool numbers) {
    drawing_init(drawing, &game->now);
    drawing->last = game_last_cell(game);
    drawing_show_chain(drawing);
    if (numbers) numbers_add(drawing, game);
}

void drawing_show_chain(Drawing *drawing) {
    Color winner = position_winner(&drawing->position);
    if (winner != EMPTY) drawing->chain = position_winning_chain(&drawing->position, winner);
}

static CellSet set_of(const Drawing *drawing, const mp_cells *cells) {
    CellSet set;
    cells_in(drawing->position.geometry, cells, &set, NULL);
    return set;
}

void drawing_add_set(Drawing *drawing, const char *name, const mp_cells *cells, DrawingHue hue) {
    if (!cells->count || drawing->sets == DRAWING_SETS_MAX) return;
    DrawingSet *set = &drawing->set[drawing->sets++];
    snprintf(set->name, sizeof set->name, "%s", name);
    set->cells = set_of(drawing, cells);
    set->hue = hue;
}

void drawing_add_small(Drawing *drawing, mp_color color, const mp_cells *cells) {
    drawing->small[color] = cellset_or(drawing->small[color], set_of(drawing, cells));
}

bool drawing_title(Drawing *drawing, const char *title, Error *error) {
    if (!text_is_utf8(title)) return error_input(error, "--title: the text is not UTF-8");
    if (strlen(title) >= sizeof drawing->title)
        return error_input(error, "--title: at most %zu bytes", sizeof drawing->title - 1);
    strcpy(drawing->title, title);
    return true;
}
