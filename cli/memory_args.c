#include "cli/memory_args.h"

#include <unistd.h>

static const uint64_t MEGABYTE = 1 << 20;

uint64_t machine_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

bool args_memory(const Args *args, uint64_t least, uint64_t *bytes, Error *error) {
    *bytes = 0;
    if (!args_given(args, "memory")) return true;
    long megabytes = args_int(args, "memory");
    uint64_t machine = machine_memory();
    *bytes = (uint64_t)megabytes * MEGABYTE;
    if (least < MEGABYTE) least = MEGABYTE;
    if (*bytes < least)
        return error_input(error, "--memory %ld: at least %llu megabytes are needed", megabytes,
                           (unsigned long long)((least + MEGABYTE - 1) / MEGABYTE));
    if (machine && *bytes > machine)
        return error_input(error, "--memory %ld: this machine has %llu megabytes", megabytes,
                           (unsigned long long)(machine / MEGABYTE));
    return true;
}
