// Budgets: when they are spent, how often the clock is looked at, and what is left for parts of the work.
#include "base/budget.h"
#include "test_support.h"

static bool cancelled_always(void *context) {
    ++*(int *)context;
    return true;
}

static bool cancelled_never(void *context) {
    ++*(int *)context;
    return false;
}

// A limit of nodes is kept exactly, whatever the stride.
static void test_nodes(void **state) {
    (void)state;
    for (uint64_t stride = 1; stride < 100; stride += 7) {
        BudgetClock clock;
        uint64_t nodes = 0;
        budget_start(&clock, &(Budget){.nodes = 50}, stride);
        while (!budget_spent(&clock, ++nodes)) continue;
        assert_int_equal(nodes, 50);
        assert_true(budget_spent(&clock, nodes));
    }
}

// Without limits nothing ends a search; the observer is asked at the first node and once per stride.
static void test_stride(void **state) {
    (void)state;
    int asked = 0;
    Observer observer = {.context = &asked, .cancelled = cancelled_never};
    BudgetClock clock;
    budget_start(&clock, &(Budget){.observer = &observer}, 100);
    for (uint64_t nodes = 1; nodes <= 1000; nodes++) assert_false(budget_spent(&clock, nodes));
    assert_int_equal(asked, 10);
    observer.cancelled = cancelled_always;
    assert_true(budget_look(&clock, 1001));
    observer.cancelled = cancelled_never;
    assert_true(budget_look(&clock, 1002)); // once spent, always spent
}

static void test_seconds(void **state) {
    (void)state;
    BudgetClock clock;
    budget_start(&clock, &(Budget){.seconds = 1e-9}, 1000);
    assert_true(budget_spent(&clock, 1)); // a limit of no time at all counts at the first node
    budget_start(&clock, &(Budget){.seconds = 1000}, 1);
    assert_false(budget_spent(&clock, 1));
    double seconds = budget_seconds(&clock);
    assert_true(seconds >= 0 && seconds < 100);
    Budget left = budget_left(&clock, 0);
    assert_true(left.seconds > 900 && left.seconds <= 1000);
}

// What is left never turns into "no limit".
static void test_less(void **state) {
    (void)state;
    Budget budget = {.seconds = 2, .nodes = 7, .memory = 8, .threads = 3};
    Budget left = budget_less(&budget, 0.5, 3);
    assert_true(left.seconds == 1.5);
    assert_int_equal(left.nodes, 4);
    assert_int_equal(left.memory, 8);
    assert_int_equal(left.threads, 3);
    left = budget_less(&budget, 2, 7);
    assert_true(left.seconds > 0 && left.seconds < 1e-6);
    assert_int_equal(left.nodes, 1);
    left = budget_less(&budget, 100, 100);
    assert_true(left.seconds > 0 && left.seconds < 1e-6);
    left = budget_less(&(Budget){0}, 100, 100);
    assert_true(left.seconds == 0 && left.nodes == 0);
}

static void test_report(void **state) {
    (void)state;
    BudgetClock clock;
    budget_start(&clock, &(Budget){0}, 1);
    assert_false(budget_report_due(&clock, 1000));
    clock.now += 1001;
    assert_true(budget_report_due(&clock, 1000));
    assert_false(budget_report_due(&clock, 1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes), cmocka_unit_test(test_stride), cmocka_unit_test(test_seconds),
        cmocka_unit_test(test_less),  cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
