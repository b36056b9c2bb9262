// Running traces in children, so that a crash, a leak or a hang ends none but them.
#ifndef MUSTPLAY_TESTS_MODEL_RUN_H
#define MUSTPLAY_TESTS_MODEL_RUN_H

#include "model.h"

// How a child has ended: the model was broken, a sanitizer has reported, a signal came, or it took too long.
typedef enum Failure { FAILURE_NONE, FAILURE_BROKEN, FAILURE_REPORT, FAILURE_SIGNAL, FAILURE_TIME } Failure;
const char *failure_name(Failure failure);

// Runs a trace from an empty world in a child; with `loud` its stderr is heard. With `grown` its calls are instead made
// from the seed there and added to the trace as they run.
typedef struct Grown {
    Trace *trace;
    uint64_t seed;
    int steps;
} Grown;
Failure trace_run(const Trace *trace, const Grown *grown, bool loud);

#endif
