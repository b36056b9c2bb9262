#include "search/alphabeta.h"

#include "eval/queenbee.h"
#include "eval/resistance.h"
#include "knowledge/knowledge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 40, WAYS = 4, PLIES_MAX = 64 };

typedef enum Bound { BOUND_NONE, BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } Bound;

// A studied position. Values are the mover's; infinite when proved.
typedef struct AbNode {
    Hash128 key;
    CellSet stones[2]; // after fill-in
    double lead;       // the evaluation; NAN: not asked yet
    double value;      // of the last search, to `depth`
    uint32_t used;     // when it was last met
    int16_t depth;
    uint8_t bound, to_move;
    bool taken, exact; // exact: studied as a root
    bool cut;          // there are more moves than are kept
    int16_t count, best;
    int16_t move[MOVES_MAX]; // best first by the order of promise
} AbNode;

struct AlphaBeta {
    const Geometry *geometry;
    AlphaBetaOptions options;
    Knower *knower;
    Circuit *circuit;
    Board board;
    AbNode *table;
    size_t buckets;
    uint32_t ticks; // counts uses of nodes
    // of the running search
    BudgetClock clock;
    uint64_t nodes;
    bool stopped, must_finish; // depth 1 is not cut short by a limit
    Knowledge knowledge;
};

AlphaBeta *alphabeta_new(const Geometry *geometry, const AlphaBetaOptions *options, Error *error) {
    AlphaBeta *ab = calloc(1, sizeof *ab);
    if (!ab) {
        error_memory(error);
        return NULL;
    }
    KnowledgeOptions knowledge = {
        .skip_connections = options->plain, .skip_fill = options->plain, .skip_prune = options->plain};
    ab->geometry = geometry;
    ab->options = *options;
    ab->buckets = options->memory / (WAYS * sizeof(AbNode));
    if (ab->buckets < 16) ab->buckets = 16;
    ab->table = calloc(ab->buckets * WAYS, sizeof *ab->table);
    ab->circuit = circuit_new(geometry);
    ab->knower = knower_new(geometry, &knowledge, error);
    if (ab->table && ab->circuit && ab->knower) return ab;
    if (ab->knower) error_memory(error);
    alphabeta_free(ab);
    return NULL;
}

void alphabeta_free(AlphaBeta *ab) {
    if (!ab) return;
    free(ab->table);
    circuit_free(ab->circuit);
    knower_free(ab->knower);
    free(ab);
}

const Geometry *alphabeta_geometry(const AlphaBeta *ab) {
    return ab->geometry;
}

void alphabeta_reset(AlphaBeta *ab) {
    memset(ab->table, 0, ab->buckets * WAYS * sizeof *ab->table);
}

// --- The budget

static bool search_over(AlphaBeta *ab) {
    if (ab->stopped) return true;
    ab->stopped =
        ab->must_finish ? observer_cancelled(ab->clock.budget.observer) : budget_look(&ab->clock, ab->nodes);
    return ab->stopped;
}

// --- The table

static AbNode *bucket_of(const AlphaBeta *ab, Hash128 key) {
    return &ab->table[key.low % ab->buckets * WAYS];
}

static AbNode *node_find(const AlphaBeta *ab, Hash128 key) {
    AbNode *bucket = bucket_of(ab, key);
    for (int i = 0; i < WAYS; i++) {
        if (bucket[i].taken && bucket[i].key.low == key.low && bucket[i].key.high == key.high)
            return &bucket[i];
    }
    return NULL;
}

// A node's place in the table: its own, a free one, or that of the node that was met longest ago.
static void node_keep(AlphaBeta *ab, AbNode *node) {
    AbNode *place = node_find(ab, node->key), *bucket = bucket_of(ab, node->key);
    for (int i = 0; i < WAYS && !place; i++) {
        if (!bucket[i].taken) place = &bucket[i];
    }
    for (int i = 1; !place && i <= WAYS; i++) {
        if (i == WAYS || bucket[i].used < bucket->used) place = i == WAYS ? bucket : &bucket[i];
    }
    node->taken = true;
    node->used = ++ab->ticks;
    *place = *node;
}

