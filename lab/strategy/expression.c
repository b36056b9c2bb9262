#include "lab/strategy/expression.h"

#include "base/hash.h"
#include "proof/proof_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { BARS_MAX = 64, WORK_MAX = 20000 };

// --- Reading and writing
static int cell_read(const void *geometry, const char *word, int length) {
    return cell_parse(geometry, word, length); // CELL_NONE is -1
}

bool expression_parse(const Geometry *g, const char *text, Expression *e, Error *error) {
    e->geometry = g;
    return tree_parse(&e->tree, text, cell_read, g, error);
}

static void cell_write(const void *geometry, int cell, Text *out) {
    char name[CELL_NAME_MAX];
    text_add(out, cell_name(geometry, cell, name));
}

void expression_write(const Expression *e, Text *out) {
    tree_write(&e->tree, cell_write, e->geometry, out);
}

// --- Parts: the factors of an AND, or the node itself
static int part_first(const Expression *e, int node) {
    return e->tree.node[node].kind == EXPRESSION_AND ? e->tree.node[node].first : node;
}

static int part_next(const Expression *e, int node, int part) {
    return e->tree.node[node].kind == EXPRESSION_AND ? e->tree.node[part].next : 0;
}

static CellSet node_cells(const Expression *e, int node) {
    CellSet cells = cellset_none();
    for (int part = part_first(e, node); part; part = part_next(e, node, part)) {
        if (e->tree.node[part].kind == EXPRESSION_LEAF) cellset_add(&cells, e->tree.node[part].leaf);
    }
    return cells;
}

CellSet expression_top_cells(const Expression *e) {
    return node_cells(e, e->tree.root);
}

// --- Joins: classes of stones and edges
typedef struct Joins {
    const Geometry *g;
    CellSet own;
    Color winner;
    int parent[NODE_MAX];
} Joins;

static int joins_class(const Joins *j, int node) {
    while (j->parent[node] != node) node = j->parent[node];
    return node;
}

static bool joins_merge(Joins *j, int n, int m) {
    n = joins_class(j, n);
    m = joins_class(j, m);
    j->parent[n] = m;
    return n != m;
}

// The winner's stones and edges that a cell touches; returns how many.
static int joins_touched(const Joins *j, int cell, int touched[8]) {
    int count = 0;
    for (int i = 0; i < j->g->neighbour_count[cell]; i++) {
        int node = j->g->neighbour[cell][i];
        bool mine = node >= CELL_MAX ? edge_color(node) == j->winner : cellset_has(j->own, node);
        if (mine) touched[count++] = node;
    }
    return count;
}

static void joins_start(Joins *j, const Geometry *g, Color winner, CellSet own) {
    *j = (Joins){.g = g, .own = own, .winner = winner};
    for (int node = 0; node < NODE_MAX; node++) j->parent[node] = node;
    for (int cell; (cell = cellset_pop(&own)) >= 0;) {
        int touched[8], count = joins_touched(j, cell, touched);
        for (int i = 0; i < count; i++) joins_merge(j, cell, touched[i]);
    }
}

// Merges all classes that both cells touch. True when that changed something.
static bool joins_pair(Joins *j, int p, int q) {
    int at_p[8], at_q[8], count_p = joins_touched(j, p, at_p), count_q = joins_touched(j, q, at_q), kept = -1;
    bool changed = false;
    for (int a = 0; a < count_p; a++) {
        bool both = false;
        for (int b = 0; b < count_q; b++) both |= joins_class(j, at_p[a]) == joins_class(j, at_q[b]);
        if (both && kept >= 0) changed |= joins_merge(j, kept, at_p[a]);
        if (both) kept = at_p[a];
    }
    return changed;
}

// --- The proof
typedef struct Plan {
    const Expression *e;
    Color winner;
    Text lines; // the claims so far
    int claims, work;
    Text *reason; // of the first fault that is not just a join that fails
} Plan;

static bool plan_fault(Plan *plan, const char *what, int cell) {
    char name[CELL_NAME_MAX];
    if (!plan->reason->length && cell != CELL_NONE)
        text_format(plan->reason, "%s: %s", cell_name(plan->e->geometry, cell, name), what);
    else if (!plan->reason->length)
        text_add(plan->reason, what);
    return false;
}

// Two cells, and nothing else.
static bool node_is_pair(const Expression *e, int node, CellSet own) {
    const ExpressionNode *n = &e->tree.node[node], *p = &e->tree.node[n->first], *q = &e->tree.node[p->next];
    return n->kind == EXPRESSION_OR && p->next && !q->next && p->kind == EXPRESSION_LEAF &&
           q->kind == EXPRESSION_LEAF && !cellset_has(own, p->leaf) && !cellset_has(own, q->leaf);
}

// The bars of a body; its cells are stones already.
typedef struct Bars {
    int count, bar[BARS_MAX];
} Bars;

