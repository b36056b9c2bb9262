#include "play/judge.h"

#include "net/evaluator.h"

#include <stdlib.h>
#include <string.h>

// What one thread judges with.
typedef struct Seat {
    Evaluation *evaluation;
    Evaluator *evaluator;
    Position seen; // the position of `output`
    bool has_output;
    NetOutput output;
} Seat;

struct Judge {
    const EvaluationType *evaluation; // NULL: none
    const char *data;                 // of the options; outlives the judge
    bool net_value, net_action, net_prior;
    Net *net;
    NetPrecision precision;
    Seat *seat[MCTS_THREADS_MAX]; // each made by its thread
};

static bool net_open(Judge *judge, const char *file, const char *data, Error *error) {
    char path[4096];
    if (!file && !net_find_in(data, path, sizeof path))
        return error_input(error, "there is no net to evaluate with");
    judge->net = net_load(file ? file : path, error);
    if (!judge->net) return false;
    if (net_is_plain(judge->net) && judge->net_value)
        return error_input(error, "the net %s has a policy only: it values no position", file ? file : path);
    judge->precision = net_best_precision(judge->net);
    return true;
}

Judge *judge_new(const JudgeOptions *options, Error *error) {
    Judge *judge = calloc(1, sizeof *judge);
    if (!judge) {
        error_memory(error);
        return NULL;
    }
    judge->evaluation = options->evaluation;
    judge->data = options->data;
    judge->net_action = options->net_action;
    judge->net_value = options->net_action || options->net_value;
    judge->net_prior = options->net_prior;
    if ((!judge->net_value && !judge->net_prior) || net_open(judge, options->net_file, options->data, error))
        return judge;
    judge_free(judge);
    return NULL;
}

void judge_free(Judge *judge) {
    if (!judge) return;
    for (int i = 0; i < MCTS_THREADS_MAX; i++) {
        if (!judge->seat[i]) continue;
        evaluation_free(judge->seat[i]->evaluation);
        evaluator_free(judge->seat[i]->evaluator);
        free(judge->seat[i]);
    }
    net_free(judge->net);
    free(judge);
}

// NULL when memory is short: the thread then does without.
static Seat *seat_of(Judge *judge, int thread) {
    Seat *seat = judge->seat[thread];
    if (seat) return seat;
    seat = calloc(1, sizeof *seat);
    if (!seat) return NULL;
    if (judge->evaluation) seat->evaluation = evaluation_new(judge->evaluation, NULL, judge->data, NULL);
    if (judge->net) seat->evaluator = evaluator_new(judge->net, judge->precision, NULL);
    return judge->seat[thread] = seat;
}

// The net's word on a position; value and prior of a new node are one evaluation.
static const NetOutput *net_ask(Judge *judge, int thread, const Position *position) {
    Seat *seat = seat_of(judge, thread);
    if (!seat || !seat->evaluator) return NULL;
    if (seat->has_output && position_equal(&seat->seen, position)) return &seat->output;
    seat->seen = *position;
    seat->has_output = evaluator_run(seat->evaluator, position, &seat->output, NULL);
    return seat->has_output ? &seat->output : NULL;
}

static double value_by_net(void *context, int thread, const Position *position) {
    const NetOutput *output = net_ask(context, thread, position);
    return output ? (1 + (double)output->value) / 2 : 0.5;
}

static double value_by_evaluation(void *context, int thread, const Position *position) {
    Seat *seat = seat_of(context, thread);
    if (!seat || !seat->evaluation) return 0.5;
    Board board;
    board_set(&board, position);
    double lead = evaluation_lead(seat->evaluation, &board, position->to_move);
    return evaluation_probability(seat->evaluation, position->geometry, lead);
}

static bool prior_by_net(void *context, int thread, const Position *position, float prior[CELL_MAX]) {
    const NetOutput *output = net_ask(context, thread, position);
    if (output) memcpy(prior, output->policy, sizeof output->policy);
    return output;
}

// q is seen by the opponent, who moves next.
static bool actions_by_net(void *context, int thread, const Position *position, float chance[CELL_MAX]) {
    const NetOutput *output = net_ask(context, thread, position);
    for (int cell = 0; output && cell < position->geometry->cells; cell++)
        chance[cell] = (1 - output->action[cell]) / 2;
    return output;
}

MctsJudge judge_of(Judge *judge) {
    return (MctsJudge){.context = judge,
                       .value = judge->net_value    ? value_by_net
                                : judge->evaluation ? value_by_evaluation
                                                    : NULL,
                       .at_expansion = judge->net_value,
                       .prior = judge->net_prior ? prior_by_net : NULL,
                       .actions = judge->net_action ? actions_by_net : NULL};
}
