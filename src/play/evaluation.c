#include "play/evaluation.h"

#include "lab/eval/committee.h"
#include "eval/connected.h"
#include "eval/dijkstra.h"
#include "eval/graph_measures.h"
#include "lab/eval/yreduction.h"
#include "net/evaluator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Leads beyond this say nothing more.
static const double LEAD_MAX = 1e6;
// What a known winner counts for in a mean: more than any current leads by.
static const double LEAD_KNOWN = 20;
// The part of a unit that the second criterion of a measure is worth at most.
static const double TIE = 1e-4;

static double near_two_distance(const Board *board, Color color) {
    ShannonGraph graph;
    TwoDistance two;
    shannon_make(&graph, board, color);
    graph_two_distance(&graph, &two);
    return -fmin(two.best, 2 * CELL_MAX) + TIE * two.potential;
}

static double near_dijkstra(const Board *board, Color color) {
    int distance = dijkstra_distance(board, color);
    return distance < 0 ? -2 * CELL_MAX : -distance;
}

static double near_path(const Board *board, Color color) {
    ShannonGraph graph;
    ShortestPaths paths;
    shannon_make(&graph, board, color);
    graph_shortest_paths(&graph, &paths);
    return -fmin(paths.length, 2 * CELL_MAX) + TIE * log1p(paths.most);
}

static double near_flow(const Board *board, Color color) {
    ShannonGraph graph;
    shannon_make(&graph, board, color);
    return fmin(graph_max_flow(&graph), 2 * CELL_MAX);
}

// The scales were fitted by likelihood to who won 60 games per size from 5x5 to 13x13, between equal players.
static const struct {
    const char *name;
    NearFunction near;
    double scale; // per row of the board
} MEASURES[] = {{"two-distance", near_two_distance, 0.38},
                {"dijkstra", near_dijkstra, 0.53},
                {"path", near_path, 0.27},
                {"flow", near_flow, 40}};
enum { MEASURE_COUNT = sizeof MEASURES / sizeof *MEASURES };

NearFunction near_function(const char *name) {
    for (int i = 0; i < MEASURE_COUNT; i++) {
        if (!strcmp(MEASURES[i].name, name)) return MEASURES[i].near;
    }
    return NULL;
}

static double board_rows(const Geometry *g) {
    return (g->width + g->height) / 2.0;
}

double near_scale(NearFunction near, const Geometry *geometry) {
    for (int i = 0; i < MEASURE_COUNT; i++) {
        if (MEASURES[i].near == near) return MEASURES[i].scale * board_rows(geometry);
    }
    return 1;
}

double circuit_scale(void) {
    return 0.6;
}

// An imbalance grows at every reduction of the triangle, so that the odds it ends with are no odds of winning.
double reduction_scale(const Geometry *geometry) {
    int size = geometry->width + geometry->height - 1;
    return 2.7 * pow(1.69, size - 9);
}

double probability_of_lead(double lead, double scale) {
    return fmax(0.01, fmin(0.99, 1 / (1 + exp(-lead / scale))));
}

typedef enum EvaluationKind { BY_CIRCUIT, BY_DISTANCE, BY_REDUCTION, BY_NET, BY_COMMITTEE } EvaluationKind;

struct Evaluation {
    EvaluationKind kind;
    CircuitKind circuit_kind;
    Circuit *circuit;     // of `geometry`
    Connected *connected; // of `geometry`; used where a caller has no connections
    const Geometry *geometry;
    NearFunction near;
    HexPyramid *pyramid;
    Net *net;
    Evaluator *evaluator;
    Committee committee;
};

static bool net_start(Evaluation *e, Error *error) {
    char path[4096];
    if (!net_find(path, sizeof path)) return error_input(error, "there is no net to evaluate with");
    e->net = net_load(path, error);
    if (!e->net) return false;
    if (net_is_plain(e->net))
        return error_input(error, "the net %s has a policy only: it values no position", path);
    bool bytes = e->net->activation_max && evaluator_has_int8();
    e->evaluator = evaluator_new(e->net, bytes ? NET_INT8 : NET_F32, error);
    return e->evaluator;
}

static bool evaluation_start(Evaluation *e, const char *name, Error *error) {
    e->near = near_function(name);
    if (e->near) {
        e->kind = BY_DISTANCE;
    } else if (!strcmp(name, "yreduction")) {
        e->kind = BY_REDUCTION;
        e->pyramid = malloc(sizeof *e->pyramid);
        if (!e->pyramid) return error_failure(error, "out of memory");
    } else if (!strcmp(name, "net")) {
        e->kind = BY_NET;
        return net_start(e, error);
    } else {
        e->kind = BY_CIRCUIT;
        e->circuit_kind = circuit_kind(name);
    }
    return true;
}

Evaluation *evaluation_new(const char *name, Error *error) {
    Evaluation *e = calloc(1, sizeof *e);
    if (!e) {
        error_failure(error, "out of memory");
        return NULL;
    }
    if (evaluation_start(e, name, error)) return e;
    evaluation_free(e);
    return NULL;
}

