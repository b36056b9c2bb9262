// An explanation as a drawing.
#include "app/report/explain_report.h"

#include "cli/public.h"

#include <stdio.h>
#include <string.h>

typedef struct Sketch {
    const mp_game *game;
    const mp_explanation *explanation;
    Drawing *drawing;
    mp_explained e;
    mp_cells vacant; // empty cells
} Sketch;

static mp_inferior kind_of(const Sketch *s, int cell) {
    mp_reason reason = MP_INIT(mp_reason);
    mp_explanation_reason(s->explanation, cell, &reason);
    return reason.kind;
}

static void title_write(const Sketch *s) {
    const char *mover = title_of_color(mp_game_to_move(s->game));
    Drawing *d = s->drawing;
    if (s->e.winner != MP_EMPTY)
        snprintf(d->title, sizeof d->title, "%s to move: %s wins", mover, title_of_color(s->e.winner));
    else
        snprintf(d->title, sizeof d->title, "%s to move: %d of %d cells to consider", mover, s->e.moves.count,
                 s->vacant.count);
}

static void kind_draw(const Sketch *s, mp_inferior kind, const char *name, DrawingHue hue) {
    mp_cells cells = {0};
    for (int i = 0; i < s->vacant.count; i++)
        if (kind_of(s, s->vacant.cell[i]) == kind) cells_include(&cells, s->vacant.cell[i]);
    drawing_add_set(s->drawing, name, &cells, hue);
}

// Where the mover would lose at once, and what is left to consider. The latter only if it is not most of the board: rings
// on most cells show nothing.
static void choice_draw(const Sketch *s) {
    const mp_explained *e = &s->e;
    mp_cells outside = {0};
    int open = s->vacant.count - e->black.count - e->white.count - e->dead.count;
    for (int i = 0; i < s->vacant.count; i++) {
        int cell = s->vacant.cell[i];
        if (kind_of(s, cell) == MP_INFERIOR_NONE && !cells_hold(&e->must_play, cell))
            cells_include(&outside, cell);
    }
    if (3 * e->moves.count <= open) drawing_add_set(s->drawing, "to consider", &e->moves, HUE_BLUE);
    drawing_add_set(s->drawing, "outside must-play", &outside, HUE_SHADE);
}

void explanation_draw(const mp_game *game, const mp_explanation *explanation, Drawing *drawing) {
    Sketch s = {.game = game, .explanation = explanation, .drawing = drawing, .e = {.size = sizeof s.e}};
    mp_explanation_read(explanation, &s.e);
    mp_game_cells(game, MP_EMPTY, &s.vacant);
    title_write(&s);
    drawing_add_small(drawing, MP_BLACK, &s.e.black);
    drawing_add_small(drawing, MP_WHITE, &s.e.white);
    if (s.e.winner != MP_EMPTY)
        drawing_add_set(drawing, "the winner needs", &s.e.carrier, HUE_BLUE);
    else
        choice_draw(&s);
    kind_draw(&s, MP_CAPTURED, "captured", HUE_PINK);
    kind_draw(&s, MP_PERMANENT, "permanently inferior", HUE_PURPLE);
    kind_draw(&s, MP_MUTUAL, "mutual fill-in", HUE_SKY);
    kind_draw(&s, MP_DEAD, "dead", HUE_GRAY);
    kind_draw(&s, MP_VULNERABLE, "vulnerable", HUE_GREEN);
    kind_draw(&s, MP_REVERSIBLE, "captured-reversible", HUE_VERMILION);
    kind_draw(&s, MP_DOMINATED, "dominated", HUE_ORANGE);
    for (int i = 0; i < s.e.dead.count; i++) strcpy(drawing->label[s.e.dead.cell[i]], "x");
    if (s.e.move >= 0 && s.e.move < MP_CELLS_MAX) strcpy(drawing->label[s.e.move], "win");
}
