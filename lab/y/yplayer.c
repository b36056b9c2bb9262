// Every player takes a win at once and stops a loss at once; what comes after that is its own.
#include "lab/y/yplayer.h"

#include "base/clock.h"
#include "lab/y/ysolve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum YPlayerKind { Y_AUTO, Y_RANDOM, Y_REDUCTION, Y_MCTS, Y_KINDS } YPlayerKind;
enum { OPTIONS_MAX = 4 };

enum { MCTS_PLAYOUTS, MCTS_TIME };
#define MCTS_OPTIONS_TABLE                                                                                   \
    {"playouts", OPTION_INT, "20000", 1, 1e9, NULL, "N", "Play-outs per move, unless a time is given."}, {   \
        "time", OPTION_REAL, NULL, 0, 1e7, NULL, "S", "Seconds per move."                                    \
    }
static const OptionSpec AUTO_OPTIONS[] = {MCTS_OPTIONS_TABLE, {0}};
static const OptionSpec MCTS_OPTIONS[] = {MCTS_OPTIONS_TABLE, {0}};
static const OptionSpec REDUCTION_OPTIONS[] = {
    {"moves", OPTION_CHOICE, "exact", 0, 0, "exact|slopes", "KIND",
     "Rate a move by the value after it, or by the partial derivative of the value before it."},
    {0}};

static const YPlayerType TYPES[] = {
    [Y_AUTO] = {"auto", "The solver where it answers soon, otherwise Monte Carlo search.", AUTO_OPTIONS},
    [Y_RANDOM] = {"random", "Any move.", NULL},
    [Y_REDUCTION] = {"yreduction", "Y-reduction, one move ahead.", REDUCTION_OPTIONS},
    [Y_MCTS] = {"mcts", "Monte Carlo tree search; micro reduction judges play-outs.", MCTS_OPTIONS},
    [Y_KINDS] = {0},
};

// Nodes that `auto` gives the solver: a fraction of a second.
enum { SOLVER_NODES = 3000 };

struct YPlayer {
    YPlayerKind kind;
    char *spec, *copy; // the copy is cut; option texts point into it
    OptionValue option[OPTIONS_MAX];
    Random random;
    YPyramid pyramid; // of the position before the move
};

const YPlayerType *yplayer_types(void) {
    return TYPES;
}

static bool spec_read(YPlayer *player, Error *error) {
    size_t length = strcspn(player->spec, ":");
    for (int kind = 0; kind < Y_KINDS; kind++) {
        if (strlen(TYPES[kind].name) != length || strncmp(TYPES[kind].name, player->spec, length)) continue;
        player->kind = (YPlayerKind)kind;
        char owner[64], *rest = player->copy[length] ? player->copy + length + 1 : NULL;
        snprintf(owner, sizeof owner, "player %s of Y", TYPES[kind].name);
        return option_list_read(owner, TYPES[kind].options, rest, player->option, OPTIONS_MAX, error);
    }
    return error_input(error, "unknown player '%.*s': the players of Y are auto, random, yreduction, mcts",
                       length > 40 ? 40 : (int)length, player->spec);
}

YPlayer *yplayer_new(const char *spec, uint64_t seed, Error *error) {
    YPlayer *player = calloc(1, sizeof *player);
    if (player) {
        player->random = random_seeded(seed);
        player->spec = strdup(spec);
        player->copy = strdup(spec);
    }
    bool memory = player && player->spec && player->copy;
    if (memory ? spec_read(player, error) : error_memory(error)) return player;
    yplayer_free(player);
    return NULL;
}

void yplayer_free(YPlayer *player) {
    if (!player) return;
    free(player->spec);
    free(player->copy);
    free(player);
}

const char *yplayer_spec(const YPlayer *player) {
    return player->spec;
}

static int cell_by_chance(CellSet cells, Random *random) {
    for (uint32_t skip = random_below(random, (uint32_t)cellset_count(cells)); skip; skip--)
        cellset_pop(&cells);
    return cellset_first(cells);
}

// --- Y-reduction

static Color stone_owner(const void *context, int column, int row) {
    return yposition_at(context, triangle_at(column, row));
}

