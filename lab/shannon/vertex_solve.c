#include "lab/shannon/vertex_solve.h"

#include "base/hash.h"

#include <stdlib.h>

enum { TABLE_BITS_MAX = 16 };

typedef struct TableEntry {
    VertexPosition position;
    bool used;
    Side to_move;
    VertexOutcome outcome;
} TableEntry;

struct VertexSolver {
    const VertexBoard *board;
    BudgetClock clock;
    uint64_t nodes;
    VertexLinks *links;
    TableEntry *table; // a new entry replaces an old one
    uint64_t table_size;
};

VertexSolver *vertex_solver_new(const VertexBoard *board, const Budget *budget) {
    VertexSolver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->board = board;
    solver->links = vertex_links_new();
    solver->table_size = (uint64_t)1 << (board->vertices < TABLE_BITS_MAX ? board->vertices : TABLE_BITS_MAX);
    solver->table = calloc(solver->table_size, sizeof *solver->table);
    if (!solver->links || !solver->table) {
        vertex_solver_free(solver);
        return NULL;
    }
    budget_start(&solver->clock, budget, 16);
    return solver;
}

void vertex_solver_free(VertexSolver *solver) {
    if (!solver) return;
    vertex_links_free(solver->links);
    free(solver->table);
    free(solver);
}

uint64_t vertex_solver_nodes(const VertexSolver *solver) {
    return solver->nodes;
}

double vertex_solver_seconds(const VertexSolver *solver) {
    return budget_seconds(&solver->clock);
}

static TableEntry *table_place(const VertexSolver *solver, const VertexPosition *position, Side to_move) {
    uint64_t hash = hash_bytes(HASH_START + (uint64_t)to_move, position, sizeof *position);
    return &solver->table[(hash ^ hash >> 32) % solver->table_size];
}

static bool table_holds(const TableEntry *entry, const VertexPosition *position, Side to_move) {
    return entry->used && entry->to_move == to_move &&
           cellset_equal(entry->position.vacant, position->vacant) &&
           cellset_equal(entry->position.captured, position->captured);
}

// --- A node
typedef struct Node {
    VertexPosition position; // filled in
    VertexFill fill;
    VertexReduced reduced;
    Side to_move;
    CellSet must;     // moves that nothing refutes yet
    CellSet moves;    // those worth a try
    CellSet evidence; // what the opponent needs against the moves that are refuted
    CellSet killer;   // what he needs besides against moves that were left out
    CellSet killed;   // the latter
} Node;

// Connect's links decide the node, or leave Cut the moves that hit all of Connect's threats. True when decided.
static bool node_links(VertexSolver *solver, Node *node, VertexOutcome *outcome) {
    const VertexLinks *links = solver->links;
    *outcome = (VertexOutcome){.winner = CONNECT, .move = -1};
    if (!vertex_links_build(solver->links, solver->board, &node->position)) return false;
    int strong = vertex_links_targets(links, true), weak = vertex_links_targets(links, false);
    if (strong >= 0) {
        outcome->carrier = vertex_link(links, strong)->carrier;
        return true;
    }
    if (weak >= 0 && node->to_move == CONNECT) {
        outcome->carrier = vertex_link(links, weak)->carrier;
        outcome->move = vertex_link(links, weak)->key;
        return true;
    }
    for (int i = weak; i >= 0; i = vertex_link(links, i)->next) {
        node->must = cellset_and(node->must, vertex_link(links, i)->carrier);
        node->evidence = cellset_or(node->evidence, vertex_link(links, i)->carrier);
    }
    outcome->carrier = node->evidence;
    return cellset_is_empty(node->must);
}

// Leaves out vulnerable moves: the opponent's answer kills the stone, and leaves the mover where he was or worse. So some
// other move wins if one of these does. Of the others, leaves out those dominated by one that is kept.
static void node_prune(Node *node) {
    const VertexReduced *r = &node->reduced;
    Side mover = node->to_move, other = side_other(mover);
    CellSet each = r->vacant, kept;
    for (int w; (w = cellset_pop(&each)) >= 0;) {
        CellSet killed = cellset_minus(vertex_kills(r, other, w), node->killed);
        if (cellset_is_empty(killed)) continue;
        cellset_add(&node->killer, w);
        node->killed = cellset_or(node->killed, killed);
    }
    kept = cellset_minus(r->vacant, node->killed);
    each = kept;
    for (int w; (w = cellset_pop(&each)) >= 0;) {
        if (cellset_has(kept, w)) kept = cellset_minus(kept, vertex_kills(r, mover, w));
    }
    node->moves = cellset_and(kept, node->must);
}

