// The options that several commands of the lab share.
#include "lab/lab_rows.h"

const OptionSpec LAB_OPTIONS[] = {
    {"game", OPTION_CHOICE, "hex", 0, 0, "hex|y", "GAME",
     "The game: Hex, or Y on a triangle (--size 1 to 20). lab/docs/NEIGHBOURS.md tells more of Y."},
    {"weights", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Show what a committee says, by the last weights of a file of `mustplay lab learn`."},
    {"deduce", OPTION_INT, NULL, 1, 1e9, NULL, "N",
     "Use the must-play deduction rule of Rasmussen 2007 §4.3, with at most N nodes per position."},
    {"patterns", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "A list of patterns with decompositions (docs/PROOFS.md), such as data/decompositions/examples.txt."},
    {"graph", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "A graph with two targets, as text or DOT; in reproduce best-first an AND/OR graph as text."},
    {0},
};
