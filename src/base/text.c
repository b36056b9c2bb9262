#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool text_reserve(Text *text, size_t extra) {
    if (text->failed) return false;
    size_t need = text->length + extra + 1;
    if (need <= text->capacity) return true;
    size_t capacity = text->capacity ? text->capacity : 128;
    while (capacity < need) capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void text_add_bytes(Text *text, const char *bytes, size_t count) {
    if (!text_reserve(text, count)) return;
    if (count) memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void text_add(Text *text, const char *string) {
    text_add_bytes(text, string, strlen(string));
}

void text_add_char(Text *text, char c) {
    text_add_bytes(text, &c, 1);
}

void text_format(Text *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int count = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (count < 0) {
        text->failed = true;
    } else if (text_reserve(text, (size_t)count)) {
        vsnprintf(text->data + text->length, (size_t)count + 1, format, again);
        text->length += (size_t)count;
    }
    va_end(again);
}

void text_clear(Text *text) {
    text->length = 0;
    if (text->data) text->data[0] = '\0';
}

void text_cut(Text *text, size_t length) {
    if (text->length <= length) return;
    text->length = length;
    text->data[length] = '\0';
}

void text_free(Text *text) {
    free(text->data);
    *text = (Text){0};
}

const char *text_string(const Text *text) {
    return text->data ? text->data : "";
}

// The bytes of the character at `at`; 0 when it is not sound.
static int character_bytes(const unsigned char *at) {
    static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    int count = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : at[0] >> 3 == 30 ? 4 : 0;
    if (count < 2) return count;
    uint32_t code = at[0] & (0x7fu >> count);
    for (int i = 1; i < count; i++) {
        if (at[i] >> 6 != 2) return 0;
        code = code << 6 | (at[i] & 0x3fu);
    }
    return code < LEAST[count] || code > 0x10ffff || code >> 11 == 0x1b ? 0 : count;
}

bool text_is_utf8(const char *string) {
    for (const unsigned char *at = (const unsigned char *)string; *at;) {
        int count = character_bytes(at);
        if (!count) return false;
        at += count;
    }
    return true;
}

void text_make_utf8(char *string) {
    for (char *at = string; *at;) {
        int count = character_bytes((const unsigned char *)at);
        if (!count) *at = '?';
        at += count ? count : 1;
    }
}
