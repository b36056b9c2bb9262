#include "eval/resistance.h"

#include "eval/cholesky.h"
#include "eval/shannon.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Junctions: 0 to inner-1 lie in the band, inner to inner+outer-1 in the border. Terminals come first.
enum { JUNCTION_NONE = -3, TERMINAL_HIGH = -2, TERMINAL_LOW = -1 };

// Conductance of a bridge between two stones. Of 10, 20, 40, 50 and 100 the best on 11x11.
static const double BRIDGE_OF_STONES = 100;
// Conductance of a pair of stones whose connections share no cell. Other values lost to it on 9x9. Wolve's 0 lost 31 to 49.
// The number of shared cells instead of its root lost 26 to 54. Ignoring shared cells lost 39 to 41.
static const double CONNECTION_OF_STONES = 100;

typedef struct Link {
    int16_t a, b;
    double conductance;
} Link;

struct Circuit {
    const Geometry *geometry;
    const Vc *vc;               // of CIRCUIT_CONNECTIONS; may be NULL
    int16_t order[CELL_MAX];    // the cells along the shorter side
    int16_t junction[NODE_MAX]; // of a cell in the circuit
    int16_t of_chain[NODE_MAX]; // the border junction of a chain's root
    CellSet reach;              // cells that current can reach
    int inner, outer, band, links;
    Link *link; // every pair of cells at most, and both terminals
    double potential[CELL_MAX];
    double *diagonals; // the band: (band+1) x inner, column by column, lower triangle
    double *border;    // inner x (outer+1): links to the border, then the right-hand side
    double *solved;    // inner x (outer+1): the band's inverse times that
    double *core;      // outer x outer
    double *edge_side; // outer: right-hand side of the border
};

CircuitKind circuit_kind(const char *name) {
    static const char *const NAMES[] = {"cells", "links", "bridges", "connections"};
    int kind = 0;
    while (strcmp(NAMES[kind], name)) kind++;
    return (CircuitKind)kind;
}

Circuit *circuit_new(const Geometry *g) {
    Circuit *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    size_t cells = (size_t)g->cells, outer = cells / 2 + 1;
    c->geometry = g;
    c->link = malloc((cells * 12 + cells * cells / 2) * sizeof(Link));
    c->diagonals = malloc(cells * cells * sizeof(double));
    c->border = malloc(cells * (outer + 1) * sizeof(double));
    c->solved = malloc(cells * (outer + 1) * sizeof(double));
    c->core = malloc(outer * outer * sizeof(double));
    c->edge_side = malloc(outer * sizeof(double));
    if (!c->link || !c->diagonals || !c->border || !c->solved || !c->core || !c->edge_side) {
        circuit_free(c);
        return NULL;
    }
    for (int i = 0; i < g->cells; i++)
        c->order[i] = (int16_t)(g->width <= g->height ? i : cell_at(g, i / g->height, i % g->height));
    return c;
}

void circuit_free(Circuit *circuit) {
    if (!circuit) return;
    free(circuit->link);
    free(circuit->diagonals);
    free(circuit->border);
    free(circuit->solved);
    free(circuit->core);
    free(circuit->edge_side);
    free(circuit);
}

void circuit_connect(Circuit *circuit, const Vc *vc) {
    circuit->vc = vc;
}

// Finds the cells that current reaches from the colour's first edge. False when it does not reach the other.
static bool circuit_flood(Circuit *c, const Board *board, Color color) {
    const Geometry *g = c->geometry;
    CellSet open = cellset_minus(g->all, board->stones[color_other(color)]);
    CellSet todo = cellset_and(g->around[color_edge(color, 0)], open);
    c->reach = todo;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        CellSet next = cellset_minus(cellset_and(g->around[cell], open), c->reach);
        c->reach = cellset_or(c->reach, next);
        todo = cellset_or(todo, next);
    }
    return cellset_meets(c->reach, g->around[color_edge(color, 1)]);
}

static int stone_junction(Circuit *c, const Board *board, Color color, int cell) {
    int root = board_root(board, cell);
    if (root == board_root(board, color_edge(color, 0))) return TERMINAL_HIGH;
    if (root == board_root(board, color_edge(color, 1))) return TERMINAL_LOW;
    if (board->size[root] == 1) return c->inner++;
    if (c->of_chain[root] == JUNCTION_NONE) c->of_chain[root] = (int16_t)c->outer++;
    return CELL_MAX + c->of_chain[root]; // shifted after the band once that is counted
}

