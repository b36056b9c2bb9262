// What every cmocka test includes first.
#ifndef MUSTPLAY_TEST_SUPPORT_H
#define MUSTPLAY_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#endif
