#include "base/array.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 16 };

bool array_room(void *array, int *room, int needed, size_t size) {
    if (needed <= *room) return true;
    int larger = *room ? *room : ROOM_FIRST / 2;
    if (larger > INT_MAX / 2) return false;
    larger *= 2;
    if (larger < needed) larger = needed;
    if ((size_t)larger > SIZE_MAX / size) return false;
    void *entries;
    memcpy(&entries, array, sizeof entries); // a pointer of any type
    void *grown = realloc(entries, (size_t)larger * size);
    if (!grown) return false;
    memcpy(array, &grown, sizeof grown);
    *room = larger;
    return true;
}
