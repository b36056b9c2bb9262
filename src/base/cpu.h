// Which instructions the hot modules use: chosen once, when the program starts, among those that the build compiled
// (base/width.h). A build for this machine alone (MUSTPLAY_NATIVE) or for another processor has one level.
//
// The environment's MUSTPLAY_CPU names a lower one than the best that the machine has.
#ifndef MUSTPLAY_BASE_CPU_H
#define MUSTPLAY_BASE_CPU_H

#include <stdbool.h>

typedef enum CpuLevel { CPU_BASE, CPU_AVX2, CPU_AVX512, CPU_LEVELS_MAX } CpuLevel;

#ifdef MUSTPLAY_LEVELS
enum { CPU_LEVELS = CPU_LEVELS_MAX };
#else
enum { CPU_LEVELS = 1 };
#endif

// The level in use.
CpuLevel cpu_level(void);
// What it is called: "x86-64", "avx2", "avx512"; of a build with one level "native" or the processor's name.
const char *cpu_level_name(void);
// Whether MUSTPLAY_CPU can be followed; if not, `why` is a sentence, and the best level is in use.
bool cpu_choice_check(char *why, int size);

#endif
