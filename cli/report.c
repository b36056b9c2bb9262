// What commands say: errors for people, JSON for programs.
#include "cli/command.h"

#include <stdio.h>
#include <stdlib.h>

int report_error(const Error *error) {
    fprintf(stderr, "mustplay: %s\n", error->text);
    if (error->code == ERROR_CANCELLED) return EXIT_UNDECIDED;
    return error->bad_input ? EXIT_BAD_INPUT : EXIT_INTERNAL;
}

int report_json(json_t *object) {
    char *text = object ? json_dumps(object, JSON_REAL_PRECISION(9)) : NULL;
    json_decref(object);
    if (!text) {
        fprintf(stderr, "mustplay: out of memory\n");
        return EXIT_INTERNAL;
    }
    printf("%s\n", text);
    free(text);
    return EXIT_DONE;
}

json_t *json_cell(const Geometry *geometry, int cell) {
    char name[CELL_NAME_MAX];
    return cell == CELL_NONE ? json_null() : json_string(cell_name(geometry, cell, name));
}

json_t *json_move(const Geometry *geometry, Move move) {
    char name[MOVE_NAME_MAX];
    return move == MOVE_NONE ? json_null() : json_string(move_name(geometry, move, name));
}

json_t *json_cells(const Geometry *geometry, CellSet cells) {
    json_t *array = json_array();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        json_array_append_new(array, json_cell(geometry, cell));
    return array;
}

json_t *json_color(Color color) {
    return color == EMPTY ? json_null() : json_string(color_name(color));
}
