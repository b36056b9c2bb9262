// The writer.
#include "base/json.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REAL_SIZE = 340, REAL_DIGITS = 17 };

static void value_write(Text *out, const json_t *value, int flags);

static void string_write(Text *out, const char *text) {
    static const char SIGNS[] = "\"\\\b\f\n\r\t", NAMES[] = "\"\\bfnrt",
                      SPECIAL[] = "\"\\\x01\x02\x03\x04\x05\x06\a\b\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14"
                                  "\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f";
    text_add_char(out, '"');
    for (;;) {
        size_t plain = strcspn(text, SPECIAL);
        text_add_bytes(out, text, plain);
        text += plain;
        if (!*text) break;
        const char *sign = strchr(SIGNS, *text);
        if (sign)
            text_format(out, "\\%c", NAMES[sign - SIGNS]);
        else
            text_format(out, "\\u%04X", (unsigned)*text);
        text++;
    }
    text_add_char(out, '"');
}

// Always with a point or an exponent, so that it is read as a real again; the exponent without needless signs.
static void real_write(Text *out, double number, int digits) {
    char text[REAL_SIZE];
    snprintf(text, sizeof text, "%.*g", digits ? digits : REAL_DIGITS, number);
    char *exponent = strchr(text, 'e');
    if (!exponent) {
        text_add(out, text);
        if (!strchr(text, '.')) text_add(out, ".0");
        return;
    }
    char *from = exponent + 1;
    bool negative = *from == '-';
    from += strspn(from, "+-0");
    *exponent = '\0';
    text_format(out, "%se%s%s", text, negative ? "-" : "", from);
}

static void list_write(Text *out, const json_t *list, int flags) {
    bool object = json_is_object(list);
    size_t count = object ? json_object_size(list) : json_array_size(list);
    text_add_char(out, object ? '{' : '[');
    for (size_t i = 0; i < count; i++) {
        if (i) text_add(out, flags & JSON_COMPACT ? "," : ", ");
        if (object) {
            string_write(out, json_object_key(list, i));
            text_add(out, flags & JSON_COMPACT ? ":" : ": ");
        }
        value_write(out, object ? json_object_value(list, i) : json_array_get(list, i), flags);
    }
    text_add_char(out, object ? '}' : ']');
}

static void value_write(Text *out, const json_t *value, int flags) {
    switch (value->type) {
    case JSON_OBJECT:
    case JSON_ARRAY:
        list_write(out, value, flags);
        break;
    case JSON_STRING:
        string_write(out, json_string_value(value));
        break;
    case JSON_INTEGER:
        text_format(out, "%lld", json_integer_value(value));
        break;
    case JSON_REAL:
        real_write(out, json_real_value(value), flags >> 8);
        break;
    case JSON_TRUE:
        text_add(out, "true");
        break;
    case JSON_FALSE:
        text_add(out, "false");
        break;
    case JSON_NULL:
        text_add(out, "null");
        break;
    }
}

char *json_dumps(const json_t *value, int flags) {
    Text out = {0};
    bool fits = json_is_object(value) || json_is_array(value) || (value && flags & JSON_ENCODE_ANY);
    if (fits) value_write(&out, value, flags);
    if (fits && !out.failed) return out.data;
    text_free(&out);
    return NULL;
}
