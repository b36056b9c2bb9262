// Everything here is seen from Black, who joins the top: other views are turned or mirrored first.
#include "lab/players/handicap_strategy.h"

#include "knowledge/pairing.h"

#include <stdlib.h>
#include <string.h>

// --- Segments

// A cell of a segment: two bits of its state. A white stone of row 2 that was answered within the segment counts
// for the pairing as Black's.
enum { CELL_EMPTY, CELL_BLACK, CELL_WHITE, CELL_ANSWERED, SEGMENT_CELLS_MAX = 11 };
enum { MEMO_UNKNOWN, MEMO_SAFE, MEMO_UNSAFE, NO_STONE = -100 };

struct HandicapSegment {
    int first;                   // row 1: columns first .. first + upper - 1
    int upper;                   // cells of row 1
    int below;                   // the first column of row 2
    int lower;                   // cells of row 2
    int left_stone, right_stone; // columns of the stones at its ends; NO_STONE at the board's left edge
    uint8_t *memo;               // by state
};

static int segment_cells(const HandicapSegment *s) {
    return s->upper + s->lower;
}

static int cell_state(uint32_t state, int i) {
    return (int)(state >> 2 * i & 3);
}

static uint32_t state_with(uint32_t state, int i, int value) {
    return (state & ~(UINT32_C(3) << 2 * i)) | (uint32_t)value << 2 * i;
}

// Index of a cell of row 1 or 2 in the segment, or -1.
static int upper_index(const HandicapSegment *s, int column) {
    return column >= s->first && column < s->first + s->upper ? column - s->first : -1;
}
static int lower_index(const HandicapSegment *s, int column) {
    return column >= s->below && column < s->below + s->lower ? s->upper + column - s->below : -1;
}

// What row 2 holds at a column: the segment's own, or a stone at its ends.
static int lower_at(const HandicapSegment *s, uint32_t state, int column) {
    int i = lower_index(s, column);
    if (i >= 0) return cell_state(state, i);
    return column == s->left_stone || column == s->right_stone ? CELL_BLACK : CELL_WHITE;
}

static bool upper_black(const HandicapSegment *s, uint32_t state, int column) {
    int i = upper_index(s, column);
    return i >= 0 && cell_state(state, i) == CELL_BLACK;
}

// Whether a cell of row 2 is Black's and joined to the top in a full segment, directly or along row 2. The stones at
// the ends are joined by the cells that they hold.
static bool lower_joined(const HandicapSegment *s, uint32_t state, int column) {
    for (int step = -1; step <= 1; step += 2) {
        for (int c = column; lower_at(s, state, c) == CELL_BLACK; c += step) {
            if (lower_index(s, c) < 0 || upper_black(s, state, c) || upper_black(s, state, c + 1))
                return true;
        }
    }
    return false;
}

// A full segment: each cell of row 3 that touches what the pairing takes for Black's touches the top.
static bool segment_kept(const HandicapSegment *s, uint32_t state) {
    for (int column = s->left_stone == NO_STONE ? s->below : s->left_stone; column < s->right_stone;
         column++) {
        int a = lower_at(s, state, column), b = lower_at(s, state, column + 1);
        bool taken = a == CELL_BLACK || a == CELL_ANSWERED || b == CELL_BLACK || b == CELL_ANSWERED;
        if (taken && !lower_joined(s, state, column) && !lower_joined(s, state, column + 1)) return false;
    }
    return true;
}

static bool state_safe(HandicapSegment *s, uint32_t state);

// Whether White's stone on an empty cell can be met.
static bool stone_met(HandicapSegment *s, uint32_t state, int i) {
    if (state_safe(s, state_with(state, i, CELL_WHITE))) return true; // traded, or harmless
    uint32_t answered = state_with(state, i, i < s->upper ? CELL_WHITE : CELL_ANSWERED);
    for (int j = 0; j < segment_cells(s); j++) {
        if (cell_state(answered, j) == CELL_EMPTY && state_safe(s, state_with(answered, j, CELL_BLACK)))
            return true;
    }
    return false;
}

// Whether the segment can be kept, White to move, against his stones, and against black stones on row 2. The pairing
// puts these where it must.
static bool state_safe(HandicapSegment *s, uint32_t state) {
    if (s->memo[state] != MEMO_UNKNOWN) return s->memo[state] == MEMO_SAFE;
    bool safe = true, full = true;
    for (int i = 0; safe && i < segment_cells(s); i++) {
        if (cell_state(state, i) != CELL_EMPTY) continue;
        full = false;
        safe = stone_met(s, state, i) && (i < s->upper || state_safe(s, state_with(state, i, CELL_BLACK)));
    }
    if (full) safe = segment_kept(s, state);
    s->memo[state] = safe ? MEMO_SAFE : MEMO_UNSAFE;
    return safe;
}

static bool segment_start(HandicapSegment *s, int left_stone, int right_stone) {
    bool left = left_stone < 0;
    *s =
        (HandicapSegment){.left_stone = left ? NO_STONE : left_stone,
                          .right_stone = right_stone,
                          .first = left ? 0 : left_stone + 2, // a stone holds the cells above it: two columns
                          .below = left_stone + 1};
    s->upper = right_stone > s->first ? right_stone - s->first : 0;
    s->lower = right_stone - s->below;
    if (segment_cells(s) > SEGMENT_CELLS_MAX) return false;
    s->memo = calloc((size_t)1 << 2 * segment_cells(s), 1);
    return s->memo;
}

