#include "cluster/build_id.h"

#include "base/file.h"
#include "base/sha256.h"

#include <stdio.h>

// The CPU's extensions on which kernels depend.
static unsigned cpu_levels(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return (unsigned)!!__builtin_cpu_supports("avx2") | (unsigned)!!__builtin_cpu_supports("fma") << 1 |
           (unsigned)!!__builtin_cpu_supports("avx512f") << 2 |
           (unsigned)!!__builtin_cpu_supports("avx512vnni") << 3 |
           (unsigned)!!__builtin_cpu_supports("sse4.2") << 4;
#else
    return 0;
#endif
}

void build_id(char text[BUILD_ID_TEXT]) {
    enum { PROGRAM_MOST = 1 << 30 };
    char hash[SHA256_TEXT];
    Text bytes = {0};
    *text = '\0';
    if (file_read_plain("/proc/self/exe", PROGRAM_MOST, &bytes, &(Error){0})) {
        text_format(&bytes, " %u", cpu_levels());
        sha256_text(text_string(&bytes), bytes.length, hash);
        if (!bytes.failed) snprintf(text, BUILD_ID_TEXT, "%.16s", hash);
    }
    text_free(&bytes);
}
