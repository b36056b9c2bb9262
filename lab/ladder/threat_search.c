#include "lab/ladder/threat_search.h"

#include "lab/ladder/threat_ops.h"

#include <string.h>

enum {
    SOLVER1 = THREAT_UTILITY,
    SOLVER2 = SOLVER1 | THREAT_HSEARCH,
    SOLVER3 = SOLVER2 | THREAT_FEATURES,
    SOLVER4 = SOLVER3 | THREAT_TRIANGLES,
    SOLVER5 = SOLVER4 | THREAT_TEMPLATES
};

static const ThreatSolver SOLVERS[] = {
    {"pattern", 0},
    {"solver1", SOLVER1},
    {"solver2", SOLVER2},
    {"solver3", SOLVER3},
    {"solver4", SOLVER4},
    {"solver5", SOLVER5},
    {"solver5id", SOLVER5 | THREAT_DEEPENING},
    {"decompose-pattern", THREAT_DECOMPOSE},
    {0},
};

const ThreatSolver *threat_solvers(void) {
    return SOLVERS;
}

unsigned threat_solver_features(const char *name) {
    for (const ThreatSolver *s = SOLVERS; s->name; s++) {
        if (!strcmp(s->name, name)) return s->features;
    }
    return 0;
}

bool threat_search(const Position *position, const ThreatOptions *options, const Budget *budget,
                   ThreatOutcome *outcome, Error *error) {
    return threat_ops_for(position->geometry)->run(position, options, budget, outcome, error);
}
