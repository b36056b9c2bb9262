#include "solve/lmdb_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGE_BRANCH = 1,
    PAGE_LEAF = 2,
    PAGE_OVERFLOW = 4,
    PAGE_META = 8,
    PAGE_HEADER = 16,
    NODE_HEADER = 8,
    NODE_OVERFLOWS = 1, // its data is on overflow pages
    INTEGER_KEYS = 8,   // a tree's flag
    TREE_FLAGS = 0x7e,  // those that change its layout
    DEPTH_MAX = 32,
    FREE = 0,
    DATA = 1
};
static const uint32_t MAGIC = 0xBEEFC0DE;
static const uint64_t NO_PAGE = UINT64_MAX;

// LMDB's structures, as they lie in the file on a 64-bit machine with its lowest byte first.
typedef struct LmdbTree {
    uint32_t pad; // of the free list: the page size
    uint16_t flags, depth;
    uint64_t branches, leaves, overflows, entries, root;
} LmdbTree;

typedef struct LmdbMeta {
    uint32_t magic, version;
    uint64_t address, map_size;
    LmdbTree tree[2];
    uint64_t last_page, transaction;
} LmdbMeta;

typedef struct LmdbPage {
    uint64_t number;
    uint16_t pad, flags, lower, upper; // overflow pages: lower and upper are their count
} LmdbPage;

typedef struct LmdbNode {
    uint16_t low, high, flags, key_size;
} LmdbNode;

typedef struct Bytes {
    const uint8_t *at;
    size_t size;
} Bytes;

typedef struct Walk {
    const uint8_t *map;
    size_t page_size;
    uint64_t pages; // in use or free: those up to the last
    uint8_t *seen;  // a bit per page
    LmdbVisit visit;
    void *context;
    int kind;       // FREE or DATA
    LmdbTree count; // what was met of this tree
    int depth;
    const char *reason; // of the first fault
} Walk;

static bool fault(Walk *w, const char *reason) {
    if (!w->reason) w->reason = reason;
    return false;
}

static bool page_take(Walk *w, uint64_t page) {
    if (page < 2 || page >= w->pages) return fault(w, "a page number is out of range");
    uint8_t bit = (uint8_t)(1u << page % 8);
    if (w->seen[page / 8] & bit) return fault(w, "a page is used twice");
    w->seen[page / 8] |= bit;
    return true;
}

static int keys_compare(const Walk *w, Bytes a, Bytes b) {
    if (w->kind == FREE) {
        uint64_t x, y;
        memcpy(&x, a.at, sizeof x);
        memcpy(&y, b.at, sizeof y);
        return x < y ? -1 : x > y;
    }
    int order = memcmp(a.at, b.at, a.size < b.size ? a.size : b.size);
    return order ? order : a.size < b.size ? -1 : a.size > b.size;
}

// --- Leaves
static bool free_pages_take(Walk *w, Bytes list) {
    uint64_t count, page, before = NO_PAGE;
    if (list.size < sizeof count) return fault(w, "a record of the free list is too short");
    memcpy(&count, list.at, sizeof count);
    if (count >= list.size / sizeof count) return fault(w, "a record of the free list is too long");
    for (uint64_t i = 1; i <= count; i++, before = page) {
        memcpy(&page, list.at + i * sizeof page, sizeof page);
        if (page >= before) return fault(w, "the free list is out of order");
        if (!page_take(w, page)) return false;
    }
    return true;
}

// The data of a leaf's node that lies on pages of its own.
static bool overflow_read(Walk *w, Bytes place, size_t size, Bytes *data) {
    uint64_t first;
    LmdbPage page;
    memcpy(&first, place.at, sizeof first);
    if (first < 2 || first >= w->pages) return fault(w, "a page number is out of range");
    memcpy(&page, w->map + first * w->page_size, sizeof page);
    uint64_t count = page.lower | (uint64_t)page.upper << 16;
    if (page.number != first || page.flags != PAGE_OVERFLOW || !count || count > w->pages - first)
        return fault(w, "an overflow page is wrong");
    if (size + PAGE_HEADER > count * w->page_size) return fault(w, "an overflow page is too short");
    for (uint64_t i = 0; i < count; i++) {
        if (!page_take(w, first + i)) return false;
    }
    w->count.overflows += count;
    *data = (Bytes){w->map + first * w->page_size + PAGE_HEADER, size};
    return true;
}

