// Plays games by a net's policy and records every position's policy: what train_gammas learns from.
//
// Usage: record_policy OUTPUT GAMES SEED [NET]
//
// A game starts with a random stone. Then a move is drawn from the policy. One in ten is drawn from a flatter
// policy (its square root), and one in forty at random, so that mistakes and their punishment occur. Sizes are
// drawn too: 11x11 mostly. The record of a game is its side and number of positions as two 16-bit numbers, then
// its positions. A position is the cell played next, the net's value in thousandths, and the policy of each cell in
// units of 1 / 65535. All are 16-bit numbers in the machine's order. The file is scratch: it is not kept. An OUTPUT that
// exists is refused.
#include "base/file.h"
#include "base/random.h"
#include "game/board.h"
#include "net/evaluator.h"
#include "tools/lib/argument.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Recorder {
    Evaluator *evaluator;
    FILE *out;
    Random random;
    uint16_t buffer[CELL_MAX * (CELL_MAX + 2)];
    long positions;
} Recorder;

static int side_draw(Random *random) {
    static const int SIDES[] = {11, 11, 11, 11, 11, 11, 13, 13, 9, 9, 8, 7};
    return SIDES[random_below(random, sizeof SIDES / sizeof *SIDES)];
}

static int cell_draw(Random *random, const NetOutput *out, CellSet vacant) {
    uint32_t kind = random_below(random, 40);
    float weight[CELL_MAX];
    double sum = 0;
    CellSet cells = vacant;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        weight[cell] = kind == 0 ? 1 : kind < 5 ? sqrtf(out->policy[cell]) : out->policy[cell];
        sum += (double)weight[cell];
    }
    double draw = random_unit(random) * sum;
    int last = CELL_NONE;
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        last = cell;
        draw -= (double)weight[cell];
        if (draw < 0) break;
    }
    return last;
}

static bool game_record(Recorder *recorder, Error *error) {
    int side = side_draw(&recorder->random), positions = 0;
    const Geometry *g = geometry_get(side, side);
    Board board;
    NetOutput out;
    board_init(&board, g);
    board_place(&board, (int)random_below(&recorder->random, (uint32_t)g->cells), BLACK);
    uint16_t *p = recorder->buffer;
    *p++ = (uint16_t)board.placed_cell[0];
    for (Color mover = WHITE; board_winner(&board) == EMPTY; mover = color_other(mover)) {
        Position position = board_position(&board, mover);
        if (!evaluator_run(recorder->evaluator, &position, &out, error)) return false;
        int cell = cell_draw(&recorder->random, &out, position_vacant(&position));
        *p++ = (uint16_t)cell;
        *p++ = (uint16_t)(int16_t)lrintf(out.value * 1000);
        for (int i = 0; i < g->cells; i++) *p++ = (uint16_t)lrintf(out.policy[i] * 65535);
        board_place(&board, cell, mover);
        positions++;
    }
    uint16_t head[2] = {(uint16_t)side, (uint16_t)positions};
    recorder->positions += positions;
    size_t count = (size_t)(p - recorder->buffer);
    return (fwrite(head, sizeof head, 1, recorder->out) == 1 &&
            fwrite(recorder->buffer, 2, count, recorder->out) == count) ||
           error_failure(error, "the record cannot be written");
}

static bool games_record(Recorder *recorder, const Net *net, int games, Error *error) {
    recorder->evaluator = evaluator_new(net, net_best_precision(net), error);
    bool good = recorder->evaluator;
    for (int i = 0; i < games && good; i++) {
        good = game_record(recorder, error);
        if (i % 100 == 99) fprintf(stderr, "%d games, %ld positions\n", i + 1, recorder->positions);
    }
    evaluator_free(recorder->evaluator);
    return good;
}

static bool record(const char *path, int games, uint64_t seed, const char *net_path, Error *error) {
    Recorder *recorder = calloc(1, sizeof *recorder);
    Net *net = recorder ? net_load(net_path, error) : NULL;
    if (!recorder) error_failure(error, "out of memory");
    bool good = net && net_calibrate(net, 64, 1, error);
    if (good) {
        recorder->random = random_seeded(seed);
        recorder->out = fopen(path, "wb");
        good = recorder->out ? games_record(recorder, net, games, error)
                             : error_failure(error, "'%.200s' cannot be written", path);
        if (recorder->out && fclose(recorder->out) && good)
            good = error_failure(error, "the record cannot be written");
    }
    net_free(net);
    free(recorder);
    return good;
}

int main(int argc, char **argv) {
    char path[4096];
    Error error = {0};
    long games;
    uint64_t seed;
    if (argc < 4 || argc > 5 || (argc < 5 && !net_find(path, sizeof path))) {
        fprintf(stderr, "usage: record_policy OUTPUT GAMES SEED [NET]\n");
        return 2;
    }
    bool good = argument_whole("GAMES", argv[2], 1, INT_MAX, &games, &error) &&
                argument_seed(argv[3], &seed, &error) && file_can_write(argv[1], false, &error) &&
                record(argv[1], (int)games, seed, argc > 4 ? argv[4] : path, &error);
    if (!good) fprintf(stderr, "record_policy: %s\n", error.text);
    return good ? 0 : error.bad_input ? 2 : 1;
}
