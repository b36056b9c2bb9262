// json_pack: a value by a format. What "o" names is taken over whether the rest succeeds or not.
#include "base/json.h"

#include <stdarg.h>
#include <string.h>

typedef struct Packer {
    const char *at;
    va_list arguments;
    bool failed;
} Packer;

// The next sign of the format that means something.
static char sign_take(Packer *p) {
    while (*p->at && strchr(" \t\n,:", *p->at)) p->at++;
    return *p->at ? *p->at++ : '\0';
}

static json_t *value_pack(Packer *p, char sign);

static json_t *object_pack(Packer *p) {
    json_t *object = json_object();
    for (char sign; (sign = sign_take(p)) != '}';) {
        const char *key = sign == 's' ? va_arg(p->arguments, const char *) : NULL;
        if (!key) {
            p->failed = true; // a fault of the format
            break;
        }
        if (json_object_set_new(object, key, value_pack(p, sign_take(p)))) p->failed = true;
    }
    return object;
}

static json_t *array_pack(Packer *p) {
    json_t *array = json_array();
    for (char sign; (sign = sign_take(p)) != ']' && sign;)
        if (json_array_append_new(array, value_pack(p, sign))) p->failed = true;
    return array;
}

static json_t *string_pack(Packer *p) {
    const char *text = va_arg(p->arguments, const char *);
    bool optional = *p->at == '?';
    p->at += optional;
    return !text && optional ? json_null() : json_string(text);
}

static json_t *value_pack(Packer *p, char sign) {
    json_t *value = NULL;
    switch (sign) {
    case '{':
        value = object_pack(p);
        break;
    case '[':
        value = array_pack(p);
        break;
    case 's':
        value = string_pack(p);
        break;
    case 'i':
        value = json_integer(va_arg(p->arguments, int));
        break;
    case 'I':
        value = json_integer(va_arg(p->arguments, json_int_t));
        break;
    case 'f':
        value = json_real(va_arg(p->arguments, double));
        break;
    case 'b':
        value = json_boolean(va_arg(p->arguments, int));
        break;
    case 'n':
        value = json_null();
        break;
    case 'o':
        value = va_arg(p->arguments, json_t *);
        break;
    case 'O':
        value = json_incref(va_arg(p->arguments, json_t *));
        break;
    default:
        break;
    }
    if (!value) p->failed = true;
    return value;
}

json_t *json_pack(const char *format, ...) {
    Packer packer = {.at = format};
    va_start(packer.arguments, format);
    json_t *value = value_pack(&packer, sign_take(&packer));
    va_end(packer.arguments);
    if (!packer.failed) return value;
    json_decref(value);
    return NULL;
}
