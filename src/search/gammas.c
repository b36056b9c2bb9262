// Codes and tables. The files of gammas are read and written in gammas_file.c.
#include "search/gammas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = 1024, WEIGHT_MAX = 1 << 20, REPLY_MAX = 65535 };

// What `color` sees in direction d: the view is mirrored for White.
static int view_direction(Color color, int d) {
    if (color == BLACK) return d;
    return d < 6 ? 5 - d : d < 12 ? 6 + (16 - d) % 6 : 29 - d; // bridge point b becomes 4 - b
}

static int view_digit(Color color, unsigned stone) { // of 0, 1 black, 2 white
    return color == BLACK || stone == 0 ? (int)stone : 3 - (int)stone;
}

typedef enum Turn { TURN_NONE, TURN_HALF, TURN_SAME } Turn; // same: the half-turn makes no difference

// Digits to an index, first digit lowest; of a code and its half-turn the lesser.
static int digits_index(const int *digit, int count, Turn *turn) {
    int plain = 0, half = 0;
    for (int i = count - 1; i >= 0; i--) {
        int opposite = i < 6 ? (i + 3) % 6 : 6 + (i - 3) % 6;
        plain = plain * 3 + digit[i];
        half = half * 3 + digit[opposite];
    }
    if (turn) *turn = half < plain ? TURN_HALF : half == plain ? TURN_SAME : TURN_NONE;
    return half < plain ? half : plain;
}

static int near_index(unsigned code, Color color, Turn *turn) {
    int digit[6];
    for (int d = 0; d < 6; d++) digit[view_direction(color, d)] = view_digit(color, code >> 2 * d & 3);
    return digits_index(digit, 6, turn);
}

int code_near(unsigned code, Color color) {
    return near_index(code, color, NULL);
}

void code_reply(unsigned code, Color color, int d, int index[2]) {
    Turn turn;
    index[0] = near_index(code, color, &turn);
    int seen = view_direction(color, d), opposite = seen < 6 ? (seen + 3) % 6 : 6 + (seen - 3) % 6;
    if (turn == TURN_HALF || (turn == TURN_SAME && opposite < seen)) seen = opposite;
    index[1] = seen;
}

static bool code_valid(unsigned code) {
    return !(code & code >> 1 & 0x555);
}

static uint8_t code_save(unsigned code, Color color) {
    unsigned own = color == BLACK ? 1 : 2, save = 0;
    for (int d = 0; d < 6; d++) {
        unsigned before = code >> 2 * ((d + 5) % 6) & 3, after = code >> 2 * ((d + 1) % 6) & 3;
        if (!(code >> 2 * d & 3) && before == own && after == own) save |= 1u << d;
    }
    return (uint8_t)save;
}

static uint32_t weight_of(float log_gamma) {
    double weight = UNIT * exp((double)log_gamma);
    return weight < 1 ? 1 : weight > WEIGHT_MAX ? WEIGHT_MAX : (uint32_t)weight;
}

static uint16_t reply_of(float log_gamma) {
    double factor = 256 * exp((double)log_gamma);
    return factor < 1 ? 1 : factor > REPLY_MAX ? REPLY_MAX : (uint16_t)factor;
}

void gammas_table(const Gammas *gammas, PlayoutTable *table) {
    memset(table, 0, sizeof *table);
    for (unsigned code = 0; code < CODES; code++) {
        if (!code_valid(code)) continue;
        for (Color color = BLACK; color <= WHITE; color++) {
            uint64_t weight = weight_of(gammas->near[code_near(code, color)]);
            table->weight[code] |= weight << (color == BLACK ? 0 : 32);
            table->save[color][code] = code_save(code, color);
            for (int d = 0; d < NEAR_RING; d++) {
                int index[2];
                code_reply(code, color, d, index);
                table->reply[color][code][d] = reply_of(gammas->reply[index[0]][index[1]]);
            }
        }
    }
}

// --- The prior

