// Allocations that fail, and how many live: the linker sends the library's malloc and its kin here (--wrap).
#include "model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static atomic_llong left; // allocations until the one that fails; 0 or less: none will
static atomic_bool fell;
static atomic_llong alive;

void alloc_arm(int64_t number) {
    atomic_store(&fell, false);
    atomic_store(&left, number);
}

bool alloc_disarm(void) {
    atomic_store(&left, 0);
    return atomic_load(&fell);
}

int64_t alloc_alive(void) {
    return atomic_load(&alive);
}

static void *born(void *memory) {
    if (memory) atomic_fetch_add_explicit(&alive, 1, memory_order_relaxed);
    return memory;
}

static bool falls(void) {
    if (atomic_load_explicit(&left, memory_order_relaxed) <= 0 || atomic_fetch_sub(&left, 1) != 1)
        return false;
    atomic_store(&fell, true);
    errno = ENOMEM;
    return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t size) {
    return falls() ? NULL : born(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return falls() ? NULL : born(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size) {
    if (falls()) return NULL;
    return memory ? __real_realloc(memory, size) : born(__real_malloc(size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return falls() ? NULL : born(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *text) {
    return falls() ? NULL : born(__real_strdup(text));
}

void __wrap_free(void *memory) {
    if (memory) atomic_fetch_sub_explicit(&alive, 1, memory_order_relaxed);
    __real_free(memory);
}
