// The referee of Y: every move, every reply, the winner by its chain. It keeps what it has found in an array with
// one entry for every way to fill the empty cells.
#include "lab/y/ysolve.h"

#include <stdlib.h>

typedef struct Referee {
    int count;                  // empty cells of the root
    int cell[YBRUTE_EMPTY_MAX]; // which they are
    uint32_t power[YBRUTE_EMPTY_MAX + 1];
    uint8_t *winner; // by the state in base three; 0: not known, else 1 + the colour
    BudgetClock clock;
    uint64_t nodes;
} Referee;

// The winner with `position->to_move` to move. The state and the mover of the root decide who moves, so the state
// alone is the key.
static Color referee_search(Referee *r, const YPosition *position, uint32_t state, int *winning_move) {
    if (r->winner[state]) return (Color)(r->winner[state] - 1);
    if (budget_spent(&r->clock, r->nodes++)) return EMPTY;
    Color mover = position->to_move, result = yposition_winner(position);
    if (result == EMPTY) {
        result = color_other(mover);
        for (int i = 0; i < r->count && result != mover; i++) {
            if (yposition_at(position, r->cell[i]) != EMPTY) continue;
            YPosition next = yposition_played(position, r->cell[i]);
            result = referee_search(r, &next, state + r->power[i] * (uint32_t)(mover + 1), NULL);
            if (result == EMPTY) return EMPTY;
            if (result == mover && winning_move) *winning_move = r->cell[i];
        }
    }
    r->winner[state] = (uint8_t)(result + 1);
    return result;
}

bool ybrute(const YPosition *position, const Budget *budget, Answer *answer, Error *error) {
    Referee r = {.count = 0};
    CellSet vacant = yposition_vacant(position);
    int empty = cellset_count(vacant);
    if (empty > YBRUTE_EMPTY_MAX)
        return error_input(error, "brute force takes at most %d empty cells; there are %d", YBRUTE_EMPTY_MAX,
                           empty);
    r.power[0] = 1;
    for (int cell; (cell = cellset_pop(&vacant)) >= 0; r.count++) {
        r.cell[r.count] = cell;
        r.power[r.count + 1] = 3 * r.power[r.count];
    }
    *answer = answer_unknown();
    r.winner = calloc(r.power[r.count], 1);
    if (!r.winner) return error_memory(error);
    budget_start(&r.clock, budget, 256);
    answer->winner = referee_search(&r, position, 0, &answer->move);
    answer->nodes = r.nodes;
    answer->seconds = budget_seconds(&r.clock);
    if (answer->winner != EMPTY && yposition_winner(position) == EMPTY)
        answer->carrier = yposition_vacant(position);
    free(r.winner);
    return true;
}
