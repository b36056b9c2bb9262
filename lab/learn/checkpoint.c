#include "lab/learn/checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Writing

static json_t *entries_value(const WeightsList *list, int from) {
    json_t *entries = json_array();
    for (int i = from; i < list->count; i++) {
        Text text = {0};
        weights_entry_write(&list->entry[i], &text);
        json_array_append_new(entries, text.failed ? NULL : json_loads(text.data, 0, NULL));
        text_free(&text);
    }
    if ((int)json_array_size(entries) == list->count - from) return entries;
    json_decref(entries); // out of memory
    return NULL;
}

static json_t *state_value(const LearnState *state, const WeightsList *list, int known) {
    json_t *random = json_array(), *number = json_array();
    for (int i = 0; i < 4; i++)
        json_array_append_new(random, json_sprintf("%016" PRIx64, state->random.state[i]));
    for (int i = 0; i < LEARN_NUMBERS; i++) json_array_append_new(number, json_real(state->number[i]));
    return json_pack("{s:f, s:o, s:o, s:o, s:o}", "seconds", state->seconds, "random", random, "number",
                     number, "kept", entries_value(&state->kept, 0), "entries", entries_value(list, known));
}

bool checkpoint_add(Journal *journal, const LearnState *state, const WeightsList *list, int *known,
                    Error *error) {
    char key[24];
    if (*known == state->done) return true;
    snprintf(key, sizeof key, "iteration %d", state->done);
    if (!journal_add(journal, key, state_value(state, list, *known), error)) return false;
    *known = state->done;
    return true;
}

// --- Reading

static bool entries_read(const json_t *array, WeightsList *list) {
    for (size_t i = 0; i < json_array_size(array); i++) {
        WeightsEntry entry;
        if (!weights_entry_read(json_array_get(array, i), &entry) || !weights_add(list, &entry)) return false;
    }
    return array;
}

static bool random_read(const json_t *value, Random *random) {
    for (size_t i = 0; i < 4; i++) {
        const char *text = json_string_value(json_array_get(value, i));
        char *end = NULL;
        if (!text || strlen(text) != 16) return false;
        random->state[i] = strtoull(text, &end, 16);
        if (*end) return false;
    }
    return true;
}

// One line: the list grows by it, the rest is as it says.
static bool state_read(const char *key, const json_t *value, LearnState *state, WeightsList *list) {
    const json_t *number = json_object_get(value, "number");
    int end = 0;
    if (sscanf(key, "iteration %d%n", &state->done, &end) != 1 || key[end]) return false;
    state->seconds = json_number_value(json_object_get(value, "seconds"));
    for (size_t i = 0; i < LEARN_NUMBERS; i++) {
        if (!json_is_number(json_array_get(number, i))) return false;
        state->number[i] = json_number_value(json_array_get(number, i));
    }
    learn_state_free(state); // its weights
    return random_read(json_object_get(value, "random"), &state->random) &&
           entries_read(json_object_get(value, "kept"), &state->kept) &&
           entries_read(json_object_get(value, "entries"), list) && state->done > 0 &&
           list->count == state->done;
}

bool checkpoint_open(Journal *journal, const char *path, const char *identity, LearnState *state,
                     WeightsList *list, Error *error) {
    const char *key;
    json_t *value;
    bool good = true;
    if (!journal_open(journal, path, "learn", identity, error)) return false;
    json_object_foreach(journal->values, key, value) if (good) good = state_read(key, value, state, list);
    if (good) return true;
    error_input(error, "'%.200s' is damaged: its state does not fit its list", path);
    journal_close(journal);
    learn_state_free(state);
    weights_free(list);
    *state = (LearnState){0};
    return false;
}
