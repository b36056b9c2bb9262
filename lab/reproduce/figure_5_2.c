// mustplay lab reproduce figure-5.2: how often the k best moves of a policy hold a right one, on 8x8 (Gao 2020, Figure 5.2).
//
// The published policy predicts the moves of 62,853 games between programs, which are not available: 60.86 %
// for k = 1, above 95 % for k = 10. Our positions are proved by the solver, and a move counts as right when
// it is proved to win. Positions come from games of one or two random stones and moves drawn from the large
// net's policy. Those in which more than three moves win, or none, are left out.
#include "cli/watch.h"
#include "eval/resistance.h"
#include "game/random_position.h"
#include "lab/reproduce/focused.h"
#include "net/evaluator.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SIZE = 8,
    RANKS = 10,
    RANDOM_STONES = 2,
    PLAYED_LEAST = 2,
    PLAYED_MOST = 10,
    RIGHT_MOST = 3,
    SECONDS_EACH = 20
};
static const int POSITIONS[SETTINGS] = {10, 60, 1000};

typedef enum Ranking { BY_SOLVER_NET, BY_LARGE_NET, BY_RESISTANCE, RANKINGS } Ranking;
static const char *const RANKING_NAME[RANKINGS] = {"the solver's net", "the large net", "resistance"};

typedef struct Figure {
    Net *net[BY_RESISTANCE];
    Evaluator *evaluator[BY_RESISTANCE];
    Circuit *circuit;
    Random random; // of the position that is tried
    uint64_t seed;
    int positions;              // won ones
    int right[RANKINGS][RANKS]; // the best of the k + 1 first moves wins
} Figure;

static bool figure_open(Figure *f, uint64_t seed, Error *error) {
    char path[4096];
    *f = (Figure){.seed = seed};
    f->net[BY_SOLVER_NET] = focused_net(error);
    if (!f->net[BY_SOLVER_NET]) return false;
    if (!net_find(path, sizeof path)) return error_failure(error, "the large net is not found");
    f->net[BY_LARGE_NET] = net_load(path, error);
    for (int i = 0; i < BY_RESISTANCE; i++) {
        f->evaluator[i] = f->net[i] ? evaluator_new(f->net[i], NET_F32, error) : NULL;
        if (!f->evaluator[i]) return false;
    }
    f->circuit = circuit_new(geometry_get(SIZE, SIZE));
    return f->circuit || error_memory(error);
}

static void figure_close(Figure *f) {
    for (int i = 0; i < BY_RESISTANCE; i++) {
        evaluator_free(f->evaluator[i]);
        net_free(f->net[i]);
    }
    circuit_free(f->circuit);
}

// A move drawn from the large net's policy.
static bool move_draw(Figure *f, Position *p, Error *error) {
    NetOutput out;
    if (!evaluator_run(f->evaluator[BY_LARGE_NET], p, &out, error)) return false;
    double chance = random_unit(&f->random), sum = 0;
    CellSet vacant = position_vacant(p);
    int move = cellset_first(vacant);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0 && sum < chance;) {
        sum += (double)out.policy[cell];
        move = cell;
    }
    cellset_add(&p->stones[p->to_move], move);
    p->to_move = color_other(p->to_move);
    return true;
}

static bool position_draw(Figure *f, Position *p, Error *error) {
    const Geometry *g = geometry_get(SIZE, SIZE);
    int moves = PLAYED_LEAST + (int)random_below(&f->random, PLAYED_MOST - PLAYED_LEAST + 1);
    *p = position_in_turns(g, &f->random, 1 + (int)random_below(&f->random, RANDOM_STONES));
    for (int i = 0; i < moves && position_winner(p) == EMPTY; i++)
        if (!move_draw(f, p, error)) return false;
    return true;
}

static bool cells_rate(Figure *f, Ranking ranking, const Position *p, double rating[CELL_MAX], Error *error) {
    if (ranking == BY_RESISTANCE) {
        double energy[2][CELL_MAX];
        Board board;
        board_init(&board, p->geometry);
        board_set(&board, p);
        for (Color color = BLACK; color <= WHITE; color++)
            circuit_energy(f->circuit, &board, color, CIRCUIT_BRIDGES, energy[color]);
        for (int cell = 0; cell < p->geometry->cells; cell++)
            rating[cell] = energy[BLACK][cell] * energy[WHITE][cell];
        return true;
    }
    NetOutput out;
    if (!evaluator_run(f->evaluator[ranking], p, &out, error)) return false;
    for (int cell = 0; cell < p->geometry->cells; cell++) rating[cell] = (double)out.policy[cell];
    return true;
}

