#include "lab/shannon/switching.h"

#include "base/clock.h"
#include "lab/shannon/forests.h"

#include <stdlib.h>
#include <string.h>

// --- Groups of vertices
static int *groups_new(const Graph *graph) {
    int *group = malloc(sizeof *group * ((size_t)graph->vertices + 1));
    for (int v = 0; group && v < graph->vertices; v++) group[v] = v;
    return group;
}

// Joins what the edges of one state join.
static void groups_join_state(const Graph *graph, int *group, ItemState state) {
    for (int e = 0; e < graph->edges; e++) {
        if (graph->edge[e].state == state) group_join(group, graph->edge[e].end[0], graph->edge[e].end[1]);
    }
}

static bool targets_joined(const Graph *graph, int *group) {
    return group_find(group, graph->target[0]) == group_find(group, graph->target[1]);
}

int switching_over(const Graph *graph) {
    int *group = groups_new(graph), winner = -1;
    if (!group) return -1;
    groups_join_state(graph, group, ITEM_CAPTURED);
    if (targets_joined(graph, group)) winner = CONNECT;
    groups_join_state(graph, group, ITEM_FREE);
    if (!targets_joined(graph, group)) winner = CUT;
    free(group);
    return winner;
}

// --- The two forests
// Free edges between groups of captured ones, and twice the edge t.
typedef struct Board {
    Forests forests;
    int *index; // of each edge among those of the forests; -1: none
    int target; // the number of t; its copy comes next
} Board;

static void board_free(Board *board) {
    forests_free(&board->forests);
    free(board->index);
}

static bool board_make(Board *board, const Graph *graph) {
    *board = (Board){0};
    int *group = groups_new(graph);
    int(*end)[2] = malloc(sizeof *end * ((size_t)graph->edges + 2));
    board->index = malloc(sizeof *board->index * ((size_t)graph->edges + 1));
    bool good = group && end && board->index;
    if (good) {
        int count = 0;
        groups_join_state(graph, group, ITEM_CAPTURED);
        for (int e = 0; e < graph->edges; e++) {
            const GraphEdge *edge = &graph->edge[e];
            int u = group_find(group, edge->end[0]), v = group_find(group, edge->end[1]);
            board->index[e] = edge->state == ITEM_FREE && u != v ? count : -1;
            if (board->index[e] < 0) continue;
            end[count][0] = u;
            end[count++][1] = v;
        }
        board->target = count;
        for (int copy = 0; copy < 2; copy++, count++) {
            for (int i = 0; i < 2; i++) end[count][i] = group_find(group, graph->target[i]);
        }
        good = forests_make(&board->forests, graph->vertices, count, (const int(*)[2])end);
    }
    free(group);
    free(end);
    return good;
}

static void board_fill(Board *board) {
    Forests *f = &board->forests;
    forests_greedy(f, board->target);
    for (int e = 0; e < board->target; e++) {
        if (!f->forest[e] && !forests_in_clump(f, e)) forests_offer(f, e);
    }
}

// --- Plans
static bool plan_make(SwitchingPlan *plan, const Graph *graph, bool ready, int holds_target) {
    *plan = (SwitchingPlan){.exists = true, .ready = ready, .holds_target = holds_target};
    plan->part = calloc((size_t)graph->edges + 1, 1);
    return plan->part;
}

// The trees that kept t out at the last offer.
static bool connect_plan(const Board *board, const Graph *graph, bool ready, SwitchingPlan *plan) {
    const Forests *f = &board->forests;
    if (!plan_make(plan, graph, ready, ready ? 0 : f->forest[board->target])) return false;
    for (int e = 0; e < graph->edges; e++) {
        int i = board->index[e];
        if (i >= 0 && f->label[i] >= 0) plan->part[e] = f->forest[i];
    }
    return true;
}

static bool cut_plan(const Board *board, const Graph *graph, bool ready, SwitchingPlan *plan) {
    const Forests *f = &board->forests;
    if (!plan_make(plan, graph, ready, ready ? 0 : f->forest[board->target])) return false;
    for (int e = 0; e < graph->edges; e++) {
        int i = board->index[e];
        if (i >= 0) plan->part[e] = forests_in_clump(f, i) ? PART_GIVEN : f->forest[i];
    }
    return true;
}

