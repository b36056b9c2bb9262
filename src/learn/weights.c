#include "learn/weights.h"

#include <math.h>
#include <stdlib.h>

void weights_free(WeightsList *list) {
    free(list->entry);
    *list = (WeightsList){0};
}

bool weights_add(WeightsList *list, const WeightsEntry *entry) {
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 64;
        WeightsEntry *grown = realloc(list->entry, (size_t)room * sizeof *grown);
        if (!grown) return false;
        list->entry = grown;
        list->room = room;
    }
    list->entry[list->count++] = *entry;
    return true;
}

void weights_write(const WeightsList *list, const char *method, const Geometry *g, uint64_t seed, Text *out) {
    text_format(out,
                "{\"format\": \"%s\", \"method\": \"%s\", \"size\": \"%dx%d\", \"seed\": %llu, \"list\": [",
                COMMITTEE_FORMAT, method, g->width, g->height, (unsigned long long)seed);
    for (int i = 0; i < list->count; i++) {
        const WeightsEntry *e = &list->entry[i];
        text_format(out, "%s\n{\"iteration\": %d, \"performance\": ", i ? "," : "", e->committee.iteration);
        if (isnan(e->performance))
            text_add(out, "null");
        else
            text_format(out, "%.6g", e->performance);
        text_format(out, ", \"seconds\": %.3f, \"weights\": [", e->seconds);
        for (int k = 0; k < ADVISOR_COUNT; k++)
            text_format(out, "%s%.17g", k ? ", " : "", e->committee.weight[k]);
        text_add(out, "]}");
    }
    text_add(out, "\n]}\n");
}

bool learn_goes_on(const LearnWatch *watch, const WeightsEntry *entry) {
    return !watch || !watch->iteration || watch->iteration(watch->context, entry);
}
