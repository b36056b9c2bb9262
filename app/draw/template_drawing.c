#include "app/draw/template_drawing.h"

#include "app/draw/drawing.h"

#include <stdio.h>
#include <string.h>

bool template_drawing_save(const Template *t, const TemplateVerdict *v, const char *title, const char *path,
                           bool force, Error *error) {
    static Drawing drawing; // too large for some stacks
    Position p = position_empty(t->geometry);
    p.stones[BLACK] = t->stones;
    drawing_init(&drawing, &p);
    const bool open[] = {!t->top, !t->bottom, true, true};
    memcpy(drawing.open, open, sizeof open);
    CellSet outside = cellset_minus(cellset_minus(position_vacant(&p), t->carrier), t->stones);
    const struct {
        const char *name;
        CellSet cells;
        DrawingHue hue;
    } sets[] = {{"not part of it", outside, HUE_SHADE},
                {"breaks it", v->breaks, HUE_VERMILION},
                {"can be spared", cellset_or(v->spare, v->idle), HUE_ORANGE}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (cellset_is_empty(sets[i].cells)) continue;
        DrawingSet *set = &drawing.set[drawing.sets++];
        snprintf(set->name, sizeof set->name, "%s", sets[i].name);
        set->cells = sets[i].cells;
        set->hue = sets[i].hue;
    }
    return drawing_title(&drawing, title, error) && drawing_save(&drawing, path, force, error);
}
