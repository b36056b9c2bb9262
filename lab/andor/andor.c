#include "lab/andor/andor.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Edge {
    int to, next_parent; // nodes; the next edge into the same node
    int from;
    double cost;
} Edge;

typedef struct Node {
    int state;
    AndOrKind kind;
    double prove, disprove;
    int first, edges; // into the list of edges; none: a tip
    int parents;      // an edge into it; -1
    bool queued, in_base, in_dual;
} Node;

typedef struct Search {
    const AndOrSource *source;
    const AndOrOptions *options;
    Node *node;
    int nodes, node_room;
    Edge *edge;
    int edges, edge_room;
    int *queue;
    int *node_of; // by state; -1
    int states_room;
    AndOrResult *result;
} Search;

const char *andor_method_name(AndOrMethod method) {
    static const char *const NAMES[] = {"GBFS", "AO*", "PNS", "PNS*"};
    return NAMES[method];
}

static bool is_terminal(AndOrKind kind) {
    return kind == ANDOR_SOLVABLE || kind == ANDOR_UNSOLVABLE;
}

static bool is_tip(const Node *node) {
    return !node->edges && !is_terminal(node->kind);
}

// --- The explicit graph

static void node_estimate(Search *s, Node *node) {
    const AndOrSource *source = s->source;
    bool counts = s->options->method == ANDOR_PNS;
    node->prove = node->kind == ANDOR_SOLVABLE     ? 0
                  : node->kind == ANDOR_UNSOLVABLE ? INFINITY
                  : counts                         ? 1
                                                   : source->estimate(source->context, node->state, false);
    node->disprove = node->kind == ANDOR_UNSOLVABLE ? 0
                     : node->kind == ANDOR_SOLVABLE ? INFINITY
                     : counts                       ? 1
                                                    : source->estimate(source->context, node->state, true);
}

// The node of a state, made if it is new; -1 out of memory.
static int node_of_state(Search *s, int state) {
    int before = s->states_room;
    if (!array_room(&s->node_of, &s->states_room, state + 1, sizeof *s->node_of)) return -1;
    for (int i = before; i < s->states_room; i++) s->node_of[i] = -1;
    if (s->node_of[state] >= 0) return s->node_of[state];
    if (!array_room(&s->node, &s->node_room, s->nodes + 1, sizeof *s->node)) return -1;
    int *queue = realloc(s->queue, (size_t)s->node_room * sizeof *queue);
    if (!queue) return -1;
    s->queue = queue;
    Node *node = &s->node[s->nodes];
    *node = (Node){.state = state, .parents = -1, .kind = s->source->kind(s->source->context, state)};
    node_estimate(s, node);
    return s->node_of[state] = s->nodes++;
}

static bool node_expand(Search *s, int number) {
    AndOrEdge out[ANDOR_EDGES_MAX];
    int count = s->source->expand(s->source->context, s->node[number].state, out);
    if (count < 0 || !array_room(&s->edge, &s->edge_room, s->edges + count, sizeof *s->edge)) return false;
    if (s->result->expanded < ANDOR_LOG_MAX) s->result->log[s->result->expanded] = s->node[number].state;
    s->result->expanded++;
    int first = s->edges;
    for (int i = 0; i < count; i++) {
        int to = node_of_state(s, out[i].to);
        if (to < 0) return false;
        double cost = s->options->method == ANDOR_PNS ? 0 : out[i].cost;
        s->edge[s->edges] =
            (Edge){.to = to, .from = number, .cost = cost, .next_parent = s->node[to].parents};
        s->node[to].parents = s->edges++;
    }
    s->node[number].first = first;
    s->node[number].edges = count;
    return true;
}

// --- Recursive costs (equations A.3 and A.4)

static double sum_up(AndOrScheme scheme, double sum, double more) {
    return scheme == ANDOR_SUM ? sum + more : sum > more ? sum : more;
}

