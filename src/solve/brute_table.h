// What the brute solver's front (brute.c) and its search (width/brute_search.c, one per width) share.
#ifndef MUSTPLAY_SOLVE_BRUTE_TABLE_H
#define MUSTPLAY_SOLVE_BRUTE_TABLE_H

#include "base/width.h"
#include "solve/brute.h"

// Buckets of two entries; an entry holds the whole position, so that two positions never pass for each other.
// The table starts small and doubles while its memory allows; after that a new entry replaces the one of its
// bucket that cost less work.
struct BruteTable {
    const Geometry *geometry;
    void *entries; // of the width's Entry
    uint64_t buckets;
    uint64_t used;       // entries
    uint64_t memory_max; // bytes, growth included
    bool full;           // may not grow any more
};

// A search checks its budget once in this many nodes.
enum { BRUTE_STRIDE = 2048 };

typedef struct BruteOps {
    // Solves an unfinished position. False when out of memory.
    bool (*search)(BruteTable *table, const Position *position, const Budget *budget, Answer *answer);
    void (*entries_free)(BruteTable *table);
} BruteOps;

WIDTH_TABLES(BruteOps, brute_ops);

#endif
