#include "proof/fill.h"

#include "proof/field.h"

enum { CLUSTER_MAX = 6 }; // cells of a captured set that is looked for as a whole

static Field fill_field(const Fill *fill, Color winner) {
    const Position *p = &fill->filled;
    return (Field){p->geometry, winner, p->stones[winner], position_vacant(p)};
}

// Fills the set if it is captured as it stands.
static bool step_try(Fill *fill, Color winner, CellSet set) {
    Field field = fill_field(fill, winner);
    field.free = cellset_minus(field.free, set);
    if (fill->steps == FILL_STEPS_MAX || !field_captured_own(&field, set)) return false;
    fill->stones[fill->steps] = field.own;
    fill->step[fill->steps++] = set;
    fill->filled.stones[winner] = cellset_or(field.own, set);
    return true;
}

static bool pairs_try(Fill *fill, Color winner, CellSet *left) {
    const Geometry *g = fill->filled.geometry;
    CellSet first = *left;
    for (int a; (a = cellset_pop(&first)) >= 0;) {
        CellSet second = cellset_and(first, cells_near(g, cellset_of(a), 2));
        for (int b; (b = cellset_pop(&second)) >= 0;) {
            CellSet pair = cellset_or(cellset_of(a), cellset_of(b));
            if (!step_try(fill, winner, pair)) continue;
            *left = cellset_minus(*left, pair);
            return true;
        }
    }
    return false;
}

// The cells that hang together with the first one of those left.
static CellSet cluster_of(const Geometry *g, CellSet left) {
    CellSet cluster = cellset_of(cellset_first(left)), more;
    while (!cellset_equal(more = cellset_and(left, cells_near(g, cluster, 2)), cluster)) cluster = more;
    return cluster;
}

static bool clusters_try(Fill *fill, Color winner, CellSet *left) {
    CellSet todo = *left;
    while (!cellset_is_empty(todo)) {
        CellSet cluster = cluster_of(fill->filled.geometry, todo);
        todo = cellset_minus(todo, cluster);
        int size = cellset_count(cluster);
        if (size < 3 || size > CLUSTER_MAX || !step_try(fill, winner, cluster)) continue;
        *left = cellset_minus(*left, cluster);
        return true;
    }
    return false;
}

// Gives the loser what is dead, captured for him or permanently his as the stones stand. What holds only after the winner's
// fill-in does not count. A set of his that is not filled does not stay captured once the loser has moved there.
static void loser_fill(Inferior *inferior, Fill *fill, Color winner) {
    InferiorFill found;
    Color loser = color_other(winner);
    inferior_set(inferior, fill->filled.stones);
    inferior_fill(inferior, INFERIOR_PERSISTENT | INFERIOR_PERMANENT |
                                (winner == BLACK ? INFERIOR_NOT_BLACK : INFERIOR_NOT_WHITE));
    inferior_get_fill(inferior, &found);
    CellSet given = cellset_or(found.dead, cellset_or(found.captured[loser], found.permanent[loser]));
    fill->filled.stones[loser] = cellset_or(fill->filled.stones[loser], given);
}

// Fills sets that are captured for the winner; true if there were any.
static bool winner_fill(Inferior *inferior, Fill *fill, Color winner) {
    InferiorFill found;
    int before = fill->steps;
    inferior_set(inferior, fill->filled.stones);
    inferior_fill(inferior, INFERIOR_PERSISTENT);
    inferior_get_fill(inferior, &found);
    CellSet left = found.captured[winner];
    while (!cellset_is_empty(left) && (pairs_try(fill, winner, &left) || clusters_try(fill, winner, &left)))
        continue;
    return fill->steps > before;
}

void fill_position(Inferior *inferior, const Position *position, Color winner, Fill *fill) {
    fill->filled = *position;
    fill->steps = 0;
    do {
        loser_fill(inferior, fill, winner);
    } while (winner_fill(inferior, fill, winner));
}

// --- Undoing
// Takes the sets that the claim uses out of its stones, the last one first. False when one of them is then
// not captured; `*fault` tells which.
static bool sets_undo(const Fill *fill, Field *field, bool used[FILL_STEPS_MAX], int *fault) {
    for (int i = fill->steps - 1; i >= 0; i--) {
        used[i] = cellset_meets(field->own, fill->step[i]);
        if (!used[i]) continue;
        field->own = cellset_minus(field->own, fill->step[i]);
        field->free = cellset_minus(field->free, fill->step[i]);
        *fault = i;
        if (!field_captured_own(field, fill->step[i])) return false;
        field->free = cellset_or(field->free, fill->step[i]);
    }
    return true;
}

ClaimRef fill_undo(ClaimBook *book, const Fill *fill, ClaimRef ref) {
    const Geometry *g = claim_book_geometry(book);
    Claim claim = claim_get(book, ref);
    bool used[FILL_STEPS_MAX], meets = false;
    for (int i = 0; i < fill->steps; i++) meets |= cellset_meets(claim.own, fill->step[i]);
    if (!meets) return ref;
    CellSet added = cellset_none();
    Field field;
    int fault;
    for (int tries = 0;; tries++) {
        field = (Field){g, claim_book_winner(book), cellset_or(claim.own, added),
                        cellset_minus(claim.free, added)};
        if (sets_undo(fill, &field, used, &fault)) break;
        CellSet stones = fill->stones[fault], near = cells_near(g, fill->step[fault], 1 + tries);
        if (cellset_within(stones, added)) return CLAIM_NONE; // cannot happen: so it was captured
        added = cellset_or(added, tries < 4 ? cellset_and(stones, near) : stones);
    }
    added = cellset_minus(added, claim.own);
    claim.own = field.own;
    claim.free = field.free;
    ClaimRef known = claim_find(book, &claim);
    if (known != CLAIM_NONE) return known;
    Text line = {0};
    text_format(&line, "F @%d%s", ref / 2, ref % 2 ? "'" : "");
    if (!cellset_is_empty(added)) text_add(&line, " +");
    cells_write(g, added, &line);
    for (int i = fill->steps - 1; i >= 0; i--) {
        if (!used[i]) continue;
        text_add_char(&line, ' ');
        cells_write(g, fill->step[i], &line);
    }
    ref = line.failed ? CLAIM_NONE : claim_add(book, &claim, text_string(&line));
    text_free(&line);
    return ref;
}
