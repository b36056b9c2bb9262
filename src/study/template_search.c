#include "study/template_search.h"

#include "base/array.h"
#include "study/template_symmetry.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t MEMORY = 64 << 20; // of the solver's graph: the questions are small

typedef struct SetList {
    CellSet *set;
    int count, room;
} SetList;

struct TemplateSearch {
    Template region;
    TemplateBoard board;
    TemplateMap symmetry[TEMPLATE_TURNS]; // of the region
    int symmetries;
    SetList known[2]; // by kind: minimal ones, with their images
    Solver solver;
    uint64_t questions, nodes;
    bool complete;
    // While it runs:
    BudgetClock clock;
    bool stopped, failed;
    TemplateFound found;
    void *found_context;
    Error *error;
};

// --- The lists

static bool set_within(CellSet inner, CellSet outer) {
    return cellset_is_empty(cellset_minus(inner, outer));
}

static bool list_has(const SetList *list, CellSet set) {
    for (int i = 0; i < list->count; i++) {
        if (cellset_equal(list->set[i], set)) return true;
    }
    return false;
}

static bool list_add(SetList *list, CellSet set) {
    if (!array_room(&list->set, &list->room, list->count + 1, sizeof *list->set)) return false;
    list->set[list->count++] = set;
    return true;
}

static bool images_add(TemplateSearch *s, TemplateSetKind kind, CellSet set) {
    for (int i = 0; i < s->symmetries; i++) {
        CellSet image = template_image(&s->symmetry[i], set);
        if (!list_has(&s->known[kind], image) && !list_add(&s->known[kind], image)) return false;
    }
    return true;
}

bool template_search_know(TemplateSearch *s, TemplateSetKind kind, CellSet set) {
    if (!set_within(set, s->region.carrier)) return false;
    for (int i = 0; i < s->known[kind].count; i++) {
        CellSet other = s->known[kind].set[i];
        if (!cellset_equal(set, other) && (set_within(set, other) || set_within(other, set))) return false;
    }
    for (int i = 0; i < s->known[!kind].count; i++) {
        if (!cellset_meets(set, s->known[!kind].set[i])) return false;
    }
    return images_add(s, kind, set);
}

static void set_keep(TemplateSearch *s, TemplateSetKind kind, CellSet set) {
    if (s->stopped || s->failed) return; // it need not be minimal
    if (!images_add(s, kind, set)) s->failed = !error_memory(s->error);
    if (!s->failed && s->found) s->failed = !s->found(s->found_context, kind, set, s->error);
}

// --- Questions to the solver

static CellSet cells_placed(const TemplateSearch *s, CellSet cells) {
    CellSet placed = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        cellset_add(&placed, template_placed(&s->region, &s->board, cell));
    return placed;
}

static bool search_over(TemplateSearch *s) {
    if (budget_look(&s->clock, s->nodes)) s->stopped = true;
    return s->stopped || s->failed;
}

// Whether the cells `open` suffice; `*used`, if given, receives those that the solver needs.
static bool solver_holds(TemplateSearch *s, CellSet open, CellSet *used) {
    Position p = s->board.position;
    Answer answer = answer_unknown();
    if (search_over(s)) return false;
    Budget budget = budget_left(&s->clock, s->nodes);
    budget.memory = MEMORY;
    p.stones[WHITE] = cellset_or(p.stones[WHITE], cells_placed(s, cellset_minus(s->region.carrier, open)));
    if (!solve_position(&SOLVE_AUTO, &p, &budget, &s->solver, &answer, s->error)) s->failed = true;
    s->questions++;
    s->nodes += answer.nodes;
    if (answer.winner == EMPTY) s->stopped = true;
    if (used) *used = template_cells(&s->region, &s->board, answer.carrier);
    return answer.winner == BLACK;
}

static bool cells_hold(TemplateSearch *s, CellSet open, CellSet *used) {
    const SetList *carriers = &s->known[TEMPLATE_CARRIER], *blockers = &s->known[TEMPLATE_BLOCKER];
    for (int i = 0; i < carriers->count; i++) {
        if (!set_within(carriers->set[i], open)) continue;
        if (used) *used = carriers->set[i];
        return true;
    }
    for (int i = 0; i < blockers->count; i++) {
        if (!cellset_meets(blockers->set[i], open)) return false;
    }
    return solver_holds(s, open, used);
}

// --- Minimal sets

static CellSet carrier_shrink(TemplateSearch *s, CellSet carrier) {
    CellSet left = carrier;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        CellSet less = carrier, used;
        cellset_remove(&less, cell);
        if (!cells_hold(s, less, &used)) continue;
        carrier = used;
        left = cellset_and(left, used);
    }
    return carrier;
}

static CellSet blocker_shrink(TemplateSearch *s, CellSet blocker) {
    CellSet left = blocker;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        CellSet less = blocker;
        cellset_remove(&less, cell);
        bool holds = cells_hold(s, cellset_minus(s->region.carrier, less), NULL);
        if (!holds && !s->stopped && !s->failed) blocker = less;
    }
    return blocker;
}

// --- All of them

