// Learns the gammas of play-outs and priors (search/gammas.h) from positions with a net's policy
// (record_policy).
//
// Usage: train_gammas GAMES OUTPUT [EPOCHS] [--force]
//
// Softmax regression: a move's chance is exp of the sum of its features' numbers. Stochastic gradient descent, with
// a rate of its own for each number (Adagrad), reduces the cross entropy to the net's policy. One game in twenty is
// left out as a test. It gives the cross entropy, the entropy of the target (the least possible),
// and how often the first choices agree. Features that are rare stay at 0.
#include "gamma_files.h"
#include "tools/lib/argument.h"

#include <math.h>
#include <string.h>

enum { HELD_OUT = 20, RARE = 30, DECIDED = 960 };

// One model: either the play-outs' (two features) or the prior's.
typedef struct Model {
    bool is_prior;
    int size;
    float *number, *slope; // slope: sum of squared gradients
    uint32_t *seen;
    double rate;
} Model;

typedef struct Score {
    double cross, entropy, same, positions;
} Score;

typedef struct Candidate {
    int features;
    int32_t feature[FEATURES_MAX];
    float target, chance;
} Candidate;

typedef struct Trainer {
    Model playout, prior;
    PlayoutTable table;
    Grid grid[BOARD_MAX + 1];
    Candidate candidate[CELL_MAX];
} Trainer;

static bool model_init(Model *model, bool is_prior, int size, double rate) {
    *model = (Model){.is_prior = is_prior, .size = size, .rate = rate};
    model->number = calloc((size_t)size, sizeof *model->number);
    model->slope = calloc((size_t)size, sizeof *model->slope);
    model->seen = calloc((size_t)size, sizeof *model->seen);
    return model->number && model->slope && model->seen;
}

static int playout_features(const Playout *playout, Color mover, int point, int32_t *feature) {
    int count = 0;
    feature[count++] = code_near(playout->code[point], mover);
    for (int d = 0; d < NEAR_RING && playout->last >= 0; d++) {
        if (playout->last + playout->grid->offset[d] != point) continue;
        int index[2];
        code_reply(playout->last_code, mover, d, index);
        feature[count++] = NEAR_CODES + index[0] * NEAR_RING + index[1];
    }
    return count;
}

static int candidates_make(Trainer *trainer, const Model *model, const Playout *playout, Color mover,
                           int own_last, const uint16_t *policy) {
    const Grid *grid = playout->grid;
    static PriorView view;
    int count = 0;
    float sum = 0;
    if (model->is_prior) prior_view(&view, playout, mover, own_last);
    for (int cell = 0; cell < grid->geometry->cells; cell++) {
        int point = grid->point[cell];
        if (playout->color[point] != EMPTY) continue;
        Candidate *c = &trainer->candidate[count++];
        c->features = model->is_prior ? prior_features(&view, point, c->feature)
                                      : playout_features(playout, mover, point, c->feature);
        c->target = policy[cell];
        sum += c->target;
    }
    for (int i = 0; i < count; i++) trainer->candidate[i].target /= sum > 0 ? sum : 1;
    return sum > 0 ? count : 0;
}

static void chances_make(Trainer *trainer, const Model *model, int count) {
    float sum = 0, largest = -INFINITY;
    for (int i = 0; i < count; i++) {
        Candidate *c = &trainer->candidate[i];
        c->chance = 0;
        for (int k = 0; k < c->features; k++) c->chance += model->number[c->feature[k]];
        if (c->chance > largest) largest = c->chance;
    }
    for (int i = 0; i < count; i++)
        sum += trainer->candidate[i].chance = expf(trainer->candidate[i].chance - largest);
    for (int i = 0; i < count; i++) trainer->candidate[i].chance /= sum;
}

static void model_learn(Trainer *trainer, Model *model, int count, bool counts) {
    for (int i = 0; i < count; i++) {
        const Candidate *c = &trainer->candidate[i];
        float gradient = c->target - c->chance;
        for (int k = 0; k < c->features; k++) {
            int f = c->feature[k];
            if (counts) {
                model->seen[f]++;
                continue;
            }
            if (model->seen[f] < RARE) continue;
            model->slope[f] += gradient * gradient;
            model->number[f] += (float)model->rate * gradient / sqrtf(model->slope[f] + 1e-3f);
        }
    }
}

static void score_add(const Trainer *trainer, int count, Score *score) {
    int best = 0, wanted = 0;
    for (int i = 0; i < count; i++) {
        const Candidate *c = &trainer->candidate[i];
        if (c->target > 0) {
            score->cross -= (double)c->target * log(fmax((double)c->chance, 1e-9));
            score->entropy -= (double)c->target * log((double)c->target);
        }
        if (c->chance > trainer->candidate[best].chance) best = i;
        if (c->target > trainer->candidate[wanted].target) wanted = i;
    }
    score->same += best == wanted;
    score->positions++;
}

typedef enum Pass { PASS_COUNT, PASS_LEARN, PASS_SCORE } Pass;