static bool bars_add(Plan *plan, Bars *bars, int node) {
    const Expression *e = plan->e;
    for (int part = part_first(e, node); part; part = part_next(e, node, part)) {
        if (e->tree.node[part].kind == EXPRESSION_LEAF) continue;
        if (bars->count == BARS_MAX) return plan_fault(plan, "the expression is too long", CELL_NONE);
        bars->bar[bars->count++] = part;
    }
    return true;
}

static void bars_merge_pairs(const Expression *e, const Bars *bars, Joins *joins) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < bars->count; i++) {
            const ExpressionNode *p = &e->tree.node[e->tree.node[bars->bar[i]].first];
            if (node_is_pair(e, bars->bar[i], joins->own))
                changed |= joins_pair(joins, p->leaf, e->tree.node[p->next].leaf);
        }
    }
}

// One end for each chain of stones and each edge.
static int joins_ends(const Joins *j, int ends[NODE_MAX]) {
    int count = 0;
    CellSet left = j->own;
    Joins bare;
    joins_start(&bare, j->g, j->winner, j->own);
    for (int side = 0; side < 2; side++) ends[count++] = color_edge(j->winner, side);
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        bool known = false;
        for (int i = 0; i < count && !known; i++)
            known = joins_class(&bare, ends[i]) == joins_class(&bare, cell);
        if (!known) ends[count++] = cell;
    }
    return count;
}

// Where the plan and a body stood, to go back to.
typedef struct Mark {
    size_t lines, body;
    int claims;
} Mark;

static Mark mark_set(const Plan *plan, const Text *body) {
    return (Mark){plan->lines.length, body->length, plan->claims};
}

static void mark_return(Plan *plan, Text *body, Mark mark) {
    text_cut(&plan->lines, mark.lines);
    text_cut(body, mark.body);
    plan->claims = mark.claims;
}

static void item_begin(Text *body) {
    if (body->length && !strchr(": ", body->data[body->length - 1])) text_add_char(body, ',');
}

static int plan_bar(Plan *plan, int bar, const Bars *rest, int x, int y, CellSet own);

// Joins x and y by the bars that are left (bits of `left`) and are no pairs; each serves one join. Writes them into
// the body.
static bool plan_join(Plan *plan, const Bars *bars, uint64_t left, Joins joins, int x, int y, Text *body) {
    bars_merge_pairs(plan->e, bars, &joins);
    if (joins_class(&joins, x) == joins_class(&joins, y)) return true;
    int ends[NODE_MAX], count = joins_ends(&joins, ends);
    for (int b = 0; b < bars->count; b++) {
        if (!(left >> b & 1) || node_is_pair(plan->e, bars->bar[b], joins.own)) continue;
        for (int i = 0; i < count * count; i++) {
            int u = ends[i / count], v = ends[i % count];
            if (joins_class(&joins, u) != joins_class(&joins, x) ||
                joins_class(&joins, v) == joins_class(&joins, x))
                continue;
            Mark mark = mark_set(plan, body);
            int number = plan_bar(plan, bars->bar[b], &(Bars){0}, u, v, joins.own);
            if (plan->reason->length) return false;
            if (number) {
                Joins more = joins;
                joins_merge(&more, u, v);
                item_begin(body);
                text_format(body, "%d", number);
                if (plan_join(plan, bars, left & ~((uint64_t)1 << b), more, x, y, body)) return true;
            }
            mark_return(plan, body, mark);
        }
    }
    return false;
}

static void pairs_write(const Plan *plan, const Bars *bars, CellSet own, Text *body) {
    const Expression *e = plan->e;
    char p[CELL_NAME_MAX], q[CELL_NAME_MAX];
    for (int i = 0; i < bars->count; i++) {
        const ExpressionNode *first = &e->tree.node[e->tree.node[bars->bar[i]].first];
        if (!node_is_pair(e, bars->bar[i], own)) continue;
        item_begin(body);
        text_format(body, "%s|%s", cell_name(e->geometry, first->leaf, p),
                    cell_name(e->geometry, e->tree.node[first->next].leaf, q));
    }
}

static int plan_expanded(Plan *plan, const Bars *bars, int x, int y, CellSet own);

// Bars as the items of a body that joins x and y, given the stones `own`. Each bar is an item of its own if that
// suffices. If the joins of some depend on others, all are one claim.
static bool plan_body(Plan *plan, const Bars *bars, int x, int y, CellSet own, Text *body) {
    Joins joins;
    Mark mark = mark_set(plan, body);
    if (++plan->work > WORK_MAX) return plan_fault(plan, "the expression is too entangled", CELL_NONE);
    pairs_write(plan, bars, own, body);
    joins_start(&joins, plan->e->geometry, plan->winner, own);
    if (plan_join(plan, bars, ~(uint64_t)0, joins, x, y, body)) return true;
    mark_return(plan, body, mark);
    if (plan->reason->length || bars->count < 2) return false;
    int number = plan_expanded(plan, bars, x, y, own);
    item_begin(body);
    text_format(body, "%d", number);
    return number;
}

static void end_write(const Geometry *g, int end, Text *out) {
    char name[CELL_NAME_MAX];
    if (end >= CELL_MAX)
        text_add_char(out, "TBLR"[end - EDGE_TOP]);
    else
        text_add(out, cell_name(g, end, name));
}

