// The inside of an SgfTree: three growing arrays whose elements link by index. Private to src/game/sgf_*.c, and to
// lab/y/ysgf.c, which reads games of Y.
#ifndef MUSTPLAY_GAME_SGF_TREE_H
#define MUSTPLAY_GAME_SGF_TREE_H

#include "game/sgf.h"

#define SGF_ADDED UINT32_MAX // offset of what was not in the source

typedef struct SgfValue {
    const char *raw; // as in the file, escapes included
    uint32_t length;
    uint32_t offset; // of the first byte of the value in the source
    int next;        // in the same property; -1 at the end, as in every link
} SgfValue;

typedef struct SgfProperty {
    const char *name; // as in the file: FF[3] allows small letters, which mean nothing
    uint32_t name_length;
    uint32_t offset;
    int first_value, last_value;
    int next;
} SgfProperty;

typedef struct SgfNodeData {
    int parent, first_child, last_child, next;
    int first_property, last_property;
    uint32_t offset;
} SgfNodeData;

typedef struct SgfString {
    struct SgfString *next;
    char text[];
} SgfString;

struct SgfTree {
    char *name;
    char *source;
    size_t length;
    SgfNodeData *nodes;
    SgfProperty *properties;
    SgfValue *values;
    int node_count, node_capacity;
    int property_count, property_capacity;
    int value_count, value_capacity;
    int first_root, last_root;
    SgfString *strings; // what was added since
};

// An empty tree; takes over `source` (may be NULL) even on failure. NULL when out of memory.
SgfTree *sgf_tree_new(char *source, size_t length, const char *name);

// Adding: -1 over the limit or out of memory. A parent of SGF_NONE makes a root.
SgfNode sgf_tree_node(SgfTree *tree, SgfNode parent, uint32_t offset);
int sgf_tree_property(SgfTree *tree, SgfNode node, const char *name, uint32_t length, uint32_t offset);
int sgf_tree_value(SgfTree *tree, int property, const char *raw, uint32_t length, uint32_t offset);

// The node's next property of that name after `after` (-1: from the first), or -1.
int sgf_tree_find(const SgfTree *tree, SgfNode node, const char *name, int after);

// Sets an error "NAME: line L, column C: ..." for an offset of the source, or "NAME: ..." for SGF_ADDED.
bool sgf_error_at(const SgfTree *tree, uint32_t offset, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
