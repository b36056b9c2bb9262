#include "lab/y/y_args.h"
#include "lab/y/ysgf.h"

#include <stdio.h>
#include <string.h>

const Triangle *y_args_board(const Args *args, Error *error) {
    int size;
    Error inner;
    if (!triangle_size_parse(args_text(args, "size"), &size, &inner)) {
        error_input(error, "--%s", inner.text);
        return NULL;
    }
    const Triangle *board = triangle_get(size);
    if (!board) error_memory(error);
    return board;
}

static bool stones_add(const Args *args, const char *name, Color color, YPosition *p, Error *error) {
    static const char SEPARATORS[] = " ,\t\r\n";
    const char *text = args_given(args, name) ? args_text(args, name) : "";
    for (const char *word = text + strspn(text, SEPARATORS); *word; word += strspn(word, SEPARATORS)) {
        int length = (int)strcspn(word, SEPARATORS), cell = triangle_cell_parse(p->board, word, length);
        const char *fault = cell == CELL_NONE                ? "is not a cell of this board of Y"
                            : yposition_at(p, cell) != EMPTY ? "is named twice"
                                                             : NULL;
        if (fault)
            return error_input(error, "--%s, column %d: '%.*s' %s (size %d)", name, (int)(word - text) + 1,
                               length > 20 ? 20 : length, word, fault, p->board->size);
        cellset_add(&p->stones[color], cell);
        word += length;
    }
    return true;
}

static bool stones_source(const Args *args, const Triangle *board, YGame *game, Error *error) {
    YPosition p = yposition_empty(board);
    if (!stones_add(args, "black", BLACK, &p, error) || !stones_add(args, "white", WHITE, &p, error))
        return false;
    int black = cellset_count(p.stones[BLACK]), white = cellset_count(p.stones[WHITE]);
    if (black != white && black != white + 1 && !args_given(args, "to-move"))
        return error_input(error, "%d black and %d white stones: say who moves with --to-move", black, white);
    p.to_move = black == white ? BLACK : WHITE;
    ygame_init(game, &p);
    return true;
}

static bool moves_source(const Args *args, const Triangle *board, YGame *game, Error *error) {
    Error inner;
    YPosition empty = yposition_empty(board);
    ygame_init(game, &empty);
    if (!args_given(args, "moves") || ygame_play_list(game, args_text(args, "moves"), &inner)) return true;
    return error_input(error, "--moves: %s", inner.text);
}

static bool sgf_source(const Args *args, YGame *game, Error *error) {
    SgfTree *tree = sgf_load(args_text(args, "sgf"), NULL, error);
    if (!tree) return false;
    int moves = args_given(args, "move-number") ? (int)args_int(args, "move-number") : -1;
    bool good = ysgf_game(tree, moves, game, error);
    sgf_free(tree);
    if (good && args_given(args, "size") && y_args_board(args, error) != game->now.board)
        return error_input(error, "--size %.40s: the board of --sgf has size %d", args_text(args, "size"),
                           game->now.board->size);
    return good;
}

static void mover_set(YGame *game, Color wanted) {
    if (game->now.to_move == wanted) return;
    if (game->count) ygame_play(game, game->now.to_move, MOVE_PASS, NULL);
    if (!game->count) game->setup.to_move = wanted;
    game->now.to_move = wanted;
}

bool y_args_game(const Args *args, YGame *game, Error *error) {
    bool stones = args_given(args, "black") || args_given(args, "white");
    if (stones + args_given(args, "moves") + args_given(args, "sgf") > 1)
        return error_input(error, "a position has only one source: --moves, --black and --white, or --sgf");
    if (args_given(args, "move-number") && !args_given(args, "sgf"))
        return error_input(error, "--move-number goes with --sgf");
    const Triangle *board = y_args_board(args, error);
    if (!board) return false;
    bool good = args_given(args, "sgf") ? sgf_source(args, game, error)
                : stones                ? stones_source(args, board, game, error)
                                        : moves_source(args, board, game, error);
    if (good && args_given(args, "to-move"))
        mover_set(game, !strcmp(args_text(args, "to-move"), "black") ? BLACK : WHITE);
    return good;
}

bool y_args_spec(const Args *args, int level, char *spec, Error *error) {
    const char *player = args_text(args, "player");
    if (player && args_given(args, "level")) return error_input(error, "give --player or --level, not both");
    if (player && strlen(player) >= Y_SPEC_MAX) return error_input(error, "--player: the text is too long");
    if (args_given(args, "level")) level = (int)args_int(args, "level");
    if (player || level >= 10)
        snprintf(spec, Y_SPEC_MAX, "%s", player ? player : yplayer_types()->name);
    else
        snprintf(spec, Y_SPEC_MAX, "mcts:playouts=%d", 16 << level);
    return true;
}

YPlayer *y_args_player(const Args *args, int level, uint64_t seed, Error *error) {
    char spec[Y_SPEC_MAX];
    if (args_given(args, "seed")) seed = (uint64_t)args_int(args, "seed");
    return y_args_spec(args, level, spec, error) ? yplayer_new(spec, seed, error) : NULL;
}

json_t *y_json_move(const Triangle *board, Move move) {
    char name[MOVE_NAME_MAX];
    return move == MOVE_NONE ? json_null() : json_string(ymove_name(board, move, name));
}

json_t *y_json_cells(const Triangle *board, CellSet cells) {
    json_t *array = json_array();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) json_array_append_new(array, y_json_move(board, cell));
    return array;
}
