// Nets from strangers: whatever the bytes, the reader accepts a whole net or refuses with a message. A small net that it accepts
// is evaluated: twice the same, and the same for a move alone as among all moves.
#include "net/evaluator.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <string.h>

static bool is_finite(const NetOutput *out, CellSet cells) {
    float sum = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        sum += fabsf(out->logit[cell]) + fabsf(out->action[cell]);
    return isfinite(sum + out->value);
}

static bool close_to(float a, float b, float scale) {
    return fabsf(a - b) <= 1e-3F * (1 + scale);
}

static void outputs_compare(const NetOutput *a, const NetOutput *b, CellSet cells) {
    float scale = 0;
    CellSet left = cells;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) scale = fmaxf(scale, fabsf(a->logit[cell]));
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        require(close_to(a->logit[cell], b->logit[cell], scale));
        require(close_to(a->action[cell], b->action[cell], 1));
    }
}

static void net_evaluate(const Net *net, int width, int height) {
    static NetOutput first, second, alone;
    Error error;
    Evaluator *evaluator = evaluator_new(net, NET_F32, &error);
    Position p = position_empty(geometry_get(width, height));
    cellset_add(&p.stones[BLACK], 1);
    p.to_move = WHITE;
    CellSet vacant = position_vacant(&p), some = cellset_none();
    cellset_add(&some, width + 1);
    require(evaluator && evaluator_run(evaluator, &p, &first, &error) &&
            evaluator_run(evaluator, &p, &second, &error));
    if (is_finite(&first, vacant)) {
        outputs_compare(&first, &second, vacant);
        require(first.policy[1] == 0);
        require(evaluator_run_alone(evaluator, &p, some, &alone, &error));
        if (net->arch.planes != 4)
            outputs_compare(&first, &alone, some); // one plane says which moves are considered
    }
    evaluator_free(evaluator);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { LARGE = 1 << 16 };
    Error error = {0};
    Net *net = net_parse(data, size, "input", &error);
    require(net || error.text[0]);
    if (net && net_parameters(net) < LARGE) {
        net_evaluate(net, 3, 3);
        net_evaluate(net, 5, 4);
    }
    net_free(net);
    return 0;
}
