// Balances the gammas of play-outs: makes the share of play-outs that are won match a net's value.
//
// Usage: balance_gammas GAMES INPUT OUTPUT POSITIONS [SEED] [--force]
//
// Strong moves do not make good play-outs; play-outs whose errors cancel do (Silver and Tesauro 2009). The error is the
// square of the difference between the net's value and the share of play-outs won; Adam on batches reduces it.
// Its gradient is the mean over play-outs of (result - share) times a sum over moves: the features of the
// move less those expected. Forced replies have no gradient. The share and the gradient come from different
// play-outs, so that the estimate has no bias.
#include "gamma_files.h"
#include "tools/lib/argument.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    NUMBERS = NEAR_CODES * (1 + NEAR_RING),
    BATCH = 32,
    SHARE_RUNS = 120,
    GRADIENT_RUNS = 60,
    HELD_OUT = 20
};
static const double RATE = 0.012, KEEP_FIRST = 0.9, KEEP_SECOND = 0.99, SHRINK = 1e-4;

typedef struct Balance {
    Gammas *gammas;
    PlayoutTable table;
    Grid grid[BOARD_MAX + 1];
    int16_t near[2][CODES], reply[2][CODES][NEAR_RING];
    float number[NUMBERS], batch[NUMBERS], first[NUMBERS], second[NUMBERS], trace[NUMBERS], gradient[NUMBERS];
    int updates;
    Random random;
    double error, squares, positions;
} Balance;

static void indices_make(Balance *b) {
    for (unsigned code = 0; code < CODES; code++) {
        if (code & code >> 1 & 0x555) continue;
        for (Color color = BLACK; color <= WHITE; color++) {
            b->near[color][code] = (int16_t)code_near(code, color);
            for (int d = 0; d < NEAR_RING; d++) {
                int index[2];
                code_reply(code, color, d, index);
                b->reply[color][code][d] = (int16_t)(NEAR_CODES + index[0] * NEAR_RING + index[1]);
            }
        }
    }
}

static void numbers_load(Balance *b) {
    memcpy(b->number, b->gammas->near, sizeof b->gammas->near);
    memcpy(b->number + NEAR_CODES, b->gammas->reply, sizeof b->gammas->reply);
}

static void numbers_store(Balance *b) {
    memcpy(b->gammas->near, b->number, sizeof b->gammas->near);
    memcpy(b->gammas->reply, b->number + NEAR_CODES, sizeof b->gammas->reply);
    gammas_table(b->gammas, &b->table);
}

// Adds the features of the move drawn less those expected.
static void move_trace(Balance *b, const Playout *p, Color color, const int16_t *empty, int count,
                       int chosen) {
    const int *offset = p->grid->offset;
    float factor[NEAR_RING], weight[NEAR_RING], total = 0;
    int shift = color == BLACK ? 0 : 32;
    const int16_t *reply = p->last >= 0 ? b->reply[color][p->last_code] : NULL;
    for (int i = 0; i < count; i++) total += (float)(uint32_t)(p->weight[empty[i]] >> shift);
    for (int d = 0; d < NEAR_RING && reply; d++) {
        factor[d] = (float)p->table->reply[color][p->last_code][d] / 256;
        weight[d] = (float)(uint32_t)(p->weight[p->last + offset[d]] >> shift);
        total += weight[d] * (factor[d] - 1);
    }
    for (int i = 0; i < count; i++)
        b->trace[b->near[color][p->code[empty[i]]]] -=
            (float)(uint32_t)(p->weight[empty[i]] >> shift) / total;
    for (int d = 0; d < NEAR_RING && reply; d++) {
        if (weight[d] <= 0) continue;
        b->trace[b->near[color][p->code[p->last + offset[d]]]] -= weight[d] * (factor[d] - 1) / total;
        b->trace[reply[d]] -= weight[d] * factor[d] / total;
        if (p->last + offset[d] == chosen) b->trace[reply[d]] += 1;
    }
    b->trace[b->near[color][p->code[chosen]]] += 1;
}

static Color playout_trace(Balance *b, Playout *p, Color mover) {
    int16_t empty[CELL_MAX];
    int count = 0;
    memset(b->trace, 0, sizeof b->trace);
    for (int cell = 0; cell < p->grid->geometry->cells; cell++) {
        if (p->color[p->grid->point[cell]] == EMPTY) empty[count++] = p->grid->point[cell];
    }
    for (; count; mover = color_other(mover)) {
        bool forced = p->last >= 0 && p->table->save[mover][p->last_code];
        int point = playout_draw(p, mover, true, &b->random), at = 0;
        if (!forced) move_trace(b, p, mover, empty, count, point);
        playout_place(p, point, mover);
        while (empty[at] != point) at++;
        empty[at] = empty[--count];
    }
    return playout_winner(p);
}

static double share_won(Balance *b, const Playout *start, Color mover) {
    static Playout p;
    int won = 0;
    for (int i = 0; i < SHARE_RUNS; i++) {
        playout_copy(&p, start);
        won += playout_run(&p, mover, true, &b->random) == mover;
    }
    return (double)won / SHARE_RUNS;
}

