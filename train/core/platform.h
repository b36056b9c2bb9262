/* The thin layer that lets one source run as CUDA and as plain C++.
 *
 * Every routine of the search works on one game with one warp. Loops over cells are written
 * `for (int i = lane_id(); i < n; i += WARP)`: 32 lanes share them on the GPU. On the CPU one "lane" does all
 * of it, and the reductions below are the identity. So the CPU build tests the
 * very code that runs on the GPU, except for the order in which sums are formed.
 */
#ifndef MP_PLATFORM_H
#define MP_PLATFORM_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#include <cuda_fp16.h>
#define DEV       static __device__ __forceinline__
#define WARP      32
#define FULL_MASK 0xffffffffu

DEV int lane_id(void) {
    return (int)(threadIdx.x & 31u);
}
DEV void warp_sync(void) {
    __syncwarp();
}

DEV float warp_sum(float x) {
    for (int d = 16; d > 0; d >>= 1) x += __shfl_xor_sync(FULL_MASK, x, d);
    return x;
}
DEV float warp_max(float x) {
    for (int d = 16; d > 0; d >>= 1) x = fmaxf(x, __shfl_xor_sync(FULL_MASK, x, d));
    return x;
}
DEV int warp_max_int(int x) {
    for (int d = 16; d > 0; d >>= 1) x = max(x, __shfl_xor_sync(FULL_MASK, x, d));
    return x;
}
DEV int warp_sum_int(int x) {
    for (int d = 16; d > 0; d >>= 1) x += __shfl_xor_sync(FULL_MASK, x, d);
    return x;
}
DEV int warp_from_first(int x) {
    return __shfl_sync(FULL_MASK, x, 0);
}
/* The index with the greatest value; equal values go to the smaller index. */
DEV int warp_best(float value, int index) {
    for (int d = 16; d > 0; d >>= 1) {
        float v = __shfl_xor_sync(FULL_MASK, value, d);
        int i = __shfl_xor_sync(FULL_MASK, index, d);
        if (v > value || (v == value && i < index)) value = v, index = i;
    }
    return index;
}
DEV long long counter_add(long long *p, long long n) {
    return (long long)atomicAdd((unsigned long long *)p, (unsigned long long)n);
}
typedef __half Feature;
/* Eight features of a cell in one 16-byte store; 0x3c00 is 1.0. */
DEV void feature_store(Feature *x, int own, int other, int empty) {
    *(uint4 *)x = make_uint4(own * 0x3c00u | other * 0x3c000000u, empty * 0x3c00u, 0u, 0u);
}

#else /* plain C++ */
#define DEV  static inline
#define WARP 1

DEV int lane_id(void) {
    return 0;
}
DEV void warp_sync(void) {}
DEV float warp_sum(float x) {
    return x;
}
DEV float warp_max(float x) {
    return x;
}
DEV int warp_max_int(int x) {
    return x;
}
DEV int warp_sum_int(int x) {
    return x;
}
DEV int warp_from_first(int x) {
    return x;
}
DEV int warp_best(float value, int index) {
    (void)value;
    return index;
}
DEV long long counter_add(long long *p, long long n) {
    long long old = *p;
    *p = old + n;
    return old;
}
typedef float Feature;
DEV void feature_store(Feature *x, int own, int other, int empty) {
    x[0] = (float)own, x[1] = (float)other, x[2] = (float)empty;
    for (int k = 3; k < 8; k++) x[k] = 0.0f;
}
#endif

/* splitmix64: a counter in, 64 well mixed bits out. */
DEV uint64_t mix64(uint64_t x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}
/* Uniform in (0, 1), both ends excluded. */
DEV float unit_of(uint64_t bits) {
    return ((float)(bits >> 41) + 0.5f) * (1.0f / 8388608.0f);
}

#endif
