#include "lab/decompose/decompose_methods.h"

#include "lab/decompose/decompose.h"

static bool method_run(DecomposeOptions options, const Position *position, const Budget *budget,
                       const SolveContext *context, Answer *answer, Error *error) {
    DecomposeOutcome outcome;
    options.net = context->net;
    options.without_net = context->without_net;
    if (!decompose_search(position, &options, budget, &outcome, error)) return false;
    *answer = outcome.answer;
    return true;
}

bool decompose_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                      Error *error) {
    return method_run((DecomposeOptions){0}, position, budget, context, answer, error);
}

bool decompose_rules_method(const Position *position, const Budget *budget, SolveContext *context,
                            Answer *answer, Error *error) {
    return method_run((DecomposeOptions){.rules_only = true}, position, budget, context, answer, error);
}
