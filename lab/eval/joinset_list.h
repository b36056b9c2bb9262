// The minimal joinsets of both colours (lab/eval/joinset.h) and the dead cells, which are in none, for readers.
#ifndef MUSTPLAY_LAB_EVAL_JOINSET_LIST_H
#define MUSTPLAY_LAB_EVAL_JOINSET_LIST_H

#include "app/draw/drawing.h"
#include "base/json.h"
#include "lab/eval/joinset.h"

enum { JOINSETS_LISTED = 200, SMALLEST_JOINSETS_LISTED = 8 };

typedef struct JoinsetList {
    Position position;
    MinimalJoinsets found[2];
    CellSet set[2][JOINSETS_LISTED]; // the smallest first, as far as they go
    CellSet dead;
} JoinsetList;

// NULL with an error when the position has too many, or out of memory. To be freed with free().
JoinsetList *joinset_list_new(const Position *position, Error *error);
void joinset_list_write(const JoinsetList *list, Text *out);
json_t *joinset_list_json(const JoinsetList *list);
// Adds the dead cells to a drawing.
void joinset_list_draw(const JoinsetList *list, Drawing *drawing);

// The smallest joinsets of one colour: how many there are, at most a million, and some of them.
typedef struct SmallestJoinsets {
    int sets;
    int64_t number;
    CellSet set[SMALLEST_JOINSETS_LISTED];
} SmallestJoinsets;

void smallest_joinsets_find(const Position *position, SmallestJoinsets found[2]);
void smallest_joinsets_write(const Geometry *geometry, const SmallestJoinsets found[2], Text *out);
json_t *smallest_joinsets_json(const Geometry *geometry, const SmallestJoinsets found[2]);

#endif
