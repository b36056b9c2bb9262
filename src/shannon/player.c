#include "shannon/player.h"

#include <stdio.h>

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
        return error_failure(error, "out of memory");
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
    if (*move < 0) return error_failure(error, "out of memory");
    free_reason(p, -1, *move, !wins, why);
    return true;
}
