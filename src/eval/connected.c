#include "eval/connected.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        error_failure(error, "out of memory");
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

double connected_lead(Connected *c, const Position *position, Color color) {
    Board board;
    Color winner = position_connect(c, position, &board);
    if (winner != EMPTY) return winner == color ? INFINITY : -INFINITY;
    return resistance_lead(c->circuit, &board, color, CIRCUIT_CONNECTIONS);
}

double connected_look(Connected *c, const Position *position, Color color, ConnectedView *view) {
    Board board;
    Color winner = position_connect(c, position, &board);
    memset(view, 0, sizeof *view);
    view->filled = c->knowledge.filled;
    if (winner != EMPTY) return winner == color ? INFINITY : -INFINITY;
    for (Color k = BLACK; k <= WHITE; k++)
        view->resistance[k] = circuit_energy(c->circuit, &board, k, CIRCUIT_CONNECTIONS, view->energy[k]);
    return log(view->resistance[color_other(color)] / view->resistance[color]);
}

CellSet connected_moves(Connected *c, const Position *position) {
    const Knowledge *k = &c->knowledge;
    knower_study(c->knower, position, true, &c->knowledge);
    if (k->winner == position->to_move && k->move != MOVE_NONE) return cellset_of(k->move);
    return k->winner == EMPTY ? k->moves : position_vacant(position);
}
