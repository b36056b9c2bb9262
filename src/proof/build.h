// Builds the claims that prove a position, with a solver as oracle.
//
// For a position with the loser to move: fill in what the checker can follow. If the winner has a winning
// connection, write that down. Otherwise collect answers, each a reply of the winner's with the cells it
// needs. Winning semi-connections and claims proved before give answers for nothing. While some cell lies in
// all answers and no rule excuses it, the loser moves there and the oracle replies. The proof of the position
// below is one more answer.
//
// Sound whatever the oracle says: only lines that follow from earlier ones are written. Complete as long as
// the oracle is right: each step fills the board.
#ifndef MUSTPLAY_PROOF_BUILD_H
#define MUSTPLAY_PROOF_BUILD_H

#include "proof/oracle.h"
#include "proof/proof_file.h"

typedef enum BuildResult { BUILD_DONE, BUILD_STOPPED, BUILD_FAILED } BuildResult;

// A helper that proves positions in place of the builder, as other machines do. Returns a claim of the book that proves the
// position, with the other side to move. CLAIM_NONE: the builder has to do it. HELP_LOST: impossible. `stuck`: the builder cannot.
enum { HELP_LOST = -2 };
typedef struct BuildHelp {
    void *context;
    ClaimRef (*prove)(void *context, const Position *position, const OracleState *state, bool stuck);
} BuildHelp;

typedef struct Builder Builder;

// Builds into the book, which may hold claims already; new ones are kept in the part file from time to time, if
// there is one. `memory` bounds the book's bytes (0: no limit). NULL out of memory. All of these outlive it.
Builder *builder_new(ClaimBook *book, Oracle *oracle, PartFile *part_file, uint64_t memory);
void builder_free(Builder *builder);
// The help outlives the builder. With it the builder itself asks the oracle for a few nodes at a time only.
void builder_help(Builder *builder, const BuildHelp *help);

// Proves that the book's winner wins this position with the other side to move; `state` is the position's. BUILD_STOPPED when the oracle
// was stopped or memory ends: what was proved stays in the book, and a later call continues from there.
BuildResult builder_prove(Builder *builder, const Position *position, const OracleState *state, ClaimRef *ref,
                          Error *error);

// Whether the last position failed because the oracle's winner does not win there.
bool builder_lost(const Builder *builder);

// Positions looked at so far.
uint64_t builder_positions(const Builder *builder);

#endif
