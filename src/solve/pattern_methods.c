#include "solve/pattern_methods.h"

#include "search/pattern_search.h"

static bool ladder_method(const char *name, const Position *position, const SolveLimits *limits,
                          const Observer *observer, SolveResult *result, Error *error) {
    PatternOptions options = {
        .features = pattern_solver_features(name), .seconds = limits->seconds, .memory = limits->memory};
    PatternOutcome outcome;
    if (!pattern_search(position, &options, observer, &outcome, error)) return false;
    *result = (SolveResult){.winner = outcome.winner,
                            .move = outcome.move,
                            .carrier = outcome.carrier,
                            .nodes = outcome.nodes,
                            .seconds = outcome.seconds};
    return true;
}

bool pattern_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error) {
    return ladder_method("pattern", position, limits, observer, result, error);
}

bool solver1_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error) {
    return ladder_method("solver1", position, limits, observer, result, error);
}

bool solver2_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error) {
    return ladder_method("solver2", position, limits, observer, result, error);
}

bool solver3_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error) {
    return ladder_method("solver3", position, limits, observer, result, error);
}

bool solver4_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error) {
    return ladder_method("solver4", position, limits, observer, result, error);
}

bool solver5_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error) {
    return ladder_method("solver5", position, limits, observer, result, error);
}

bool solver5id_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                      SolveResult *result, Error *error) {
    return ladder_method("solver5id", position, limits, observer, result, error);
}
