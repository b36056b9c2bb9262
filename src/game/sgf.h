// SGF: game records in the Smart Game Format, FF[4] GM[11], as a tree of nodes with properties.
//
// Files come from strangers. A file is read whole or not at all: nothing is ever half loaded. Every fault gives a
// message with line and column (both from 1, columns in bytes). Nothing recurses on the input's
// depth.
//
// The tree keeps every game of a collection and every property, known or not, in its order and byte for byte.
// Writing gives back what was read, except for blanks between the tokens. Points are read in both
// spellings: "c2" (HexGui) and "cb" (Little Golem; column, then row). A file whose source (SO) is littlegolem labels the
// stones of the player who opens, and who joins top and bottom, with W. There the
// colour of the first move is read as Black. In all other files B is Black and W is White, and either starts.
#ifndef MUSTPLAY_GAME_SGF_H
#define MUSTPLAY_GAME_SGF_H

#include "base/observer.h"
#include "game/game.h"

enum {
    SGF_NONE = -1, // no such node
    SGF_BYTES_MAX = 64 << 20,
    SGF_NESTING_MAX = 10000, // variations within variations; a line of moves may be longer
    SGF_NODES_MAX = 2 << 20,
    SGF_PROPERTIES_MAX = 4 << 20,
    SGF_VALUES_MAX = 8 << 20
};

typedef struct SgfTree SgfTree;
typedef int SgfNode; // an index into the tree; stays valid while the tree grows

// --- Reading. NULL with an error on failure; the caller frees the tree. `name` (or NULL) opens each message.
SgfTree *sgf_parse(const char *text, size_t length, const char *name, Error *error);
// A pipe will do; the observer, or NULL, may cancel.
SgfTree *sgf_load(const char *path, const Observer *observer, Error *error);
void sgf_free(SgfTree *tree);

// --- Walking. SGF_NONE where there is no such node.
int sgf_game_count(const SgfTree *tree);
int sgf_node_count(const SgfTree *tree);         // nodes are the indices below it
SgfNode sgf_root(const SgfTree *tree, int game); // game 0 is the first; all functions below default to it
SgfNode sgf_parent(const SgfTree *tree, SgfNode node);
SgfNode sgf_first_child(const SgfTree *tree, SgfNode node); // the main line's next node
SgfNode sgf_next_sibling(const SgfTree *tree, SgfNode node);
// The main line's node with its K-th move (0: the root), or SGF_NONE.
SgfNode sgf_node_of_move(const SgfTree *tree, int number);

// --- Properties
bool sgf_has(const SgfTree *tree, SgfNode node, const char *property);
// Adds the first value, unescaped, to `out`; false when the node has no such property.
bool sgf_text(const SgfTree *tree, SgfNode node, const char *property, Text *out);
// Makes a text the property's only value, escaped as needed. False when out of memory.
bool sgf_set_text(SgfTree *tree, SgfNode node, const char *property, const char *text);
// Adds a text after the node's comment, on a line of its own.
bool sgf_add_comment(SgfTree *tree, SgfNode node, const char *text);
// Adds one value to a property, made if need be: for lists such as LB or TR.
bool sgf_add_value(SgfTree *tree, SgfNode node, const char *property, const char *text);

// What a record says about the swap rule. Its rules decide (RU: "swap", "noswap", and others' words for
// them), else the habit of its source (SO, AP). Little Golem always plays with it, PlayHex by default.
typedef enum SgfSwap { SGF_SWAP_UNSAID, SGF_SWAP_BY_RULES, SGF_SWAP_BY_HABIT } SgfSwap;
SgfSwap sgf_swap_rule(const SgfTree *tree, bool *on);
// The value of RU that says so.
const char *sgf_swap_text(bool on);

// --- Growing. SGF_NONE with an error when out of memory or over a limit.
SgfNode sgf_add_child(SgfTree *tree, SgfNode parent, Error *error);
// Takes back the child that was added last of all nodes.
void sgf_drop_child(SgfTree *tree, SgfNode parent);
// The child with this move: the one that is there, or a new last variation, in the file's way of writing.
SgfNode sgf_add_move(SgfTree *tree, SgfNode parent, Color color, Move move, Error *error);

// --- Games
// The move of a node (MOVE_NONE when it has none).
bool sgf_node_move(const SgfTree *tree, SgfNode node, Color *color, Move *move, Error *error);
// The main line's first `moves` moves (negative: all; 0: the set-up). The whole main line is checked first. A
// set-up after a move restarts the game's history; the count of moves continues.
bool sgf_game(const SgfTree *tree, int moves, Game *game, Error *error);
// The game on the way from the root to a node of any variation.
bool sgf_game_at(const SgfTree *tree, SgfNode node, Game *game, Error *error);
// Moves on the main line.
int sgf_move_count(const SgfTree *tree);

// --- Writing
void sgf_write(const SgfTree *tree, Text *out);
// Writes a file as base/file.h does: a failure leaves an old one as it was. Without `replace` a file that
// exists is an error.
bool sgf_save(const SgfTree *tree, const char *path, bool replace, Error *error);

// Properties of a record besides the moves. Any text may be NULL: it is left out, and the result follows from the
// game.
typedef struct SgfInfo {
    const char *black, *white; // names
    const char *result;        // RE
    const char *date;          // DT
    const char *event;         // EV
    const char *application;   // AP: "Mustplay:0.1.0"
    const char *comment;       // C of the root
} SgfInfo;

// A game as a tree with one line, a1-style points. `info` may be NULL. NULL when out of memory.
SgfTree *sgf_from_game(const Game *game, const SgfInfo *info);

#endif
