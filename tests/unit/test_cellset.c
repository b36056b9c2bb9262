// Cell sets of every width that the build uses, against plain arrays.
#include "test_support.h"

#include "base/cellset.h"
#include "base/random.h"

#define WIDTH_TYPE     Set1
#define WIDTH_WORDS    1
#define WIDTH_FN(verb) set1_##verb
#include "cellset_width_test.h"

#define WIDTH_TYPE     Set2
#define WIDTH_WORDS    2
#define WIDTH_FN(verb) set2_##verb
#include "cellset_width_test.h"

#define WIDTH_TYPE     Set3
#define WIDTH_WORDS    3
#define WIDTH_FN(verb) set3_##verb
#include "cellset_width_test.h"

#define WIDTH_TYPE     Set6
#define WIDTH_WORDS    6
#define WIDTH_FN(verb) set6_##verb
#include "cellset_width_test.h"

#define BITS_WORDS 2
#include "base/bits.h"

static void test_bits_convert(void **state) {
    (void)state;
    CellSet s = cellset_first_n(128);
    cellset_remove(&s, 7);
    cellset_remove(&s, 127);
    Bits b = bits_from_cellset(&s);
    assert_int_equal(bits_count(b), 126);
    assert_false(bits_has(b, 7));
    assert_true(cellset_equal(bits_to_cellset(b), s));
    assert_int_equal(cellset_count(cellset_first_n(361)), 361);
}

// A loop that gcc 12.2 compiles wrongly at -O3 with AVX2, unless -fno-tree-loop-if-convert is given.
typedef struct Sets {
    int count;
    CellSet set[12];
} Sets;

static __attribute__((noinline)) CellSet common_without(const Sets *sets, CellSet common, int without) {
    for (int i = 0; i < sets->count; i++) {
        if (i != without) common = cellset_and(common, sets->set[i]);
    }
    return common;
}

static void test_conditional_loop(void **state) {
    (void)state;
    static Sets sets;
    Random random = random_seeded(3);
    for (int round = 0; round < 2000; round++) {
        int without = (int)random_below(&random, 13);
        CellSet all = cellset_first_n(20);
        uint64_t expected = all.word[0];
        sets.count = (int)random_below(&random, 13);
        for (int i = 0; i < sets.count; i++) {
            sets.set[i].word[0] = random_next(&random) | random_next(&random);
            if (i != without) expected &= *(volatile uint64_t *)&sets.set[i].word[0];
        }
        assert_true(common_without(&sets, all, without).word[0] == expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set1_check),        cmocka_unit_test(set2_check),
        cmocka_unit_test(set3_check),        cmocka_unit_test(set6_check),
        cmocka_unit_test(test_bits_convert), cmocka_unit_test(test_conditional_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
