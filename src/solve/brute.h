// Brute force: the referee. It knows nothing but the rules, so that everything else can be tested against it.
//
// A plain negamax search over win and loss with a table keyed by the whole position and its half-turn. Two facts
// that follow from the rules alone make it fast. A player who can join the edges with one stone does so; two such
// threats cannot both be stopped. And a reply that refutes a move within a carrier refutes every move outside that
// carrier too, so those need not be tried.
//
// Exact for every position of every size; practical for about 25 empty cells.
#ifndef MUSTPLAY_SOLVE_BRUTE_H
#define MUSTPLAY_SOLVE_BRUTE_H

#include "base/budget.h"
#include "game/answer.h"

// A table for positions of one size, kept from one position to the next. Not for two threads at once.
typedef struct BruteTable BruteTable;

// `memory` bounds its bytes; 0 means 1 GiB. NULL when out of memory.
BruteTable *brute_table_new(const Geometry *geometry, uint64_t memory);
void brute_table_free(BruteTable *table);

// The winner of any position of the table's size, finished ones included. EMPTY only when out of memory.
Color brute_winner(BruteTable *table, const Position *position);

// The same within a budget (its memory is the table's), with a winning move and a carrier. False when out of
// memory.
bool brute_solve(BruteTable *table, const Position *position, const Budget *budget, Answer *answer);

// Takes cells out of an answer's carrier while the winner still wins without them. Ends with the budget, of which
// the answer has spent its seconds, or after about as many nodes as the solve took. The carrier is right at
// every moment.
void brute_carrier_shrink(BruteTable *table, const Position *position, const Budget *budget, Answer *answer);

#endif
