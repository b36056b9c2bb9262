// Pattern search and the tables of its book, as each width offers them to threat_search.c and threat_book.c.
#ifndef MUSTPLAY_LAB_LADDER_THREAT_OPS_H
#define MUSTPLAY_LAB_LADDER_THREAT_OPS_H

#include "base/width.h"
#include "lab/ladder/threat_search.h"

// --- The tables of a book (threat_book.h). A template as sets of cells:
enum { BOOK_SETS = 4, BOOK_GROUPS_MAX = 96 };
typedef struct BookRecord {
    bool strong, white; // white: of White's own table, on boards that are not square
    int groups;
    CellSet set[BOOK_SETS]; // empty cells, at one side group, at the other, at any own stone
    CellSet group[BOOK_GROUPS_MAX];
} BookRecord;

typedef void (*BookVisit)(void *context, const BookRecord *record);

typedef struct BookOps {
    void *(*create)(const Geometry *geometry, uint64_t memory);
    void (*release)(void *state);
    uint64_t (*count)(const void *state);
    bool (*add)(void *state, const Position *position, Color color, bool strong, CellSet carrier);
    bool (*match)(void *state, const Position *position, Color color, bool strong, CellSet *carrier);
    int (*meet)(void *state, const Position *position, Color color, CellSet *meet, CellSet *united);
    void (*each)(const void *state, BookVisit visit, void *context);
    void (*insert)(void *state, const BookRecord *record);
} BookOps;

typedef struct ThreatOps {
    bool (*run)(const Position *position, const ThreatOptions *options, const Budget *budget,
                ThreatOutcome *outcome, Error *error);
    BookOps book;
} ThreatOps;

WIDTH_TABLES(ThreatOps, threat_ops);

static inline const ThreatOps *threat_ops_for(const Geometry *g) {
    static const ThreatOps *const ops[WIDTH_TABLES_COUNT] = WIDTH_LIST(threat_ops);
    return ops[width_index(g->cells)];
}

#endif
