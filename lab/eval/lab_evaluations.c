#include "lab/eval/lab_evaluations.h"

#include "lab/eval/committee.h"
#include "lab/eval/yreduction.h"

#include <math.h>

// An imbalance grows at every reduction of the triangle, so that the odds it ends with are no odds of winning.
double reduction_scale(const Geometry *geometry) {
    int size = geometry->width + geometry->height - 1;
    return 2.7 * pow(1.69, size - 9);
}

// The mean of the position and its half-turn, as the odds' logarithm.
static double lead_reduction(Evaluation *e, const Board *board, const Vc *vc, Color color) {
    (void)vc;
    HexPyramid *pyramid = e->state;
    Position position = board_position(board, color), turned = position_rotated(&position);
    hexpyramid_set(pyramid, &position);
    double odds = hexpyramid_odds(pyramid);
    hexpyramid_set(pyramid, &turned);
    odds = (odds + hexpyramid_odds(pyramid)) / 2;
    return color == BLACK ? odds : -odds;
}

const EvaluationType EVALUATION_YREDUCTION = {
    .name = "yreduction",
    .help = "The reduction of the game of Y.",
    .state_size = sizeof(HexPyramid),
    .lead = lead_reduction,
    .scale = reduction_scale,
};

typedef struct CommitteeState {
    Committee committee;
    Circuit *circuit; // of `geometry`
    const Geometry *geometry;
} CommitteeState;

static bool committee_start(Evaluation *e, Error *error) {
    return committee_read(e->file, -1, &((CommitteeState *)e->state)->committee, error);
}

static void committee_stop(Evaluation *e) {
    circuit_free(((CommitteeState *)e->state)->circuit);
}

// What a committee says of one colour, less what it says of the other: a lead is 0 when nobody is ahead. Out of memory it
// gives no lead.
static double lead_committee(Evaluation *e, const Board *board, const Vc *vc, Color color) {
    (void)vc;
    CommitteeState *state = e->state;
    if (state->geometry != board->geometry) {
        circuit_free(state->circuit);
        state->circuit = circuit_new(board->geometry);
        state->geometry = board->geometry;
    }
    if (!state->circuit) return 0;
    return (committee_lead(&state->committee, state->circuit, board, color) -
            committee_lead(&state->committee, state->circuit, board, color_other(color))) /
           2;
}

// The weights set its scale: 1.
const EvaluationType EVALUATION_COMMITTEE = {
    .name = "committee",
    .help = "Sixteen advisors weighed as `mustplay lab learn` found best.",
    .state_size = sizeof(CommitteeState),
    .start = committee_start,
    .stop = committee_stop,
    .lead = lead_committee,
};