// Steps from the vertices of a set to each vacant vertex.
static void distances(const VertexReduced *r, CellSet from, int *distance) {
    CellSet left = r->vacant, now = from;
    for (int steps = 1; !cellset_is_empty(now); steps++) {
        CellSet next = cellset_none();
        left = cellset_minus(left, now);
        for (int v; (v = cellset_pop(&now)) >= 0;) {
            distance[v] = steps;
            next = cellset_or(next, r->around[v]);
        }
        now = cellset_and(next, left);
    }
    for (int v; (v = cellset_pop(&left)) >= 0;) distance[v] = VERTEX_MAX;
}

// The move on the shortest ways, and of these the one in the middle, with most neighbours.
static int best_move(const VertexReduced *r, const int distance[2][VERTEX_MAX], CellSet moves) {
    int best = -1, best_score = 0;
    for (int v; (v = cellset_pop(&moves)) >= 0;) {
        int a = distance[0][v], b = distance[1][v];
        int score = 64 * (a + b) + 16 * abs(a - b) - cellset_count(r->around[v]);
        if (best < 0 || score < best_score) {
            best = v;
            best_score = score;
        }
    }
    return best;
}

int vertex_resist(const VertexBoard *board, const VertexPosition *position) {
    int distance[2][VERTEX_MAX];
    VertexReduced reduced;
    vertex_reduce(board, position, &reduced);
    for (int i = 0; i < 2; i++) distances(&reduced, reduced.at[i], distance[i]);
    return best_move(&reduced, (const int(*)[VERTEX_MAX])distance, reduced.vacant);
}

// Tries moves until one wins or all are refuted. False when the budget is spent.
static bool node_search(VertexSolver *solver, Node *node, VertexOutcome *outcome) {
    Side mover = node->to_move;
    int distance[2][VERTEX_MAX];
    for (int i = 0; i < 2; i++) distances(&node->reduced, node->reduced.at[i], distance[i]);
    for (int move;
         (move = best_move(&node->reduced, (const int(*)[VERTEX_MAX])distance, node->moves)) >= 0;) {
        VertexOutcome after;
        if (!vertex_solve(solver, vertex_played(node->position, mover, move), side_other(mover), &after))
            return false;
        if (after.winner == mover) {
            *outcome = (VertexOutcome){.winner = mover, .move = move, .carrier = after.carrier};
            cellset_add(&outcome->carrier, move);
            return true;
        }
        cellset_remove(&node->moves, move);
        cellset_remove(&node->must, move);
        node->moves = cellset_and(node->moves, after.carrier);
        node->must = cellset_and(node->must, after.carrier);
        node->evidence = cellset_or(node->evidence, after.carrier);
    }
    *outcome = (VertexOutcome){.winner = side_other(mover), .move = -1, .carrier = node->evidence};
    if (cellset_meets(node->must, node->killed)) outcome->carrier = cellset_or(node->evidence, node->killer);
    return true;
}

static void report(VertexSolver *solver) {
    if (!budget_report_due(&solver->clock, 0.2)) return;
    Progress progress = {.seconds = budget_seconds(&solver->clock), .nodes = solver->nodes, .value = -1};
    observer_progress(solver->clock.budget.observer, &progress);
}

// Solves a filled position that is not over.
static bool node_solve(VertexSolver *solver, Node *node, VertexOutcome *outcome) {
    TableEntry *entry = table_place(solver, &node->position, node->to_move);
    if (table_holds(entry, &node->position, node->to_move)) {
        *outcome = entry->outcome;
        return true;
    }
    if (budget_spent(&solver->clock, ++solver->nodes)) return false;
    report(solver);
    node->must = node->position.vacant;
    if (!node_links(solver, node, outcome)) {
        node_prune(node);
        if (!node_search(solver, node, outcome)) return false;
    }
    *entry =
        (TableEntry){.position = node->position, .used = true, .to_move = node->to_move, .outcome = *outcome};
    return true;
}

bool vertex_solve(VertexSolver *solver, VertexPosition position, Side to_move, VertexOutcome *outcome) {
    Node *node = calloc(1, sizeof *node);
    if (!node) return false;
    node->position = position;
    node->to_move = to_move;
    int over = vertex_fill(solver->board, &node->position, &node->fill, &node->reduced);
    bool good = true;
    if (over >= 0)
        *outcome = (VertexOutcome){.winner = (Side)over, .move = -1};
    else
        good = node_solve(solver, node, outcome);
    if (good) outcome->carrier = cellset_or(outcome->carrier, node->fill.captured[outcome->winner]);
    free(node);
    if (!good || outcome->winner != to_move || outcome->move >= 0) return good;
    // The mover wins without moving; he moves where it may help.
    if (vertex_over(solver->board, &position) < 0)
        outcome->move =
            cellset_first(cellset_is_empty(outcome->carrier) ? position.vacant : outcome->carrier);
    if (outcome->move >= 0) cellset_add(&outcome->carrier, outcome->move);
    return true;
}
