// Knowledge for GUIs: inferior cells, fill-in, must-play and virtual connections of the position on the
// board.
//
// HexGui draws three kinds of answers. "inferior" is a list of pairs, a cell and its mark: fdb, fcb, fpb
// (fill-in of Black's: dead, captured, permanently inferior or mutual) and the same with w; iv[b2], ir[b2],
// id[b2] (vulnerable, reversible, dominated, with the cell an arrow goes to); x (not to be considered). "vc"
// is a line per connection: colour, ends, full or semi, the rule, the carrier and (unused) the stones in
// brackets, the key of a semi. "plist" is a list of cells. Edges are called north, south, west and east.
#include "app/htp/engine.h"
#include "api/inside_solve.h"
#include "app/report/explain_report.h"
#include "cli/public.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CONNECTIONS_MAX = 200 };

static const char *const EDGE_NAMES[] = {"north", "south", "west", "east"};

static const char *end_name(const Geometry *g, int end, char *buffer) {
    return end >= EDGE_TOP ? EDGE_NAMES[end - EDGE_TOP] : cell_name(g, end, buffer);
}

// A cell, or an edge by its name here or by that of the command line.
static bool end_parse(const Geometry *g, const char *word, int *end, Error *error) {
    char buffer[CELL_NAME_MAX];
    *end = cell_parse(g, word, (int)strlen(word));
    for (int edge = EDGE_TOP; *end == CELL_NONE && edge < NODE_MAX; edge++)
        if (!strcasecmp(word, EDGE_NAMES[edge - EDGE_TOP]) || !strcasecmp(word, cell_name(g, edge, buffer)))
            *end = edge;
    return *end != CELL_NONE || error_input(error, "'%.20s': not a cell or an edge of this board", word);
}

// What is known of a position.
typedef struct Known {
    mp_game *game;
    mp_explanation *explanation;
    mp_explained e;
} Known;

static void known_free(Known *known) {
    mp_explanation_free(known->explanation);
    mp_game_free(known->game);
}

static bool board_explain(const Htp *htp, Color mover, Known *known, Error *error) {
    mp_error outer = {.code = MP_OK};
    Position position = htp->game.now;
    position.to_move = mover;
    if (position_winner(&position) != EMPTY) return error_input(error, "the game is over");
    *known = (Known){.game = game_of_position(&position, &outer), .e = {.size = sizeof known->e}};
    if (known->game) known->explanation = mp_explanation_deduced(known->game, 0, &outer);
    if (known->explanation) {
        mp_explanation_read(known->explanation, &known->e);
        return true;
    }
    known_free(known);
    return error_in(&outer, error);
}

static bool argument_explain(const Htp *htp, const HtpArgs *args, Known *known, Error *error) {
    Color color;
    return htp_color_argument(htp, args, &color, error) && board_explain(htp, color, known, error);
}

// --- Inferior cells

static mp_reason reason_of(const Known *known, int cell) {
    mp_reason reason = MP_INIT(mp_reason);
    mp_explanation_reason(known->explanation, cell, &reason);
    return reason;
}

static int cells_of(const Known *known) {
    return mp_game_width(known->game) * mp_game_height(known->game);
}

static void fill_marks(const Known *known, Text *out) {
    static const char kinds[] = {[MP_DEAD] = 'd', [MP_CAPTURED] = 'c', [MP_PERMANENT] = 'p', [MP_MUTUAL] = 'p'};
    char name[MP_NAME_MAX];
    for (int cell = 0; cell < cells_of(known); cell++) {
        mp_reason r = reason_of(known, cell);
        if (r.kind >= MP_DEAD && r.kind <= MP_MUTUAL)
            text_format(out, "%s f%c%c\n", mp_move_name(known->game, cell, name), kinds[r.kind],
                        "bw"[r.color == MP_WHITE]);
    }
}

static void prune_marks(const Known *known, Text *out) {
    static const char kinds[] = {[MP_VULNERABLE] = 'v', [MP_REVERSIBLE] = 'r', [MP_DOMINATED] = 'd'};
    char name[MP_NAME_MAX], helper[MP_NAME_MAX];
    for (int cell = 0; cell < cells_of(known); cell++) {
        mp_reason r = reason_of(known, cell);
        if (r.kind >= MP_VULNERABLE)
            text_format(out, "%s i%c[%s]\n", mp_move_name(known->game, cell, name), kinds[r.kind],
                        r.helper == MP_NONE ? "" : mp_move_name(known->game, r.helper, helper));
    }
}

// The empty cells that are neither filled in nor inside, those left out among them only if `pruned`.
static void outside_marks(const Known *known, const mp_cells *inside, bool pruned, Text *out) {
    char name[MP_NAME_MAX];
    mp_cells empty;
    mp_game_cells(known->game, MP_EMPTY, &empty);
    for (int i = 0; i < empty.count; i++) {
        mp_inferior kind = reason_of(known, empty.cell[i]).kind;
        bool taken = kind != MP_INFERIOR_NONE && (kind <= MP_MUTUAL || !pruned);
        if (!taken && !cells_hold(inside, empty.cell[i]))
            text_format(out, "%s x\n", mp_move_name(known->game, empty.cell[i], name));
    }
}

bool htp_vc_build(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    Known known;
    if (!argument_explain(htp, args, &known, error)) return false;
    fill_marks(&known, out);
    prune_marks(&known, out);
    if (known.e.winner == MP_EMPTY) outside_marks(&known, &known.e.moves, false, out);
    known_free(&known);
    return true;
}

