#include "lab/learn/tourney.h"

#include "game/random_position.h"
#include "knowledge/knowledge.h"

#include <math.h>
#include <stdlib.h>

struct Tourney {
    const Geometry *geometry;
    Circuit *circuit;
    Knower *knower;
    Random random;
};

// Values nearer than this are equal.
static const double SAME = 1e-9;

Tourney *tourney_new(const Geometry *geometry, uint64_t seed, Error *error) {
    static const KnowledgeOptions OPTIONS = {.persistent = true};
    Tourney *tourney = calloc(1, sizeof *tourney);
    if (tourney) {
        tourney->geometry = geometry;
        tourney->circuit = circuit_new(geometry);
        tourney->knower = knower_new(geometry, &OPTIONS, error);
        tourney->random = random_seeded(seed);
        if (tourney->circuit && tourney->knower) return tourney;
    }
    tourney_free(tourney);
    error_memory(error);
    return NULL;
}

void tourney_free(Tourney *tourney) {
    if (!tourney) return;
    circuit_free(tourney->circuit);
    knower_free(tourney->knower);
    free(tourney);
}

const Geometry *tourney_geometry(const Tourney *tourney) {
    return tourney->geometry;
}

Random *tourney_random(Tourney *tourney) {
    return &tourney->random;
}

Color tourney_winner(Tourney *tourney, const Position *position) {
    Color winner = position_winner(position);
    if (winner != EMPTY) return winner;
    Knowledge knowledge;
    knower_study(tourney->knower, position, true, &knowledge);
    return knowledge.winner;
}

Position tourney_random_position(Tourney *tourney, int least, int most) {
    for (;;) {
        Position p = position_undecided(tourney->geometry, &tourney->random, least, most);
        if (tourney_winner(tourney, &p) == EMPTY) return p;
    }
}

void tourney_advice(Tourney *tourney, const Position *position, Color color, double seen[ADVISOR_COUNT]) {
    Board board;
    double advice[ADVISOR_COUNT];
    board_set(&board, position);
    advisors_ask(tourney->circuit, &board, advice);
    advice_seen(advice, tourney->geometry, color, seen);
}

static double seat_value(Tourney *tourney, Seat seat, const Board *board, Color color) {
    if (seat) return committee_lead(seat, tourney->circuit, board, color);
    return fmax(-1e6, fmin(1e6, resistance_lead(tourney->circuit, board, color, CIRCUIT_LINKS)));
}

static int cell_choose(Tourney *tourney, Seat seat, const Position *position) {
    Board board;
    Color mover = position->to_move;
    board_set(&board, position);
    CellSet cells = board_winning_cells(&board, mover);
    if (cellset_is_empty(cells)) cells = board_winning_cells(&board, color_other(mover));
    if (cellset_is_empty(cells)) cells = board_vacant(&board);
    if (cellset_count(cells) == 1) return cellset_first(cells);
    double best = -INFINITY;
    int chosen = CELL_NONE, equals = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        board_place(&board, cell, mover);
        double value = board_winner(&board) == EMPTY ? seat_value(tourney, seat, &board, mover) : INFINITY;
        board_undo(&board);
        if (value < best - SAME) continue;
        if (value > best + SAME) equals = 0;
        best = fmax(best, value);
        if (random_below(&tourney->random, (uint32_t)++equals) == 0) chosen = cell;
    }
    return chosen;
}

Color tourney_play(Tourney *tourney, const Position *start, const Seat seat[2], TourneyWatch watch,
                   void *context, int *moves) {
    Position p = *start;
    Color winner;
    if (moves) *moves = 0;
    for (;;) {
        if (watch) watch(context, &p);
        winner = tourney_winner(tourney, &p);
        if (winner != EMPTY) return winner;
        cellset_add(&p.stones[p.to_move], cell_choose(tourney, seat[p.to_move], &p));
        p.to_move = color_other(p.to_move);
        if (moves) ++*moves;
    }
}

int tourney_score(Tourney *tourney, Seat a, Seat b, int pairs, bool (*cancelled)(void), int *played) {
    int won = 0, rows = tourney->geometry->height;
    *played = 0;
    for (int i = 0; i < pairs && !(cancelled && cancelled()); i++) {
        Position start = tourney_random_position(tourney, 2, rows);
        for (int side = 0; side < 2; side++) {
            Seat seat[2] = {side ? b : a, side ? a : b};
            Color own = side ? WHITE : BLACK;
            won += tourney_play(tourney, &start, seat, NULL, NULL, NULL) == own;
            ++*played;
        }
    }
    return won;
}
