#include "net/byte_net.h"

#include "net/direct.h"
#include "net/winograd.h"

#include <stdlib.h>
#include <string.h>

typedef struct Board {
    int height, width, cells;
    uint16_t taps[CELL_MAX];                 // by cell: which taps of a 3x3 convolution lie on the board
    int16_t all[CELL_MAX];                   // every cell, those with the same taps together
    uint8_t row[CELL_MAX], column[CELL_MAX]; // where these are
    float *map, *head_map;                   // [cells][C], [cells][2P]
    uint8_t *bytes, *hidden;                 // [cells][C]
    int32_t *sums;                           // [cells][C or 2P]; NULL where net/direct.h is used
    void *scratch;                           // of net/winograd.h; NULL likewise
} Board;

struct ByteNet {
    const Net *net;
    const float *table;
    int8_t **weights;            // [convs], for net/direct.h; NULL: for net/winograd.h
    int16_t **shorts;            // [convs], for net/winograd.h
    float **scale;               // [convs]: what one unit of a sum is worth, by output channel
    int16_t (*needed)[CELL_MAX]; // [convs + 1]: the cells of the first map and of each convolution's result
    int *needed_count;
    Board *board[BOARD_MAX + 1][BOARD_MAX + 1];
};

static bool conv_prepare(ByteNet *b, int index) {
    const NetConv *conv = &b->net->conv[index];
    int inputs = conv->in * 9;
    int8_t *bytes = malloc((size_t)conv->out * (size_t)inputs);
    float *scale = b->scale[index] = malloc((size_t)conv->out * sizeof *scale);
    for (int o = 0; bytes && scale && o < conv->out; o++) {
        size_t at = (size_t)o * (size_t)inputs;
        scale[o] = quant_weights(conv->weight + at, inputs, bytes + at) * b->net->activation_max[index] / 255;
    }
    const WinogradShape shape = {.in = conv->in, .out = conv->out};
    if (bytes && b->weights)
        b->weights[index] = direct_weights(conv->in, conv->out, bytes);
    else if (bytes)
        b->shorts[index] = winograd_byte_weights(&shape, bytes);
    free(bytes);
    return scale && (b->weights ? (void *)b->weights[index] : b->shorts[index]);
}

ByteNet *byte_net_new(const Net *net, const float *table) {
    ByteNet *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    size_t convs = (size_t)net->convs;
    int channels = net->arch.channels;
    b->net = net;
    b->table = table;
    if (direct_can(channels, channels) && direct_can(channels, 2 * net->arch.head))
        b->weights = calloc(convs, sizeof *b->weights);
    b->shorts = calloc(convs, sizeof *b->shorts);
    b->scale = calloc(convs, sizeof *b->scale);
    b->needed = calloc(convs + 1, sizeof *b->needed);
    b->needed_count = calloc(convs + 1, sizeof *b->needed_count);
    bool good = b->shorts && b->scale && b->needed && b->needed_count;
    for (int i = 0; good && i < net->convs; i++) good = conv_prepare(b, i);
    if (good) return b;
    byte_net_free(b);
    return NULL;
}

static void board_free(Board *board) {
    if (!board) return;
    free(board->map);
    free(board->head_map);
    free(board->bytes);
    free(board->hidden);
    free(board->sums);
    free(board->scratch);
    free(board);
}

void byte_net_free(ByteNet *b) {
    if (!b) return;
    for (int h = 0; h <= BOARD_MAX; h++) {
        for (int w = 0; w <= BOARD_MAX; w++) board_free(b->board[h][w]);
    }
    for (int i = 0; i < b->net->convs; i++) {
        if (b->weights) free(b->weights[i]);
        if (b->shorts) free(b->shorts[i]);
        if (b->scale) free(b->scale[i]);
    }
    free(b->weights);
    free(b->shorts);
    free(b->scale);
    free(b->needed);
    free(b->needed_count);
    free(b);
}

// With room to read behind the end.
static void *zeros(size_t bytes) {
    size_t rounded = (bytes + 127) / 64 * 64;
    void *memory = aligned_alloc(64, rounded);
    if (memory) memset(memory, 0, rounded);
    return memory;
}

static unsigned cell_taps(int height, int width, int cell) {
    unsigned taps = 0;
    for (int tap = 0; tap < 9; tap++) {
        int row = cell / width + tap / 3 - 1, column = cell % width + tap % 3 - 1;
        if (row >= 0 && row < height && column >= 0 && column < width) taps |= 1u << tap;
    }
    return taps;
}

static void board_sort(Board *board) {
    int count = 0;
    for (int cell = 0; cell < board->cells; cell++) {
        bool seen = false;
        for (int i = 0; i < count && !seen; i++) seen = board->all[i] == cell;
        for (int like = cell; like < board->cells && !seen; like++)
            if (board->taps[like] == board->taps[cell]) board->all[count++] = (int16_t)like;
    }
}

// What net/winograd.h needs.
static bool board_prepare(Board *board, const Net *net) {
    int channels = net->arch.channels, heads = 2 * net->arch.head,
        widest = channels > heads ? channels : heads;
    WinogradShape shape = {channels, widest, board->height, board->width};
    board->sums = zeros((size_t)(board->cells * widest) * sizeof *board->sums);
    board->scratch = winograd_scratch(&shape);
    return board->sums && board->scratch;
}

