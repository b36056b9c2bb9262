// Bits: the narrow cell set of a hot module, which is compiled once a width.
//
// The build compiles such a module with BITS_WORDS set to 1 (up to 64 cells: 8x8), 2 (128: 11x11), 3 (192:
// 13x13) and 6 (384: 19x19). WIDTH_NAME(f) gives every external symbol of the module its width's suffix:
// f_w1, f_w2, ... Never use Bits in a header that modules of another width include: interfaces speak CellSet.
#ifndef MUSTPLAY_BASE_BITS_H
#define MUSTPLAY_BASE_BITS_H

#include "base/cellset.h"

#ifndef BITS_WORDS
#error "base/bits.h is for modules that the build compiles once a width"
#endif

#define CS_TYPE     Bits
#define CS_WORDS    BITS_WORDS
#define CS_FN(verb) bits_##verb
#include "base/cellset_template.h"

#define WIDTH_JOIN2(name, words) name##_w##words
#define WIDTH_JOIN(name, words)  WIDTH_JOIN2(name, words)
#define WIDTH_NAME(name)         WIDTH_JOIN(name, BITS_WORDS)

static inline Bits bits_from_cellset(const CellSet *s) {
    Bits b;
    for (int i = 0; i < BITS_WORDS; i++) b.word[i] = s->word[i];
    return b;
}

static inline CellSet bits_to_cellset(Bits b) {
    CellSet s = cellset_none();
    for (int i = 0; i < BITS_WORDS; i++) s.word[i] = b.word[i];
    return s;
}

#endif
