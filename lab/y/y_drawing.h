// Pictures of boards of Y: one board, or several in rows, each with a caption.
#ifndef MUSTPLAY_LAB_Y_Y_DRAWING_H
#define MUSTPLAY_LAB_Y_Y_DRAWING_H

#include "app/draw/drawing.h"
#include "lab/y/ygame.h"

typedef struct YPanel {
    YPosition position;
    int last;       // the cell of the last move; CELL_NONE
    CellSet chain;  // the winning chain
    CellSet marked; // cells shown in colour: those the winner needs
    bool has_share;
    float share[TRIANGLE_CELLS_MAX]; // of an empty cell: Black's share of it, shown as grey
    char label[TRIANGLE_CELLS_MAX][DRAWING_LABEL_MAX];
    char caption[80]; // under the board
    int row;          // of the picture; panels are in the order of their rows
} YPanel;

typedef struct YDrawing {
    int panels;
    YPanel *panel;
    char title[160];
    double cell_size;
    bool hide_coordinates;
} YDrawing;

// The stones alone, with the winning chain.
void y_panel_init(YPanel *panel, const YPosition *position);

// As drawing_save. Panels of a row stand beside each other, rows below each other.
bool y_drawing_save(const YDrawing *drawing, const char *path, bool force, Error *error);

#endif
