// Virtual connections of a position, found bottom-up (H-search), for one or both colours.
//
// A full connection (x, A, y) of a colour: moving second, it can join the ends x and y playing only inside
// the carrier A. A semi connection: the same moving first, beginning with its key, which lies in A. Ends are
// the colour's chains, its two edges and empty cells; a carrier holds empty cells only, never an end.
//
// Sound: every connection reported holds. Incomplete: not every connection that holds is found; how many are
// is a matter of options. Sources: Anshelevich's H-search with the OR rules of Rasmussen 2007 (§6.1.2), and the fast
// combiner after Pawlewicz et al. 2015.
#ifndef MUSTPLAY_KNOWLEDGE_VC_H
#define MUSTPLAY_KNOWLEDGE_VC_H

#include "base/observer.h"
#include "game/position.h"

// How semi connections of one pair become full ones.
typedef enum VcOr {
    VC_OR_FAST,       // a full only where it shrinks the meet of the pair's fulls, chosen greedily
    VC_OR_IMPROVED,   // Rasmussen 2007, Algorithm 6.1.4: increasing indices, members that shrink the meet
    VC_OR_ANSHELEVICH // Rasmussen 2007, Algorithm 6.1.3: every sequence of semis; for comparison only
} VcOr;

// What the AND rule may do with a full that ends at an edge of the board.
typedef enum VcEdgeAnd { VC_EDGE_NEVER, VC_EDGE_FIRST_ROW, VC_EDGE_ALWAYS } VcEdgeAnd;

// Between which ends the crossing rule is applied.
typedef enum VcCrossing { VC_CROSSING_NEVER, VC_CROSSING_EDGES, VC_CROSSING_CHAINS } VcCrossing;

// How far from an edge's gap the aimed crossing looks for a way past it, and how many gaps it takes on.
typedef enum VcAim { VC_AIM_NEVER, VC_AIM_NEAR, VC_AIM_WIDE } VcAim;

typedef struct VcOptions {
    VcOr or_rule;
    bool shrink;       // accept a full only if it shrinks the meet of its pair's fulls
    int full_limit;    // fulls kept per pair; 0: no limit
    int semi_limit;    // semis kept per pair, edge to edge excepted; 0: no limit
    int or_limit;      // members of an OR by the two classic rules; 0: no limit
    bool or_in_order;  // a build's first ORs in the order in which they arose, not the last one first
    uint64_t or_nodes; // semis that one OR by a classic rule may visit; 0: no limit.
    // Receives the carriers of each bucket that a classic rule combines, before it does; NULL: not called.
    void (*or_seen)(void *context, const CellSet *carrier, int count);
    void *or_context;
    const Observer *or_observer; // may cancel: the classic rules then combine nothing more; may be NULL
    int carrier_limit;           // no carriers above this size, edge to edge excepted; 0: no limit
    VcEdgeAnd edge_and;          // AND over edges: more connections, much slower
    VcCrossing crossing;         // the crossing rule, for braids
    VcAim aim;      // the crossing rule aimed at cells that connections to an edge share (not with `record`)
    bool captured;  // carriers may meet in pairs that a stone on their end captures (not with `record`)
    bool templates; // edge templates that the rules do not find, row 5, are base connections
    bool record;    // keep derivations, so that vc_reply can read out the strategy
    bool stop_at_win; // stop a build when a full connection from edge to edge is there
} VcOptions;

// The default: fast combiner, shrinking, crossing between the edges.
VcOptions vc_options(void);

typedef struct VcConnection {
    int x, y;        // cells or EDGE_...; a chain is named by its edge or by its first stone
    int key;         // CELL_NONE for a full connection
    CellSet carrier; // the key included
} VcConnection;

typedef struct VcCounts {
    uint64_t fulls, semis, pairs; // that the state holds now
    uint64_t attempts;            // ANDs whose carriers fit, since the state was made
    uint64_t or_calls, or_nodes;  // calls of the OR rule, semis it visited
    uint64_t or_size_calls[64];   // calls of a classic OR rule by number of semis (63: and more)
    uint64_t or_size_nodes[64];   // semis it visited, by number of semis
    uint64_t or_stopped;          // classic ORs cut off by the node limit
} VcCounts;

// Connections of both colours on one size of board. Not for use by two threads at once.
typedef struct Vc Vc;

// NULL out of memory.
Vc *vc_new(const Geometry *geometry, const VcOptions *options);
void vc_free(Vc *vc);

