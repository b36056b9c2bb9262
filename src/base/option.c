#include "base/option.h"

#include "base/number.h"

#include <assert.h>
#include <string.h>

static bool number_parse(const OptionSpec *spec, const char *text, OptionValue *value, Error *error) {
    bool whole = spec->type == OPTION_INT;
    bool good = whole ? number_whole(text, &value->integer) : number_real(text, &value->real);
    if (whole) value->real = (double)value->integer;
    if (!good)
        return error_input(error, "--%s '%.40s': expected a %snumber", spec->name, text,
                           whole ? "whole " : "");
    if (value->real < spec->low || value->real > spec->high)
        return error_input(error, "--%s %.40s: must be from %.15g to %.15g", spec->name, text, spec->low,
                           spec->high);
    return true;
}

bool option_choice_known(const char *choices, const char *text) {
    size_t length = strlen(text);
    for (const char *p = choices; length && *p;) {
        size_t n = strcspn(p, "|");
        if (n == length && !strncmp(p, text, n)) return true;
        p += n + (p[n] == '|');
    }
    return false;
}

static bool flag_parse(const OptionSpec *spec, const char *text, OptionValue *value, Error *error) {
    static const char *const words[] = {"0", "1", "off", "on", "false", "true", "no", "yes"};
    for (int i = 0; i < 8; i++) {
        if (!strcmp(text, words[i])) {
            value->flag = i & 1;
            return true;
        }
    }
    return error_input(error, "--%s '%.40s': expected on or off", spec->name, text);
}

bool option_parse(const OptionSpec *spec, const char *text, OptionValue *value, Error *error) {
    *value = (OptionValue){.given = true, .text = text};
    switch (spec->type) {
    case OPTION_INT:
    case OPTION_REAL:
        return number_parse(spec, text, value, error);
    case OPTION_FLAG:
        return flag_parse(spec, text, value, error);
    case OPTION_CHOICE:
        if (option_choice_known(spec->choices, text)) return true;
        return error_input(error, "--%s '%.40s': expected one of %s", spec->name, text, spec->choices);
    case OPTION_TEXT:
    case OPTION_NAME:
        break;
    }
    return true;
}

OptionValue option_fallback(const OptionSpec *spec) {
    OptionValue value = {0};
    if (spec->fallback) option_parse(spec, spec->fallback, &value, NULL);
    value.given = false;
    return value;
}

static const OptionSpec *spec_find(const OptionSpec *options, const char *name) {
    for (const OptionSpec *spec = options; spec && spec->name; spec++) {
        if (!strcmp(spec->name, name)) return spec;
    }
    return NULL;
}

// Reads one "key=value", or "key" of a flag; cuts the text at the '='.
static bool word_read(const char *owner, const OptionSpec *options, char *word, OptionValue *values,
                      Error *error) {
    char *equals = strchr(word, '=');
    if (equals) *equals = '\0';
    const OptionSpec *spec = spec_find(options, word);
    if (!spec) return error_input(error, "%s: unknown option '%.40s'", owner, word);
    OptionValue *value = &values[spec - options];
    if (value->given) return error_input(error, "%s: %s is given twice", owner, spec->name);
    if (!equals && spec->type != OPTION_FLAG)
        return error_input(error, "%s: expected %s=%s", owner, spec->name, spec->value);
    Error inner;
    if (option_parse(spec, equals ? equals + 1 : "on", value, &inner)) return true;
    const char *text = inner.text + strspn(inner.text, "-"); // option_parse speaks of "--name"
    return error_input(error, "%s: %s", owner, text);
}

bool option_list_read(const char *owner, const OptionSpec *options, char *text, OptionValue *values, int most,
                      Error *error) {
    for (const OptionSpec *spec = options; spec && spec->name; spec++) {
        assert(spec - options < most);
        values[spec - options] = option_fallback(spec);
    }
    (void)most;
    while (text) {
        char *next = strchr(text, ',');
        if (next) *next++ = '\0';
        if (!*text) return error_input(error, "%s: expected key=value", owner);
        if (!word_read(owner, options, text, values, error)) return false;
        text = next;
    }
    return true;
}
