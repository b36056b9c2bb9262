// Evaluations: what a searching player looks at when it looks no further. Each is a row of a table, behind one
// call.
#ifndef MUSTPLAY_PLAY_EVALUATION_H
#define MUSTPLAY_PLAY_EVALUATION_H

#include "base/error.h"
#include "base/text.h"
#include "game/board.h"
#include "knowledge/vc.h"

typedef struct Evaluation Evaluation;

// How near a colour is to joining its edges: greater is better.
typedef double (*NearFunction)(const Board *board, Color color);

// A row of a table of evaluations (play/catalog.h).
typedef struct EvaluationType {
    const char *name;
    const char *help;
    size_t state_size; // bytes of zeroed private memory, at evaluation->state
    // May be NULL. If it fails, stop is called all the same.
    bool (*start)(Evaluation *evaluation, Error *error);
    void (*stop)(Evaluation *evaluation); // may be NULL
    // How far `color` is ahead on a board without a winner: 0 when nobody is. `vc` holds the board's connections, or is
    // NULL.
    double (*lead)(Evaluation *evaluation, const Board *board, const Vc *vc, Color color);
    NearFunction near; // in place of `lead`, which is then the difference of both colours'
    // The lead that is a probability of e / (1 + e); NULL: 1.
    double (*scale)(const Geometry *geometry);
    bool connects; // connections matter to it
} EvaluationType;

struct Evaluation {
    const EvaluationType *type;
    const char *file; // what it was made from, for a type that needs one; else NULL
    const char *data; // the data folder that a net is looked for in; NULL: see net/net.h
    void *state;
};

// Looks a name up in a NULL-ended table; NULL when no row has it.
const EvaluationType *evaluation_find(const EvaluationType *const *evaluations, const char *name);
// Adds the names of a table, with a separator between them.
void evaluation_names(const EvaluationType *const *evaluations, const char *separator, Text *out);

// `file` is for the types that need one, and outlives the evaluation as `data` does; otherwise NULL. NULL with an error when memory
// runs out or there is no net.
Evaluation *evaluation_new(const EvaluationType *type, const char *file, const char *data, Error *error);
void evaluation_free(Evaluation *evaluation);

// How far `color` is ahead on a board without a winner: 0 when nobody is; finite. Not for two threads at
// once.
double evaluation_lead(Evaluation *evaluation, const Board *board, Color color);
// The same for those who have the board's connections at hand. Without them (`vc` NULL) an evaluation by connections
// finds its own, after fill-in, with either colour to move: twice the work.
double evaluation_lead_connected(Evaluation *evaluation, const Board *board, const Vc *vc, Color color);
// Whether connections matter to it.
bool evaluation_connects(const Evaluation *evaluation);
// What a lead means: the winning probability on a board of that size, fitted to games (docs/SEARCH.md); never 0 or
// 1, which are for proofs.
double evaluation_probability(const Evaluation *evaluation, const Geometry *geometry, double lead);

// The same for a lead that has no Evaluation, by its scale.
double probability_of_lead(double lead, double scale);
double circuit_scale(const Geometry *geometry); // of the leads of eval/resistance.h

#endif
