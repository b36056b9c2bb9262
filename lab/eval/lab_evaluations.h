// The lab's evaluations (play/evaluation.h).
#ifndef MUSTPLAY_LAB_EVAL_LAB_EVALUATIONS_H
#define MUSTPLAY_LAB_EVAL_LAB_EVALUATIONS_H

#include "play/evaluation.h"

// Y-reduction (lab/eval/yreduction.h).
extern const EvaluationType EVALUATION_YREDUCTION;
// A committee by the last weights of a file (lab/eval/committee.h), which it is made from. In no catalogue: players take
// it by an option of their own.
extern const EvaluationType EVALUATION_COMMITTEE;

// The scale of leads by Y-reduction (EvaluationType.scale).
double reduction_scale(const Geometry *geometry);

#endif
