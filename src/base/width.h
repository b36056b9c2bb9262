// The widths of cell set. A hot module is compiled once per width as one translation unit (base/bits.h). Each
// width exports a table of functions. NAME_w1 is for up to 64 cells (8x8), NAME_w2 for 128 (11x11), NAME_w3 for 192
// (13x13), NAME_w6 for 384 (19x19). A build that chooses its instructions at run time (base/cpu.h) has
// these four for each level: NAME_w1_avx2 and so on. Users of a module declare its tables and choose one here.
#ifndef MUSTPLAY_BASE_WIDTH_H
#define MUSTPLAY_BASE_WIDTH_H

#include "base/cpu.h"

enum { WIDTHS = 4, WIDTH_TABLES_COUNT = WIDTHS * CPU_LEVELS };

// The declaration of a module's tables.
#define WIDTH_TABLES_OF(type, name, level)                                                                   \
    extern const type name##_w1##level, name##_w2##level, name##_w3##level, name##_w6##level
#define WIDTH_LIST_OF(name, level) &name##_w1##level, &name##_w2##level, &name##_w3##level, &name##_w6##level
#ifdef MUSTPLAY_LEVELS
#define WIDTH_TABLES(type, name)                                                                             \
    WIDTH_TABLES_OF(type, name, );                                                                           \
    WIDTH_TABLES_OF(type, name, _avx2);                                                                      \
    WIDTH_TABLES_OF(type, name, _avx512)
#define WIDTH_LIST(name)                                                                                     \
    { WIDTH_LIST_OF(name, ), WIDTH_LIST_OF(name, _avx2), WIDTH_LIST_OF(name, _avx512) }
#else
#define WIDTH_TABLES(type, name) WIDTH_TABLES_OF(type, name, )
// The value of an array of them: static const VcOps *const OPS[WIDTH_TABLES_COUNT] = WIDTH_LIST(vc_ops).
#define WIDTH_LIST(name)                                                                                     \
    { WIDTH_LIST_OF(name, ) }
#endif

static inline int width_words(int index) {
    return index < 3 ? index + 1 : 6;
}

// The place in such an array of a width, at the level in use.
static inline int width_place(int index) {
    return (int)cpu_level() * WIDTHS + index;
}

// The same of the narrowest width that holds a board's cells.
static inline int width_index(int cells) {
    int index = 0;
    while (width_words(index) * 64 < cells) index++;
    return width_place(index);
}

#endif
