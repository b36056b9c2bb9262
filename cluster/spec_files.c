#include "cluster/spec_files.h"

#include <stdlib.h>
#include <string.h>

static const PlayerType *type_of(const Catalog *catalog, const char *spec) {
    return player_type_find(catalog->players, spec, strcspn(spec, ":"));
}

// The option of a pair, or NULL.
static const OptionSpec *option_of(const PlayerType *type, const char *pair) {
    size_t length = strcspn(pair, "=");
    for (const OptionSpec *option = type->options; option && option->name; option++)
        if (strlen(option->name) == length && !strncmp(option->name, pair, length)) return option;
    return NULL;
}

static bool pair_copy(const PlayerType *type, const char *pair, SpecMap map, void *context, Text *out,
                      Error *error) {
    const OptionSpec *option = option_of(type, pair);
    const char *equals = strchr(pair, '=');
    if (!option || !equals || option->type != OPTION_TEXT) {
        text_add(out, pair);
        return true;
    }
    if (strcmp(option->value, "FILE"))
        return error_input(error, "player %s: %s names a place on one machine and cannot go to another",
                           type->name, option->name);
    text_add_bytes(out, pair, (size_t)(equals + 1 - pair));
    return map(context, equals + 1, out, error);
}

bool spec_map_files(const Catalog *catalog, const char *spec, SpecMap map, void *context, Text *out,
                    Error *error) {
    const PlayerType *type = type_of(catalog, spec);
    if (!type) return error_input(error, "unknown player '%.60s'", spec);
    if (type->takes_text) return error_input(error, "workers play no other programs: '%.60s'", spec);
    size_t length = strcspn(spec, ":");
    text_add_bytes(out, spec, length);
    char *copy = strdup(spec[length] ? spec + length + 1 : "");
    if (!copy) return error_memory(error);
    bool good = true;
    char separator = ':', *rest = copy;
    for (char *pair; good && (pair = strtok_r(rest, ",", &rest)); separator = ',') {
        text_add_char(out, separator);
        good = pair_copy(type, pair, map, context, out, error);
    }
    free(copy);
    return good && (!out->failed || error_memory(error));
}

bool spec_finds_net(const Catalog *catalog, const char *spec) {
    const PlayerType *type = type_of(catalog, spec);
    if (type && !strcmp(type->name, "net")) return !strstr(spec, "file=");
    return (type && !strcmp(type->name, "auto")) || (strstr(spec, "net") && !strstr(spec, "net="));
}
