// From SGF nodes to games and back: sizes, points, set-ups, moves.
#include "game/sgf_tree.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// How a file writes things.
typedef struct Style {
    const Geometry *geometry;
    bool inverted; // W is Black's label (Little Golem)
    bool letters;  // points are two letters
} Style;

enum { SHOWN_MAX = 24 };

// A value for a message: short and printable.
static const char *value_shown(const SgfValue *value, char *buffer) {
    uint32_t n = value->length < SHOWN_MAX - 4 ? value->length : SHOWN_MAX - 4;
    for (uint32_t i = 0; i < n; i++)
        buffer[i] = value->raw[i] >= ' ' && value->raw[i] <= '~' ? value->raw[i] : '?';
    strcpy(buffer + n, n < value->length ? "..." : "");
    return buffer;
}

// The value without blanks around it.
static const char *value_trimmed(const SgfValue *value, int *length) {
    const char *start = value->raw, *end = start + value->length;
    while (start < end && strchr(" \t\r\n", *start)) start++;
    while (end > start && strchr(" \t\r\n", end[-1])) end--;
    *length = (int)(end - start);
    return start;
}

static const SgfValue *first_value(const SgfTree *tree, int property) {
    return &tree->values[tree->properties[property].first_value];
}

// --- The board

static bool game_is_hex(const SgfTree *tree, SgfNode root, Error *error) {
    int property = sgf_tree_find(tree, root, "GM", -1), length = 0;
    if (property < 0) return true;
    const SgfValue *value = first_value(tree, property);
    const char *text = value_trimmed(value, &length);
    char shown[SHOWN_MAX];
    if (length == 2 && !memcmp(text, "11", 2)) return true;
    return sgf_error_at(tree, value->offset, error, "GM[%s] is not Hex, which is GM[11]",
                        value_shown(value, shown));
}

// Reads one or two digits and moves on; 0 when there are none.
static int digits_read(const char **p, const char *end) {
    int n = 0;
    for (int i = 0; i < 2 && *p < end && **p >= '0' && **p <= '9'; i++) n = n * 10 + *(*p)++ - '0';
    return n;
}

// A game has one size, in its root: a second one, there or on the main line, would be passed over.
static bool size_is_single(const SgfTree *tree, SgfNode root, Error *error) {
    for (SgfNode node = root; node != SGF_NONE; node = tree->nodes[node].first_child) {
        int property = sgf_tree_find(tree, node, "SZ", -1);
        if (property < 0) continue;
        int again = node == root ? sgf_tree_find(tree, node, "SZ", property) : property;
        int value = again >= 0 ? tree->properties[again].first_value : first_value(tree, property)->next;
        if (value >= 0)
            return sgf_error_at(tree, tree->values[value].offset, error,
                                "a second SZ, or one outside the root: a game has one size");
    }
    return true;
}

// The root of the game that a node belongs to.
static SgfNode root_of(const SgfTree *tree, SgfNode node) {
    while (tree->nodes[node].parent != SGF_NONE) node = tree->nodes[node].parent;
    return node;
}

// The board of a game; NULL with an error when its SZ or GM is bad.
static const Geometry *geometry_read(const SgfTree *tree, SgfNode root, Error *error) {
    if (!game_is_hex(tree, root, error) || !size_is_single(tree, root, error)) return NULL;
    int width = 11, height = 11, property = sgf_tree_find(tree, root, "SZ", -1);
    if (property >= 0) {
        const SgfValue *value = first_value(tree, property);
        int length = 0;
        const char *p = value_trimmed(value, &length), *end = p + length;
        width = height = digits_read(&p, end);
        if (p < end && *p == ':') {
            p++;
            height = digits_read(&p, end);
        }
        char shown[SHOWN_MAX];
        if (p < end || width < 1 || width > BOARD_MAX || height < 1 || height > BOARD_MAX) {
            sgf_error_at(tree, value->offset, error,
                         "SZ[%s]: expected a size N or W:H with sides from 1 to %d",
                         value_shown(value, shown), BOARD_MAX);
            return NULL;
        }
    }
    const Geometry *geometry = geometry_get(width, height);
    if (!geometry) error_memory(error);
    return geometry;
}

// --- Moves

