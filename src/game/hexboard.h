// Board diagrams as HexWiki writes them: <hexboard size="4x7" edges="bottom" visible="area(e1,c2,a4,g4,g2,f1)"
// contents="R e1" />.
//
// Sizes there are rows x columns. Red joins top and bottom, as Black does here; Blue is White. The reader understands size,
// contents (R, B, E, S, labels before a colon), edges, visible and coords. It skips other attributes, which lay out a page.
// Cells are named singly, as a line "a1--c1", as a polygon "area(a1,c3,a3)", or "all".
#ifndef MUSTPLAY_GAME_HEXBOARD_H
#define MUSTPLAY_GAME_HEXBOARD_H

#include "base/text.h"
#include "game/geometry.h"

enum { HEXBOARD_LABEL_MAX = 12 };

typedef struct HexBoard {
    const Geometry *geometry;
    CellSet red, blue, shaded, visible;
    bool visible_given, edges_given; // the attributes were there
    bool edge[4];                    // that are shown: top, bottom, left, right
    bool coords;
    char label[CELL_MAX][HEXBOARD_LABEL_MAX]; // "1", "*", "arrow(12)"; mostly empty
} HexBoard;

// An empty board that is shown whole, with coordinates.
void hexboard_init(HexBoard *board, const Geometry *geometry);

// Reads the next tag after `*at`, a place in `text`, and moves `*at` behind it. False at the end of the text; also, with an
// error, if the tag is wrong. Lines and columns in messages count from 1 in `text`. `*line` receives the tag's line.
bool hexboard_next(const char *text, const char **at, int *line, HexBoard *board, Error *error);

// The hour of the clock that an arrow points to; 0 when the label is no arrow.
int hexboard_arrow(const char *label);

// Whether a label can stand in a tag and be read again: none of blanks, colons and double quotes, and every parenthesis
// closed.
bool hexboard_label_fits(const char *label);

// The labels must fit.
void hexboard_write(const HexBoard *board, Text *out);

#endif
