#include "app/web/trees.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>

static const uint64_t TREE_MIN = 4 << 20; // a share is never smaller
static const double IDLE_SECONDS = 2;     // a tree unused for this long is nobody's who analyses just now

typedef struct Owned {
    struct Owned *next;
    const void *owner; // only compared
    bool busy;
    PuctTree tree;
    size_t counted; // its bytes in WebTrees.bytes
    double used_at;
} Owned;

typedef struct Resting {
    struct Resting *next;
    Puct *puct;
} Resting;

struct WebTrees {
    pthread_mutex_t lock;
    const Net *net;
    uint64_t memory;
    Owned *first;
    int count;
    size_t bytes;     // of all trees, as of their last step
    Resting *resting; // the last used first: one alone uses the same again, and only that one grows wide
};

WebTrees *web_trees_new(const Net *net, uint64_t memory) {
    WebTrees *trees = calloc(1, sizeof *trees);
    if (!trees) return NULL;
    pthread_mutex_init(&trees->lock, NULL);
    trees->net = net;
    trees->memory = memory;
    return trees;
}

// --- Trees

// With the lock: takes an entry out of the list, for the caller to free.
static Owned *entry_cut(WebTrees *trees, Owned **link) {
    Owned *entry = *link;
    *link = entry->next;
    trees->count--;
    trees->bytes -= entry->counted;
    return entry;
}

static void entry_free(Owned *entry) {
    if (!entry) return;
    puct_tree_free(&entry->tree);
    free(entry);
}

static Owned **entry_find(WebTrees *trees, const void *owner) {
    Owned **link = &trees->first;
    while (*link && (*link)->owner != owner) link = &(*link)->next;
    return link;
}

// With the lock held: removes and returns the least recently used tree. NULL when all were used after `then`.
static Owned *oldest_cut(WebTrees *trees, double then) {
    Owned **oldest = NULL;
    for (Owned **link = &trees->first; *link; link = &(*link)->next) {
        if (!(*link)->busy && (*link)->used_at <= then && (!oldest || (*link)->used_at < (*oldest)->used_at))
            oldest = link;
    }
    return oldest ? entry_cut(trees, oldest) : NULL;
}

// The owner's entry, made if there is none, and busy from now on. NULL out of memory.
static Owned *entry_take(WebTrees *trees, const void *owner) {
    pthread_mutex_lock(&trees->lock);
    Owned *entry = *entry_find(trees, owner);
    if (!entry && (entry = calloc(1, sizeof *entry))) {
        *entry = (Owned){.next = trees->first, .owner = owner};
        trees->first = entry;
        trees->count++;
    }
    if (entry) entry->busy = true;
    pthread_mutex_unlock(&trees->lock);
    return entry;
}

// --- Searches

static Puct *puct_open(const WebTrees *trees, Error *error) {
    PuctOptions options = puct_options();
    options.precision = net_best_precision(trees->net);
    options.memory_max = trees->memory; // each tree is looked at after every step
    return puct_new(trees->net, &options, error);
}

static Puct *puct_take(WebTrees *trees, Error *error) {
    pthread_mutex_lock(&trees->lock);
    Resting *rest = trees->resting;
    if (rest) trees->resting = rest->next;
    pthread_mutex_unlock(&trees->lock);
    Puct *puct = rest ? rest->puct : puct_open(trees, error);
    free(rest);
    return puct;
}

static void puct_rest(WebTrees *trees, Puct *puct) {
    Resting *rest = malloc(sizeof *rest);
    if (!rest) {
        puct_free(puct);
        return;
    }
    rest->puct = puct;
    pthread_mutex_lock(&trees->lock);
    rest->next = trees->resting;
    trees->resting = rest;
    pthread_mutex_unlock(&trees->lock);
}

// --- Together

Puct *web_tree_take(WebTrees *trees, const void *owner, Error *error) {
    Puct *puct = puct_take(trees, error);
    Owned *entry = puct ? entry_take(trees, owner) : NULL;
    if (puct && !entry) {
        error_failure(error, "The server is out of memory.");
        puct_rest(trees, puct);
        return NULL;
    }
    if (puct) puct_swap_tree(puct, &entry->tree);
    return puct;
}

bool web_tree_give(WebTrees *trees, const void *owner, Puct *puct) {
    Owned *idle = NULL;
    pthread_mutex_lock(&trees->lock);
    Owned **link = entry_find(trees, owner), *entry = *link;
    puct_swap_tree(puct, &entry->tree); // what the search had in its place is empty
    trees->bytes += entry->tree.bytes - entry->counted;
    entry->counted = entry->tree.bytes;
    entry->busy = false;
    entry->used_at = clock_seconds();
    uint64_t share = trees->memory / (uint64_t)(trees->count > 1 ? trees->count : 2);
    bool fits = entry->tree.bytes <= (share > TREE_MIN ? share : TREE_MIN);
    if (!fits) idle = entry_cut(trees, link);
    if (fits && trees->bytes > trees->memory) idle = oldest_cut(trees, entry->used_at);
    pthread_mutex_unlock(&trees->lock);
    fits = fits && idle != entry;
    entry_free(idle);
    puct_rest(trees, puct);
    return fits;
}

void web_trees_drop(WebTrees *trees, const void *owner) {
    pthread_mutex_lock(&trees->lock);
    Owned **link = entry_find(trees, owner), *entry = *link ? entry_cut(trees, link) : NULL;
    pthread_mutex_unlock(&trees->lock);
    entry_free(entry);
}

// Frees the trees that were not used after `then`, and idle searches.
static void trees_shed(WebTrees *trees, double then) {
    pthread_mutex_lock(&trees->lock);
    Owned *idle = NULL;
    for (Owned *entry; (entry = oldest_cut(trees, then));) {
        entry->next = idle;
        idle = entry;
    }
    Resting *rest = trees->resting;
    trees->resting = NULL;
    pthread_mutex_unlock(&trees->lock);
    for (Owned *next; idle; idle = next) {
        next = idle->next;
        entry_free(idle);
    }
    for (Resting *next; rest; rest = next) {
        next = rest->next;
        puct_free(rest->puct);
        free(rest);
    }
}

void web_trees_shed(WebTrees *trees) {
    trees_shed(trees, clock_seconds() - IDLE_SECONDS);
}

void web_trees_free(WebTrees *trees) {
    if (!trees) return;
    trees_shed(trees, clock_seconds());
    pthread_mutex_destroy(&trees->lock);
    free(trees);
}
