// The checker's word (verify/verify.h) on proofs that were just written.
#ifndef MUSTPLAY_LAB_STRATEGY_EXPRESSION_CHECK_H
#define MUSTPLAY_LAB_STRATEGY_EXPRESSION_CHECK_H

#include "lab/strategy/expression.h"
#include "verify/verify.h"

// The checker's verdict on a proof in memory.
void proof_check(const Text *proof, VerifyResult *result);
// Whether `color` wins by the expression; what the checker says is in `result`, why not in `reason`.
bool expression_check(const Expression *expression, const Position *position, Color color,
                      VerifyResult *result, Text *reason);

#endif
