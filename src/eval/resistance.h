// Resistance: the board as an electric circuit between a colour's two edges. The lower the resistance, the
// nearer the colour is to joining them; all paths count at once (Shannon; Rasmussen 2007 §9.4,
// van Rijswijck 2002 §3.1, Steckelberg et al. 2017 §3.3).
//
// The opponent's stones are holes. There are four circuits:
//   cells    Own stones conduct perfectly: a chain is one junction, a chain at an edge is that edge. Every
//            empty cell has resistance 1 on each of its links, so that a link between neighbours p and q has
//            r(p) + r(q): 2 between empty cells, 1 between an empty cell and a stone or an edge. A cell that
//            touches a chain in two places has two links to it. (Anshelevich's Hexy; Steckelberg et al. 2017)
//   links    The Shannon graph (eval/shannon.h), every edge of it with resistance 1. (Advisors 9 and 10 of
//            Rasmussen 2007. Van Rijswijck 2002 gives the edges at the targets no resistance.)
//   bridges  Cells, with every bridge (two nodes, two empty cells between them, the edges included) as a
//            further link: the first of the virtual connections that Hexy and its heirs add. On 11x11 a
//            player by bridges beats one by cells 90 to 32 and loses to one by links 54 to 68.
//   connections  Cells, with every pair of ends that a virtual connection joins (knowledge/vc.h) as a further
//            link, meant for the board after fill-in: what Six and Wolve judge by (Gao 2020 §2.4.5). The more
//            cells all connections of a pair share, the worse it conducts: it can be intruded upon there.
//
// The potentials solve a symmetric positive definite system of Kirchhoff's equations. Its junctions are
// ordered row by row (or column by column, whichever is shorter), so the matrix is a band but for the chains
// of two stones and more: these form a border, which a Schur complement takes out. LAPACK solves both parts.
// In the Shannon graph a chain is no junction and its shores are all linked, so that the band is wide.
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

// What CIRCUIT_CONNECTIONS takes as conductors from now on: the connections that `vc` holds of the colour asked for
// when it is asked, which must be those of the board. NULL, or a colour that was not built: none, so that the circuit
// is that of cells.
void circuit_connect(Circuit *circuit, const Vc *vc);

// The resistance between the colour's edges: 0 when they are joined, INFINITY when they are cut off for good.
double circuit_resistance(Circuit *circuit, const Board *board, Color color, CircuitKind kind);

// The same, and the energy per second that the links of each empty cell turn to heat when the edges lie at
// potentials 0 and 1. Cells that carry no current, stones, and all cells of a joined or cut circuit have 0.
double circuit_energy(Circuit *circuit, const Board *board, Color color, CircuitKind kind, double *energy);

// ln(R_other / R_color): positive when `color` is ahead; plus or minus INFINITY when the game is over.
double resistance_lead(Circuit *circuit, const Board *board, Color color, CircuitKind kind);

#endif
