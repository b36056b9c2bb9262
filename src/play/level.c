#include "play/level.h"

#include "eval/resistance.h"

#include <math.h>
#include <stdlib.h>

// Points on one scale from careless to careful play, the first of them at 1. The figures were tuned by matches between
// neighbours (docs/PLAYERS.md).
static const Level POINTS[] = {
    {1, 60, 0.60, 0.45, 6.2},   {1, 34, 0.59, 0.80, 4.7},   {1, 24, 0.55, 1.00, 3.6},
    {1, 18, 0.50, 1.00, 2.8},   {1, 14, 0.42, 1.00, 2.2},   {1, 10, 0.31, 1.00, 1.52},
    {1, 9, 0.22, 1.00, 1.15},   {1, 8, 0.12, 1.00, 0.75},   {16, 6, 0.05, 1.00, 0.5},
    {48, 5, 0.02, 1.00, 0.3},   {128, 4, 0.00, 1.00, 0.15}, {256, 3, 0.00, 1.00, 0.08},
    {400, 3, 0.00, 1.00, 0.04},
};
enum { POINT_COUNT = sizeof POINTS / sizeof *POINTS };

// Where levels 1 to 9 lie on that scale. The same care goes farther in a longer game, so it depends on the board's
// width; between two widths the place is between.
static const struct {
    int width;
    double level[LEVEL_MAX - 1];
} PLACES[] = {
    {9, {1, 1.9, 3.0, 4.7, 5.9, 8.0, 8.75, 10.0, 11.4}},
    {11, {1, 1.75, 2.9, 4.4, 5.7, 7.9, 8.75, 10.0, 12.3}},
    {13, {1, 1.75, 2.8, 4.25, 5.7, 7.65, 8.5, 9.8, 12.3}},
    {19, {3.1, 4.2, 5.3, 6.5, 7.7, 8.55, 9.3, 10.0, 11.0}},
};
enum { PLACE_COUNT = sizeof PLACES / sizeof *PLACES };

static double between(double a, double b, double share) {
    return a + (b - a) * share;
}

static double level_place(int level, double width) {
    int i = 1;
    while (i < PLACE_COUNT - 1 && width > PLACES[i].width) i++;
    double share = (width - PLACES[i - 1].width) / (PLACES[i].width - PLACES[i - 1].width);
    share = fmin(fmax(share, 0), 1);
    return between(PLACES[i - 1].level[level - 1], PLACES[i].level[level - 1], share);
}

Level level_of(int level, const Geometry *g) {
    double place = level_place(level, (g->width + g->height) / 2.0);
    int i = (int)fmin(place, POINT_COUNT - 1);
    const Level *a = &POINTS[i - 1], *b = &POINTS[i];
    double share = place - i;
    return (Level){
        .playouts = (int)lround(exp(between(log(a->playouts), log(b->playouts), share))),
        .candidates = (int)lround(between(a->candidates, b->candidates, share)),
        .overlook = between(a->overlook, b->overlook, share),
        .bridges = between(a->bridges, b->bridges, share),
        .temperature = between(a->temperature, b->temperature, share),
    };
}

const char *level_help(int level) {
    static const char *const help[LEVEL_MAX + 1] = {
        "",
        "A beginner: knows bridges, overlooks most else.",
        "A beginner who sees a little more.",
        "Plays plausible moves, seldom the best.",
        "A casual player.",
        "A casual player with an eye for shape.",
        "Good shape, no calculation.",
        "Good shape, few slips.",
        "A strong player's first thoughts.",
        "A strong player in a hurry.",
        "As strong as it can.",
    };
    return help[level];
}

typedef struct Rated {
    int cell;
    double rating; // a logarithm: greater is better
} Rated;

static int rated_compare(const void *a, const void *b) {
    const Rated *x = a, *y = b;
    if (x->rating != y->rating) return x->rating < y->rating ? 1 : -1;
    return x->cell - y->cell;
}

// --- Bridges

static bool node_is(const Position *p, int node, Color color) {
    if (node >= CELL_MAX) return edge_color(node) == color;
    return cellset_has(p->stones[color], node);
}

static bool nodes_touch(const Geometry *g, int cell, int node) {
    for (int i = 0; i < g->neighbour_count[cell]; i++) {
        if (g->neighbour[cell][i] == node) return true;
    }
    return false;
}

// Whether `cell` and the intruder's cell have two nodes of a colour in common that are not joined.
static bool bridge_cut(const Board *board, const Position *p, Color color, int intruder, int cell) {
    const Geometry *g = p->geometry;
    int first = CELL_NONE;
    for (int i = 0; i < g->neighbour_count[cell]; i++) {
        int node = g->neighbour[cell][i];
        if (!node_is(p, node, color) || !nodes_touch(g, intruder, node)) continue;
        if (first != CELL_NONE && board_root(board, first) != board_root(board, node)) return true;
        if (first == CELL_NONE) first = node;
    }
    return false;
}

bool bridge_restores(const Position *p, int cell) {
    const Geometry *g = p->geometry;
    Board board;
    board_set(&board, p);
    for (int i = 0; i < g->cell_neighbour_count[cell]; i++) {
        int intruder = g->neighbour[cell][i];
        if (position_at(p, intruder) == color_other(p->to_move) &&
            bridge_cut(&board, p, p->to_move, intruder, cell))
            return true;
    }
    return false;
}

