// review: the value of every position of a game, and what each move gave away.
#include "app/web.h"

#include <stdlib.h>

static const double BLUNDER = 0.25, MISTAKE = 0.12, STEP_SECONDS = 0.17;
enum { REVIEW_PV_MAX = 16 };

typedef struct ReviewPosition {
    Position position;
    bool may_swap;
    double value; // of the side to move
    Proof proof;
    Move best;
    int line_length;
    int16_t line[REVIEW_PV_MAX];
} ReviewPosition;

typedef struct Review {
    double playouts;
    bool swap;
    int count, done;          // positions
    ReviewPosition *position; // [count]
    PuctTree tree;
    uint64_t spent; // play-outs in the present position
} Review;

static bool game_swaps(const Game *game) {
    for (int i = 0; i < game->count; i++) {
        if (game->played[i].move == MOVE_SWAP_PIECES || game->played[i].move == MOVE_SWAP_SIDES) return true;
    }
    return false;
}

// The positions after 0, 1, 2, ... moves.
static bool positions_list(WebTask *task, Error *error) {
    Review *review = task->state;
    const Game *game = &task->game;
    Game walk;
    review->position = calloc((size_t)game->count + 1, sizeof *review->position);
    if (!review->position) return error_failure(error, "out of memory");
    game_init_position(&walk, &game->setup);
    for (int i = 0;; i++) {
        ReviewPosition *p = &review->position[review->count++];
        p->position = walk.now;
        p->best = MOVE_NONE;
        p->may_swap =
            review->swap && game_can_swap(&walk) && walk.now.geometry->width == walk.now.geometry->height;
        if (i == game->count || game->played[i].move == MOVE_RESIGN) return true;
        if (!game_play(&walk, game->played[i].color, game->played[i].move, error)) return false;
    }
}

static bool review_open(WebTask *task, const json_t *request, Error *error) {
    Review *review = task->state;
    if (!web_read_game(request, &task->game, error) ||
        !web_read_real(request, "playouts", 1, 1e5, 200, &review->playouts, error) ||
        !web_read_flag(request, "swap", game_swaps(&task->game), &review->swap, error))
        return false;
    if (task->web->net) return positions_list(task, error);
    task->code = "no_net";
    return error_input(error, "There is no network on this server, so it cannot review games.");
}

static void review_close(WebTask *task) {
    Review *review = task->state;
    puct_tree_free(&review->tree);
    free(review->position);
}

// --- Answers

static json_t *pv_json(const ReviewPosition *p) {
    const Geometry *g = p->position.geometry;
    json_t *line = json_array();
    if (p->best >= CELL_MAX) {
        json_array_append_new(line, json_move(g, p->best));
        return line;
    }
    json_decref(line);
    return web_line(g, p->line, p->line_length);
}

static json_t *position_json(const ReviewPosition *p, int number) {
    Color mover = p->position.to_move;
    return json_pack("{s:i, s:o, s:f, s:f, s:o, s:o, s:o}", "number", number, "to_move", json_color(mover),
                     "value", p->value, "black", mover == BLACK ? p->value : 1 - p->value, "proved",
                     p->proof == PROOF_NONE ? json_null()
                                            : json_string(p->proof == PROOF_WIN ? "win" : "loss"),
                     "best", json_move(p->position.geometry, p->best), "pv", pv_json(p));
}

// A proof seen by the side that moved: from its own position, or from the one it left to the opponent.
static const char *move_mark(const ReviewPosition *before, const ReviewPosition *after, double loss) {
    bool given_up = before->proof == PROOF_WIN && after->proof == PROOF_WIN;
    if (given_up) return "turning_point";
    return loss >= BLUNDER ? "blunder" : loss >= MISTAKE ? "mistake" : NULL;
}

