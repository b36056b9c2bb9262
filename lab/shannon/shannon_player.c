#include "lab/shannon/shannon_player.h"

#include "lab/shannon/vertex_strategy.h"

#include <stdio.h>
#include <stdlib.h>

enum { EXPRESSION_SAID = 200 }; // characters; a longer strategy is not said

char *edge_name(const Graph *graph, int edge, char *buffer) {
    const int *end = graph->edge[edge].end;
    snprintf(buffer, EDGE_NAME_MAX, "%s-%s", graph->vertex[end[0]].name, graph->vertex[end[1]].name);
    return buffer;
}

const char *side_verb(Side side) {
    return side == CONNECT ? "captures" : "deletes";
}

void shannon_player_forget(ShannonPlayer *player) {
    switching_free(&player->answer);
    player->planned = false;
}

// --- Reasons
static void connect_reason(const ShannonPlayer *p, int last, const SwitchingReply *r, Text *why) {
    char name[EDGE_NAME_MAX], mend[EDGE_NAME_MAX];
    const Graph *g = p->graph;
    if (last >= 0)
        text_format(why, "Cut deleted %s and so broke tree %d in two.", edge_name(g, last, name), r->hit);
    else
        text_format(why,
                    "Connect plays as if Cut had just deleted an edge %s-%s, and so broken tree %d in two.",
                    g->vertex[g->target[0]].name, g->vertex[g->target[1]].name, r->hit);
    text_format(why, " Connect captures %s of tree %d, which joins the two parts: both are trees again.",
                edge_name(g, r->edge, mend), r->from);
}

static void cut_reason(const ShannonPlayer *p, int last, const SwitchingReply *r, Text *why) {
    char name[EDGE_NAME_MAX], loss[EDGE_NAME_MAX];
    const Graph *g = p->graph;
    if (last >= 0)
        text_format(why, "Connect captured %s of forest %d,", edge_name(g, last, name), r->hit);
    else
        text_format(why, "Cut plays as if Connect had just captured an edge %s-%s of forest %d,",
                    g->vertex[g->target[0]].name, g->vertex[g->target[1]].name, r->hit);
    text_format(why, " which closes a cycle with forest %d%s. Cut deletes %s, an edge of that cycle.",
                r->from, last >= 0 ? " and an edge between the targets" : "", edge_name(g, r->edge, loss));
}

static void free_reason(const ShannonPlayer *p, int last, int edge, bool lost, Text *why) {
    char name[EDGE_NAME_MAX], move[EDGE_NAME_MAX];
    if (lost)
        text_format(why, "%s is lost against perfect play and", side_title(p->side));
    else if (last >= 0)
        text_format(why, "%s hurt nothing that %s needs, who", edge_name(p->graph, last, name),
                    side_title(p->side));
    else
        text_format(why, "%s wins even as second and", side_title(p->side));
    text_format(why, " %s %s, on a shortest way between the targets.", side_verb(p->side),
                edge_name(p->graph, edge, move));
}

// --- Moves
// A plan for the present position, in which the player is to move. True in *wins when there is one.
static bool plan_anew(ShannonPlayer *p, bool *wins, Error *error) {
    shannon_player_forget(p);
    if (!switching_solve(p->graph, &p->answer, error)) return false;
    *wins = p->answer.winner[p->side] == p->side;
    return true;
}

// The plan's answer to `last`, or to the edge between the targets.
static bool plan_follow(ShannonPlayer *p, int last, int *move, Text *why, Error *error) {
    SwitchingReply reply;
    if (!switching_reply(p->graph, p->side, &p->answer.plan[p->side], last, &reply))
        return error_memory(error);
    *move = reply.edge;
    p->planned = reply.needed;
    if (!reply.needed)
        free_reason(p, last, reply.edge, false, why);
    else if (p->side == CONNECT)
        connect_reason(p, last, &reply, why);
    else
        cut_reason(p, last, &reply, why);
    return true;
}

bool shannon_player_edge(ShannonPlayer *p, int last, int *move, Text *why, Error *error) {
    if (p->planned && last >= 0) return plan_follow(p, last, move, why, error);
    bool wins = false;
    if (!plan_anew(p, &wins, error)) return false;
    if (wins && !p->answer.plan[p->side].ready) return plan_follow(p, -1, move, why, error);
    *move = switching_resist(p->graph);
    if (*move < 0) return error_memory(error);
    free_reason(p, -1, *move, !wins, why);
    return true;
}

// --- On vertices
// "Connect captures b2 and holds (b1|c1).(a3|b3)."
static void vertex_reason(const Graph *graph, Side side, const VertexOutcome *o, bool known,
                          const Text *strategy, Text *why) {
    const char *name = graph->vertex[o->move].name;
    bool wins = known && o->winner == side;
    text_format(why, "%s %s%s %s", side_title(side),
                wins    ? ""
                : known ? "is lost against perfect play and "
                        : "cannot see the end and ",
                side_verb(side), name);
    if (!wins)
        text_add(why, ", on a shortest way between the targets.");
    else if (strategy->length && strategy->length <= EXPRESSION_SAID)
        text_format(why, ", and holds %s.", text_string(strategy));
    else if (strategy->length)
        text_format(why, ", and wins with %d vertices.", cellset_count(o->carrier));
    else
        text_add(why, ".");
}

typedef struct VertexThought {
    VertexBoard board;
    VertexPosition position;
    ExpressionTree strategy;
} VertexThought;

// What is to be held after the move, as an expression; nothing if it is too long.
static void strategy_say(VertexThought *t, VertexSolver *solver, const Graph *graph, Side side,
                         const VertexOutcome *o, Text *out) {
    VertexOutcome after = {.winner = side, .move = -1, .carrier = o->carrier};
    VertexPosition position = vertex_played(t->position, side, o->move);
    if (strategy_build(solver, &t->board, position, side_other(side), &after, &t->strategy) == STRATEGY_BUILT)
        strategy_write(&t->strategy, graph, out);
}

static bool vertex_think(VertexThought *t, const Graph *graph, Side side, const Budget *budget, int *move,
                         Text *why, Error *error) {
    if (!vertex_board_make(&t->board, &t->position, graph, error)) return false;
    VertexSolver *solver = vertex_solver_new(&t->board, budget);
    if (!solver) return error_memory(error);
    VertexOutcome outcome;
    Text strategy = {0};
    bool known = vertex_solve(solver, t->position, side, &outcome);
    if (!known || outcome.winner != side)
        outcome.move = vertex_resist(&t->board, &t->position);
    else
        strategy_say(t, solver, graph, side, &outcome, &strategy);
    *move = outcome.move;
    vertex_reason(graph, side, &outcome, known, &strategy, why);
    text_free(&strategy);
    vertex_solver_free(solver);
    return true;
}

bool shannon_player_vertex(const Graph *graph, Side side, const Budget *budget, int *move, Text *why,
                           Error *error) {
    VertexThought *thought = malloc(sizeof *thought);
    if (!thought) return error_memory(error);
    bool good = vertex_think(thought, graph, side, budget, move, why, error);
    free(thought);
    return good;
}
