#include "lab/ladder/ladder_methods.h"

#include "lab/ladder/threat_search.h"

bool ladder_method(const char *name, const Position *position, const Budget *budget, Answer *answer,
                   LadderMoves *moves, Error *error) {
    ThreatOptions options = {.features = threat_solver_features(name), .every_move = moves};
    ThreatOutcome outcome;
    if (!threat_search(position, &options, budget, &outcome, error)) return false;
    *answer = outcome.answer;
    if (moves) *moves = (LadderMoves){outcome.winning, outcome.losing};
    return true;
}
