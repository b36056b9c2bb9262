// Dominations in an acute corner that need no capture: "a move on `by` is at least as good as one on `cell`".
//
// A claim is about the ten cells of a1's corner within three steps of it, and the two edges that meet there.
// Black's is above, White's at the left. It names some of these cells empty, black or white. All other cells
// may hold anything. Claims are for Black; White's follow by reflection, those of the
// opposite corner by a half-turn.
//
// Sound: tools/derive_corners proves each by the copycat order (explained in tools/lib/local_game.h). A proof of
// the mover's loss that uses a claim needs the claim's empty cells: its owner may otherwise have stones
// there (docs/THEORY.md, Proof sets).
#ifndef MUSTPLAY_KNOWLEDGE_CORNER_H
#define MUSTPLAY_KNOWLEDGE_CORNER_H

#include "base/text.h"
#include "game/position.h"

enum { CORNER_ROWS = 4, CORNER_CELLS = CORNER_ROWS * (CORNER_ROWS + 1) / 2, CORNER_CLAIMS_MAX = 2048 };

// Sets of corner cells, numbered row by row. Row 1 (a1 to d1) is 0 to 3, row 2 (a2 to c2) is 4 to 6. Row 3
// (a3, b3) is 7 and 8, row 4 (a4) is 9.
typedef struct CornerClaim {
    uint16_t empty; // `cell` and `by` among them
    uint16_t black, white;
    uint8_t cell, by;
} CornerClaim;

// Column and row of a corner cell.
int corner_column(int cell);
int corner_row(int cell);

// Reads diagrams, at most `max`; returns how many, or -1 with a reason.
int corner_claims_parse(const char *text, CornerClaim *out, int max, Error *error);
// Four rows as on the board: B and W stones, '.' empty, 'd' the dominated cell, 'm' the better one, '?'
// anything.
void corner_claim_write(const CornerClaim *claim, Text *out);
// Those of data/corners/dominated.txt.
int corner_claims_built_in(CornerClaim *out, int max);

// A claim as it lies on a board, for one mover.
typedef struct CornerFound {
    int cell, by;
    CellSet empty;
} CornerFound;
// Writes the claims that hold for a mover, at most `max`, and returns how many. None on boards under four
// rows.
int corner_claims_match(const CornerClaim *claims, int count, const Position *position, Color mover,
                        CornerFound *out, int max);

#endif
