// Hex positions as an AND/OR graph: the mover of the first position is to win.
#include "lab/andor/andor.h"

#include "base/clock.h"
#include "lab/eval/joinset.h"

#include <stdlib.h>

struct AndOrHex {
    Position *position; // by state
    int states, room;
    int *slot; // a hash table of states; -1 empty
    int slots;
    Color prover;
    // By state, while an answer is read out: WON or LOST for the prover, 0 if not decided, with CARRIED once the carrier is
    // known; what the winner's strategy plays from there on.
    uint8_t *value;
    CellSet *carrier;
};

enum { WON = 1, LOST = 2, CARRIED = 4 };

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

// The state of a position; -1 if it was not met before.
static int hex_find(const AndOrHex *hex, const Position *p) {
    int at = (int)(position_key(p) & (uint64_t)(hex->slots - 1));
    for (; hex->slot[at] >= 0; at = (at + 1) & (hex->slots - 1))
        if (position_equal(&hex->position[hex->slot[at]], p)) return hex->slot[at];
    return -1;
}

// The same, a new one if it was not met before; -1 out of memory.
static int hex_state(AndOrHex *hex, const Position *p) {
    if (hex->states == hex->room && !hex_grow(hex)) return -1;
    int known = hex_find(hex, p);
    if (known >= 0) return known;
    hex->position[hex->states] = *p;
    slot_put(hex, hex->states);
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

// --- The strategy that a search found

static void state_decided(void *context, int state, bool solvable) {
    AndOrHex *hex = context;
    if (!hex->value) hex->value = calloc((size_t)hex->states, 1);
    if (hex->value) hex->value[state] = solvable ? WON : LOST;
}

static int state_value(const AndOrHex *hex, int state) {
    Color winner = position_winner(&hex->position[state]);
    if (winner != EMPTY) return winner == hex->prover ? WON : LOST;
    return hex->value[state] & ~CARRIED;
}

// The first move to a state of this value; MOVE_NONE: there is none.
static Move move_to(const AndOrHex *hex, const Position *p, int value) {
    CellSet vacant = position_vacant(p);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        Position after = position_played(p, cell);
        int state = hex_find(hex, &after);
        if (state >= 0 && state_value(hex, state) == value) return cell;
    }
    return MOVE_NONE;
}

static bool moves_winner(const AndOrHex *hex, int state) {
    return (hex->position[state].to_move == hex->prover) == (state_value(hex, state) == WON);
}

// The cells that the winner's strategy plays from a decided state on. Where he moves, the move and what
// follows; where the other moves, what follows any answer. The proof holds with all other empty cells given
// to the loser.
static CellSet state_carrier(AndOrHex *hex, int state) {
    Position p = hex->position[state];
    if (position_winner(&p) != EMPTY) return cellset_none();
    if (hex->value[state] & CARRIED) return hex->carrier[state];
    CellSet carrier = cellset_none(), moves = position_vacant(&p);
    if (moves_winner(hex, state)) {
        moves = cellset_none();
        cellset_add(&moves, move_to(hex, &p, state_value(hex, state)));
        carrier = moves;
    }
    for (int cell; (cell = cellset_pop(&moves)) >= 0;) {
        Position after = position_played(&p, cell);
        carrier = cellset_or(carrier, state_carrier(hex, hex_find(hex, &after)));
    }
    hex->carrier[state] = carrier;
    hex->value[state] |= CARRIED;
    return carrier;
}

static bool answer_read(AndOrHex *hex, bool solvable, Answer *answer, Error *error) {
    hex->carrier = calloc((size_t)hex->states, sizeof *hex->carrier);
    if (!hex->carrier || !hex->value) return error_memory(error);
    answer->winner = solvable ? hex->prover : color_other(hex->prover);
    answer->carrier = state_carrier(hex, 0);
    if (solvable) answer->move = move_to(hex, &hex->position[0], WON);
    return true;
}

bool andor_hex_solve(AndOrHex *hex, const AndOrOptions *options, Answer *answer, Error *error) {
    AndOrSource source = andor_hex_source(hex);
    AndOrOptions own = *options;
    AndOrResult result;
    double start = clock_seconds();
    own.decided = state_decided;
    own.context = hex;
    *answer = answer_unknown();
    bool good = andor_search(&source, &own, &result, error);
    answer->nodes = good ? (uint64_t)result.expanded : 0;
    if (good && result.value != ANDOR_OR)
        good = answer_read(hex, result.value == ANDOR_SOLVABLE, answer, error);
    answer->seconds = clock_seconds() - start;
    free(hex->value);
    free(hex->carrier);
    hex->value = NULL;
    hex->carrier = NULL;
    return good;
}
