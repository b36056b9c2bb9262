// Bits: the narrow cell set of a hot module. The module is compiled once per width (base/width.h), as one
// translation unit with BITS_WORDS set to 1, 2, 3 or 6.
//
// The units are the files of src/LAYER/width/. Everything in a unit is static except its table of functions. WIDTH_NAME gives
// this table the suffix of the width (name_w1, name_w2, ...) and of its instructions. A unit too long for one file includes
// its parts: .c files in a folder of its own, whose header declares what they share. Never use Bits in a
// header that modules of another width include: interfaces use CellSet.
#ifndef MUSTPLAY_BASE_BITS_H
#define MUSTPLAY_BASE_BITS_H

#include "base/cellset.h"

#ifndef BITS_WORDS
#error "base/bits.h is for modules that the build compiles once per width"
#endif

#define CS_TYPE     Bits
#define CS_WORDS    BITS_WORDS
#define CS_FN(verb) bits_##verb
#include "base/cellset_template.h"

#ifndef BITS_LEVEL
#define BITS_LEVEL
#endif
#define WIDTH_JOIN2(name, words, level) name##_w##words##level
#define WIDTH_JOIN(name, words, level)  WIDTH_JOIN2(name, words, level)
#define WIDTH_NAME(name)                WIDTH_JOIN(name, BITS_WORDS, BITS_LEVEL)

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
