// Resistance: the board as an electric circuit between a colour's two edges. The lower the resistance, the
// nearer the colour is to joining them. All paths count at once. See Shannon; Rasmussen 2007 §9.4;
// van Rijswijck 2002 §3.1; Steckelberg et al. 2017 §3.3.
//
// The opponent's stones are holes. There are four circuits:
// - cells: Own stones conduct perfectly: a chain is one junction, and a chain at an edge is that edge. An
//   empty cell has resistance 1 on each of its links. So a link between neighbours p and q has r(p) + r(q).
//   That is 2 between empty cells, 1 from an empty cell to a stone or an edge. A cell that touches a chain in
//   two places has two links to it. (Anshelevich's Hexy; Steckelberg et al. 2017)
// - links: The Shannon graph (eval/shannon.h), each of its edges with resistance 1. (Advisors 9 and 10 of
//   Rasmussen 2007. Van Rijswijck 2002 gives the edges at the targets no resistance.)
// - bridges: Cells, with every bridge as a further link: two nodes, perhaps an edge, with two empty cells
//   between them. It is the first of the virtual connections that Hexy and its heirs add. On 11x11 a
//   player by bridges beats one by cells 90 to 32 and loses to one by links 54 to 68.
// - connections: Cells, with every pair of ends that a virtual connection joins (knowledge/vc.h) as a further
//   link, meant for the board after fill-in. Six and Wolve evaluate this way (Gao 2020 §2.4.5). The more
//   cells all connections of a pair share, the worse it conducts: the opponent can intrude there.
//
// The potentials solve Kirchhoff's equations, a symmetric positive definite system. Junctions are ordered row
// by row, or column by column if that is shorter. The matrix is then a band, except for chains
// of two stones and more: these form a border, which a Schur complement takes out. LAPACK solves both parts.
// In the Shannon graph a chain is no junction and its shores are all linked, so the band is wide.
#ifndef MUSTPLAY_EVAL_RESISTANCE_H
#define MUSTPLAY_EVAL_RESISTANCE_H

#include "game/board.h"
#include "knowledge/vc.h"

typedef enum CircuitKind { CIRCUIT_CELLS, CIRCUIT_LINKS, CIRCUIT_BRIDGES, CIRCUIT_CONNECTIONS } CircuitKind;

// The circuit of a name: cells, links, bridges or connections.
CircuitKind circuit_kind(const char *name);

// Memory for the circuits of one board size. Not to be shared between threads.
typedef struct Circuit Circuit;
Circuit *circuit_new(const Geometry *geometry); // NULL out of memory
void circuit_free(Circuit *circuit);

// Sets what CIRCUIT_CONNECTIONS takes as conductors: the connections that `vc` holds for the colour asked for,
// at the time of asking. They must be those of the board. NULL, or a colour that was not built, means none: the
// circuit is then that of cells.
void circuit_connect(Circuit *circuit, const Vc *vc);

// The resistance between the colour's edges: 0 when they are joined, INFINITY when they are cut off for good.
double circuit_resistance(Circuit *circuit, const Board *board, Color color, CircuitKind kind);

// The same, and the energy per second that the links of each empty cell turn to heat. The edges lie at
// potentials 0 and 1. Cells without current, stones, and all cells of a joined or cut circuit have 0.
double circuit_energy(Circuit *circuit, const Board *board, Color color, CircuitKind kind, double *energy);

// ln(R_other / R_color): positive when `color` is ahead; plus or minus INFINITY when the game is over.
double resistance_lead(Circuit *circuit, const Board *board, Color color, CircuitKind kind);

#endif