// The costs of an inner node from its successors; true when they changed.
static bool node_update(Search *s, Node *node) {
    double least[2] = {INFINITY, INFINITY}, all[2] = {0, 0};
    for (int i = 0; i < node->edges; i++) {
        const Edge *edge = &s->edge[node->first + i];
        double cost[2] = {edge->cost + s->node[edge->to].prove, edge->cost + s->node[edge->to].disprove};
        for (int k = 0; k < 2; k++) {
            if (cost[k] < least[k]) least[k] = cost[k];
            all[k] = sum_up(s->options->scheme, all[k], cost[k]);
        }
    }
    bool is_or = node->kind == ANDOR_OR;
    double prove = is_or ? least[0] : all[0], disprove = is_or ? all[1] : least[1];
    bool changed = prove != node->prove || disprove != node->disprove;
    node->prove = prove;
    node->disprove = disprove;
    return changed;
}

// Brings a node and all ancestors that it changes up to date. The graph has no cycles, so this ends.
static void ancestors_update(Search *s, int number) {
    int head = 0, count = 0;
    s->queue[count++] = number;
    s->node[number].queued = true;
    while (count) {
        int at = s->queue[head];
        head = (head + 1) % s->node_room;
        count--;
        s->node[at].queued = false;
        if (!node_update(s, &s->node[at])) continue;
        for (int e = s->node[at].parents; e >= 0; e = s->edge[e].next_parent) {
            int parent = s->edge[e].from;
            if (s->node[parent].queued) continue;
            s->queue[(head + count++) % s->node_room] = parent;
            s->node[parent].queued = true;
        }
    }
}

// --- f1 and f2

// The best successor: the least to prove, or to disprove.
static int best_successor(const Search *s, const Node *node, bool disprove) {
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < node->edges; i++) {
        const Edge *edge = &s->edge[node->first + i];
        const Node *to = &s->node[edge->to];
        double cost = edge->cost + (disprove ? to->disprove : to->prove);
        if (best >= 0 && cost >= least) continue;
        best = edge->to;
        least = cost;
    }
    return best;
}

// Marks the solution base below a node: the best successor of each OR, all of each AND. In the dual graph the kinds are
// exchanged, and so are the costs.
static void base_mark(Search *s, int number, bool dual) {
    Node *node = &s->node[number];
    bool *mark = dual ? &node->in_dual : &node->in_base;
    if (*mark) return;
    *mark = true;
    if ((node->kind == ANDOR_OR) != dual && node->edges) {
        base_mark(s, best_successor(s, node, dual), dual);
        return;
    }
    for (int i = 0; i < node->edges; i++) base_mark(s, s->edge[node->first + i].to, dual);
}

static void bases_clear(Search *s) {
    for (int i = 0; i < s->nodes; i++) s->node[i].in_base = s->node[i].in_dual = false;
}

// The first or last tip of the base, in the order of a walk from the root; -1 if it has none.
static int base_tip(Search *s, int number, int found) {
    Node *node = &s->node[number];
    if (!node->in_base) return found;
    node->in_base = false; // visited
    if (is_tip(node)) return found < 0 || s->options->last ? number : found;
    for (int i = 0; i < node->edges; i++) found = base_tip(s, s->edge[node->first + i].to, found);
    return found;
}

// From the root to a tip: at an OR the least to prove, at an AND the least to disprove. Both costs of the root are
// finite, so that those of every node on the way are.
static int descent_tip(Search *s) {
    int number = 0;
    while (s->node[number].edges)
        number = best_successor(s, &s->node[number], s->node[number].kind == ANDOR_AND);
    return number;
}

// --- f1 by the true cost: every choice at every OR of the base

typedef struct Choices {
    Search *s;
    int *chosen; // by node: the successor's index at an OR; -1: not in the base
    int *order;  // nodes of the base still to be settled, and those that are
    int *best;
    double least;
} Choices;

// Settles node number `at` of the order; the nodes before it are settled, at the cost so far.
static void choices_try(Choices *c, int at, int count, double cost) {
    Search *s = c->s;
    if (cost >= c->least) return;
    if (at == count) {
        c->least = cost;
        memcpy(c->best, c->chosen, (size_t)s->nodes * sizeof *c->best);
        return;
    }
    const Node *node = &s->node[c->order[at]];
    if (!node->edges) {
        choices_try(c, at + 1, count, cost + node->prove);
        return;
    }
    bool is_or = node->kind == ANDOR_OR;
    for (int first = 0; first < (is_or ? node->edges : 1); first++) {
        int more = count;
        double sum = cost;
        for (int i = first; i < (is_or ? first + 1 : node->edges); i++) {
            const Edge *edge = &s->edge[node->first + i];
            sum += edge->cost;
            if (c->chosen[edge->to] >= 0) continue;
            c->chosen[edge->to] = 0;
            c->order[more++] = edge->to;
        }
        c->chosen[c->order[at]] = first;
        choices_try(c, at + 1, more, sum);
        while (more > count) c->chosen[c->order[--more]] = -1;
    }
}

