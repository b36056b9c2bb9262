#include "app/draw/drawing.h"

#include <string.h>

void drawing_init(Drawing *drawing, const Position *position) {
    memset(drawing, 0, sizeof *drawing);
    drawing->position = *position;
    drawing->last = CELL_NONE;
    drawing->cell_size = 44;
    for (int cell = 0; cell < CELL_MAX; cell++) drawing->heat[cell] = -1;
}

bool drawing_title(Drawing *drawing, const char *title, Error *error) {
    if (!text_is_utf8(title)) return error_input(error, "--title: the text is not UTF-8");
    if (strlen(title) >= sizeof drawing->title)
        return error_input(error, "--title: at most %zu bytes", sizeof drawing->title - 1);
    strcpy(drawing->title, title);
    return true;
}
