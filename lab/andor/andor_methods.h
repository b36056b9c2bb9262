// AO* and PNS* as methods of the solver (lab/andor/andor.h): the rules alone, the cheapest proof. For small positions.
#ifndef MUSTPLAY_LAB_ANDOR_ANDOR_METHODS_H
#define MUSTPLAY_LAB_ANDOR_ANDOR_METHODS_H

#include "solve/solver.h"

extern const SolveMethod SOLVE_AOSTAR, SOLVE_PNSSTAR;

#endif