// The node's property B or W, or -1; an error when it has two.
static bool move_property(const SgfTree *tree, SgfNode node, int *found, Error *error) {
    int count = 0, again = -1;
    *found = -1;
    for (int i = 0; i < 2; i++) {
        for (int p = -1; (p = sgf_tree_find(tree, node, i ? "W" : "B", p)) >= 0 && count < 2; count++) {
            again = p;
            if (*found < 0) *found = p;
        }
    }
    if (count > 1) return sgf_error_at(tree, tree->properties[again].offset, error, "two moves in one node");
    return true;
}

static bool labelled_white(const SgfTree *tree, int property) {
    for (uint32_t i = 0; i < tree->properties[property].name_length; i++) {
        if (tree->properties[property].name[i] == 'W') return true;
    }
    return false;
}

static bool two_letters(const char *text, int length) {
    return length == 2 && text[0] >= 'a' && text[0] <= 'z' && text[1] >= 'a' && text[1] <= 'z';
}

static int point_parse(const Geometry *g, const char *text, int length) {
    if (!two_letters(text, length)) return cell_parse(g, text, length);
    int column = text[0] - 'a', row = text[1] - 'a';
    return column < g->width && row < g->height ? cell_at(g, column, row) : CELL_NONE;
}

static bool from_little_golem(const SgfTree *tree, SgfNode root) {
    static const char mark[] = "littlegolem";
    int property = sgf_tree_find(tree, root, "SO", -1);
    if (property < 0) return false;
    const SgfValue *value = first_value(tree, property);
    for (uint32_t i = 0; i + sizeof mark - 1 <= value->length; i++) {
        if (!strncasecmp(value->raw + i, mark, sizeof mark - 1)) return true;
    }
    return false;
}

static bool style_find(const SgfTree *tree, SgfNode root, Style *style, Error *error) {
    *style = (Style){.geometry = geometry_read(tree, root, error)};
    if (!style->geometry) return false;
    bool first = true;
    for (SgfNode node = root; node != SGF_NONE; node = tree->nodes[node].first_child) {
        int property, length = 0;
        if (!move_property(tree, node, &property, NULL) || property < 0) continue;
        if (first) style->inverted = labelled_white(tree, property) && from_little_golem(tree, root);
        first = false;
        const char *text = value_trimmed(first_value(tree, property), &length);
        style->letters = two_letters(text, length);
        if (style->letters || cell_parse(style->geometry, text, length) != CELL_NONE) break;
    }
    return true;
}

static bool node_move(const SgfTree *tree, const Style *style, SgfNode node, Color *color, Move *move,
                      const SgfValue **place, Error *error) {
    int property, length = 0;
    *move = MOVE_NONE;
    if (!move_property(tree, node, &property, error)) return false;
    if (property < 0) return true;
    const SgfValue *value = *place = first_value(tree, property);
    if (value->next >= 0)
        return sgf_error_at(tree, tree->values[value->next].offset, error, "a move has only one point");
    *color = labelled_white(tree, property) != style->inverted ? WHITE : BLACK;
    const char *text = value_trimmed(value, &length);
    *move = length == 0                 ? MOVE_PASS
            : two_letters(text, length) ? point_parse(style->geometry, text, length)
                                        : move_parse(style->geometry, text, length);
    char shown[SHOWN_MAX];
    if (*move != MOVE_NONE) return true;
    return sgf_error_at(tree, value->offset, error, "'%s' is not a move on this %dx%d board",
                        value_shown(value, shown), style->geometry->width, style->geometry->height);
}

bool sgf_node_move(const SgfTree *tree, SgfNode node, Color *color, Move *move, Error *error) {
    Style style;
    const SgfValue *place = NULL;
    return style_find(tree, root_of(tree, node), &style, error) &&
           node_move(tree, &style, node, color, move, &place, error);
}

// --- Set-ups

// The cells of a value: a point or a rectangle "a1:c3".
static bool cells_read(const SgfTree *tree, const Style *style, const SgfValue *value, CellSet *cells,
                       Error *error) {
    const Geometry *g = style->geometry;
    int length = 0;
    const char *text = value_trimmed(value, &length), *colon = memchr(text, ':', (size_t)length);
    int head = colon ? (int)(colon - text) : length;
    int a = point_parse(g, text, head), b = colon ? point_parse(g, colon + 1, length - head - 1) : a;
    char shown[SHOWN_MAX];
    if (a == CELL_NONE || b == CELL_NONE)
        return sgf_error_at(tree, value->offset, error, "'%s' is not a cell of this %dx%d board",
                            value_shown(value, shown), g->width, g->height);
    if (cell_row(g, a) > cell_row(g, b) || cell_column(g, a) > cell_column(g, b))
        return sgf_error_at(tree, value->offset, error,
                            "'%s': a rectangle runs from top left to bottom right",
                            value_shown(value, shown));
    *cells = cellset_none();
    for (int row = cell_row(g, a); row <= cell_row(g, b); row++) {
        for (int column = cell_column(g, a); column <= cell_column(g, b); column++)
            cellset_add(cells, cell_at(g, column, row));
    }
    return true;
}

