// Text: a growing string for writers. An allocation failure is remembered in `failed` and later calls do
// nothing, so that a writer checks once at its end.
#ifndef MUSTPLAY_BASE_TEXT_H
#define MUSTPLAY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *data; // always terminated once something was added; NULL before
    size_t length, capacity;
    bool failed;
} Text;

void text_add(Text *text, const char *string);
void text_add_bytes(Text *text, const char *bytes, size_t count);
void text_add_char(Text *text, char c);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(Text *text);              // keeps the memory
void text_cut(Text *text, size_t length); // to the first `length` bytes, if it is longer
void text_free(Text *text);

// The string, never NULL.
const char *text_string(const Text *text);

// The ending of a noun that is counted: "%d node%s".
#define plural(count) ((count) == 1 ? "" : "s")

// Whether a string is sound UTF-8: no stray or missing bytes, no overlong forms, no surrogates.
bool text_is_utf8(const char *string);
// Puts a question mark in the place of each byte that is not.
void text_make_utf8(char *string);

#endif
