// The position that a command's options describe: one table-driven reader for every command.
//
// At most one source: --moves, --black and --white, --sgf, --hexworld or --hexboard; none is the empty board. --size goes
// with the first two. A file or a link knows its size, so --size must agree. --to-move overrides.
// After moves it stands as a pass, so that taking moves back stays right.
#include "base/file.h"
#include "cli/command.h"
#include "cli/watch.h"
#include "game/hexboard.h"
#include "game/links.h"
#include "game/sgf.h"

#include <string.h>

static bool sources_check(const Args *args, Error *error) {
    static const char *const names[] = {"moves", "black", "white", "sgf", "hexworld", "hexboard"};
    const char *first = NULL;
    for (int i = 0; i < 6; i++) {
        if (!args_given(args, names[i])) continue;
        bool pair = first && !strcmp(first, "black") && i == 2;
        if (first && !pair)
            return error_input(error, "--%s and --%s: a position has only one source", first, names[i]);
        if (!first) first = names[i];
    }
    if (args_given(args, "move-number") && !args_given(args, "sgf"))
        return error_input(error, "--move-number goes with --sgf");
    return true;
}

static const Geometry *size_option(const Args *args, Error *error) {
    int width, height;
    Error inner;
    if (!size_parse(args_text(args, "size"), &width, &height, &inner)) {
        error_input(error, "--%s", inner.text);
        return NULL;
    }
    const Geometry *g = geometry_get(width, height);
    if (!g) error_memory(error);
    return g;
}

static bool cells_option(const Args *args, const char *name, const Geometry *g, CellSet *cells,
                         Error *error) {
    static const char separators[] = " ,\t\r\n";
    const char *text = args_given(args, name) ? args_text(args, name) : "";
    *cells = cellset_none();
    for (const char *p = text + strspn(text, separators); *p; p += strspn(p, separators)) {
        int length = (int)strcspn(p, separators), shown = length > 20 ? 20 : length;
        int cell = cell_parse(g, p, length);
        if (cell == CELL_NONE)
            return error_input(error, "--%s, column %d: '%.*s' is not a cell of this %dx%d board", name,
                               (int)(p - text) + 1, shown, p, g->width, g->height);
        if (cellset_has(*cells, cell))
            return error_input(error, "--%s, column %d: %.*s is named twice", name, (int)(p - text) + 1,
                               shown, p);
        cellset_add(cells, cell);
        p += length;
    }
    return true;
}

// A set-up; the counts say who moves, where they can.
static bool setup_take(const Args *args, Position *p, Game *game, Error *error) {
    int black = cellset_count(p->stones[BLACK]), white = cellset_count(p->stones[WHITE]);
    if (black != white && black != white + 1 && !args_given(args, "to-move"))
        return error_input(error, "%d black and %d white stones: say who moves with --to-move", black, white);
    p->to_move = black == white ? BLACK : WHITE;
    game_init_position(game, p);
    return true;
}

static bool stones_source(const Args *args, const Geometry *g, Game *game, Error *error) {
    Position p = position_empty(g);
    if (!cells_option(args, "black", g, &p.stones[BLACK], error)) return false;
    if (!cells_option(args, "white", g, &p.stones[WHITE], error)) return false;
    char name[CELL_NAME_MAX];
    int both = cellset_first(cellset_and(p.stones[BLACK], p.stones[WHITE]));
    if (both >= 0)
        return error_input(error, "--black and --white: %s is named in both", cell_name(g, both, name));
    return setup_take(args, &p, game, error);
}

static bool moves_source(const Args *args, const Geometry *g, Game *game, Error *error) {
    Error inner;
    game_init(game, g);
    if (!args_given(args, "moves") || game_play_list(game, args_text(args, "moves"), &inner)) return true;
    return error_input(error, "--moves: %s", inner.text);
}

static bool sgf_source(const Args *args, Game *game, Error *error) {
    SgfTree *tree = sgf_load(args_text(args, "sgf"), watch_signals(), error);
    if (!tree) return false;
    int moves = args_given(args, "move-number") ? (int)args_int(args, "move-number") : -1;
    bool good = sgf_game(tree, moves, game, error);
    sgf_free(tree);
    return good;
}

static bool link_source(const Args *args, Game *game, Error *error) {
    Error inner = {0};
    if (link_read_at_cursor(args_text(args, "hexworld"), game, &inner)) return true;
    return error_again(error, &inner, "%s%s", inner.bad_input ? "--hexworld: " : "", inner.text);
}

static bool hexboard_source(const Args *args, Game *game, Error *error) {
    enum { TEXT_MOST = 16 << 20 };
    const char *path = args_text(args, "hexboard");
    Text text = {0};
    HexBoard board;
    Error inner = {0};
    int line = 0;
    if (!file_read(path, TEXT_MOST, watch_signals(), &text, error)) return false;
    const char *at = text_string(&text);
    bool good = hexboard_next(at, &at, &line, &board, &inner);
    text_free(&text);
    if (!good && !line) return error_input(error, "--hexboard: there is no <hexboard> tag in '%.200s'", path);
    if (!good) return error_input(error, "--hexboard: '%.120s', %s", path, inner.text);
    Position p = position_empty(board.geometry);
    p.stones[BLACK] = board.red;
    p.stones[WHITE] = board.blue;
    return setup_take(args, &p, game, error);
}

static void mover_override(Game *game, Color wanted) {
    if (game->now.to_move == wanted) return;
    if (game->count) game_play(game, game->now.to_move, MOVE_PASS, NULL);
    if (!game->count) game->setup.to_move = wanted;
    game->now.to_move = wanted; // also where the game is over and nobody can pass
}

bool args_game(const Args *args, Game *game, Error *error) {
    if (!sources_check(args, error)) return false;
    const Geometry *g = size_option(args, error);
    if (!g) return false;
    Game made;
    const char *own = args_given(args, "sgf")        ? "sgf"
                      : args_given(args, "hexworld") ? "hexworld"
                      : args_given(args, "hexboard") ? "hexboard"
                                                     : NULL; // a source with a size of its own
    bool good;
    if (args_given(args, "sgf"))
        good = sgf_source(args, &made, error);
    else if (args_given(args, "hexworld"))
        good = link_source(args, &made, error);
    else if (args_given(args, "hexboard"))
        good = hexboard_source(args, &made, error);
    else if (args_given(args, "black") || args_given(args, "white"))
        good = stones_source(args, g, &made, error);
    else
        good = moves_source(args, g, &made, error);
    if (!good) return false;
    const Geometry *found = made.now.geometry;
    if (own && args_given(args, "size") && found != g)
        return error_input(error, "--size %.40s: the board of --%s is %dx%d", args_text(args, "size"), own,
                           found->width, found->height);
    if (args_given(args, "to-move"))
        mover_override(&made, !strcmp(args_text(args, "to-move"), "black") ? BLACK : WHITE);
    *game = made;
    return true;
}
