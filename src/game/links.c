#include "game/links.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { VARIATIONS_DEEP = 16 };

// Of all lines the one with the cursor is wanted.
typedef struct Lines {
    Game *game; // that line
    int cursor; // moves of it before the cursor; -1: there was none yet
    int depth;  // of the variation that is being read; 0: the main line
} Lines;

typedef struct Reader {
    const char *link;
    const char *at;
    Error *error;
} Reader;

static int hex_digit(char c) {
    return c >= '0' && c <= '9'         ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

// The next character, 0 at the end; "%2C" counts as one.
static char peek(const Reader *r) {
    if (r->at[0] == '%' && hex_digit(r->at[1]) >= 0 && hex_digit(r->at[2]) >= 0)
        return (char)(hex_digit(r->at[1]) * 16 + hex_digit(r->at[2]));
    return *r->at;
}

static char take(Reader *r) {
    char c = peek(r);
    if (*r->at) r->at += *r->at == '%' && c != '%' ? 3 : 1;
    return c;
}

static bool at_end(const Reader *r) {
    return *r->at == '\0';
}

static bool fault(const Reader *r, const char *place, const char *message) {
    return error_input(r->error, "link, column %d: %s", (int)(place - r->link) + 1, message);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A number of at most three digits, so that it cannot overflow; -1 when there is none.
static int number_take(Reader *r) {
    int n = -1;
    for (int i = 0; i < 3 && is_digit(peek(r)); i++) n = (n < 0 ? 0 : n * 10) + take(r) - '0';
    return n;
}

// Moves after "#": of a HexWorld or Trmph address, or of nothing.
static bool address_skip(Reader *r) {
    static const char *const hosts[] = {"hexworld.org/board", "trmph.com/hex/board",
                                        "hexanna1.github.io/hex-study"};
    while (isspace((unsigned char)*r->at)) r->at++;
    const char *start = r->at, *p = start;
    if (!strncasecmp(p, "https://", 8)) p += 8;
    if (!strncasecmp(p, "http://", 7)) p += 7;
    if (!strncasecmp(p, "www.", 4)) p += 4;
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        if (strncasecmp(p, hosts[i], strlen(hosts[i]))) continue;
        p += strlen(hosts[i]);
        r->at = p + strcspn(p, "#");
        if (!*r->at) return fault(r, r->at, "no '#' and game after the address");
        r->at++;
        return true;
    }
    if (*start == '#') r->at++;
    if (*start == '#' || is_digit(*start)) return true;
    return fault(r, start, "expected https://hexworld.org/board/#... or https://trmph.com/hex/board#...");
}

static const Geometry *size_take(Reader *r) {
    const char *start = r->at;
    int width = number_take(r), height = width;
    if (width >= 0 && peek(r) == 'x') {
        take(r);
        height = number_take(r);
    }
    if (width < 1 || height < 1 || width > BOARD_MAX || height > BOARD_MAX || is_digit(peek(r))) {
        error_input(r->error, "link, column %d: expected a size N or WxH with sides from 1 to %d",
                    (int)(start - r->link) + 1, BOARD_MAX);
        return NULL;
    }
    const Geometry *g = geometry_get(width, height);
    if (!g) error_memory(r->error);
    return g;
}

static bool options_skip(Reader *r) {
    while (is_letter(peek(r))) {
        take(r);
        while (is_digit(peek(r))) take(r);
    }
    if (at_end(r) || peek(r) == ',') return true;
    return fault(r, r->at, "expected ',' and moves after the size");
}

// What follows ':'.
static bool word_take(Reader *r, Color *color, Move *move) {
    const char *start = r->at;
    take(r);
    char kind = take(r);
    *move = kind == 's'   ? MOVE_SWAP_PIECES
            : kind == 'S' ? MOVE_SWAP_SIDES
            : kind == 'p' ? MOVE_PASS
                          : MOVE_NONE;
    if (kind == 'r' || kind == 'f') {
        char side = take(r);
        *color = side == 'w' ? WHITE : BLACK;
        *move = side == 'b' || side == 'w' ? MOVE_RESIGN : MOVE_NONE;
    }
    return *move != MOVE_NONE || fault(r, start, "expected :s :S :p :rb :rw :fb or :fw");
}

static bool cell_take(Reader *r, const Geometry *g, Move *move) {
    const char *start = r->at;
    char text[4];
    int n = 0;
    if (is_letter(peek(r))) text[n++] = take(r);
    while (n < 3 && n > 0 && is_digit(peek(r))) text[n++] = take(r);
    *move = cell_parse(g, text, n);
    if (*move != CELL_NONE && !is_digit(peek(r))) return true;
    return error_input(r->error, "link, column %d: expected a move: a cell of this %dx%d board or a ':' word",
                       (int)(start - r->link) + 1, g->width, g->height);
}

// Blanks may stand after the link, as copying leaves them.
static bool only_blanks(const char *p) {
    return p[strspn(p, " \t\r\n")] == '\0';
}

static bool move_take(Reader *r, Game *game) {
    const char *start = r->at;
    Color color = game->now.to_move;
    Move move = MOVE_NONE;
    Error inner;
    if (!(peek(r) == ':' ? word_take(r, &color, &move) : cell_take(r, game->now.geometry, &move)))
        return false;
    return game_play(game, color, move, &inner) || fault(r, start, inner.text);
}

static bool line_take(Reader *r, Game *game, Lines *lines);

// "(c3d4)": moves in the place of the last one.
static bool variation_take(Reader *r, const Game *game, Lines *lines) {
    const char *start = r->at;
    Game *branch = lines->depth < VARIATIONS_DEEP ? malloc(sizeof *branch) : NULL;
    if (!branch) return fault(r, start, "variations inside variations go too deep");
    take(r);
    *branch = *game;
    lines->depth++;
    bool good = (game_undo(branch) || fault(r, start, "a variation before the first move")) &&
                line_take(r, branch, lines);
    if (good && peek(r) != ')') good = fault(r, r->at, "a ')' is missing");
    if (good) take(r);
    lines->depth--;
    free(branch);
    return good;
}

// Moves up to the end, or to the end of a variation.
static bool line_take(Reader *r, Game *game, Lines *lines) {
    bool here = false; // the cursor is in this line, and not in a variation of it
    while (!only_blanks(r->at) && !(lines->depth && peek(r) == ')')) {
        const char *start = r->at;
        if (peek(r) == ',') {
            if (lines->cursor >= 0) return fault(r, start, "a third ','");
            take(r);
            lines->cursor = game->count;
            here = true;
        } else if (!(peek(r) == '(' ? variation_take(r, game, lines) : move_take(r, game))) {
            return false;
        }
    }
    if (here || (!lines->depth && lines->cursor < 0)) *lines->game = *game;
    if (!lines->depth && lines->cursor < 0) lines->cursor = game->count;
    return true;
}

bool link_read(const char *link, Game *game, int *cursor, Error *error) {
    Reader r = {link, link, error};
    if (!address_skip(&r)) return false;
    const Geometry *g = size_take(&r);
    if (!g || (!only_blanks(r.at) && !options_skip(&r))) return false;
    if (peek(&r) == ',') take(&r);
    Game main, whole;
    Lines lines = {.game = &whole, .cursor = -1};
    game_init(&main, g);
    if (!line_take(&r, &main, &lines)) return false;
    *game = whole;
    *cursor = lines.cursor;
    return true;
}

bool link_read_at_cursor(const char *link, Game *game, Error *error) {
    int cursor;
    if (!link_read(link, game, &cursor, error)) return false;
    while (game->count > cursor) game_undo(game);
    return true;
}

// --- Writing

// Keeps the alternation that a reader will assume.
typedef struct Writer {
    const Geometry *geometry;
    Color next;
    Text *out;
} Writer;

static void turn_give(Writer *w, Color color) {
    if (w->next != color) text_add(w->out, ":p");
    w->next = color;
}

static void cell_put(Writer *w, Color color, int cell) {
    char name[CELL_NAME_MAX];
    turn_give(w, color);
    text_add(w->out, cell_name(w->geometry, cell, name));
    w->next = color_other(color);
}

// Stones as moves in turn while both colours have some.
static void stones_put(Writer *w, const Position *p) {
    CellSet left[2] = {p->stones[BLACK], p->stones[WHITE]};
    while (!cellset_is_empty(cellset_or(left[BLACK], left[WHITE]))) {
        Color color = cellset_is_empty(left[w->next]) ? color_other(w->next) : w->next;
        cell_put(w, color, cellset_pop(&left[color]));
    }
}

static void move_put(Writer *w, Played played) {
    switch (played.move) {
    case MOVE_SWAP_PIECES:
        text_add(w->out, ":s");
        w->next = BLACK; // only Black's opening is written as one
        break;
    case MOVE_SWAP_SIDES:
        text_add(w->out, ":S");
        w->next = WHITE;
        break;
    case MOVE_RESIGN:
        text_add(w->out, played.color == BLACK ? ":rb" : ":rw");
        break;
    case MOVE_PASS:
        turn_give(w, played.color);
        text_add(w->out, ":p");
        w->next = color_other(played.color);
        break;
    default:
        cell_put(w, played.color, played.move);
    }
}

bool link_write(const Game *game, int cursor, Text *out, Error *error) {
    const Geometry *g = game->setup.geometry;
    if (position_winner(&game->setup) != EMPTY)
        return error_input(error, "a HexWorld link holds moves: it cannot hold a set-up that is already won");
    text_format(out,
                g->width == g->height ? "https://hexworld.org/board/#%dc1,"
                                      : "https://hexworld.org/board/#%dx%dc1,",
                g->width, g->height);
    // White's opening needs a pass before it, and then no swap is legal: write the stone that came of it.
    Position base = game->setup;
    int first = 0;
    bool swapped =
        game->count > 1 && game->played[1].move < MOVE_PASS && game->played[1].move >= MOVE_SWAP_PIECES;
    if (swapped && (game->played[0].color != BLACK || game->played[1].color != WHITE)) {
        Game opening = *game;
        while (opening.count > 2) game_undo(&opening);
        base = opening.now;
        first = 2;
    }
    Writer w = {g, BLACK, out};
    stones_put(&w, &base);
    if (!swapped || first) turn_give(&w, base.to_move); // a pass would forbid the swap
    if (cursor >= 0 && cursor < first) cursor = first;
    for (int i = first; i < game->count; i++) {
        if (i == cursor) text_add_char(out, ',');
        move_put(&w, game->played[i]);
    }
    return out->failed ? error_memory(error) : true;
}
