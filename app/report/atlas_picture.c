// The opening atlas as a picture: proved openings have a ring and a sign, estimates a tint and a number.
#include "app/report/atlas_report.h"

#include "app/draw/drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void set_begin(Drawing *drawing, const char *name, DrawingHue hue) {
    DrawingSet *set = &drawing->set[drawing->sets++];
    snprintf(set->name, sizeof set->name, "%s", name);
    set->hue = hue;
}

bool atlas_draw(const Atlas *atlas, const char *path, bool force, Error *error) {
    const Geometry *g = atlas->geometry;
    Position empty = position_empty(g);
    Drawing *drawing = malloc(sizeof *drawing);
    if (!drawing) return error_memory(error);
    drawing_init(drawing, &empty);
    set_begin(drawing, "wins, proved", HUE_GREEN);
    set_begin(drawing, "loses, proved", HUE_VERMILION);
    drawing->has_heat = atlas->estimated > 0;
    for (int cell = 0; cell < g->cells; cell++) {
        const AtlasEntry *entry = &atlas->entry[cell];
        drawing->heat[cell] = -1;
        if (!entry->known) continue;
        if (entry->winner != EMPTY) {
            cellset_add(&drawing->set[entry->winner].cells, cell);
            snprintf(drawing->label[cell], DRAWING_LABEL_MAX, "%s", entry->winner == BLACK ? "+" : "\u2212");
            continue;
        }
        drawing->heat[cell] = entry->value;
        snprintf(drawing->label[cell], DRAWING_LABEL_MAX, "%.0f", fmax(1, fmin(99, 100 * entry->value)));
    }
    // No legend for what is not there.
    if (cellset_is_empty(drawing->set[WHITE].cells)) drawing->sets = 1;
    if (!atlas->proved) drawing->sets = 0;
    snprintf(drawing->title, sizeof drawing->title,
             "Openings of %dx%d: ringed cells are proved, numbers are estimates", g->width, g->height);
    bool good = drawing_save(drawing, path, force, error);
    free(drawing);
    return good;
}