// Sets the cells of all properties of that name to a colour; a cell that is in `seen` already is an error.
static bool stones_set(const SgfTree *tree, const Style *style, SgfNode node, const char *name, Color color,
                       Position *now, CellSet *seen, Error *error) {
    for (int p = -1; (p = sgf_tree_find(tree, node, name, p)) >= 0;) {
        for (int v = tree->properties[p].first_value; v >= 0; v = tree->values[v].next) {
            CellSet cells;
            if (!cells_read(tree, style, &tree->values[v], &cells, error)) return false;
            char shown[CELL_NAME_MAX];
            if (cellset_meets(cells, *seen))
                return sgf_error_at(
                    tree, tree->values[v].offset, error, "%s is set up twice in one node",
                    cell_name(now->geometry, cellset_first(cellset_and(cells, *seen)), shown));
            *seen = cellset_or(*seen, cells);
            for (Color c = BLACK; c <= WHITE; c++)
                now->stones[c] =
                    c == color ? cellset_or(now->stones[c], cells) : cellset_minus(now->stones[c], cells);
        }
    }
    return true;
}

static bool mover_read(const SgfTree *tree, int property, Color *color, Error *error) {
    static const char *const words[] = {"B", "black", "1", "W", "white", "2"};
    const SgfValue *value = first_value(tree, property);
    int length = 0;
    const char *text = value_trimmed(value, &length);
    for (int i = 0; i < 6; i++) {
        if ((int)strlen(words[i]) == length && !strncasecmp(text, words[i], (size_t)length)) {
            *color = i < 3 ? BLACK : WHITE;
            return true;
        }
    }
    char shown[SHOWN_MAX];
    return sgf_error_at(tree, value->offset, error, "PL[%s]: expected B or W", value_shown(value, shown));
}

typedef struct Setup {
    Position now;
    bool changed; // the node has set-up properties
    bool mover;   // PL among them
} Setup;

static bool setup_read(const SgfTree *tree, const Style *style, SgfNode node, Setup *setup, Error *error) {
    CellSet seen = cellset_none();
    Color black = style->inverted ? WHITE : BLACK;
    int mover = sgf_tree_find(tree, node, "PL", -1);
    setup->mover = mover >= 0;
    setup->changed =
        setup->mover || sgf_has(tree, node, "AB") || sgf_has(tree, node, "AW") || sgf_has(tree, node, "AE");
    return stones_set(tree, style, node, "AE", EMPTY, &setup->now, &seen, error) &&
           stones_set(tree, style, node, "AB", black, &setup->now, &seen, error) &&
           stones_set(tree, style, node, "AW", color_other(black), &setup->now, &seen, error) &&
           (!setup->mover || mover_read(tree, mover, &setup->now.to_move, error));
}

// --- Lines

typedef struct Replay {
    const SgfTree *tree;
    Style style;
    Game game;
    int moves;        // played so far, over all set-ups
    bool mover_known; // by PL, since the last set-up
} Replay;

// Who moves in a set-up that no move and no PL follows.
static Color mover_by_count(const Position *p) {
    return cellset_count(p->stones[BLACK]) > cellset_count(p->stones[WHITE]) ? WHITE : BLACK;
}

static void mover_set(Game *game, Color color) {
    game->setup.to_move = game->now.to_move = color;
}

// Does what a node says. Before its move it leaves a copy of the game in `before` if that is given.
static bool node_replay(Replay *r, SgfNode node, Game *before, Error *error) {
    Setup setup = {.now = r->game.now};
    if (!setup_read(r->tree, &r->style, node, &setup, error)) return false;
    if (setup.changed) {
        if (!setup.mover && !r->mover_known && !r->moves) setup.now.to_move = mover_by_count(&setup.now);
        game_init_position(&r->game, &setup.now);
        r->mover_known = setup.mover || (r->mover_known && !r->moves);
    }
    Color color = BLACK;
    Move move;
    const SgfValue *place = NULL;
    if (!node_move(r->tree, &r->style, node, &color, &move, &place, error)) return false;
    if (move == MOVE_NONE) return true;
    if (!r->game.count && !r->mover_known) mover_set(&r->game, color);
    if (before) *before = r->game;
    Error inner;
    if (!game_play(&r->game, color, move, &inner))
        return sgf_error_at(r->tree, place->offset, error, "%s", inner.text);
    r->moves++;
    return true;
}

