// The reader: recursive descent over the bytes, as strict as RFC 8259, and no deeper than DEPTH_MAX.
#include "base/json.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 512, NUMBER_MAX = 512 };

typedef struct Reader {
    const char *text;
    size_t length, at;
    int flags, depth;
    json_error_t *error;
} Reader;

static json_t *value_read(Reader *r);

// --- Errors

static json_t *fail(Reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static json_t *fail(Reader *r, const char *format, ...) {
    if (!r->error || r->error->text[0]) return NULL; // the first one counts
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->error->text, sizeof r->error->text, format, arguments);
    va_end(arguments);
    r->error->position = (int)r->at;
    r->error->line = 1;
    for (size_t i = 0; i < r->at && i < r->length; i++) r->error->line += r->text[i] == '\n';
    return NULL;
}

static json_t *fail_memory(Reader *r) {
    if (r->error && !r->error->text[0]) r->error->memory = true;
    return fail(r, "out of memory");
}

// --- Bytes

// The next byte, or -1 at the end.
static int peek(const Reader *r) {
    return r->at < r->length ? (unsigned char)r->text[r->at] : -1;
}

static void blanks_skip(Reader *r) {
    while (r->at < r->length && strchr(" \t\r\n", r->text[r->at]) && r->text[r->at]) r->at++;
}

static bool sign_take(Reader *r, char sign) {
    blanks_skip(r);
    if (peek(r) != sign) return false;
    r->at++;
    return true;
}

