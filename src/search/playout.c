#include "search/playout.h"

#include <string.h>

static const int8_t COLUMN_STEP[WIDE] = {0, 1, 1, 0, -1, -1, 1, 2, 1, -1, -2, -1, 0, 2, 2, 0, -2, -2};
static const int8_t ROW_STEP[WIDE] = {-1, -1, 0, 1, 1, 0, -2, -1, 1, 2, 1, -1, -2, -2, 0, 2, 2, 0};

// The border: rows above and below are Black's, columns at the sides White's, the corners nobody's.
static int border_color(const Geometry *g, int column, int row) {
    bool outside_row = row < 0 || row >= g->height, outside_column = column < 0 || column >= g->width;
    if (outside_row && outside_column) return CORNER;
    return outside_row ? BLACK : outside_column ? WHITE : EMPTY;
}

void grid_init(Grid *grid, const Geometry *g) {
    memset(grid, 0, sizeof *grid);
    grid->geometry = g;
    grid->stride = g->width + 2 * GRID_BORDER;
    grid->points = grid->stride * (g->height + 2 * GRID_BORDER);
    for (int d = 0; d < WIDE; d++) {
        grid->offset[d] = ROW_STEP[d] * grid->stride + COLUMN_STEP[d];
        if (d < NEAR_RING) grid->near[grid->offset[d] + 2 * grid->stride + 2] = true;
    }
    for (int point = 0; point < grid->points; point++) {
        int column = point % grid->stride - GRID_BORDER, row = point / grid->stride - GRID_BORDER;
        grid->row[point] = (uint8_t)(row + GRID_BORDER);
        grid->border[point] = (uint8_t)border_color(g, column, row);
        grid->cell[point] = CELL_NONE;
        if (grid->border[point] != EMPTY) continue;
        grid->cell[point] = (int16_t)cell_at(g, column, row);
        grid->point[cell_at(g, column, row)] = (int16_t)point;
        for (int d = 0; d < 6; d++) {
            int color = border_color(g, column + COLUMN_STEP[d], row + ROW_STEP[d]);
            if (color < EMPTY) grid->code[point] |= (uint16_t)((color + 1) << 2 * d);
        }
    }
}

void playout_init(Playout *playout, const Grid *grid, const PlayoutTable *table, const Position *position) {
    memset(playout, 0, sizeof *playout);
    playout->grid = grid;
    playout->table = table;
    playout->last = CELL_NONE;
    playout->vacant = grid->geometry->cells;
    memcpy(playout->code, grid->code, sizeof playout->code);
    memcpy(playout->color, grid->border, sizeof playout->color);
    for (int cell = 0; cell < grid->geometry->cells; cell++) {
        int point = grid->point[cell];
        uint64_t weight = table->weight[playout->code[point]];
        playout->weight[point] = weight;
        playout->row[grid->row[point]] += weight;
        playout->total += weight;
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        CellSet stones = position->stones[color];
        for (int cell; (cell = cellset_pop(&stones)) >= 0;) playout_place(playout, grid->point[cell], color);
    }
    playout->last = CELL_NONE;
}

void playout_copy(Playout *to, const Playout *from) {
    size_t points = (size_t)from->grid->points;
    to->grid = from->grid;
    to->table = from->table;
    to->vacant = from->vacant;
    to->last = from->last;
    to->last_code = from->last_code;
    to->total = from->total;
    memcpy(to->row, from->row, sizeof to->row);
    memcpy(to->weight, from->weight, points * sizeof *to->weight);
    memcpy(to->code, from->code, points * sizeof *to->code);
    memcpy(to->color, from->color, points * sizeof *to->color);
}

void playout_place(Playout *playout, int point, Color color) {
    const Grid *grid = playout->grid;
    const uint64_t *table = playout->table->weight;
    uint64_t *row = &playout->row[grid->row[point]], own = playout->weight[point], grown = 0;
    row[0] -= own;
    grown -= own;
    playout->weight[point] = 0;
    playout->color[point] = (uint8_t)color;
    playout->last = point;
    playout->last_code = playout->code[point];
    playout->vacant--;
    for (int d = 0; d < 6; d++) {
        static const int8_t OPPOSITE[6] = {6, 8, 10, 0, 2, 4}; // twice the direction back
        int beside = point + grid->offset[d];
        if (playout->color[beside] != EMPTY) continue;
        uint16_t code = (uint16_t)(playout->code[beside] | (color + 1) << OPPOSITE[d]);
        uint64_t more = table[code] - playout->weight[beside];
        playout->code[beside] = code;
        playout->weight[beside] += more;
        row[ROW_STEP[d]] += more;
        grown += more;
    }
    playout->total += grown;
}

