// The lines that answer queries of KataGo's analysis protocol, as JSON objects.
#ifndef MUSTPLAY_APP_KATA_REPLY_H
#define MUSTPLAY_APP_KATA_REPLY_H

#include "app/kata/query.h"
#include "mustplay/analysis.h"

// Whose winning chances are written.
typedef enum KataView { VIEW_BLACK, VIEW_WHITE, VIEW_MOVER } KataView;

// What a search found: of a turn that was searched, or is being searched.
json_t *kata_reply_report(const KataQuery *query, int turn, const mp_game *game, const mp_report *report,
                          KataView view, bool during);
// The answer to a turn whose game is over.
json_t *kata_reply_over(const KataQuery *query, int turn, const mp_game *game, KataView view);
// The answer to a turn that was ended before it was looked at.
json_t *kata_reply_nothing(const KataQuery *query, int turn);
// The net's policy, row by row, -1 on stones and, at the end, for the pass.
json_t *kata_reply_policy(const mp_game *game, const float *policy);

// {KIND: text, "field": ..., "id": ...}, KIND being "error" or "warning". Field and id may be NULL.
json_t *kata_reply_problem(const char *kind, const char *text, const char *field, const char *id);

#endif
