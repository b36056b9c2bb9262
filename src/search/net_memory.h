// Answers of a net, kept by position. A search by PUCT comes to positions again by other orders of moves, and
// searches of neighbouring positions share many. Threads may share one.
#ifndef MUSTPLAY_SEARCH_NET_MEMORY_H
#define MUSTPLAY_SEARCH_NET_MEMORY_H

#include "game/position.h"
#include "net/evaluator.h"

// How many answers are kept, at most; one of 11x11 takes a kilobyte.
enum { NET_MEMORY_ANSWERS = 1 << 15 };

typedef struct NetMemory NetMemory;

NetMemory *net_memory_new(void); // NULL out of memory
void net_memory_free(NetMemory *memory);

// Leaves are evaluated fast, roots as precisely as the evaluator can.
typedef enum NetHaste { NET_PRECISE, NET_FAST } NetHaste;

// The answer about this very position, but for its logits, which are not kept. False when it is not there, or was given in
// more haste.
bool net_memory_get(NetMemory *memory, const Position *position, NetHaste haste, NetOutput *out);
// Keeps an answer in the place of one with a like hash; out of memory it is not kept.
void net_memory_put(NetMemory *memory, const Position *position, NetHaste haste, const NetOutput *out);

// --- Asking: from memory where the answer is there, else by the evaluator, whose answer is kept; `*evaluations` grows by
// its runs. Logits are not set. False with an error when the net fails.
//
// The half-turn keeps colours, mover and winner, but what a net says of a position and of its half-turn differs a little.
bool net_memory_ask(NetMemory *memory, Evaluator *evaluator, const Position *position, NetHaste haste,
                    NetOutput *out, int *evaluations, Error *error);
// Fast, from one side, at the cost of a plain question. The position itself decides the side: it and its half-turn get
// the same answer, and the errors of both sides meet in a tree.
bool net_memory_ask_either(NetMemory *memory, Evaluator *evaluator, const Position *position, NetOutput *out,
                           int *evaluations, Error *error);
// Precisely, from both sides: the mean of the two answers.
bool net_memory_ask_both(NetMemory *memory, Evaluator *evaluator, const Position *position, NetOutput *out,
                         int *evaluations, Error *error);

#endif