int bridge_answer(const Game *game) {
    const Position *p = &game->now;
    const Geometry *g = p->geometry;
    int last = game_last_cell(game);
    if (last == CELL_NONE || !cellset_has(p->stones[color_other(p->to_move)], last)) return CELL_NONE;
    Board board;
    board_set(&board, p);
    for (int i = 0; i < g->cell_neighbour_count[last]; i++) {
        int cell = g->neighbour[last][i];
        if (position_at(p, cell) == EMPTY && bridge_cut(&board, p, p->to_move, last, cell)) return cell;
    }
    return CELL_NONE;
}

// --- Ratings

// By the currents of both colours: what a player without a net sees.
static int cells_rate_plain(const Board *board, Color mover, CellSet cells, Rated *list, double *value) {
    Circuit *circuit = circuit_new(board->geometry);
    if (!circuit) return 0;
    double energy[2][CELL_MAX], resistance[2];
    for (Color c = BLACK; c <= WHITE; c++)
        resistance[c] = circuit_energy(circuit, board, c, CIRCUIT_BRIDGES, energy[c]);
    circuit_free(circuit);
    *value = 1 / (1 + resistance[mover] / fmax(resistance[color_other(mover)], 1e-9));
    int count = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        list[count++] = (Rated){cell, log(energy[BLACK][cell] * energy[WHITE][cell] + 1e-12)};
    return count;
}

static int cells_rate_policy(const NetOutput *out, CellSet cells, Rated *list) {
    int count = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        list[count++] = (Rated){cell, log((double)out->policy[cell] + 1e-12)};
    return count;
}

// By the visits of a short search, and the policy among the moves without any.
static int cells_rate_search(Puct *puct, CellSet cells, Rated *list, double *value) {
    SearchReport *report = malloc(sizeof *report);
    if (!report) return 0;
    puct_report(puct, report);
    *value = report->value;
    int count = 0;
    for (int i = 0; i < report->count; i++) {
        const SearchMove *move = &report->move[i];
        double bonus = move->proof == PROOF_WIN ? 100 : move->proof == PROOF_LOSS ? -100 : 0;
        if (cellset_has(cells, move->cell))
            list[count++] =
                (Rated){move->cell, bonus + log((double)move->visits + 0.5 * move->prior + 1e-12)};
    }
    free(report);
    return count;
}

static bool cells_rate(const Level *level, Puct *puct, const Board *board, const Position *now, CellSet cells,
                       const MoveTerms *terms, Rated *list, int *count, double *value, Error *error) {
    if (!puct) {
        *count = cells_rate_plain(board, now->to_move, cells, list, value);
    } else if (level->playouts <= 1) {
        NetOutput out;
        if (!puct_evaluate(puct, now, &out, error)) return false;
        *value = (1 + (double)out.value) / 2;
        *count = cells_rate_policy(&out, cells, list);
    } else {
        Budget own = terms->budget;
        own.nodes = (uint64_t)level->playouts;
        own.threads = 1;
        puct_reset(puct); // what an earlier search knew would make it stronger
        if (!puct_search(puct, now, &own, END_WITH_BUDGET, error)) return false;
        *count = cells_rate_search(puct, cells, list, value);
    }
    return *count || error_memory(error);
}

// --- The choice

static double noise_draw(Random *random, double temperature) {
    double u = random_unit(random);
    return -temperature * log(-log(u > 0 ? u : 0x1p-54)); // Gumbel's: sampling by a softmax
}

static int candidate_pick(const Level *level, Random *random, Rated *list, int count) {
    qsort(list, (size_t)count, sizeof *list, rated_compare);
    if (count > level->candidates) count = level->candidates;
    int best = CELL_NONE;
    double most = -INFINITY;
    for (int i = 0; i < count; i++) {
        bool seen = random_unit(random) >= level->overlook;
        double rating = list[i].rating + noise_draw(random, level->temperature);
        if (!seen || rating <= most) continue;
        most = rating;
        best = list[i].cell;
    }
    return best == CELL_NONE ? list[0].cell : best;
}

bool level_choose(int level, Puct *puct, Random *random, const Game *game, const MoveTerms *terms,
                  Choice *choice, Error *error) {
    const Position *now = &game->now;
    const Level own = level_of(level, now->geometry);
    Board board;
    board_set(&board, now);
    CellSet wins = board_winning_cells(&board, now->to_move);
    CellSet threats = board_winning_cells(&board, color_other(now->to_move));
    if (!cellset_is_empty(wins)) {
        *choice = (Choice){.move = cellset_first(wins), .value = 1, .visits = 1};
        return true;
    }
    bool lost = cellset_count(threats) > 1;
    CellSet cells = cellset_is_empty(threats) ? board_vacant(&board) : threats;
    int answer = bridge_answer(game), count = 0;
    Rated list[CELL_MAX];
    if (!cells_rate(&own, puct, &board, now, cells, terms, list, &count, &choice->value, error)) return false;
    choice->visits = (uint64_t)own.playouts;
    if (lost) choice->value = 0;
    bool answered = answer != CELL_NONE && cellset_has(cells, answer) && random_unit(random) < own.bridges;
    choice->move = answered ? answer : candidate_pick(&own, random, list, count);
    return true;
}

bool level_finds(int level, Puct *puct, Random *random, const Position *position, int cell, int tries,
                 int *found, Error *error) {
    const Level own = level_of(level, position->geometry);
    const MoveTerms terms = {0};
    Board board;
    Rated list[CELL_MAX];
    int count = 0;
    double value;
    board_set(&board, position);
    *found = 0;
    if (!cells_rate(&own, puct, &board, position, board_vacant(&board), &terms, list, &count, &value, error))
        return false;
    for (int i = 0; i < tries; i++) *found += candidate_pick(&own, random, list, count) == cell;
    return true;
}
