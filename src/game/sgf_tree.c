// The tree of an SGF record: memory, links, properties.
#include "game/sgf_tree.h"

#include "base/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SgfTree *sgf_tree_new(char *source, size_t length, const char *name) {
    SgfTree *tree = calloc(1, sizeof *tree);
    if (tree) {
        tree->source = source;
        tree->length = length;
        tree->first_root = tree->last_root = SGF_NONE;
        tree->name = name ? strdup(name) : NULL;
        if (!name || tree->name) return tree;
    }
    free(source);
    free(tree);
    return NULL;
}

void sgf_free(SgfTree *tree) {
    if (!tree) return;
    while (tree->strings) {
        SgfString *next = tree->strings->next;
        free(tree->strings);
        tree->strings = next;
    }
    free(tree->nodes);
    free(tree->properties);
    free(tree->values);
    free(tree->source);
    free(tree->name);
    free(tree);
}

SgfNode sgf_tree_node(SgfTree *tree, SgfNode parent, uint32_t offset) {
    if (tree->node_count == SGF_NODES_MAX ||
        !array_room(&tree->nodes, &tree->node_capacity, tree->node_count + 1, sizeof *tree->nodes))
        return SGF_NONE;
    SgfNode node = tree->node_count++;
    tree->nodes[node] = (SgfNodeData){parent, SGF_NONE, SGF_NONE, SGF_NONE, -1, -1, offset};
    int *first = parent == SGF_NONE ? &tree->first_root : &tree->nodes[parent].first_child;
    int *last = parent == SGF_NONE ? &tree->last_root : &tree->nodes[parent].last_child;
    if (*first == SGF_NONE)
        *first = node;
    else
        tree->nodes[*last].next = node;
    *last = node;
    return node;
}

int sgf_tree_property(SgfTree *tree, SgfNode node, const char *name, uint32_t length, uint32_t offset) {
    if (tree->property_count == SGF_PROPERTIES_MAX ||
        !array_room(&tree->properties, &tree->property_capacity, tree->property_count + 1,
                    sizeof *tree->properties))
        return -1;
    int property = tree->property_count++;
    tree->properties[property] = (SgfProperty){name, length, offset, -1, -1, -1};
    SgfNodeData *owner = &tree->nodes[node];
    if (owner->first_property < 0)
        owner->first_property = property;
    else
        tree->properties[owner->last_property].next = property;
    owner->last_property = property;
    return property;
}

int sgf_tree_value(SgfTree *tree, int property, const char *raw, uint32_t length, uint32_t offset) {
    if (tree->value_count == SGF_VALUES_MAX ||
        !array_room(&tree->values, &tree->value_capacity, tree->value_count + 1, sizeof *tree->values))
        return -1;
    int value = tree->value_count++;
    tree->values[value] = (SgfValue){raw, length, offset, -1};
    SgfProperty *owner = &tree->properties[property];
    if (owner->first_value < 0)
        owner->first_value = value;
    else
        tree->values[owner->last_value].next = value;
    owner->last_value = value;
    return value;
}

// Small letters in a name mean nothing: "SiZe" is SZ.
static bool name_is(const SgfProperty *property, const char *name) {
    for (uint32_t i = 0; i < property->name_length; i++) {
        char c = property->name[i];
        if (c >= 'a' && c <= 'z') continue;
        if (c != *name++) return false;
    }
    return *name == '\0';
}

int sgf_tree_find(const SgfTree *tree, SgfNode node, const char *name, int after) {
    int i = after < 0 ? tree->nodes[node].first_property : tree->properties[after].next;
    while (i >= 0 && !name_is(&tree->properties[i], name)) i = tree->properties[i].next;
    return i;
}

bool sgf_error_at(const SgfTree *tree, uint32_t offset, Error *error, const char *format, ...) {
    char place[64] = "", text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (offset != SGF_ADDED) {
        int line = 1;
        uint32_t start = 0;
        for (uint32_t i = 0; i < offset; i++) {
            bool pair = tree->source[i] == '\r' && i + 1 < tree->length && tree->source[i + 1] == '\n';
            if (pair || (tree->source[i] != '\n' && tree->source[i] != '\r')) continue;
            line++;
            start = i + 1;
        }
        snprintf(place, sizeof place, "line %d, column %u: ", line, offset - start + 1);
    }
    return error_input(error, "%.200s%s%s%s", tree->name ? tree->name : "", tree->name ? ": " : "", place,
                       text);
}

int sgf_game_count(const SgfTree *tree) {
    int count = 0;
    for (SgfNode root = tree->first_root; root != SGF_NONE; root = tree->nodes[root].next) count++;
    return count;
}

int sgf_node_count(const SgfTree *tree) {
    return tree->node_count;
}