// Offers t twice, and writes down the plans that follow.
static bool plans_make(Board *board, const Graph *graph, SwitchingPlan plan[2]) {
    board_fill(board);
    if (!forests_offer(&board->forests, board->target))
        return connect_plan(board, graph, true, &plan[CONNECT]);
    Forests *f = &board->forests;
    // A second copy that does not fit makes a clump that Cut's plan must not count as captured.
    if (!cut_plan(board, graph, false, &plan[CUT])) return false;
    if (!forests_offer(f, board->target + 1)) return connect_plan(board, graph, false, &plan[CONNECT]);
    free(plan[CUT].part);
    return cut_plan(board, graph, true, &plan[CUT]);
}

void switching_free(SwitchingAnswer *answer) {
    for (Side side = CONNECT; side <= CUT; side++) {
        free(answer->plan[side].part);
        answer->plan[side].part = NULL;
    }
}

// --- Replies
// Connect: the part that was hit, with what is captured, falls apart between the ends of the edge that is lost.
static int mend_find(const Graph *graph, const SwitchingPlan *plan, int hit, const int lost[2], int *group) {
    groups_join_state(graph, group, ITEM_CAPTURED);
    for (int e = 0; e < graph->edges; e++) {
        if (plan->part[e] == hit && graph->edge[e].state == ITEM_FREE)
            group_join(group, graph->edge[e].end[0], graph->edge[e].end[1]);
    }
    int side[2] = {group_find(group, lost[0]), group_find(group, lost[1])};
    for (int e = 0; e < graph->edges; e++) {
        if (plan->part[e] != 3 - hit || graph->edge[e].state != ITEM_FREE) continue;
        int u = group_find(group, graph->edge[e].end[0]), v = group_find(group, graph->edge[e].end[1]);
        if ((u == side[0] && v == side[1]) || (u == side[1] && v == side[0])) return e;
    }
    return -1;
}

// Cut: an edge on the cycle that the captured edge closes with the other forest and t. Joins the edges of the other
// forest one by one, keeping those that are needed, and takes one whose loss parts the ends.
static int cycle_find(const Graph *graph, const SwitchingPlan *plan, int hit, int captured, int *group) {
    int from = captured >= 0 ? graph->edge[captured].end[0] : graph->target[0];
    int to = captured >= 0 ? graph->edge[captured].end[1] : graph->target[1];
    // The ends of the edge must not be joined by the edge itself.
    for (int e = 0; e < graph->edges; e++) {
        bool captured_before = graph->edge[e].state == ITEM_CAPTURED && e != captured;
        bool given = plan->part[e] == PART_GIVEN && graph->edge[e].state == ITEM_FREE;
        if (captured_before || given) group_join(group, graph->edge[e].end[0], graph->edge[e].end[1]);
    }
    if (captured >= 0) group_join(group, graph->target[0], graph->target[1]);
    int last = -1;
    // The forest has no cycle, so the path between the ends is the only one. Of the edges, added in some order, the
    // one that completes it is on it.
    for (int e = 0; e < graph->edges && group_find(group, from) != group_find(group, to); e++) {
        if (plan->part[e] != 3 - hit || graph->edge[e].state != ITEM_FREE) continue;
        group_join(group, graph->edge[e].end[0], graph->edge[e].end[1]);
        last = e;
    }
    return group_find(group, from) == group_find(group, to) ? last : -1;
}

bool switching_reply(const Graph *graph, Side side, SwitchingPlan *plan, int last, SwitchingReply *reply) {
    int *group = groups_new(graph);
    if (!group) return false;
    int hit = last >= 0 ? plan->part[last] : plan->holds_target;
    *reply = (SwitchingReply){.edge = -1, .hit = hit};
    if (last >= 0) plan->part[last] = PART_NONE;
    if (hit == PART_FIRST || hit == PART_SECOND) {
        const int *lost = last >= 0 ? graph->edge[last].end : graph->target;
        reply->edge = side == CONNECT ? mend_find(graph, plan, hit, lost, group)
                                      : cycle_find(graph, plan, hit, last, group);
    }
    free(group);
    plan->ready = true;
    plan->holds_target = 0;
    reply->needed = reply->edge >= 0;
    if (reply->needed) {
        reply->from = plan->part[reply->edge];
        plan->part[reply->edge] = PART_NONE;
    } else {
        reply->edge = switching_resist(graph);
    }
    return true;
}

