// mustplay draw --game y.
#include "app/cmd/draw_command.h"
#include "lab/y/y_commands.h"
#include "lab/y/y_drawing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// "c3=A d4=12"
static bool labels_read(YPanel *panel, const char *text, Error *error) {
    static const char BLANKS[] = " ,\t\r\n";
    const Triangle *board = panel->position.board;
    for (const char *p = text + strspn(text, BLANKS); *p; p += strspn(p, BLANKS)) {
        int length = (int)strcspn(p, BLANKS), head = (int)strcspn(p, "=");
        int cell = head < length ? triangle_cell_parse(board, p, head) : CELL_NONE, rest = length - head - 1;
        if (cell == CELL_NONE || rest < 1 || rest >= DRAWING_LABEL_MAX)
            return error_input(error,
                               "--labels: '%.*s': expected CELL=TEXT, such as c3=A, at most %d characters",
                               length > 40 ? 40 : length, p, DRAWING_LABEL_MAX - 1);
        snprintf(panel->label[cell], DRAWING_LABEL_MAX, "%.*s", rest, p + head + 1);
        p += length;
    }
    return true;
}

static bool drawing_fill(const Args *args, YDrawing *d, Error *error) {
    YGame game;
    YPanel *panel = d->panel;
    const char *title = args_given(args, "title") ? args_text(args, "title") : "";
    if (!y_args_game(args, &game, error)) return false;
    y_panel_init(panel, &game.now);
    panel->last = ygame_last_cell(&game);
    for (int i = 0; args_flag(args, "numbers") && i < game.count; i++) {
        if (game.played[i].move < CELL_MAX)
            snprintf(panel->label[game.played[i].move], DRAWING_LABEL_MAX, "%d", i + 1);
    }
    d->cell_size = args_real(args, "cell-size");
    d->hide_coordinates = args_flag(args, "no-coordinates");
    if (!text_is_utf8(title) || strlen(title) >= sizeof d->title)
        return error_input(error, "--title: at most %zu bytes of UTF-8", sizeof d->title - 1);
    strcpy(d->title, title);
    if (!args_given(args, "labels")) return true;
    if (!text_is_utf8(args_text(args, "labels")))
        return error_input(error, "--labels: the text is not UTF-8");
    return labels_read(panel, args_text(args, "labels"), error);
}

int y_draw_run(const Args *args) {
    Error error = {0};
    YPanel *panel = malloc(sizeof *panel);
    YDrawing d = {.panels = 1, .panel = panel};
    const char *path = args_text(args, "output");
    bool good = panel || error_memory(&error);
    good = good && (path || error_input(&error, "draw: --output FILE is required"));
    good =
        good && drawing_fill(args, &d, &error) && y_drawing_save(&d, path, args_flag(args, "force"), &error);
    free(panel);
    return good ? draw_report(args) : report_error(&error);
}
