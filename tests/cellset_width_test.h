// The check of one width of base/cellset_template.h against an array of truth values. Include with
// WIDTH_TYPE, WIDTH_WORDS and WIDTH_FN(verb) defined; it defines WIDTH_FN(check). No guard: each inclusion
// checks one width.
#define CS_TYPE     WIDTH_TYPE
#define CS_WORDS    WIDTH_WORDS
#define CS_FN(verb) WIDTH_FN(verb)
#include "base/cellset_template.h"

static void WIDTH_FN(matches)(WIDTH_TYPE s, const bool *plain) {
    int count = 0, first = -1;
    for (int i = 0; i < 64 * WIDTH_WORDS; i++) {
        assert_int_equal(WIDTH_FN(has)(s, i), plain[i]);
        count += plain[i];
        if (plain[i] && first < 0) first = i;
    }
    assert_int_equal(WIDTH_FN(count)(s), count);
    assert_int_equal(WIDTH_FN(first)(s), first);
    assert_int_equal(WIDTH_FN(is_empty)(s), count == 0);
    WIDTH_TYPE walk = s;
    for (int i = 0; i < 64 * WIDTH_WORDS; i++) {
        if (plain[i]) assert_int_equal(WIDTH_FN(pop)(&walk), i);
    }
    assert_int_equal(WIDTH_FN(pop)(&walk), -1);
}

static WIDTH_TYPE WIDTH_FN(random)(Random *random, bool *plain, uint32_t sparse) {
    WIDTH_TYPE s = WIDTH_FN(none)();
    for (int i = 0; i < 64 * WIDTH_WORDS; i++) {
        plain[i] = random_below(random, sparse) == 0;
        if (plain[i]) WIDTH_FN(add)(&s, i);
    }
    return s;
}

// Two sets against all functions of two sets.
static void WIDTH_FN(pairs)(Random *random) {
    enum { N = 64 * WIDTH_WORDS };
    bool a[N], b[N], both[N], either[N], only[N], one[N], meets = false, within = true, equal = true;
    WIDTH_TYPE s = WIDTH_FN(random)(random, a, 1 + random_below(random, 100));
    WIDTH_TYPE t = WIDTH_FN(random)(random, b, 1 + random_below(random, 100));
    for (int i = 0; i < N; i++) {
        both[i] = a[i] && b[i];
        either[i] = a[i] || b[i];
        only[i] = a[i] && !b[i];
        one[i] = a[i] != b[i];
        meets |= both[i];
        within &= !only[i];
        equal &= !one[i];
    }
    WIDTH_FN(matches)(WIDTH_FN(and)(s, t), both);
    WIDTH_FN(matches)(WIDTH_FN(or)(s, t), either);
    WIDTH_FN(matches)(WIDTH_FN(minus)(s, t), only);
    WIDTH_FN(matches)(WIDTH_FN(xor)(s, t), one);
    assert_int_equal(WIDTH_FN(meets)(s, t), meets);
    assert_int_equal(WIDTH_FN(within)(s, t), within);
    assert_int_equal(WIDTH_FN(equal)(s, t), equal);
    assert_true(WIDTH_FN(within)(WIDTH_FN(and)(s, t), s) && WIDTH_FN(equal)(s, s));
}

static void WIDTH_FN(shifts)(Random *random) {
    enum { N = 64 * WIDTH_WORDS };
    bool a[N], up[N], down[N];
    WIDTH_TYPE s = WIDTH_FN(random)(random, a, 2);
    for (int by = 1; by < 64; by++) {
        for (int i = 0; i < N; i++) {
            up[i] = i >= by && a[i - by];
            down[i] = i + by < N && a[i + by];
        }
        WIDTH_FN(matches)(WIDTH_FN(shift_up)(s, by), up);
        WIDTH_FN(matches)(WIDTH_FN(shift_down)(s, by), down);
    }
}

static void WIDTH_FN(check)(void **state) {
    (void)state;
    enum { N = 64 * WIDTH_WORDS };
    Random random = random_seeded(WIDTH_WORDS);
    bool plain[N] = {0};
    for (int n = 0; n <= N; n++) {
        WIDTH_FN(matches)(WIDTH_FN(first_n)(n), plain);
        if (n < N) plain[n] = true;
    }
    memset(plain, 0, sizeof plain);
    WIDTH_TYPE s = WIDTH_FN(none)();
    for (int i = 0; i < N; i++) {
        bool single[N] = {0};
        single[i] = true;
        WIDTH_FN(matches)(WIDTH_FN(of)(i), single);
    }
    for (int i = 0; i < 2000; i++) {
        int cell = (int)random_below(&random, N);
        plain[cell] = random_below(&random, 2);
        if (plain[cell])
            WIDTH_FN(add)(&s, cell);
        else
            WIDTH_FN(remove)(&s, cell);
        if (i % 20 == 0) WIDTH_FN(matches)(s, plain);
    }
    for (int i = 0; i < 200; i++) WIDTH_FN(pairs)(&random);
    WIDTH_FN(shifts)(&random);
}

#undef WIDTH_TYPE
#undef WIDTH_WORDS
#undef WIDTH_FN
