// Strategy expressions as trees, as in b2.(b1|c1).(a3|b3) (Hayward's notes on solving Hex states). Shared by the game on a
// board of Hex (lab/strategy/expression.h) and the game on the vertices of a graph (lab/shannon/vertex_strategy.h). A leaf is a
// number; whoever has the tree says what it is called. A dot joins parts to an AND, a bar to an OR.
#ifndef MUSTPLAY_LAB_STRATEGY_EXPRESSION_TREE_H
#define MUSTPLAY_LAB_STRATEGY_EXPRESSION_TREE_H

#include "base/error.h"
#include "base/text.h"

enum { EXPRESSION_NODES_MAX = 4000 };

typedef enum ExpressionKind { EXPRESSION_LEAF, EXPRESSION_AND, EXPRESSION_OR } ExpressionKind;

// Parts of AND and OR are a chain of nodes; an AND holds no AND, an OR no OR, and both hold two or more.
typedef struct ExpressionNode {
    ExpressionKind kind;
    int leaf;        // -1 for AND and OR
    int first, next; // 0: none
} ExpressionNode;

typedef struct ExpressionTree {
    int root; // 0: an empty expression
    int count;
    ExpressionNode node[EXPRESSION_NODES_MAX + 1]; // from 1 on
} ExpressionTree;

// A new leaf. 0 when the tree is full.
int tree_leaf(ExpressionTree *tree, int leaf);
// Two nodes as one; a node of the same kind gives its parts, and 0 stands for nothing. 0 when the tree is full.
int tree_join(ExpressionTree *tree, ExpressionKind kind, int left, int right);

// The leaf that a word of `length` letters and digits names; -1: none.
typedef int LeafRead(const void *context, const char *word, int length);
typedef void LeafWrite(const void *context, int leaf, Text *out);

// Blanks mean nothing. False with an error that names the place; an empty text is one.
bool tree_parse(ExpressionTree *tree, const char *text, LeafRead *read, const void *context, Error *error);
// The expression in its plainest form; nothing for an empty one.
void tree_write(const ExpressionTree *tree, LeafWrite *write, const void *context, Text *out);

#endif
