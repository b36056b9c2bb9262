// Templates as HexWiki's tags; private to study/template_file.h, which says how they are read.
#ifndef MUSTPLAY_STUDY_TEMPLATE_TAG_H
#define MUSTPLAY_STUDY_TEMPLATE_TAG_H

#include "study/template_file.h"

bool template_tag_next(TemplateReader *reader, TemplateEntry *entry);

#endif