static Board *board_new(const ByteNet *b, int height, int width) {
    const Net *net = b->net;
    Board *board = calloc(1, sizeof *board);
    if (!board) return NULL;
    board->height = height;
    board->width = width;
    board->cells = height * width;
    for (int cell = 0; cell < board->cells; cell++)
        board->taps[cell] = (uint16_t)cell_taps(height, width, cell);
    board_sort(board);
    for (int i = 0; i < board->cells; i++) {
        board->row[i] = (uint8_t)(board->all[i] / width);
        board->column[i] = (uint8_t)(board->all[i] % width);
    }
    size_t numbers = (size_t)(board->cells * net->arch.channels);
    board->map = zeros(numbers * sizeof(float));
    board->head_map = zeros((size_t)(board->cells * 2 * net->arch.head) * sizeof(float));
    board->bytes = zeros(numbers);
    board->hidden = zeros(numbers);
    if (board->map && board->head_map && board->bytes && board->hidden &&
        (b->weights || board_prepare(board, net)))
        return board;
    board_free(board);
    return NULL;
}

static Board *board_get(ByteNet *b, int height, int width) {
    Board **slot = &b->board[height][width];
    if (!*slot) *slot = board_new(b, height, width);
    return *slot;
}

// A set of cells: a word per row, a bit per column.
typedef struct Rows {
    uint32_t row[BOARD_MAX + 2]; // one before the first and one behind the last, which stay empty
} Rows;

// The cells of a set, those with the same taps together.
static int rows_list(const Board *board, const Rows *set, int16_t *list) {
    int count = 0;
    for (int i = 0; i < board->cells; i++) {
        list[count] = board->all[i];
        count += set->row[board->row[i] + 1] >> board->column[i] & 1;
    }
    return count;
}

// The cells that a 3x3 convolution reads for its results on some cells.
static Rows rows_read(const Board *board, const Rows *set) {
    Rows read = {{0}};
    uint32_t all = (1u << board->width) - 1;
    for (int i = 1; i <= board->height; i++) {
        uint32_t column = set->row[i - 1] | set->row[i] | set->row[i + 1];
        read.row[i] = (column | column << 1 | column >> 1) & all;
    }
    return read;
}

// From the heads back to the first map.
static void needs_find(ByteNet *b, const Board *board, const int16_t *cells, int count) {
    Rows needed = {{0}};
    for (int i = 0; i < count; i++) needed.row[cells[i] / board->width + 1] |= 1u << cells[i] % board->width;
    for (int i = b->net->convs; i >= 0; i--) {
        b->needed_count[i] = rows_list(board, &needed, b->needed[i]);
        needed = rows_read(board, &needed);
    }
}

// Everywhere.
static void needs_all(ByteNet *b, const Board *board) {
    for (int i = 0; i <= b->net->convs; i++) {
        memcpy(b->needed[i], board->all, (size_t)board->cells * sizeof *board->all);
        b->needed_count[i] = board->cells;
    }
}

static DirectCells cells_needed(const ByteNet *b, const Board *board, int map) {
    return (DirectCells){board->width, board->taps, b->needed[map], b->needed_count[map]};
}

// By net/direct.h.
static void convs_run_direct(const ByteNet *b, Board *board) {
    const Net *net = b->net;
    for (int i = 0; i < net->convs; i++) {
        DirectLayer layer = {net->conv[i].in, net->conv[i].out, b->weights[i], b->scale[i],
                             net->conv[i].bias};
        DirectCells cells = cells_needed(b, board, i + 1);
        float per_unit = i + 1 < net->convs ? 255 / net->activation_max[i + 1] : 0;
        if (i == net->convs - 1)
            direct_floats(&layer, &cells, board->bytes, board->head_map);
        else if (i % 2)
            direct_add_relu(&layer, &cells, board->hidden, per_unit, board->map, board->bytes);
        else
            direct_relu(&layer, &cells, board->bytes, per_unit, board->hidden);
    }
}

// By net/winograd.h, on the whole board.
static void convs_run_whole(const ByteNet *b, Board *board) {
    const Net *net = b->net;
    for (int i = 0, last = net->convs - 1; i <= last; i++) {
        const float *scale = b->scale[i], *bias = net->conv[i].bias;
        int out = net->conv[i].out;
        const WinogradShape shape = {net->conv[i].in, out, board->height, board->width};
        float per_unit = i < last ? 255 / net->activation_max[i + 1] : 0;
        bool second = i % 2 && i < last;
        winograd_bytes(&shape, b->shorts[i], second ? board->hidden : board->bytes, board->sums,
                       board->scratch);
        if (i == last)
            dequant_relu(board->sums, scale, bias, board->cells, out, board->head_map);
        else if (second)
            quant_add_relu(board->sums, scale, bias, per_unit, board->cells, out, board->map, board->bytes);
        else
            quant_relu(board->sums, scale, bias, per_unit, board->cells, out, board->hidden);
    }
}

static void convs_run(const ByteNet *b, Board *board) {
    if (b->weights)
        convs_run_direct(b, board);
    else
        convs_run_whole(b, board);
}

static void input_run(const ByteNet *b, Board *board, const Features *features) {
    float per_unit = 255 / b->net->activation_max[0];
    DirectCells first = cells_needed(b, board, 0);
    if (b->weights) {
        direct_input(b->net, b->table, features, &first, per_unit, board->map, board->bytes);
    } else {
        input_layer(b->net, b->table, features, board->map);
        quant_map(board->map, per_unit, (size_t)(board->cells * b->net->arch.channels), board->bytes);
    }
}

bool byte_net_run(ByteNet *b, const Features *features, const int16_t *cells, int count, NetMaps *maps) {
    Board *board = board_get(b, features->height, features->width);
    if (!board) return false;
    if (cells)
        needs_find(b, board, cells, count);
    else
        needs_all(b, board);
    input_run(b, board, features);
    convs_run(b, board);
    *maps = (NetMaps){board->map, board->head_map};
    return true;
}

bool byte_net_run_bare(ByteNet *b, int height, int width) {
    Board *board = board_get(b, height, width);
    if (!board) return false;
    needs_all(b, board);
    convs_run(b, board);
    return true;
}
