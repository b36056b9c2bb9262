// The known name that is nearest to a mistyped one, by edit distance.
#ifndef MUSTPLAY_CLI_NEAREST_H
#define MUSTPLAY_CLI_NEAREST_H

#include <stddef.h>

typedef struct Nearest {
    const char *wanted;
    size_t length;    // of it
    const char *name; // the nearest so far; NULL: none is near
    int distance;
} Nearest;

// Starts a search for the known name nearest to `wanted`. Letters may be wrong, missing, extra or swapped with a neighbour.
// At most 1 in names of up to 3 letters, 2 in names of up to 8, 3 in longer ones.
Nearest nearest_to(const char *wanted, size_t length);
// Offers a known name, which has to outlive the search.
void nearest_offer(Nearest *nearest, const char *name);

#endif
