// A set of cells of fixed width, written once for every width.
//
// Include it with three macros defined: CS_TYPE (the type's name), CS_WORDS (its 64-bit words) and
// CS_FN(verb) (the name of a function). It has no guard on purpose: each inclusion makes one family.
// `cellset.h` makes the family of six words that interfaces use; hot modules make a narrow one for the board
// they were compiled for.
//
// All functions are pure and take values: for one to six words the compiler keeps them in registers.

typedef struct CS_TYPE {
    uint64_t word[CS_WORDS];
} CS_TYPE;

#define CS_EACH for (int cs_i = 0; cs_i < (CS_WORDS); cs_i++)

static inline CS_TYPE CS_FN(none)(void) {
    CS_TYPE s = {{0}};
    return s;
}

static inline bool CS_FN(has)(CS_TYPE s, int cell) {
    return (s.word[cell >> 6] >> (cell & 63)) & 1;
}

static inline void CS_FN(add)(CS_TYPE *s, int cell) {
    s->word[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static inline void CS_FN(remove)(CS_TYPE *s, int cell) {
    s->word[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

static inline CS_TYPE CS_FN(of)(int cell) {
    CS_TYPE s = {{0}};
    CS_FN(add)(&s, cell);
    return s;
}

// The cells 0 to n-1.
static inline CS_TYPE CS_FN(first_n)(int n) {
    CS_TYPE s;
    CS_EACH {
        int left = n - 64 * cs_i;
        s.word[cs_i] = left >= 64 ? ~(uint64_t)0 : left <= 0 ? 0 : ((uint64_t)1 << left) - 1;
    }
    return s;
}

static inline CS_TYPE CS_FN(or)(CS_TYPE a, CS_TYPE b) {
    CS_EACH a.word[cs_i] |= b.word[cs_i];
    return a;
}

static inline CS_TYPE CS_FN (and)(CS_TYPE a, CS_TYPE b) {
    CS_EACH a.word[cs_i] &= b.word[cs_i];
    return a;
}

static inline CS_TYPE CS_FN(minus)(CS_TYPE a, CS_TYPE b) {
    CS_EACH a.word[cs_i] &= ~b.word[cs_i];
    return a;
}

static inline CS_TYPE CS_FN (xor)(CS_TYPE a, CS_TYPE b) {
    CS_EACH a.word[cs_i] ^= b.word[cs_i];
    return a;
}

static inline bool CS_FN(is_empty)(CS_TYPE s) {
    uint64_t any = 0;
    CS_EACH any |= s.word[cs_i];
    return any == 0;
}

static inline bool CS_FN(equal)(CS_TYPE a, CS_TYPE b) {
    return CS_FN(is_empty)(CS_FN(xor)(a, b));
}

static inline bool CS_FN(meets)(CS_TYPE a, CS_TYPE b) {
    return !CS_FN(is_empty)(CS_FN(and)(a, b));
}

// Every cell of a is in b.
static inline bool CS_FN(within)(CS_TYPE a, CS_TYPE b) {
    return CS_FN(is_empty)(CS_FN(minus)(a, b));
}

// Unrolled on purpose: gcc 12.2 vectorizes this loop for AVX-512 and then folds the population count of a
// constant all-ones vector to -1 per element.
static inline int CS_FN(count)(CS_TYPE s) {
    int n = 0;
#pragma GCC unroll 8
    CS_EACH n += __builtin_popcountll(s.word[cs_i]);
    return n;
}

// The lowest cell of the set, or -1.
static inline int CS_FN(first)(CS_TYPE s) {
    CS_EACH {
        if (s.word[cs_i]) return 64 * cs_i + __builtin_ctzll(s.word[cs_i]);
    }
    return -1;
}

// Removes and returns the lowest cell, or returns -1: `for (int c; (c = cellset_pop(&s)) >= 0;)` walks a
// copy.
static inline int CS_FN(pop)(CS_TYPE *s) {
    CS_EACH {
        if (s->word[cs_i]) {
            int bit = __builtin_ctzll(s->word[cs_i]);
            s->word[cs_i] &= s->word[cs_i] - 1;
            return 64 * cs_i + bit;
        }
    }
    return -1;
}

// Every cell moved n places up (0 < n < 64); what leaves the last word is lost.
static inline CS_TYPE CS_FN(shift_up)(CS_TYPE s, int n) {
    for (int i = (CS_WORDS)-1; i > 0; i--) s.word[i] = s.word[i] << n | s.word[i - 1] >> (64 - n);
    s.word[0] <<= n;
    return s;
}

static inline CS_TYPE CS_FN(shift_down)(CS_TYPE s, int n) {
    for (int i = 0; i < (CS_WORDS)-1; i++) s.word[i] = s.word[i] >> n | s.word[i + 1] << (64 - n);
    s.word[(CS_WORDS)-1] >>= n;
    return s;
}

#undef CS_EACH
#undef CS_TYPE
#undef CS_WORDS
#undef CS_FN
