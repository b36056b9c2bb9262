// Shannon's switching game, on the edges of a graph: who wins, and perfect play for both sides, in polynomial time
// (Lehman 1964; Rasmussen 2007 §2.2).
//
// Let t be an edge between the targets that is not on the board. Contract the captured edges, and take two forests of
// the free edges without a common edge, as large as possible together. Offer t to them:
//  - It does not fit: the edges that kept it out are two trees on the same vertices, targets included. Connect wins
//    even as second: when Cut breaks one tree, an edge of the other mends it.
//  - It fits, and a second copy of it fits as well. With t neither forest has a cycle, and all edges outside them lie
//    in clumps (forests.h). Cut wins even as second, and even if all clumps were captured. When Connect captures an
//    edge of one forest, it closes at most one cycle with the other forest and t. Cut deletes an edge of this cycle.
//  - It fits once: whoever moves first wins. Connect plays as if Cut had just broken t, Cut as if Connect had just
//    captured it.
#ifndef MUSTPLAY_LAB_SHANNON_SWITCHING_H
#define MUSTPLAY_LAB_SHANNON_SWITCHING_H

#include "lab/shannon/graph.h"

enum { PART_NONE, PART_FIRST, PART_SECOND, PART_GIVEN };

// How a side wins: two trees for Connect, two forests for Cut.
typedef struct SwitchingPlan {
    bool exists;         // the side wins, as second or at least as first
    bool ready;          // even as second
    int holds_target;    // the part that t belongs to, of a plan that is not ready
    unsigned char *part; // of every edge; PART_GIVEN: Cut counts it as captured
} SwitchingPlan;

typedef struct SwitchingAnswer {
    Side winner[2]; // by who moves first
    int move[2];    // a winning first move of that side, -1 if it loses or the game is over
    bool over;      // one side has won already
    SwitchingPlan plan[2];
    double seconds;
} SwitchingAnswer;

typedef struct SwitchingReply {
    int edge;      // the move
    bool needed;   // false: the plan asks for none, and the move is any; then the plan is used up
    int hit, from; // the part that was hit, and the part that the move is from
} SwitchingReply;

// The side that has won a position, or -1.
int switching_over(const Graph *graph);

// False with an error: vertices that were played on, or no memory. The caller frees the answer.
bool switching_solve(const Graph *graph, SwitchingAnswer *answer, Error *error);
void switching_free(SwitchingAnswer *answer);

// What a plan answers to the edge `last`, or to t when `last` is -1; the graph holds that move already. Changes the
// plan to what remains of it after the answer. False out of memory.
bool switching_reply(const Graph *graph, Side side, SwitchingPlan *plan, int last, SwitchingReply *reply);

// A free edge on a shortest path between the targets, where captured edges cost nothing. A fair move where no plan
// says one. -1 if there is no path, or all of it is captured.
int switching_resist(const Graph *graph);

#endif
