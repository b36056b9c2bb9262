#include "lab/learn/apprentice.h"

#include "base/clock.h"
#include "base/random.h"
#include "lab/learn/tourney.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = ADVISOR_COUNT, PAIRS_MAX = 1 << 20 };
static const double START_VARIANCE = 4, STILL = 1e-6;

// Differences of the advice between consecutive turns of the stronger player: difference[k][pair].
typedef struct Pairs {
    int count, room;
    float *difference[K];
} Pairs;

typedef struct Sample {
    double score; // pairs satisfied
    double weight[K];
} Sample;

typedef struct Entropy {
    const ApprenticeOptions *options;
    Pairs pairs;
    Random random;
    Sample *sample;
    float *value; // of each pair, scratch
    double mean[K], covariance[K][K];
} Entropy;

ApprenticeOptions apprentice_options(void) {
    return (ApprenticeOptions){.population = 20000, .elite = 0.1, .iterations = 50};
}

// --- The pairs

static void pairs_free(Pairs *pairs) {
    for (int k = 0; k < K; k++) free(pairs->difference[k]);
}

static bool pairs_init(Pairs *pairs, const GameBase *base) {
    pairs->count = pairs->room = 0;
    for (int i = 0; i < base->count; i++) pairs->room += base->game[i].count / 2 + 1;
    bool good = pairs->room <= PAIRS_MAX;
    for (int k = 0; k < K; k++) {
        pairs->difference[k] = good ? malloc((size_t)pairs->room * sizeof(float)) : NULL;
        good = good && pairs->difference[k];
    }
    return good;
}

// Mirrored, the difference of both colours counts once, as the own one's.
static void pair_add(Pairs *pairs, const double *before, const double *now, bool mirrored) {
    for (int k = 0; k < K; k++) {
        double change = now[k] - before[k];
        if (mirrored) change = k % 2 ? 0 : change - (now[k + 1] - before[k + 1]);
        pairs->difference[k][pairs->count] = (float)change;
    }
    pairs->count++;
}

static void game_take(Pairs *pairs, Tourney *tourney, const GameBase *base, const BaseGame *game,
                      bool mirrored) {
    Position p = position_empty(base->geometry);
    double before[K], now[K];
    bool has_before = false;
    for (int i = 0; i < game->count; i++) {
        if (p.to_move == game->stronger) {
            tourney_advice(tourney, &p, game->stronger, now);
            if (has_before) pair_add(pairs, before, now, mirrored);
            memcpy(before, now, sizeof before);
            has_before = true;
        }
        cellset_add(&p.stones[p.to_move], game->cell[i]);
        p.to_move = color_other(p.to_move);
        if (position_winner(&p) != EMPTY) break;
    }
}

static bool pairs_make(Pairs *pairs, const GameBase *base, bool mirrored, Error *error) {
    Tourney *tourney = tourney_new(base->geometry, 0, error);
    if (!tourney) return false;
    bool good = pairs_init(pairs, base) || error_failure(error, "out of memory, or too many games");
    for (int i = 0; good && i < base->count; i++) game_take(pairs, tourney, base, &base->game[i], mirrored);
    tourney_free(tourney);
    if (good && !pairs->count) good = error_input(error, "the games hold no two turns of a stronger player");
    return good;
}

// --- The method

static double score_of(const Entropy *e, const double weight[K]) {
    const Pairs *pairs = &e->pairs;
    int satisfied = 0;
    memset(e->value, 0, (size_t)pairs->count * sizeof *e->value);
    for (int k = 0; k < K; k++) {
        float w = (float)weight[k];
        const float *difference = pairs->difference[k];
        for (int i = 0; i < pairs->count; i++) e->value[i] += w * difference[i];
    }
    for (int i = 0; i < pairs->count; i++) satisfied += e->value[i] >= 0;
    return satisfied;
}

// The lower triangle L with L L' = covariance; a dimension without variance is left without.
static void triangle_find(double covariance[K][K], double triangle[K][K]) {
    memset(triangle, 0, sizeof(double[K][K]));
    for (int j = 0; j < K; j++) {
        double left = covariance[j][j];
        for (int k = 0; k < j; k++) left -= triangle[j][k] * triangle[j][k];
        if (left <= 1e-18) continue;
        triangle[j][j] = sqrt(left);
        for (int i = j + 1; i < K; i++) {
            double sum = covariance[i][j];
            for (int k = 0; k < j; k++) sum -= triangle[i][k] * triangle[j][k];
            triangle[i][j] = sum / triangle[j][j];
        }
    }
}

