#include "lab/y/ysgf.h"

#include "base/number.h"
#include "game/sgf_tree.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// The value without blanks around it, cut to what a message can show.
static const char *value_text(const SgfValue *value, char *buffer, int size) {
    const char *start = value->raw, *end = start + value->length;
    while (start < end && strchr(" \t\r\n", *start)) start++;
    while (end > start && strchr(" \t\r\n", end[-1])) end--;
    snprintf(buffer, (size_t)size, "%.*s", (int)(end - start), start);
    for (char *p = buffer; *p; p++) {
        if (*p < ' ' || *p > '~') *p = '?';
    }
    return buffer;
}

static const SgfValue *value_find(const SgfTree *tree, SgfNode node, const char *name) {
    int property = sgf_tree_find(tree, node, name, -1);
    return property < 0 ? NULL : &tree->values[tree->properties[property].first_value];
}

static const Triangle *board_read(const SgfTree *tree, Error *error) {
    char text[24];
    SgfNode root = tree->first_root;
    const SgfValue *game = value_find(tree, root, "GM"), *size = value_find(tree, root, "SZ");
    if (!game || strcasecmp(value_text(game, text, sizeof text), "Y")) {
        sgf_error_at(tree, game ? game->offset : tree->nodes[root].offset, error,
                     "not a game of Y, which is GM[Y]");
        return NULL;
    }
    long number = 0;
    if (!size || !number_whole(value_text(size, text, sizeof text), &number) || number < 1 ||
        number > TRIANGLE_MAX) {
        sgf_error_at(tree, size ? size->offset : tree->nodes[root].offset, error,
                     "SZ[%s]: expected the size of a board of Y, from 1 to %d", size ? text : "",
                     TRIANGLE_MAX);
        return NULL;
    }
    const Triangle *board = triangle_get((int)number);
    if (!board) error_memory(error);
    return board;
}

// The stones of AB or AW.
static bool stones_read(const SgfTree *tree, SgfNode node, Color color, YPosition *p, Error *error) {
    for (int list = -1; (list = sgf_tree_find(tree, node, color == BLACK ? "AB" : "AW", list)) >= 0;) {
        for (int v = tree->properties[list].first_value; v >= 0; v = tree->values[v].next) {
            char text[24];
            value_text(&tree->values[v], text, sizeof text);
            int cell = triangle_cell_parse(p->board, text, (int)strlen(text));
            if (cell == CELL_NONE)
                return sgf_error_at(tree, tree->values[v].offset, error,
                                    "'%s' is not a cell of this board of Y, size %d", text, p->board->size);
            if (yposition_at(p, cell) != EMPTY)
                return sgf_error_at(tree, tree->values[v].offset, error, "%s is set up twice", text);
            cellset_add(&p->stones[color], cell);
        }
    }
    return true;
}

static bool setup_read(const SgfTree *tree, SgfNode node, YGame *game, Error *error) {
    YPosition p = game->now;
    const SgfValue *mover = value_find(tree, node, "PL");
    if (!mover && !sgf_has(tree, node, "AB") && !sgf_has(tree, node, "AW")) return true;
    if (game->count)
        return sgf_error_at(tree, tree->nodes[node].offset, error, "a set-up after the first move");
    if (!stones_read(tree, node, BLACK, &p, error) || !stones_read(tree, node, WHITE, &p, error))
        return false;
    p.to_move = cellset_count(p.stones[BLACK]) > cellset_count(p.stones[WHITE]) ? WHITE : BLACK;
    char text[24];
    if (mover) {
        value_text(mover, text, sizeof text);
        if (strcasecmp(text, "B") && strcasecmp(text, "W"))
            return sgf_error_at(tree, mover->offset, error, "PL[%s]: expected B or W", text);
        p.to_move = strcasecmp(text, "B") ? WHITE : BLACK;
    }
    ygame_init(game, &p);
    return true;
}

