// The solution that a search by strategy decomposition builds (lab/decompose/decompose.h), and what it has tried.
//
// A node is a win of the winner's with the loser to move. He has nothing but his stones and the cells that he
// `needs`; everything else is the loser's. Its groups say how he wins. Each move of the loser's leaves alone
// the needs of some group, and the winner makes that group's answer. No cell lies in the needs of all
// groups, and a node needs what its groups need. Nodes are shared, so this is a graph.
#ifndef MUSTPLAY_LAB_DECOMPOSE_DECOMPOSE_GRAPH_H
#define MUSTPLAY_LAB_DECOMPOSE_DECOMPOSE_GRAPH_H

#include "game/position.h"

enum { NODE_LEAF = 0, NODE_NONE = UINT32_MAX }; // the leaf: the winner's edges are joined, nothing is needed

typedef struct SolutionGroup {
    CellSet moves; // the loser's, played all at once
    CellSet needs; // the answer, and the child's
    int answer;    // CELL_NONE for a winning semi-connection of H-search, whose first move is not kept
    uint32_t node; // after moves and answer; NODE_NONE for a semi-connection
} SolutionGroup;

typedef struct SolutionNode {
    CellSet needs;
    uint32_t first;  // group
    uint32_t groups; // none: a position that is over, or that H-search decided
} SolutionNode;

// What came of a position: proved, refuted, or given up after so much effort.
typedef struct TriedPosition {
    CellSet stones[2];
    Color to_move; // EMPTY: an unused entry
    uint32_t node; // when proved, NODE_NONE otherwise
    bool refuted;
    uint64_t effort;
} TriedPosition;

typedef struct Solution Solution;

// `memory` in bytes, 0: no limit. NULL out of memory.
Solution *solution_new(uint64_t memory);
void solution_free(Solution *solution);

// Adds a node with these groups. NODE_NONE when memory ends.
uint32_t solution_add(Solution *solution, CellSet needs, const SolutionGroup *groups, uint32_t count);
// Both last until the next node is added.
const SolutionNode *solution_node(const Solution *solution, uint32_t node);
const SolutionGroup *solution_groups(const Solution *solution, uint32_t node);

// The entry of a position, a new one (not refuted, no node, no effort) if there is none. It lasts until the next
// call. NULL when memory ends.
TriedPosition *solution_tried(Solution *solution, const Position *position);

typedef struct SolutionSize {
    uint64_t nodes, groups; // distinct ones below the root, itself included
    uint64_t leaves;        // of the nodes: those without groups
    int depth;              // answers of the winner on the longest way
    double tree; // positions in the tree that plays the same answers move by move: each of the loser's
                 // legal moves by itself, each answer, until a leaf
} SolutionSize;

// Measures the solution of a position with `vacant` empty cells. False out of memory.
bool solution_size(const Solution *solution, uint32_t root, int vacant, SolutionSize *size);

#endif
