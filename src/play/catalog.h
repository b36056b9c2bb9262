// Catalogues: which players, evaluations and methods of solving a program knows by name. A catalogue is a value that its
// users are handed; a program makes its own of the library's rows and others.
#ifndef MUSTPLAY_PLAY_CATALOG_H
#define MUSTPLAY_PLAY_CATALOG_H

#include "play/evaluation.h"
#include "play/player.h"
#include "solve/solver.h"

// Tables of rows, each ended by NULL. The first player and the first method are the defaults.
typedef struct Catalog {
    const PlayerType *const *players;
    const EvaluationType *const *evaluations;
    const SolveMethod *const *methods;
    const char *data; // the folder that nets are looked for in; NULL: see net/net.h
} Catalog;

// What the library has.
extern const Catalog CATALOG;

#endif
