// Drawings of a board as SVG, PNG or PDF: stones, coloured edges, coordinates, labels, heat, sets of cells,
// arrows and a legend. Fill in a Drawing, then render it to bytes or save it.
#ifndef MUSTPLAY_APP_DRAW_DRAWING_H
#define MUSTPLAY_APP_DRAW_DRAWING_H

#include "base/text.h"
#include "game/game.h"
#include "mustplay/game.h"

enum { DRAWING_SETS_MAX = 12, DRAWING_ARROWS_MAX = 200, DRAWING_LABEL_MAX = 8, DRAWING_NAME_MAX = 48 };

typedef enum DrawingFormat { DRAWING_SVG, DRAWING_PNG, DRAWING_PDF } DrawingFormat;

// Colours of sets that colour-blind readers can tell apart. A shade has no ring.
typedef enum DrawingHue {
    HUE_BY_ORDER, // the first set blue, the second orange, ...
    HUE_BLUE,
    HUE_ORANGE,
    HUE_GREEN,
    HUE_PINK,
    HUE_SKY,
    HUE_VERMILION,
    HUE_PURPLE,
    HUE_GRAY,
    HUE_SHADE
} DrawingHue;

// Cells shown together: a carrier, a must-play region, a kind of inferior cell.
typedef struct DrawingSet {
    char name[DRAWING_NAME_MAX]; // for the legend
    CellSet cells;
    DrawingHue hue;
} DrawingSet;

typedef struct DrawingArrow {
    int from, to; // cells or edges
    bool dashed;
} DrawingArrow;

typedef struct Drawing {
    Position position;
    int last;         // the cell of the last move, marked; CELL_NONE
    CellSet chain;    // highlighted stones: the winning chain
    CellSet small[2]; // cells with a small stone: fill-in
    bool has_heat;
    double heat[CELL_MAX]; // 0 to 1; negative: none
    char label[CELL_MAX][DRAWING_LABEL_MAX];
    int sets, arrows;
    DrawingSet set[DRAWING_SETS_MAX];
    DrawingArrow arrow[DRAWING_ARROWS_MAX];
    char title[120];
    bool hide_coordinates, hide_legend;
    bool open[4];     // edges that are not drawn, from EDGE_TOP on: the board continues there
    double cell_size; // distance between neighbours in points or pixels
} Drawing;

// A drawing of the stones alone.
void drawing_init(Drawing *drawing, const Position *position);
// The same of a game, with its last move marked.
void drawing_init_game(Drawing *drawing, const mp_game *game);
// The same of a game with its winning chain marked; with numbers on the stones in the order of play.
void drawing_init_moves(Drawing *drawing, const Game *game, bool numbers);
// Highlights the chain that has won, if there is one.
void drawing_show_chain(Drawing *drawing);
// Adds a set for the legend, unless it is empty or there are too many.
void drawing_add_set(Drawing *drawing, const char *name, const mp_cells *cells, DrawingHue hue);
// Small stones of a colour: fill-in.
void drawing_add_small(Drawing *drawing, mp_color color, const mp_cells *cells);

// Sets the title, a user's text: false with an error when it is not UTF-8 or too long.
bool drawing_title(Drawing *drawing, const char *title, Error *error);

// Appends the picture's bytes to `out`.
bool drawing_render(const Drawing *drawing, DrawingFormat format, Text *out, Error *error);

// Whether drawing_save could work, to be asked before long work: a known extension, no file to lose.
bool drawing_path_check(const char *path, bool force, Error *error);

// Writes a file whose extension names the format. An existing file is kept unless `force`; it is then
// replaced at once.
bool drawing_save(const Drawing *drawing, const char *path, bool force, Error *error);

#endif
