// The memory of the page's engine is what its allocations take: freed memory stays in the heap, so its size would say nothing.
// So malloc and its kin, which emscripten lets a program replace, count here.
#include "app/web/process.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

// Emscripten's own.
void *emscripten_builtin_malloc(size_t size);
void *emscripten_builtin_memalign(size_t alignment, size_t size);
void emscripten_builtin_free(void *memory);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static _Atomic size_t taken;

static void *counted(void *memory) {
    if (memory) atomic_fetch_add_explicit(&taken, malloc_usable_size(memory), memory_order_relaxed);
    return memory;
}

static void discount(size_t bytes) {
    atomic_fetch_sub_explicit(&taken, bytes, memory_order_relaxed);
}

void *malloc(size_t size) {
    return counted(emscripten_builtin_malloc(size));
}

void *calloc(size_t count, size_t size) {
    return counted(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size) {
    size_t before = memory ? malloc_usable_size(memory) : 0;
    void *moved = __libc_realloc(memory, size);
    if (!moved) return NULL;
    discount(before);
    return counted(moved);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return counted(emscripten_builtin_memalign(alignment, size));
}

void free(void *memory) {
    if (memory) discount(malloc_usable_size(memory));
    emscripten_builtin_free(memory);
}

uint64_t process_memory(void) {
    return atomic_load_explicit(&taken, memory_order_relaxed);
}

void process_memory_trim(void) {}

void process_thread_soften(int steps) {
    (void)steps;
}
