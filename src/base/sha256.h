// SHA-256 (FIPS 180-4): the name of contents that come from strangers, where a checksum is not enough.
#ifndef MUSTPLAY_BASE_SHA256_H
#define MUSTPLAY_BASE_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 };

// Writes the hash as 64 hexadecimal digits and a zero.
void sha256_text(const void *bytes, size_t count, char text[SHA256_TEXT]);

#endif
