// Units that are compiled once for each level of instructions (base/cpu.h): the files of src/LAYER/level/. All in one is
// static but its table of functions, whose name LEVEL_NAME gives the level's suffix: name, name_avx2, name_avx512. The users of
// a table declare it by LEVEL_TABLES and choose by LEVEL_CHOICE.
#ifndef MUSTPLAY_BASE_LEVEL_H
#define MUSTPLAY_BASE_LEVEL_H

#include "base/cpu.h"

#ifndef LEVEL_SUFFIX
#define LEVEL_SUFFIX
#endif
#define LEVEL_JOIN2(name, suffix) name##suffix
#define LEVEL_JOIN(name, suffix)  LEVEL_JOIN2(name, suffix)
#define LEVEL_NAME(name)          LEVEL_JOIN(name, LEVEL_SUFFIX)

#ifdef MUSTPLAY_LEVELS
#define LEVEL_TABLES(type, name) extern const type name, name##_avx2, name##_avx512
// A pointer to the table in use.
#define LEVEL_CHOICE(name)                                                                                   \
    (cpu_level() == CPU_AVX512 ? &name##_avx512 : cpu_level() == CPU_AVX2 ? &name##_avx2 : &name)
#else
#define LEVEL_TABLES(type, name) extern const type name
#define LEVEL_CHOICE(name)       (&name)
#endif

#endif
