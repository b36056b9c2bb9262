#include "base/base64.h"

#include <stdint.h>
#include <string.h>

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_write(const void *bytes, size_t count, char *out) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i += 3) {
        unsigned char three[3] = {0};
        size_t have = count - i < 3 ? count - i : 3;
        memcpy(three, at + i, have);
        uint32_t bits = (uint32_t)three[0] << 16 | (uint32_t)three[1] << 8 | three[2];
        for (size_t k = 0; k < 4; k++) *out++ = k <= have ? DIGITS[bits >> 6 * (3 - k) & 63] : '=';
    }
    *out = '\0';
}

// Four letters, of which the last `padding` are no digits, as bits; -1 when they are none.
static int32_t bits_read(const char *four, int padding) {
    int32_t bits = 0;
    for (int k = 0; k < 4; k++) {
        const char *digit = four[k] ? strchr(DIGITS, four[k]) : NULL;
        if (k >= 4 - padding)
            bits <<= 6;
        else if (digit)
            bits = bits << 6 | (int32_t)(digit - DIGITS);
        else
            return -1;
    }
    return bits;
}

bool base64_read(const char *text, size_t length, Text *out) {
    if (length % 4) return false;
    for (size_t i = 0; i < length; i += 4) {
        bool last = i + 4 == length;
        int padding = !last || text[i + 3] != '=' ? 0 : text[i + 2] != '=' ? 1 : 2;
        int32_t bits = bits_read(text + i, padding);
        if (bits < 0 || bits & ((1 << 8 * padding) - 1)) return false;
        const char three[] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
        text_add_bytes(out, three, (size_t)(3 - padding));
    }
    return !out->failed;
}