// --- The answer
// A first move that keeps or makes the plan ready. The plan itself stays as it is.
static bool first_move(const Graph *graph, Side side, const SwitchingPlan *plan, int *move) {
    *move = -1;
    if (!plan->exists) return true;
    if (plan->ready) {
        *move = switching_resist(graph);
        return true;
    }
    SwitchingPlan copy = *plan;
    SwitchingReply reply = {.edge = -1};
    copy.part = malloc((size_t)graph->edges + 1);
    bool good = copy.part;
    if (good) {
        memcpy(copy.part, plan->part, (size_t)graph->edges);
        good = switching_reply(graph, side, &copy, -1, &reply);
    }
    free(copy.part);
    *move = reply.edge;
    return good;
}

static bool board_check(const Graph *graph, Error *error) {
    for (int v = 0; v < graph->vertices; v++) {
        if (graph->vertex[v].state != ITEM_FREE)
            return error_input(error, "vertex %s is %s, but the game is on edges", graph->vertex[v].name,
                               item_state_name(graph->vertex[v].state));
    }
    return true;
}

bool switching_solve(const Graph *graph, SwitchingAnswer *answer, Error *error) {
    double start = clock_seconds();
    *answer = (SwitchingAnswer){.move = {-1, -1}};
    if (!board_check(graph, error)) return false;
    int over = switching_over(graph);
    if (over >= 0) {
        answer->over = true;
        answer->winner[CONNECT] = answer->winner[CUT] = (Side)over;
        return true;
    }
    Board board;
    bool good = board_make(&board, graph) && plans_make(&board, graph, answer->plan);
    board_free(&board);
    for (Side side = CONNECT; side <= CUT && good; side++) {
        answer->winner[side] = answer->plan[side].exists ? side : side_other(side);
        good = first_move(graph, side, &answer->plan[side], &answer->move[side]);
    }
    answer->seconds = clock_seconds() - start;
    if (good) return true;
    switching_free(answer);
    return error_memory(error);
}

// --- Where no plan says a move
// The free edges at each group of vertices, as lists.
typedef struct EdgeLists {
    int *group, *first, *next; // next: two entries per edge
    int *by, *queue;           // of the search
} EdgeLists;

static void lists_free(EdgeLists *lists) {
    free(lists->group);
    free(lists->first);
    free(lists->next);
    free(lists->by);
    free(lists->queue);
}

static bool lists_make(EdgeLists *lists, const Graph *graph) {
    size_t n = (size_t)graph->vertices + 1;
    *lists = (EdgeLists){.group = groups_new(graph),
                         .first = malloc(sizeof(int) * n),
                         .next = malloc(sizeof(int) * 2 * ((size_t)graph->edges + 1)),
                         .by = malloc(sizeof(int) * n),
                         .queue = malloc(sizeof(int) * n)};
    if (!lists->group || !lists->first || !lists->next || !lists->by || !lists->queue) return false;
    groups_join_state(graph, lists->group, ITEM_CAPTURED);
    for (int v = 0; v < graph->vertices; v++) lists->first[v] = lists->by[v] = -1;
    for (int e = 0; e < graph->edges; e++) {
        for (int i = 0; i < 2 && graph->edge[e].state == ITEM_FREE; i++) {
            int v = group_find(lists->group, graph->edge[e].end[i]);
            lists->next[2 * e + i] = lists->first[v];
            lists->first[v] = 2 * e + i;
        }
    }
    return true;
}

// Breadth first from one target; `by` is the edge by which a group was reached.
static void lists_search(EdgeLists *lists, const Graph *graph, int root) {
    int count = 0;
    lists->queue[count++] = root;
    for (int at = 0; at < count; at++) {
        for (int k = lists->first[lists->queue[at]]; k >= 0; k = lists->next[k]) {
            int w = group_find(lists->group, graph->edge[k / 2].end[1 - k % 2]);
            if (w == root || lists->by[w] >= 0) continue;
            lists->by[w] = k / 2;
            lists->queue[count++] = w;
        }
    }
}

int switching_resist(const Graph *graph) {
    EdgeLists lists;
    int move = -1;
    if (lists_make(&lists, graph)) {
        lists_search(&lists, graph, group_find(lists.group, graph->target[0]));
        move = lists.by[group_find(lists.group, graph->target[1])];
    }
    lists_free(&lists);
    return move;
}
