#include "solve/solver.h"

#include "knowledge/pairing.h"
#include "solve/brute.h"
#include "lab/decompose/decompose_methods.h"
#include "lab/ladder/ladder_methods.h"
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
static bool auto_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                        Error *error) {
    if (pairing_answer(position, answer)) return true;
    return best_method(position, budget, context, answer, error);
}

static bool brute_method(const Position *position, const Budget *budget, SolveContext *context,
                         Answer *answer, Error *error) {
    (void)context;
    BruteTable *table = brute_table_new(position->geometry, budget->memory);
    bool done = table && brute_solve(table, position, budget, answer);
    if (done) brute_carrier_shrink(table, position, budget, answer);
    brute_table_free(table);
    return done || error_failure(error, "brute: out of memory");
}

static const SolveMethod METHODS[] = {
    {"auto", "The fastest: pairing where it answers, otherwise best-first proof-number search.", auto_method,
     .keeps = true, .takes_net = true, .takes_window = true},
    {"dfs", "Depth-first search with knowledge, in the order of the moves.", dfs_method, .keeps = true,
     .takes_net = true},
    {"pns", "Proof-number search, best first.", pns_method, .keeps = true, .takes_net = true},
    {"dfpn", "Depth-first proof-number search.", dfpn_method, .keeps = true, .takes_net = true,
     .takes_epsilon = true},
    {"fdfpn", "Focused depth-first proof-number search: the best fifth of the moves first.", fdfpn_method,
     .keeps = true, .takes_net = true, .takes_window = true, .takes_epsilon = true},
    {"pattern", "Pattern search (Rasmussen 2007, Algorithm 5.1.1): for very small positions."},
    {"solver1", "The same, moves ordered by connection utility."},
    {"solver2", "The same with H-search at every node."},
    {"solver3", "The same, moves ordered by the threats they make."},
    {"solver4", "The same without dominated and captured cells at the edges."},
    {"solver5", "The same with tables of templates."},
    {"solver5id", "The same with iterative deepening."},
    {"decompose",
     "Strategy decomposition (Gao 2020, Algorithms 5 and 6): a net predicts, groups of moves are played at once.",
     decompose_method, .takes_net = true},
    {"decompose-rules", "The same without virtual connections: positions end by the rules alone.",
     decompose_rules_method, .takes_net = true},
    {"brute", "Plain negamax with a table; knows nothing but the rules.", brute_method},
    {0},
};

const SolveMethod *solve_methods(void) {
    return METHODS;
}

const char *solve_default_method(void) {
    return METHODS[0].name;
}

const SolveMethod *solve_method(const char *name) {
    for (const SolveMethod *m = METHODS; m->name; m++) {
        if (!strcmp(m->name, name)) return m;
    }
    return NULL;
}

bool solve_position(const char *method, const Position *position, const Budget *budget, SolveContext *context,
                    Answer *answer, Error *error) {
    *answer = (Answer){.winner = position_winner(position), .move = MOVE_NONE};
    const SolveMethod *found = solve_method(method);
    if (!found) return error_input(error, "unknown solver method '%.40s'", method);
    if (answer->winner != EMPTY) return true;
    bool empty = cellset_equal(position_vacant(position), position->geometry->all);
    if (empty && pairing_answer(position, answer)) return true;
    const SolveElsewhere *elsewhere = context ? context->elsewhere : NULL;
    if (elsewhere) return elsewhere->ask(elsewhere->context, position, budget, answer, error);
    if (!found->solve) return ladder_method(method, position, budget, answer, NULL, error);
    SolveContext own = {0};
    bool good = found->solve(position, budget, context ? context : &own, answer, error);
    solve_context_release(&own);
    return good;
}
