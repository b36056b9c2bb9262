// The parts of the player `alphabeta`, for players that add options to it.
#ifndef MUSTPLAY_PLAY_PLAYER_ALPHABETA_H
#define MUSTPLAY_PLAY_PLAYER_ALPHABETA_H

#include "play/catalog.h"
#include "play/proof_first.h"
#include "search/alphabeta.h"

// The indices of its options; those of another player continue from the last.
enum {
    ALPHABETA_EVALUATION,
    ALPHABETA_ORDER,
    ALPHABETA_WIDTH,
    ALPHABETA_DEPTH,
    ALPHABETA_NODES,
    ALPHABETA_TIME,
    ALPHABETA_KNOWLEDGE,
    ALPHABETA_MEMORY,
    ALPHABETA_NOISE,
    ALPHABETA_SOLVER,
    ALPHABETA_STORE,
    ALPHABETA_OPTION_COUNT
};

// For a table of options.
// clang-format off
#define ALPHABETA_OPTIONS                                                                                    \
    [ALPHABETA_EVALUATION] = {"evaluation", OPTION_NAME, "bridges", 0, 0, NULL, "KIND",                      \
                              "What judges the leaves."},                                                    \
    [ALPHABETA_ORDER] = {"order", OPTION_CHOICE, "energy", 0, 0, "energy|two-distance", "KIND",              \
                         "What orders the moves: both colours' currents, or the sum of their two-distances."}, \
    [ALPHABETA_WIDTH] = {"width", OPTION_INT, "15", 1, 40, NULL, "N", "Moves that a node looks at."},        \
    [ALPHABETA_DEPTH] = {"depth", OPTION_INT, "4", 1, 60, NULL, "N",                                         \
                         "The last depth, when no limit of time or nodes is given."},                        \
    [ALPHABETA_NODES] = {"nodes", OPTION_INT, NULL, 1, 1e15, NULL, "N",                                      \
                         "Positions studied per move when no limit is given."},                              \
    [ALPHABETA_TIME] = {"time", OPTION_REAL, NULL, 0, 1e7, NULL, "S",                                        \
                        "Seconds per move when no limit is given."},                                         \
    [ALPHABETA_KNOWLEDGE] = {"knowledge", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",                      \
                             "Connections, must-play and fill-in at the nodes."},                            \
    [ALPHABETA_MEMORY] = {"memory", OPTION_INT, "64", 1, 1e5, NULL, "MB",                                    \
                          "Size of the transposition table."},                                               \
    [ALPHABETA_NOISE] = {"noise", OPTION_REAL, "0", 0, 1000, NULL, "S",                                      \
                         "Random numbers of this deviation are added to the evaluations."},                  \
    PROOF_FIRST_OPTIONS(ALPHABETA_SOLVER, ALPHABETA_STORE)
// clang-format on

typedef struct AlphaBetaState {
    Evaluation *evaluation;
    AlphaBeta *search; // of the board seen last
    ProofFirst proof_first;
} AlphaBetaState;

// The player's start with an evaluation made from its options, or NULL where that failed; takes it over.
bool player_alphabeta_start(Player *player, Evaluation *evaluation, Error *error);
// The evaluation that the option names.
Evaluation *player_alphabeta_evaluation(const Player *player, Error *error);
bool player_alphabeta_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                             Error *error);
void player_alphabeta_reset(Player *player);
void player_alphabeta_stop(Player *player);

#endif
