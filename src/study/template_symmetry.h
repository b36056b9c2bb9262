// Templates laid on each other: the twelve turns and reflections of the cells' lattice.
#ifndef MUSTPLAY_STUDY_TEMPLATE_SYMMETRY_H
#define MUSTPLAY_STUDY_TEMPLATE_SYMMETRY_H

#include "study/template.h"

enum { TEMPLATE_TURNS = 12 }; // 0 is none

// Where each cell of a template comes to lie; other cells have no meaning.
typedef struct TemplateMap {
    int16_t image[CELL_MAX];
} TemplateMap;

// Lays `from`, turned, on `onto`: cells on cells, stones on stones, ends on ends, which may be exchanged. False when it does
// not fit.
bool template_map(const Template *from, const Template *onto, int turn, TemplateMap *map);
CellSet template_image(const TemplateMap *map, CellSet cells);

// Whether two templates are the same but for their place, a turn or a reflection.
bool template_alike(const Template *a, const Template *b);

// A template with another carrier, its drawing cut to the cells that it needs.
bool template_cut(const Template *template, CellSet carrier, Template *out, Error *error);

#endif
