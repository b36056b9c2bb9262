// SHA-256 (FIPS 180-4) of a text, for the checker's own programs, which share nothing with the rest.
#ifndef MUSTPLAY_VERIFY_SHA256_H
#define MUSTPLAY_VERIFY_SHA256_H

#include <stddef.h>

enum { VERIFY_SHA256_TEXT = 65 };

// Writes 64 hexadecimal digits and a zero.
void verify_sha256(const unsigned char *bytes, size_t count, char text[VERIFY_SHA256_TEXT]);

#endif