// Marks the base of least true cost, and returns that cost; negative out of memory.
static double base_mark_true(Search *s) {
    size_t size = (size_t)s->nodes * sizeof(int);
    Choices c = {
        .s = s, .chosen = malloc(size), .order = malloc(size), .best = malloc(size), .least = INFINITY};
    double least = -1;
    if (c.chosen && c.order && c.best) {
        for (int i = 0; i < s->nodes; i++) c.chosen[i] = c.best[i] = -1;
        c.chosen[0] = c.order[0] = 0;
        choices_try(&c, 0, 1, 0);
        for (int i = 0; i < s->nodes; i++) s->node[i].in_base = c.best[i] >= 0;
        least = c.least;
    }
    free(c.chosen);
    free(c.order);
    free(c.best);
    return least;
}

// --- The search

// The tip to expand next, or -1: the root is decided, at result->cost.
static bool tip_choose(Search *s, int *tip) {
    AndOrMethod method = s->options->method;
    bases_clear(s);
    s->result->cost = s->node[0].prove;
    if (method == ANDOR_GENERAL) {
        double cost = base_mark_true(s);
        if (cost < 0) return false;
        s->result->cost = cost;
        *tip = isinf(cost) ? -1 : base_tip(s, 0, -1);
        return true;
    }
    if (isinf(s->node[0].prove)) {
        *tip = -1;
        return true;
    }
    base_mark(s, 0, false);
    if (method == ANDOR_AO) {
        *tip = base_tip(s, 0, -1);
        return true;
    }
    if (isinf(s->node[0].disprove)) { // solvable: PNS is done, PNS* goes on until the cost is known
        *tip = method == ANDOR_PNS ? -1 : base_tip(s, 0, -1);
        return true;
    }
    base_mark(s, 0, true);
    *tip = descent_tip(s);
    if (!(s->node[*tip].in_base && s->node[*tip].in_dual)) s->result->in_both = false;
    return true;
}

// Bytes of what is explicit.
static uint64_t search_memory(const Search *s) {
    return (uint64_t)s->node_room * (sizeof *s->node + sizeof *s->queue) +
           (uint64_t)s->edge_room * sizeof *s->edge + (uint64_t)s->states_room * sizeof *s->node_of;
}

static bool search_spent(const Search *s, BudgetClock *clock) {
    int64_t most = s->options->expansions;
    if (most && s->result->expanded >= most) return true;
    if (!s->options->budget) return false;
    if (s->options->budget->memory && search_memory(s) > s->options->budget->memory) return true;
    return budget_spent(clock, (uint64_t)s->result->expanded);
}

static bool search_run(Search *s) {
    BudgetClock clock;
    if (s->options->budget) budget_start(&clock, s->options->budget, 1);
    for (int tip;;) {
        if (!tip_choose(s, &tip)) return false;
        if (tip < 0) break;
        if (search_spent(s, &clock)) return true;
        if (!node_expand(s, tip)) return false;
        ancestors_update(s, tip);
    }
    s->result->value = isinf(s->result->cost) ? ANDOR_UNSOLVABLE : ANDOR_SOLVABLE;
    return true;
}

static void decided_tell(const Search *s) {
    const AndOrOptions *options = s->options;
    for (int i = 0; options->decided && i < s->nodes; i++) {
        const Node *node = &s->node[i];
        if (isinf(node->prove) || isinf(node->disprove))
            options->decided(options->context, node->state, !isinf(node->prove));
    }
}

bool andor_search(const AndOrSource *source, const AndOrOptions *options, AndOrResult *result, Error *error) {
    Search s = {.source = source, .options = options, .result = result};
    *result = (AndOrResult){.value = ANDOR_OR, .in_both = true};
    bool good = node_of_state(&s, source->root) >= 0 && search_run(&s);
    result->states = s.nodes;
    if (good) decided_tell(&s);
    free(s.node);
    free(s.edge);
    free(s.queue);
    free(s.node_of);
    return good || error_memory(error);
}
