// The strategy for ceil((N+1)/6) stones ahead on an NxN board (Henderson and Hayward; Gao 2020 §2.4.2). Black has
// that many stones on the row next to his border row. White moves, and Black wins by known answers.
//
// The stones stand on row 2, six columns apart. The first has at most three columns left of it, the last one column right
// of it. The argument has three parts (lab/docs/NEIGHBOURS.md has it at length).
//
// Below: rows 2 to N are a board with one row less than columns. There the pairing strategy joins row 2 to the bottom
// even if White moves (knowledge/pairing.h).
//
// Above: rows 1 and 2 are cut by the stones into segments. A stone holds the two cells above it, one for the other.
// Within a segment a white stone on row 1 is answered there. A white stone on row 2 is traded or answered in the
// segment. Traded means answered by its partner below. In the segment it must be worth nothing to White: the
// pairing may take the cell for Black's.
//
// Both together: consider a full board, and a cell of row 2 that the pairing takes for Black's. Whatever cell of row 3
// touches it must touch one that is Black's and joined to the top. Whether a segment can be kept so against
// all play is found by trying everything in it; it has at most nine cells.
#ifndef MUSTPLAY_LAB_PLAYERS_HANDICAP_STRATEGY_H
#define MUSTPLAY_LAB_PLAYERS_HANDICAP_STRATEGY_H

#include "game/position.h"

// The most columns between two stones plus one, left of the first, right of the last.
enum { HANDICAP_GAP_MAX = 6, HANDICAP_LEFT_MAX = 3, HANDICAP_RIGHT_MAX = 1, HANDICAP_VIEWS = 4 };

// The number of stones for an NxN board.
static inline int handicap_count(int n) {
    return (n + 6) / 6;
}
// The cells of the stones on a square board. They are on row 2 or, seen from the other side of the winner, on his row next
// to the other border. Views 0 and 1 are Black's (top, bottom), 2 and 3 White's (left, right). Empty for boards
// that are not square.
CellSet handicap_stones(const Geometry *geometry, int view);

typedef struct Handicap Handicap;

// What the segments of a square board can be kept to; worked out now. NULL out of memory, or for a board that is
// not square or has only one cell. Not for two threads at once.
Handicap *handicap_new(const Geometry *geometry);
void handicap_free(Handicap *handicap);

// Whether the strategy of a view has the position in hand, so that the view's winner wins. The stones stand, and every
// part is kept with White (for views 2 and 3 Black) to move.
bool handicap_holds(Handicap *handicap, const Position *position, int view);
// A move of the view's winner after which the strategy holds; CELL_NONE when there is none. Of several it prefers
// `wish`, which may be CELL_NONE.
int handicap_answer(Handicap *handicap, const Position *position, int view, int wish);

// --- For tests and the curious: one segment by itself
typedef struct HandicapSegment HandicapSegment;
// The segment left of the first stone (`left`), with that many columns, or the one between two stones that are
// `columns` apart. NULL out of memory or when it has more than eleven cells; those of a strategy have nine at most.
HandicapSegment *handicap_segment_new(bool left, int columns);
void handicap_segment_free(HandicapSegment *segment);
// Whether the empty segment can be kept.
bool handicap_segment_safe(HandicapSegment *segment);

#endif
