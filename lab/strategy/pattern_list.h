// Patterns with decompositions (Yang; van Rijswijck 2002, 2.2). A pattern says which cells must be empty for its two ends to be
// joined. It has an answer to each intrusion; smaller patterns do the rest. The form is defined in docs/PROOFS.md.
//
// A pattern is proved by writing a proof file for it. The file's claims are the instances of patterns that it uses, each
// where it lies; the checker has the last word. Instances may be turned and mirrored; ends say where they lie.
#ifndef MUSTPLAY_LAB_STRATEGY_PATTERN_LIST_H
#define MUSTPLAY_LAB_STRATEGY_PATTERN_LIST_H

#include "base/error.h"
#include "base/text.h"

enum {
    PATTERN_LIST_MAX = 200,
    PATTERN_NAME_MAX = 24,
    PATTERN_SIDE_MAX = 17, // columns or rows of a diagram: a board has room for a margin around it
    PATTERN_ANSWERS_MAX = 40,
    PATTERN_PARTS_MAX = 12,
};

// A cell of the diagram, from 0. One in the row below the last is the bottom edge's, where the pattern has that edge.
typedef struct PatternCell {
    int column, row;
} PatternCell;

// An earlier pattern between two cells.
typedef struct PatternPart {
    int pattern;
    PatternCell end[2];
} PatternPart;

typedef struct PatternAnswer {
    PatternCell cell;
    int parts;
    PatternPart part[PATTERN_PARTS_MAX];
    bool to[PATTERN_SIDE_MAX][PATTERN_SIDE_MAX]; // by row and column: the intrusions it answers
} PatternAnswer;

typedef struct DecomposedPattern {
    char name[PATTERN_NAME_MAX];
    int line; // of the file
    int width, height;
    char sign[PATTERN_SIDE_MAX]
             [PATTERN_SIDE_MAX]; // by row and column: '?' not part of it, '.' empty, 'B' a stone
    PatternCell end[2];
    bool edge; // the second end is the bottom edge
    int answers;
    PatternAnswer answer[PATTERN_ANSWERS_MAX];
} DecomposedPattern;

typedef struct PatternList {
    int count;
    DecomposedPattern *pattern;
} PatternList;

// False with an error that names the line; the list is then empty. pattern_list_free in any case.
bool pattern_list_parse(const char *text, PatternList *list, Error *error);
void pattern_list_free(PatternList *list);
// The number of a pattern; -1 when there is none of that name.
int pattern_list_find(const PatternList *list, const char *name);
// Empty cells of a pattern.
int pattern_cells(const DecomposedPattern *pattern);

// Appends a proof file that says: this pattern joins its ends. The diagram lies one column and one row inside a board, and
// at its bottom if it has the edge. False, with the reason, when an instance of a part fits nowhere; the checker judges
// the rest.
bool pattern_prove(const PatternList *list, int pattern, Text *proof, Text *reason);

#endif