static double odds_after(YPlayer *player, const Triangle *t, int cell, Color mover) {
    ypyramid_change(&player->pyramid, t->column[cell], t->row[cell], mover);
    double odds = ypyramid_odds(&player->pyramid);
    ypyramid_change(&player->pyramid, t->column[cell], t->row[cell], EMPTY);
    return mover == BLACK ? odds : -odds;
}

static void reduction_choose(YPlayer *player, const YPosition *p, CellSet cells, YChoice *choice) {
    static const double SAME = 1e-9; // rounding must not decide between symmetric cells
    bool slopes = player->option[0].text[0] == 's';
    double gradient[PYRAMID_BASE_MAX], most = -INFINITY;
    ypyramid_set(&player->pyramid, p->board->size, stone_owner, p);
    if (slopes) ypyramid_gradient(&player->pyramid, gradient);
    CellSet best = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0; choice->visits++) {
        double worth = slopes ? gradient[cell] : odds_after(player, p->board, cell, p->to_move);
        if (worth > most + SAME) best = cellset_none();
        if (worth >= most - SAME) cellset_add(&best, cell);
        most = fmax(most, worth);
    }
    choice->move = cell_by_chance(best, &player->random);
    choice->value = 1 / (1 + exp(-odds_after(player, p->board, choice->move, p->to_move)));
}

// --- Monte Carlo

static bool mcts_choose(YPlayer *player, const YPosition *p, const Budget *granted, YChoice *choice,
                        Error *error) {
    Budget budget = *granted;
    YMctsReport report;
    if (!budget.seconds && !budget.nodes) {
        budget.seconds = player->option[MCTS_TIME].real;
        if (!budget.seconds || player->option[MCTS_PLAYOUTS].given)
            budget.nodes = (uint64_t)player->option[MCTS_PLAYOUTS].integer;
    }
    if (!ymcts(p, &budget, &player->random, &report, error)) return false;
    choice->move = report.move;
    choice->value = report.value;
    choice->visits = report.visits;
    choice->line_length = report.line_length;
    for (int i = 0; i < report.line_length; i++) choice->line[i] = report.line[i];
    return true;
}

static bool auto_choose(YPlayer *player, const YPosition *p, const Budget *budget, YChoice *choice,
                        Error *error) {
    Answer answer = answer_unknown();
    Budget few = *budget;
    few.nodes = SOLVER_NODES;
    if (p->board->size <= YSOLVE_SIZE_MAX && !ysolve(p, &few, &answer, error)) return false;
    if (answer.winner != p->to_move) { // of lost moves the search still finds the hardest to answer
        if (!mcts_choose(player, p, budget, choice, error)) return false;
        if (answer.winner != EMPTY) choice->value = 0;
        return true;
    }
    choice->move = answer.move;
    choice->visits = answer.nodes;
    choice->value = 1;
    return true;
}

bool yplayer_choose(YPlayer *player, const YGame *game, const Budget *budget, YChoice *choice, Error *error) {
    const YPosition *p = &game->now;
    double start = clock_seconds();
    if (ygame_winner(game) != EMPTY)
        return error_input(error, "the game is over: %s has won", color_name(ygame_winner(game)));
    *choice = (YChoice){.move = MOVE_NONE, .value = 0.5};
    CellSet wins = yposition_winning_cells(p, p->to_move);
    CellSet threats = yposition_winning_cells(p, color_other(p->to_move));
    CellSet cells = cellset_is_empty(threats) ? yposition_vacant(p) : threats;
    bool good = true;
    if (!cellset_is_empty(wins)) {
        choice->move = cellset_first(wins);
        choice->value = 1;
    } else if (cellset_count(cells) == 1) {
        choice->move = cellset_first(cells);
    } else if (player->kind == Y_RANDOM) {
        choice->move = cell_by_chance(cells, &player->random);
    } else if (player->kind == Y_REDUCTION) {
        reduction_choose(player, p, cells, choice);
    } else {
        good = (player->kind == Y_AUTO ? auto_choose : mcts_choose)(player, p, budget, choice, error);
    }
    if (good && !choice->line_length) choice->line[choice->line_length++] = choice->move;
    choice->seconds = clock_seconds() - start;
    return good;
}
