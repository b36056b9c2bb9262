// The checker's word (verify/verify.h) on proofs that were just written.
#ifndef MUSTPLAY_LAB_STRATEGY_STRATEGY_JUDGE_H
#define MUSTPLAY_LAB_STRATEGY_STRATEGY_JUDGE_H

#include "lab/strategy/expression.h"
#include "verify/verify.h"

// The checker's verdict on a proof in memory.
void proof_judge(const Text *proof, VerifyResult *result);
// Whether `color` wins by the expression; what the checker says is in `result`, why not in `reason`.
bool expression_judge(const Expression *expression, const Position *position, Color color,
                      VerifyResult *result, Text *reason);

#endif