static bool leaf_visit(Walk *w, const LmdbNode *node, Bytes key, Bytes data, size_t size) {
    bool overflows = node->flags == NODE_OVERFLOWS;
    if (node->flags && !overflows) return fault(w, "a record is of another program's kind");
    if (overflows && !overflow_read(w, data, size, &data)) return false;
    w->count.entries++;
    if (w->kind == FREE) return free_pages_take(w, data);
    return w->visit(w->context, key.at, key.size, data.at, data.size) || fault(w, "a record is wrong");
}

// --- Pages
// The node of a page: its key, and what follows (data, or the place of it). `*room` gets the bytes it takes.
static bool node_read(Walk *w, const uint8_t *start, const LmdbPage *page, int index, LmdbNode *node,
                      Bytes *key, Bytes *data, size_t *room) {
    uint16_t offset;
    memcpy(&offset, start + PAGE_HEADER + 2 * (size_t)index, sizeof offset);
    if (offset < page->upper || offset % 2 || offset + (size_t)NODE_HEADER > w->page_size)
        return fault(w, "a record lies outside its page");
    memcpy(node, start + offset, sizeof *node);
    *key = (Bytes){start + offset + NODE_HEADER, node->key_size};
    size_t size = 0;
    if (page->flags & PAGE_LEAF)
        size = node->flags & NODE_OVERFLOWS ? sizeof(uint64_t) : node->low | (size_t)node->high << 16;
    *data = (Bytes){key->at + key->size, size};
    *room = NODE_HEADER + key->size + size;
    if (offset + *room > w->page_size) return fault(w, "a record lies outside its page");
    *room += *room % 2;
    bool first_branch = page->flags & PAGE_BRANCH && index == 0;
    if (w->kind == FREE && key->size != 8 && !first_branch) return fault(w, "a key is wrong");
    return true;
}

static bool page_read(Walk *w, uint64_t number, int depth, const uint8_t **start, LmdbPage *page) {
    if (depth > w->depth || !page_take(w, number)) return fault(w, "the tree is too deep");
    *start = w->map + number * w->page_size;
    memcpy(page, *start, sizeof *page);
    int expected = depth == w->depth ? PAGE_LEAF : PAGE_BRANCH;
    if (page->number != number || page->flags != expected) return fault(w, "a page is not what it should be");
    if (page->lower < PAGE_HEADER || page->lower % 2 || page->lower > page->upper ||
        page->upper > w->page_size)
        return fault(w, "a page's bounds are wrong");
    int nodes = (page->lower - PAGE_HEADER) / 2;
    if (nodes < (expected == PAGE_LEAF ? 1 : 2)) return fault(w, "a page is empty");
    *(expected == PAGE_LEAF ? &w->count.leaves : &w->count.branches) += 1;
    return true;
}

// The keys of the page lie from `low` up to but without `high`; a NULL bound is none.
static bool page_walk(Walk *w, uint64_t number, int depth, Bytes low, Bytes high) {
    const uint8_t *start;
    LmdbPage page;
    if (!page_read(w, number, depth, &start, &page)) return false;
    int nodes = (page.lower - PAGE_HEADER) / 2;
    size_t used = 0;
    Bytes bound = low; // of the node at hand
    for (int i = 0; i < nodes; i++) {
        LmdbNode node, after;
        Bytes key, data, next = high, ignored;
        size_t room, other;
        if (!node_read(w, start, &page, i, &node, &key, &data, &room)) return false;
        used += room;
        bool open = page.flags & PAGE_BRANCH && i == 0; // the first key of a branch says nothing
        if (!open && bound.at && keys_compare(w, key, bound) < 0) return fault(w, "keys are out of order");
        if (!open) bound = key;
        if (i + 1 < nodes && !node_read(w, start, &page, i + 1, &after, &next, &ignored, &other))
            return false;
        if (bound.at && next.at && keys_compare(w, bound, next) >= 0)
            return fault(w, "keys are out of order");
        uint64_t child = node.low | (uint64_t)node.high << 16 | (uint64_t)node.flags << 32;
        size_t size = node.low | (size_t)node.high << 16;
        bool good = page.flags & PAGE_BRANCH ? page_walk(w, child, depth + 1, bound, next)
                                             : leaf_visit(w, &node, key, data, size);
        if (!good) return false;
    }
    return used == w->page_size - page.upper || fault(w, "a page's bounds are wrong");
}

