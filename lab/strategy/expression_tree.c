#include "lab/strategy/expression_tree.h"

#include <ctype.h>

enum { DEPTH_MAX = 64 };

static int node_add(ExpressionTree *tree, ExpressionNode node) {
    if (tree->count == EXPRESSION_NODES_MAX) return 0;
    tree->node[++tree->count] = node;
    return tree->count;
}

int tree_leaf(ExpressionTree *tree, int leaf) {
    return node_add(tree, (ExpressionNode){.kind = EXPRESSION_LEAF, .leaf = leaf});
}

static int chain_last(const ExpressionTree *tree, int node) {
    while (tree->node[node].next) node = tree->node[node].next;
    return node;
}

int tree_join(ExpressionTree *tree, ExpressionKind kind, int left, int right) {
    if (!left || !right) return left ? left : right;
    ExpressionNode *node = tree->node;
    int first = node[left].kind == kind ? node[left].first : left;
    int second = node[right].kind == kind ? node[right].first : right;
    node[chain_last(tree, first)].next = second;
    if (node[left].kind == kind) return left;
    if (node[right].kind == kind) {
        node[right].first = first;
        return right;
    }
    return node_add(tree, (ExpressionNode){.kind = kind, .leaf = -1, .first = first});
}

// --- Reading
typedef struct Parser {
    ExpressionTree *tree;
    LeafRead *read;
    const void *context;
    const char *text, *at;
    int depth;
    Error *error;
} Parser;

static int parser_fail(Parser *p, const char *what) {
    error_input(p->error, "expression, character %d: %s", (int)(p->at - p->text) + 1, what);
    return 0;
}

static int node_check(Parser *p, int node) {
    return node ? node : parser_fail(p, "the expression is too long");
}

static void skip_blanks(Parser *p) {
    while (isspace((unsigned char)*p->at)) p->at++;
}

static int parse_list(Parser *p, ExpressionKind kind);

static int parse_leaf(Parser *p) {
    int length = 0;
    while (isalnum((unsigned char)p->at[length])) length++;
    int leaf = length ? p->read(p->context, p->at, length) : -1;
    if (leaf < 0) return parser_fail(p, length ? "no cell of this board" : "a cell or ( expected");
    p->at += length;
    return node_check(p, tree_leaf(p->tree, leaf));
}

static int parse_factor(Parser *p) {
    skip_blanks(p);
    if (*p->at != '(') return parse_leaf(p);
    if (++p->depth > DEPTH_MAX) return parser_fail(p, "too many brackets");
    p->at++;
    int node = parse_list(p, EXPRESSION_OR);
    if (!node) return 0;
    if (*p->at != ')') return parser_fail(p, "a ) is missing");
    p->at++;
    p->depth--;
    return node;
}

// ORs of ANDs of factors.
static int parse_list(Parser *p, ExpressionKind kind) {
    int list = 0;
    char sign = kind == EXPRESSION_OR ? '|' : '.';
    do {
        p->at += list != 0;
        int part = kind == EXPRESSION_OR ? parse_list(p, EXPRESSION_AND) : parse_factor(p);
        if (!part) return 0;
        list = node_check(p, tree_join(p->tree, kind, list, part));
        if (!list) return 0;
        skip_blanks(p);
    } while (*p->at == sign);
    return list;
}

bool tree_parse(ExpressionTree *tree, const char *text, LeafRead *read, const void *context, Error *error) {
    Parser p = {.tree = tree, .read = read, .context = context, .text = text, .at = text, .error = error};
    tree->count = 0;
    tree->root = parse_list(&p, EXPRESSION_OR);
    if (tree->root && *p.at) tree->root = parser_fail(&p, "., | or the end expected");
    return tree->root;
}

// --- Writing
typedef struct Writer {
    const ExpressionTree *tree;
    LeafWrite *write;
    const void *context;
    Text *out;
} Writer;

static void node_write(const Writer *w, int node, bool inside) {
    const ExpressionNode *n = &w->tree->node[node];
    if (n->kind == EXPRESSION_LEAF) {
        w->write(w->context, n->leaf, w->out);
        return;
    }
    bool brackets = inside && n->kind == EXPRESSION_OR;
    if (brackets) text_add_char(w->out, '(');
    for (int part = n->first; part; part = w->tree->node[part].next) {
        if (part != n->first) text_add_char(w->out, n->kind == EXPRESSION_OR ? '|' : '.');
        node_write(w, part, n->kind == EXPRESSION_AND);
    }
    if (brackets) text_add_char(w->out, ')');
}

void tree_write(const ExpressionTree *tree, LeafWrite *write, const void *context, Text *out) {
    Writer writer = {tree, write, context, out};
    if (tree->root) node_write(&writer, tree->root, false);
}