Evaluation *evaluation_new_committee(const char *path, int iteration, Error *error) {
    Evaluation *e = calloc(1, sizeof *e);
    if (!e) {
        error_failure(error, "out of memory");
        return NULL;
    }
    e->kind = BY_COMMITTEE;
    if (committee_read(path, iteration, &e->committee, error)) return e;
    evaluation_free(e);
    return NULL;
}

void evaluation_free(Evaluation *e) {
    if (!e) return;
    circuit_free(e->circuit);
    connected_free(e->connected);
    free(e->pyramid);
    evaluator_free(e->evaluator);
    net_free(e->net);
    free(e);
}

static void geometry_take(Evaluation *e, const Geometry *geometry) {
    if (e->geometry == geometry) return;
    circuit_free(e->circuit);
    connected_free(e->connected);
    e->connected = NULL;
    e->circuit = circuit_new(geometry);
    e->geometry = geometry;
}

// Out of memory the circuits give no lead: a player then still moves.
static Circuit *circuit_of(Evaluation *e, const Geometry *geometry) {
    geometry_take(e, geometry);
    return e->circuit;
}

// The mean of both colours to move: a lead is nobody's turn.
static double lead_connected(Evaluation *e, const Board *board, Color color) {
    double lead = 0;
    geometry_take(e, board->geometry);
    if (!e->connected) e->connected = connected_new(board->geometry, NULL);
    if (!e->connected) return 0;
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        Position position = board_position(board, mover);
        double one = connected_lead(e->connected, &position, color);
        lead += fmax(-LEAD_KNOWN, fmin(LEAD_KNOWN, one)) / 2;
    }
    return lead;
}

static double lead_circuit(Evaluation *e, const Board *board, const Vc *vc, Color color) {
    if (!vc && e->circuit_kind == CIRCUIT_CONNECTIONS) return lead_connected(e, board, color);
    Circuit *circuit = circuit_of(e, board->geometry);
    if (!circuit) return 0;
    circuit_connect(circuit, vc);
    return resistance_lead(circuit, board, color, e->circuit_kind);
}

// What a committee says of one colour, less what it says of the other: a lead is 0 when nobody is ahead.
static double lead_committee(Evaluation *e, const Board *board, Color color) {
    Circuit *circuit = circuit_of(e, board->geometry);
    if (!circuit) return 0;
    return (committee_lead(&e->committee, circuit, board, color) -
            committee_lead(&e->committee, circuit, board, color_other(color))) /
           2;
}

// The mean of the position and its half-turn, as the odds' logarithm.
static double lead_reduction(Evaluation *e, const Board *board, Color color) {
    Position position = board_position(board, color), turned = position_rotated(&position);
    hexpyramid_set(e->pyramid, &position);
    double odds = hexpyramid_odds(e->pyramid);
    hexpyramid_set(e->pyramid, &turned);
    odds = (odds + hexpyramid_odds(e->pyramid)) / 2;
    return color == BLACK ? odds : -odds;
}

// The mean of both colours to move: a lead is nobody's turn.
static double lead_net(Evaluation *e, const Board *board, Color color) {
    NetOutput out;
    double value = 0;
    for (Color c = BLACK; c <= WHITE; c++) {
        Position position = board_position(board, c);
        if (!evaluator_run(e->evaluator, &position, &out, NULL)) return 0;
        value += (c == color ? 0.5 : -0.5) * (double)out.value;
    }
    return 2 * atanh(fmax(-0.999999, fmin(0.999999, value)));
}

bool evaluation_connects(const Evaluation *e) {
    return e->kind == BY_CIRCUIT && e->circuit_kind == CIRCUIT_CONNECTIONS;
}

double evaluation_lead(Evaluation *e, const Board *board, Color color) {
    return evaluation_lead_connected(e, board, NULL, color);
}

double evaluation_lead_connected(Evaluation *e, const Board *board, const Vc *vc, Color color) {
    double lead = 0;
    switch (e->kind) {
    case BY_CIRCUIT:
        lead = lead_circuit(e, board, vc, color);
        break;
    case BY_DISTANCE:
        lead = e->near(board, color) - e->near(board, color_other(color));
        break;
    case BY_REDUCTION:
        lead = lead_reduction(e, board, color);
        break;
    case BY_NET:
        lead = lead_net(e, board, color);
        break;
    case BY_COMMITTEE:
        lead = lead_committee(e, board, color);
        break;
    }
    return fmax(-LEAD_MAX, fmin(LEAD_MAX, lead));
}

double evaluation_probability(const Evaluation *e, const Geometry *geometry, double lead) {
    double scale =
        1; // of a net, whose lead is made from a probability, and of a committee, whose weights set it
    if (e->kind == BY_CIRCUIT) scale = circuit_scale();
    if (e->kind == BY_DISTANCE) scale = near_scale(e->near, geometry);
    if (e->kind == BY_REDUCTION) scale = reduction_scale(geometry);
    return probability_of_lead(lead, scale);
}