static void junctions_number(Circuit *c, const Board *board, Color color) {
    const Geometry *g = c->geometry;
    c->inner = c->outer = 0;
    for (int node = 0; node < NODE_MAX; node++) c->junction[node] = c->of_chain[node] = JUNCTION_NONE;
    for (int i = 0; i < g->cells; i++) {
        int cell = c->order[i];
        if (!cellset_has(c->reach, cell)) continue;
        c->junction[cell] =
            (int16_t)(board->color[cell] == EMPTY ? c->inner++ : stone_junction(c, board, color, cell));
    }
    for (int cell = 0; cell < g->cells; cell++) {
        if (c->junction[cell] >= CELL_MAX)
            c->junction[cell] = (int16_t)(c->junction[cell] - CELL_MAX + c->inner);
    }
    c->junction[color_edge(color, 0)] = TERMINAL_HIGH;
    c->junction[color_edge(color, 1)] = TERMINAL_LOW;
}

static void link_add(Circuit *c, int a, int b, double conductance) {
    int high = a > b ? a : b, low = a > b ? b : a;
    c->link[c->links++] = (Link){(int16_t)high, (int16_t)low, conductance};
    if (low >= 0 && high < c->inner && high - low > c->band) c->band = high - low;
}

// The links of one empty cell: to later empty cells, to stones and to edges.
static void cell_link(Circuit *c, const Board *board, int cell) {
    const Geometry *g = c->geometry;
    int self = c->junction[cell];
    for (int i = 0; i < g->neighbour_count[cell]; i++) {
        int node = g->neighbour[cell][i], other = c->junction[node];
        bool empty = board->color[node] == EMPTY;
        if (other == JUNCTION_NONE || (empty && other < self)) continue;
        link_add(c, self, other, empty ? 0.5 : 1);
    }
}

// A bridge: two nodes with two empty cells between them. It can be made in two ways, so it conducts twice as
// well as a link between neighbours. Between stones it conducts almost as well as a chain.
static void bridge_link(Circuit *c, const Board *board, int a, int b, int between, int also) {
    int x = c->junction[a], y = c->junction[b];
    if (x == JUNCTION_NONE || y == JUNCTION_NONE || x == y) return;
    if (board->color[between] != EMPTY || board->color[also] != EMPTY) return;
    int resistance = (board->color[a] == EMPTY) + (board->color[b] == EMPTY);
    link_add(c, x, y, resistance ? 2.0 / resistance : BRIDGE_OF_STONES);
}

// The bridges of a cell that lead down, and its bridge to an edge.
static void cell_bridge(Circuit *c, const Board *board, Color color, int cell) {
    const Geometry *g = c->geometry;
    int w = g->width, h = g->height, x = cell % w, y = cell / w;
    if (x + 1 < w && y + 1 < h) bridge_link(c, board, cell, cell + w + 1, cell + 1, cell + w);
    if (x > 0 && y + 2 < h) bridge_link(c, board, cell, cell + 2 * w - 1, cell + w - 1, cell + w);
    if (x > 1 && y + 1 < h) bridge_link(c, board, cell, cell + w - 2, cell - 1, cell + w - 1);
    if (color == BLACK) {
        if (y == 1 && x + 1 < w) bridge_link(c, board, cell, EDGE_TOP, cell - w, cell - w + 1);
        if (y == h - 2 && x > 0) bridge_link(c, board, cell, EDGE_BOTTOM, cell + w, cell + w - 1);
    } else {
        if (x == 1 && y + 1 < h) bridge_link(c, board, cell, EDGE_LEFT, cell - 1, cell - 1 + w);
        if (x == w - 2 && y > 0) bridge_link(c, board, cell, EDGE_RIGHT, cell + 1, cell + 1 - w);
    }
}

// The connections of one pair of ends, one after another.
typedef struct PairMeet {
    Circuit *circuit;
    const Board *board;
    int x, y;     // CELL_NONE before the first
    CellSet meet; // of the carriers so far
} PairMeet;

