// The patterns as the matcher sees them: every image of every pattern under turns, reflections and exchange
// of colours. Images are masks over the neighbourhood code of their centre; each code of ring 1 has its candidates.
// The program tools/build/embed_patterns writes the arrays at build time from data/patterns.
//
// A neighbourhood code has two bits per cell, "counts as black" and "counts as white". Empty is 00, black 01,
// white 10. Dead cells and corners beyond the board are 11: they may be taken for either stone. Bits 2i, 2i+1 of the
// near code are offset 1+i (rings 1 and 2, see hex_local.h), of the far code offset 19+i (ring 3).
#ifndef MUSTPLAY_KNOWLEDGE_PATTERN_TABLE_H
#define MUSTPLAY_KNOWLEDGE_PATTERN_TABLE_H

#include "knowledge/hex_local.h"

typedef enum PatternKind {
    PATTERN_DEAD,      // the cell's colour never matters
    PATTERN_CAPTURED,  // its owner, moving second inside the set, makes it his or dead
    PATTERN_PERMANENT, // stones there change nothing, though the set is not captured
    PATTERN_MUTUAL,    // stones of both colours together change nothing
    PATTERN_KINDS
} PatternKind;

typedef struct PatternImage {
    uint64_t mask, want; // matches when (code & mask) == want
} PatternImage;

typedef struct PatternClaim {
    uint64_t fill[2]; // offsets to fill, by colour: bit i is offset i; a dead cell is in both
    uint64_t empties; // all empty offsets of the pattern
    int16_t pattern;  // its number in the file of its kind, from 1
    uint8_t kind;     // PatternKind
} PatternClaim;

// Lists of candidates by purpose.
enum { PATTERN_SMALL = 3, PATTERN_LACKS_MAX = 5 };
typedef enum PatternListKind {
    PATTERN_LIST_SOLID, // dead, and captured sets of up to PATTERN_SMALL cells
    PATTERN_LIST_LARGE, // larger captured sets
    PATTERN_LIST_LOCAL, // permanent and mutual
    PATTERN_LIST_LACKS, // captured by Black, up to PATTERN_LACKS_MAX cells, where in ring 1 one stone may be
                        // missing
    PATTERN_LIST_LACKS_WHITE, // the same for White
    PATTERN_LISTS
} PatternListKind;

extern const PatternImage pattern_near[], pattern_far[]; // an image in two parts
extern const PatternClaim pattern_claim[];
extern const int pattern_images;
extern const uint32_t pattern_list_start[PATTERN_LISTS][4097]; // by ring-1 code; the next entry ends the list
extern const uint16_t pattern_candidate[];                     // indices of images

#endif
