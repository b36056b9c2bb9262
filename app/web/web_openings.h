// Opening maps: what any client's request has proved about the openings of a size, kept for all.
#ifndef MUSTPLAY_APP_WEB_WEB_OPENINGS_H
#define MUSTPLAY_APP_WEB_WEB_OPENINGS_H

#include "base/json.h"
#include "solve/truth.h"

typedef struct WebOpenings WebOpenings;

WebOpenings *web_openings_new(void); // NULL out of memory
void web_openings_free(WebOpenings *openings);
// What is known about the openings of a board, into and from a truth about the empty board's moves.
void web_openings_load(WebOpenings *openings, Truth *truth);
void web_openings_save(WebOpenings *openings, const Truth *truth);
// How many openings of each size are known, for `hello`.
json_t *web_openings_json(WebOpenings *openings);

#endif
