#include "eval/queenbee.h"

#include <math.h>

// Distances beyond this are all alike: none.
enum { FAR = 2 * CELL_MAX };

static int number_at(const TwoDistance *two, int cell) {
    return two->distance[0][cell] + two->distance[1][cell];
}

void queenbee_look(const Board *board, Queenbee *out) {
    for (Color color = BLACK; color <= WHITE; color++) {
        ShannonGraph graph;
        shannon_make(&graph, board, color);
        graph_two_distance(&graph, &out->of[color]);
    }
    CellSet vacant = board_vacant(board);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        int potentials = 0;
        out->sum[cell] = 0;
        for (Color color = BLACK; color <= WHITE; color++) {
            out->sum[cell] += number_at(&out->of[color], cell);
            potentials += number_at(&out->of[color], cell) == out->of[color].best;
        }
        out->promise[cell] = potentials / 4.0 - out->sum[cell];
    }
}

double queenbee_lead(const Queenbee *q, Color color) {
    const TwoDistance *own = &q->of[color], *other = &q->of[color_other(color)];
    double distance = fmin(other->best, FAR) - fmin(own->best, FAR);
    return distance + (double)(own->potential - other->potential) / (2 * CELL_MAX);
}
