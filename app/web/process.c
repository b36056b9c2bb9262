#include "app/web/process.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

uint64_t process_memory(void) {
    unsigned long long whole, pages;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    bool read = fscanf(file, "%llu %llu", &whole, &pages) == 2;
    fclose(file);
    return read ? pages * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

void process_memory_trim(void) {
    malloc_trim(0);
}

void process_thread_soften(int steps) {
    setpriority(PRIO_PROCESS, (id_t)gettid(), steps + getpriority(PRIO_PROCESS, 0));
}
