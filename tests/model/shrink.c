// Shrinking a failing trace: calls are dropped (delta debugging), then modifiers and arguments made simpler, again and again
// until nothing helps. Each candidate runs in a child. A failure that depends on time is tried several times.
#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS_MAX = 6 };

static bool timed(const Trace *trace) {
    for (int i = 0; i < trace->count; i++) {
        if (trace->call[i].cancel > 0 || !strncmp(OPS[trace->call[i].op].name, "analysis", 8)) return true;
    }
    return false;
}

static Failure wanted; // the kind of failure that candidates are to show

static bool fails(const Trace *trace) {
    for (int tries = timed(trace) ? 3 : 1; tries > 0; tries--) {
        Failure failure = trace_run(trace, NULL, false);
        if (failure != FAILURE_NONE && (wanted == FAILURE_NONE || failure == wanted))
            return wanted = failure, true;
    }
    return false;
}

// Without the calls from `start` on, `count` of them, if it still fails.
static bool drop(Trace *trace, int start, int count) {
    Trace less = {.count = trace->count - count,
                  .call = malloc(((size_t)trace->count + 1) * sizeof *less.call)};
    if (!less.call) exit(2);
    memcpy(less.call, trace->call, (size_t)start * sizeof *less.call);
    memcpy(less.call + start, trace->call + start + count, (size_t)(less.count - start) * sizeof *less.call);
    bool still = fails(&less);
    if (still) memcpy(trace->call, less.call, (size_t)less.count * sizeof *less.call);
    if (still) trace->count = less.count;
    free(less.call);
    return still;
}

static bool calls_dropped(Trace *trace) {
    bool any = false;
    for (int part = (trace->count + 1) / 2; part >= 1; part = part > 1 ? (part + 1) / 2 : 0) {
        for (int start = trace->count - part; start > -part; start -= part) {
            int from = start < 0 ? 0 : start;
            if (from + part <= trace->count && drop(trace, from, part)) any = true;
        }
    }
    return any;
}

static bool value_tried(const Trace *trace, int64_t *place, int64_t value) {
    int64_t old = *place;
    if (old == value) return false;
    *place = value;
    if (fails(trace)) return true;
    *place = old;
    return false;
}

// Towards `simple`, by halves and then by ones.
static bool value_shrunk(const Trace *trace, int64_t *place, int64_t simple) {
    bool any = false;
    if (value_tried(trace, place, simple)) return true;
    for (int64_t step = (*place - simple) / 2; step; step /= 2) {
        while (*place != simple && llabs(*place - simple) > llabs(step) &&
               value_tried(trace, place, *place - step))
            any = true;
    }
    return any;
}

static bool call_simplified(const Trace *trace, Call *call) {
    bool any = value_tried(trace, &call->stop, 0);
    any |= value_tried(trace, &call->size, 0);
    any |= value_tried(trace, &call->fail, 0);
    if (call->cancel >= 0)
        any |= value_tried(trace, &call->cancel, -1) || value_tried(trace, &call->cancel, 0);
    for (int64_t number = 1; number < call->fail && number <= 12; number++) {
        if (value_tried(trace, &call->fail, number)) return true;
    }
    for (const char *kind = OPS[call->op].kinds; *kind; kind++)
        any |= value_shrunk(trace, &call->arg[kind - OPS[call->op].kinds], *kind == 'd' ? 1 : 0);
    if (call->no_error) {
        call->no_error = false;
        if (fails(trace)) return true;
        call->no_error = true;
    }
    return any;
}

bool trace_shrink(Trace *trace) {
    wanted = FAILURE_NONE;
    if (!fails(trace)) return false;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        bool any = calls_dropped(trace);
        for (int i = 0; i < trace->count; i++) any |= call_simplified(trace, &trace->call[i]);
        if (!any) break;
    }
    return true;
}
