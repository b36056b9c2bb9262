// The calibration for 8 bits: which largest activation of each layer the 255 steps should reach.
//
// A larger range cuts off fewer activations but makes the steps coarser. Both errors are counted on
// positions from games, in a histogram whose bins are a 64th of a power of two, and the range with the least
// squared error is taken.
#include "game/board.h"
#include "net/evaluator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANTISSA_SHIFT = 17, BINS = 1 << (31 - MANTISSA_SHIFT) };

typedef struct Histogram {
    uint64_t count[BINS]; // by the leading bits of the number
} Histogram;

static float bin_value(int bin) {
    uint32_t bits = (uint32_t)bin << MANTISSA_SHIFT | 1u << (MANTISSA_SHIFT - 1);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void histogram_add(void *context, int conv, const float *numbers, size_t count) {
    Histogram *histogram = &((Histogram *)context)[conv];
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        if (numbers[i] > 0) histogram->count[bits >> MANTISSA_SHIFT]++;
    }
}

// The squared error of all numbers when 255 steps reach up to `max`.
static double range_error(const Histogram *histogram, int last, double max) {
    double step = max / 255, rounding = step * step / 12, total = 0;
    for (int bin = 0; bin <= last; bin++) {
        if (!histogram->count[bin]) continue;
        double x = bin_value(bin), error = x > max ? (x - max) * (x - max) : fmin(rounding, x * x);
        total += error * (double)histogram->count[bin];
    }
    return total;
}

static float range_best(const Histogram *histogram) {
    int last = BINS - 1;
    while (last > 0 && !histogram->count[last]) last--;
    if (!histogram->count[last]) return 1; // never active
    double greatest = bin_value(last), best = greatest, least = INFINITY;
    for (double max = greatest; max > greatest / 16; max *= 0.98) {
        double error = range_error(histogram, last, max);
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
        if (!geometry) return error_failure(error, "out of memory");
        int most = positions / 8 > 4 ? positions / 8 : 4;
        int count = game_sample(evaluator, geometry, most, &random, error);
        if (count < 0) return false;
        done += count;
    }
    return true;
}

bool net_calibrate(Net *net, int positions, uint64_t seed, Error *error) {
    if (net_is_plain(net)) return error_input(error, "a net of plain layers is evaluated in f32 only");
    Histogram *histograms = calloc((size_t)net->convs, sizeof *histograms);
    float *max = malloc((size_t)net->convs * sizeof *max);
    Evaluator *evaluator = evaluator_new(net, NET_F32, error);
    bool good = histograms && max && evaluator;
    if (evaluator && !good) error_failure(error, "out of memory");
    if (good) {
        evaluator_set_tap(evaluator, histogram_add, histograms);
        good = games_sample(evaluator, positions, seed, error);
    }
    evaluator_free(evaluator);
    for (int i = 0; good && i < net->convs; i++) max[i] = range_best(&histograms[i]);
    free(histograms);
    if (!good) {
        free(max);
        return false;
    }
    free(net->activation_max);
    net->activation_max = max;
    return true;
}
