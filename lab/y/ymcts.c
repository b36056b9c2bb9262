#include "lab/y/ymcts.h"

#include "lab/y/reduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A node gets children at its second visit. Until a node has this many visits, the statistics of all moves as first weigh
// more than its own.
static const double AMAF_VISITS = 300;
static const double EXPLORATION = 0.2;
static const double REPORT_SECONDS = 0.2;
static const uint64_t MEMORY = UINT64_C(256) << 20;

typedef struct Node {
    int32_t first; // its children lie together; 0: none yet
    int16_t children;
    int16_t cell;
    float visits, wins;           // of the side that moved here
    float amaf_visits, amaf_wins; // of play-outs in which that side took the cell later on
} Node;

typedef struct Search {
    const YPosition *root;
    Node *node;
    int count, capacity;
    Random *random;
    // One play-out
    YPosition now;
    int path[TRIANGLE_CELLS_MAX + 1], depth;
    YRows rows;
} Search;

static double node_worth(const Node *node, double log_visits) {
    double beta = sqrt(AMAF_VISITS / (3 * (double)node->visits + AMAF_VISITS));
    double own = node->visits > 0 ? (double)(node->wins / node->visits) : 0.5;
    double amaf = node->amaf_visits > 0 ? (double)(node->amaf_wins / node->amaf_visits) : 0.5;
    return (1 - beta) * own + beta * amaf + EXPLORATION * sqrt(log_visits / (1 + (double)node->visits));
}

static int child_select(const Search *s, const Node *node) {
    double most = -1, log_visits = log(1 + (double)node->visits);
    int best = node->first;
    for (int i = node->first; i < node->first + node->children; i++) {
        double worth = node_worth(&s->node[i], log_visits);
        if (worth <= most) continue;
        most = worth;
        best = i;
    }
    return best;
}

// Gives a node its children, in an order by chance, so that ties do not favour a corner. False without room.
static bool node_expand(Search *s, int index) {
    CellSet vacant = yposition_vacant(&s->now);
    int count = cellset_count(vacant);
    if (!count || s->count + count > s->capacity) return false;
    Node *child = &s->node[s->count];
    for (int i = 0, cell; (cell = cellset_pop(&vacant)) >= 0; i++) {
        int j = (int)random_below(s->random, (uint32_t)i + 1);
        child[i] = child[j];
        child[j] = (Node){.cell = (int16_t)cell};
    }
    s->node[index].first = s->count;
    s->node[index].children = (int16_t)count;
    s->count += count;
    return true;
}

static void descend(Search *s) {
    s->now = *s->root;
    s->depth = 0;
    int index = 0;
    for (;;) {
        s->path[s->depth++] = index;
        if (!s->node[index].first && (s->node[index].visits < 1 || !node_expand(s, index))) return;
        index = child_select(s, &s->node[index]);
        s->now = yposition_played(&s->now, s->node[index].cell);
    }
}

// Fills the rest of the board in turn, in an order by chance: rows hold Black's cells.
static Color playout(Search *s) {
    int16_t cell[TRIANGLE_CELLS_MAX];
    int count = 0, own = (s->now.to_move == BLACK);
    CellSet vacant = yposition_vacant(&s->now), black = s->now.stones[BLACK];
    for (int c; (c = cellset_pop(&vacant)) >= 0;) cell[count++] = (int16_t)c;
    int blacks = own ? (count + 1) / 2 : count / 2;
    for (int i = 0; i < blacks; i++) {
        int j = i + (int)random_below(s->random, (uint32_t)(count - i));
        int16_t taken = cell[j];
        cell[j] = cell[i];
        cellset_add(&black, taken);
    }
    const Triangle *t = s->now.board;
    s->rows = (YRows){.size = t->size};
    for (int c; (c = cellset_pop(&black)) >= 0;) s->rows.black[t->row[c]] |= UINT32_C(1) << t->column[c];
    return yrows_micro_winner(s->rows);
}

static void back_up(Search *s, Color winner) {
    const Triangle *t = s->now.board;
    for (int d = s->depth - 1; d >= 0; d--) {
        Node *node = &s->node[s->path[d]];
        Color mover = d % 2 ? color_other(s->root->to_move) : s->root->to_move; // to move at this node
        node->visits += 1;
        node->wins += winner != mover;
        for (int i = node->first; i < node->first + node->children; i++) {
            Node *child = &s->node[i];
            bool black = s->rows.black[t->row[child->cell]] >> t->column[child->cell] & 1;
            if (black != (mover == BLACK)) continue;
            child->amaf_visits += 1;
            child->amaf_wins += winner == mover;
        }
    }
}

static int most_visited(const Search *s, const Node *node) {
    int best = node->first;
    for (int i = node->first; i < node->first + node->children; i++) {
        if (s->node[i].visits > s->node[best].visits) best = i;
    }
    return best;
}

static void report_fill(const Search *s, YMctsReport *report) {
    const Node *node = &s->node[0];
    report->visits = (uint64_t)node->visits;
    report->line_length = 0;
    while (node->first && report->line_length < YMCTS_LINE_MAX) {
        const Node *child = &s->node[most_visited(s, node)];
        if (child->visits < 1 && report->line_length) break;
        report->line[report->line_length++] = child->cell;
        node = child;
    }
    const Node *first = &s->node[most_visited(s, &s->node[0])];
    report->move = report->line[0];
    report->value = first->visits > 0 ? (double)(first->wins / first->visits) : 0.5;
}

bool ymcts(const YPosition *position, const Budget *budget, Random *random, YMctsReport *report,
           Error *error) {
    uint64_t memory = budget->memory ? budget->memory : MEMORY;
    uint64_t room = memory / sizeof(Node), least = TRIANGLE_CELLS_MAX + 1;
    // A play-out adds at most one node's children.
    uint64_t useful = budget->nodes ? (budget->nodes + 2) * least : room;
    if (room > useful) room = useful;
    Search s = {.root = position, .count = 1, .random = random};
    s.capacity = (int)(room < least ? least : room);
    s.node = malloc((size_t)s.capacity * sizeof *s.node);
    if (!s.node) return error_memory(error);
    s.node[0] = (Node){.cell = CELL_NONE, .visits = 1};
    BudgetClock clock;
    budget_start(&clock, budget, 64);
    uint64_t done = 0;
    do {
        descend(&s);
        back_up(&s, playout(&s));
        done++;
        if (budget_report_due(&clock, REPORT_SECONDS))
            observer_progress(budget->observer,
                              &(Progress){.seconds = budget_seconds(&clock), .nodes = done, .value = -1});
    } while (!budget_spent(&clock, done) &&
             done < (UINT64_C(1) << 24)); // beyond that floats count no further
    report_fill(&s, report);
    report->visits = done;
    free(s.node);
    return true;
}
