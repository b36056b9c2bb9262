#include "lab/lab_catalog.h"

#include "lab/andor/andor_methods.h"
#include "lab/decompose/decompose_methods.h"
#include "lab/eval/lab_evaluations.h"
#include "lab/ladder/ladder_methods.h"
#include "lab/players/lab_players.h"
#include "play/evaluation_types.h"
#include "play/player_types.h"

static const PlayerType *const PLAYERS[] = {
    &PLAYER_AUTO,          //
    &PLAYER_RANDOM,        //
    &PLAYER_PAIRING,       //
    &PLAYER_HANDICAP,      //
    &PLAYER_RESISTANCE,    //
    &PLAYER_DISTANCE,      //
    &PLAYER_YREDUCTION,    //
    &PLAYER_COMMITTEE,     //
    &PLAYER_LAB_ALPHABETA, //
    &PLAYER_PATTERN_AB,    //
    &PLAYER_MCTS,          //
    &PLAYER_NET,           //
    &PLAYER_HTP,           //
    NULL,
};

static const EvaluationType *const EVALUATIONS[] = {
    &EVALUATION_LINKS,        //
    &EVALUATION_CELLS,        //
    &EVALUATION_BRIDGES,      //
    &EVALUATION_CONNECTIONS,  //
    &EVALUATION_TWO_DISTANCE, //
    &EVALUATION_DIJKSTRA,     //
    &EVALUATION_PATH,         //
    &EVALUATION_FLOW,         //
    &EVALUATION_YREDUCTION,   //
    &EVALUATION_NET,          //
    NULL,
};

static const SolveMethod *const METHODS[] = {
    &SOLVE_AUTO,              //
    &SOLVE_DFS,               //
    &SOLVE_PNS,               //
    &SOLVE_DFPN,              //
    &SOLVE_FDFPN,             //
    &SOLVE_PATTERN,           //
    &SOLVE_SOLVER1,           //
    &SOLVE_SOLVER2,           //
    &SOLVE_SOLVER3,           //
    &SOLVE_SOLVER4,           //
    &SOLVE_SOLVER5,           //
    &SOLVE_SOLVER5ID,         //
    &SOLVE_DECOMPOSE,         //
    &SOLVE_DECOMPOSE_RULES,   //
    &SOLVE_DECOMPOSE_PATTERN, //
    &SOLVE_AOSTAR,            //
    &SOLVE_PNSSTAR,           //
    &SOLVE_BRUTE,             //
    NULL,
};

const Catalog LAB_CATALOG = {.players = PLAYERS, .evaluations = EVALUATIONS, .methods = METHODS};
