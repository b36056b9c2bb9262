// Pattern search and the Hex Solver ladder built on it (Rasmussen 2007 chapters 5 to 7, van Rijswijck 2002 §2.3-2.5).
//
// Pattern search is a depth-first search that returns the winner with a threat pattern. Its set of empty cells, the
// carrier, is all the winner needs. A winning move adds itself to the pattern of its child. A losing move
// restricts the moves left to the pattern that refutes it, the must-play region. When no move is left, the
// union of the patterns proves the loss. Each solver of the ladder adds one feature to the one before, to
// measure what it is worth. The features are switches of one search.
//
// Sound: every result comes with a carrier that proves it, whatever the features. Complete without limits.
#ifndef MUSTPLAY_LAB_LADDER_THREAT_SEARCH_H
#define MUSTPLAY_LAB_LADDER_THREAT_SEARCH_H

#include "base/budget.h"
#include "base/error.h"
#include "game/answer.h"
#include "knowledge/vc.h"

typedef enum ThreatFeature {
    THREAT_UTILITY = 1 << 0,   // moves in the order of connection utility (5.2)
    THREAT_HSEARCH = 1 << 1,   // strong threats end a node, weak ones give the must-play (6.2)
    THREAT_FEATURES = 1 << 2,  // moves ordered by the threats they make (6.3)
    THREAT_TRIANGLES = 1 << 3, // domination and capture at the edges (6.4)
    THREAT_TEMPLATES = 1 << 4, // threat patterns found are kept and matched elsewhere (7.3)
    THREAT_DEEPENING = 1 << 5, // depth limits 1, 2, ... (7.4)
    // Options beside the ladder:
    THREAT_REPAIR = 1 << 6,     // carrier repair (6.5)
    THREAT_MINIMAL_OR = 1 << 7, // the smallest union among the refutations of a lost node (6.5)
    THREAT_SEEDS = 1 << 8,      // templates of the next smaller board, laid over this one (7.4)
    THREAT_ORACLE = 1 << 9,     // moves that win on the next smaller board first (7.4)
    THREAT_DECOMPOSE = 1 << 10, // independent parts of a pattern are checked apart (van Rijswijck 2002 §2.4)
} ThreatFeature;

// The feature sets of `pattern`, `solver1` ... `solver5`, `solver5id`.
typedef struct ThreatSolver {
    const char *name;
    unsigned features;
} ThreatSolver;
const ThreatSolver *threat_solvers(void); // ended by a NULL name
unsigned threat_solver_features(const char *name);

typedef struct ThreatOptions {
    unsigned features;
    bool every_move; // settle every move of the root: no cut-off there ("completely solved").
    // For comparison of H-search: the nodes that one OR may visit (0: as many as is best), and who receives its buckets
    // (VcOptions.or_seen).
    uint64_t or_nodes;
    void (*or_seen)(void *context, const CellSet *carrier, int count);
    const Observer *or_observer; // may cancel an OR (VcOptions.or_observer)
    void *or_context;
} ThreatOptions;

typedef struct ThreatOutcome {
    Answer answer;
    CellSet winning, losing;                // with every_move: the moves settled
    uint64_t templates[2];                  // weak, strong: stored at the end
    uint64_t repairs;                       // nodes that a repaired carrier ended
    uint64_t conjectures, conjectures_held; // decompositions tried, and those that held
    uint64_t shrunk;                        // cells that the minimal OR left out
    VcCounts connections[2];                // of H-search, by colour
} ThreatOutcome;

// The position must not be won already. The budget's memory is for the templates. False when out of memory.
bool threat_search(const Position *position, const ThreatOptions *options, const Budget *budget,
                   ThreatOutcome *outcome, Error *error);

#endif