static bool move_read(const SgfTree *tree, SgfNode node, YGame *game, Error *error) {
    const SgfValue *value[2] = {value_find(tree, node, "B"), value_find(tree, node, "W")};
    if (!value[BLACK] && !value[WHITE]) return true;
    if (value[BLACK] && value[WHITE])
        return sgf_error_at(tree, value[WHITE]->offset, error, "two moves in one node");
    Color color = value[BLACK] ? BLACK : WHITE;
    char text[24];
    value_text(value[color], text, sizeof text);
    Move move = *text ? ymove_parse(game->now.board, text, (int)strlen(text)) : MOVE_PASS;
    if (move == MOVE_NONE)
        return sgf_error_at(tree, value[color]->offset, error,
                            "'%s' is not a move on this board of Y, size %d", text, game->now.board->size);
    if (!game->count) game->setup.to_move = game->now.to_move = color;
    Error inner;
    return ygame_play(game, color, move, &inner) ||
           sgf_error_at(tree, value[color]->offset, error, "%s", inner.text);
}

bool ysgf_game(const SgfTree *tree, int moves, YGame *game, Error *error) {
    const Triangle *board = board_read(tree, error);
    if (!board) return false;
    YGame made, wanted;
    YPosition empty = yposition_empty(board);
    ygame_init(&made, &empty);
    wanted = made;
    for (SgfNode node = tree->first_root; node != SGF_NONE; node = tree->nodes[node].first_child) {
        if (!setup_read(tree, node, &made, error) || !move_read(tree, node, &made, error)) return false;
        if (made.count == moves) wanted = made; // the last such node: nodes without moves may follow
    }
    if (moves > made.count)
        return error_input(error, "%.200s%smoves on the main line: %d, asked for: %d",
                           tree->name ? tree->name : "", tree->name ? ": " : "", made.count, moves);
    *game = moves < 0 ? made : wanted;
    return true;
}

// --- Writing

static bool stones_write(SgfTree *tree, const char *property, const YPosition *p, CellSet stones) {
    char name[CELL_NAME_MAX];
    for (int cell; (cell = cellset_pop(&stones)) >= 0;) {
        if (!sgf_add_value(tree, 0, property, triangle_cell_name(p->board, cell, name))) return false;
    }
    return true;
}

static bool text_write(SgfTree *tree, const char *property, const char *text) {
    return !text || sgf_set_text(tree, 0, property, text);
}

static const char *result_text(const YGame *game) {
    static const char *const WORDS[2][2] = {{"B+", "B+R"}, {"W+", "W+R"}};
    Color winner = ygame_winner(game);
    return winner == EMPTY ? NULL : WORDS[winner][game->resigned != EMPTY];
}

static bool root_write(SgfTree *tree, const YGame *game, const SgfInfo *info) {
    const YPosition *setup = &game->setup;
    char size[16];
    snprintf(size, sizeof size, "%d", setup->board->size);
    bool plain = cellset_is_empty(cellset_or(setup->stones[BLACK], setup->stones[WHITE]));
    return text_write(tree, "FF", "4") && text_write(tree, "GM", "Y") && text_write(tree, "CA", "UTF-8") &&
           text_write(tree, "SZ", size) && (!info || text_write(tree, "AP", info->application)) &&
           (!info || text_write(tree, "PB", info->black)) && (!info || text_write(tree, "PW", info->white)) &&
           text_write(tree, "RE", result_text(game)) &&
           stones_write(tree, "AB", setup, setup->stones[BLACK]) &&
           stones_write(tree, "AW", setup, setup->stones[WHITE]) &&
           (plain || text_write(tree, "PL", setup->to_move == BLACK ? "B" : "W"));
}

SgfTree *ysgf_from_game(const YGame *game, const SgfInfo *info) {
    SgfTree *tree = sgf_tree_new(NULL, 0, NULL);
    if (!tree) return NULL;
    SgfNode node = sgf_tree_node(tree, SGF_NONE, SGF_ADDED);
    bool good = node != SGF_NONE && root_write(tree, game, info);
    for (int i = 0; good && i < game->count; i++) {
        char name[MOVE_NAME_MAX];
        node = sgf_add_child(tree, node, NULL);
        good = node != SGF_NONE && sgf_add_value(tree, node, game->played[i].color == BLACK ? "B" : "W",
                                                 ymove_name(game->now.board, game->played[i].move, name));
    }
    if (good) return tree;
    sgf_free(tree);
    return NULL;
}
