// The lab's catalogue: the library's players, evaluations and methods and the lab's own. The lab's `alphabeta` stands in
// place of the library's.
#ifndef MUSTPLAY_LAB_LAB_CATALOG_H
#define MUSTPLAY_LAB_LAB_CATALOG_H

#include "play/catalog.h"

extern const Catalog LAB_CATALOG;

#endif
