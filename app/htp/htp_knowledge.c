// Knowledge for GUIs: inferior cells, fill-in, must-play and virtual connections of the position on the
// board.
//
// HexGui draws three kinds of answers. Edges are called north, south, west and east.
// - "inferior" is a list of pairs, a cell and its mark. Black's fill-in: fdb (dead), fcb (captured), fpb
//   (permanently inferior or mutual). White's ends in w. Prunable: iv[b2] (vulnerable), ir[b2] (reversible),
//   id[b2] (dominated), with the cell an arrow goes to. Marked x: not to be considered.
// - "vc" is a line per connection: colour, ends, full or semi, the rule, the carrier. In brackets the stones
//   (unused) and the key of a semi.
// - "plist" is a list of cells.
#include "app/htp/htp_engine.h"
#include "app/report/explain_report.h"
#include "mustplay/sys/connections.h"

#include <string.h>
#include <strings.h>

static const char *const EDGE_NAMES[] = {"north", "south", "west", "east"};

static const char *end_name(const mp_game *game, int end, char *buffer) {
    return end >= MP_EDGE_TOP ? EDGE_NAMES[end - MP_EDGE_TOP] : mp_move_name(game, end, buffer);
}

// A cell, or an edge by its name here or by that of the command line.
static bool end_parse(const mp_game *game, const char *word, int *end, Error *error) {
    static const char *const OTHERS[] = {"top", "bottom", "left", "right"};
    *end = mp_move_parse(game, word);
    if (*end >= MP_CELLS_MAX) *end = MP_NONE; // a word such as "pass"
    for (int i = 0; *end == MP_NONE && i < 4; i++)
        if (!strcasecmp(word, EDGE_NAMES[i]) || !strcasecmp(word, OTHERS[i])) *end = MP_EDGE_TOP + i;
    return *end != MP_NONE || error_input(error, "'%.20s': not a cell or an edge of this board", word);
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

static bool argument_explain(const Htp *htp, const HtpArgs *args, Known *known, Error *error) {
    mp_color color;
    mp_error why;
    if (!htp_color_argument(htp, args, &color, error)) return false;
    *known = (Known){.game = htp_board_for(htp, color, error), .e = MP_INIT(mp_explained)};
    if (!known->game) return false;
    bool over = mp_game_winner(known->game) != MP_EMPTY;
    if (!over) known->explanation = mp_explanation_new(htp->setup.engine, known->game, &why);
    if (known->explanation) {
        mp_explanation_read(known->explanation, &known->e);
        return true;
    }
    known_free(known);
    return over ? error_input(error, "the game is over") : public_fail(&why, NULL, error);
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
    static const char kinds[] = {
        [MP_DEAD] = 'd', [MP_CAPTURED] = 'c', [MP_PERMANENT] = 'p', [MP_MUTUAL] = 'p'};
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

static void connection_write(const mp_game *game, mp_color color, const int ends[2], const mp_connection *c,
                             Text *out) {
    char x[MP_NAME_MAX], y[MP_NAME_MAX], name[MP_NAME_MAX];
    bool full = c->key == MP_NONE;
    text_format(out, "%s %s %s %s %s [", name_of_color(color), end_name(game, ends[0], x),
                end_name(game, ends[1], y), full ? "full" : "semi", full ? "or" : "and");
    cells_text(game, &c->carrier, out);
    text_add(out, " ] [ ]");
    if (!full) text_format(out, " %s", mp_move_name(game, c->key, name));
    text_add_char(out, '\n');
}

// The connections of a colour in the position as it stands, without fill-in. NULL with an error.
static mp_connections *board_connect(const Htp *htp, const HtpArgs *args, mp_color *color, Error *error) {
    mp_error why;
    if (!htp_parse_color(args->word[0], color, error)) return NULL;
    mp_connections *connections = mp_connections_new(htp->game, *color, &why);
    if (!connections) public_fail(&why, NULL, error);
    return connections;
}

// The end that a word names, if the colour may have it.
static bool end_argument(const mp_game *game, mp_color color, const char *word, int *end, Error *error) {
    if (!end_parse(game, word, end, error)) return false;
    mp_color other = color == MP_BLACK ? MP_WHITE : MP_BLACK;
    mp_color owner = *end < MP_EDGE_TOP    ? mp_game_stone(game, *end)
                     : *end < MP_EDGE_LEFT ? MP_BLACK
                                           : MP_WHITE;
    return owner != other || error_input(error, "'%.20s' is not %s's", word, name_of_color(color));
}

static bool between(Htp *htp, const HtpArgs *args, bool full, Text *out, Error *error) {
    mp_color color;
    int x, y, ends[2];
    mp_connection found = MP_INIT(mp_connection);
    mp_connections *connections = board_connect(htp, args, &color, error);
    bool good = connections && end_argument(htp->game, color, args->word[1], &x, error) &&
                end_argument(htp->game, color, args->word[2], &y, error);
    for (int i = 0; good && mp_connections_between(connections, x, y, full, i, ends, &found); i++)
        connection_write(htp->game, color, ends, &found, out);
    mp_connections_free(connections);
    return good;
}

bool htp_vc_between_full(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return between(htp, args, true, out, error);
}

bool htp_vc_between_semi(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return between(htp, args, false, out, error);
}

static bool connected(Htp *htp, const HtpArgs *args, bool full, Text *out, Error *error) {
    enum { ENDS_MAX = MP_CELLS_MAX + 4 };
    mp_color color;
    int end, ends[ENDS_MAX];
    char name[MP_NAME_MAX];
    mp_connections *connections = board_connect(htp, args, &color, error);
    bool good = connections && end_argument(htp->game, color, args->word[1], &end, error);
    int count = good ? mp_connections_of(connections, end, full, ends, ENDS_MAX) : 0;
    for (int i = 0; i < count; i++) text_format(out, "%s ", end_name(htp->game, ends[i], name));
    mp_connections_free(connections);
    return good;
}

bool htp_vc_connected_full(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return connected(htp, args, true, out, error);
}

bool htp_vc_connected_semi(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    return connected(htp, args, false, out, error);
}