// How many moves a rating puts before the first that wins.
static int rank_of_winning(const Position *p, const double *rating, CellSet winning) {
    CellSet left = winning, vacant = position_vacant(p);
    int best = cellset_first(winning), before = 0;
    for (int cell; (cell = cellset_pop(&left)) >= 0;)
        if (rating[cell] > rating[best]) best = cell;
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;)
        before += rating[cell] > rating[best] && !cellset_has(winning, cell);
    return before;
}

// The position of a number, which its seed decides: how many moves each ranking puts before one that wins, as an array.
// An empty one if the mover does not win it by one to three moves, or it is not decided in time; NULL when interrupted.
static bool position_measure(Figure *f, int number, json_t **value, Error *error) {
    Position p;
    Truth truth;
    f->random = random_seeded(f->seed * 1000003 + (uint64_t)number);
    *value = NULL;
    if (!position_draw(f, &p, error)) return false;
    if (position_winner(&p) != EMPTY) return (*value = json_array()) != NULL;
    Budget budget = {.seconds = SECONDS_EACH, .threads = 1, .observer = watch_signals()};
    truth_start(&truth, &p, true);
    if (!truth_solve(&truth, &SOLVE_AUTO, &budget, NULL, NULL, NULL, error)) return false;
    if (watch_interrupted()) return true;
    int right = cellset_count(truth.winning);
    *value = json_array();
    if (!right || right > RIGHT_MOST || !cellset_is_empty(truth.unknown)) return true;
    for (Ranking r = 0; r < RANKINGS; r++) {
        double rating[CELL_MAX];
        if (!cells_rate(f, r, &p, rating, error)) {
            json_decref(*value);
            return false;
        }
        json_array_append_new(*value, json_integer(rank_of_winning(&p, rating, truth.winning)));
    }
    return true;
}

static void position_count(Figure *f, const json_t *value) {
    if (!json_array_size(value)) return;
    f->positions++;
    for (Ranking r = 0; r < RANKINGS; r++)
        for (int k = (int)json_integer_value(json_array_get(value, r)); k < RANKS; k++) f->right[r][k]++;
}

static bool positions_run(Figure *f, Journal *journal, int wanted, Error *error) {
    for (int number = 0; f->positions < wanted && !watch_interrupted(); number++) {
        char key[32];
        snprintf(key, sizeof key, "position %d", number);
        if (!journal_find(journal, key)) {
            json_t *value;
            if (!position_measure(f, number, &value, error)) return false;
            if (value && !journal_add(journal, key, value, error)) return false;
        }
        position_count(f, journal_find(journal, key));
        fprintf(stderr, "\r%d of %d positions ", f->positions, wanted);
    }
    fprintf(stderr, "\r%40s\r", "");
    return true;
}

static json_t *row_new(const Figure *f, Ranking r, int k) {
    return json_pack("{s:s, s:i, s:s, s:f, s:i}", "ordered by", RANKING_NAME[r], "k", k, "published",
                     k == 1       ? "60.86 (moves of games)"
                     : k == RANKS ? "> 95 (moves of games)"
                                  : "not in text",
                     "percent", 100.0 * f->right[r][k - 1] / f->positions, "positions", f->positions);
}

static bool figure_run(const Args *args, json_t *rows, Error *error) {
    uint64_t seed = args_given(args, "seed") ? (uint64_t)args_int(args, "seed") : 1;
    char identity[32];
    snprintf(identity, sizeof identity, "seed %llu", (unsigned long long)seed);
    Figure f;
    Journal journal;
    bool good =
        figure_open(&f, seed, error) && run_journal_open(&journal, args, "figure-5.2", identity, error);
    if (good) {
        good = positions_run(&f, &journal, POSITIONS[setting_of(args)], error);
        journal_close(&journal);
    }
    for (Ranking r = 0; good && f.positions && r < RANKINGS; r++)
        for (int k = 1; k <= RANKS; k++) json_array_append_new(rows, row_new(&f, r, k));
    figure_close(&f);
    return good;
}

static const char *const COLUMNS[] = {"ordered by", "k", "published", "percent", "positions", NULL};

const Reproduction REPRODUCE_FIGURE_5_2 = {
    .name = "figure-5.2",
    .help =
        "How often the k best moves of a policy hold one that is proved to win, 8x8 (Gao 2020, Figure 5.2).",
    .quick = "10 positions in which one to three moves win",
    .medium = "60 such positions",
    .minutes = 10,
    .full = "1,000 such positions",
    .columns = COLUMNS,
    .run = figure_run,
    .plot = {.x = "k",
             .y = "percent",
             .series = "ordered by",
             .title = "A winning move among the k best",
             .x_label = "k",
             .y_label = "percent"},
};