// --- Studying

typedef struct Rated {
    double value;
    int16_t move;
} Rated;

static int rated_compare(const void *a, const void *b) {
    const Rated *x = a, *y = b;
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    return x->move - y->move;
}

// How much a cell of the board matters, by the energy of both colours' currents.
static void cells_rate(AlphaBeta *ab, double *promise) {
    double energy[2][CELL_MAX];
    CircuitKind kind = ab->options.connected ? CIRCUIT_CONNECTIONS : CIRCUIT_BRIDGES;
    circuit_connect(ab->circuit, knower_vc(ab->knower));
    for (Color c = BLACK; c <= WHITE; c++) circuit_energy(ab->circuit, &ab->board, c, kind, energy[c]);
    for (int cell = 0; cell < ab->geometry->cells; cell++)
        promise[cell] = energy[BLACK][cell] * energy[WHITE][cell];
}

static void moves_order(AlphaBeta *ab, const Position *filled, CellSet moves, AbNode *node) {
    Queenbee queenbee;
    Rated rated[CELL_MAX];
    int count = 0;
    board_set(&ab->board, filled);
    if (ab->options.order == ORDER_BY_TWO_DISTANCE)
        queenbee_look(&ab->board, &queenbee);
    else
        cells_rate(ab, queenbee.promise);
    for (int cell; (cell = cellset_pop(&moves)) >= 0;)
        rated[count++] = (Rated){queenbee.promise[cell], (int16_t)cell};
    qsort(rated, (size_t)count, sizeof *rated, rated_compare);
    node->cut = count > MOVES_MAX;
    node->count = (int16_t)(node->cut ? MOVES_MAX : count);
    for (int i = 0; i < node->count; i++) node->move[i] = rated[i].move;
}

static void node_settle(AbNode *node, bool won, Move move) {
    node->value = won ? INFINITY : -INFINITY;
    node->bound = BOUND_EXACT;
    node->depth = INT16_MAX;
    node->best = (int16_t)(move >= 0 && move < CELL_MAX ? move : CELL_NONE);
}

// Wins in one move, for the search without knowledge.
static bool node_decided(AlphaBeta *ab, const Position *p, AbNode *node) {
    board_set(&ab->board, p);
    CellSet wins = board_winning_cells(&ab->board, p->to_move);
    if (!cellset_is_empty(wins)) {
        node_settle(node, true, cellset_first(wins));
        return true;
    }
    if (cellset_count(board_winning_cells(&ab->board, color_other(p->to_move))) < 2) return false;
    node_settle(node, false, MOVE_NONE);
    return true;
}

// The node of a position that is not won, studied now or before.
static void node_get(AlphaBeta *ab, const Position *p, bool root, AbNode *node) {
    Hash128 key = position_hash(p);
    const AbNode *found = node_find(ab, key);
    if (found && (found->exact || !root)) {
        *node = *found;
        return;
    }
    Knowledge *k = &ab->knowledge;
    ab->nodes++;
    *node =
        (AbNode){.key = key, .lead = NAN, .to_move = (uint8_t)p->to_move, .best = CELL_NONE, .exact = root};
    knower_study(ab->knower, p, root, k);
    for (int c = 0; c < 2; c++) node->stones[c] = k->filled.stones[c];
    if (k->winner != EMPTY)
        node_settle(node, k->winner == p->to_move, k->move);
    else if (!ab->options.plain || !node_decided(ab, p, node))
        moves_order(ab, &k->filled, k->moves, node);
    if (ab->options.connected && k->winner == EMPTY)
        node->lead = ab->options.lead(ab->options.context, &ab->board, knower_vc(ab->knower), p->to_move);
    if (root && node->count == 0)
        moves_order(ab, &k->filled, position_vacant(p), node); // some move is needed
    node_keep(ab, node);
}

static Position node_position(const AlphaBeta *ab, const AbNode *node) {
    return (Position){ab->geometry, {node->stones[BLACK], node->stones[WHITE]}, (Color)node->to_move};
}