// How many stones `color` needs to join a point to its edge on one side, the point's own stone counted. A
// breadth-first walk over neighbours, and over bridges whose two carrier points are empty.
static void distances_walk(const Playout *playout, Color color, int side, uint8_t *distance) {
    const Grid *grid = playout->grid;
    const Geometry *g = grid->geometry;
    int16_t list[2][2 * GRID_MAX];
    int count[2] = {0, 0}, now = 0;
    memset(distance, UINT8_MAX, (size_t)grid->points);
    int length = color == BLACK ? g->width : g->height, step = color == BLACK ? 1 : grid->stride;
    int line = side == 0 ? GRID_BORDER - 1 : GRID_BORDER + (color == BLACK ? g->height : g->width);
    int first = color == BLACK ? line * grid->stride + GRID_BORDER - side
                               : (GRID_BORDER - side) * grid->stride + line;
    for (int i = 0; i <= length; i++) {
        distance[first + i * step] = 0;
        list[0][count[0]++] = (int16_t)(first + i * step);
    }
    for (uint8_t reach = 0; count[now]; now = !now, reach++) {
        count[!now] = 0;
        for (int i = 0; i < count[now]; i++) {
            int point = list[now][i];
            if (distance[point] != reach) continue;
            for (int d = 0; d < NEAR_RING; d++) {
                int next = point + grid->offset[d];
                if (next < 0 || next >= grid->points || grid->border[next] != EMPTY) continue;
                if (d >= 6 && (playout->color[point + grid->offset[d - 6]] != EMPTY ||
                               playout->color[point + grid->offset[d == 11 ? 0 : d - 5]] != EMPTY))
                    continue;
                Color there = (Color)playout->color[next];
                uint8_t cost = (uint8_t)(reach + (there == EMPTY));
                if (there == color_other(color) || distance[next] <= cost) continue;
                distance[next] = cost;
                int target = there == EMPTY ? !now : now;
                list[target][count[target]++] = (int16_t)next;
            }
        }
    }
}

// The points of shortest chains, by their distance from the edge: few mean a narrow place.
static void widths_count(PriorView *view, int who, const uint8_t *start) {
    const Grid *grid = view->playout->grid;
    int count[UINT8_MAX + 1] = {0};
    for (int point = 0; point < grid->points; point++)
        count[start[point]] += view->through[who][point] == view->least[who];
    for (int point = 0; point < grid->points; point++) {
        bool shortest = view->through[who][point] == view->least[who];
        int many = count[start[point]];
        view->width[who][point] = (uint8_t)(!shortest ? 0 : many > 3 ? many > 6 ? 5 : 4 : many);
    }
}

void prior_view(PriorView *view, const Playout *playout, Color mover, int own_last) {
    const Grid *grid = playout->grid;
    uint8_t start[GRID_MAX], end[GRID_MAX];
    view->playout = playout;
    view->mover = mover;
    view->own_last = own_last;
    for (int who = 0; who < 2; who++) {
        Color color = who ? color_other(mover) : mover;
        distances_walk(playout, color, 0, start);
        distances_walk(playout, color, 1, end);
        view->least[who] = UINT8_MAX - 1;
        for (int point = 0; point < grid->points; point++) {
            view->through[who][point] = UINT8_MAX;
            if (playout->color[point] != EMPTY) continue;
            int sum = start[point] + end[point] - 1;
            if (start[point] == UINT8_MAX || end[point] == UINT8_MAX) continue;
            view->through[who][point] = (uint8_t)sum;
            if (sum < view->least[who]) view->least[who] = sum;
        }
        widths_count(view, who, start);
    }
}

static int slack(const PriorView *view, int who, int point) {
    int more = view->through[who][point] - view->least[who];
    return more < SLACKS - 1 ? more : SLACKS - 1;
}

// How near the two sides are to their ends.
static int phase(const PriorView *view) {
    int own = view->least[0] > 3 ? 2 : view->least[0] > 1 ? 1 : 0;
    int other = view->least[1] > 3 ? 2 : view->least[1] > 1 ? 1 : 0;
    return own * 3 + other;
}

// The digits of the stones around a point.
static void digits_read(const Playout *playout, Color color, int point, int *digit) {
    for (int d = 0; d < WIDE; d++) {
        int stone = playout->color[point + playout->grid->offset[d]];
        digit[view_direction(color, d)] = stone >= EMPTY ? 0 : stone == (int)color ? 1 : 2;
    }
}

static int hashed(uint64_t code) {
    return (int)(code * 0x9e3779b97f4a7c15u >> 44);
}

// A hash of all digits; of a code and its half-turn the lesser counts.
static int wide_index(const int *digit) {
    uint64_t plain = 0, half = 0;
    for (int i = 0; i < WIDE; i++) {
        int opposite = i - i % 6 + (i + 3) % 6;
        plain = plain * 3 + (uint64_t)digit[i];
        half = half * 3 + (uint64_t)digit[opposite];
    }
    return hashed(half < plain ? half : plain);
}

