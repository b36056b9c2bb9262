// Inferior cells (knowledge/inferior.h) on one width of cell set.
#include "knowledge/inferior/inferior_graph.c"
#include "knowledge/inferior/inferior_match.c"
#include "knowledge/inferior/inferior_prune.c"
#include "knowledge/inferior/inferior_state.c"

const InferiorTable WIDTH_NAME(inferior_table) = {
    .create = create,
    .set = set,
    .place = place,
    .push = push,
    .pop = pop,
    .fill = fill,
    .regions = regions,
    .note_domination = note_domination,
    .get_fill = get_fill,
    .prune = prune,
    .close_carrier = close_carrier,
    .reason = reason,
};
