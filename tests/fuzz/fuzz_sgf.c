// Whatever the bytes: no crash, no half-loaded game; what loads is written, loads again and is written the
// same.
#include "game/sgf.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static Text written(const SgfTree *tree) {
    Text text = {0};
    sgf_write(tree, &text);
    require(!text.failed);
    return text;
}

static void round_trip(const SgfTree *tree) {
    Error error = {0};
    Text first = written(tree);
    SgfTree *again = sgf_parse(first.data, first.length, "again", &error);
    require(again != NULL);
    Text second = written(again);
    require(first.length == second.length && !memcmp(first.data, second.data, first.length));
    require(sgf_game_count(again) == sgf_game_count(tree) && sgf_move_count(again) == sgf_move_count(tree));
    Game a, b;
    bool good = sgf_game(tree, -1, &a, &error);
    require(good == sgf_game(again, -1, &b, &error));
    require(!good || (position_equal(&a.now, &b.now) && a.count == b.count));
    sgf_free(again);
    text_free(&first);
    text_free(&second);
}

// A game that a file gave becomes a file that gives the same game.
static void game_round_trip(const SgfTree *tree, int moves) {
    Error error = {0};
    Game game, back;
    if (!sgf_game(tree, moves, &game, &error)) {
        require(error.text[0] != '\0');
        return;
    }
    SgfTree *made = sgf_from_game(&game, NULL);
    Text text = written(made);
    SgfTree *again = sgf_parse(text.data, text.length, NULL, &error);
    require(again && sgf_game(again, -1, &back, &error));
    require(position_equal(&game.now, &back.now) && position_equal(&game.setup, &back.setup));
    require(game.count == back.count && game_winner(&game) == game_winner(&back));
    sgf_free(again);
    sgf_free(made);
    text_free(&text);
}

// Walks to a leaf by the bits of `choice` and adds to it.
static void leaf_grow(SgfTree *tree, unsigned choice) {
    Error error = {0};
    SgfNode node = sgf_root(tree, 0);
    for (int step = 0; step < 1000 && sgf_first_child(tree, node) != SGF_NONE; step++) {
        node = sgf_first_child(tree, node);
        if (choice >> step % 16 & 1 && sgf_next_sibling(tree, node) != SGF_NONE)
            node = sgf_next_sibling(tree, node);
    }
    Game game;
    Text comment = {0};
    sgf_text(tree, node, "C", &comment);
    text_free(&comment);
    require(sgf_add_comment(tree, node, "x]\\y"));
    if (!sgf_game_at(tree, node, &game, &error) || game_winner(&game) != EMPTY) return;
    int cell = cellset_first(position_vacant(&game.now));
    if (cell < 0) return;
    SgfNode child = sgf_add_move(tree, node, game.now.to_move, cell, &error);
    require(child != SGF_NONE && sgf_parent(tree, child) == node);
    Color color;
    Move move;
    require(sgf_node_move(tree, child, &color, &move, &error) && move == cell);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Error error = {0};
    SgfTree *tree = sgf_parse((const char *)data, size, "fuzz", &error);
    if (!tree) {
        require(error.bad_input && strstr(error.text, ": line "));
        return 0;
    }
    round_trip(tree);
    game_round_trip(tree, -1);
    game_round_trip(tree, 0);
    game_round_trip(tree, 1);
    leaf_grow(tree, size ? data[size / 2] : 0);
    round_trip(tree);
    sgf_free(tree);
    return 0;
}
