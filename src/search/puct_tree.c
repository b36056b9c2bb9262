#include "search/puct_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

PuctNode *node_new(const PuctOptions *options, CellSet moves, const NetOutput *out) {
    int count = cellset_count(moves);
    PuctNode *node = calloc(1, sizeof *node + (size_t)count * sizeof *node->child);
    if (!node) return NULL;
    if (options->rave) node->rave = calloc((size_t)count + 1, sizeof *node->rave);
    if (options->rave && !node->rave) {
        free(node);
        return NULL;
    }
    node->win_cell = CELL_NONE;
    node->value = out ? out->value : 0;
    for (int cell; (cell = cellset_pop(&moves)) >= 0;) {
        Child *child = &node->child[node->count++];
        child->cell = (int16_t)cell;
        child->prior = out ? out->policy[cell] : 1 / (float)count;
        child->action = out ? -out->action[cell] : 0;
    }
    return node;
}

void node_tell(PuctNode *node, const NetOutput *out) {
    node->total += out->value - node->value;
    node->value = out->value;
    for (int i = 0; i < node->count; i++) {
        Child *child = &node->child[i];
        child->prior = out->policy[child->cell];
        child->action = -out->action[child->cell];
    }
}

size_t node_bytes(const PuctNode *node) {
    size_t each = sizeof(Child) + (node->rave ? sizeof(Rave) : 0);
    return sizeof *node + (size_t)node->count * each;
}

size_t node_free(PuctNode *node) {
    if (!node) return 0;
    size_t bytes = node_bytes(node);
    for (int i = 0; i < node->count; i++) bytes += node_free(node->child[i].node);
    free(node->rave);
    free(node);
    return bytes;
}

Proof board_decided(const Board *board, Color mover, CellSet *moves) {
    CellSet wins = board_winning_cells(board, mover);
    *moves = wins;
    if (!cellset_is_empty(wins)) return PROOF_WIN;
    CellSet threats = board_winning_cells(board, color_other(mover));
    int count = cellset_count(threats);
    *moves = count ? threats : board_vacant(board);
    return count > 1 ? PROOF_LOSS : PROOF_NONE;
}

Proof child_proof(const Child *child) {
    if (!child->node || child->node->proof == PROOF_NONE) return PROOF_NONE;
    return child->node->proof == PROOF_WIN ? PROOF_LOSS : PROOF_WIN;
}

double child_value(const PuctNode *node, const Child *child) {
    Proof proof = child_proof(child);
    if (proof != PROOF_NONE) return proof == PROOF_WIN ? 1 : -1;
    if (child->visits) return (double)child->total / child->visits;
    return node->visits ? (double)child->action : (double)node->value;
}

// The formula of Gao 2020 §3.1.6 without its UCB term, with MoHex's weights; values are doubled to -1..1.
static double rave_score(const PuctNode *node, const Child *child, int index, double unvisited) {
    static const double FIRST = 2.12, LAST = 830, BIAS = 2 * 2.47;
    const Rave *rave = &node->rave[index];
    double n = child->visits + child->pending, weight = 0, mean = 0;
    if (rave->visits) {
        weight = rave->visits / (1 / FIRST + rave->visits / LAST);
        mean = (double)rave->total / rave->visits;
    }
    double own = n ? (double)child->total - child->pending : 0;
    double value = n + weight > 0 ? (own + weight * mean) / (n + weight) : unvisited;
    return value + BIAS * (double)child->prior / sqrt(n + 1);
}

static double puct_score(const Child *child, double pull, double unvisited) {
    double n = child->visits + child->pending;
    double value = n ? ((double)child->total - child->pending) / n : unvisited;
    return value + pull * (double)child->prior / (1 + n);
}

// The value that an unvisited move is taken to have: the less is left of the policy, the worse.
static double unvisited_value(const PuctOptions *options, const PuctNode *node) {
    double seen = 0, mean = node->visits ? (double)node->total / node->visits : (double)node->value;
    for (int i = 0; i < node->count; i++) {
        if (node->child[i].visits) seen += (double)node->child[i].prior;
    }
    return fmax(-1, mean - options->first_play * sqrt(seen));
}

Child *node_select(const PuctOptions *options, const PuctNode *node) {
    double unvisited = unvisited_value(options, node), best = -INFINITY;
    double pull = options->explore * sqrt((double)node->visits + 1);
    const Child *found = NULL;
    for (int i = 0; i < node->count; i++) {
        const Child *child = &node->child[i];
        if (child->pruned || child_proof(child) == PROOF_LOSS) continue;
        double score =
            node->rave ? rave_score(node, child, i, unvisited) : puct_score(child, pull, unvisited);
        if (score > best) {
            best = score;
            found = child;
        }
    }
    return (Child *)(uintptr_t)found;
}

void node_update_proof(PuctNode *node, const Child *child) {
    if (node->proof != PROOF_NONE) return;
    Proof proof = child_proof(child);
    if (proof == PROOF_WIN) {
        node->proof = PROOF_WIN;
        node->win_cell = child->cell;
    } else if (proof == PROOF_LOSS) {
        for (int i = 0; i < node->count; i++) {
            const Child *other = &node->child[i];
            if (!other->pruned && child_proof(other) != PROOF_LOSS) return;
        }
        node->proof = PROOF_LOSS;
    }
}

Child *node_child(PuctNode *node, int cell) {
    for (int i = 0; i < node->count; i++) {
        if (node->child[i].cell == cell) return &node->child[i];
    }
    return NULL;
}

// Whether a is the better answer of its node.
static bool child_better(const PuctNode *node, const Child *a, const Child *b) {
    bool won_a = a->cell == node->win_cell || child_proof(a) == PROOF_WIN;
    bool won_b = b->cell == node->win_cell || child_proof(b) == PROOF_WIN;
    if (won_a != won_b) return won_a;
    // In a lost position every move is refuted: the one that was hardest to refute comes first.
    bool out_a = a->pruned || (node->proof != PROOF_LOSS && child_proof(a) == PROOF_LOSS);
    bool out_b = b->pruned || (node->proof != PROOF_LOSS && child_proof(b) == PROOF_LOSS);
    if (out_a != out_b) return out_b;
    if (a->visits != b->visits) return a->visits > b->visits;
    return a->prior > b->prior;
}

void node_order(const PuctNode *node, int16_t *order) {
    for (int i = 0; i < node->count; i++) {
        int at = i;
        for (; at > 0 && child_better(node, &node->child[i], &node->child[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = (int16_t)i;
    }
}

static const Child *node_best(const PuctNode *node) {
    const Child *best = NULL;
    for (int i = 0; i < node->count; i++) {
        if (!best || child_better(node, &node->child[i], best)) best = &node->child[i];
    }
    return best && (best->visits || node->proof == PROOF_WIN) ? best : NULL;
}

int child_line(const Child *child, int16_t *line, int max) {
    int length = 0;
    while (child && length < max) {
        line[length++] = child->cell;
        const PuctNode *node = child->node;
        child = node ? node_best(node) : NULL;
        if (node && !child && node->proof == PROOF_WIN && node->win_cell >= 0 && length < max)
            line[length++] = node->win_cell;
    }
    return length;
}
