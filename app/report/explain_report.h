// An explanation of a game's position for readers: text, JSON and a drawing in the spirit of Gao's Figure 2.19 (2020).
#ifndef MUSTPLAY_APP_REPORT_EXPLAIN_REPORT_H
#define MUSTPLAY_APP_REPORT_EXPLAIN_REPORT_H

#include "app/draw/drawing.h"
#include "base/json.h"
#include "mustplay/explain.h"

void explanation_write(const mp_game *game, const mp_explanation *explanation, Text *out);
// One object with the keys of `mustplay explain --json`.
json_t *explanation_json(const mp_game *game, const mp_explanation *explanation);
// In explain_drawing.c.
void explanation_draw(const mp_game *game, const mp_explanation *explanation, Drawing *drawing);

#endif