static void gradient_take(Balance *b, const Playout *start, Color mover, double share) {
    static Playout p;
    memset(b->gradient, 0, sizeof b->gradient);
    for (int i = 0; i < GRADIENT_RUNS; i++) {
        playout_copy(&p, start);
        float z = playout_trace(b, &p, mover) == mover ? 1 : 0, weight = (z - (float)share) / GRADIENT_RUNS;
        for (int k = 0; k < NUMBERS; k++) b->gradient[k] += weight * b->trace[k];
    }
}

static void batch_apply(Balance *b) {
    b->updates++;
    double correct1 = 1 - pow(KEEP_FIRST, b->updates), correct2 = 1 - pow(KEEP_SECOND, b->updates);
    for (int k = 0; k < NUMBERS; k++) {
        double g = (double)b->batch[k] / BATCH;
        b->first[k] = (float)(KEEP_FIRST * (double)b->first[k] + (1 - KEEP_FIRST) * g);
        b->second[k] = (float)(KEEP_SECOND * (double)b->second[k] + (1 - KEEP_SECOND) * g * g);
        if (!(b->second[k] > 0)) continue;
        double step = (double)b->first[k] / correct1 / (sqrt((double)b->second[k] / correct2) + 1e-5);
        b->number[k] += (float)(RATE * step - SHRINK * RATE * (double)b->number[k]);
    }
    memset(b->batch, 0, sizeof b->batch);
    numbers_store(b);
}

static void position_balance(Balance *b, const Playout *start, Color mover, double value) {
    double target = (1 + value) / 2, share = share_won(b, start, mover);
    double off = target - share;
    gradient_take(b, start, mover, share);
    for (int k = 0; k < NUMBERS; k++) b->batch[k] += (float)off * b->gradient[k];
    b->error += off * off;
    b->positions++;
    if (fmod(b->positions, BATCH) == 0) batch_apply(b);
    if (fmod(b->positions, 2000) == 0) {
        fprintf(stderr, "%.0f positions: mean square error %.4f\n", b->positions, b->error / 2000);
        b->error = 0;
    }
}

// One position of the game, drawn at random.
static void game_balance(Balance *b, const uint16_t *at) {
    int side = at[0], positions = at[1];
    Grid *grid = &b->grid[side];
    static Playout p;
    if (positions < 4) return;
    if (!grid->geometry) grid_init(grid, geometry_get(side, side));
    Position none = position_empty(grid->geometry);
    playout_init(&p, grid, &b->table, &none);
    playout_place(&p, grid->point[at[2]], BLACK);
    const uint16_t *position = at + 3;
    Color mover = WHITE;
    int stop = (int)random_below(&b->random, (uint32_t)positions * 3 / 4 + 1);
    for (int i = 0; i < stop; i++, mover = color_other(mover)) {
        playout_place(&p, grid->point[position[0]], mover);
        position += 2 + grid->geometry->cells;
    }
    position_balance(b, &p, mover, (int16_t)position[1] / 1000.0);
}

// Cycles through the games until `positions` positions were used; done at once if no game has one.
static void games_balance(Balance *b, const uint16_t *games, const uint16_t *end, double positions) {
    for (double before = -1; b->positions < positions && b->positions > before;) {
        const uint16_t *at = games;
        before = b->positions;
        for (long game = 0; end - at > 3 && b->positions < positions; game++) {
            const uint16_t *next = at + 3 + (size_t)at[1] * (2 + (size_t)at[0] * at[0]);
            if (next > end) break;
            if (game % HELD_OUT) game_balance(b, at);
            at = next;
        }
    }
}

int main(int argc, char **argv) {
    size_t count = 0;
    Error error = {0};
    long positions;
    uint64_t seed = 1;
    bool force = argument_force(&argc, argv);
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: balance_gammas GAMES INPUT OUTPUT POSITIONS [SEED] [--force]\n");
        return 2;
    }
    Gammas *gammas = argument_whole("POSITIONS", argv[4], 1, LONG_MAX, &positions, &error) &&
                             (argc < 6 || argument_seed(argv[5], &seed, &error)) &&
                             argument_output(argv[3], force, &error)
                         ? gammas_load(argv[2], &error)
                         : NULL;
    if (!gammas) {
        fprintf(stderr, "balance_gammas: %s\n", error.text);
        return 2;
    }
    uint16_t *games = games_read(argv[1], &count);
    Balance *b = games ? calloc(1, sizeof *b) : NULL;
    if (!b) return games ? 1 : 2;
    b->gammas = gammas;
    b->random = random_seeded(seed);
    indices_make(b);
    numbers_load(b);
    numbers_store(b);
    games_balance(b, games, games + count, (double)positions);
    if (b->positions < 1) {
        fprintf(stderr, "balance_gammas: %s has no position to learn from; one game in %d is held out\n",
                argv[1], HELD_OUT);
        return 2;
    }
    char record[200];
    snprintf(record, sizeof record, "balanced on %.0f positions", b->positions);
    return gammas_save(b->gammas, argv[3], force, record) ? 0 : 1;
}
