// A template as SVG, PNG or PDF.
#ifndef MUSTPLAY_APP_DRAW_TEMPLATE_DRAWING_H
#define MUSTPLAY_APP_DRAW_TEMPLATE_DRAWING_H

#include "study/template.h"

// Saves a picture, with what breaks the template or can be spared.
bool template_drawing_save(const Template *template, const TemplateVerdict *verdict, const char *title,
                           const char *path, bool force, Error *error);

#endif
