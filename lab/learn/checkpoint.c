#include "lab/learn/checkpoint.h"

#include "base/file.h"
#include "base/json_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char FORMAT[] = "mustplay-learning-1";
enum { FILE_MOST = 1 << 30 };

static void list_write(const char *name, const WeightsList *list, Text *out) {
    text_format(out, "\"%s\": [", name);
    for (int i = 0; i < list->count; i++) {
        text_add(out, i ? ",\n" : "\n");
        weights_entry_write(&list->entry[i], out);
    }
    text_add(out, "]");
}

bool checkpoint_write(const char *path, const char *identity, const LearnState *state,
                      const WeightsList *list, Error *error) {
    Text out = {0};
    text_format(&out,
                "{\"format\": \"%s\", \"identity\": \"%s\", \"done\": %d, \"seconds\": %.3f, \"random\": [",
                FORMAT, identity, state->done, state->seconds);
    for (int i = 0; i < 4; i++)
        text_format(&out, "%s\"%016" PRIx64 "\"", i ? ", " : "", state->random.state[i]);
    text_add(&out, "],\n\"number\": [");
    for (int i = 0; i < LEARN_NUMBERS; i++) text_format(&out, "%s%.17g", i ? ", " : "", state->number[i]);
    text_add(&out, "],\n");
    list_write("kept", &state->kept, &out);
    text_add(&out, ",\n");
    list_write("list", list, &out);
    text_add(&out, "}\n");
    bool good = !out.failed ? file_write(path, out.data, out.length, true, error)
                            : error_failure(error, "out of memory");
    text_free(&out);
    return good;
}

static bool list_read(const json_t *array, WeightsList *list) {
    for (size_t i = 0; i < json_array_size(array); i++) {
        WeightsEntry entry;
        if (!weights_entry_read(json_array_get(array, i), &entry) || !weights_add(list, &entry)) return false;
    }
    return array;
}

static bool state_read(const json_t *object, LearnState *state, WeightsList *list) {
    const json_t *random = json_object_get(object, "random"), *number = json_object_get(object, "number");
    state->done = (int)json_integer_value(json_object_get(object, "done"));
    state->seconds = json_number_value(json_object_get(object, "seconds"));
    for (size_t i = 0; i < 4; i++) {
        const char *text = json_string_value(json_array_get(random, i));
        char *end = NULL;
        if (!text || strlen(text) != 16) return false;
        state->random.state[i] = strtoull(text, &end, 16);
        if (*end) return false;
    }
    for (size_t i = 0; i < LEARN_NUMBERS; i++) {
        if (!json_is_number(json_array_get(number, i))) return false;
        state->number[i] = json_number_value(json_array_get(number, i));
    }
    return list_read(json_object_get(object, "kept"), &state->kept) &&
           list_read(json_object_get(object, "list"), list) && state->done > 0 && list->count == state->done;
}

static bool identity_check(const json_t *object, const char *path, const char *identity, Error *error) {
    const char *format = json_string_value(json_object_get(object, "format")),
               *of = json_string_value(json_object_get(object, "identity"));
    if (!format || strcmp(format, FORMAT) != 0 || !of)
        return error_input(error, "'%.200s' is not a checkpoint of learn", path);
    return !strcmp(of, identity) ||
           error_input(error, "'%.120s' belongs to another run: %.160s, not %.160s", path, of, identity);
}

bool checkpoint_read(const char *path, const char *identity, LearnState *state, WeightsList *list,
                     Error *error) {
    json_t *object = json_file_read(path, FILE_MOST, error);
    if (!object) return false;
    bool good = identity_check(object, path, identity, error);
    if (good && !state_read(object, state, list))
        good = error_input(error, "'%.200s' is damaged: its state does not fit its list", path);
    json_decref(object);
    if (good) return true;
    learn_state_free(state);
    weights_free(list);
    *state = (LearnState){0};
    return false;
}
