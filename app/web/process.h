// What the page's server asks of the operating system about its own process.
#ifndef MUSTPLAY_APP_WEB_PROCESS_H
#define MUSTPLAY_APP_WEB_PROCESS_H

#include <stdint.h>

// Bytes of memory that the process takes; 0 when the system does not say.
uint64_t process_memory(void);
// Gives memory that was freed back to the system.
void process_memory_trim(void);
// Lowers the priority of the calling thread by `steps` (nice).
void process_thread_soften(int steps);

#endif
