// Bytes as text in base 64 (RFC 4648, with padding).
#ifndef MUSTPLAY_BASE_BASE64_H
#define MUSTPLAY_BASE_BASE64_H

#include "base/text.h"

// Letters needed for `count` bytes, without the terminating zero.
#define BASE64_LENGTH(count) (((count) + 2) / 3 * 4)

// Writes BASE64_LENGTH(count) letters and the end of a string.
void base64_write(const void *bytes, size_t count, char *out);
// Appends the bytes. False for malformed text: other letters, padding in the middle, a length that is no multiple of
// four, stray bits behind the last byte. Also false when memory runs out, and then `out->failed` is set.
bool base64_read(const char *text, size_t length, Text *out);

#endif
