// Gao 2020, chapters 3 and 4: the experiments of train/experiments.py. Where the seed has MoHex 2.0 we have mcts, where it
// has Wolve resistance and alphabeta.
#include "lab/reproduce/reproduce.h"

#define QUICK_BOARD  "6x6, 150 games, nets of 8 and 16 filters"
#define MEDIUM_BOARD "7x7, 600 games, nets of 16 and 32 filters"
#define FULL_BOARD   "13x13, 3,000 games by mcts (300 to 600 play-outs per move), best with a GPU"

// An entry: its name, here and in train/, what it is, the three settings and the minutes of the medium one.
// Then the plot: its title, columns of the rows for x, for y and for a line, and the words at the axes.
#define ENTRY(NAME, HELP, QUICK, MEDIUM, MINUTES, FULL, TITLE, X, Y, SERIES, X_LABEL, Y_LABEL)               \
    {                                                                                                        \
        .name = NAME, .script = NAME, .help = HELP, .quick = QUICK, .medium = MEDIUM, .minutes = MINUTES,    \
        .full = FULL, .plot = {                                                                              \
            .x = X,                                                                                          \
            .y = Y,                                                                                          \
            .low = "low",                                                                                    \
            .high = "high",                                                                                  \
            .series = SERIES,                                                                                \
            .title = TITLE,                                                                                  \
            .x_label = X_LABEL,                                                                              \
            .y_label = Y_LABEL                                                                               \
        }                                                                                                    \
    }