static Position node_child(const AlphaBeta *ab, const AbNode *node, int move) {
    Position p = node_position(ab, node);
    cellset_add(&p.stones[p.to_move], move);
    p.to_move = color_other(p.to_move);
    return p;
}

static double node_lead(AlphaBeta *ab, AbNode *node) {
    if (!isnan(node->lead)) return node->lead;
    Position p = node_position(ab, node);
    board_set(&ab->board, &p);
    node->lead = ab->options.lead(ab->options.context, &ab->board, NULL, p.to_move);
    node_keep(ab, node);
    return node->lead;
}

// --- Searching

static double position_search(AlphaBeta *ab, const Position *p, int depth, double alpha, double beta);

static double move_search(AlphaBeta *ab, const AbNode *node, int move, int depth, double alpha, double beta) {
    Position child = node_child(ab, node, move);
    if (position_winner(&child) != EMPTY) return INFINITY;
    return -position_search(ab, &child, depth - 1, -beta, -alpha);
}

// Puts a move in front of the others.
static void move_advance(AbNode *node, int move) {
    int at = 0;
    while (at < node->count && node->move[at] != move) at++;
    if (at == node->count) return;
    memmove(node->move + 1, node->move, (size_t)at * sizeof *node->move);
    node->move[0] = (int16_t)move;
}

// The best of the node's first moves; a refuted one makes room for the next.
static double moves_search(AlphaBeta *ab, AbNode *node, int depth, double alpha, double beta) {
    double best = -INFINITY;
    int looked = 0, best_move = CELL_NONE;
    bool all = true;
    if (node->best != CELL_NONE) move_advance(node, node->best);
    for (int i = 0; i < node->count; i++) {
        if (looked == ab->options.width) {
            all = false;
            break;
        }
        double value = move_search(ab, node, node->move[i], depth, fmax(alpha, best), beta);
        if (ab->stopped) return 0;
        looked += value != -INFINITY;
        if (value > best) {
            best = value;
            best_move = node->move[i];
        }
        if (best >= beta || best == INFINITY) break;
    }
    // Every move that was kept loses, but not every move was kept: a bad sign, no proof.
    if (best == -INFINITY && (node->cut || !all)) best = -1e6;
    if (best_move != CELL_NONE) node->best = (int16_t)best_move;
    return best;
}

static double position_search(AlphaBeta *ab, const Position *p, int depth, double alpha, double beta) {
    AbNode node;
    // 1. Time, and what is known of the position
    if (search_over(ab)) return 0;
    node_get(ab, p, false, &node);
    if (isinf(node.value)) return node.value;
    if (depth == 0) return node_lead(ab, &node);
    // 2. An earlier search, as deep
    if (node.bound != BOUND_NONE && node.depth >= depth) {
        if (node.bound == BOUND_EXACT || (node.bound == BOUND_LOWER && node.value >= beta) ||
            (node.bound == BOUND_UPPER && node.value <= alpha))
            return node.value;
    }
    // 3. The moves
    double value = moves_search(ab, &node, depth, alpha, beta);
    if (ab->stopped) return 0;
    // 4. What was found, for the next time
    node.value = value;
    node.depth = (int16_t)(isinf(value) ? INT16_MAX : depth);
    node.bound = (uint8_t)(isinf(value)     ? BOUND_EXACT
                           : value >= beta  ? BOUND_LOWER
                           : value <= alpha ? BOUND_UPPER
                                            : BOUND_EXACT);
    node_keep(ab, &node);
    return value;
}

// --- The root

static int line_find(AlphaBeta *ab, const AbNode *root, int move, Move *line) {
    int length = 0;
    Position p = node_child(ab, root, move);
    line[length++] = move;
    while (length < ALPHABETA_LINE_MAX && position_winner(&p) == EMPTY) {
        const AbNode *node = node_find(ab, position_hash(&p));
        if (!node || node->best == CELL_NONE) break;
        line[length++] = node->best;
        p = node_child(ab, node, node->best);
    }
    return length;
}

