#include "verify/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The first 32 bits of the fractions of the cube roots of the first 64 primes, and of the square roots of the first 8.
static const uint32_t CUBE[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static const uint32_t SQUARE[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static uint32_t turned(uint32_t x, int right) { return x >> right | x << (32 - right); }

// Takes 64 bytes into the hash.
static void block_take(uint32_t hash[8], const unsigned char *bytes) {
    uint32_t w[64], a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4], f = hash[5], g = hash[6],
                    h = hash[7];
    for (int i = 0; i < 64; i++) {
        if (i < 16) {
            const unsigned char *p = bytes + 4 * i;
            w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        } else {
            uint32_t x = w[i - 15], y = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (turned(x, 7) ^ turned(x, 18) ^ x >> 3) +
                   (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
        }
        uint32_t one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + CUBE[i] + w[i];
        uint32_t two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const uint32_t added[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) hash[i] += added[i];
}

void verify_sha256(const unsigned char *bytes, size_t count, char text[VERIFY_SHA256_TEXT]) {
    uint32_t hash[8];
    unsigned char tail[128] = {0};
    size_t rest = count % 64,
           tail_size = rest < 56 ? 64 : 128; // the tail: what is left, a one bit, zeros, the length in bits
    memcpy(hash, SQUARE, sizeof hash);
    for (size_t at = 0; at + 64 <= count; at += 64) block_take(hash, bytes + at);
    if (rest) memcpy(tail, bytes + count - rest, rest);
    tail[rest] = 128;
    for (size_t i = 0; i < 8; i++) tail[tail_size - 1 - i] = (unsigned char)((uint64_t)count * 8 >> (8 * i));
    for (size_t at = 0; at < tail_size; at += 64) block_take(hash, tail + at);
    for (int i = 0; i < 8; i++) snprintf(text + 8 * i, 9, "%08x", hash[i]);
}