SgfNode sgf_root(const SgfTree *tree, int game) {
    SgfNode root = tree->first_root;
    while (root != SGF_NONE && game-- > 0) root = tree->nodes[root].next;
    return root;
}

SgfNode sgf_parent(const SgfTree *tree, SgfNode node) {
    return tree->nodes[node].parent;
}

SgfNode sgf_first_child(const SgfTree *tree, SgfNode node) {
    return tree->nodes[node].first_child;
}

SgfNode sgf_next_sibling(const SgfTree *tree, SgfNode node) {
    return tree->nodes[node].parent == SGF_NONE ? SGF_NONE : tree->nodes[node].next;
}

bool sgf_has(const SgfTree *tree, SgfNode node, const char *property) {
    return sgf_tree_find(tree, node, property, -1) >= 0;
}

bool sgf_text(const SgfTree *tree, SgfNode node, const char *property, Text *out) {
    int found = sgf_tree_find(tree, node, property, -1);
    if (found < 0) return false;
    const SgfValue *value = &tree->values[tree->properties[found].first_value];
    for (uint32_t i = 0; i < value->length; i++) {
        char c = value->raw[i];
        if (c == '\\' && i + 1 < value->length) {
            c = value->raw[++i];
            if (c == '\r' && i + 1 < value->length && value->raw[i + 1] == '\n') i++;
            if (c == '\r' || c == '\n') continue; // a soft line break
        }
        text_add_char(out, c);
    }
    return true;
}

// A copy that lives as long as the tree, with the bytes escaped that would end a value.
static const char *string_keep(SgfTree *tree, const char *text, uint32_t *length) {
    size_t plain = strlen(text), at = 0;
    if (plain > SGF_BYTES_MAX) return NULL;
    SgfString *string = malloc(sizeof *string + 2 * plain + 1);
    if (!string) return NULL;
    for (const char *p = text; *p; p++) {
        if (*p == ']' || *p == '\\') string->text[at++] = '\\';
        string->text[at++] = *p;
    }
    string->text[at] = '\0';
    string->next = tree->strings;
    tree->strings = string;
    *length = (uint32_t)at;
    return string->text;
}

// The property of that name, made if need be.
static int property_take(SgfTree *tree, SgfNode node, const char *name) {
    int found = sgf_tree_find(tree, node, name, -1);
    if (found >= 0) return found;
    uint32_t length = 0;
    const char *kept = string_keep(tree, name, &length);
    return kept ? sgf_tree_property(tree, node, kept, length, SGF_ADDED) : -1;
}

// The room for the value is made first: a property without a value is none.
bool sgf_add_value(SgfTree *tree, SgfNode node, const char *property, const char *text) {
    uint32_t length = 0;
    const char *raw = string_keep(tree, text, &length);
    bool room = tree->value_count < SGF_VALUES_MAX &&
                array_room(&tree->values, &tree->value_capacity, tree->value_count + 1, sizeof *tree->values);
    int owner = raw && room ? property_take(tree, node, property) : -1;
    return owner >= 0 && sgf_tree_value(tree, owner, raw, length, SGF_ADDED) >= 0;
}

bool sgf_set_text(SgfTree *tree, SgfNode node, const char *property, const char *text) {
    int found = sgf_tree_find(tree, node, property, -1);
    if (found < 0) return sgf_add_value(tree, node, property, text);
    uint32_t length = 0;
    const char *raw = string_keep(tree, text, &length);
    if (!raw) return false;
    SgfProperty *owner = &tree->properties[found];
    tree->values[owner->first_value] = (SgfValue){raw, length, SGF_ADDED, -1};
    owner->last_value = owner->first_value;
    return true;
}

bool sgf_add_comment(SgfTree *tree, SgfNode node, const char *text) {
    Text whole = {0};
    sgf_text(tree, node, "C", &whole);
    if (whole.length) text_add_char(&whole, '\n');
    text_add(&whole, text);
    bool good = !whole.failed && sgf_set_text(tree, node, "C", text_string(&whole));
    text_free(&whole);
    return good;
}

SgfNode sgf_add_child(SgfTree *tree, SgfNode parent, Error *error) {
    SgfNode node = sgf_tree_node(tree, parent, SGF_ADDED);
    if (node == SGF_NONE && tree->node_count == SGF_NODES_MAX)
        error_limit(error, "the game record has no room for another node");
    else if (node == SGF_NONE)
        error_memory(error);
    return node;
}

void sgf_drop_child(SgfTree *tree, SgfNode parent) {
    SgfNodeData *owner = &tree->nodes[parent];
    SgfNode before = SGF_NONE;
    for (SgfNode n = owner->first_child; n != owner->last_child; n = tree->nodes[n].next) before = n;
    tree->node_count--;
    owner->last_child = before;
    if (before == SGF_NONE)
        owner->first_child = SGF_NONE;
    else
        tree->nodes[before].next = SGF_NONE;
}
