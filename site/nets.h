// Nets that lie in memory, for a page that has no files: instead of src/net/net_path.c.
#ifndef MUSTPLAY_SITE_NETS_H
#define MUSTPLAY_SITE_NETS_H

#include "base/error.h"

#include <stddef.h>

// Keeps a net's file, and takes its memory over. False when it is not a sound one.
bool nets_keep(bool solver, void *bytes, size_t size, Error *error);

#endif
