// What the tests of evaluations share: boards from diagrams and at random, and numbers that are nearly equal.
#ifndef MUSTPLAY_EVAL_CHECKS_H
#define MUSTPLAY_EVAL_CHECKS_H

#include "eval/shannon.h"
#include "game/board.h"
#include "game/random_position.h"
#include "test_support.h"

#include <math.h>

static inline void expect_near(double got, double want) {
    if (!(got == want || fabs(got - want) <= 1e-9 * fmax(1, fabs(want))))
        fail_msg("got %.12g, not %.12g", got, want);
}

static inline Board board_read(const char *diagram) {
    Position position;
    Board board;
    Error error;
    if (!position_parse_diagram(diagram, &position, &error)) fail_msg("%s", error.text);
    board_set(&board, &position);
    return board;
}

static inline ShannonGraph graph_read(const char *diagram, Color color) {
    Board board = board_read(diagram);
    ShannonGraph graph;
    shannon_make(&graph, &board, color);
    return graph;
}

// Nobody has won, and at most half of the cells are taken.
static inline void random_board(Board *board, Random *random, int width, int height) {
    const Geometry *g = geometry_get(width, height);
    Position p = position_undecided(g, random, 0, g->cells / 2);
    board_set(board, &p);
}

#endif
