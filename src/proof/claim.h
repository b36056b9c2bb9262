// Claims of a proof (docs/PROOFS.md): what was proved so far, each with the line that proves it.
//
// A claim <x,y: A | C>: the winner owns A (`own`), C is empty (`free`), every other cell is the loser's. The
// loser moves first, and the winner still joins x and y. Equal claims, also under the half-turn, are kept
// once. Lines refer to earlier claims only, by their numbers in the book. They get their final numbers when
// the file is written (proof/proof_file.h).
#ifndef MUSTPLAY_PROOF_CLAIM_H
#define MUSTPLAY_PROOF_CLAIM_H

#include "base/text.h"
#include "game/position.h"

// A claim and how it is seen: twice its number, plus one for its half-turn. CLAIM_NONE: none.
typedef int32_t ClaimRef;
enum { CLAIM_NONE = -1 };

typedef struct Claim {
    int x, y; // cells of `own` or edges of the winner
    CellSet own, free;
} Claim;

typedef struct ClaimBook ClaimBook;

// NULL out of memory.
ClaimBook *claim_book_new(const Geometry *geometry, Color winner);
void claim_book_free(ClaimBook *book);

const Geometry *claim_book_geometry(const ClaimBook *book);
Color claim_book_winner(const ClaimBook *book);
int claim_book_count(const ClaimBook *book);
uint64_t claim_book_bytes(const ClaimBook *book);

Claim claim_get(const ClaimBook *book, ClaimRef ref);
// The line of a claim; references stand as "@" and the number of the claim, "'" after a turned one.
const char *claim_line(const ClaimBook *book, int number);

// The same claim if it is known, CLAIM_NONE otherwise.
ClaimRef claim_find(const ClaimBook *book, const Claim *claim);
// Adds a claim that is not known yet. CLAIM_NONE out of memory.
ClaimRef claim_add(ClaimBook *book, const Claim *claim, const char *line);

// Visits each claim that joins the winner's edges and needs at most `spare` (0 or 1) more stones of the winner's in the position.
// No stone of the loser's lies in it. Its own cells are the winner's, except `missing`, an empty cell, or CELL_NONE.
// Visits it as it stands and turned, in no particular order. Stops when the visitor returns false.
typedef bool (*ClaimVisit)(void *context, ClaimRef ref, int missing);
void claim_fits(const ClaimBook *book, const Position *position, int spare, ClaimVisit visit, void *context);

// --- Bodies: stones, pairs of which the winner gets one, and claims, that together join two ends.
enum { BODY_ITEMS_MAX = 128 };

typedef struct Body {
    CellSet stones;
    int pairs, refs;
    int16_t pair[BODY_ITEMS_MAX][2];
    ClaimRef ref[BODY_ITEMS_MAX];
    bool overflow; // more items than fit: the body is of no use
} Body;

void body_add_pair(Body *body, int p, int q);
void body_add_ref(Body *body, ClaimRef ref);
// What the body yields with ends and stones that are given: its own cells and its free ones.
void body_yield(const ClaimBook *book, const Body *body, int x, int y, CellSet given, CellSet *own,
                CellSet *free);
// Writes the items; stones that are given or follow from the rest are left out.
void body_write(const ClaimBook *book, const Body *body, int x, int y, CellSet given, Text *out);

// "x-y ", or nothing for the winner's edges.
void ends_write(const ClaimBook *book, int x, int y, Text *out);
// Cells separated by commas.
void cells_write(const Geometry *geometry, CellSet cells, Text *out);

#endif
