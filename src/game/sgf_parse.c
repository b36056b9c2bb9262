// Reading SGF text into a tree.
//
// The grammar is small. A collection is a row of trees; a tree is "(", one or more nodes, then any trees, ")". A
// node is ";" and any properties; a property is a name and one or more values "[...]". In a value a
// backslash takes the next byte as it is. One loop reads it, with a stack of the nodes that "(" left behind:
// depth costs four bytes per level and no call.
#include "base/array.h"
#include "base/file.h"
#include "game/sgf_tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct Parser {
    SgfTree *tree;
    const char *text;
    uint32_t length, at;
    SgfNode node;      // the last node of the open tree, SGF_NONE after "("
    bool nodes_closed; // a variation has ended here: only ")" and "(" may follow
    SgfNode *stack;    // for each open "(", the node before it
    int depth, capacity;
    Error *error;
} Parser;

static bool blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f';
}

static bool letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool no_room(const Parser *p, const char *what, int limit, int count) {
    if (count >= limit) return sgf_error_at(p->tree, p->at, p->error, "more than %d %s", limit, what);
    return error_memory(p->error);
}

static bool tree_open(Parser *p) {
    if (p->depth && p->node == SGF_NONE)
        return sgf_error_at(p->tree, p->at, p->error, "a variation must start with a node ';', not with '('");
    if (p->depth == SGF_NESTING_MAX)
        return sgf_error_at(p->tree, p->at, p->error, "variations are nested more than %d deep",
                            SGF_NESTING_MAX);
    if (!array_room(&p->stack, &p->capacity, p->depth + 1, sizeof *p->stack)) return error_memory(p->error);
    p->stack[p->depth++] = p->node; // SGF_NONE between games
    p->node = SGF_NONE;
    p->nodes_closed = false;
    p->at++;
    return true;
}

static bool tree_close(Parser *p) {
    if (p->node == SGF_NONE)
        return sgf_error_at(p->tree, p->at, p->error, "a game or variation needs at least one node ';'");
    p->node = p->stack[--p->depth];
    p->nodes_closed = true;
    p->at++;
    return true;
}

static bool node_open(Parser *p) {
    if (p->nodes_closed)
        return sgf_error_at(p->tree, p->at, p->error, "a node ';' may not follow a variation");
    SgfNode parent = p->node != SGF_NONE ? p->node : p->stack[p->depth - 1];
    SgfNode node = sgf_tree_node(p->tree, parent, p->at);
    if (node == SGF_NONE) return no_room(p, "nodes", SGF_NODES_MAX, p->tree->node_count);
    p->node = node;
    p->at++;
    return true;
}

// Reads "[...]" at the current place.
static bool value_read(Parser *p, int property) {
    uint32_t start = p->at + 1, i = start;
    while (i < p->length && p->text[i] != ']') i += p->text[i] == '\\' ? 2 : 1;
    if (i >= p->length) return sgf_error_at(p->tree, p->at, p->error, "the value that opens here never ends");
    if (sgf_tree_value(p->tree, property, p->text + start, i - start, start) < 0)
        return no_room(p, "values", SGF_VALUES_MAX, p->tree->value_count);
    p->at = i + 1;
    return true;
}

static void blanks_skip(Parser *p) {
    while (p->at < p->length && blank(p->text[p->at])) p->at++;
}

static bool property_read(Parser *p) {
    uint32_t start = p->at;
    bool capital = false;
    for (char c; p->at < p->length && (letter(c = p->text[p->at]) || (c >= '0' && c <= '9')); p->at++)
        capital |= c >= 'A' && c <= 'Z';
    if (p->node == SGF_NONE || p->nodes_closed)
        return sgf_error_at(p->tree, start, p->error, "a property outside a node: expected ';'");
    int length = (int)(p->at - start), shown = length > 20 ? 20 : length;
    if (!capital || length > 64)
        return sgf_error_at(p->tree, start, p->error, "'%.*s' is not the name of a property", shown,
                            p->text + start);
    int property = sgf_tree_property(p->tree, p->node, p->text + start, (uint32_t)length, start);
    if (property < 0) return no_room(p, "properties", SGF_PROPERTIES_MAX, p->tree->property_count);
    blanks_skip(p);
    if (p->at >= p->length || p->text[p->at] != '[')
        return sgf_error_at(p->tree, p->at, p->error, "property %.*s has no value: expected '['", shown,
                            p->text + start);
    for (; p->at < p->length && p->text[p->at] == '['; blanks_skip(p)) {
        if (!value_read(p, property)) return false;
    }
    return true;
}

static bool byte_unexpected(const Parser *p, const char *expected) {
    char c = p->text[p->at];
    if (c >= ' ' && c <= '~')
        return sgf_error_at(p->tree, p->at, p->error, "unexpected '%c': expected %s", c, expected);
    return sgf_error_at(p->tree, p->at, p->error, "unexpected byte 0x%02x: expected %s", (unsigned char)c,
                        expected);
}

static bool token_read(Parser *p) {
    char c = p->text[p->at];
    if (c == '(') return tree_open(p);
    if (!p->depth) return byte_unexpected(p, "'(', which opens a game");
    if (c == ')') return tree_close(p);
    if (c == ';') return node_open(p);
    if (letter(c)) return property_read(p);
    return byte_unexpected(p, "a node ';', a property, '(' or ')'");
}

static bool text_read(Parser *p) {
    const char *nul = memchr(p->text, '\0', p->length);
    if (nul)
        return sgf_error_at(p->tree, (uint32_t)(nul - p->text), p->error,
                            "a NUL byte: this is not a text file");
    if (p->length >= 3 && !memcmp(p->text, "\xef\xbb\xbf", 3)) p->at = 3;
    for (blanks_skip(p); p->at < p->length; blanks_skip(p)) {
        if (!token_read(p)) return false;
    }
    if (p->depth)
        return sgf_error_at(p->tree, p->length, p->error, "the file ends inside a game: %d ')' missing",
                            p->depth);
    if (p->tree->first_root == SGF_NONE)
        return sgf_error_at(p->tree, p->length, p->error, "no game: expected '(;'");
    return true;
}

// Takes over `source`.
static SgfTree *source_parse(char *source, size_t length, const char *name, Error *error) {
    SgfTree *tree = sgf_tree_new(source, length, name);
    if (!tree) {
        error_memory(error);
        return NULL;
    }
    Parser parser = {
        .tree = tree, .text = source, .length = (uint32_t)length, .node = SGF_NONE, .error = error};
    bool good = text_read(&parser);
    free(parser.stack);
    if (good) return tree;
    sgf_free(tree);
    return NULL;
}

SgfTree *sgf_parse(const char *text, size_t length, const char *name, Error *error) {
    if (length > SGF_BYTES_MAX) {
        error_input(error, "%.200s%sa game record may have at most %d MB", name ? name : "", name ? ": " : "",
                    SGF_BYTES_MAX >> 20);
        return NULL;
    }
    char *source = malloc(length + 1);
    if (!source) {
        error_memory(error);
        return NULL;
    }
    if (length) memcpy(source, text, length);
    source[length] = '\0';
    return source_parse(source, length, name, error);
}

SgfTree *sgf_load(const char *path, const Observer *observer, Error *error) {
    Text text = {0};
    if (!file_read(path, SGF_BYTES_MAX, observer, &text, error)) return NULL;
    return source_parse(text.data, text.length, path, error);
}
