#include "app/web/web_openings.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct Map {
    struct Map *next;
    const Geometry *geometry;
    CellSet winning, losing;
} Map;

struct WebOpenings {
    pthread_mutex_t lock;
    Map *first;
};

WebOpenings *web_openings_new(void) {
    WebOpenings *openings = calloc(1, sizeof *openings);
    if (openings) pthread_mutex_init(&openings->lock, NULL);
    return openings;
}

void web_openings_free(WebOpenings *openings) {
    if (!openings) return;
    for (Map *map = openings->first, *next; map; map = next) {
        next = map->next;
        free(map);
    }
    pthread_mutex_destroy(&openings->lock);
    free(openings);
}

// With the lock.
static Map *map_find(const WebOpenings *openings, const Geometry *geometry) {
    Map *map = openings->first;
    while (map && map->geometry != geometry) map = map->next;
    return map;
}

void web_openings_load(WebOpenings *openings, Truth *truth) {
    CellSet winning = cellset_none(), losing = cellset_none();
    pthread_mutex_lock(&openings->lock);
    const Map *map = map_find(openings, truth->position.geometry);
    if (map) {
        winning = map->winning;
        losing = map->losing;
    }
    pthread_mutex_unlock(&openings->lock);
    truth_know(truth, winning, losing);
}

void web_openings_save(WebOpenings *openings, const Truth *truth) {
    pthread_mutex_lock(&openings->lock);
    Map *map = map_find(openings, truth->position.geometry);
    if (!map && (map = calloc(1, sizeof *map))) {
        *map = (Map){openings->first, truth->position.geometry, cellset_none(), cellset_none()};
        openings->first = map;
    }
    if (map) {
        map->winning = cellset_or(map->winning, truth->winning);
        map->losing = cellset_or(map->losing, truth->losing);
    }
    pthread_mutex_unlock(&openings->lock);
}

json_t *web_openings_json(WebOpenings *openings) {
    json_t *array = json_array();
    pthread_mutex_lock(&openings->lock);
    for (const Map *map = openings->first; map; map = map->next)
        json_array_append_new(array, json_pack("{s:i, s:i, s:i}", "width", map->geometry->width, "height",
                                               map->geometry->height, "known",
                                               cellset_count(map->winning) + cellset_count(map->losing)));
    pthread_mutex_unlock(&openings->lock);
    return array;
}