const Reproduction REPRODUCE_NETS[REPRODUCE_NETS_COUNT] = {
    ENTRY("gao-data", "Distinct pairs of position and move by move number (Gao 2020, Figure 3.3).",
          QUICK_BOARD, MEDIUM_BOARD, 2, FULL_BOARD, "Pairs by move number", "move", "pairs", "board", "move",
          "distinct pairs"),
    ENTRY("gao-depth-width", "Top-1 accuracy of CNN(d, w) on 9 planes (Gao 2020, Table 3.2).", QUICK_BOARD,
          MEDIUM_BOARD ", 45 s of training each", 5, FULL_BOARD, "Accuracy by depth and width", "net",
          "accuracy", NULL, "net", "top 1, %"),
    ENTRY("gao-top-k", "Share of the moves among the first k of a plain net (Gao 2020, Figure 3.4).",
          QUICK_BOARD ", CNN(5, 16)", MEDIUM_BOARD ", CNN(8, 32)", 2, FULL_BOARD ", CNN(8, 128)",
          "Top-k accuracy", "k", "accuracy", NULL, "k", "moves among the first k, %"),
    ENTRY("gao-policy-player",
          "A plain net without search against one ply, more plies and mcts (Gao 2020, Table 3.3).",
          QUICK_BOARD ", CNN(5, 16)", MEDIUM_BOARD ", CNN(8, 32)", 3, FULL_BOARD ", CNN(8, 128)",
          "The policy alone against others", "opponent", "overall", NULL, "opponent", "won, %"),
    ENTRY(
        "gao-prior",
        "A net's policy as the prior of mcts, equal play-outs and equal time (Gao 2020, Tables 3.4 and 3.5).",
        QUICK_BOARD ", 50 play-outs and 0.01 s per move",
        MEDIUM_BOARD ", CNN(5, 16), 50 games: 100 play-outs and 0.02 s per move", 5,
        "13x13, CNN(5, 64), 86 games: 43 openings; 1,000 play-outs and 0.05 s per move",
        "The net as prior, against mcts", "limit", "overall", "prior", "limit", "won, %"),
    ENTRY(
        "gao-policy-gradient",
        "REINFORCE-V, -A, -B, AMCPG-A and -B against one ply of resistance with connections (Gao 2020, Figures 3.8 and 3.9).",
        "5x5, 10 iterations of 16 games, k 1 and 3, 2 trials",
        "6x6, 40 iterations of 32 games, k 1 and 5, 3 trials", 12,
        "9x9 (two methods on 11x11), 400 iterations of 128 games, k 1 and 9, 3 trials, best with a GPU",
        "Policy gradients against one ply", "iteration", "overall", "series", "iteration", "won, %"),
    ENTRY(
        "gao-equal-steps",
        "The five policy gradients with steps of equal length, against their start (besides Gao 2020, Figure 3.8).",
        "5x5, 6 iterations of 16 games, rate 0.1 per mean over the moves, 2 trials",
        "5x5, 20 iterations of 32 games, rate 0.1 per mean over the moves, 3 trials", 4,
        "5x5, 40 iterations of 64 games, rate 0.1 per mean over the moves, k 1, 3 trials",
        "Policy gradients with equal steps, 5x5", "iteration", "overall", "method", "iteration",
        "won against the start, %"),
    ENTRY("gao-heads",
          "Value errors and accuracies of two and three heads by epoch (Gao 2020, Figures 4.7 and 4.8).",
          "6x6, 150 games, 2 blocks of 8 filters, 6 epochs",
          "7x7, 600 games, 4 blocks of 16 filters, 30 epochs or a minute each", 5,
          "9x9, 4,000 games by mcts, 10 blocks of 32 filters, up to 100 epochs, best with a GPU",
          "Test error of v", "epoch", "v_mse", "heads", "epoch", "mean square error"),
    ENTRY("gao-heads-strength",
          "Two and three heads in mcts against the net as prior alone (Gao 2020, Figure 4.9 and Table 4.3).",
          "6x6, 50 play-outs and 0.01 s per move", "7x7, 100 play-outs and 0.02 s per move", 6,
          "9x9, every third opening, 500 play-outs by epoch and 0.05 s per move at the end",
          "Heads in the search", "epoch", "overall", "player", "epoch", "won, %"),
    ENTRY("gao-transfer",
          "Accuracy of p and q on other sizes than those learned from (Gao 2020, Figures 4.11 and 4.12).",
          "6x6 and 7x7", "7x7 and 8x8, tested on 6x6 to 8x8", 4,
          "nets of 9x9 and of 13x13, tested on 8x8 to 13x13", "Accuracy of p on other sizes", "epoch",
          "p_accuracy", "series", "epoch", "top 1, %"),
    ENTRY(
        "gao-fine-tuning",
        "Learning the larger board from fresh weights and from the smaller one's (Gao 2020, Figures 4.13 and 4.14).",
        "7x7 after 6x6", "8x8 after 7x7", 3, "13x13 after 9x9", "Accuracy with and without a warm start",
        "epoch", "p_accuracy", "start", "epoch", "top 1, %"),
    ENTRY("gao-transfer-strength",
          "Transferred nets in mcts, all heads and p alone, against mcts (Gao 2020, Tables 4.4 to 4.6).",
          "6x6 and 7x7, 50 play-outs", "7x7 and 8x8, every fourth opening, 100 play-outs", 4,
          "9x9 to 13x13, every sixth opening with both colours, 500 play-outs",
          "Transferred nets against mcts", "board", "overall", "player", "board", "won, %"),
    ENTRY("gao-openings", "Share of games won by Black, by opening cell (Gao 2020, Figure 4.17).",
          "6x6, 150 games", "600 games of 7x7 and 300 of 8x8 by mcts", 2,
          "1,000 games of 11x11 and 3,000 of 13x13 by mcts", NULL, NULL, NULL, NULL, NULL, NULL),
    ENTRY(
        "gao-zero",
        "Self-play learning with 2 heads, 3, and 3 without R2: errors by iteration (Gao 2020, Figures 4.18, 4.19, 4.21).",
        "5x5, 2 iterations of 20 updates",
        "6x6, up to 6 iterations of 60 updates, 2 blocks of 16 filters; 400 solved positions", 7,
        "9x9, up to 20 iterations of 400 updates, 6 blocks of 32 filters, PUCT with noise and dithering, 64 simulations (three heads 320, expanded at the tenth visit); 8,485 solved positions; needs a GPU",
        "Error of v on solved positions", "updates", "v_mse_solved", "heads", "updates", "mean square error"),
    ENTRY(
        "gao-zero-strength",
        "3 heads against 2 by iteration, the last nets against mcts (Gao 2020, Figures 4.20, 4.22, Table 4.7).",
        "5x5, 8 simulations; 20 play-outs against 50", "6x6, 32 simulations; 60 play-outs against 200", 3,
        "9x9, every third opening: every fourth iteration, 160 play-outs; the last nets, 800 play-outs against 10,000",
        "Self-play learning, matches", "iteration", "overall", "player", "iteration", "won, %"),
};
