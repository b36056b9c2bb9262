#include "base/budget.h"

#include "base/clock.h"

#include <math.h>

// So little that a search ends at its first look.
static const double NO_TIME = 1e-9;

void budget_start(BudgetClock *clock, const Budget *budget, uint64_t stride) {
    double now = clock_seconds();
    *clock = (BudgetClock){.budget = *budget,
                           .start = now,
                           .end = budget->seconds > 0 ? now + budget->seconds : INFINITY,
                           .now = now,
                           .reported = now,
                           .stride = stride};
}

bool budget_look(BudgetClock *clock, uint64_t nodes) {
    uint64_t limit = clock->budget.nodes;
    clock->now = clock_seconds();
    clock->look_at = nodes + clock->stride;
    if (limit && limit < clock->look_at) clock->look_at = limit;
    if (clock->now >= clock->end || (limit && nodes >= limit) || observer_cancelled(clock->budget.observer))
        clock->spent = true;
    return clock->spent;
}

bool budget_report_due(BudgetClock *clock, double interval) {
    if (clock->now - clock->reported < interval) return false;
    clock->reported = clock->now;
    return true;
}

double budget_seconds(const BudgetClock *clock) {
    return clock_seconds() - clock->start;
}

Budget budget_less(const Budget *budget, double seconds, uint64_t nodes) {
    Budget left = *budget;
    if (left.seconds > 0) left.seconds = fmax(left.seconds - seconds, NO_TIME);
    if (left.nodes) left.nodes = left.nodes > nodes ? left.nodes - nodes : 1;
    return left;
}

Budget budget_left(const BudgetClock *clock, uint64_t nodes) {
    return budget_less(&clock->budget, budget_seconds(clock), nodes);
}