HandicapSegment *handicap_segment_new(bool left, int columns) {
    HandicapSegment *s = calloc(1, sizeof *s);
    if (s && segment_start(s, left ? -1 : 0, columns)) return s;
    free(s);
    return NULL;
}

void handicap_segment_free(HandicapSegment *s) {
    if (s) free(s->memo);
    free(s);
}

bool handicap_segment_safe(HandicapSegment *s) {
    return state_safe(s, 0);
}

// --- The whole board

enum { STONES_MAX = (BOARD_MAX + 6) / 6 };

struct Handicap {
    const Geometry *geometry;
    const Geometry *lower; // the board of rows 2 to N
    int stones;
    int column[STONES_MAX];
    HandicapSegment segment[STONES_MAX]; // segment i ends at stone i
};

// The columns of the stones: the last has one column to its right, the others follow to the left.
static int columns_find(int n, int *column) {
    int count = handicap_count(n);
    for (int i = 0; i < count; i++) {
        int c = n - 1 - HANDICAP_RIGHT_MAX - HANDICAP_GAP_MAX * (count - 1 - i);
        column[i] = c > 0 ? c : 0;
    }
    return count;
}

// A cell as a view sees it, and back.
static int view_cell(const Geometry *g, int view, int cell) {
    if (view >= 2) cell = cell_mirrored(g, cell);
    return view % 2 ? cell_rotated(g, cell) : cell;
}

static Position view_position(const Position *position, int view) {
    Position p = view >= 2 ? position_mirrored(position) : *position;
    return view % 2 ? position_rotated(&p) : p;
}

CellSet handicap_stones(const Geometry *g, int view) {
    CellSet stones = cellset_none();
    int column[STONES_MAX];
    if (g->width != g->height) return stones;
    if (g->width == 1) return cellset_of(0);
    for (int i = columns_find(g->width, column); i-- > 0;)
        cellset_add(&stones, view_cell(g, view, cell_at(g, column[i], 1)));
    return stones;
}

Handicap *handicap_new(const Geometry *g) {
    if (g->width != g->height || g->width < 2) return NULL;
    Handicap *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    h->geometry = g;
    h->lower = geometry_get(g->width, g->height - 1);
    h->stones = columns_find(g->width, h->column);
    bool good = h->lower;
    for (int i = 0; good && i < h->stones; i++)
        good = segment_start(&h->segment[i], i ? h->column[i - 1] : -1, h->column[i]);
    if (good) return h;
    handicap_free(h);
    return NULL;
}

void handicap_free(Handicap *h) {
    for (int i = 0; h && i < h->stones; i++) free(h->segment[i].memo);
    free(h);
}

// The partner of a cell of rows 2 to N, as a cell of the whole board; CELL_NONE for row 1.
static int partner_of(const Handicap *h, int cell) {
    int n = h->geometry->width;
    return cell < n ? CELL_NONE : pairing_partner(h->lower, cell - n) + n;
}

static uint32_t segment_state(const Handicap *h, const HandicapSegment *s, const Position *p) {
    uint32_t state = 0;
    for (int i = 0; i < segment_cells(s); i++) {
        bool upper = i < s->upper;
        int cell = cell_at(h->geometry, upper ? s->first + i : s->below + i - s->upper, upper ? 0 : 1);
        Color color = position_at(p, cell);
        bool traded = !upper && position_at(p, partner_of(h, cell)) == BLACK;
        state = state_with(state, i,
                           color == EMPTY    ? CELL_EMPTY
                           : color == BLACK  ? CELL_BLACK
                           : upper || traded ? CELL_WHITE
                                             : CELL_ANSWERED);
    }
    return state;
}

// The two cells above each stone: White has at most one of them, and then Black has the other.
static bool stones_hold(const Handicap *h, const Position *p) {
    for (int i = 0; i < h->stones; i++) {
        int above = cell_at(h->geometry, h->column[i], 0);
        Color a = position_at(p, above), b = position_at(p, above + 1);
        if (position_at(p, above + h->geometry->width) != BLACK) return false;
        if ((a == WHITE && b != BLACK) || (b == WHITE && a != BLACK)) return false;
    }
    return true;
}

// Every pair below has a stone of Black's or none of White's. A partner on row 2 also does if it is White's but
// answered in its segment, which the segment's state sees to.
static bool pairs_hold(const Handicap *h, const Position *p) {
    int n = h->geometry->width;
    for (int cell = 2 * n; cell < h->geometry->cells; cell++) { // those of row 2 are traded or answered
        if (position_at(p, cell) != WHITE) continue;
        int partner = partner_of(h, cell);
        Color other = position_at(p, partner);
        if (other != BLACK && (partner >= 2 * n || other == EMPTY)) return false;
    }
    return true;
}

static bool view_holds(Handicap *h, const Position *seen) {
    if (!stones_hold(h, seen) || !pairs_hold(h, seen)) return false;
    for (int i = 0; i < h->stones; i++) {
        if (!state_safe(&h->segment[i], segment_state(h, &h->segment[i], seen))) return false;
    }
    return true;
}

bool handicap_holds(Handicap *h, const Position *position, int view) {
    Position seen = view_position(position, view);
    return view_holds(h, &seen);
}

int handicap_answer(Handicap *h, const Position *position, int view, int wish) {
    Position seen = view_position(position, view);
    CellSet vacant = position_vacant(position);
    int found = CELL_NONE;
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        if (found != CELL_NONE && cell != wish) continue;
        Position next = seen;
        cellset_add(&next.stones[BLACK], view_cell(h->geometry, view, cell));
        if (view_holds(h, &next)) found = cell;
    }
    return found;
}
