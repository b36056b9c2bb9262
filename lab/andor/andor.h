// Best-first search on AND/OR graphs (Gao 2020, Appendix A.4), small enough to be read beside the text. General best-first
// search, AO*, proof-number search and PNS* are methods of one engine over one interface.
//
// A source describes an implicit graph without cycles: states with successors, and edges with costs. Terminal states are
// solvable (cost 0) or not (infinite cost). Two estimates say what a state costs to prove and to disprove. The
// search makes states explicit one expansion at a time. Each method repeats three steps. Find the best solution base of
// what is explicit (f1). Pick one of its tips (f2). Expand it and bring its ancestors up to date.
//
// Optimal when the estimate of the proof never exceeds the true cost, by the method's own cost scheme.
#ifndef MUSTPLAY_LAB_ANDOR_ANDOR_H
#define MUSTPLAY_LAB_ANDOR_ANDOR_H

#include "base/budget.h"
#include "base/error.h"
#include "base/text.h"
#include "game/answer.h"
#include "game/position.h"

typedef enum AndOrKind {
    ANDOR_OR,        // solved by one successor
    ANDOR_AND,       // solved by all of them
    ANDOR_SOLVABLE,  // terminal
    ANDOR_UNSOLVABLE // terminal
} AndOrKind;

typedef struct AndOrEdge {
    int to; // a state
    double cost;
} AndOrEdge;

enum { ANDOR_EDGES_MAX = 64 };

typedef struct AndOrSource {
    void *context;
    int root;
    AndOrKind (*kind)(void *context, int state);
    // What the state is thought to cost, to prove or to disprove.
    double (*estimate)(void *context, int state, bool disprove);
    // Writes the successors, at most ANDOR_EDGES_MAX, and returns their number; at least one unless terminal. Negative
    // when out of memory.
    int (*expand)(void *context, int state, AndOrEdge *out);
} AndOrSource;

typedef enum AndOrMethod {
    ANDOR_GENERAL, // f1 by the true cost: every edge and tip of a solution base counts once. Exponential
    ANDOR_AO,      // AO*: f1 by recursive costs; f2 takes the first tip of the base, or the last
    ANDOR_PNS,     // proof-number search: edges cost nothing, every tip 1 and 1
    ANDOR_PNS_STAR // AO* with a pair of heuristics: at an OR the least to prove, at an AND the least to disprove
} AndOrMethod;
const char *andor_method_name(AndOrMethod method);

// How an AND adds up its successors.
typedef enum AndOrScheme { ANDOR_SUM, ANDOR_MAX } AndOrScheme;

typedef struct AndOrOptions {
    AndOrMethod method;
    AndOrScheme scheme;
    bool last;          // AO* and general search: expand the last tip of the base instead of the first
    int64_t expansions; // at most this many; 0: no limit
    // Seconds, expansions (as nodes), memory for what is explicit, and who may cancel; NULL: no limit.
    const Budget *budget;
    // At the end, receives each explicit state that is decided; NULL: not called.
    void (*decided)(void *context, int state, bool solvable);
    void *context;
} AndOrOptions;

enum { ANDOR_LOG_MAX = 64 };

typedef struct AndOrResult {
    AndOrKind value;        // ANDOR_SOLVABLE, ANDOR_UNSOLVABLE, or ANDOR_OR when undecided
    double cost;            // of the solution found, by the method's scheme; INFINITY if unsolvable
    int64_t expanded;       // states expanded
    int log[ANDOR_LOG_MAX]; // the first of them, in order
    int states;             // made explicit.
    // Observation 3 of Appendix A.4: whether every tip that PNS and PNS* chose lay in the solution bases of both the
    // graph and its dual. True for the other methods.
    bool in_both;
} AndOrResult;

// False with an error when out of memory.
bool andor_search(const AndOrSource *source, const AndOrOptions *options, AndOrResult *result, Error *error);

// --- A graph given as text (lab/andor/andor_graph.c)

enum { ANDOR_NODES_MAX = 400, ANDOR_NAME_MAX = 16 };

typedef struct AndOrNode {
    char name[ANDOR_NAME_MAX];
    AndOrKind kind;
    double prove, disprove; // estimates
    int edges;
    AndOrEdge edge[ANDOR_EDGES_MAX];
} AndOrNode;

// The root is node 0.
typedef struct AndOrGraph {
    int nodes;
    AndOrNode node[ANDOR_NODES_MAX];
} AndOrGraph;

// Reads lines of two forms: a node, as in "s or h=1 d=2", and an edge, as in "s -> a 2". The kind of a node is or, and, solvable
// or unsolvable; h and d are its estimates, 0 where not given. The number of an edge is its cost, 1 where not given.
// A # begins a comment, and the first node is the root.
// Nodes are named before their edges. False with an error that names the line.
bool andor_graph_parse(const char *text, AndOrGraph *graph, Error *error);
// Adds a node, or an edge; -1 or false when there is no room.
int andor_graph_node(AndOrGraph *graph, const char *name, AndOrKind kind);
bool andor_graph_edge(AndOrGraph *graph, int from, int to, double cost);
// Whether there are no cycles and every node that is not terminal has a successor; the error names a node.
bool andor_graph_check(const AndOrGraph *graph, Error *error);
// The source of a graph, which must outlive it.
AndOrSource andor_graph_source(const AndOrGraph *graph);

// The least recursive cost of the root, from the whole graph: what AO* must find.
double andor_graph_cost(const AndOrGraph *graph, AndOrScheme scheme);
// The true proof number of the root, found by trying every set of edges to solvable terminals. It is the least total cost of
// such edges that are enough to prove the root, each counted once. All other edges cost nothing here. `proof` receives the
// nodes whose edge to a terminal is used; a node has at most one such edge. The result is -1 when no set proves the root, or when
// there are more than ANDOR_TIPS_MAX such edges.
enum { ANDOR_TIPS_MAX = 26 };
double andor_graph_proof_number(const AndOrGraph *graph, bool proof[ANDOR_NODES_MAX]);

// --- Hex positions (lab/andor/andor_hex.c)

typedef struct AndOrHex AndOrHex;

// The game from a position, for its mover to win; equal positions are one state. Edges cost 1. The estimates are the
// stones that each side still needs to join its edges, which is no more than the moves of any proof. At most
// ANDOR_EDGES_MAX empty cells. NULL when out of memory.
AndOrHex *andor_hex_new(const Position *position);
void andor_hex_free(AndOrHex *hex);
AndOrSource andor_hex_source(AndOrHex *hex);
// Solves the position that `hex` was made with, by a search with these options but for `decided`. The carrier is what the
// strategy of the search plays. False when out of memory.
bool andor_hex_solve(AndOrHex *hex, const AndOrOptions *options, Answer *answer, Error *error);

#endif
