#include "app/draw/claim_drawing.h"

#include "proof/proof_walk.h"

#include <stdio.h>
#include <stdlib.h>

enum { GROUP_SETS = DRAWING_SETS_MAX - 2 }; // one set is for the rest of them, and one for the loser's cells

static int group_compare(const void *a, const void *b) {
    const WalkGroup *first = a, *second = b;
    bool free[2] = {first->reason == WALK_FREE, second->reason == WALK_FREE};
    if (free[0] != free[1]) return free[0] - free[1];
    int sizes = cellset_count(second->cells) - cellset_count(first->cells);
    return sizes ? sizes : cellset_first(first->cells) - cellset_first(second->cells);
}

static DrawingSet *set_add(Drawing *d, CellSet cells, DrawingHue hue) {
    DrawingSet *set = &d->set[d->sets++];
    *set = (DrawingSet){.cells = cells, .hue = hue};
    return set;
}

// The answer, or the other of two cells that answer each other.
static int answer_to(const WalkGroup *group, int cell) {
    CellSet cells = group->cells;
    if (group->answer != CELL_NONE || group->reason == WALK_FREE) return group->answer;
    cellset_remove(&cells, cell);
    return cellset_first(cells);
}

static void group_labels(Drawing *d, const WalkGroup *group) {
    CellSet left = group->cells;
    char name[CELL_NAME_MAX];
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        int answer = answer_to(group, cell);
        if (answer >= 0)
            snprintf(d->label[cell], DRAWING_LABEL_MAX, "%s", cell_name(d->position.geometry, answer, name));
    }
}

static void group_name(const Drawing *d, const WalkGroup *group, DrawingSet *set) {
    static const char *const WORDS[] = {
        [WALK_ANSWER] = "answered at", [WALK_KILL] = "killed from",   [WALK_REVERSE] = "reversed at",
        [WALK_PAIR] = "a pair",        [WALK_CAPTURED] = "captured:", [WALK_FREE] = "no answer needed",
    };
    char name[CELL_NAME_MAX] = "";
    if (group->answer >= 0) cell_name(d->position.geometry, group->answer, name);
    if (group->reason == WALK_CAPTURED && group->answer < 0)
        snprintf(set->name, sizeof set->name, "a captured pair");
    else
        snprintf(set->name, sizeof set->name, "%s%s%s", WORDS[group->reason], *name ? " " : "", name);
}

static void groups_draw(Drawing *d, WalkGroup *groups, int count) {
    CellSet rest = cellset_none();
    qsort(groups, (size_t)count, sizeof *groups, group_compare);
    for (int i = 0; i < count; i++) {
        group_labels(d, &groups[i]);
        if (i < GROUP_SETS)
            group_name(d, &groups[i], set_add(d, groups[i].cells, HUE_BY_ORDER));
        else
            rest = cellset_or(rest, groups[i].cells);
    }
    if (!cellset_is_empty(rest))
        snprintf(set_add(d, rest, HUE_GRAY)->name, DRAWING_NAME_MAX, "%d more groups", count - GROUP_SETS);
}

static void title_set(Drawing *d, const Proof *proof, int number, const Claim *claim) {
    char x[CELL_NAME_MAX], y[CELL_NAME_MAX];
    snprintf(d->title, sizeof d->title, "Claim %d of %d: %s joins %s and %s", number + 1,
             claim_book_count(proof->book), proof->winner == BLACK ? "Black" : "White",
             cell_name(proof->geometry, claim->x, x), cell_name(proof->geometry, claim->y, y));
}

bool drawing_claim(Drawing *d, const Proof *proof, int number, Error *error) {
    Claim claim = claim_get(proof->book, 2 * number);
    Position position = position_empty(proof->geometry);
    position.stones[proof->winner] = claim.own;
    drawing_init(d, &position);
    title_set(d, proof, number, &claim);
    WalkGroup *groups = malloc(sizeof *groups * CELL_MAX);
    ProofWalk *walk = proof_walk_claim(proof, 2 * number, error);
    int count = -1;
    if (walk && !groups) error_memory(error);
    if (walk && groups) count = proof_walk_groups(walk, groups, error);
    if (count >= 0) {
        groups_draw(d, groups, count);
        CellSet outside = cellset_minus(proof->geometry->all, cellset_or(claim.own, claim.free));
        if (!cellset_is_empty(outside))
            snprintf(set_add(d, outside, HUE_SHADE)->name, DRAWING_NAME_MAX, "not needed");
    }
    proof_walk_free(walk);
    free(groups);
    return count >= 0;
}
