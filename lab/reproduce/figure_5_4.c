// mustplay lab reproduce figure-5.4: how far nets' values are from the truth on random positions of 8x8 (Gao 2020, Figure 5.4).
//
// Published are curves of training. The error on games falls for all nets. On 58,590 random positions with
// winners by a solver it stays high for a net with a value head alone. It is lower with three heads, and
// lower again with twice the layers. Here the same kind of positions is made and labelled anew, and the nets
// that ship, both with three heads,
// are measured on them. Training is not part of it.
#include "cli/watch.h"
#include "game/random_position.h"
#include "lab/reproduce/focused.h"
#include "net/evaluator.h"

#include <stdio.h>

enum { SIZE = 8, STONES_LEAST = 6, STONES_MOST = 40, NETS = 2 };
enum { BLOCK = 250 };
static const int POSITIONS[SETTINGS] = {500, 5000, 58590};

typedef struct Figure {
    Net *net[NETS];
    Evaluator *evaluator[NETS];
    Solver solver;
} Figure;

// Sums over positions.
typedef struct Sums {
    double squares[NETS], signs[NETS]; // of the errors; of the right signs
    double mover;                      // positions that the mover wins
} Sums;

static bool figure_open(Figure *f, Error *error) {
    char path[4096];
    *f = (Figure){0};
    f->net[0] = focused_net(error);
    if (!f->net[0]) return false;
    if (!net_find(path, sizeof path)) return error_failure(error, "the large net is not found");
    f->net[1] = net_load(path, error);
    for (int i = 0; i < NETS; i++) {
        f->evaluator[i] = f->net[i] ? evaluator_new(f->net[i], NET_F32, error) : NULL;
        if (!f->evaluator[i]) return false;
    }
    return true;
}

static void figure_close(Figure *f) {
    solver_release(&f->solver);
    for (int i = 0; i < NETS; i++) {
        evaluator_free(f->evaluator[i]);
        net_free(f->net[i]);
    }
}

static bool position_measure(Figure *f, Random *random, Sums *sums, Error *error) {
    Position p = position_undecided(geometry_get(SIZE, SIZE), random, STONES_LEAST, STONES_MOST);
    Answer answer;
    Budget budget = {.threads = 1, .observer = watch_signals()};
    bool good = solve_position(&SOLVE_AUTO, &p, &budget, &f->solver, &answer, error);
    double truth = answer.winner == p.to_move ? 1 : -1;
    sums->mover += truth > 0;
    for (int i = 0; good && i < NETS; i++) {
        NetOutput out;
        good = evaluator_run(f->evaluator[i], &p, &out, error);
        double off = (double)out.value - truth;
        sums->squares[i] += off * off;
        sums->signs[i] += (out.value > 0) == (truth > 0);
    }
    return good;
}

// A block's positions depend on the seed and its number alone, so that a journal can continue after any of them.
static bool block_measure(Figure *f, uint64_t seed, int block, int count, json_t **value, Error *error) {
    Random random = random_seeded(seed * 1000003 + (uint64_t)block);
    Sums sums = {0};
    bool good = true;
    for (int i = 0; good && i < count && !watch_interrupted(); i++)
        good = position_measure(f, &random, &sums, error);
    solver_release(&f->solver);
    if (good && !watch_interrupted())
        *value = json_pack("[f, f, f, f, f]", sums.squares[0], sums.squares[1], sums.signs[0], sums.signs[1],
                           sums.mover);
    return good;
}

static void sums_add(Sums *sums, const json_t *value) {
    for (size_t i = 0; i < NETS; i++) {
        sums->squares[i] += json_number_value(json_array_get(value, i));
        sums->signs[i] += json_number_value(json_array_get(value, NETS + i));
    }
    sums->mover += json_number_value(json_array_get(value, 2 * NETS));
}

// Adds blocks up; *done counts the positions in them.
static bool blocks_run(Figure *f, Journal *journal, uint64_t seed, int wanted, Sums *sums, int *done,
                       Error *error) {
    for (int block = 0; *done < wanted; block++) {
        int count = wanted - *done < BLOCK ? wanted - *done : BLOCK;
        char key[32];
        snprintf(key, sizeof key, "block %d", block);
        json_t *value = json_incref(journal_find(journal, key));
        bool good = value || block_measure(f, seed, block, count, &value, error);
        if (good && value && !journal_find(journal, key))
            good = journal_add(journal, key, json_incref(value), error);
        if (value) sums_add(sums, value);
        json_decref(value);
        if (!good || watch_interrupted()) return good;
        *done += count;
        fprintf(stderr, "\r%d of %d positions ", *done, wanted);
    }
    fprintf(stderr, "\r%40s\r", "");
    return true;
}

static json_t *row_new(int net, int positions, const Sums *sums) {
    static const char *const NAME[NETS] = {"the solver's net, 2 x 64, three heads",
                                           "the large net, three heads"};
    return json_pack("{s:s, s:i, s:s, s:f, s:f, s:f}", "net", NAME[net], "positions", positions, "published",
                     "curves, not in text", "mean square error", sums->squares[net] / positions,
                     "right sign %", 100 * sums->signs[net] / positions, "mover wins %",
                     100 * sums->mover / positions);
}

static bool figure_run(const Args *args, json_t *rows, Error *error) {
    uint64_t seed = args_given(args, "seed") ? (uint64_t)args_int(args, "seed") : 1;
    char identity[32];
    snprintf(identity, sizeof identity, "seed %llu", (unsigned long long)seed);
    Figure f;
    Journal journal;
    Sums sums = {0};
    int done = 0;
    bool good = figure_open(&f, error) && run_journal_open(&journal, args, "figure-5.4", identity, error);
    if (good) {
        good = blocks_run(&f, &journal, seed, POSITIONS[setting_of(args)], &sums, &done, error);
        journal_close(&journal);
    }
    for (int i = 0; good && done && i < NETS; i++) json_array_append_new(rows, row_new(i, done, &sums));
    figure_close(&f);
    return good;
}

static const char *const COLUMNS[] = {"net",          "positions",    "published", "mean square error",
                                      "right sign %", "mover wins %", NULL};

const Reproduction REPRODUCE_FIGURE_5_4 = {
    .name = "figure-5.4",
    .help =
        "The values of nets on random positions of 8x8 whose winners are proved (Gao 2020, Figure 5.4; no training).",
    .quick = "500 positions",
    .medium = "5,000 positions",
    .minutes = 8,
    .full = "58,590 positions, as published: hours",
    .columns = COLUMNS,
    .run = figure_run,
};