static void pair_link(const PairMeet *pair) {
    Circuit *c = pair->circuit;
    if (pair->x == CELL_NONE) return;
    int x = c->junction[pair->x], y = c->junction[pair->y];
    if (x == JUNCTION_NONE || y == JUNCTION_NONE || x == y) return;
    int empty = (pair->board->color[pair->x] == EMPTY) + (pair->board->color[pair->y] == EMPTY);
    double conductance = empty ? 1.0 / empty : CONNECTION_OF_STONES;
    link_add(c, x, y, conductance / sqrt(1 + cellset_count(pair->meet)));
}

static void connection_meet(void *context, const VcConnection *full) {
    PairMeet *pair = context;
    if (cellset_is_empty(full->carrier)) return; // neighbours, which are linked as cells
    if (pair->x == full->x && pair->y == full->y) {
        pair->meet = cellset_and(pair->meet, full->carrier);
        return;
    }
    pair_link(pair);
    pair->x = full->x;
    pair->y = full->y;
    pair->meet = full->carrier;
}

static void connections_link(Circuit *c, const Board *board, Color color) {
    if (!c->vc || !(vc_colors(c->vc) & 1u << color)) return;
    PairMeet pair = {.circuit = c, .board = board, .x = CELL_NONE};
    vc_each(c->vc, color, true, connection_meet, &pair);
    pair_link(&pair);
}

static void links_make(Circuit *c, const Board *board, Color color, CircuitKind kind) {
    c->links = c->band = 0;
    CellSet empty = cellset_and(c->reach, board_vacant(board)), all = c->reach;
    for (int cell; (cell = cellset_pop(&empty)) >= 0;) cell_link(c, board, cell);
    if (kind == CIRCUIT_CELLS) return;
    if (kind == CIRCUIT_CONNECTIONS) {
        connections_link(c, board, color);
        return;
    }
    for (int cell; (cell = cellset_pop(&all)) >= 0;) cell_bridge(c, board, color, cell);
}

// The junctions and links of the Shannon graph: empty cells that current reaches, all links alike.
static void graph_links_make(Circuit *c, const Board *board, Color color) {
    ShannonGraph graph;
    shannon_make(&graph, board, color);
    c->inner = c->outer = c->links = c->band = 0;
    CellSet cells = cellset_and(c->reach, graph.empty);
    for (int i = 0; i < c->geometry->cells; i++) {
        int cell = c->order[i];
        if (cellset_has(cells, cell)) c->junction[cell] = (int16_t)c->inner++;
    }
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        int self = c->junction[cell];
        CellSet around = graph.around[cell];
        for (int other; (other = cellset_pop(&around)) >= 0;) {
            if (c->junction[other] > self) link_add(c, self, c->junction[other], 1);
        }
        if (cellset_has(graph.target[0], cell)) link_add(c, self, TERMINAL_HIGH, 1);
        if (cellset_has(graph.target[1], cell)) link_add(c, self, TERMINAL_LOW, 1);
    }
}

// Adds a conductance to the symmetric matrix, at its lower triangle: band, border or core.
static void matrix_add(Circuit *c, int a, int b, double value) {
    int low = a < b ? a : b, high = a < b ? b : a;
    if (high < c->inner)
        c->diagonals[low * (c->band + 1) + high - low] += value;
    else if (low < c->inner)
        c->border[(high - c->inner) * c->inner + low] += value;
    else
        c->core[(low - c->inner) * c->outer + high - c->inner] += value;
}

static double *side_at(Circuit *c, int junction) {
    return junction < c->inner ? &c->border[c->outer * c->inner + junction]
                               : &c->edge_side[junction - c->inner];
}

static void matrix_fill(Circuit *c) {
    memset(c->diagonals, 0, (size_t)(c->inner * (c->band + 1)) * sizeof(double));
    memset(c->border, 0, (size_t)(c->inner * (c->outer + 1)) * sizeof(double));
    memset(c->core, 0, (size_t)(c->outer * c->outer) * sizeof(double));
    memset(c->edge_side, 0, (size_t)c->outer * sizeof(double));
    for (int i = 0; i < c->links; i++) {
        const Link *link = &c->link[i];
        if (link->a < 0) continue;
        matrix_add(c, link->a, link->a, link->conductance);
        if (link->b == TERMINAL_HIGH) *side_at(c, link->a) += link->conductance;
        if (link->b < 0) continue;
        matrix_add(c, link->b, link->b, link->conductance);
        matrix_add(c, link->a, link->b, -link->conductance);
    }
}

