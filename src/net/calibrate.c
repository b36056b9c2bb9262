// The calibration for 8 bits: the range that each layer's steps should span. Inputs have 255 steps, since none is negative.
// Transformed inputs have a range for each place of a tile (net/tiles.h).
//
// A larger range cuts off fewer numbers but makes the steps coarser. Both errors are summed over
// positions from games, in a histogram whose bins are a 64th of a power of two. The range with the least
// squared error wins.
#include "game/board.h"
#include "net/evaluator.h"
#include "net/tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANTISSA_SHIFT = 17, BINS = 1 << (31 - MANTISSA_SHIFT) };

typedef struct Histogram {
    uint64_t count[BINS]; // by the leading bits of the number's size
} Histogram;

// Of one convolution.
typedef struct Inputs {
    Histogram plain, place[NET_PLACES];
} Inputs;

typedef struct Sampler {
    int channels;
    Inputs *inputs; // [convs]
} Sampler;

static float bin_value(int bin) {
    uint32_t bits = (uint32_t)bin << MANTISSA_SHIFT | 1u << (MANTISSA_SHIFT - 1);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void histogram_add(Histogram *histogram, float number) {
    uint32_t bits;
    float size = fabsf(number);
    memcpy(&bits, &size, sizeof bits);
    if (size > 0) histogram->count[bits >> MANTISSA_SHIFT]++;
}

static void inputs_sample(void *context, int conv, const float *map, int height, int width) {
    const Sampler *sampler = context;
    Inputs *inputs = &sampler->inputs[conv];
    TileGrid grid = tile_grid(height, width);
    for (int i = 0; i < height * width * sampler->channels; i++) histogram_add(&inputs->plain, map[i]);
    for (int tile = 0; tile < grid.count; tile++) {
        for (int c = 0; c < sampler->channels; c++) {
            float place[NET_PLACES];
            tile_transform(&grid, map + c, sampler->channels, tile, place);
            for (int k = 0; k < NET_PLACES; k++) histogram_add(&inputs->place[k], place[k]);
        }
    }
}

// The squared error of all numbers when the steps reach up to `max`.
static double range_error(const Histogram *histogram, int first, int last, double max, int steps) {
    double step = max / steps, rounding = step * step / 12, total = 0;
    for (int bin = first; bin <= last; bin++) {
        if (!histogram->count[bin]) continue;
        double x = bin_value(bin), error = x > max ? (x - max) * (x - max) : fmin(rounding, x * x);
        total += error * (double)histogram->count[bin];
    }
    return total;
}

static float range_best(const Histogram *histogram, int steps) {
    int first = 0, last = BINS - 1;
    while (last > 0 && !histogram->count[last]) last--;
    if (!histogram->count[last]) return 1; // never active
    while (!histogram->count[first]) first++;
    double greatest = bin_value(last), best = greatest, least = INFINITY;
    for (double max = greatest; max > greatest / 16; max *= 0.98) {
        double error = range_error(histogram, first, last, max, steps);
        if (error < least) {
            least = error;
            best = max;
        }
    }
    return (float)best;
}

// A move by the net's policy, or now and then any move.
static int move_draw(const NetOutput *out, const Board *board, Random *random) {
    CellSet vacant = board_vacant(board);
    int cells = cellset_count(vacant), chosen = CELL_NONE;
    bool any = random_below(random, 8) == 0;
    double left = random_unit(random);
    int skip = (int)random_below(random, (uint32_t)cells);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        chosen = cell;
        if (any && skip-- == 0) break;
        if (!any && (left -= (double)out->policy[cell]) < 0) break;
    }
    return chosen;
}

// Plays one game; every position is evaluated, which fills the histograms. Returns their number.
static int game_sample(Evaluator *evaluator, const Geometry *geometry, int most, Random *random,
                       Error *error) {
    Board board;
    board_init(&board, geometry);
    Color mover = BLACK;
    int count = 0;
    NetOutput out;
    while (count < most && board_winner(&board) == EMPTY) {
        Position position = board_position(&board, mover);
        if (!evaluator_run(evaluator, &position, &out, error)) return -1;
        count++;
        board_place(&board, move_draw(&out, &board, random), mover);
        mover = color_other(mover);
    }
    return count;
}

static bool games_sample(Evaluator *evaluator, int positions, uint64_t seed, Error *error) {
    static const int SIZES[] = {9, 11, 7, 13, 6, 10, 5, 12, 8};
    Random random = random_seeded(seed);
    for (int done = 0, game = 0; done < positions; game++) {
        int size = SIZES[game % (int)(sizeof SIZES / sizeof *SIZES)];
        const Geometry *geometry = geometry_get(size, size);
        if (!geometry) return error_memory(error);
        int most = positions / 8 > 4 ? positions / 8 : 4;
        int count = game_sample(evaluator, geometry, most, &random, error);
        if (count < 0) return false;
        done += count;
    }
    return true;
}

static bool inputs_fill(Net *net, Inputs *inputs, int positions, uint64_t seed, Error *error) {
    Evaluator *evaluator = evaluator_new(net, NET_F32, error);
    if (!evaluator) return false;
    Sampler sampler = {net->arch.channels, inputs};
    evaluator_set_tap(evaluator, inputs_sample, &sampler);
    bool good = games_sample(evaluator, positions, seed, error);
    evaluator_free(evaluator);
    return good;
}

bool net_calibrate(Net *net, int positions, uint64_t seed, Error *error) {
    if (net_is_plain(net)) return error_input(error, "a net of plain layers is evaluated in f32 only");
    Inputs *inputs = calloc((size_t)net->convs, sizeof *inputs);
    float *max = malloc((size_t)net->convs * sizeof *max);
    float(*tile_max)[NET_PLACES] = malloc((size_t)net->convs * sizeof *tile_max);
    bool good =
        inputs && max && tile_max ? inputs_fill(net, inputs, positions, seed, error) : error_memory(error);
    for (int i = 0; good && i < net->convs; i++) {
        max[i] = range_best(&inputs[i].plain, 255);
        for (int k = 0; k < NET_PLACES; k++) tile_max[i][k] = range_best(&inputs[i].place[k], tile_steps(k));
    }
    free(inputs);
    if (!good) {
        free(max);
        free(tile_max);
        return false;
    }
    free(net->activation_max);
    free(net->tile_max);
    net->activation_max = max;
    net->tile_max = tile_max;
    return true;
}