static void population_draw(Entropy *e) {
    double triangle[K][K];
    triangle_find(e->covariance, triangle);
    for (int i = 0; i < e->options->population; i++) {
        Sample *s = &e->sample[i];
        double normal[K];
        for (int k = 0; k < K; k++) normal[k] = random_normal(&e->random);
        for (int k = 0; k < K; k++) {
            s->weight[k] = e->mean[k];
            for (int j = 0; j <= k; j++) s->weight[k] += triangle[k][j] * normal[j];
        }
        s->score = score_of(e, s->weight);
    }
}

static int sample_compare(const void *a, const void *b) {
    const Sample *x = a, *y = b;
    return x->score == y->score ? 0 : x->score < y->score ? 1 : -1;
}

// Mean and covariance of the elite; returns how far the mean has moved.
static double elite_measure(Entropy *e, int count) {
    double mean[K] = {0}, moved = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < K; k++) mean[k] += e->sample[i].weight[k] / count;
    memset(e->covariance, 0, sizeof e->covariance);
    for (int i = 0; i < count; i++) {
        const double *w = e->sample[i].weight;
        for (int a = 0; a < K; a++)
            for (int b = 0; b < K; b++) e->covariance[a][b] += (w[a] - mean[a]) * (w[b] - mean[b]) / count;
    }
    for (int k = 0; k < K; k++) moved += (mean[k] - e->mean[k]) * (mean[k] - e->mean[k]);
    memcpy(e->mean, mean, sizeof mean);
    return sqrt(moved);
}

static void covariance_inflate(Entropy *e) {
    if (!(e->options->inflate > 0)) return;
    double factor = 1 + e->options->inflate * random_unit(&e->random);
    for (int a = 0; a < K; a++)
        for (int b = 0; b < K; b++) e->covariance[a][b] *= factor;
}

// The numbers of a state: how far the mean moved last, the mean, the covariance.
static void entropy_keep(const Entropy *e, double moved, LearnState *state) {
    state->random = e->random;
    state->number[0] = moved;
    memcpy(state->number + 1, e->mean, sizeof e->mean);
    memcpy(state->number + 1 + K, e->covariance, sizeof e->covariance);
}

static double entropy_take(Entropy *e, const LearnState *state) {
    e->random = state->random;
    if (!state->done) return INFINITY;
    memcpy(e->mean, state->number + 1, sizeof e->mean);
    memcpy(e->covariance, state->number + 1 + K, sizeof e->covariance);
    return state->number[0];
}

static bool entropy_search(Entropy *e, const LearnWatch *watch, LearnState *state, WeightsList *list,
                           Error *error) {
    double start = clock_thread_cpu() - state->seconds, moved = entropy_take(e, state);
    int elite = (int)(e->options->population * e->options->elite);
    if (elite < 2) elite = 2;
    while (state->done < e->options->iterations && moved >= STILL) {
        population_draw(e);
        qsort(e->sample, (size_t)e->options->population, sizeof *e->sample, sample_compare);
        WeightsEntry entry = {.committee.iteration = ++state->done,
                              .performance = 100 * e->sample[0].score / e->pairs.count};
        moved = elite_measure(e, elite);
        covariance_inflate(e);
        memcpy(entry.committee.weight, e->mean, sizeof e->mean);
        for (int k = 1; e->options->mirrored && k < K; k += 2)
            entry.committee.weight[k] = -entry.committee.weight[k - 1];
        entry.seconds = state->seconds = clock_thread_cpu() - start;
        entropy_keep(e, moved, state);
        if (!weights_add(list, &entry)) return error_memory(error);
        if (!learn_goes_on(watch, &entry)) break;
    }
    return true;
}

bool apprentice_learn(const GameBase *base, const ApprenticeOptions *options, const LearnWatch *watch,
                      WeightsList *list, Error *error) {
    LearnState own = {0}, *state = learn_state(watch, &own, options->seed);
    Entropy e = {.options = options};
    for (int k = 0; k < K; k++) e.covariance[k][k] = START_VARIANCE;
    bool good = pairs_make(&e.pairs, base, options->mirrored, error);
    if (good) {
        e.sample = malloc((size_t)options->population * sizeof *e.sample);
        e.value = malloc((size_t)e.pairs.count * sizeof *e.value);
        good = e.sample && e.value ? entropy_search(&e, watch, state, list, error) : error_memory(error);
    }
    free(e.sample);
    free(e.value);
    pairs_free(&e.pairs);
    return good;
}
