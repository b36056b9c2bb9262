// review: the value of every position of a game, and what each move gave away (study/review.h). One piece of
// work, so reviews have threads of their own and wait for nobody else.
#include "app/web/task.h"
#include "app/web/web_session.h"

#include "api/inside_solve.h"
#include "app/report/review_report.h"

#include <stdlib.h>
#include <string.h>

// A position has this long for its proof: a reader waits.
static const double SOLVER_SECONDS = 0.3;
// When others wait, a review has this long.
static const double SHARED_SECONDS = 60;

typedef struct WebReview {
    double playouts;
    ReviewRule swap;
    json_t *last; // the newest answer; NULL before the first
} WebReview;

static bool rule_read(const json_t *request, ReviewRule *rule, Error *error) {
    static const char *const words[] = {"auto", "on", "off"};
    const char *word = web_read_text(request, "swap");
    *rule = REVIEW_RULE_AUTO;
    for (int i = 0; word && i < 3; i++) {
        *rule = (ReviewRule)i;
        if (!strcmp(word, words[i])) return true;
    }
    return !word || error_input(error, "'swap' must be on, off or auto");
}

static bool review_open(WebTask *task, const json_t *request, Error *error) {
    WebReview *review = task->state;
    return web_read_game(request, &task->game, error) &&
           web_read_real(request, "playouts", 1, 1e5, 200, &review->playouts, error) &&
           rule_read(request, &review->swap, error);
}

static void review_close(WebTask *task) {
    json_decref(((WebReview *)task->state)->last);
}

static json_t *review_answer(WebTask *task) {
    const WebReview *review = task->state;
    json_t *answer = review->last ? json_copy(review->last)
                                  : json_pack("{s:n, s:[], s:[], s:[], s:b, s:b, s:s, s:n, s:n}", "winner",
                                              "positions", "moves", "turning_points", "complete", false,
                                              "swap_rule", false, "swap_source", "none", "players", "coach");
    json_object_set_new(answer, "total", json_integer(task->game.count + 1));
    json_object_set_new(answer, "seconds", json_real(web_task_seconds(task)));
    json_object_set_new(answer, "waiting", json_boolean(!review->last));
    json_object_set_new(answer, "stopped", json_false());
    return answer;
}

// The answer so far; the coach, which is NULL before the end, stays the caller's.
static void answer_update(WebTask *task, const Review *reviewed, Coach *coach) {
    WebReview *review = task->state;
    mp_review shown = {*reviewed, coach};
    mp_game game = {task->game};
    json_decref(review->last);
    review->last = review_json(&game, &shown, coach);
}

static bool review_cancelled(void *context) {
    const WebTask *task = context;
    web_task_yields(task); // looks after the memory; whose turn it is does not matter here
    if (web_task_ends(task)) return true;
    return web_task_seconds(task) > SHARED_SECONDS && web_task_others_wait(task);
}

static void review_progress(void *context, const Review *reviewed, int done, int total) {
    WebTask *task = context;
    (void)done;
    (void)total;
    if (!web_task_reports(task)) return;
    answer_update(task, reviewed, NULL);
    web_task_report(task);
}

static WebStep review_step(WebTask *task) {
    const WebReview *review = task->state;
    Error error = {0};
    Review reviewed;
    ReviewOptions options = {.catalog = web_catalog(task->web),
                             .player = web_net(task->web) ? "net" : "mcts",
                             .playouts = (uint64_t)review->playouts,
                             .solver_seconds = SOLVER_SECONDS,
                             .memory = web_session_memory(web_sessions(task->web)),
                             .threads = web_task_threads(task),
                             .seed = 1,
                             .swap = review->swap};
    Observer observer = {task, review_cancelled, NULL};
    if (!web_memory_room(task, &error)) return web_task_fail(task, &error);
    bool good = review_game(&task->game, &options, &observer, review_progress, task, &reviewed, &error);
    Coach *coach = good ? coach_review(&reviewed, &observer, &error) : NULL;
    good = coach;
    if (good) answer_update(task, &reviewed, coach);
    free(coach);
    review_free(&reviewed);
    return good ? web_task_end(task) : web_task_fail(task, &error);
}

const WebTaskType WEB_REVIEW = {
    .name = "review",
    .slot = SLOT_REVIEW,
    .crew = CREW_REVIEWS,
    .rank = RANK_SHORT,
    .state_size = sizeof(WebReview),
    .open = review_open,
    .step = review_step,
    .close = review_close,
    .answer = review_answer,
};
