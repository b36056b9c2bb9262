#include "solve/ladder_methods.h"

#include "search/threat_search.h"

bool ladder_method(const char *name, const Position *position, const SolveLimits *limits,
                   const Observer *observer, SolveResult *result, SolveMoves *moves, Error *error) {
    ThreatOptions options = {.features = threat_solver_features(name),
                             .every_move = moves,
                             .seconds = limits->seconds,
                             .memory = limits->memory};
    ThreatOutcome outcome;
    if (!threat_search(position, &options, observer, &outcome, error)) return false;
    *result = (SolveResult){.winner = outcome.winner,
                            .move = outcome.move,
                            .carrier = outcome.carrier,
                            .nodes = outcome.nodes,
                            .seconds = outcome.seconds};
    if (moves) *moves = (SolveMoves){outcome.winning, outcome.losing};
    return true;
}
