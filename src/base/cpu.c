#include "base/cpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef MUSTPLAY_LEVELS

static const char *const NAMES[CPU_LEVELS] = {"x86-64", "avx2", "avx512"};

// What tools/build/functions.cmake compiles each level for.
static CpuLevel best(void) {
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                __builtin_cpu_supports("popcnt");
    if (!avx2) return CPU_BASE;
    bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
                  __builtin_cpu_supports("gfni");
    return avx512 ? CPU_AVX512 : CPU_AVX2;
}

static CpuLevel choose(char *why, int size) {
    CpuLevel top = best();
    const char *wanted = getenv("MUSTPLAY_CPU");
    if (!wanted || !*wanted) return top;
    for (int level = 0; level < CPU_LEVELS; level++) {
        if (strcmp(NAMES[level], wanted) != 0) continue;
        if (level <= (int)top) return (CpuLevel)level;
        snprintf(why, (size_t)size, "MUSTPLAY_CPU: this machine has no %s", wanted);
        return top;
    }
    snprintf(why, (size_t)size, "MUSTPLAY_CPU: '%.40s' is none of x86-64, avx2, avx512", wanted);
    return top;
}

static CpuLevel level_in_use;

__attribute__((constructor(101))) static void level_set(void) {
    char why[100];
    level_in_use = choose(why, sizeof why);
}

CpuLevel cpu_level(void) {
    return level_in_use;
}

const char *cpu_level_name(void) {
    return NAMES[level_in_use];
}

bool cpu_choice_check(char *why, int size) {
    *why = '\0';
    choose(why, size);
    return !*why;
}

#else

#ifndef MUSTPLAY_CPU_NAME
#define MUSTPLAY_CPU_NAME "native"
#endif

CpuLevel cpu_level(void) {
    return CPU_BASE;
}

const char *cpu_level_name(void) {
    return MUSTPLAY_CPU_NAME;
}

bool cpu_choice_check(char *why, int size) {
    const char *wanted = getenv("MUSTPLAY_CPU");
    if (!wanted || !*wanted || !strcmp(wanted, MUSTPLAY_CPU_NAME)) return true;
    snprintf(why, (size_t)size, "MUSTPLAY_CPU: this program is built for %s only", MUSTPLAY_CPU_NAME);
    return false;
}

#endif
