#include "net/tile_net.h"

#include "net/tiles.h"

#include <stdlib.h>
#include <string.h>

typedef struct Board {
    TileGrid grid;
    TileScratch scratch;
    float *map, *hidden, *head_map; // [cells][C], [cells][C], [cells][2P]
} Board;

struct TileNet {
    const Net *net;
    const float *table;
    TileLayer *layer; // [convs]
    Board *board[BOARD_MAX + 1][BOARD_MAX + 1];
};

// Narrower nets gain nothing: their weights stay near the core.
enum { CHANNELS_LEAST = 65 };

bool tile_net_can(const Net *net) {
    int channels = net->arch.channels;
    return !net_is_plain(net) && channels >= CHANNELS_LEAST && net->tile_max &&
           tiles_can(channels, channels) && tiles_can(channels, 2 * net->arch.head);
}

TileNet *tile_net_new(const Net *net, const float *table) {
    TileNet *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->net = net;
    t->table = table;
    t->layer = calloc((size_t)net->convs, sizeof *t->layer);
    bool good = t->layer != NULL;
    for (int i = 0; good && i < net->convs; i++)
        good = tile_layer_make(&t->layer[i], &net->conv[i], net->tile_max[i]);
    if (good) return t;
    tile_net_free(t);
    return NULL;
}

static void board_free(Board *board) {
    if (!board) return;
    tile_scratch_free(&board->scratch);
    free(board->map);
    free(board->hidden);
    free(board->head_map);
    free(board);
}

void tile_net_free(TileNet *t) {
    if (!t) return;
    for (int h = 0; h <= BOARD_MAX; h++) {
        for (int w = 0; w <= BOARD_MAX; w++) board_free(t->board[h][w]);
    }
    for (int i = 0; t->layer && i < t->net->convs; i++) tile_layer_free(&t->layer[i]);
    free(t->layer);
    free(t);
}

static Board *board_new(const Net *net, int height, int width) {
    Board *board = calloc(1, sizeof *board);
    if (!board) return NULL;
    size_t cells = (size_t)(height * width);
    board->grid = tile_grid(height, width);
    board->map = calloc(cells * (size_t)net->arch.channels, sizeof(float));
    board->hidden = calloc(cells * (size_t)net->arch.channels, sizeof(float));
    board->head_map = calloc(cells * 2 * (size_t)net->arch.head, sizeof(float));
    if (board->map && board->hidden && board->head_map &&
        tile_scratch_make(&board->scratch, &board->grid, net->arch.channels))
        return board;
    board_free(board);
    return NULL;
}

static Board *board_get(TileNet *t, int height, int width) {
    Board **slot = &t->board[height][width];
    if (!*slot) *slot = board_new(t->net, height, width);
    return *slot;
}

static void convs_run(const TileNet *t, const Board *board) {
    int last = t->net->convs - 1;
    for (int i = 0; i < last; i += 2) {
        tile_layer_run(&t->layer[i], &board->grid, board->map, false, board->hidden, &board->scratch);
        tile_layer_run(&t->layer[i + 1], &board->grid, board->hidden, true, board->map, &board->scratch);
    }
    tile_layer_run(&t->layer[last], &board->grid, board->map, false, board->head_map, &board->scratch);
}

bool tile_net_run(TileNet *t, const Features *features, NetMaps *maps) {
    Board *board = board_get(t, features->height, features->width);
    if (!board) return false;
    input_layer(t->net, t->table, features, board->map);
    convs_run(t, board);
    *maps = (NetMaps){board->map, board->head_map};
    return true;
}

bool tile_net_run_bare(TileNet *t, int height, int width) {
    Board *board = board_get(t, height, width);
    if (!board) return false;
    convs_run(t, board);
    return true;
}
