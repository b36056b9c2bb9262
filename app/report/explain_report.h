// An explanation of a position for readers: text, JSON and a drawing.
#ifndef MUSTPLAY_APP_REPORT_EXPLAIN_REPORT_H
#define MUSTPLAY_APP_REPORT_EXPLAIN_REPORT_H

#include "app/draw/drawing.h"
#include "base/json.h"
#include "study/explanation.h"

void explanation_write(const Explanation *explanation, Text *out);
// One object with the keys of `mustplay explain --json`.
json_t *explanation_json(const Explanation *explanation);
void explanation_draw(const Explanation *explanation, Drawing *drawing);

#endif
