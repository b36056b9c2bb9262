// The circuit of connections (eval/resistance.h) of a position: fill-in first, then both colours' connections, then the
// current. What Wolve's evaluation sees (Gao 2020 §2.4.5), with a side to move: where knowledge knows the winner there is
// nothing to measure.
#ifndef MUSTPLAY_EVAL_CONNECTED_H
#define MUSTPLAY_EVAL_CONNECTED_H

#include "eval/resistance.h"
#include "knowledge/knowledge.h"

// For one board size; not for two threads at once.
typedef struct Connected Connected;
Connected *connected_new(const Geometry *geometry, Error *error); // NULL with an error
void connected_free(Connected *connected);

// ln(R_other / R_color) of the filled position, which is not won yet: positive when `color` is ahead; plus or minus
// INFINITY when knowledge knows the winner.
double connected_lead(Connected *connected, const Position *position, Color color);
// Besides, the resistance by colour; 0 when the winner is known.
double connected_look(Connected *connected, const Position *position, Color color, double resistance[2]);

// The moves worth searching: those that knowledge leaves to the side to move. If knowledge proves a win, only the winning
// move; if it proves a loss, every empty cell.
CellSet connected_moves(Connected *connected, const Position *position);

#endif