static json_t *move_json(const Game *game, const ReviewPosition *list, int i) {
    const ReviewPosition *before = &list[i], *after = &list[i + 1];
    const Geometry *g = game->now.geometry;
    bool turn_kept = before->position.to_move == after->position.to_move; // never but after odd set-ups
    double value = turn_kept ? after->value : 1 - after->value;
    // The search may find the played move better than it thought.
    double best = before->value > value ? before->value : value, loss = best - value;
    const char *mark = move_mark(before, after, loss);
    return json_pack("{s:i, s:o, s:o, s:f, s:o, s:f, s:f, s:o, s:o}", "number", i + 1, "move",
                     json_move(g, game->played[i].move), "color", json_color(game->played[i].color), "value",
                     value, "best", json_move(g, before->best), "best_value", best, "loss", loss, "mark",
                     mark ? json_string(mark) : json_null(), "pv", pv_json(before));
}

static json_t *review_answer(WebTask *task) {
    const Review *review = task->state;
    json_t *positions = json_array(), *moves = json_array();
    for (int i = 0; i < review->done; i++)
        json_array_append_new(positions, position_json(&review->position[i], i));
    for (int i = 0; i + 1 < review->done; i++)
        json_array_append_new(moves, move_json(&task->game, review->position, i));
    return json_pack("{s:o, s:o, s:i, s:f, s:b, s:b}", "positions", positions, "moves", moves, "total",
                     review->count, "seconds", web_task_seconds(task), "stopped", false, "waiting", false);
}

// --- Steps

// With the swap rule the second player takes the better side.
static void swap_consider(ReviewPosition *p) {
    if (!p->may_swap || p->value >= 0.5) return;
    p->value = 1 - p->value;
    p->proof = p->proof == PROOF_LOSS ? PROOF_WIN : PROOF_NONE;
    p->best = MOVE_SWAP_PIECES;
}

static void position_finish(Review *review, const PuctReport *report) {
    ReviewPosition *p = &review->position[review->done++];
    review->spent = 0;
    p->value = report->value;
    p->proof = report->proof;
    if (report->count) {
        const PuctMove *best = &report->move[0];
        p->best = best->cell;
        p->line_length = best->line_length < REVIEW_PV_MAX ? best->line_length : REVIEW_PV_MAX;
        for (int i = 0; i < p->line_length; i++) p->line[i] = best->line[i];
    }
    swap_consider(p);
}

// A position that is over needs no search.
static bool position_decided(Review *review) {
    ReviewPosition *p = &review->position[review->done];
    Color winner = position_winner(&p->position);
    if (winner == EMPTY) return false;
    p->proof = winner == p->position.to_move ? PROOF_WIN : PROOF_LOSS;
    p->value = p->proof == PROOF_WIN;
    review->done++;
    return true;
}

static bool position_search(WebTask *task, WebWorker *worker, Puct *puct, Error *error) {
    Review *review = task->state;
    Observer observer = {task, web_task_cancelled, NULL};
    PuctLimits limits = {.threads = 1,
                         .whole = true,
                         .seconds = STEP_SECONDS,
                         .playouts = (uint64_t)review->playouts - review->spent};
    puct_swap_tree(puct, &review->tree);
    bool good = puct_search(puct, &review->position[review->done].position, &limits, &observer, error);
    if (good) puct_report(puct, &worker->report);
    puct_swap_tree(puct, &review->tree);
    if (!good) return false;
    review->spent += worker->report.playouts;
    if (review->spent >= (uint64_t)review->playouts || worker->report.proof != PROOF_NONE)
        position_finish(review, &worker->report);
    return true;
}

static WebStep review_step(WebTask *task, WebWorker *worker) {
    Review *review = task->state;
    Error error = {0};
    Puct *puct = web_worker_puct(worker, &error);
    if (!puct) return web_task_fail(task, &error);
    for (;;) {
        if (atomic_load(&task->stop) || review->done == review->count) return web_task_end(task);
        if (!position_decided(review) && !position_search(task, worker, puct, &error))
            return web_task_fail(task, &error);
        if (review->done < review->count && web_task_reports(task)) web_task_report(task);
        if (web_task_yields(task) && !atomic_load(&task->stop)) return STEP_MORE;
    }
}

const WebTaskType WEB_REVIEW = {
    .name = "review",
    .slot = SLOT_REVIEW,
    .lane = LANE_PROOFS,
    .state_size = sizeof(Review),
    .open = review_open,
    .step = review_step,
    .close = review_close,
    .answer = review_answer,
};
