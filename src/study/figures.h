// Figures that players have names for, seen on a board: bridges, edge templates, ladders. For those who explain a game;
// the searches use vc.h, which finds far more.
//
// Sound: a bridge and an edge template are connections even if the opponent moves first, as long as their carrier is
// empty. A ladder is only a way of speaking about a line of moves.
#ifndef MUSTPLAY_STUDY_FIGURES_H
#define MUSTPLAY_STUDY_FIGURES_H

#include "game/game.h"

// A connection of one stone with another, or with an edge of its colour.
typedef struct Figure {
    int stone, end;  // a cell; a cell or an edge
    int row, number; // of the edge template (knowledge/edge_template.h); 0 for a bridge
    CellSet carrier; // empty cells
} Figure;

// The smallest figure of the colour that needs the empty cell. False when none does.
bool figure_through(const Position *position, Color color, int cell, Figure *out);
// The edge template that a stone of the colour on the empty cell would have, the smallest one from row 2 on.
bool figure_template(const Position *position, Color color, int cell, Figure *out);
// The bridge to a stone that is not its neighbour's that a stone of the colour on the empty cell would have.
bool figure_bridge(const Position *position, Color color, int cell, Figure *out);

// "a bridge", "the bridge to the edge", "a ziggurat (edge template III1a)", "the edge template IV1a", ...
const char *figure_name(const Figure *figure);

enum { LADDER_LEAST = 5 }; // stones of both colours together

typedef struct Ladder {
    Color color; // the attacker's, who would join the edge
    int edge, row;
    int from, to;  // the attacker's first and last stone in it
    CellSet cells; // of both
} Ladder;

// The longest ladder in a line of moves that alternate from `first` on. It is stones of one colour along a row beside its edge
// and the other's below them, each next to the one before. False when none has LADDER_LEAST moves.
bool ladder_find(const Geometry *geometry, const Move *moves, int count, Color first, Ladder *out);

#endif