// The distances to the mover's own edges and to the others, up to EDGE_STEPS - 1.
static int edge_index(const PriorView *view, int point) {
    const Geometry *g = view->playout->grid->geometry;
    int cell = view->playout->grid->cell[point], column = cell_column(g, cell), row = cell_row(g, cell);
    int across = column < g->width - 1 - column ? column : g->width - 1 - column;
    int along = row < g->height - 1 - row ? row : g->height - 1 - row;
    int own = view->mover == BLACK ? along : across, other = view->mover == BLACK ? across : along;
    if (own >= EDGE_STEPS) own = EDGE_STEPS - 1;
    if (other >= EDGE_STEPS) other = EDGE_STEPS - 1;
    return own * EDGE_STEPS + other;
}

enum { STEPS = STEP_SIDE * STEP_SIDE, STEP_FAR = -1 };

// The step between two points as the mover sees it, STEP_FAR when it is too long.
static int step_seen(const PriorView *view, int from, int to) {
    int stride = view->playout->grid->stride;
    int columns = to % stride - from % stride, rows = to / stride - from / stride;
    if (columns < -STEP_MAX || columns > STEP_MAX || rows < -STEP_MAX || rows > STEP_MAX) return STEP_FAR;
    int across = view->mover == BLACK ? columns : rows, along = view->mover == BLACK ? rows : columns;
    return (along + STEP_MAX) * STEP_SIDE + across + STEP_MAX;
}

// Of a step and its opposite the lesser.
static int step_index(int step) {
    return step < STEPS - 1 - step ? step : STEPS - 1 - step;
}

// What the last move adds: the step from it, alone and with the stones around the point, and its own stones.
static int answer_features(const PriorView *view, int point, int near, int ring, Turn turn,
                           int32_t *feature) {
    const Playout *playout = view->playout;
    int count = 0, last = playout->last, step = last >= 0 ? step_seen(view, last, point) : STEP_FAR;
    if (step == STEP_FAR) return 0;
    feature[count++] = PRIOR_STEP + step_index(step);
    feature[count++] = PRIOR_NEAR_STEP + near * STEPS + step_index(step);
    int turned = turn == TURN_HALF ? STEPS - 1 - step : turn == TURN_SAME ? step_index(step) : step;
    feature[count++] = PRIOR_RING_STEP + hashed((uint64_t)ring * STEPS + (uint64_t)turned + 1);
    for (int d = 0; d < NEAR_RING; d++) {
        if (last + playout->grid->offset[d] != point) continue;
        int index[2];
        code_reply(playout->last_code, view->mover, d, index);
        feature[count++] = PRIOR_ANSWER + index[0] * NEAR_RING + index[1];
    }
    return count;
}

int prior_features(const PriorView *view, int point, int32_t *feature) {
    const Playout *playout = view->playout;
    int count = 0, digit[WIDE];
    Turn turn;
    digits_read(playout, view->mover, point, digit);
    int ring = digits_index(digit, NEAR_RING, &turn), near = code_near(playout->code[point], view->mover);
    int path = slack(view, 0, point) * SLACKS + slack(view, 1, point), edge = edge_index(view, point);
    int width = view->width[0][point] * WIDTHS + view->width[1][point];
    feature[count++] = PRIOR_RING + ring;
    feature[count++] = PRIOR_WIDE + wide_index(digit);
    feature[count++] = PRIOR_NEAR + near;
    feature[count++] = PRIOR_EDGE + edge;
    feature[count++] = PRIOR_PATH + phase(view) * SLACKS * SLACKS + path;
    feature[count++] = PRIOR_WIDTH + phase(view) * WIDTHS * WIDTHS + width;
    feature[count++] = PRIOR_NEAR_PATH + near * SLACKS * SLACKS + path;
    feature[count++] = PRIOR_NEAR_EDGE + near * EDGE_STEPS * EDGE_STEPS + edge;
    feature[count++] =
        PRIOR_RING_EDGE + hashed((uint64_t)ring * EDGE_STEPS * EDGE_STEPS + (uint64_t)edge + 1);
    int step = view->own_last >= 0 ? step_seen(view, view->own_last, point) : STEP_FAR;
    if (step != STEP_FAR) feature[count++] = PRIOR_OWN_STEP + step_index(step);
    return count + answer_features(view, point, near, ring, turn, feature + count);
}

void gammas_prior(const Gammas *gammas, const PriorView *view, int count, const int16_t *point,
                  float *prior) {
    float largest = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) {
        int32_t feature[FEATURES_MAX];
        int features = prior_features(view, point[i], feature);
        prior[i] = 0;
        for (int k = 0; k < features; k++) prior[i] += gammas->prior[feature[k]];
        if (prior[i] > largest) largest = prior[i];
    }
    for (int i = 0; i < count; i++) sum += prior[i] = expf(prior[i] - largest);
    for (int i = 0; i < count; i++) prior[i] /= sum;
}
