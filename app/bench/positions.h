// The positions that the benchmarks of knowledge share, and what is found out about one.
#ifndef MUSTPLAY_APP_BENCH_POSITIONS_H
#define MUSTPLAY_APP_BENCH_POSITIONS_H

#include "app/bench/bench.h"
#include "base/text.h"

enum { BENCH_POSITIONS_MAX = 256 };

// The positions of app/bench/knowledge_positions.inc; returns their number.
int bench_positions(Position out[BENCH_POSITIONS_MAX]);

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
