// Proof files of solved positions, from the solver's answer to the file.
#ifndef MUSTPLAY_PROOF_PROOF_H
#define MUSTPLAY_PROOF_PROOF_H

#include "proof/build.h"
#include "proof/proof_file.h"

typedef struct ProofTask {
    const Position *root;
    Color winner;         // as the solver found
    Move first;           // the winner's move, if he is to move; MOVE_NONE: to be found
    const Budget *budget; // `memory` bounds the claims
    Solver *solver;       // of the solve: its graph answers most questions; an empty one searches again
    const char *path;     // what is proved on the way is kept beside it, under the same name with ".part"
    bool force;           // replace a file of that name
    Text *text;           // instead of a path: the file as text is appended, and nothing is kept
    const char *made;     // for the header
} ProofTask;

typedef struct ProofMade {
    BuildResult result; // BUILD_STOPPED: no file, but a later run continues from what was kept
    bool lost;          // it failed because the side said to win does not, as far as the solver sees
    Move first;         // the winner's first move in the file; MOVE_NONE: the loser moves
    ProofSize size;
    uint64_t positions;       // looked at for it
    uint64_t searches, nodes; // of the solver, besides what it knew
    double seconds;
} ProofMade;

// Proves the position anew in steps that a checker can follow, and writes the file. False on a failure.
bool proof_make(const ProofTask *task, ProofMade *made, Error *error);

#endif
