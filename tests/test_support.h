// What every cmocka test includes first.
#ifndef MUSTPLAY_TEST_SUPPORT_H
#define MUSTPLAY_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Code under a sanitizer runs 5 to 30 times slower: there a test of many cases takes one in TEST_THINNING.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_THINNING 4
#else
#define TEST_THINNING 1
#endif

// How many times the usual number of random cases a test of soundness takes: MUSTPLAY_SOUNDNESS=N.
static inline int soundness(void) {
    const char *text = getenv("MUSTPLAY_SOUNDNESS");
    int times = text ? atoi(text) : 1;
    return times > 1 ? times : 1;
}

#endif
