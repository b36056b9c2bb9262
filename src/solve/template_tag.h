// Templates as HexWiki's tags; private to solve/template_file.h, which says how they are read.
#ifndef MUSTPLAY_SOLVE_TEMPLATE_TAG_H
#define MUSTPLAY_SOLVE_TEMPLATE_TAG_H

#include "solve/template_file.h"

bool template_tag_next(TemplateReader *reader, TemplateEntry *entry);

#endif
