#include "base/option.h"

#include "base/number.h"

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

static bool choice_known(const char *choices, const char *text) {
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
        if (choice_known(spec->choices, text)) return true;
        return error_input(error, "--%s '%.40s': expected one of %s", spec->name, text, spec->choices);
    case OPTION_TEXT:
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
