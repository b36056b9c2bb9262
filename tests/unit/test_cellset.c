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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set1_check), cmocka_unit_test(set2_check),        cmocka_unit_test(set3_check),
        cmocka_unit_test(set6_check), cmocka_unit_test(test_bits_convert),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
