#include "solve/pattern_methods.h"

#include "search/pattern_search.h"

bool ladder_method(const char *name, const Position *position, const SolveLimits *limits,
                   const Observer *observer, SolveResult *result, SolveMoves *moves, Error *error) {
    PatternOptions options = {.features = pattern_solver_features(name),
                              .every_move = moves,
                              .seconds = limits->seconds,
                              .memory = limits->memory};
    PatternOutcome outcome;
    if (!pattern_search(position, &options, observer, &outcome, error)) return false;
    *result = (SolveResult){.winner = outcome.winner,
                            .move = outcome.move,
                            .carrier = outcome.carrier,
                            .nodes = outcome.nodes,
                            .seconds = outcome.seconds};
    if (moves) *moves = (SolveMoves){outcome.winning, outcome.losing};
    return true;
}
