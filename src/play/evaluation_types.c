#include "play/evaluation_types.h"

#include "eval/connected.h"
#include "eval/dijkstra.h"
#include "eval/graph_measures.h"
#include "net/evaluator.h"

#include <math.h>

// The scales were fitted by likelihood to who won 60 games per size from 5x5 to 13x13, between equal players.

// --- Circuits

// What a known winner counts for in a mean: more than any current leads by.
static const double LEAD_KNOWN = 20;

typedef struct CircuitState {
    CircuitKind kind;
    const Geometry *geometry;
    Circuit *circuit;     // of `geometry`
    Connected *connected; // of `geometry`; used where a caller has no connections
} CircuitState;

static bool circuit_start(Evaluation *e, Error *error) {
    (void)error;
    ((CircuitState *)e->state)->kind = circuit_kind(e->type->name);
    return true;
}

static void circuit_stop(Evaluation *e) {
    CircuitState *state = e->state;
    circuit_free(state->circuit);
    connected_free(state->connected);
}

static void geometry_take(CircuitState *state, const Geometry *geometry) {
    if (state->geometry == geometry) return;
    circuit_free(state->circuit);
    connected_free(state->connected);
    state->connected = NULL;
    state->circuit = circuit_new(geometry);
    state->geometry = geometry;
}

// The mean of both colours to move: a lead is nobody's turn. Out of memory the circuits give no lead: a player then still
// moves.
static double lead_connected(CircuitState *state, const Board *board, Color color) {
    double lead = 0;
    if (!state->connected) state->connected = connected_new(board->geometry, NULL);
    if (!state->connected) return 0;
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        Position position = board_position(board, mover);
        double one = connected_lead(state->connected, &position, color);
        lead += fmax(-LEAD_KNOWN, fmin(LEAD_KNOWN, one)) / 2;
    }
    return lead;
}

static double lead_circuit(Evaluation *e, const Board *board, const Vc *vc, Color color) {
    CircuitState *state = e->state;
    geometry_take(state, board->geometry);
    if (!vc && state->kind == CIRCUIT_CONNECTIONS) return lead_connected(state, board, color);
    if (!state->circuit) return 0;
    circuit_connect(state->circuit, vc);
    return resistance_lead(state->circuit, board, color, state->kind);
}

double circuit_scale(const Geometry *geometry) {
    (void)geometry;
    return 0.6;
}

#define CIRCUIT_TYPE(type_name, type_help)                                                                   \
    .name = type_name, .help = type_help, .state_size = sizeof(CircuitState), .start = circuit_start,        \
    .stop = circuit_stop, .lead = lead_circuit, .scale = circuit_scale

const EvaluationType EVALUATION_LINKS = {
    CIRCUIT_TYPE("links", "The electric circuit of the Shannon graph's links.")};
const EvaluationType EVALUATION_CELLS = {CIRCUIT_TYPE("cells", "The electric circuit of the cells.")};
const EvaluationType EVALUATION_BRIDGES = {
    CIRCUIT_TYPE("bridges", "The electric circuit of the cells and bridges.")};
const EvaluationType EVALUATION_CONNECTIONS = {
    CIRCUIT_TYPE("connections",
                 "The electric circuit of the cells and all virtual connections, after fill-in."),
    .connects = true};

// --- Distances

// The part of a unit that the second criterion of a measure is worth at most.
static const double TIE = 1e-4;

static double board_rows(const Geometry *g) {
    return (g->width + g->height) / 2.0;
}

static double near_two_distance(const Board *board, Color color) {
    ShannonGraph graph;
    TwoDistance two;
    shannon_make(&graph, board, color);
    graph_two_distance(&graph, &two);
    return -fmin(two.best, 2 * CELL_MAX) + TIE * two.potential;
}

static double scale_two_distance(const Geometry *geometry) {
    return 0.38 * board_rows(geometry);
}

static double near_dijkstra(const Board *board, Color color) {
    int distance = dijkstra_distance(board, color);
    return distance < 0 ? -2 * CELL_MAX : -distance;
}

static double scale_dijkstra(const Geometry *geometry) {
    return 0.53 * board_rows(geometry);
}

static double near_path(const Board *board, Color color) {
    ShannonGraph graph;
    ShortestPaths paths;
    shannon_make(&graph, board, color);
    graph_shortest_paths(&graph, &paths);
    return -fmin(paths.length, 2 * CELL_MAX) + TIE * log1p(paths.most);
}

static double scale_path(const Geometry *geometry) {
    return 0.27 * board_rows(geometry);
}

static double near_flow(const Board *board, Color color) {
    ShannonGraph graph;
    shannon_make(&graph, board, color);
    return fmin(graph_max_flow(&graph), 2 * CELL_MAX);
}

static double scale_flow(const Geometry *geometry) {
    return 40 * board_rows(geometry);
}

const EvaluationType EVALUATION_TWO_DISTANCE = {
    .name = "two-distance",
    .help = "Queenbee's two-distance, then its potential.",
    .near = near_two_distance,
    .scale = scale_two_distance,
};
const EvaluationType EVALUATION_DIJKSTRA = {
    .name = "dijkstra",
    .help = "The shortest path by Dijkstra, a step between two empty cells counting double.",
    .near = near_dijkstra,
    .scale = scale_dijkstra,
};
const EvaluationType EVALUATION_PATH = {
    .name = "path",
    .help = "The shortest path, then the number of shortest paths.",
    .near = near_path,
    .scale = scale_path,
};
const EvaluationType EVALUATION_FLOW = {
    .name = "flow",
    .help = "The largest flow between the edges.",
    .near = near_flow,
    .scale = scale_flow,
};

// --- The net

typedef struct NetState {
    Net *net;
    Evaluator *evaluator;
} NetState;

static bool net_start(Evaluation *e, Error *error) {
    NetState *state = e->state;
    char path[4096];
    if (!net_find_in(e->data, path, sizeof path))
        return error_input(error, "there is no net to evaluate with");
    state->net = net_load(path, error);
    if (!state->net) return false;
    if (net_is_plain(state->net))
        return error_input(error, "the net %s has a policy only: it values no position", path);
    state->evaluator = evaluator_new(state->net, net_best_precision(state->net), error);
    return state->evaluator;
}

static void net_stop(Evaluation *e) {
    NetState *state = e->state;
    evaluator_free(state->evaluator);
    net_free(state->net);
}

// The mean of both colours to move: a lead is nobody's turn.
static double lead_net(Evaluation *e, const Board *board, const Vc *vc, Color color) {
    (void)vc;
    NetState *state = e->state;
    NetOutput out;
    double value = 0;
    for (Color c = BLACK; c <= WHITE; c++) {
        Position position = board_position(board, c);
        if (!evaluator_run(state->evaluator, &position, &out, NULL)) return 0;
        value += (c == color ? 0.5 : -0.5) * (double)out.value;
    }
    return 2 * atanh(fmax(-0.999999, fmin(0.999999, value)));
}

// Its lead is made from a probability: the scale is 1.
const EvaluationType EVALUATION_NET = {
    .name = "net",
    .help = "The value of the net that is found.",
    .state_size = sizeof(NetState),
    .start = net_start,
    .stop = net_stop,
    .lead = lead_net,
};