void playout_table_uniform(PlayoutTable *table) {
    memset(table->save, 0, sizeof table->save);
    for (int code = 0; code < CODES; code++) {
        table->weight[code] = 1 | (uint64_t)1 << 32;
        for (int d = 0; d < NEAR_RING; d++) table->reply[BLACK][code][d] = table->reply[WHITE][code][d] = 256;
    }
}

static inline uint32_t half(uint64_t pair, Color color) {
    return (uint32_t)(pair >> (color == BLACK ? 0 : 32));
}

// The point at which the running sum of the weights passes `draw`.
static int point_at(const Playout *playout, Color color, uint32_t draw) {
    int row = GRID_BORDER;
    for (uint32_t weight; draw >= (weight = half(playout->row[row], color)); row++) draw -= weight;
    int point = row * playout->grid->stride + GRID_BORDER;
    for (uint32_t weight; draw >= (weight = half(playout->weight[point], color)); point++) draw -= weight;
    return point;
}

static int bridge_saved(const Playout *playout, Color color, Random *random) {
    unsigned save = playout->table->save[color][playout->last_code];
    int skip = save & (save - 1) ? (int)random_below(random, (uint32_t)__builtin_popcount(save)) : 0;
    while (skip--) save &= save - 1;
    return playout->last + playout->grid->offset[__builtin_ctz(save)];
}

static bool is_near(const Grid *grid, int from, int to) {
    int step = to - from + 2 * grid->stride + 2;
    return step >= 0 && step <= 4 * grid->stride + 4 && grid->near[step];
}

int playout_draw(const Playout *playout, Color color, bool bridges, Random *random) {
    const Grid *grid = playout->grid;
    uint32_t total = half(playout->total, color), part[NEAR_RING], near = 0, plain = 0;
    int last = playout->last;
    if (last < 0) return point_at(playout, color, random_below(random, total));
    if (bridges && playout->table->save[color][playout->last_code])
        return bridge_saved(playout, color, random);
    // Points around the last move have factors. Another one is drawn from all until it is not one of these.
    const uint16_t *reply = playout->table->reply[color][playout->last_code];
    for (int d = 0; d < NEAR_RING; d++) {
        uint32_t weight = half(playout->weight[last + grid->offset[d]], color);
        part[d] = (uint32_t)((uint64_t)weight * reply[d] >> 8);
        plain += weight;
        near += part[d];
    }
    uint32_t far = total - plain;
    if (!far && !near) return point_at(playout, color, random_below(random, total));
    uint32_t draw = random_below(random, far + near);
    if (draw >= near) {
        for (;;) {
            int point = point_at(playout, color, random_below(random, total));
            if (!is_near(grid, last, point)) return point;
        }
    }
    int d = 0;
    for (; draw >= part[d]; d++) draw -= part[d];
    return last + grid->offset[d];
}

Color playout_run(Playout *playout, Color mover, bool bridges, Random *random) {
    for (; playout->vacant; mover = color_other(mover))
        playout_place(playout, playout_draw(playout, mover, bridges, random), mover);
    return playout_winner(playout);
}

// Black lies behind, White in direction d from there; the next point touches both. A corner counts as
// White's. If the walk comes to the right one, White has won. At the left one it continues along White's
// edge.
Color playout_winner(const Playout *playout) {
    const Grid *grid = playout->grid;
    const Geometry *g = grid->geometry;
    int black = (GRID_BORDER - 1) * grid->stride + GRID_BORDER, d = 4;
    int bottom = (GRID_BORDER + g->height) * grid->stride, right = GRID_BORDER + g->width;
    for (;;) {
        int next = black + grid->offset[d ? d - 1 : 5];
        if (playout->color[next] == BLACK) {
            if (next >= bottom) return BLACK;
            black = next;
            d = d == 5 ? 0 : d + 1;
        } else {
            if (grid->cell[next] < 0 && next % grid->stride == right) return WHITE;
            d = d ? d - 1 : 5;
        }
    }
}
