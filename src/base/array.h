// Arrays that grow.
#ifndef MUSTPLAY_BASE_ARRAY_H
#define MUSTPLAY_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

// Makes room for `needed` entries of `size` bytes. `array` is the address of the pointer to the first entry, which is NULL
// while `*room` is 0; what is added is not set. The room at least doubles, so that adding one by one costs little. False
// out of memory, or beyond what an int counts: nothing has changed then.
bool array_room(void *array, int *room, int needed, size_t size);

#endif