static void progress_send(const AlphaBeta *ab, const AlphaBetaOutcome *outcome) {
    Progress progress = {.seconds = budget_seconds(&ab->clock), .nodes = ab->nodes};
    progress.value = 1 / (1 + exp(-outcome->lead));
    for (int i = 0; i < outcome->line_length; i++) progress.line[i] = (int16_t)outcome->line[i];
    progress.line_length = outcome->line_length;
    observer_progress(ab->clock.budget.observer, &progress);
}

// The moves of the root by the values of the depth before; those without one keep their order.
static void root_sort(AbNode *root, double *value) {
    for (int i = 1; i < root->count; i++) {
        int16_t move = root->move[i];
        double v = value[i];
        int at = i;
        for (; at > 0 && value[at - 1] < v; at--) {
            value[at] = value[at - 1];
            root->move[at] = root->move[at - 1];
        }
        value[at] = v;
        root->move[at] = move;
    }
}

// Searches the root to one depth. True when it changed the outcome. A depth that was cut short counts as far as it
// came, because it starts with the best move of the depth before.
static bool root_search(AlphaBeta *ab, AbNode *root, int depth, double *value, AlphaBetaOutcome *outcome) {
    double best = -INFINITY;
    int looked = 0, best_move = CELL_NONE, refuted = CELL_NONE;
    bool all = !root->cut;
    for (int i = 0; i < root->count; i++) {
        if (value[i] == -INFINITY && depth > 1) continue; // refuted
        if (looked == ab->options.width) {
            all = false;
            value[i] = -1e7;
            continue;
        }
        double found = move_search(ab, root, root->move[i], depth, best, INFINITY);
        if (ab->stopped) break;
        value[i] = found;
        looked += found != -INFINITY;
        if (found == -INFINITY) refuted = root->move[i];
        if (found > best || best_move == CELL_NONE) {
            best = found;
            best_move = root->move[i];
        }
        if (best == INFINITY) break;
    }
    if (best_move == CELL_NONE) return false;
    if (best == -INFINITY && ab->stopped) { // time was up when the favourite had just been refuted
        for (int i = 0; i < root->count; i++) {
            if (value[i] == -INFINITY) continue;
            best_move = root->move[i];
            break;
        }
        all = false;
    } else if (best == -INFINITY) {
        best_move = refuted; // the last: the hardest
    }
    if (best == -INFINITY && !all) best = -1e6;
    outcome->move = best_move;
    outcome->lead = best;
    outcome->line_length = line_find(ab, root, best_move, outcome->line);
    if (!ab->stopped) outcome->depth = depth;
    return true;
}

static void root_deepen(AlphaBeta *ab, AbNode *root, int last, AlphaBetaOutcome *outcome) {
    double value[MOVES_MAX] = {0};
    for (int depth = 1; depth <= last && !ab->stopped; depth++) {
        ab->must_finish = depth == 1;
        if (!root_search(ab, root, depth, value, outcome)) continue;
        progress_send(ab, outcome);
        if (isinf(outcome->lead)) break;
        root_sort(root, value);
    }
}

void alphabeta_search(AlphaBeta *ab, const Position *position, int depth, const Budget *budget,
                      AlphaBetaOutcome *outcome) {
    AbNode root;
    budget_start(&ab->clock, budget, 1);
    ab->nodes = 0;
    ab->stopped = false;
    ab->must_finish = true;
    *outcome = (AlphaBetaOutcome){.winner = EMPTY, .move = MOVE_NONE};
    node_get(ab, position, true, &root);
    outcome->move = root.best != CELL_NONE ? root.best : root.move[0];
    outcome->line[outcome->line_length++] = outcome->move;
    outcome->lead = isinf(root.value) ? root.value : 0;
    int last = cellset_count(position_vacant(position));
    if (depth && depth < last) last = depth;
    if (last > PLIES_MAX) last = PLIES_MAX;
    if (!isinf(root.value)) root_deepen(ab, &root, last, outcome);
    if (outcome->lead == INFINITY) outcome->winner = position->to_move;
    if (outcome->lead == -INFINITY) outcome->winner = color_other(position->to_move);
    outcome->nodes = ab->nodes;
}
