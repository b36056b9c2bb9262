#include "lab/learn/weights.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>

void weights_free(WeightsList *list) {
    free(list->entry);
    *list = (WeightsList){0};
}

bool weights_add(WeightsList *list, const WeightsEntry *entry) {
    if (!array_room(&list->entry, &list->room, list->count + 1, sizeof *list->entry)) return false;
    list->entry[list->count++] = *entry;
    return true;
}

void weights_entry_write(const WeightsEntry *e, Text *out) {
    text_format(out, "{\"iteration\": %d, \"performance\": ", e->committee.iteration);
    if (isnan(e->performance))
        text_add(out, "null");
    else
        text_format(out, "%.6g", e->performance);
    text_format(out, ", \"seconds\": %.3f, \"weights\": [", e->seconds);
    for (int k = 0; k < ADVISOR_COUNT; k++)
        text_format(out, "%s%.17g", k ? ", " : "", e->committee.weight[k]);
    text_add(out, "]}");
}

bool weights_entry_read(const json_t *object, WeightsEntry *e) {
    const json_t *performance = json_object_get(object, "performance"),
                 *weights = json_object_get(object, "weights"),
                 *iteration = json_object_get(object, "iteration");
    *e = (WeightsEntry){.performance = json_is_number(performance) ? json_number_value(performance) : NAN,
                        .seconds = json_number_value(json_object_get(object, "seconds"))};
    e->committee.iteration = (int)json_integer_value(iteration);
    for (int k = 0; k < ADVISOR_COUNT; k++)
        e->committee.weight[k] = json_number_value(json_array_get(weights, (size_t)k));
    return json_is_integer(iteration) && json_array_size(weights) == ADVISOR_COUNT;
}

void weights_write(const WeightsList *list, const char *method, const Geometry *g, uint64_t seed, Text *out) {
    text_format(out,
                "{\"format\": \"%s\", \"method\": \"%s\", \"size\": \"%dx%d\", \"seed\": %llu, \"list\": [",
                COMMITTEE_FORMAT, method, g->width, g->height, (unsigned long long)seed);
    for (int i = 0; i < list->count; i++) {
        text_add(out, i ? ",\n" : "\n");
        weights_entry_write(&list->entry[i], out);
    }
    text_add(out, "\n]}\n");
}

void learn_state_free(LearnState *state) {
    weights_free(&state->kept);
}

LearnState *learn_state(const LearnWatch *watch, LearnState *own, uint64_t seed) {
    LearnState *state = watch && watch->state ? watch->state : own;
    if (!state->done) state->random = random_seeded(seed);
    return state;
}

bool learn_goes_on(const LearnWatch *watch, const WeightsEntry *entry) {
    return !watch || !watch->iteration || watch->iteration(watch->context, entry);
}