static void position_use(Trainer *trainer, Model *model, const Playout *playout, Color mover, int own_last,
                         const uint16_t *policy, Pass pass, Score *score) {
    int count = candidates_make(trainer, model, playout, mover, own_last, policy);
    if (count < 2) return;
    if (pass != PASS_COUNT) chances_make(trainer, model, count);
    if (pass == PASS_SCORE)
        score_add(trainer, count, score);
    else
        model_learn(trainer, model, count, pass == PASS_COUNT);
}

// Walks over one game; returns where the next begins.
static const uint16_t *game_use(Trainer *trainer, Model *model, const uint16_t *at, Pass pass, Score *score) {
    int side = at[0], positions = at[1], last[2] = {CELL_NONE, CELL_NONE};
    Grid *grid = &trainer->grid[side];
    static Playout playout;
    if (!grid->geometry) grid_init(grid, geometry_get(side, side));
    Position empty = position_empty(grid->geometry);
    playout_init(&playout, grid, &trainer->table, &empty);
    last[BLACK] = grid->point[at[2]];
    playout_place(&playout, last[BLACK], BLACK);
    at += 3;
    Color mover = WHITE;
    for (int i = 0; i < positions; i++, mover = color_other(mover)) {
        int value = (int16_t)at[1];
        if (!model->is_prior || (value < DECIDED && value > -DECIDED))
            position_use(trainer, model, &playout, mover, last[mover], at + 2, pass, score);
        last[mover] = grid->point[at[0]];
        playout_place(&playout, last[mover], mover);
        at += 2 + grid->geometry->cells;
    }
    return at;
}

static const uint16_t *game_skip(const uint16_t *at) {
    return at + 3 + (size_t)at[1] * (2 + (size_t)at[0] * at[0]);
}

static void model_pass(Trainer *trainer, Model *model, const uint16_t *at, const uint16_t *end, Pass pass,
                       Score *score) {
    for (long game = 0; end - at > 3 && game_skip(at) <= end; game++) {
        bool held = game % HELD_OUT == 0;
        if (held == (pass == PASS_SCORE))
            at = game_use(trainer, model, at, pass, score);
        else
            at = game_skip(at);
    }
}

static Score model_train(Trainer *trainer, Model *model, const uint16_t *games, const uint16_t *end,
                         int epochs) {
    Score score = {0};
    double rate = model->rate;
    model_pass(trainer, model, games, end, PASS_COUNT, NULL);
    for (int epoch = 0; epoch < epochs; epoch++) {
        model->rate = rate * (1 - 0.9 * epoch / epochs);
        model_pass(trainer, model, games, end, PASS_LEARN, NULL);
        score = (Score){0};
        model_pass(trainer, model, games, end, PASS_SCORE, &score);
        fprintf(stderr,
                "%s epoch %d: cross entropy %.4f (target's entropy %.4f), first choices agree %.1f %%\n",
                model->is_prior ? "prior" : "playout", epoch + 1, score.cross / score.positions,
                score.entropy / score.positions, 100 * score.same / score.positions);
    }
    return score;
}

static bool trainer_save(const Trainer *trainer, const char *path, bool force, const char *record) {
    Gammas *gammas = calloc(1, sizeof *gammas);
    if (!gammas) return false;
    memcpy(gammas->near, trainer->playout.number, sizeof gammas->near);
    memcpy(gammas->reply, trainer->playout.number + NEAR_CODES, sizeof gammas->reply);
    memcpy(gammas->prior, trainer->prior.number, sizeof gammas->prior);
    bool good = gammas_save(gammas, path, force, record);
    free(gammas);
    return good;
}

int main(int argc, char **argv) {
    size_t count = 0;
    long epochs = 4;
    bool force = argument_force(&argc, argv);
    Error error = {0};
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: train_gammas GAMES OUTPUT [EPOCHS] [--force]\n");
        return 2;
    }
    if ((argc > 3 && !argument_whole("EPOCHS", argv[3], 1, 10000, &epochs, &error)) ||
        !argument_output(argv[2], force, &error)) {
        fprintf(stderr, "train_gammas: %s\n", error.text);
        return 2;
    }
    uint16_t *games = games_read(argv[1], &count);
    if (!games) return 2;
    Trainer *trainer = calloc(1, sizeof *trainer);
    if (!trainer || !model_init(&trainer->playout, false, NEAR_CODES * (1 + NEAR_RING), 0.1) ||
        !model_init(&trainer->prior, true, PRIOR_FEATURES, 0.1)) {
        fprintf(stderr, "train_gammas: out of memory\n");
        return 1;
    }
    for (int code = 0; code < CODES; code++) trainer->table.weight[code] = (uint64_t)1 << 32 | 1;
    Score playout = model_train(trainer, &trainer->playout, games, games + count, (int)epochs);
    Score prior = model_train(trainer, &trainer->prior, games, games + count, (int)epochs);
    char record[300];
    snprintf(
        record, sizeof record,
        "%ld epochs; on %.0f and %.0f held-out positions: playout cross entropy %.4f, agrees %.1f %%; prior "
        "%.4f, %.1f %%",
        epochs, playout.positions, prior.positions, playout.cross / playout.positions,
        100 * playout.same / playout.positions, prior.cross / prior.positions,
        100 * prior.same / prior.positions);
    bool good = trainer_save(trainer, argv[2], force, record);
    if (!good) fprintf(stderr, "%s cannot be written\n", argv[2]);
    return good ? 0 : 1;
}