static void line_start(const Plan *plan, int x, int y, CellSet own, Text *line) {
    const Geometry *g = plan->e->geometry;
    text_add(line, "C ");
    end_write(g, x, line);
    text_add_char(line, '-');
    end_write(g, y, line);
    if (!cellset_is_empty(own)) text_add(line, " +");
    cells_write(g, own, line);
}

// Takes the line into the plan if it is good. Returns its number, else 0.
static int line_end(Plan *plan, Text *line, bool good) {
    text_add_char(line, '\n');
    if (good) text_add(&plan->lines, text_string(line));
    plan->lines.failed |= line->failed;
    text_free(line);
    return good ? ++plan->claims : 0;
}

// An answer for each side of a bar, with other bars that go on beside it.
static bool plan_answers(Plan *plan, int bar, const Bars *rest, int x, int y, CellSet own, Text *line) {
    const Expression *e = plan->e;
    char name[CELL_NAME_MAX];
    for (int side = e->tree.node[bar].first; side; side = e->tree.node[side].next) {
        CellSet cells = node_cells(e, side), moves = cellset_minus(cells, own);
        Bars bars = *rest;
        if (cellset_is_empty(moves))
            return plan_fault(plan, "one side of a bar has no move of its own", CELL_NONE);
        int key = cellset_first(moves);
        if (cellset_count(moves) > 1) return plan_fault(plan, "it takes two moves at once", key);
        text_format(line, " %s:", cell_name(e->geometry, key, name));
        if (!bars_add(plan, &bars, side)) return false;
        if (!plan_body(plan, &bars, x, y, cellset_or(own, cells), line)) return false;
    }
    return true;
}

// A line for a bar that joins x and y, given the stones `own`. Returns its number, 0 if it does not join them.
static int plan_bar(Plan *plan, int bar, const Bars *rest, int x, int y, CellSet own) {
    Text line = {0};
    line_start(plan, x, y, own, &line);
    return line_end(plan, &line, plan_answers(plan, bar, rest, x, y, own, &line));
}

// One line for several bars at once: an answer for each side of each, with all other bars beside it.
static int plan_expanded(Plan *plan, const Bars *bars, int x, int y, CellSet own) {
    Text line = {0};
    bool good = true;
    line_start(plan, x, y, own, &line);
    for (int b = 0; b < bars->count && good; b++) {
        Bars rest = *bars;
        rest.bar[b] = rest.bar[--rest.count];
        good = plan_answers(plan, bars->bar[b], &rest, x, y, own, &line);
    }
    return line_end(plan, &line, good);
}

// The last claim joins the edges.
static bool plan_root(Plan *plan, CellSet own) {
    Bars bars = {0};
    Text line = {0};
    if (!bars_add(plan, &bars, plan->e->tree.root)) return false;
    text_add(&line, "S ");
    cells_write(plan->e->geometry, own, &line);
    return line_end(
        plan, &line,
        plan_body(plan, &bars, color_edge(plan->winner, 0), color_edge(plan->winner, 1), own, &line));
}

// No stone of the loser's anywhere in the expression.
static bool plan_check_cells(Plan *plan, CellSet theirs) {
    for (int i = 1; i <= plan->e->tree.count; i++) {
        const ExpressionNode *n = &plan->e->tree.node[i];
        if (n->kind == EXPRESSION_LEAF && cellset_has(theirs, n->leaf))
            return plan_fault(plan, "a stone of the opponent's", n->leaf);
    }
    return true;
}

bool expression_prove(const Expression *e, const Position *position, Color winner, Text *out, Text *reason) {
    Plan plan = {.e = e, .winner = winner, .reason = reason};
    CellSet own = position->stones[winner], top = cellset_minus(expression_top_cells(e), own);
    ProofHeader header = {.root = position, .first = MOVE_NONE, .made = "from a strategy expression"};
    text_clear(reason);
    bool good = plan_check_cells(&plan, position->stones[color_other(winner)]);
    if (good && cellset_count(top) > 1)
        good = plan_fault(&plan, "it takes two moves at once", cellset_first(top));
    if (good && !cellset_is_empty(top) && position->to_move != winner)
        good = plan_fault(&plan, "a move, but it is the opponent's turn", cellset_first(top));
    if (good && !cellset_is_empty(top)) header.first = cellset_first(top);
    good = good && plan_root(&plan, cellset_or(own, top));
    if (!good)
        plan_fault(&plan,
                   winner == BLACK ? "it does not join top and bottom" : "it does not join left and right",
                   CELL_NONE);
    if (good) {
        proof_header_write(winner, &header, out);
        text_add(out, text_string(&plan.lines));
        text_format(out, "end %d %016llx\n", plan.claims,
                    (unsigned long long)hash_bytes(HASH_START, text_string(out), out->length));
    }
    out->failed |= plan.lines.failed;
    text_free(&plan.lines);
    return good && !out->failed;
}
