#include "net/planes.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLANE_STONES = 0, // two planes
    PLANE_EMPTY = 2,
    PLANE_TO_MOVE = 3,
    PLANE_ENDS = 4, // two planes
    TAPS = 25
};
// The planes of the mover's and the opponent's cells.
typedef struct Kinds {
    uint16_t save, join, form;
} Kinds;
static const Kinds KINDS[2] = {{1 << 6, 1 << 7, 1 << 8}, {1 << 9, 1 << 11, 1 << 10}};

// The neighbours of a cell in the order around it, as columns and rows. Two that follow each other are the
// carrier of the bridge to their sum.
static const int AROUND[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

static void ring_set(Planes *p) {
    int stride = p->width + 2 * NET_RING, rows = p->height + 2 * NET_RING;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < stride; column++) {
            bool black = row < NET_RING || row >= rows - NET_RING;
            bool white = column < NET_RING || column >= stride - NET_RING;
            p->seen[row * stride + column] =
                (uint16_t)(black << BLACK | white << WHITE | (!black && !white) << PLANE_EMPTY);
        }
    }
}

// What one colour has around an empty cell or a stone, at `at`.
typedef struct View {
    const uint16_t *seen;
    int step[6], bridge[6];
} View;

static bool has(const View *v, int at, int plane) {
    return v->seen[at] >> plane & 1;
}

// A bridge of the colour starts or could start at the cell.
static bool bridge_near(const View *v, int at, Color color) {
    for (int i = 0; i < 6; i++) {
        if (has(v, at + v->bridge[i], color) && has(v, at + v->step[i], PLANE_EMPTY) &&
            has(v, at + v->step[(i + 1) % 6], PLANE_EMPTY))
            return true;
    }
    return false;
}

// A stone of the opponent's, on the board and not of the ring, in the carrier whose other cell this is.
static bool bridge_broken(const View *v, int at, Color color, const uint8_t *ring) {
    for (int i = 0; i < 6; i++) {
        int intruder = at + v->step[i];
        if (!ring[intruder] && has(v, intruder, color_other(color)) &&
            has(v, at + v->step[(i + 5) % 6], color) && has(v, at + v->step[(i + 1) % 6], color))
            return true;
    }
    return false;
}

// The colour's neighbours of the cell lie in two groups or more.
static bool neighbours_apart(const View *v, int at, Color color) {
    int groups = 0;
    for (int i = 0; i < 6; i++)
        groups += has(v, at + v->step[i], color) && !has(v, at + v->step[(i + 1) % 6], color);
    return groups > 1;
}

static uint16_t empty_planes(const View *v, int at, Color mover, int count, const uint8_t *ring) {
    uint16_t out = 0;
    for (int side = 0; side < (count == PLANES_LONG ? 2 : 1); side++) {
        Color color = side ? color_other(mover) : mover;
        if (bridge_broken(v, at, color, ring)) out |= KINDS[side].save;
        if (neighbours_apart(v, at, color)) out |= KINDS[side].join;
        if (bridge_near(v, at, color)) out |= KINDS[side].form;
    }
    return out;
}

void planes_of(const Position *position, int count, Planes *p) {
    const Geometry *g = position->geometry;
    p->width = g->width;
    p->height = g->height;
    int stride = p->width + 2 * NET_RING, cells = stride * (p->height + 2 * NET_RING);
    ring_set(p);
    uint8_t ring[SEEN_MAX];
    for (int i = 0; i < cells; i++) ring[i] = !(p->seen[i] >> PLANE_EMPTY & 1);
    for (int cell = 0; cell < g->cells; cell++) {
        int at = (cell_row(g, cell) + NET_RING) * stride + cell_column(g, cell) + NET_RING;
        Color color = position_at(position, cell);
        if (color != EMPTY) p->seen[at] = (uint16_t)(1 << color);
    }
    View v = {.seen = p->seen};
    for (int i = 0; i < 6; i++) v.step[i] = AROUND[i][1] * stride + AROUND[i][0];
    for (int i = 0; i < 6; i++) v.bridge[i] = v.step[i] + v.step[(i + 1) % 6];
    uint16_t to_move = position->to_move == BLACK ? 1 << PLANE_TO_MOVE : 0;
    // Planes 0 to 2 are all that is looked at, so that the others can be added in any order.
    for (int i = 0; i < cells; i++) {
        uint16_t more = to_move;
        if (!ring[i] && has(&v, i, PLANE_EMPTY)) {
            more |= empty_planes(&v, i, position->to_move, count, ring);
        } else if (!ring[i]) {
            Color color = has(&v, i, BLACK) ? BLACK : WHITE;
            if (bridge_near(&v, i, color)) more |= (uint16_t)(1 << (PLANE_ENDS + color));
        }
        p->seen[i] |= more;
    }
}

float *planes_table(const Net *net) {
    int channels = net->arch.channels, planes = net->arch.planes;
    float *table = malloc((size_t)(planes * TAPS * channels) * sizeof *table);
    if (!table) return NULL;
    for (int plane = 0; plane < planes; plane++) {
        for (int tap = 0; tap < TAPS; tap++) {
            for (int c = 0; c < channels; c++)
                table[(plane * TAPS + tap) * channels + c] =
                    net->input_weight[((size_t)c * (size_t)planes + (size_t)plane) * TAPS + (size_t)tap];
        }
    }
    return table;
}

void planes_layer(const Net *net, const float *table, const Planes *p, float *map) {
    int channels = net->arch.channels, stride = p->width + 2 * NET_RING;
    for (int cell = 0; cell < p->width * p->height; cell++, map += channels) {
        int first = cell / p->width * stride + cell % p->width;
        memcpy(map, net->input_bias, (size_t)channels * sizeof *map);
        for (int tap = 0; tap < TAPS; tap++) {
            unsigned seen = p->seen[first + tap / 5 * stride + tap % 5];
            for (; seen; seen &= seen - 1)
                row_add(map, table + (__builtin_ctz(seen) * TAPS + tap) * channels, channels);
        }
        row_relu(map, channels);
    }
}
