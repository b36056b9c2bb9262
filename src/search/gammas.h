// Gammas: learned weights of local patterns, for the moves of play-outs and for the prior of a node's moves.
//
// A move's chance is proportional to the product of the gammas of its features. Their logarithms are stored and
// added. Play-outs use two features: the stones on the six neighbours and, near the last move, the stones
// around that move with the direction. The prior uses more: these, the stones on neighbours and bridge points
// together, the distances to the edges, the steps from the last two moves. It also uses
// where a point lies to the shortest chains of bridges of either side: how far off, and among how many.
//
// Features are seen by the side to move, as if it joined top and bottom. A position and its half-turn have the
// same features. tools/train_gammas.c learns them from a net's policy; docs/SEARCH.md has the record.
#ifndef MUSTPLAY_SEARCH_GAMMAS_H
#define MUSTPLAY_SEARCH_GAMMAS_H

#include "search/playout.h"

enum {
    NEAR_CODES = 729,    // 3^6
    RING_CODES = 531441, // 3^12
    EDGE_STEPS = 6,
    STEP_MAX = 4, // how far a step from the last move counts
    STEP_SIDE = 2 * STEP_MAX + 1,
    SLACKS = 6,
    HASHES = 1 << 20, // of features with too many values
    PATH_CODES = SLACKS * SLACKS * 9,
    WIDTHS = 6,
    WIDTH_CODES = WIDTHS * WIDTHS * 9,
    // The features of the prior, one after the other.
    PRIOR_RING = 0,
    PRIOR_NEAR = PRIOR_RING + RING_CODES,
    PRIOR_EDGE = PRIOR_NEAR + NEAR_CODES,
    PRIOR_ANSWER = PRIOR_EDGE + EDGE_STEPS * EDGE_STEPS,
    PRIOR_STEP = PRIOR_ANSWER + NEAR_CODES * NEAR_RING,
    PRIOR_OWN_STEP = PRIOR_STEP + STEP_SIDE * STEP_SIDE,
    PRIOR_PATH = PRIOR_OWN_STEP + STEP_SIDE * STEP_SIDE,
    PRIOR_WIDTH = PRIOR_PATH + PATH_CODES,
    PRIOR_NEAR_PATH = PRIOR_WIDTH + WIDTH_CODES,
    PRIOR_NEAR_EDGE = PRIOR_NEAR_PATH + NEAR_CODES * SLACKS * SLACKS,
    PRIOR_NEAR_STEP = PRIOR_NEAR_EDGE + NEAR_CODES * EDGE_STEPS * EDGE_STEPS,
    PRIOR_WIDE = PRIOR_NEAR_STEP + NEAR_CODES * STEP_SIDE * STEP_SIDE,
    PRIOR_RING_STEP = PRIOR_WIDE + HASHES,
    PRIOR_RING_EDGE = PRIOR_RING_STEP + HASHES,
    PRIOR_FEATURES = PRIOR_RING_EDGE + HASHES,
    FEATURES_MAX = 15 // of one move
};

typedef struct Gammas {
    float near[NEAR_CODES];
    float reply[NEAR_CODES][NEAR_RING];
    float prior[PRIOR_FEATURES];
} Gammas;

// Reads gammas; an error says what is wrong with the file and where. NULL path: the ones built in.
Gammas *gammas_load(const char *path, Error *error);
Gammas *gammas_parse(const char *text, size_t size, const char *name, Error *error);
void gammas_free(Gammas *gammas);
// Writes them so that gammas_parse reads them back, rounded to thousandths; `record` is one line that says
// where they come from.
void gammas_write(const Gammas *gammas, const char *record, Text *out);

// The table of play-outs.
void gammas_table(const Gammas *gammas, PlayoutTable *table);

// What the features of a position's moves share.
typedef struct PriorView {
    const Playout *playout;
    Color mover;
    int own_last;                 // the mover's last point, or CELL_NONE
    int least[2];                 // stones that the mover and the opponent need at least, bridges being given
    uint8_t through[2][GRID_MAX]; // the same for the best chain through a point
    uint8_t width[2][GRID_MAX]; // on a shortest chain: how many such points are as far from the edge; else 0
} PriorView;

// Looks at a position that nobody has won; the opponent's last move is the play-out's.
void prior_view(PriorView *view, const Playout *playout, Color mover, int own_last);
// The features of a move to an empty point; returns how many.
int prior_features(const PriorView *view, int point, int32_t *feature);
// Chances of moves, which sum to 1.
void gammas_prior(const Gammas *gammas, const PriorView *view, int count, const int16_t *point, float *prior);

// The feature of play-outs: index in `near` of a code, as `color` sees it.
int code_near(unsigned code, Color color);
// The index in `reply` of direction d around the last move with that code: [0] code, [1] direction.
void code_reply(unsigned code, Color color, int d, int index[2]);

#endif
