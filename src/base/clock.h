// Monotonic wall-clock seconds, for limits and reports, and the CPU seconds of this thread, for benchmarks.
#ifndef MUSTPLAY_BASE_CLOCK_H
#define MUSTPLAY_BASE_CLOCK_H

double clock_seconds(void);
double clock_thread_cpu(void);

#endif