static bool tree_walk(Walk *w, int kind, const LmdbTree *tree) {
    w->kind = kind;
    w->count = (LmdbTree){0};
    w->depth = tree->depth;
    if ((tree->flags & TREE_FLAGS) != (kind == FREE ? INTEGER_KEYS : 0))
        return fault(w, "it is another program's");
    if (tree->depth > DEPTH_MAX) return fault(w, "the tree is too deep");
    if (tree->root == NO_PAGE) return (!tree->depth && !tree->entries) || fault(w, "the tree has no root");
    Bytes none = {NULL, 0};
    if (!tree->depth) return fault(w, "the tree has no depth");
    if (!page_walk(w, tree->root, 1, none, none)) return false;
    const LmdbTree *c = &w->count;
    return (c->branches == tree->branches && c->leaves == tree->leaves && c->overflows == tree->overflows &&
            c->entries == tree->entries) ||
           fault(w, "the counts of the tree are wrong");
}

// --- Metas
static bool meta_read(int file, size_t offset, LmdbMeta *meta) {
    LmdbPage page;
    if (pread(file, &page, sizeof page, (off_t)offset) != (ssize_t)sizeof page) return false;
    if (pread(file, meta, sizeof *meta, (off_t)offset + PAGE_HEADER) != (ssize_t)sizeof *meta) return false;
    return page.flags == PAGE_META && meta->magic == MAGIC;
}

static bool page_size_sound(size_t size) {
    return size >= 512 && size <= 65536 / 2 && !(size & (size - 1));
}

static bool metas_read(int file, LmdbMeta meta[2]) {
    if (!meta_read(file, 0, &meta[0])) return false;
    size_t page_size = meta[0].tree[FREE].pad;
    return page_size_sound(page_size) && meta_read(file, page_size, &meta[1]) &&
           meta[1].tree[FREE].pad == page_size;
}

bool lmdb_check_metas(int file, const char *path, Error *error) {
    LmdbMeta meta[2];
    struct stat status;
    if (fstat(file, &status)) return error_failure(error, "%.200s: cannot be examined", path);
    if (!status.st_size) return error_input(error, "%.200s is empty: not a store of proved positions", path);
    if (!metas_read(file, meta))
        return error_input(error, "%.200s is not a store of proved positions, or its start is damaged", path);
    for (int i = 0; i < 2; i++) {
        if (meta[i].version != 1)
            return error_input(error, "%.200s is of version %u of LMDB's format; this program reads 1", path,
                               meta[i].version & 0xffff);
        uint64_t size = (uint64_t)status.st_size, page_size = meta[i].tree[FREE].pad;
        if (meta[i].last_page >= size / page_size || meta[i].map_size > size)
            return error_input(error, "%.200s is truncated: %llu of %llu bytes", path,
                               (unsigned long long)size, (unsigned long long)meta[i].map_size);
        if (meta[i].last_page < 1 || meta[i].last_page >= meta[i].map_size / page_size)
            return error_input(error, "%.200s is damaged: its map is too small", path);
    }
    return true;
}

bool lmdb_check_pages(int file, const char *path, uint64_t transaction, LmdbVisit visit, void *context,
                      bool *gone, Error *error) {
    LmdbMeta meta[2];
    if (!lmdb_check_metas(file, path, error)) return false;
    *gone = !metas_read(file, meta) || meta[transaction & 1].transaction != transaction;
    if (*gone) return error_input(error, "%.200s is damaged: its transactions do not fit", path);
    const LmdbMeta *m = &meta[transaction & 1];
    Walk walk = {
        .page_size = m->tree[FREE].pad, .pages = m->last_page + 1, .visit = visit, .context = context};
    size_t bytes = walk.pages * walk.page_size;
    void *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    walk.seen = calloc(walk.pages / 8 + 1, 1);
    bool room = map != MAP_FAILED && walk.seen;
    if (room) {
        walk.map = map;
        if (tree_walk(&walk, DATA, &m->tree[DATA])) tree_walk(&walk, FREE, &m->tree[FREE]);
    }
    if (map != MAP_FAILED) munmap(map, bytes);
    free(walk.seen);
    if (!room) return error_memory(error);
    return !walk.reason || error_input(error, "%.200s is damaged: %s", path, walk.reason);
}
