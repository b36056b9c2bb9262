// What a search by value (PUCT, Monte Carlo) says about a position: one report for players and front ends.
#ifndef MUSTPLAY_SEARCH_SEARCH_REPORT_H
#define MUSTPLAY_SEARCH_SEARCH_REPORT_H

#include "game/geometry.h"
#include "search/proof.h"

enum { SEARCH_LINE_MAX = 64 };

typedef struct SearchMove {
    int cell;
    uint64_t visits;
    double value;    // the mover's winning probability
    double prior;    // of the move before any search: a probability by a net, a weight by patterns
    Proof proof;     // for the mover
    int line_length; // the expected line, which starts with the move
    int16_t line[SEARCH_LINE_MAX];
} SearchMove;

typedef struct SearchReport {
    double value; // the mover's winning probability, 0 or 1 when proved
    Proof proof;
    uint64_t visits;      // of the root, with those of earlier searches
    uint64_t playouts;    // of this search, as the following
    uint64_t evaluations; // by the net; 0 without one
    uint64_t studies;     // by knowledge
    uint64_t nodes;       // made
    double seconds;
    int count;
    SearchMove move[CELL_MAX]; // best first
} SearchReport;

// When a search by value ends, besides at a proof and with its budget.
typedef enum SearchEnd {
    END_WHEN_SETTLED, // as soon as the rest of the budget cannot change the most visited move
    END_WITH_BUDGET   // not before: the values of all moves matter
} SearchEnd;

#endif
