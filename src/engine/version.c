#include "mustplay/mustplay.h"

const char *mp_version(void) {
    return MUSTPLAY_VERSION;
}