// Takes the band's part out of the border's equations: core -= B' A^-1 B, and its right-hand side likewise.
static void border_reduce(Circuit *c) {
    for (int column = 0; column <= c->outer; column++) {
        for (int row = column < c->outer ? column : 0; row < c->outer; row++) {
            double sum = 0;
            const double *b = c->border + row * c->inner, *x = c->solved + column * c->inner;
            for (int i = 0; i < c->inner; i++) sum += b[i] * x[i];
            if (column < c->outer)
                c->core[column * c->outer + row] -= sum;
            else
                c->edge_side[row] -= sum;
        }
    }
}

// Solves for the potentials, the high terminal at 1, the low one at 0. Every junction leads to a terminal,
// so the matrix is positive definite.
static void potentials_solve(Circuit *c) {
    int columns = c->outer + 1;
    memcpy(c->solved, c->border, (size_t)(c->inner * columns) * sizeof(double));
    cholesky_band_factor(c->inner, c->band, c->diagonals);
    cholesky_band_solve(c->inner, c->band, c->diagonals, columns, c->solved);
    if (c->outer) {
        border_reduce(c);
        cholesky_solve(c->outer, c->core, c->edge_side);
    }
    memcpy(c->potential, c->solved + c->outer * c->inner, (size_t)c->inner * sizeof(double));
    for (int k = 0; k < c->outer; k++) {
        c->potential[c->inner + k] = c->edge_side[k];
        for (int i = 0; i < c->inner; i++) c->potential[i] -= c->solved[k * c->inner + i] * c->edge_side[k];
    }
}

static double potential_at(const Circuit *c, int junction) {
    return junction == TERMINAL_HIGH ? 1 : junction == TERMINAL_LOW ? 0 : c->potential[junction];
}

// Sets the circuit up and solves it. False when it has no current to speak of: joined or cut off.
static bool circuit_solve(Circuit *c, const Board *board, Color color, CircuitKind kind, double *resistance) {
    assert(board->geometry == c->geometry);
    if (board_joined(board, color)) {
        *resistance = 0;
        return false;
    }
    if (!circuit_flood(c, board, color)) {
        *resistance = INFINITY;
        return false;
    }
    if (kind == CIRCUIT_LINKS) {
        graph_links_make(c, board, color);
    } else {
        junctions_number(c, board, color);
        links_make(c, board, color, kind);
    }
    matrix_fill(c);
    potentials_solve(c);
    double current = 0;
    for (int i = 0; i < c->links; i++) {
        const Link *link = &c->link[i];
        if (link->b == TERMINAL_HIGH) current += link->conductance * (1 - potential_at(c, link->a));
    }
    *resistance = 1 / current;
    return true;
}

double circuit_resistance(Circuit *c, const Board *board, Color color, CircuitKind kind) {
    double resistance;
    circuit_solve(c, board, color, kind, &resistance);
    return resistance;
}

double circuit_energy(Circuit *c, const Board *board, Color color, CircuitKind kind, double *energy) {
    double resistance, heat[CELL_MAX] = {0};
    memset(energy, 0, (size_t)c->geometry->cells * sizeof *energy);
    if (!circuit_solve(c, board, color, kind, &resistance)) return resistance;
    for (int i = 0; i < c->links; i++) {
        const Link *link = &c->link[i];
        double drop = potential_at(c, link->a) - potential_at(c, link->b);
        if (link->a < 0) continue;
        heat[link->a] += link->conductance * drop * drop;
        if (link->b >= 0) heat[link->b] += link->conductance * drop * drop;
    }
    CellSet empty = cellset_and(c->reach, board_vacant(board));
    for (int cell; (cell = cellset_pop(&empty)) >= 0;) energy[cell] = heat[c->junction[cell]];
    return resistance;
}

double resistance_lead(Circuit *c, const Board *board, Color color, CircuitKind kind) {
    return log(circuit_resistance(c, board, color_other(color), kind) /
               circuit_resistance(c, board, color, kind));
}
