// The opening atlas: what is known about first moves, on square boards from 3x3 to 19x19. An opening is proved where a solver has
// decided it (data/openings), otherwise estimated by a net with search (data/atlas). A proof replaces an estimate.
//
// For players and readers. Nothing that proves or measures reads it: the layers solve and search cannot, and bench does not.
#ifndef MUSTPLAY_PLAY_ATLAS_H
#define MUSTPLAY_PLAY_ATLAS_H

#include "game/game.h"

enum { ATLAS_REPLIES = 3, ATLAS_LEAST = 3 }; // replies kept; the smallest board

typedef struct AtlasReply {
    int cell;
    double value; // White's winning probability with it; 1 when proved
} AtlasReply;

typedef struct AtlasEntry {
    bool known;
    Color winner;   // proved, Black having moved there first; EMPTY: the rest is an estimate
    double value;   // Black's winning probability after the opening; 1 or 0 when proved
    int visits;     // of the estimate
    char date[16];  // of the estimate: 2026-11-16
    char net[24];   // the checksum of the estimate's net
    char proof[72]; // the checksum (SHA-256) of the proof's file in data/proofs; "": it is not kept
    int replies;    // White's best answers, the best first
    AtlasReply reply[ATLAS_REPLIES];
} AtlasEntry;

typedef struct Atlas {
    const Geometry *geometry;
    int proved, estimated;      // cells
    AtlasEntry entry[CELL_MAX]; // by the opening
} Atlas;

// The atlas of a size; every entry unknown if the board is not square or there is none. `estimates` replaces the built-in file of
// estimates by the text of another; NULL: built in. False with an error that names the line.
bool atlas_read(Atlas *atlas, const Geometry *geometry, const char *estimates, Error *error);
// One opening of the built-in atlas. False when it is not known.
bool atlas_look(const Geometry *geometry, int cell, AtlasEntry *out);

// Whether the second player should swap the opening: it is proved to win, or estimated above one half.
bool atlas_swaps(const AtlasEntry *entry);

// A line of the file of estimates, with its end; and the head of the file.
void atlas_line_write(const Geometry *geometry, int cell, const AtlasEntry *entry, Text *out);
extern const char ATLAS_HEAD[];

#endif
