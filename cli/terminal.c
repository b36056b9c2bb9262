// A row is drawn as its number, then two columns per cell: a separator and a sign. Each row starts one column
// further right, so that the six neighbours of a cell touch it. The last move stands between brackets (or on
// a light ground), a winning chain has signs of its own (or a green ground). Black's edges frame the top and
// the bottom, White's the sides.
#include "cli/terminal.h"

#include "api/inside.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum Mark { MARK_NONE, MARK_LAST, MARK_CHAIN, MARK_HINT } Mark;

// Escape sequences: the ground by mark, the ink by what stands in the cell, the frames.
typedef struct Palette {
    const char *ground[4]; // by Mark
    const char *ink[3];    // by Color
    const char *frame[2];  // by Color of the edge: ground and ink
    const char *reset;
} Palette;

static const Palette PALETTES[] = {
    [TERMINAL_PLAIN] = {{"", "", "", ""}, {"", "", ""}, {"", ""}, ""},
    [TERMINAL_8_COLORS] = {{"\033[43m", "\033[41m", "\033[42m", "\033[46m"},
                           {"\033[30m", "\033[30m",
                            "\033[30m"}, // white on yellow cannot be seen: White is a ring
                           {"\033[40;37m", "\033[47;30m"},
                           "\033[0m"},
    [TERMINAL_256_COLORS] = {{"\033[48;5;136m", "\033[48;5;167m", "\033[48;5;65m", "\033[48;5;116m"},
                             {"\033[38;5;16m", "\033[38;5;231m", "\033[38;5;236m"},
                             {"\033[48;5;16;38;5;231m", "\033[48;5;231;38;5;16m"},
                             "\033[0m"},
};

typedef struct Signs {
    const char *cell[3];  // by Color
    const char *chain[2]; // stones of a winning chain
    const char *hint;
} Signs;

static const Signs ASCII_SIGNS = {{"b", "w", "."}, {"B", "W"}, "*"};
static const Signs UNICODE_SIGNS = {{"●", "○", "·"}, {"◆", "◇"}, "+"};
static const Signs COLOR_SIGNS = {{"●", "●", "·"}, {"●", "●"}, "+"};
static const Signs RING_SIGNS = {{"●", "○", "·"}, {"●", "○"}, "+"};
static const Signs COLOR_ASCII_SIGNS = {{"B", "W", "."}, {"B", "W"}, "+"};

Terminal terminal_detect(void) {
    Terminal t = {.unicode = false, .colors = TERMINAL_PLAIN};
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR"), *more = getenv("COLORTERM");
    bool dumb = term && !strcmp(term, "dumb");
    setlocale(LC_CTYPE, "");
    t.unicode = !dumb && !strcmp(nl_langinfo(CODESET), "UTF-8");
    if (dumb || !term || !*term || (no_color && *no_color) || !isatty(STDOUT_FILENO)) return t;
    t.colors = strstr(term, "256") || (more && *more) ? TERMINAL_256_COLORS : TERMINAL_8_COLORS;
    return t;
}

static const Signs *terminal_signs(const Terminal *t) {
    if (t->colors == TERMINAL_PLAIN) return t->unicode ? &UNICODE_SIGNS : &ASCII_SIGNS;
    if (t->colors == TERMINAL_8_COLORS && t->unicode) return &RING_SIGNS;
    return t->unicode ? &COLOR_SIGNS : &COLOR_ASCII_SIGNS;
}

typedef struct View {
    const Terminal *terminal;
    const Position *position;
    int last, hint;
    CellSet chain;
} View;

static Mark cell_mark(const View *view, int cell) {
    if (cellset_has(view->chain, cell)) return MARK_CHAIN;
    return cell == view->hint ? MARK_HINT : cell == view->last ? MARK_LAST : MARK_NONE;
}

static const char *cell_sign(const View *view, int cell) {
    const Signs *signs = terminal_signs(view->terminal);
    Color color = position_at(view->position, cell);
    if (cell == view->hint) return signs->hint;
    return cellset_has(view->chain, cell) ? signs->chain[color] : signs->cell[color];
}

// Brackets around the last move and the hint where no colour can mark them.
static char separator(const View *view, int row, int column) {
    const Geometry *g = view->position->geometry;
    if (view->terminal->colors != TERMINAL_PLAIN) return ' ';
    int left = column > 0 ? cell_at(g, column - 1, row) : CELL_NONE;
    int right = column < g->width ? cell_at(g, column, row) : CELL_NONE;
    if (right != CELL_NONE && (right == view->last || right == view->hint)) return '(';
    return left != CELL_NONE && (left == view->last || left == view->hint) ? ')' : ' ';
}

static void frame_draw(const View *view, int indent, Text *out) {
    const Palette *palette = &PALETTES[view->terminal->colors];
    text_format(out, "%*s%s ", indent, "", palette->frame[BLACK]);
    for (int column = 0; column < view->position->geometry->width; column++)
        text_format(out, "%c ", 'a' + column);
    text_format(out, "%s\n", palette->reset);
}

static void row_draw(const View *view, int row, Text *out) {
    const Geometry *g = view->position->geometry;
    const Palette *palette = &PALETTES[view->terminal->colors];
    text_format(out, "%*s%s%2d%s", row + 1, "", palette->frame[WHITE], row + 1, palette->reset);
    for (int column = 0; column < g->width; column++) {
        int cell = cell_at(g, column, row);
        text_format(out, "%s%c%s%s%s", palette->ground[MARK_NONE], separator(view, row, column),
                    palette->ground[cell_mark(view, cell)], palette->ink[position_at(view->position, cell)],
                    cell_sign(view, cell));
        text_add(out, palette->reset);
    }
    text_format(out, "%s%c%s%s%-2d%s\n", palette->ground[MARK_NONE], separator(view, row, g->width),
                palette->reset, palette->frame[WHITE], row + 1, palette->reset);
}

void terminal_draw(const Terminal *terminal, const mp_game *game, int hint, Text *out) {
    const Position *now = mp_game_position(game);
    const Geometry *g = now->geometry;
    View view = {.terminal = terminal, .position = now, .last = mp_game_last_cell(game), .hint = hint};
    Color winner = position_winner(now);
    if (winner != EMPTY) view.chain = position_winning_chain(now, winner);
    frame_draw(&view, 2, out);
    for (int row = 0; row < g->height; row++) row_draw(&view, row, out);
    frame_draw(&view, g->height + 3, out);
}

void terminal_stone(const Terminal *terminal, mp_color color, Text *out) {
    const Palette *palette = &PALETTES[terminal->colors];
    text_format(out, "%s%s%s%s%s", palette->ground[MARK_NONE], palette->ink[color],
                terminal->colors == TERMINAL_PLAIN ? "" : " ", terminal_signs(terminal)->cell[color],
                terminal->colors == TERMINAL_PLAIN ? "" : " ");
    text_add(out, palette->reset);
}