bool htp_vc_mustplay(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    Known known;
    if (!argument_explain(htp, args, &known, error)) return false;
    fill_marks(&known, out);
    if (known.e.winner == MP_EMPTY) outside_marks(&known, &known.e.must_play, true, out);
    known_free(&known);
    return true;
}

bool htp_inferior(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    Known known;
    if (!argument_explain(htp, args, &known, error)) return false;
    fill_marks(&known, out);
    prune_marks(&known, out);
    known_free(&known);
    return true;
}

bool htp_fillin(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    Known known;
    if (!argument_explain(htp, args, &known, error)) return false;
    fill_marks(&known, out);
    known_free(&known);
    return true;
}

bool htp_explain(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    Known known;
    if (!argument_explain(htp, args, &known, error)) return false;
    Text text = {0};
    explanation_write(known.game, known.explanation, &text);
    for (const char *line = text_string(&text); *line;) { // a blank line would end the answer
        size_t length = strcspn(line, "\n");
        if (length) text_format(out, "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    text_free(&text);
    known_free(&known);
    return true;
}

// --- Connections

static void connection_write(const Geometry *g, Color color, const VcConnection *c, Text *out) {
    char x[CELL_NAME_MAX], y[CELL_NAME_MAX], name[CELL_NAME_MAX];
    bool full = c->key == CELL_NONE;
    text_format(out, "%s %s %s %s %s [", color_name(color), end_name(g, c->x, x), end_name(g, c->y, y),
                full ? "full" : "semi", full ? "or" : "and");
    CellSet carrier = c->carrier;
    for (int cell; (cell = cellset_pop(&carrier)) >= 0;) text_format(out, " %s", cell_name(g, cell, name));
    text_add(out, " ] [ ]");
    if (!full) text_format(out, " %s", cell_name(g, c->key, name));
    text_add_char(out, '\n');
}

// The connections of a colour in the position as it stands, without fill-in. NULL with an error.
static Vc *board_connect(const Htp *htp, const HtpArgs *args, Color *color, Error *error) {
    if (!htp_parse_color(args->word[0], color, error)) return NULL;
    if (position_winner(&htp->game.now) != EMPTY) {
        error_input(error, "the game is over");
        return NULL;
    }
    VcOptions options = vc_options();
    options.templates = true;
    Vc *vc = vc_new(htp->game.now.geometry, &options);
    if (vc && vc_build(vc, &htp->game.now, 1u << *color)) return vc;
    if (vc) vc_free(vc);
    error_memory(error);
    return NULL;
}

// The end that a word names, if the colour may have it.
static bool end_argument(const Position *p, Color color, const char *word, int *end, Error *error) {
    if (!end_parse(p->geometry, word, end, error)) return false;
    Color owner = *end >= EDGE_TOP ? edge_color(*end) : position_at(p, *end);
    return owner != color_other(color) || error_input(error, "'%.20s' is not %s's", word, color_name(color));
}

static bool between_write(const Position *p, const Vc *vc, Color color, const HtpArgs *args, bool full,
                          Text *out, Error *error) {
    int x, y;
    if (!end_argument(p, color, args->word[1], &x, error) ||
        !end_argument(p, color, args->word[2], &y, error))
        return false;
    if (vc_end(vc, color, x) == vc_end(vc, color, y)) return true;
    VcConnection *found = malloc(CONNECTIONS_MAX * sizeof *found);
    if (!found) return error_memory(error);
    int count = vc_between(vc, color, x, y, full, found, CONNECTIONS_MAX);
    for (int i = 0; i < count && i < CONNECTIONS_MAX; i++)
        connection_write(p->geometry, color, &found[i], out);
    free(found);
    return true;
}

static bool between(Htp *htp, const HtpArgs *args, bool full, Text *out, Error *error) {
    Color color;
    Vc *vc = board_connect(htp, args, &color, error);
    bool good = vc && between_write(&htp->game.now, vc, color, args, full, out, error);
    if (vc) vc_free(vc);
    return good;
}

bool htp_vc_between_full(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return between(htp, args, true, out, error);
}

bool htp_vc_between_semi(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return between(htp, args, false, out, error);
}

typedef struct Partners {
    int end;
    bool found[NODE_MAX];
} Partners;

static void partner_add(void *context, const VcConnection *c) {
    Partners *p = context;
    if (c->x == p->end) p->found[c->y] = true;
    if (c->y == p->end) p->found[c->x] = true;
}

static bool connected_write(const Position *p, const Vc *vc, Color color, const char *word, bool full,
                            Text *out, Error *error) {
    Partners partners = {0};
    char buffer[CELL_NAME_MAX];
    if (!end_argument(p, color, word, &partners.end, error)) return false;
    partners.end = vc_end(vc, color, partners.end);
    vc_each(vc, color, full, partner_add, &partners);
    for (int end = 0; end < NODE_MAX; end++)
        if (partners.found[end]) text_format(out, "%s ", end_name(p->geometry, end, buffer));
    return true;
}

static bool connected(Htp *htp, const HtpArgs *args, bool full, Text *out, Error *error) {
    Color color;
    Vc *vc = board_connect(htp, args, &color, error);
    bool good = vc && connected_write(&htp->game.now, vc, color, args->word[1], full, out, error);
    if (vc) vc_free(vc);
    return good;
}

bool htp_vc_connected_full(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return connected(htp, args, true, out, error);
}

bool htp_vc_connected_semi(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return connected(htp, args, false, out, error);
}
