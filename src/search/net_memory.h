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

// The answer about this very position, but for its logits, which are not kept. False when it is not there.
bool net_memory_get(NetMemory *memory, const Position *position, NetOutput *out);
// Keeps an answer in the place of one with a like hash; out of memory it is not kept.
void net_memory_put(NetMemory *memory, const Position *position, const NetOutput *out);

#endif
