// What a search has proved about a node or a move.
#ifndef MUSTPLAY_SEARCH_PROOF_H
#define MUSTPLAY_SEARCH_PROOF_H

typedef enum Proof { PROOF_NONE, PROOF_WIN, PROOF_LOSS } Proof;

#endif
