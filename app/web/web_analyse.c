// analyse: a search with the net whose tree stays with the client, grown a slice at a time.
//
// The first step is one look at the position by the net alone, so that an answer comes at once however many
// clients wait.
#include "api/inside_analysis.h"
#include "app/report/analysis_report.h"
#include "app/web/task.h"
#include "app/web/trees.h"

#include <stdlib.h>

static const double ANALYSE_SECONDS_MAX = 600;
static const double STEP_SECONDS = 0.17; // then there is something to report
enum { PV_MAX = 24 };

typedef struct Analyse {
    double playouts, seconds; // 0: no limit
    uint64_t done;            // play-outs of this request
    bool looked;              // the first step is done
    json_t *last;             // the newest answer; NULL before the first step
} Analyse;

static bool analyse_open(WebTask *task, const json_t *request, Error *error) {
    Analyse *analyse = task->state;
    if (!web_read_open_game(task, request, error) ||
        !web_read_real(request, "playouts", 0, 1e9, 0, &analyse->playouts, error) ||
        !web_read_real(request, "time", 0, ANALYSE_SECONDS_MAX, 0, &analyse->seconds, error))
        return false;
    if (!(analyse->seconds > 0)) analyse->seconds = ANALYSE_SECONDS_MAX;
    if (web_net(task->web)) return true;
    task->code = "no_net";
    return error_input(error, "There is no network on this server, so it cannot analyse.");
}

static void analyse_close(WebTask *task) {
    json_decref(((Analyse *)task->state)->last);
}

static json_t *analyse_answer(WebTask *task) {
    const Analyse *analyse = task->state;
    if (analyse->last) return json_copy(analyse->last);
    return json_pack("{s:o, s:f, s:n, s:i, s:f, s:[]}", "to_move", json_color(task->game.now.to_move),
                     "value", 0.5, "proved", "visits", 0, "seconds", 0.0, "moves");
}

static void answer_update(WebTask *task, const SearchReport *report) {
    Analyse *analyse = task->state;
    json_t *moves = json_array();
    for (int i = 0; i < report->count; i++) {
        const SearchMove *move = &report->move[i];
        if (!move->visits && move->prior < 0.001 && move->proof == PROOF_NONE && i) continue;
        mp_candidate candidate = candidate_out(move);
        json_array_append_new(
            moves, analysis_move_json(mp_game_seen(&task->game), &candidate, move->visits ? PV_MAX : 0));
    }
    json_decref(analyse->last);
    analyse->last = json_pack(
        "{s:o, s:f, s:o, s:I, s:f, s:b, s:o}", "to_move", json_color(task->game.now.to_move), "value",
        report->value, "proved", analysis_proof_json(proved_out(report->proof)), "visits",
        (json_int_t)report->visits, "seconds", web_task_seconds(task), "stopped", false, "moves", moves);
}

// What one step found.
typedef struct Found {
    bool fits; // the tree is within its share of the memory
    SearchReport report;
} Found;

static Budget step_budget(const WebTask *task, const Observer *observer) {
    const Analyse *analyse = task->state;
    Budget budget = {.seconds = STEP_SECONDS, .threads = 1, .observer = observer};
    double left = analyse->playouts - (double)analyse->done;
    if (analyse->playouts > 0) budget.nodes = left > 1 ? (uint64_t)left : 1;
    if (analyse->looked)
        budget.threads = web_task_threads(task);
    else
        budget.nodes = 1;
    return budget;
}

static bool search_step(WebTask *task, Found *found, Error *error) {
    Analyse *analyse = task->state;
    Observer observer = {task, web_task_cancelled, NULL};
    Budget budget = step_budget(task, &observer);
    Puct *puct = web_tree_take(web_trees(task->web), task->client, error);
    if (!puct) return false;
    bool good = puct_search(puct, &task->game.now, &budget, END_WITH_BUDGET, error);
    if (good) puct_report(puct, &found->report);
    found->fits = web_tree_give(web_trees(task->web), task->client, puct);
    if (good) analyse->done += found->report.playouts;
    return good;
}

static bool analyse_over(const WebTask *task, const Found *found) {
    const Analyse *analyse = task->state;
    return !found->fits || web_task_ends(task) || found->report.proof != PROOF_NONE ||
           web_task_seconds(task) >= analyse->seconds ||
           (analyse->playouts > 0 && (double)analyse->done >= analyse->playouts);
}

// Tells what was found, if it is time to; whether the analysis continues.
static WebStep step_tell(WebTask *task, const Found *found) {
    Analyse *analyse = task->state;
    bool first = !analyse->looked, over = analyse_over(task, found);
    bool due = over || web_task_reports(task) || first;
    analyse->looked = true;
    task->rank = RANK_LONG;
    if (due) answer_update(task, &found->report);
    if (over) return web_task_end(task);
    if (due) web_task_report(task);
    return STEP_MORE;
}

static WebStep analyse_step(WebTask *task) {
    Error error = {0};
    if (atomic_load(&task->stop)) return web_task_end(task);
    Found *found = calloc(1, sizeof *found); // large for a stack
    if (!found) error_failure(&error, "The server is out of memory.");
    bool good = found && search_step(task, found, &error);
    WebStep step = good ? step_tell(task, found) : web_task_fail(task, &error);
    free(found);
    return step;
}

const WebTaskType WEB_ANALYSE = {
    .name = "analyse",
    .slot = SLOT_ANALYSE,
    .crew = CREW_STEPS,
    .rank = RANK_LOOK,
    .state_size = sizeof(Analyse),
    .open = analyse_open,
    .step = analyse_step,
    .close = analyse_close,
    .answer = analyse_answer,
};
