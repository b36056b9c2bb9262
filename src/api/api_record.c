// Records of the public interface: SGF trees. Every function checks that a node is one of the record's.
#include "api/inside.h"

#include "mustplay/sys/record.h"

#include <stdlib.h>

static bool node_is(const mp_record *record, int node) {
    return node >= 0 && node < sgf_node_count(record->tree);
}

static bool node_check(const mp_record *record, int node, mp_error *error) {
    Error inner;
    if (node_is(record, node)) return true;
    error_input(&inner, "%d is not a node of the record", node);
    return error_out(&inner, error);
}

// A record around a tree; takes the tree, and hands `inner` out when there is none.
static mp_record *record_of(SgfTree *tree, const Error *inner, mp_error *error) {
    mp_record *record = tree ? new_out(sizeof *record, error) : NULL;
    if (!tree) error_out(inner, error);
    if (!record) sgf_free(tree);
    if (record) record->tree = tree;
    return record;
}

mp_record *mp_record_parse(const char *bytes, size_t count, const char *name, mp_error *error) {
    Error inner = {0};
    SgfTree *tree = sgf_parse(bytes, count, name, &inner);
    return record_of(tree, &inner, error);
}

mp_record *mp_record_load(const char *path, mp_error *error) {
    Error inner = {0};
    SgfTree *tree = sgf_load(path, NULL, &inner);
    return record_of(tree, &inner, error);
}

mp_record *mp_record_new(const mp_game *game, const char *black, const char *white, const char *event,
                         mp_error *error) {
    SgfInfo info = {
        .black = black, .white = white, .event = event, .application = "Mustplay:" MUSTPLAY_VERSION};
    Error inner;
    error_memory(&inner);
    return record_of(sgf_from_game(&game->game, &info), &inner, error);
}

void mp_record_free(mp_record *record) {
    if (record) sgf_free(record->tree);
    free(record);
}

// --- Walking

int mp_record_step(const mp_record *record, int node, mp_step step) {
    if (!node_is(record, node)) return MP_NONE;
    if (step == MP_PARENT) return sgf_parent(record->tree, node);
    return step == MP_FIRST_CHILD ? sgf_first_child(record->tree, node)
                                  : sgf_next_sibling(record->tree, node);
}

int mp_record_node_of_move(const mp_record *record, int number) {
    return number < 0 ? MP_NONE : sgf_node_of_move(record->tree, number);
}

int mp_record_move(const mp_record *record, int node, mp_color *color) {
    Color side;
    Move move;
    if (!node_is(record, node) || !sgf_node_move(record->tree, node, &side, &move, NULL)) return MP_NONE;
    if (color && move != MOVE_NONE) *color = (mp_color)side;
    return move;
}

// --- Games

static mp_game *game_made(mp_game *game, bool good, const Error *inner, mp_error *error) {
    if (good) return game;
    error_out(inner, error);
    free(game);
    return NULL;
}

mp_game *mp_record_game(const mp_record *record, int node, mp_error *error) {
    if (node == MP_NONE) return mp_record_game_moves(record, -1, error);
    Error inner = {0};
    mp_game *game = node_check(record, node, error) ? new_out(sizeof *game, error) : NULL;
    return game ? game_made(game, sgf_game_at(record->tree, node, &game->game, &inner), &inner, error) : NULL;
}

mp_game *mp_record_game_moves(const mp_record *record, int moves, mp_error *error) {
    Error inner = {0};
    mp_game *game = new_out(sizeof *game, error);
    return game ? game_made(game, sgf_game(record->tree, moves, &game->game, &inner), &inner, error) : NULL;
}

// --- Properties

static char *text_taken(Text *text) {
    if (!text->failed && !text->data) text_add(text, "");
    if (!text->failed) return text->data;
    text_free(text);
    return NULL;
}

char *mp_record_text(const mp_record *record, int node, const char *property) {
    Text text = {0};
    bool there = node_is(record, node) && sgf_text(record->tree, node, property, &text);
    return there ? text_taken(&text) : NULL;
}

bool mp_record_set_text(mp_record *record, int node, const char *property, const char *text,
                        mp_error *error) {
    return node_check(record, node, error) &&
           (sgf_set_text(record->tree, node, property, text) || memory_out(error));
}

bool mp_record_add_comment(mp_record *record, int node, const char *text, mp_error *error) {
    return node_check(record, node, error) &&
           (sgf_add_comment(record->tree, node, text) || memory_out(error));
}

bool mp_record_add_value(mp_record *record, int node, const char *property, const char *text,
                         mp_error *error) {
    return node_check(record, node, error) &&
           (sgf_add_value(record->tree, node, property, text) || memory_out(error));
}

int mp_record_add_move(mp_record *record, int node, mp_color color, int move, mp_error *error) {
    Error inner = {0};
    if (!node_check(record, node, error)) return MP_NONE;
    int made = sgf_add_move(record->tree, node, (Color)color, move, &inner);
    if (made == SGF_NONE) error_out(&inner, error);
    return made;
}

// --- Writing

char *mp_record_write(const mp_record *record) {
    Text text = {0};
    sgf_write(record->tree, &text);
    return text_taken(&text);
}

bool mp_record_save(const mp_record *record, const char *path, bool replace, mp_error *error) {
    Error inner = {0};
    return sgf_save(record->tree, path, replace, &inner) || error_out(&inner, error);
}
