// A book of threat patterns that outlives a game. What pattern-enhanced alpha-beta proved is kept, as templates
// (lab/ladder/threat/template_table.h), in a file from one game to the next (Rasmussen 2007 §8.3).
//
// A weak pattern of a colour proves that it wins moving first, a strong one that it wins moving second,
// playing only in the carrier. On square boards White's patterns are Black's on the mirrored board: what is
// learned with one colour serves both.
//
// The file is written beside its name and moved there, synced: a crash leaves the old file or the new one. It
// ends with a checksum. A file that is cut off, damaged or of another board is refused with a message, and
// left alone.
#ifndef MUSTPLAY_LAB_LADDER_THREAT_BOOK_H
#define MUSTPLAY_LAB_LADDER_THREAT_BOOK_H

#include "base/error.h"
#include "game/position.h"

typedef struct ThreatBook ThreatBook;

// An empty book for one size of board. `memory` bounds its bytes: what comes later is not kept. NULL out of
// memory.
ThreatBook *threat_book_new(const Geometry *geometry, uint64_t memory);
void threat_book_free(ThreatBook *book);
const Geometry *threat_book_geometry(const ThreatBook *book);
// Patterns kept, half-turns included.
uint64_t threat_book_count(const ThreatBook *book);

// Adds what a carrier proves in a position, whoever is to move there. False when it was known or there is no
// room.
bool threat_book_add(ThreatBook *book, const Position *position, Color color, bool strong, CellSet carrier);
// Whether a pattern of that kind proves the position for `color`, and the carrier.
bool threat_book_match(const ThreatBook *book, const Position *position, Color color, bool strong,
                       CellSet *carrier);
// Every weak pattern of `color` that matches and shrinks `*meet` is met with it; its carrier goes into
// `*united`. Returns how many.
int threat_book_meet(const ThreatBook *book, const Position *position, Color color, CellSet *meet,
                     CellSet *united);

bool threat_book_save(const ThreatBook *book, const char *path, Error *error);
// Adds what a file holds. No such file: true, nothing is added. A bad file: false, nothing is added.
bool threat_book_load(ThreatBook *book, const char *path, Error *error);

#endif
