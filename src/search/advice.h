// Advice: proofs of other questions about the same board, mostly of other openings, that help with a new one.
//
// Let X be the side to move in the solved question and Y the other, who has made the opening. A proved position Q
// answers a position P under three conditions. The same side moves; P holds all stones of Q's winner; no cell that he needs in
// Q is the loser's in P. (Hex is monotone.) Such matches are rare. But many positions have a likeness among the proofs of
// another opening: the same stones except near the two openings. X has the same stones there. If X wins the likeness,
// his winning move is a good first guess. Y's moves are none: they belong to the opening's stone.
//
// Sound: proofs come only from the first kind of match; a guess only orders moves.
#ifndef MUSTPLAY_SEARCH_ADVICE_H
#define MUSTPLAY_SEARCH_ADVICE_H

#include "search/proof_record.h"

typedef struct Advice Advice;

// NULL out of memory.
Advice *advice_new(const Geometry *geometry);
void advice_free(Advice *advice);

// Adds what is proved of a filled position; boards of another size are left out. Questions that were solved are known by
// their exact records. False out of memory.
bool advice_add(Advice *advice, const Position *key, const ProofRecord *record);

// Prepares the advice for a question, filled in as an exact root is: looks for similar solved questions. X may have more
// stones in the new one, as when his answer is given. Without any, the earlier preparation stays. False out of memory.
bool advice_aim(Advice *advice, const Position *question);

// --- Of a position that the search of the question came to; both only read. Moves and cells are in its frame.
// True when what was added proves who wins it. A winning move wins in this very position; `exact` is false all the same.
bool advice_proof(const Advice *advice, const Position *key, ProofRecord *record);
// The move that wins in the likeness of a position, if one is known and X moves and wins there; else
// MOVE_NONE. The cell may be taken.
Move advice_move(const Advice *advice, const Position *key);

// What it takes, with all that readying it for a question may add.
uint64_t advice_bytes(const Advice *advice);

#endif
