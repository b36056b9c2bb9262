// A table of templates filled to a size and queried, for the benchmark and the tests of template tables.
#ifndef MUSTPLAY_LAB_LADDER_TEMPLATE_KERNELS_H
#define MUSTPLAY_LAB_LADDER_TEMPLATE_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct TemplateSpeed {
    uint64_t templates;              // stored
    uint64_t queries, found;         // first matches asked for and found
    uint64_t meets, taken;           // must-play queries, and templates they took
    uint64_t counted, matches;       // queries by both ways, and their matches
    uint64_t listed_matches, looked; // of the sorted list
    uint64_t signature;
    double fill_seconds, query_seconds, meet_seconds, list_seconds; // CPU
} TemplateSpeed;

// Templates come from the winning connections of random 7x7 positions, queries from other such positions. The
// last `counted` queries are also answered by Rasmussen's sorted list. False out of memory.
bool template_speed(uint64_t templates, uint64_t queries, uint64_t counted, TemplateSpeed *out);

#endif
