#include "knowledge/corner.h"

#include <string.h>

extern const char CORNERS_BUILT_IN[]; // made by the build from data/corners/dominated.txt

int corner_row(int cell) {
    int row = 0;
    for (int left = cell; left >= CORNER_ROWS - row; row++) left -= CORNER_ROWS - row;
    return row;
}

int corner_column(int cell) {
    for (int row = 0; cell >= CORNER_ROWS - row; row++) cell -= CORNER_ROWS - row;
    return cell;
}

// --- Diagrams
void corner_claim_write(const CornerClaim *claim, Text *out) {
    for (int cell = 0; cell < CORNER_CELLS; cell++) {
        int row = corner_row(cell), column = corner_column(cell);
        char sign = '?';
        if (claim->empty >> cell & 1) sign = cell == claim->cell ? 'd' : cell == claim->by ? 'm' : '.';
        if (claim->black >> cell & 1) sign = 'B';
        if (claim->white >> cell & 1) sign = 'W';
        if (column == 0) text_format(out, "%s%*s", row ? "\n" : "", row, "");
        text_format(out, column ? " %c" : "%c", sign);
    }
    text_format(out, "\n\n");
}

static bool sign_read(CornerClaim *claim, char sign, int cell) {
    uint16_t bit = (uint16_t)(1u << cell);
    if (strchr(".dm", sign)) claim->empty |= bit;
    if (sign == 'd') claim->cell = (uint8_t)cell;
    if (sign == 'm') claim->by = (uint8_t)cell;
    if (sign == 'B') claim->black |= bit;
    if (sign == 'W') claim->white |= bit;
    return strchr(".dmBW?", sign);
}

int corner_claims_parse(const char *text, CornerClaim *out, int max, Error *error) {
    int count = 0, cell = 0, line = 1;
    for (const char *at = text; *at; at++) {
        if (*at == '#') at += strcspn(at, "\n");
        if (*at == '\n') line++;
        if (!*at || strchr(" \n", *at)) {
            if (!*at) break;
            continue;
        }
        if (count == max) return error_input(error, "line %d: more than %d corners", line, max), -1;
        if (cell == 0) out[count] = (CornerClaim){.cell = CORNER_CELLS, .by = CORNER_CELLS};
        if (!sign_read(&out[count], *at, cell)) return error_input(error, "line %d: '%c'", line, *at), -1;
        if (++cell < CORNER_CELLS) continue;
        if (out[count].cell == CORNER_CELLS || out[count].by == CORNER_CELLS)
            return error_input(error, "line %d: no 'd' or no 'm'", line), -1;
        cell = 0;
        count++;
    }
    return cell ? (error_input(error, "line %d: the last corner is cut off", line), -1) : count;
}

int corner_claims_built_in(CornerClaim *out, int max) {
    return corner_claims_parse(CORNERS_BUILT_IN, out, max, NULL);
}

// --- On a board
// The cell of the board where a corner cell lies: `turned` in the opposite corner, `mirrored` for White.
static int cell_place(const Geometry *g, int cell, bool turned, bool mirrored) {
    int column = corner_column(cell), row = corner_row(cell);
    int x = mirrored ? row : column, y = mirrored ? column : row;
    return turned ? cell_at(g, g->width - 1 - x, g->height - 1 - y) : cell_at(g, x, y);
}

typedef struct CornerView {
    int place[CORNER_CELLS];
    uint16_t mine, theirs, empty;
} CornerView;

static CornerView corner_view(const Position *p, Color mover, bool turned) {
    CornerView view = {.mine = 0};
    for (int cell = 0; cell < CORNER_CELLS; cell++) {
        int at = view.place[cell] = cell_place(p->geometry, cell, turned, mover == WHITE);
        uint16_t bit = (uint16_t)(1u << cell);
        if (cellset_has(p->stones[mover], at))
            view.mine |= bit;
        else if (cellset_has(p->stones[color_other(mover)], at))
            view.theirs |= bit;
        else
            view.empty |= bit;
    }
    return view;
}

static CornerFound claim_place(const CornerClaim *claim, const CornerView *view) {
    CornerFound found = {view->place[claim->cell], view->place[claim->by], cellset_none()};
    for (int cell = 0; cell < CORNER_CELLS; cell++)
        if (claim->empty >> cell & 1) cellset_add(&found.empty, view->place[cell]);
    return found;
}

int corner_claims_match(const CornerClaim *claims, int count, const Position *position, Color mover,
                        CornerFound *out, int max) {
    const Geometry *g = position->geometry;
    int found = 0;
    if (g->width < CORNER_ROWS || g->height < CORNER_ROWS) return 0;
    for (int corner = 0; corner < 2; corner++) {
        CornerView view = corner_view(position, mover, corner);
        for (int i = 0; i < count && found < max; i++) {
            const CornerClaim *claim = &claims[i];
            if ((claim->empty & ~view.empty) | (claim->black & ~view.mine) | (claim->white & ~view.theirs))
                continue;
            out[found++] = claim_place(claim, &view);
        }
    }
    return found;
}
