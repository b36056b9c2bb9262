// What every cmocka test includes first.
#ifndef MUSTPLAY_TEST_SUPPORT_H
#define MUSTPLAY_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// Code under a sanitizer runs 5 to 30 times slower: there a test of many cases takes one in TEST_THINNING.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_THINNING 4
#else
#define TEST_THINNING 1
#endif

#endif
