/* Entry points of the search: one per step, each over all games of a batch.
 *
 * Built by nvcc for the GPU (one warp per game, four per block) or by g++ -x c++ for the CPU (a loop).
 * Every entry takes the Search by pointer, passes it on by value and returns 0 or a CUDA error code.
 * Nothing waits: on the GPU the work is queued on the stream given, so that it can be captured.
 */
#include "game.h"

enum { WARPS = 4 };

typedef struct {
    NetOutput out;
    int sim;
} StepArgs;

typedef enum { STEP_START, STEP_OPEN, STEP_ROOT, STEP_SELECT, STEP_EXPAND, STEP_MOVE } Step;

DEV void step_run(const Search *s, int step, int g, Board *b, const StepArgs *a) {
    switch (step) {
    case STEP_START:
        game_start(s, g, b);
        break;
    case STEP_OPEN:
        game_open(s, g, b);
        break;
    case STEP_ROOT:
        puct_on(s) ? puct_root(s, g, &a->out) : game_root(s, g, &a->out);
        break;
    case STEP_SELECT:
        puct_on(s) ? puct_select(s, g, b) : game_select(s, g, b, a->sim);
        break;
    case STEP_EXPAND:
        puct_on(s) ? puct_expand(s, g, &a->out) : game_expand(s, g, &a->out);
        break;
    case STEP_MOVE:
        game_move(s, g, b);
        break;
    }
}

#ifdef __CUDACC__
template <int STEP>
static __global__ void __launch_bounds__(32 * WARPS)
    step_kernel(const __grid_constant__ Search s, const __grid_constant__ StepArgs a) {
    __shared__ Board boards[WARPS];
    int warp = (int)threadIdx.x / 32, g = (int)blockIdx.x * WARPS + warp;
    if (g < s.games) step_run(&s, STEP, g, &boards[warp], &a);
}

template <int STEP> static int step_launch(const Search *s, StepArgs a, void *stream) {
    step_kernel<STEP><<<(s->games + WARPS - 1) / WARPS, 32 * WARPS, 0, (cudaStream_t)stream>>>(*s, a);
    return (int)cudaGetLastError();
}
#define LAUNCH(step, args) return step_launch<step>(s, args, stream)
#else
static int step_loop(const Search *s, int step, StepArgs a) {
    Board b;
    for (int g = 0; g < s->games; g++) step_run(s, step, g, &b, &a);
    return 0;
}
#define LAUNCH(step, args) return (void)stream, step_loop(s, step, args)
#endif

static StepArgs args_make(const float *c0, const float *v0, const float *c1, const float *v1, int sim) {
    StepArgs a = {{{c0, c1}, {v0, v1}}, sim};
    return a;
}

extern "C" {

int mp_struct_size(void) {
    return (int)sizeof(Search);
}
int mp_feature_size(void) {
    return (int)sizeof(Feature);
}

int mp_start(const Search *s, void *stream) {
    LAUNCH(STEP_START, args_make(0, 0, 0, 0, 0));
}
int mp_open(const Search *s, void *stream) {
    LAUNCH(STEP_OPEN, args_make(0, 0, 0, 0, 0));
}
int mp_select(const Search *s, int sim, void *stream) {
    LAUNCH(STEP_SELECT, args_make(0, 0, 0, 0, sim));
}
int mp_move(const Search *s, void *stream) {
    LAUNCH(STEP_MOVE, args_make(0, 0, 0, 0, 0));
}

int mp_root(const Search *s, const float *c0, const float *v0, const float *c1, const float *v1,
            void *stream) {
    LAUNCH(STEP_ROOT, args_make(c0, v0, c1, v1, 0));
}
int mp_expand(const Search *s, const float *c0, const float *v0, const float *c1, const float *v1,
              void *stream) {
    LAUNCH(STEP_EXPAND, args_make(c0, v0, c1, v1, 0));
}

#ifndef __CUDACC__
/* For the tests: plays the moves on an empty board, Black first; the winner after each, 0 none. */
int mp_winners(int w, int h, const int32_t *moves, int count, int8_t *winner) {
    Board b;
    board_clear(&b, w * h);
    for (int k = 0; k < count; k++)
        winner[k] = board_place(&b, w, h, moves[k], 1 + k % 2) ? (int8_t)(1 + k % 2) : 0;
    return 0;
}
#endif
}
