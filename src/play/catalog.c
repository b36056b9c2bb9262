#include "play/catalog.h"

#include "play/evaluation_types.h"
#include "play/player_types.h"

static const PlayerType *const PLAYERS[] = {
    &PLAYER_AUTO,       //
    &PLAYER_RANDOM,     //
    &PLAYER_PAIRING,    //
    &PLAYER_RESISTANCE, //
    &PLAYER_DISTANCE,   //
    &PLAYER_ALPHABETA,  //
    &PLAYER_MCTS,       //
    &PLAYER_NET,        //
    &PLAYER_HTP,        //
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
    &EVALUATION_NET,          //
    NULL,
};

static const SolveMethod *const METHODS[] = {
    &SOLVE_AUTO, &SOLVE_DFS, &SOLVE_PNS, &SOLVE_DFPN, &SOLVE_FDFPN, &SOLVE_BRUTE, NULL,
};

const Catalog CATALOG = {.players = PLAYERS, .evaluations = EVALUATIONS, .methods = METHODS};
