// Every published table and figure that an experiment made, by source and in its order. Diagrams that only explain are
// not here.
#include "lab/reproduce/reproduce.h"

#define RASMUSSEN "Rasmussen 2007"
#define RIJSWIJCK "van Rijswijck 2002"
#define HAYWARD   "Hayward's notes"
#define GAO       "Gao 2020"
#define STECK     "Steckelberg 2017"
#define OTHERS    "other people's hardware; nothing to run"
#define NOTES     "docs/notes/"
#define LAB       "lab/docs/results/"

const Exhibit EXHIBITS[] = {
    {RIJSWIJCK, "Figure 9", "a counterexample of two-distance", "two-distance", LAB "small.md", NULL},
    {RIJSWIJCK, "Figure 11", "Hex as a special case of Y", "y-reduction", LAB "small.md", NULL},
    {RIJSWIJCK, "Figure 12", "micro reduction, and macro reduction", "y-reduction", LAB "small.md", NULL},
    {RASMUSSEN, "Section 4.3", "the must-play deduction rule (no figures)", "must-play-deduction",
     NOTES "knowledge.md", NULL},
    {RASMUSSEN, "Figure 5.0.1", "sizes of game trees, 3x3 to 8x8", "growth", LAB "ladder.md", NULL},
    {RASMUSSEN, "Table 5.1.1", "Pattern Search", "solver-ladder", LAB "ladder.md", NULL},
    {RASMUSSEN, "Table 5.2.2", "Hex Solver 1", "solver-ladder", LAB "ladder.md", NULL},
    {RASMUSSEN, "Figure 6.1.3", "nodes of both OR rules", "or-rule", NOTES "knowledge.md", NULL},
    {RASMUSSEN, "Table 6.2.1", "Hex Solver 2", "solver-ladder", LAB "ladder.md", NULL},
    {RASMUSSEN, "Table 6.2.2", "upper bounds of Hex Solver 2", "growth", LAB "ladder.md", NULL},
    {RASMUSSEN, "Table 6.3.3", "Hex Solver 3", "solver-ladder", LAB "ladder.md", NULL},
    {RASMUSSEN, "Table 6.4.4", "Hex Solver 4", "solver-ladder", LAB "ladder.md", NULL},
    {RASMUSSEN, "Figure 6.4.8", "winning openings of 7x7", NULL, LAB "small.md", NULL},
    {RASMUSSEN, "Table 7.3.1", "Hex Solver 5", "solver-ladder", LAB "ladder.md", NULL},
    {RASMUSSEN, "Section 7.3.4", "the estimate for 8x8", "growth", LAB "ladder.md", NULL},
    {RASMUSSEN, "Figure 9.4.5", "apprenticeship learning against P_R", "apprentice", LAB "learning.md", NULL},
    {RASMUSSEN, "Figure 9.4.6", "the elite of the cross-entropy method", "apprentice", LAB "learning.md",
     NULL},
    {RASMUSSEN, "Figure 9.4.7", "TD(0)-leaf against P_R", "td-leaf", LAB "learning.md", NULL},
    {RASMUSSEN, "Figure 9.4.8", "stochastic local beam search against P_R", "beam", LAB "learning.md", NULL},
    {HAYWARD, "3x3 and 4x4", "nodes of negamax, must-play", "lecture", LAB "small.md", NULL},
    {HAYWARD, "8x8 board", "fill-in step by step", "lecture", LAB "small.md", NULL},
    {GAO, "Figure 1.2", "a solution of 3x3", "decomposition", NOTES "solver.md", NULL},
    {GAO, "Table 2.1", "bounds on the number of positions", "positions", LAB "small.md", NULL},
    {GAO, "Figure 2.5", "a solution of 5x5", "decomposition", NOTES "solver.md", NULL},
    {GAO, "Figure 2.19", "a position explained", NULL, LAB "small.md", NULL},
    {GAO, "Figure 3.3", "positions by move number in the data", "gao-data", LAB "nets.md", NULL},
    {GAO, "Table 3.2", "accuracy by depth and width", "gao-depth-width", LAB "nets.md", NULL},
    {GAO, "Figure 3.4", "top-k accuracy", "gao-top-k", LAB "nets.md", NULL},
    {GAO, "Table 3.3", "the net without search", "gao-policy-player", LAB "nets.md",
     "eight games at four plies"},
    {GAO, "Table 3.4", "MoHex-CNN, equal simulations", "gao-prior", LAB "nets.md", NULL},
    {GAO, "Table 3.5", "MoHex-CNN, equal time", "gao-prior", LAB "nets.md", NULL},
    {GAO, "Figure 3.5", "a game of the net against one ply", "gao-policy-player", LAB "nets.md", NULL},
    {GAO, "Figure 3.6", "an Olympiad game", NULL, NULL, "the opponent, Ezo-CNN, was never published"},
    {GAO, "Figure 3.8", "five policy gradients", "gao-policy-gradient", LAB "nets.md",
     "9x9 whole; 11x11 REINFORCE-V, and AMCPG-B for 100 of 400 iterations"},
    {GAO, "Figure 3.9", "AMCPG-B and REINFORCE-V with bands", "gao-policy-gradient", LAB "nets.md",
     "AMCPG-B on 11x11 for 100 of 400 iterations"},
    {GAO, "Table 4.1", "AlphaGo's networks and their computation", NULL, NULL, OTHERS},
    {GAO, "Figure 4.1", "computation of landmarks of AI", NULL, NULL, OTHERS},
    {GAO, "Table 4.2", "computation of AlphaGo and Zero players", NULL, NULL, OTHERS},
    {GAO, "Figure 4.7", "value errors of 2 and 3 heads", "gao-heads", LAB "nets.md", NULL},
    {GAO, "Figure 4.8", "errors and accuracies of 2 and 3 heads", "gao-heads", LAB "nets.md", NULL},
    {GAO, "Figure 4.9", "2 and 3 heads against MoHex-CNN by epoch", "gao-heads-strength", LAB "nets.md",
     NULL},
    {GAO, "Table 4.3", "2 and 3 heads, equal time", "gao-heads-strength", LAB "nets.md", NULL},
    {GAO, "Figure 4.11", "13x13 nets on other sizes", "gao-transfer", LAB "nets.md", NULL},
    {GAO, "Figure 4.12", "9x9 nets on other sizes", "gao-transfer", LAB "nets.md", NULL},
    {GAO, "Table 4.4", "13x13 nets in search", "gao-transfer-strength", LAB "nets.md", NULL},
    {GAO, "Table 4.5", "9x9 nets in search", "gao-transfer-strength", LAB "nets.md", NULL},
    {GAO, "Table 4.6", "9x9 nets, policy head only", "gao-transfer-strength", LAB "nets.md", NULL},
    {GAO, "Figure 4.13", "training errors with a warm start", "gao-fine-tuning", LAB "nets.md", NULL},
    {GAO, "Figure 4.14", "test errors with a warm start", "gao-fine-tuning", LAB "nets.md", NULL},
    {GAO, "Figure 4.16", "Zero training tested on a champion's games", NULL, NULL,
     "rests on Maciej Celuch's games at Little Golem, which are not published as a set"},
    {GAO, "Figure 4.17", "average win by opening cell", "gao-openings", LAB "nets.md", NULL},
    {GAO, "Figure 4.18", "Zero training with 2 and 3 heads", "gao-zero", LAB "nets.md",
     "by the settings of Figure 4.19"},
    {GAO, "Figure 4.19", "Zero training, 2 against 3 heads", "gao-zero", LAB "nets.md", NULL},
    {GAO, "Figure 4.20", "3 heads against 2 heads, matches", "gao-zero-strength", LAB "nets.md", NULL},
    {GAO, "Table 4.7", "Zero players against MoHex 2.0", "gao-zero-strength", LAB "nets.md", NULL},
    {GAO, "Figure 4.21", "the same without R2", "gao-zero", LAB "nets.md", NULL},
    {GAO, "Figure 4.22", "the same matches without R2", "gao-zero-strength", LAB "nets.md", NULL},
    {GAO, "Figure 5.2", "top-k accuracy on 8x8", "figure-5.2", NULL, NULL},
    {GAO, "Table 5.1", "openings of 8x8 by three searches", "table-5.1", LAB "search.md",
     "an earlier version's run, without the column of fdfpn with a net"},
    {GAO, "Figure 5.3", "focused search by widening factor", "figure-5.3", LAB "search.md", NULL},
    {GAO, "Figure 5.4", "value training, one and three heads", "figure-5.4", LAB "search.md",
     "two shipped nets on 500 positions; no training of one head beside three"},
    {GAO, "Figure 5.5", "a position of 44 empty cells", "decomposition", NOTES "solver.md", NULL},
    {GAO, "Figure 5.6", "its solution by decomposition", "decomposition", NOTES "solver.md", NULL},
    {GAO, "Table 6.1", "which boards are solved", NULL, "docs/RESULTS.md",
     "all openings up to 8x8, some of 9x9, none of 10x10"},
    {HAYWARD, "count", "positions of 4x4 up to the half-turn", "positions", LAB "small.md", NULL},
    {GAO, "Figs. A.3-A.6", "best-first searches of AND/OR graphs", "best-first", LAB "small.md", NULL},
    {GAO, "Figure A.7", "satisfiability by proof numbers", "sat", LAB "small.md", NULL},
    {STECK, "Experiment 1", "simulations per iteration and exploration", "uct-settings", LAB "experiments.md",
     NULL},
    {STECK, "Experiment 2", "evaluations in MCTS", "mcts-evaluations", LAB "experiments.md", NULL},
    {STECK, "Experiment 3", "parallel MCTS", "mcts-parallel", LAB "experiments.md", NULL},
    {STECK, "Experiment 4", "evaluations in alpha-beta", "alphabeta-evaluations", LAB "experiments.md", NULL},
    {STECK, "Experiment 5", "alpha-beta against MCTS", "alphabeta-mcts", LAB "experiments.md", NULL},
    {0},
};

const char *exhibit_state(const Exhibit *exhibit) {
    if (exhibit->reason) return exhibit->page ? "in part" : "cannot be had";
    if (exhibit->page) return "done";
    return exhibit->entry ? "runnable" : "open";
}
