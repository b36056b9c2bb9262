// Regions to search for templates in. They are made from a short text: "edge:row=4,reach=13",
// "interior:right=1,down=1", "ladder:row=2,escape=3,distance=4".
//
// Widths are in half cells, so that a region can be its own mirror image. A half cell is the sideways distance between
// the centres of a cell and the one below it.
#ifndef MUSTPLAY_STUDY_TEMPLATE_REGION_H
#define MUSTPLAY_STUDY_TEMPLATE_REGION_H

#include "base/option.h"
#include "study/template.h"

// The stones, the ends, and all cells of the region as carrier.
bool template_region(const char *spec, Template *out, Error *error);

#endif
