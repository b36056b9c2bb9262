#include "eval/connected.h"

#include <math.h>
#include <stdlib.h>

struct Connected {
    Knower *knower;
    Circuit *circuit;
    Knowledge knowledge;
};

Connected *connected_new(const Geometry *geometry, Error *error) {
    Connected *c = calloc(1, sizeof *c);
    KnowledgeOptions options = {0};
    if (c) c->circuit = circuit_new(geometry);
    if (!c || !c->circuit) {
        error_memory(error);
        free(c);
        return NULL;
    }
    c->knower = knower_new(geometry, &options, error);
    if (c->knower) return c;
    connected_free(c);
    return NULL;
}

void connected_free(Connected *connected) {
    if (!connected) return;
    knower_free(connected->knower);
    circuit_free(connected->circuit);
    free(connected);
}

// Fills the position in and finds its connections; the board is the filled one's. The winner, or EMPTY.
static Color position_connect(Connected *c, const Position *position, Board *board) {
    knower_study(c->knower, position, false, &c->knowledge);
    if (c->knowledge.winner != EMPTY) return c->knowledge.winner;
    board_set(board, &c->knowledge.filled);
    circuit_connect(c->circuit, knower_vc(c->knower));
    return EMPTY;
}

double connected_look(Connected *c, const Position *position, Color color, double resistance[2]) {
    Board board;
    Color winner = position_connect(c, position, &board);
    for (Color k = BLACK; k <= WHITE; k++)
        resistance[k] = winner == EMPTY ? circuit_resistance(c->circuit, &board, k, CIRCUIT_CONNECTIONS) : 0;
    if (winner != EMPTY) return winner == color ? INFINITY : -INFINITY;
    return log(resistance[color_other(color)] / resistance[color]);
}

double connected_lead(Connected *c, const Position *position, Color color) {
    double resistance[2];
    return connected_look(c, position, color, resistance);
}

CellSet connected_moves(Connected *c, const Position *position) {
    const Knowledge *k = &c->knowledge;
    knower_study(c->knower, position, true, &c->knowledge);
    if (k->winner == position->to_move && k->move != MOVE_NONE) return cellset_of(k->move);
    return k->winner == EMPTY ? k->moves : position_vacant(position);
}