static bool word_take(Reader *r, const char *word) {
    size_t length = strlen(word);
    if (r->length - r->at < length || memcmp(r->text + r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

// --- Strings

static void utf8_add(Text *out, unsigned code) {
    if (code < 0x80) {
        text_add_char(out, (char)code);
    } else if (code < 0x800) {
        text_add_char(out, (char)(0xC0 | code >> 6));
        text_add_char(out, (char)(0x80 | (code & 0x3F)));
    } else if (code < 0x10000) {
        text_add_char(out, (char)(0xE0 | code >> 12));
        text_add_char(out, (char)(0x80 | (code >> 6 & 0x3F)));
        text_add_char(out, (char)(0x80 | (code & 0x3F)));
    } else {
        text_add_char(out, (char)(0xF0 | code >> 18));
        text_add_char(out, (char)(0x80 | (code >> 12 & 0x3F)));
        text_add_char(out, (char)(0x80 | (code >> 6 & 0x3F)));
        text_add_char(out, (char)(0x80 | (code & 0x3F)));
    }
}

// Four hexadecimal digits; -1 when they are not.
static int unit_read(Reader *r) {
    int unit = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int c = peek(r);
        if (c < 0 || !isxdigit(c)) return -1;
        unit = unit * 16 + (isdigit(c) ? c - '0' : (c | 32) - 'a' + 10);
    }
    return unit;
}

// After \u. NUL is refused, since a string ends with one.
static bool code_read(Reader *r, Text *out) {
    int first = unit_read(r);
    if (first >= 0xD800 && first <= 0xDBFF) {
        int second = word_take(r, "\\u") ? unit_read(r) : -1;
        if (second < 0xDC00 || second > 0xDFFF) return false;
        utf8_add(out, 0x10000u + ((unsigned)(first - 0xD800) << 10) + (unsigned)(second - 0xDC00));
        return true;
    }
    if (first <= 0 || (first >= 0xDC00 && first <= 0xDFFF)) return false;
    utf8_add(out, (unsigned)first);
    return true;
}

static bool escape_read(Reader *r, Text *out) {
    static const char NAMES[] = "\"\\/bfnrt", MEANINGS[] = "\"\\/\b\f\n\r\t";
    int c = peek(r);
    const char *name = c > 0 ? strchr(NAMES, c) : NULL;
    r->at += c >= 0;
    if (c == 'u') return code_read(r, out);
    if (name) text_add_char(out, MEANINGS[name - NAMES]);
    return name;
}

// The rest of a string behind its quote.
static bool string_read(Reader *r, Text *out) {
    text_add(out, ""); // also an empty one is a string
    for (;;) {
        size_t start = r->at;
        while (peek(r) >= ' ' && peek(r) != '"' && peek(r) != '\\') r->at++;
        text_add_bytes(out, r->text + start, r->at - start);
        int c = peek(r);
        r->at += c >= 0;
        if (c == '"') break;
        if (c != '\\') return fail(r, c < 0 ? "a string does not end" : "a control character in a string");
        if (!escape_read(r, out)) return fail(r, "an escape in a string that means nothing");
    }
    if (out->failed) return fail_memory(r);
    return text_is_utf8(out->data) || fail(r, "a string is not UTF-8");
}

static json_t *string_value(Reader *r) {
    Text text = {0};
    json_t *value = string_read(r, &text) ? json_string(text.data) : NULL;
    text_free(&text);
    return value;
}

// --- Numbers

static size_t digits_skip(Reader *r) {
    size_t start = r->at;
    while (peek(r) >= '0' && peek(r) <= '9') r->at++;
    return r->at - start;
}

// Passes over a number; false when it is none.
static bool number_skip(Reader *r, bool *real) {
    *real = false;
    if (peek(r) == '-') r->at++;
    if (peek(r) == '0')
        r->at++;
    else if (!digits_skip(r))
        return false;
    if (peek(r) == '.') {
        *real = true;
        r->at++;
        if (!digits_skip(r)) return false;
    }
    if (peek(r) != 'e' && peek(r) != 'E') return true;
    *real = true;
    r->at++;
    if (peek(r) == '+' || peek(r) == '-') r->at++;
    return digits_skip(r);
}

static json_t *number_read(Reader *r) {
    char digits[NUMBER_MAX];
    size_t start = r->at;
    bool real;
    if (!number_skip(r, &real)) return fail(r, "this is not JSON");
    if (r->at - start >= sizeof digits) return fail(r, "a number is too long");
    memcpy(digits, r->text + start, r->at - start);
    digits[r->at - start] = '\0';
    errno = 0;
    json_int_t whole = real ? 0 : strtoll(digits, NULL, 10);
    if (errno) return fail(r, "a whole number is too large");
    double number = real ? strtod(digits, NULL) : 0;
    if (!isfinite(number)) return fail(r, "a number is too large");
    json_t *value = real ? json_real(number) : json_integer(whole);
    return value ? value : fail_memory(r);
}

// --- Objects and arrays

static bool member_read(Reader *r, json_t *object) {
    Text key = {0};
    bool good = sign_take(r, '"') || fail(r, "a key should be a string");
    good = good && string_read(r, &key);
    if (good && (r->flags & JSON_REJECT_DUPLICATES) && json_object_get(object, key.data))
        good = fail(r, "the key '%.40s' comes twice", key.data);
    good = good && (sign_take(r, ':') || fail(r, "':' is missing"));
    json_t *value = good ? value_read(r) : NULL;
    good = value && (!json_object_set_new(object, key.data, value) || fail_memory(r));
    text_free(&key);
    return good;
}

static bool item_read(Reader *r, json_t *array) {
    json_t *value = value_read(r);
    return value && (!json_array_append_new(array, value) || fail_memory(r));
}

// The rest of an object or array behind its bracket.
static json_t *list_read(Reader *r, json_t *list, bool (*read)(Reader *, json_t *), char end) {
    bool good = list || fail_memory(r);
    if (good && ++r->depth > DEPTH_MAX) good = fail(r, "too deep");
    if (good && !sign_take(r, end)) {
        do good = read(r, list);
        while (good && sign_take(r, ','));
        if (good && !sign_take(r, end)) good = fail(r, "'%c' or ',' is missing", end);
    }
    r->depth--;
    if (good) return list;
    json_decref(list);
    return NULL;
}

static json_t *value_read(Reader *r) {
    blanks_skip(r);
    if (sign_take(r, '{')) return list_read(r, json_object(), member_read, '}');
    if (sign_take(r, '[')) return list_read(r, json_array(), item_read, ']');
    if (sign_take(r, '"')) return string_value(r);
    if (word_take(r, "true")) return json_true();
    if (word_take(r, "false")) return json_false();
    if (word_take(r, "null")) return json_null();
    if (peek(r) < 0) return fail(r, "the text ends too early");
    return number_read(r);
}

json_t *json_loadb(const char *text, size_t length, int flags, json_error_t *error) {
    Reader reader = {.text = text, .length = length, .flags = flags, .error = error};
    if (error) *error = (json_error_t){.line = 1};
    json_t *value = value_read(&reader);
    bool good = value;
    if (good && !(flags & JSON_DECODE_ANY) && !json_is_object(value) && !json_is_array(value))
        good = fail(&reader, "neither an object nor a list");
    blanks_skip(&reader);
    if (good && reader.at < length) good = fail(&reader, "something follows the end");
    if (good) return value;
    json_decref(value);
    return fail_memory(&reader); // unless something was said before
}

json_t *json_loads(const char *text, int flags, json_error_t *error) {
    return json_loadb(text, strlen(text), flags, error);
}
