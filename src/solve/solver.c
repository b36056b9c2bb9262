#include "solve/solver.h"

#include "knowledge/pairing.h"
#include "solve/brute.h"
#include "solve/proof_methods.h"

#include <string.h>

// The winner to move has nothing to mend: any move keeps the pairing, one inside it helps.
static bool pairing_answer(const Position *position, Answer *answer) {
    Color winner;
    int reply;
    CellSet carrier;
    if (!pairing_holds(position, &reply, &carrier)) return false;
    pairing_applies(position->geometry, &winner);
    *answer = (Answer){.winner = winner, .move = MOVE_NONE, .carrier = carrier};
    if (position->to_move != winner) return true;
    CellSet vacant = position_vacant(position);
    answer->move = reply != CELL_NONE           ? reply
                   : !cellset_is_empty(carrier) ? cellset_first(carrier)
                                                : cellset_first(vacant);
    cellset_add(&answer->carrier, answer->move);
    return true;
}

// The fastest that exists: the pairing strategy where it answers, otherwise a search for proofs.
static bool auto_method(const SolveMethod *method, const Position *position, const Budget *budget,
                        Solver *solver, Answer *answer, Error *error) {
    (void)method;
    if (pairing_answer(position, answer)) return true;
    return best_method(position, budget, solver, answer, error);
}

static bool brute_method(const SolveMethod *method, const Position *position, const Budget *budget,
                         Solver *solver, Answer *answer, Error *error) {
    (void)method, (void)solver;
    BruteTable *table = brute_table_new(position->geometry, budget->memory);
    bool done = table && brute_solve(table, position, budget, answer);
    if (done) brute_carrier_shrink(table, position, budget, answer);
    brute_table_free(table);
    return done || error_memory(error);
}

const SolveMethod SOLVE_AUTO = {
    .name = "auto",
    .help = "The fastest: pairing where it answers, otherwise best-first proof-number search.",
    .solve = auto_method,
    .keeps = true,
    .takes_net = true,
    .takes_window = true,
};

const SolveMethod SOLVE_BRUTE = {
    .name = "brute",
    .help = "Plain negamax with a table; knows nothing but the rules.",
    .solve = brute_method,
};

const SolveMethod *solve_method_find(const SolveMethod *const *methods, const char *name) {
    for (; *methods; methods++) {
        if (!strcmp((*methods)->name, name)) return *methods;
    }
    return NULL;
}

bool solve_position(const SolveMethod *method, const Position *position, const Budget *budget, Solver *solver,
                    Answer *answer, Error *error) {
    *answer = (Answer){.winner = position_winner(position), .move = MOVE_NONE};
    if (answer->winner != EMPTY) return true;
    bool empty = cellset_equal(position_vacant(position), position->geometry->all);
    if (empty && pairing_answer(position, answer)) return true;
    const SolveElsewhere *elsewhere = solver ? solver->settings.elsewhere : NULL;
    if (elsewhere) return elsewhere->ask(elsewhere->context, position, budget, answer, error);
    Solver own = {0};
    bool good = method->solve(method, position, budget, solver ? solver : &own, answer, error);
    solver_release(&own);
    return good;
}
