// What fuzzers share: bytes as choices, so that a fuzzer walks a grammar, and a check that ends the run.
#ifndef MUSTPLAY_TESTS_FUZZ_H
#define MUSTPLAY_TESTS_FUZZ_H

#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool truth) {
    if (!truth) abort();
}

typedef struct Choices {
    const uint8_t *data;
    size_t left;
} Choices;

// A number below `count`, at most 256; 0 when the bytes are used up.
static inline unsigned choose(Choices *c, unsigned count) {
    if (!c->left) return 0;
    c->left--;
    return *c->data++ % count;
}

// One of a list that NULL ends.
static inline const char *choose_word(Choices *c, const char *const *words) {
    unsigned count = 0;
    while (words[count]) count++;
    return words[choose(c, count)];
}

// A cell's name, mostly of a small board.
static inline void choose_cell(Choices *c, Text *out) {
    unsigned column = choose(c, 24), row = choose(c, 24);
    if (column >= 20) column %= 4;
    if (row >= 20) row %= 4;
    text_format(out, "%c%u", 'a' + (int)column, row + 1);
}

#endif
