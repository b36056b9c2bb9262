#include "game/geometry.h"

#include "base/random.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int STEP[6][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, 1}};

static Hash128 key_make(uint64_t counter) {
    uint64_t state = counter * 0x2545f4914f6cdd1du + 0x9fb21c651e98df25u;
    Hash128 key = {splitmix64(&state), splitmix64(&state)};
    return key;
}

static void neighbour_add(Geometry *g, int cell, int node) {
    g->neighbour[cell][g->neighbour_count[cell]++] = (int16_t)node;
    if (node < CELL_MAX) {
        cellset_add(&g->around[cell], node);
        g->cell_neighbour_count[cell]++;
    } else {
        cellset_add(&g->around[node], cell);
    }
}

static void cell_fill(Geometry *g, int column, int row) {
    int cell = cell_at(g, column, row);
    for (int i = 0; i < 6; i++) {
        int c = column + STEP[i][0], r = row + STEP[i][1];
        if (c >= 0 && c < g->width && r >= 0 && r < g->height) neighbour_add(g, cell, cell_at(g, c, r));
    }
    if (row == 0) neighbour_add(g, cell, EDGE_TOP);
    if (row == g->height - 1) neighbour_add(g, cell, EDGE_BOTTOM);
    if (column == 0) neighbour_add(g, cell, EDGE_LEFT);
    if (column == g->width - 1) neighbour_add(g, cell, EDGE_RIGHT);
    uint64_t place = (uint64_t)(row * BOARD_MAX + column);
    g->stone_key[BLACK][cell] = key_make(2 * place);
    g->stone_key[WHITE][cell] = key_make(2 * place + 1);
}

static Geometry *geometry_make(int width, int height) {
    Geometry *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->width = width;
    g->height = height;
    g->cells = width * height;
    g->all = cellset_first_n(g->cells);
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) cell_fill(g, column, row);
    }
    g->white_to_move_key = key_make(1000);
    g->size_key = key_make((uint64_t)(2000 + width * 32 + height));
    return g;
}

const Geometry *geometry_get(int width, int height) {
    static _Atomic(Geometry *) cache[BOARD_MAX][BOARD_MAX];
    if (width < 1 || width > BOARD_MAX || height < 1 || height > BOARD_MAX) return NULL;
    _Atomic(Geometry *) *slot = &cache[width - 1][height - 1];
    Geometry *g = atomic_load(slot);
    if (g) return g;
    g = geometry_make(width, height);
    Geometry *first = NULL;
    if (g && !atomic_compare_exchange_strong(slot, &first, g)) {
        free(g);
        g = first;
    }
    return g;
}

static bool number_read(const char **text, int *value) {
    if (!isdigit((unsigned char)**text)) return false;
    *value = 0;
    while (isdigit((unsigned char)**text)) {
        *value = *value * 10 + (**text - '0');
        if (*value > 1000) return false;
        ++*text;
    }
    return true;
}

bool size_parse(const char *text, int *width, int *height, Error *error) {
    const char *p = text;
    bool good = number_read(&p, width);
    *height = good ? *width : 0;
    if (good && (*p == 'x' || *p == 'X')) {
        p++;
        good = number_read(&p, height);
    }
    if (!good || *p) return error_input(error, "size '%.40s': expected N or WxH, such as 11 or 8x10", text);
    if (*width < 1 || *width > BOARD_MAX || *height < 1 || *height > BOARD_MAX)
        return error_input(error, "size '%.40s': each side must be from 1 to %d", text, BOARD_MAX);
    return true;
}

const char *color_name(Color color) {
    return color == BLACK ? "black" : color == WHITE ? "white" : "empty";
}

CellSet cells_near(const Geometry *g, CellSet cells, int steps) {
    for (; steps; steps--) {
        CellSet ring = cells;
        for (int cell; (cell = cellset_pop(&ring)) >= 0;) cells = cellset_or(cells, g->around[cell]);
    }
    return cells;
}

int cell_row_from(const Geometry *g, int cell, int edge) {
    switch (edge) {
    case EDGE_TOP:
        return cell_row(g, cell) + 1;
    case EDGE_BOTTOM:
        return g->height - cell_row(g, cell);
    case EDGE_LEFT:
        return cell_column(g, cell) + 1;
    default:
        return g->width - cell_column(g, cell);
    }
}

char *cell_name(const Geometry *g, int node, char *buffer) {
    static const char *const edges[] = {"top", "bottom", "left", "right"};
    if (node >= EDGE_TOP && node < NODE_MAX) {
        strcpy(buffer, edges[node - EDGE_TOP]);
    } else if (node < 0 || node >= g->cells) {
        strcpy(buffer, "none");
    } else {
        snprintf(buffer, CELL_NAME_MAX, "%c%u", 'a' + cell_column(g, node),
                 (unsigned)cell_row(g, node) % 100 + 1);
    }
    return buffer;
}

int cell_parse(const Geometry *g, const char *text, int length) {
    if (length < 2 || length > 3) return CELL_NONE;
    int column = tolower((unsigned char)text[0]) - 'a', row = 0;
    for (int i = 1; i < length; i++) {
        if (!isdigit((unsigned char)text[i]) || (i == 1 && text[i] == '0')) return CELL_NONE;
        row = row * 10 + (text[i] - '0');
    }
    if (column < 0 || column >= g->width || row < 1 || row > g->height) return CELL_NONE;
    return cell_at(g, column, row - 1);
}
