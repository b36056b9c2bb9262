// The widths of cell set. A hot module is compiled once per width as one translation unit (base/bits.h), and
// exports one table of functions per width: NAME_w1 for boards of up to 64 cells (8x8), NAME_w2 (128 cells:
// 11x11), NAME_w3 (192: 13x13) and NAME_w6 (384: 19x19). Here its users declare these tables and choose.
#ifndef MUSTPLAY_BASE_WIDTH_H
#define MUSTPLAY_BASE_WIDTH_H

enum { WIDTHS = 4 };

// The declaration of a module's tables.
#define WIDTH_TABLES(type, name) extern const type name##_w1, name##_w2, name##_w3, name##_w6
// The value of an array of them: static const VcOps *const OPS[WIDTHS] = WIDTH_LIST(vc_ops).
#define WIDTH_LIST(name)                                                                                     \
    { &name##_w1, &name##_w2, &name##_w3, &name##_w6 }

static inline int width_words(int index) {
    return index < 3 ? index + 1 : 6;
}

// The place in such an array of the narrowest width that holds a board's cells.
static inline int width_index(int cells) {
    int index = 0;
    while (width_words(index) * 64 < cells) index++;
    return index;
}

#endif