// Of the known carriers without forbidden cells, the one with the fewest cells that may still be forbidden.
static int carrier_choose(const TemplateSearch *s, CellSet forbidden, CellSet kept) {
    const SetList *list = &s->known[TEMPLATE_CARRIER];
    int best = -1, fewest = CELL_MAX + 1;
    for (int i = 0; i < list->count; i++) {
        if (cellset_meets(list->set[i], forbidden)) continue;
        int ways = cellset_count(cellset_minus(list->set[i], kept));
        if (ways >= fewest) continue;
        best = i;
        fewest = ways;
    }
    return best;
}

static bool is_blocked(const TemplateSearch *s, CellSet forbidden) {
    const SetList *list = &s->known[TEMPLATE_BLOCKER];
    for (int i = 0; i < list->count; i++) {
        if (set_within(list->set[i], forbidden)) return true;
    }
    return false;
}

// Decides every set of forbidden cells that contains `forbidden`, which no known blocker is within, and none of `kept`.
static void region_explore(TemplateSearch *s, CellSet forbidden, CellSet kept) {
    CellSet carrier, used;
    int known = carrier_choose(s, forbidden, kept);
    if (search_over(s)) return;
    if (known >= 0) {
        carrier = s->known[TEMPLATE_CARRIER].set[known];
    } else if (cells_hold(s, cellset_minus(s->region.carrier, forbidden), &used)) {
        carrier = carrier_shrink(s, used);
        set_keep(s, TEMPLATE_CARRIER, carrier);
    } else {
        if (!s->stopped && !s->failed) set_keep(s, TEMPLATE_BLOCKER, blocker_shrink(s, forbidden));
        return;
    }
    CellSet cells = cellset_minus(carrier, kept);
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        CellSet more = forbidden;
        cellset_add(&more, cell);
        if (!is_blocked(s, more)) region_explore(s, more, kept);
        cellset_add(&kept, cell);
    }
}

bool template_search_run(TemplateSearch *s, const Budget *budget, TemplateFound found, void *context,
                         Error *error) {
    s->stopped = s->failed = false;
    s->found = found;
    s->found_context = context;
    s->error = error;
    budget_start(&s->clock, budget, 1);
    if (!s->complete) region_explore(s, cellset_none(), cellset_none());
    s->complete = !s->stopped && !s->failed;
    return !s->failed;
}

// --- Life

TemplateSearch *template_search_new(const Template *region, Error *error) {
    TemplateSearch *s = calloc(1, sizeof *s);
    if (!s) {
        error_memory(error);
        return NULL;
    }
    s->region = *region;
    if (!template_board(region, &s->board, error)) {
        free(s);
        return NULL;
    }
    for (int turn = 0; turn < TEMPLATE_TURNS; turn++)
        s->symmetries += template_map(region, region, turn, &s->symmetry[s->symmetries]);
    return s;
}

void template_search_free(TemplateSearch *s) {
    if (!s) return;
    solver_release(&s->solver);
    free(s->known[TEMPLATE_CARRIER].set);
    free(s->known[TEMPLATE_BLOCKER].set);
    free(s);
}

// --- What was found

bool template_search_complete(const TemplateSearch *s) {
    return s->complete;
}

int template_search_known(const TemplateSearch *s, TemplateSetKind kind) {
    return s->known[kind].count;
}

CellSet template_search_set(const TemplateSearch *s, TemplateSetKind kind, int index) {
    return s->known[kind].set[index];
}

uint64_t template_search_questions(const TemplateSearch *s) {
    return s->questions;
}

uint64_t template_search_nodes(const TemplateSearch *s) {
    return s->nodes;
}

int template_search_symmetries(const TemplateSearch *s) {
    return s->symmetries;
}

// How far a template leans to the right: the places of its cells, in half cells, from the middle of its stones.
static int template_lean(const Template *t) {
    int stones = cellset_count(t->stones), cells = cellset_count(t->carrier), places[2] = {0};
    for (int cell = 0; cell < t->geometry->cells; cell++) {
        int place = 2 * cell_column(t->geometry, cell) + cell_row(t->geometry, cell);
        if (cellset_has(t->stones, cell)) places[0] += place;
        if (cellset_has(t->carrier, cell)) places[1] += place;
    }
    return stones * places[1] - cells * places[0];
}

static int template_compare(const void *a, const void *b) {
    const Template *x = a, *y = b;
    int more = cellset_count(x->carrier) - cellset_count(y->carrier);
    if (more) return more;
    int lean = template_lean(y) - template_lean(x);
    return lean ? lean : memcmp(&x->carrier, &y->carrier, sizeof x->carrier);
}

// Leaves out what is like an earlier one; returns how many are left.
static int templates_sift(Template *list, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool alike = false;
        for (int k = kept - 1; k >= 0 && !alike; k--) alike = template_alike(&list[k], &list[i]);
        if (!alike) list[kept++] = list[i];
    }
    return kept;
}

bool template_search_list(const TemplateSearch *s, Template **list, int *count, Error *error) {
    const SetList *carriers = &s->known[TEMPLATE_CARRIER];
    *count = 0;
    *list = malloc((size_t)(carriers->count + 1) * sizeof **list);
    if (!*list) return error_memory(error);
    for (int i = 0; i < carriers->count; i++) {
        if (!template_cut(&s->region, carriers->set[i], &(*list)[i], error)) {
            free(*list);
            *list = NULL;
            return false;
        }
    }
    qsort(*list, (size_t)carriers->count, sizeof **list, template_compare);
    *count = templates_sift(*list, carriers->count);
    return true;
}
