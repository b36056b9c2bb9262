// Figures A.3 to A.6 of Gao 2020, Appendix A.4, as AND/OR graphs (lab/andor/andor.h). The thesis reached us without its
// pictures, so the graphs are rebuilt from the captions and the text. These fix the costs named below; names and shapes
// are ours. Data, for the reproduction and its tests.
#ifndef MUSTPLAY_LAB_ANDOR_ANDOR_FIGURES_H
#define MUSTPLAY_LAB_ANDOR_ANDOR_FIGURES_H

// Four solution graphs; one has the least total cost, 5; by recursive sums it ties with another at 6.
#define FIGURE_A3                                                                                            \
    "s and\nA or\nB or\nC or\nD or\nE or\nt solvable\n"                                                      \
    "s -> A 1\ns -> B 1\nA -> C 1\nA -> D 1\nB -> D 1\nB -> E 2\nC -> t 1\nD -> t 1\nE -> t 1\n"

// What is explicit: the best solution base costs 17 by recursive sums, and 15 if the tip x counts once. Below each tip is
// what it is estimated at.
#define FIGURE_A4                                                                                                \
    "s or\nA and\nB and\nP or\nQ or\nR or h=13\nx or h=2\ny or h=6\nz or h=4\nu or h=10\nv or h=9\nt solvable\n" \
    "s -> A 0\ns -> B 0\nA -> P 0\nA -> Q 0\nA -> R 0\nP -> x 0\nP -> y 0\nQ -> x 0\nQ -> z 0\n"                 \
    "B -> u 0\nB -> v 0\nR -> t 13\nx -> t 2\ny -> t 6\nz -> t 4\nu -> t 10\nv -> t 9\n"

// Every edge costs 4. B looks better than C, but D below it cannot be solved. E looks cheaper than D; only the second
// heuristic (Figure A.6) says that D is the one to look at.
#define FIGURE_A5                                                                                            \
    "A or h=17\nB and h=9\nC and h=20\nD or h=3 d=3\nE or h=2 d=9\n"                                         \
    "f unsolvable\nt solvable\nc1 solvable\nc2 solvable\nc3 solvable\nc4 solvable\nc5 solvable\n"            \
    "A -> B 4\nA -> C 4\nB -> D 4\nB -> E 4\nD -> f 4\nE -> t 4\n"                                           \
    "C -> c1 4\nC -> c2 4\nC -> c3 4\nC -> c4 4\nC -> c5 4\n"

#endif
