#include "search/pattern_search.h"

#include "search/pattern_ops.h"

#include <string.h>

enum {
    SOLVER1 = PATTERN_UTILITY,
    SOLVER2 = SOLVER1 | PATTERN_HSEARCH,
    SOLVER3 = SOLVER2 | PATTERN_FEATURES,
    SOLVER4 = SOLVER3 | PATTERN_TRIANGLES,
    SOLVER5 = SOLVER4 | PATTERN_TEMPLATES
};

static const PatternSolver SOLVERS[] = {
    {"pattern", 0},
    {"solver1", SOLVER1},
    {"solver2", SOLVER2},
    {"solver3", SOLVER3},
    {"solver4", SOLVER4},
    {"solver5", SOLVER5},
    {"solver5id", SOLVER5 | PATTERN_DEEPENING},
    {0},
};

const PatternSolver *pattern_solvers(void) {
    return SOLVERS;
}

unsigned pattern_solver_features(const char *name) {
    for (const PatternSolver *s = SOLVERS; s->name; s++) {
        if (!strcmp(s->name, name)) return s->features;
    }
    return 0;
}

bool pattern_search(const Position *position, const PatternOptions *options, const Observer *observer,
                    PatternOutcome *outcome, Error *error) {
    int cells = position->geometry->cells;
    const PatternOps *ops = cells <= 64    ? &pattern_ops_w1
                            : cells <= 128 ? &pattern_ops_w2
                            : cells <= 192 ? &pattern_ops_w3
                                           : &pattern_ops_w6;
    return ops->run(position, options, observer, outcome, error);
}
