// A search's candidate moves for readers: lines for programs, tables for people.
#ifndef MUSTPLAY_APP_REPORT_ANALYSIS_REPORT_H
#define MUSTPLAY_APP_REPORT_ANALYSIS_REPORT_H

#include "base/json.h"
#include "base/text.h"
#include "mustplay/analysis.h"

// null, "win" or "loss".
json_t *analysis_proof_json(mp_proved proved);
// One move on a board: move, value, visits, prior, proved, pv (its first `line_max` moves).
json_t *analysis_move_json(const mp_game *game, const mp_candidate *move, int line_max);
// One object: to_move, value, proved, visits, evaluations, seconds, moves.
json_t *analysis_json(const mp_game *game, const mp_report *report);
// KataGo's words on one line: "info move c3 visits 12 winrate 0.6 prior 0.1 order 0 pv c3 d4 info move ...".
void analysis_kata(const mp_game *game, const mp_report *report, Text *out);
// A table of the best moves.
void analysis_table(const mp_game *game, const mp_report *report, int rows, Text *out);

#endif
