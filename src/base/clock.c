#include "base/clock.h"

#include <time.h>

static double clock_read(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_seconds(void) {
    return clock_read(CLOCK_MONOTONIC);
}

double clock_thread_cpu(void) {
    return clock_read(CLOCK_THREAD_CPUTIME_ID);
}
