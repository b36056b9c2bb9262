// Random numbers: xoshiro256** seeded by splitmix64. A generator is a value; nothing is shared.
#ifndef MUSTPLAY_BASE_RANDOM_H
#define MUSTPLAY_BASE_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct Random {
    uint64_t state[4];
} Random;

// The next value of a splitmix64 sequence: also a good mixer of counters into keys.
static inline uint64_t splitmix64(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline Random random_seeded(uint64_t seed) {
    Random r;
    for (int i = 0; i < 4; i++) r.state[i] = splitmix64(&seed);
    return r;
}

static inline uint64_t random_rotl(uint64_t x, int k) {
    return x << k | x >> (64 - k);
}

static inline uint64_t random_next(Random *r) {
    uint64_t *s = r->state, result = random_rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = random_rotl(s[3], 45);
    return result;
}

// Uniform in 0..n-1 (n > 0) by a multiplication; the bias is below n / 2^32.
static inline uint32_t random_below(Random *r, uint32_t n) {
    return (uint32_t)((random_next(r) >> 32) * n >> 32);
}

// Uniform in [0, 1).
static inline double random_unit(Random *r) {
    return (double)(random_next(r) >> 11) * 0x1p-53;
}

// From the normal distribution of mean 0 and deviation 1.
static inline double random_normal(Random *r) {
    double radius = sqrt(-2 * log(1 - random_unit(r)));
    return radius * cos(6.283185307179586 * random_unit(r));
}

#endif
