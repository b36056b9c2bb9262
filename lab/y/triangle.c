#include "lab/y/triangle.h"

#include "base/number.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static const int STEP[6][2] = {{-1, 0}, {1, 0}, {-1, -1}, {0, -1}, {0, 1}, {1, 1}};

static void cell_fill(Triangle *t, int column, int row) {
    int cell = triangle_at(column, row);
    t->column[cell] = (uint8_t)column;
    t->row[cell] = (uint8_t)row;
    for (int i = 0; i < 6; i++) {
        int c = column + STEP[i][0], r = row + STEP[i][1];
        if (r < 0 || r >= t->size || c < 0 || c > r) continue;
        t->neighbour[cell][t->neighbour_count[cell]++] = (int16_t)triangle_at(c, r);
        cellset_add(&t->around[cell], triangle_at(c, r));
    }
    t->sides[cell] = (uint8_t)((column == 0 ? SIDE_LEFT : 0) | (column == row ? SIDE_RIGHT : 0) |
                               (row == t->size - 1 ? SIDE_BOTTOM : 0));
    for (int side = 0; side < 3; side++) {
        if (t->sides[cell] >> side & 1) cellset_add(&t->side[side], cell);
    }
    // The distances to left, right and bottom add up to size - 1: every order of them is a symmetry.
    int distance[3] = {column, row - column, t->size - 1 - row};
    static const int ORDER[TRIANGLE_SYMMETRIES][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                                      {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    for (int k = 0; k < TRIANGLE_SYMMETRIES; k++) {
        int c = distance[ORDER[k][0]];
        t->image[k][cell] = (int16_t)triangle_at(c, c + distance[ORDER[k][1]]);
    }
}

static Triangle *triangle_make(int size) {
    Triangle *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->size = size;
    t->cells = triangle_number(size);
    t->all = cellset_first_n(t->cells);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column <= row; column++) cell_fill(t, column, row);
    }
    return t;
}

const Triangle *triangle_get(int size) {
    static _Atomic(Triangle *) cache[TRIANGLE_MAX];
    if (size < 1 || size > TRIANGLE_MAX) return NULL;
    Triangle *found = atomic_load(&cache[size - 1]);
    if (found) return found;
    Triangle *made = triangle_make(size);
    if (made && !atomic_compare_exchange_strong(&cache[size - 1], &found, made)) {
        free(made); // another thread was first
        return found;
    }
    return made;
}

bool triangle_size_parse(const char *text, int *size, Error *error) {
    long number;
    if (!number_whole(text, &number) || number < 1 || number > TRIANGLE_MAX)
        return error_input(error, "size '%.20s': a board of Y has one size, from 1 to %d", text,
                           TRIANGLE_MAX);
    *size = (int)number;
    return true;
}

char *triangle_cell_name(const Triangle *t, int cell, char *buffer) {
    snprintf(buffer, CELL_NAME_MAX, "%c%d", 'a' + t->column[cell], t->row[cell] + 1);
    return buffer;
}

int triangle_cell_parse(const Triangle *t, const char *text, int length) {
    if (length < 2 || length > 3 || !isalpha((unsigned char)text[0])) return CELL_NONE;
    int column = tolower((unsigned char)text[0]) - 'a', number = 0;
    for (int i = 1; i < length; i++) {
        if (!isdigit((unsigned char)text[i]) || (i == 1 && text[i] == '0')) return CELL_NONE;
        number = 10 * number + text[i] - '0';
    }
    return number <= t->size && column < number ? triangle_at(column, number - 1) : CELL_NONE;
}
