// What a search may spend, and whether it has spent it: one kind of limit for every search, solver and player.
//
// A Budget is what the caller grants. A BudgetClock belongs to a search that runs within one. It reads the clock
// and polls the observer only once in many nodes, so that polling costs almost nothing.
#ifndef MUSTPLAY_BASE_BUDGET_H
#define MUSTPLAY_BASE_BUDGET_H

#include "base/observer.h"

// Zero means no limit of that kind; of memory and threads it means what the search takes by itself.
typedef struct Budget {
    double seconds;
    uint64_t nodes;           // positions, studies or play-outs, whatever the search counts
    uint64_t memory;          // bytes
    int threads;              // that search
    const Observer *observer; // receives progress and may cancel; may be NULL
} Budget;

typedef struct BudgetClock {
    Budget budget;
    double start, end;        // end: INFINITY without a limit of time
    double now;               // at the last look
    double reported;          // when progress was last due
    uint64_t stride, look_at; // nodes between two looks; the nodes of the next
    bool spent;
} BudgetClock;

// Starts to count. The clock is looked at once in `stride` nodes (at least 1), and at the first node. The
// observer must outlive the clock.
void budget_start(BudgetClock *clock, const Budget *budget, uint64_t stride);
// Looks at the clock, the nodes and the observer now. True when one of them says stop, from then on always.
bool budget_look(BudgetClock *clock, uint64_t nodes);
// The same when it is time for a look. A limit of nodes is kept exactly.
static inline bool budget_spent(BudgetClock *clock, uint64_t nodes) {
    return nodes < clock->look_at ? clock->spent : budget_look(clock, nodes);
}

// Whether to report progress: `interval` seconds have passed since the last time, by the last look.
bool budget_report_due(BudgetClock *clock, double interval);
// Seconds since the start.
double budget_seconds(const BudgetClock *clock);
// A budget less what was spent of its seconds and nodes. Where nothing is left there is next to nothing, never
// 0, which would mean no limit.
Budget budget_less(const Budget *budget, double seconds, uint64_t nodes);
// The same with the seconds of the clock: a budget for the next part of the work.
Budget budget_left(const BudgetClock *clock, uint64_t nodes);

#endif
