// CellSet: a set of cells of any board, up to 19x19. Cells are numbered row by row (see game/geometry.h).
#ifndef MUSTPLAY_BASE_CELLSET_H
#define MUSTPLAY_BASE_CELLSET_H

#include <stdbool.h>
#include <stdint.h>

#define CELLSET_WORDS 6

#define CS_TYPE     CellSet
#define CS_WORDS    CELLSET_WORDS
#define CS_FN(verb) cellset_##verb
#include "base/cellset_template.h"

#endif
