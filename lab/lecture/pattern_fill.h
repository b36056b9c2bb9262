// Fill-in with the seven patterns of a first lesson (Hayward's notes on solving Hex states), step by step. For learners,
// and small enough to be checked by eye. The program itself fills in with inferior.h, which finds more.
//
// A cell is dead by its six neighbours when
//   - four in a row are of one colour,
//   - three in a row are of one colour, and the one opposite the middle one is of the other, or
//   - two in a row are of one colour, and the two opposite are of the other.
// Edges are stones of their colour. Two cells are captured by a colour when its stone on either kills the other. A
// permanently inferior cell has three own neighbours in a row, c, d, e. On either side of them the cell that touches
// c (or e), and the empty neighbour beyond it, are his too.
//
// Sound: every pattern is. A dead cell counts as a stone of whichever colour a pattern wants, since it stays dead
// whatever is filled in later.
#ifndef MUSTPLAY_LAB_LECTURE_PATTERN_FILL_H
#define MUSTPLAY_LAB_LECTURE_PATTERN_FILL_H

#include "game/position.h"

typedef enum PatternFillRule {
    PATTERN_FILL_FOUR,     // dead: four in a row
    PATTERN_FILL_THREE,    // dead: three against one
    PATTERN_FILL_TWO,      // dead: two against two
    PATTERN_FILL_CAPTURED, // a captured pair
    PATTERN_FILL_INFERIOR  // permanently inferior
} PatternFillRule;

typedef enum PatternFillStage {
    PATTERN_FILL_AT_ONCE, // dead and captured by the stones on the board alone
    PATTERN_FILL_AGAIN,   // dead and captured with what was filled in before
    PATTERN_FILL_DEEPER,  // the inferior cells, and what follows from them
    PATTERN_FILL_STAGES
} PatternFillStage;

typedef struct PatternFillStep {
    PatternFillStage stage;
    PatternFillRule rule;
    int cell, partner; // the partner in a captured pair; CELL_NONE
    Color color;       // EMPTY for a dead cell
} PatternFillStep;

typedef struct PatternFillFill {
    int steps;
    PatternFillStep step[CELL_MAX];
    CellSet dead, filled[2];
} PatternFillFill;

// Fills a position in to the end, stage by stage.
void pattern_fill_fill(const Position *position, PatternFillFill *fill);

// "dead: four in a row", ...
const char *pattern_fill_rule_name(PatternFillRule rule);

#endif
