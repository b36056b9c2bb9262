// The opening atlas for readers: JSON, a map in text, a picture.
#ifndef MUSTPLAY_APP_REPORT_ATLAS_REPORT_H
#define MUSTPLAY_APP_REPORT_ATLAS_REPORT_H

#include "base/json.h"
#include "play/atlas.h"

// size, proved, estimated, openings (opening, winner, value, visits, date, net, proof, swap, replies); of one opening alone unless it
// is CELL_NONE.
json_t *atlas_json(const Atlas *atlas, int opening);
// The map, or what is known about one opening.
void atlas_text(const Atlas *atlas, int opening, Text *out);
// A file as of drawing_save.
bool atlas_draw(const Atlas *atlas, const char *path, bool force, Error *error);

#endif
