// The positions that benchmarks share, and what is found out about one.
#ifndef MUSTPLAY_APP_BENCH_POSITIONS_H
#define MUSTPLAY_APP_BENCH_POSITIONS_H

#include "app/bench/bench.h"
#include "base/text.h"

enum { BENCH_POSITIONS_MAX = 256 };

// The positions of app/bench/knowledge_positions.inc; returns their number.
int bench_positions(Position out[BENCH_POSITIONS_MAX]);

// A set of positions to solve, each after one opening move or, as "-", the empty board. The openings are named
// with blanks between; "distinct" stands for one of each two that are the other's half-turn.
typedef struct SolveSet {
    const char *name;
    int size;
    const char *openings;
} SolveSet;
enum { SOLVE_SET_MAX = 64 };
extern const SolveSet SOLVE_SET_7, SOLVE_SET_7_ALL, SOLVE_SET_8, SOLVE_SET_8_MORE, SOLVE_SET_9;
// Returns how many positions there are.
int solve_set_positions(const SolveSet *set, Position out[SOLVE_SET_MAX]);

typedef struct Findings {
    Color winner;     // EMPTY when undecided
    CellSet mustplay; // vacant cells of the filled position when nothing is known
    CellSet moves;    // after inferior cells; both are empty when decided
    int fill;
    double seconds; // CPU, of one build
} Findings;

// Another program that answers vc-build.
typedef struct Peer Peer;
Peer *peer_start(const char *command_line, Error *error);
void peer_stop(Peer *peer);
// Builds `repeats` times; `answer` gets what vc-build said.
bool peer_study(Peer *peer, const Position *position, int repeats, Findings *out, Text *answer, Error *error);

// Asks dfpn-solve-state, its table cleared before: the winner, and the CPU seconds it took.
bool peer_solve(Peer *peer, const Position *position, Color *winner, double *seconds, Error *error);

#endif