static bool replay_start(Replay *r, const SgfTree *tree, SgfNode root, Error *error) {
    *r = (Replay){.tree = tree};
    if (!style_find(tree, root, &r->style, error)) return false;
    game_init(&r->game, r->style.geometry);
    return true;
}

bool sgf_game(const SgfTree *tree, int moves, Game *game, Error *error) {
    Replay r;
    if (!replay_start(&r, tree, tree->first_root, error)) return false;
    Game wanted = r.game;
    bool have = false;
    for (SgfNode node = tree->first_root; node != SGF_NONE; node = tree->nodes[node].first_child) {
        Game before;
        int already = r.moves;
        if (!node_replay(&r, node, &before, error)) return false;
        if (have || r.moves == already || (moves != 0 && r.moves != moves)) continue;
        wanted = moves == 0 ? before : r.game;
        have = true;
    }
    if (!have && moves > r.moves)
        return error_input(error, "%.200s%smoves on the main line: %d, asked for: %d",
                           tree->name ? tree->name : "", tree->name ? ": " : "", r.moves, moves);
    *game = have ? wanted : r.game;
    return true;
}

bool sgf_game_at(const SgfTree *tree, SgfNode node, Game *game, Error *error) {
    Replay r;
    if (!replay_start(&r, tree, root_of(tree, node), error)) return false;
    int count = 0;
    for (SgfNode n = node; n != SGF_NONE; n = tree->nodes[n].parent) count++;
    SgfNode *path = malloc((size_t)count * sizeof *path + 1);
    if (!path) return error_memory(error);
    for (SgfNode n = node; n != SGF_NONE; n = tree->nodes[n].parent) path[--count] = n;
    bool good = true;
    for (int i = 0; good; i++) {
        good = node_replay(&r, path[i], NULL, error);
        if (path[i] == node) break;
    }
    free(path);
    if (good) *game = r.game;
    return good;
}

int sgf_move_count(const SgfTree *tree) {
    int count = 0;
    for (SgfNode n = tree->first_root; n != SGF_NONE; n = tree->nodes[n].first_child)
        count += sgf_has(tree, n, "B") || sgf_has(tree, n, "W");
    return count;
}

SgfNode sgf_node_of_move(const SgfTree *tree, int number) {
    SgfNode node = tree->first_root;
    if (number <= 0) return node;
    for (; node != SGF_NONE; node = tree->nodes[node].first_child) {
        if ((sgf_has(tree, node, "B") || sgf_has(tree, node, "W")) && --number == 0) break;
    }
    return node;
}

// --- Growing

static void point_write(const Style *style, Move move, char *buffer) {
    move_name(style->geometry, move, buffer);
    if (!style->letters || move < 0 || move >= style->geometry->cells) return;
    buffer[0] = (char)('a' + cell_column(style->geometry, move));
    buffer[1] = (char)('a' + cell_row(style->geometry, move));
    buffer[2] = '\0';
}

SgfNode sgf_add_move(SgfTree *tree, SgfNode parent, Color color, Move move, Error *error) {
    Style style;
    if (!style_find(tree, root_of(tree, parent), &style, error)) return SGF_NONE;
    if (!move_word(move) && (move < 0 || move >= style.geometry->cells)) {
        error_input(error, "%d is not a move on a %dx%d board", move, style.geometry->width,
                    style.geometry->height);
        return SGF_NONE;
    }
    for (SgfNode n = tree->nodes[parent].first_child; n != SGF_NONE; n = tree->nodes[n].next) {
        Color made = EMPTY;
        Move there = MOVE_NONE;
        const SgfValue *place = NULL;
        if (node_move(tree, &style, n, &made, &there, &place, NULL) && there == move && made == color)
            return n;
    }
    char text[MOVE_NAME_MAX];
    point_write(&style, move, text);
    SgfNode node = sgf_add_child(tree, parent, error);
    if (node == SGF_NONE) return node;
    if (sgf_add_value(tree, node, (color == WHITE) != style.inverted ? "W" : "B", text)) return node;
    sgf_drop_child(tree, parent);
    error_memory(error);
    return SGF_NONE;
}
