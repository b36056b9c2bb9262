// Writing SGF: a tree as text, a game as a tree.
#include "base/file.h"
#include "game/sgf_tree.h"

#include <stdio.h>
#include <string.h>

enum { LINE_WIDTH = 78 };

static void property_write(const SgfTree *tree, const SgfProperty *property, Text *out) {
    text_add_bytes(out, property->name, property->name_length);
    for (int v = property->first_value; v >= 0; v = tree->values[v].next) {
        text_add_char(out, '[');
        text_add_bytes(out, tree->values[v].raw, tree->values[v].length);
        text_add_char(out, ']');
    }
}

static void node_write(const SgfTree *tree, SgfNode node, Text *out) {
    text_add_char(out, ';');
    for (int p = tree->nodes[node].first_property; p >= 0; p = tree->properties[p].next)
        property_write(tree, &tree->properties[p], out);
}

// A node that starts a tree: a root or one of several children.
static bool opens_tree(const SgfTree *tree, SgfNode node) {
    SgfNode parent = tree->nodes[node].parent;
    return parent == SGF_NONE || tree->nodes[parent].first_child != tree->nodes[parent].last_child;
}

// Closes what ends at a leaf. Returns the next node to write: the sibling of the lowest node on the way up
// that has one.
static SgfNode trees_close(const SgfTree *tree, SgfNode leaf, Text *out) {
    for (SgfNode node = leaf; node != SGF_NONE; node = tree->nodes[node].parent) {
        if (opens_tree(tree, node)) text_add(out, ")");
        if (tree->nodes[node].next != SGF_NONE) return tree->nodes[node].next;
    }
    return SGF_NONE;
}

void sgf_write(const SgfTree *tree, Text *out) {
    size_t line = out->length; // where the current line starts, as far as breaks between nodes go
    for (SgfNode node = tree->first_root; node != SGF_NONE;) {
        bool root_child =
            tree->nodes[node].parent != SGF_NONE && tree->nodes[tree->nodes[node].parent].parent == SGF_NONE;
        bool opens = opens_tree(tree, node);
        if (out->length > line && (opens || root_child || out->length - line > LINE_WIDTH)) {
            text_add_char(out, '\n');
            line = out->length;
        }
        if (opens) text_add_char(out, '(');
        node_write(tree, node, out);
        SgfNode child = tree->nodes[node].first_child;
        node = child != SGF_NONE ? child : trees_close(tree, node, out);
    }
    text_add_char(out, '\n');
}

bool sgf_save(const SgfTree *tree, const char *path, bool replace, Error *error) {
    Text text = {0};
    sgf_write(tree, &text);
    bool good = text.failed ? error_memory(error) : file_write(path, text.data, text.length, replace, error);
    text_free(&text);
    return good;
}

// --- From a game

// Simple text: one line.
static bool line_set(SgfTree *tree, const char *property, const char *text) {
    if (!text) return true;
    Text line = {0};
    for (const char *p = text; *p; p++) text_add_char(&line, (unsigned char)*p < ' ' ? ' ' : *p);
    bool good = !line.failed && sgf_set_text(tree, 0, property, text_string(&line));
    text_free(&line);
    return good;
}

static bool stones_write(SgfTree *tree, const char *property, const Geometry *g, CellSet stones) {
    char name[CELL_NAME_MAX];
    bool good = true;
    for (int cell; good && (cell = cellset_pop(&stones)) >= 0;)
        good = sgf_add_value(tree, 0, property, cell_name(g, cell, name));
    return good;
}

static const char *result_text(const Game *game) {
    Color winner = game_winner(game);
    if (winner == EMPTY) return NULL;
    if (game->resigned != EMPTY) return winner == BLACK ? "B+R" : "W+R";
    return winner == BLACK ? "B+" : "W+";
}

static bool root_fill(SgfTree *tree, const Game *game, const SgfInfo *info) {
    const Geometry *g = game->setup.geometry;
    const Position *setup = &game->setup;
    char size[16];
    snprintf(size, sizeof size, g->width == g->height ? "%d" : "%d:%d", g->width, g->height);
    const char *result = info->result ? info->result : result_text(game);
    // A reader takes Black, or who moves first, for the mover.
    bool plain = cellset_is_empty(cellset_or(setup->stones[BLACK], setup->stones[WHITE])) &&
                 setup->to_move == (game->count ? game->played[0].color : BLACK);
    return line_set(tree, "FF", "4") && line_set(tree, "GM", "11") && line_set(tree, "CA", "UTF-8") &&
           line_set(tree, "AP", info->application) && line_set(tree, "SZ", size) &&
           line_set(tree, "EV", info->event) && line_set(tree, "DT", info->date) &&
           line_set(tree, "PB", info->black) && line_set(tree, "PW", info->white) &&
           line_set(tree, "RE", result) && stones_write(tree, "AB", g, setup->stones[BLACK]) &&
           stones_write(tree, "AW", g, setup->stones[WHITE]) &&
           line_set(tree, "PL",
                    plain                     ? NULL
                    : setup->to_move == BLACK ? "B"
                                              : "W") &&
           (!info->comment || sgf_set_text(tree, 0, "C", info->comment));
}

SgfTree *sgf_from_game(const Game *game, const SgfInfo *info) {
    static const SgfInfo nothing = {0};
    SgfTree *tree = sgf_tree_new(NULL, 0, NULL);
    if (!tree) return NULL;
    SgfNode node = sgf_tree_node(tree, SGF_NONE, SGF_ADDED);
    bool good = node != SGF_NONE && root_fill(tree, game, info ? info : &nothing);
    for (int i = 0; good && i < game->count; i++) {
        node = sgf_add_move(tree, node, game->played[i].color, game->played[i].move, NULL);
        good = node != SGF_NONE;
    }
    if (good) return tree;
    sgf_free(tree);
    return NULL;
}
