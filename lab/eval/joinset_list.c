#include "lab/eval/joinset_list.h"

#include "cli/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WALK_STEPS = 5000000, SETS_WRITTEN = 12 };
enum { SMALLEST_COUNTED = 1000000, SMALLEST_WRITTEN = 4 };

static int listed(const JoinsetList *list, Color color) {
    int64_t count = list->found[color].count;
    return count < JOINSETS_LISTED ? (int)count : JOINSETS_LISTED;
}

static int size_compare(const void *a, const void *b) {
    return cellset_count(*(const CellSet *)a) - cellset_count(*(const CellSet *)b);
}

JoinsetList *joinset_list_new(const Position *position, Error *error) {
    JoinsetList *list = calloc(1, sizeof *list);
    if (!list) {
        error_memory(error);
        return NULL;
    }
    list->position = *position;
    for (Color color = BLACK; color <= WHITE; color++) {
        CellSet *sets = list->set[color];
        if (!joinsets_minimal(position, color, WALK_STEPS, sets, JOINSETS_LISTED, &list->found[color])) {
            error_input(error, "--joinsets: this position has too many minimal joinsets to list");
            free(list);
            return NULL;
        }
        qsort(sets, (size_t)listed(list, color), sizeof *sets, size_compare);
    }
    list->dead = cellset_minus(position_vacant(position), list->found[BLACK].live);
    return list;
}

void joinset_list_write(const JoinsetList *list, Text *out) {
    const Geometry *g = list->position.geometry;
    for (Color color = BLACK; color <= WHITE; color++) {
        int count = listed(list, color);
        text_format(out, "\nMinimal joinsets of %s, of any size: %lld\n", color_name(color),
                    (long long)list->found[color].count);
        for (int i = 0; i < count && i < SETS_WRITTEN; i++) {
            text_add(out, "  ");
            cellset_write(g, list->set[color][i], out);
            text_add_char(out, '\n');
        }
        if (list->found[color].count > SETS_WRITTEN)
            text_format(out, "  and %lld more\n", (long long)list->found[color].count - SETS_WRITTEN);
    }
    text_add(out, "\nCells in no minimal joinset, which are dead: ");
    cellset_write(g, list->dead, out);
    text_add(out, cellset_is_empty(list->dead) ? "none\n" : "\n");
}

static json_t *color_json(const JoinsetList *list, Color color) {
    json_t *sets = json_array();
    for (int i = 0; i < listed(list, color); i++)
        json_array_append_new(sets, json_cells(list->position.geometry, list->set[color][i]));
    return json_pack("{s:I, s:o}", "number", (json_int_t)list->found[color].count, "sets", sets);
}

json_t *joinset_list_json(const JoinsetList *list) {
    return json_pack("{s:o, s:o, s:o}", "black", color_json(list, BLACK), "white", color_json(list, WHITE),
                     "dead", json_cells(list->position.geometry, list->dead));
}

void joinset_list_draw(const JoinsetList *list, Drawing *d) {
    if (cellset_is_empty(list->dead) || d->sets == DRAWING_SETS_MAX) return;
    DrawingSet *set = &d->set[d->sets++];
    *set = (DrawingSet){.cells = list->dead, .hue = HUE_VERMILION};
    snprintf(set->name, sizeof set->name, "in no minimal joinset");
}

// --- The smallest ones

void smallest_joinsets_find(const Position *position, SmallestJoinsets found[2]) {
    for (Color color = BLACK; color <= WHITE; color++)
        found[color].sets = joinsets_smallest(position, color, found[color].set, SMALLEST_JOINSETS_LISTED,
                                              SMALLEST_COUNTED, &found[color].number);
}

void smallest_joinsets_write(const Geometry *g, const SmallestJoinsets found[2], Text *out) {
    for (Color color = BLACK; color <= WHITE; color++) {
        const SmallestJoinsets *j = &found[color];
        if (!j->sets) continue;
        text_format(out, "\n%s needs at least %d more stones to join the edges: %s%lld smallest joinset%s\n",
                    color == BLACK ? "Black" : "White", cellset_count(j->set[0]),
                    j->number == SMALLEST_COUNTED ? "at least " : "", (long long)j->number,
                    plural(j->number));
        for (int i = 0; i < j->sets && i < SMALLEST_WRITTEN; i++) {
            text_add(out, "  ");
            cellset_write(g, j->set[i], out);
            text_add_char(out, '\n');
        }
    }
}

json_t *smallest_joinsets_json(const Geometry *g, const SmallestJoinsets found[2]) {
    json_t *both = json_object();
    for (Color color = BLACK; color <= WHITE; color++) {
        const SmallestJoinsets *j = &found[color];
        json_t *sets = json_array();
        for (int i = 0; i < j->sets; i++) json_array_append_new(sets, json_cells(g, j->set[i]));
        json_object_set_new(both, color_name(color),
                            json_pack("{s:I, s:o}", "number", (json_int_t)j->number, "smallest", sets));
    }
    return both;
}