enum { VC_BLACK = 1, VC_WHITE = 2, VC_BOTH = 3 };

// Computes the connections of the colours in the mask; earlier states and their undo are forgotten. False
// out of memory. Queries about a colour that was not built are not allowed.
bool vc_build(Vc *vc, const Position *position, unsigned colors);
// Adds the connections of further colours of the same position to those built, before any stone is placed.
bool vc_build_more(Vc *vc, const Position *position, unsigned colors);
// Adds a stone to the position, updating the colours that were built. False out of memory.
bool vc_place(Vc *vc, int cell, Color stone);
// Returns to the state before the last vc_place, exactly.
void vc_undo(Vc *vc);
// Whether a stone of `color` on `cell` gives it a winning full connection although the opponent has stones on all of
// `against`. If so, `cell` with `*carrier` is a winning semi-connection that avoids them. The state is unchanged.
// Gives up after `limit` ANDs.
bool vc_attempt(Vc *vc, Color color, CellSet against, int cell, uint64_t limit, CellSet *carrier);
// The colours built so far and still valid.
unsigned vc_colors(const Vc *vc);

// The carrier of the smallest full connection from edge to edge; empty when the edges are joined by stones.
bool vc_win(const Vc *vc, Color color, CellSet *carrier);
// The smallest semi connection from edge to edge. False when there is none.
bool vc_win_semi(const Vc *vc, Color color, int *key, CellSet *carrier);
// The cells where the opponent of `color` must play to keep it from winning at once: the meet of its winning
// semi-connections. Every empty cell when it has none; no cell when it has a winning full. The carrier is what a proof
// needs: the union of enough of these connections to give the same meet.
CellSet vc_mustplay(const Vc *vc, Color color, CellSet *carrier);

// Full (or semi) connections between two nodes, empty cells or any stones of a chain, smallest first. Writes
// at most `max` of them and returns how many there are.
int vc_between(const Vc *vc, Color color, int x, int y, bool full, VcConnection *out, int max);
// Every full (or semi) connection of a colour.
typedef void (*VcVisit)(void *context, const VcConnection *connection);
void vc_each(const Vc *vc, Color color, bool full, VcVisit visit, void *context);
// The end that a cell belongs to: itself when empty, its chain's name when `color` has a stone there,
// CELL_NONE when the opponent has.
int vc_end(const Vc *vc, Color color, int cell);

// The answer to an intrusion of the opponent into a full connection, read from its derivation: a cell of the carrier.
// CELL_NONE when none is needed or no derivation was recorded. VcOptions.record asks for recording; after vc_place
// there is none until the next build.
int vc_reply(const Vc *vc, Color color, const VcConnection *full, int intrusion);

// Derivations, while they are recorded (as for vc_reply): how each full connection came about. Fulls and
// members of ORs are named by numbers that hold until the next build.
typedef enum VcRule {
    VC_ADJACENT, // the ends touch
    VC_AND,      // two fulls that meet at a chain or an edge
    VC_OR,       // semis with no cell in common
    VC_UNKNOWN   // a template or a crossing: not read out
} VcRule;

typedef struct VcFull {
    int x, y; // as in VcConnection
    CellSet carrier;
    VcRule rule;
    int part[2];         // of VC_AND
    int member, members; // of VC_OR: the first and how many
} VcFull;

// A semi connection: two fulls that meet at its key.
typedef struct VcSemi {
    int key;
    CellSet carrier; // the key included
    int part[2];
} VcSemi;

// The smallest winning full, or -1: none, or the edges are joined by stones.
int vc_winning_full(const Vc *vc, Color color);
// Winning semis, at most `max`; returns how many were written.
int vc_winning_semis(const Vc *vc, Color color, VcSemi *out, int max);
VcFull vc_full_read(const Vc *vc, Color color, int full);
VcSemi vc_member_read(const Vc *vc, Color color, int member);

// The must-play deduction rule of Rasmussen 2007 §4.3: a search over the known connections. It tries to turn the
// winning semi-connections of `color` into a full one. True with its carrier if it succeeds within `nodes`.
bool vc_deduce(const Vc *vc, Color color, uint64_t nodes, CellSet *carrier);

VcCounts vc_counts(const Vc *vc, Color color);
// False with a reason when an invariant of the state is broken.
bool vc_validate(const Vc *vc, Color color, Error *error);

#endif
