#include "net/float_net.h"

#include "net/winograd.h"

#include <stdlib.h>
#include <string.h>

// As seen by the mover: height and width are exchanged for White.
typedef struct Board {
    int height, width;
    float *map, *hidden, *head_map; // [cells][C], [cells][C], [cells][2P]
    void *scratch;
} Board;

struct FloatNet {
    const Net *net;
    const float *table;
    float **weights; // [convs]
    NetTap tap;
    void *tap_context;
    Board *board[BOARD_MAX + 1][BOARD_MAX + 1];
};

static WinogradShape shape_of(const NetConv *conv, int height, int width) {
    return (WinogradShape){conv->in, conv->out, height, width};
}

FloatNet *float_net_new(const Net *net, const float *table) {
    FloatNet *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->net = net;
    f->table = table;
    f->weights = calloc((size_t)net->convs, sizeof *f->weights);
    bool good = f->weights != NULL;
    for (int i = 0; good && i < net->convs; i++) {
        WinogradShape shape = shape_of(&net->conv[i], 1, 1); // weights do not depend on the board
        f->weights[i] = winograd_float_weights(&shape, net->conv[i].weight);
        good = f->weights[i] != NULL;
    }
    if (good) return f;
    float_net_free(f);
    return NULL;
}

static void board_free(Board *board) {
    if (!board) return;
    free(board->map);
    free(board->hidden);
    free(board->head_map);
    free(board->scratch);
    free(board);
}

void float_net_free(FloatNet *f) {
    if (!f) return;
    for (int h = 0; h <= BOARD_MAX; h++) {
        for (int w = 0; w <= BOARD_MAX; w++) board_free(f->board[h][w]);
    }
    for (int i = 0; f->weights && i < f->net->convs; i++) free(f->weights[i]);
    free(f->weights);
    free(f);
}

void float_net_set_tap(FloatNet *f, NetTap tap, void *context) {
    f->tap = tap;
    f->tap_context = context;
}

// A convolution reads up to 64 bytes behind its source.
static float *map_new(int cells, int channels) {
    return calloc((size_t)(cells * channels) + 64 / sizeof(float), sizeof(float));
}

static Board *board_new(const Net *net, int height, int width) {
    Board *board = calloc(1, sizeof *board);
    if (!board) return NULL;
    int cells = height * width, channels = net->arch.channels, heads = 2 * net->arch.head;
    WinogradShape widest = {channels, heads > channels ? heads : channels, height, width};
    *board = (Board){.height = height,
                     .width = width,
                     .map = map_new(cells, channels),
                     .hidden = map_new(cells, channels),
                     .head_map = map_new(cells, heads),
                     .scratch = winograd_scratch(&widest)};
    if (board->map && board->hidden && board->head_map && board->scratch) return board;
    board_free(board);
    return NULL;
}

static Board *board_get(FloatNet *f, int height, int width) {
    Board **slot = &f->board[height][width];
    if (!*slot) *slot = board_new(f->net, height, width);
    return *slot;
}

// Two convolutions are a block, whose result is added to the map. A plain net only goes to and fro.
static void convs_run(const FloatNet *f, const Board *board) {
    const Net *net = f->net;
    bool plain = net_is_plain(net);
    for (int i = 0; i < net->convs; i++) {
        bool head = !plain && i == net->convs - 1, back = !head && i % 2;
        const float *source = back ? board->hidden : board->map;
        float *target = head ? board->head_map : back ? board->map : board->hidden;
        WinogradShape shape = shape_of(&net->conv[i], board->height, board->width);
        if (f->tap) f->tap(f->tap_context, i, source, board->height, board->width);
        winograd_floats(&shape, f->weights[i], net->conv[i].bias, back && !plain, source, target,
                        board->scratch);
    }
}

bool float_net_run(FloatNet *f, const Features *features, NetMaps *maps) {
    Board *board = board_get(f, features->height, features->width);
    if (!board) return false;
    input_layer(f->net, f->table, features, board->map);
    convs_run(f, board);
    *maps = (NetMaps){board->map, board->head_map};
    return true;
}

bool float_net_run_plain(FloatNet *f, const Planes *planes, NetMaps *maps) {
    Board *board = board_get(f, planes->height, planes->width);
    if (!board) return false;
    planes_layer(f->net, f->table, planes, board->map);
    convs_run(f, board);
    *maps = (NetMaps){.trunk = f->net->convs % 2 ? board->hidden : board->map};
    return true;
}

bool float_net_run_bare(FloatNet *f, int height, int width) {
    Board *board = board_get(f, height, width);
    if (!board) return false;
    convs_run(f, board);
    return true;
}
