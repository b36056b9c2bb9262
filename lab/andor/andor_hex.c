// Hex positions as an AND/OR graph: the mover of the first position is to win.
#include "lab/andor/andor.h"

#include "lab/eval/joinset.h"

#include <stdlib.h>

struct AndOrHex {
    Position *position; // by state
    int states, room;
    int *slot; // a hash table of states; -1 empty
    int slots;
    Color prover;
};

static uint64_t position_key(const Position *p) {
    return position_hash(p).low;
}

static void slot_put(AndOrHex *hex, int state) {
    int at = (int)(position_key(&hex->position[state]) & (uint64_t)(hex->slots - 1));
    while (hex->slot[at] >= 0) at = (at + 1) & (hex->slots - 1);
    hex->slot[at] = state;
}

static bool hex_grow(AndOrHex *hex) {
    int room = hex->room ? 2 * hex->room : 256;
    Position *position = realloc(hex->position, (size_t)room * sizeof *position);
    if (position) hex->position = position;
    int *slot = position ? malloc((size_t)room * 2 * sizeof *slot) : NULL;
    if (!slot) return false;
    free(hex->slot);
    hex->slot = slot;
    hex->room = room;
    hex->slots = 2 * room;
    for (int i = 0; i < hex->slots; i++) slot[i] = -1;
    for (int i = 0; i < hex->states; i++) slot_put(hex, i);
    return true;
}

// The state of a position, a new one if it was not met before; -1 out of memory.
static int hex_state(AndOrHex *hex, const Position *p) {
    if (hex->states == hex->room && !hex_grow(hex)) return -1;
    int at = (int)(position_key(p) & (uint64_t)(hex->slots - 1));
    for (; hex->slot[at] >= 0; at = (at + 1) & (hex->slots - 1))
        if (position_equal(&hex->position[hex->slot[at]], p)) return hex->slot[at];
    hex->position[hex->states] = *p;
    hex->slot[at] = hex->states;
    return hex->states++;
}

static AndOrKind hex_kind(void *context, int state) {
    const AndOrHex *hex = context;
    Color winner = position_winner(&hex->position[state]);
    if (winner != EMPTY) return winner == hex->prover ? ANDOR_SOLVABLE : ANDOR_UNSOLVABLE;
    return hex->position[state].to_move == hex->prover ? ANDOR_OR : ANDOR_AND;
}

static double hex_estimate(void *context, int state, bool disprove) {
    const AndOrHex *hex = context;
    CellSet set;
    int64_t count;
    Color color = disprove ? color_other(hex->prover) : hex->prover;
    return joinsets_smallest(&hex->position[state], color, &set, 1, 1, &count) ? cellset_count(set) : 0;
}

static int hex_expand(void *context, int state, AndOrEdge *out) {
    AndOrHex *hex = context;
    Position p = hex->position[state];
    CellSet vacant = position_vacant(&p);
    int count = 0;
    for (int cell; (cell = cellset_pop(&vacant)) >= 0 && count < ANDOR_EDGES_MAX;) {
        Position after = position_played(&p, cell);
        int to = hex_state(hex, &after);
        if (to < 0) return -1;
        out[count++] = (AndOrEdge){to, 1};
    }
    return count;
}

AndOrHex *andor_hex_new(const Position *position) {
    AndOrHex *hex = calloc(1, sizeof *hex);
    if (!hex) return NULL;
    hex->prover = position->to_move;
    if (hex_state(hex, position) == 0) return hex;
    andor_hex_free(hex);
    return NULL;
}

void andor_hex_free(AndOrHex *hex) {
    if (!hex) return;
    free(hex->position);
    free(hex->slot);
    free(hex);
}

AndOrSource andor_hex_source(AndOrHex *hex) {
    return (AndOrSource){.context = hex, .kind = hex_kind, .estimate = hex_estimate, .expand = hex_expand};
}
