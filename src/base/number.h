// Numbers as people write them: decimal digits, nothing before, between or after. strtod and strtol accept more:
// blanks, "0x10", "inf", a "+". Such input is more often a slip than meant.
#ifndef MUSTPLAY_BASE_NUMBER_H
#define MUSTPLAY_BASE_NUMBER_H

#include <stdbool.h>

// "-12": a minus, digits. False, too, for what a long cannot hold.
bool number_whole(const char *text, long *value);
// "-1.5e-3": a minus, digits with one point among them, an exponent. False, too, for what is not finite.
bool number_real(const char *text, double *value);

#endif
