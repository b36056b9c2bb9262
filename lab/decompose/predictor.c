#include "lab/decompose/predictor.h"

#include "eval/resistance.h"
#include "net/evaluator.h"

#include <stdlib.h>

struct Predictor {
    Board board;
    Circuit *circuit;
    Net *own; // loaded here
    Evaluator *evaluator;
};

enum { NET_BOARD_MIN = 3 }; // columns and rows

static Net *net_found(void) {
    char path[4096];
    Error ignored = {0};
    return net_find(path, sizeof path) ? net_load(path, &ignored) : NULL;
}

Predictor *predictor_new(const Geometry *geometry, const Net *net, bool find, Error *error) {
    Predictor *p = calloc(1, sizeof *p);
    bool fits = geometry->width >= NET_BOARD_MIN && geometry->height >= NET_BOARD_MIN;
    if (p) p->circuit = circuit_new(geometry);
    if (!p || !p->circuit) {
        error_memory(error);
        predictor_free(p);
        return NULL;
    }
    if (!net && find && fits) net = p->own = net_found();
    if (!net || !fits) return p;
    p->evaluator = evaluator_new(net, net_best_precision(net), error);
    if (p->evaluator) return p;
    predictor_free(p);
    return NULL;
}

void predictor_free(Predictor *predictor) {
    if (!predictor) return;
    circuit_free(predictor->circuit);
    evaluator_free(predictor->evaluator);
    net_free(predictor->own);
    free(predictor);
}

bool predictor_has_net(const Predictor *predictor) {
    return predictor->evaluator != NULL;
}

static bool ask_net(Predictor *p, const Position *position, Prediction *out, Error *error) {
    NetOutput said;
    if (!evaluator_run(p->evaluator, position, &said, error)) return false;
    out->value = (double)said.value;
    for (int cell = 0; cell < position->geometry->cells; cell++)
        out->rating[cell] = (double)said.policy[cell];
    return true;
}

// The cells that carry most of both colours' current. The value takes no account of the move.
static void ask_resistance(Predictor *p, const Position *position, Prediction *out) {
    double energy[2][CELL_MAX], highest = 0;
    int cells = position->geometry->cells;
    for (Color color = BLACK; color <= WHITE; color++)
        circuit_energy(p->circuit, &p->board, color, CIRCUIT_BRIDGES, energy[color]);
    out->value = resistance_lead(p->circuit, &p->board, position->to_move, CIRCUIT_BRIDGES);
    for (int cell = 0; cell < cells; cell++) {
        out->rating[cell] = energy[BLACK][cell] * energy[WHITE][cell];
        if (out->rating[cell] > highest) highest = out->rating[cell];
    }
    for (int cell = 0; highest > 0 && cell < cells; cell++) out->rating[cell] /= highest;
}

bool predictor_ask(Predictor *predictor, const Position *position, Prediction *out, Error *error) {
    board_set(&predictor->board, position);
    if (!predictor->evaluator)
        ask_resistance(predictor, position, out);
    else if (!ask_net(predictor, position, out, error))
        return false;
    CellSet wins = board_winning_cells(&predictor->board, position->to_move);
    CellSet saves = board_winning_cells(&predictor->board, color_other(position->to_move));
    for (int cell; (cell = cellset_pop(&wins)) >= 0;) out->rating[cell] += 4;
    for (int cell; (cell = cellset_pop(&saves)) >= 0;) out->rating[cell] += 2;
    return true;
}
