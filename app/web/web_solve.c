// solve, reply and openings: proofs, found in slices with a graph that stays between them.
//
// The graph is a session's. When others hold all graphs, a request first has a trial with a small one of its own.
// That answers short questions, which need not wait for long ones.
#include "app/web/task.h"
#include "app/web/web_openings.h"
#include "app/web/web_session.h"

#include <string.h>

static const double SOLVE_SECONDS = 60, REPLY_SECONDS = 30;
// A move that is not decided within this is put off; in the next round each has four times as long.
static const double ROUND_SECONDS = 10, ROUND_FACTOR = 4;
// When someone waits for a session, a request may hold one for this long.
static const double SHARED_SECONDS = 20;
// A request is taken for a short one, and has a trial where there is no session, until it has computed for this long.
static const double SHORT_SECONDS = 0.3;
// Until it has computed for this long it goes before those.
static const double FIRST_SECONDS = 0.02;

typedef struct Solve {
    const SolveMethod *method;
    double seconds;
    bool over;    // the game was over
    bool empty;   // the board is: what is found goes to the opening map
    bool waiting; // for a session
    Truth truth;
    int question;      // being asked, or TRUTH_DONE
    double round;      // seconds that a move has in this round
    double in_round;   // seconds spent on the question in this round
    uint64_t nodes;    // of finished questions and slices
    Progress progress; // of the slice being searched
    WebSession *session;
    Solver trial; // while there is no session
    bool tried;   // the trial is done
} Solve;

// --- Reading

static const SolveMethod *method_named(const Catalog *catalog, const char *name) {
    const SolveMethod *method = name ? solve_method_find(catalog->methods, name) : catalog->methods[0];
    return method && method->keeps ? method : NULL;
}

static bool solve_begin(WebTask *task, bool all_moves) {
    Solve *solve = task->state;
    const Position *now = &task->game.now;
    Color winner = game_winner(&task->game);
    solve->question = TRUTH_DONE;
    solve->over = winner != EMPTY;
    if (solve->over) {
        solve->truth = (Truth){.position = *now, .all_moves = all_moves, .asked = true};
        solve->truth.root = (Answer){.winner = winner, .move = MOVE_NONE};
        return true;
    }
    truth_start(&solve->truth, now, all_moves);
    solve->round = ROUND_SECONDS;
    solve->empty =
        all_moves && now->to_move == BLACK && cellset_equal(position_vacant(now), now->geometry->all);
    if (solve->empty) web_openings_load(web_openings(task->web), &solve->truth);
    return true;
}

static bool solve_open(WebTask *task, const json_t *request, Error *error) {
    Solve *solve = task->state;
    bool all_moves;
    solve->method = method_named(web_catalog(task->web), web_read_text(request, "method"));
    if (!solve->method) return error_input(error, "There is no method of this name for the page.");
    return web_read_game(request, &task->game, error) &&
           web_read_flag(request, "all_moves", false, &all_moves, error) &&
           web_read_real(request, "time", 0, WEB_SOLVE_TIME_MAX, SOLVE_SECONDS, &solve->seconds, error) &&
           solve_begin(task, all_moves);
}

static bool reply_open(WebTask *task, const json_t *request, Error *error) {
    Solve *solve = task->state;
    solve->method = web_catalog(task->web)->methods[0];
    return web_read_game(request, &task->game, error) &&
           web_read_real(request, "time", 0, WEB_SOLVE_TIME_MAX, REPLY_SECONDS, &solve->seconds, error) &&
           solve_begin(task, false);
}

// Every opening is a question of its own; who wins the empty board is not.
static bool openings_open(WebTask *task, const json_t *request, Error *error) {
    Solve *solve = task->state;
    const Geometry *geometry = web_read_geometry(request, error);
    solve->method = web_catalog(task->web)->methods[0];
    if (!geometry ||
        !web_read_real(request, "time", 0, WEB_SOLVE_TIME_MAX, SOLVE_SECONDS, &solve->seconds, error))
        return false;
    game_init(&task->game, geometry);
    solve_begin(task, true);
    solve->truth.asked = true;
    return true;
}

static void solve_close(WebTask *task) {
    Solve *solve = task->state;
    solver_release(&solve->trial);
    if (!solve->session) return;
    web_session_give(web_sessions(task->web), solve->session, !atomic_load(&task->starved));
    solve->session = NULL;
    web_unblock(task->web);
}

// --- Answers

static json_t *list_json(const Solve *solve, CellSet cells) {
    return solve->truth.all_moves ? json_cells(solve->truth.position.geometry, cells) : json_null();
}

static json_t *progress_line(const Solve *solve) {
    const Geometry *g = solve->truth.position.geometry;
    json_t *line = json_array(), *rest = web_line(g, solve->progress.line, solve->progress.line_length);
    if (solve->question >= 0) json_array_append_new(line, json_cell(g, solve->question));
    json_array_extend(line, rest);
    json_decref(rest);
    return line;
}

static json_t *solve_answer(WebTask *task) {
    const Solve *solve = task->state;
    const Truth *truth = &solve->truth;
    const Geometry *g = truth->position.geometry;
    json_t *answer = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:f, s:s}", "winner", json_color(truth->root.winner),
        "to_move", json_color(truth->position.to_move), "move", json_move(g, truth->root.move), "carrier",
        json_cells(g, truth->root.carrier), "winning_moves", list_json(solve, truth->winning), "losing_moves",
        list_json(solve, truth->losing), "unknown_moves", list_json(solve, truth->unknown), "nodes",
        (json_int_t)(solve->nodes + solve->progress.nodes), "seconds", web_task_seconds(task), "method",
        solve->method->name);
    json_t *more = json_pack("{s:I, s:I, s:o, s:o, s:b, s:b}", "proof", (json_int_t)solve->progress.proof,
                             "disproof", (json_int_t)solve->progress.disproof, "line", progress_line(solve),
                             "at", json_cell(g, solve->question >= 0 ? solve->question : CELL_NONE),
                             "waiting", solve->waiting, "stopped", false);
    json_object_update(answer, more);
    json_decref(more);
    return answer;
}

static json_t *openings_answer(WebTask *task) {
    const Solve *solve = task->state;
    const Truth *truth = &solve->truth;
    const Geometry *g = truth->position.geometry;
    return json_pack("{s:o, s:o, s:o, s:o, s:I, s:f, s:b, s:b}", "winning", json_cells(g, truth->winning),
                     "losing", json_cells(g, truth->losing), "unknown", json_cells(g, truth->unknown), "at",
                     json_cell(g, solve->question >= 0 ? solve->question : CELL_NONE), "nodes",
                     (json_int_t)(solve->nodes + solve->progress.nodes), "seconds", web_task_seconds(task),
                     "waiting", solve->waiting, "stopped", false);
}

// --- Steps

static void solve_progress(void *context, const Progress *progress) {
    WebTask *task = context;
    Solve *solve = task->state;
    if (!web_task_reports(task)) return;
    solve->progress = *progress;
    web_task_report(task);
}

static bool time_over(WebTask *task) {
    const Solve *solve = task->state;
    double seconds = web_task_seconds(task);
    return seconds >= solve->seconds || (seconds > SHARED_SECONDS && web_someone_blocked(task->web));
}

// The next question; after the last move of a round, those that were put off.
static int question_next(Solve *solve) {
    int question = truth_next(&solve->truth);
    if (question != TRUTH_DONE || !truth_again(&solve->truth)) return question;
    solve->round *= ROUND_FACTOR;
    return truth_next(&solve->truth);
}

// Searches until the question is answered or put off, time is over or others want their turn. False on a
// failure.
static bool question_ask(WebTask *task, Error *error) {
    Solve *solve = task->state;
    const WebSessions *sessions = web_sessions(task->web);
    double start = web_task_seconds(task), left = solve->seconds - start;
    if (!solve->session && SHORT_SECONDS - start < left) left = SHORT_SECONDS - start;
    bool rationed = solve->question >= 0;
    if (rationed && solve->round - solve->in_round < left) left = solve->round - solve->in_round;
    Solver *solver = solve->session ? web_session_solver(solve->session) : &solve->trial;
    Observer observer = {task, web_task_cancelled, solve_progress};
    Budget budget = {.seconds = left > 1e-6 ? left : 1e-6,
                     .memory = solve->session ? web_session_memory(sessions) : web_trial_memory(sessions),
                     .threads = 1,
                     .observer = &observer};
    Position position = truth_question(&solve->truth, solve->question);
    Answer answer;
    bool good = solve_position(solve->method, &position, &budget, solver, &answer, error);
    solve->nodes += answer.nodes;
    solve->progress = (Progress){.proof = solve->progress.proof, .disproof = solve->progress.disproof};
    solve->in_round += web_task_seconds(task) - start;
    bool put_off = rationed && solve->in_round >= solve->round;
    if (!good || (answer.winner == EMPTY && !put_off)) return good;
    solve->in_round = 0;
    truth_answer(&solve->truth, solve->question, &answer);
    if (solve->empty) web_openings_save(web_openings(task->web), &solve->truth);
    return true;
}

static WebStep solve_end(WebTask *task) {
    Solve *solve = task->state;
    if (!solve->over) truth_finish(&solve->truth);
    solve->question = TRUTH_DONE;
    solve->progress = (Progress){0};
    solve_close(task); // the next request may come as soon as this one is answered
    return web_task_end(task);
}

// Asks one question after the other until the step is over. `over`: all is known, or the limits came.
static bool questions_ask(WebTask *task, bool *over, Error *error) {
    Solve *solve = task->state;
    for (;;) {
        solve->question = question_next(solve);
        *over = solve->question == TRUTH_DONE || web_task_ends(task) || time_over(task);
        if (*over) return true;
        if (!question_ask(task, error)) return false;
        if (web_task_reports(task)) web_task_report(task);
        bool trial_over = !solve->session && web_task_seconds(task) >= SHORT_SECONDS;
        if ((trial_over || web_task_yields(task)) && !web_task_ends(task)) return true;
    }
}

// A trial that fails, for want of memory as a rule, says nothing about the question.
static WebStep trial_step(WebTask *task) {
    Solve *solve = task->state;
    bool over = false, good = questions_ask(task, &over, NULL);
    if (good && over) return solve_end(task);
    solve->tried = !good || web_task_seconds(task) >= SHORT_SECONDS;
    if (!solve->tried) return STEP_MORE;
    solver_release(&solve->trial);
    solve->in_round = 0;
    solve->waiting = true;
    web_task_report(task);
    return STEP_MORE; // whether a session has become free
}

static WebStep session_step(WebTask *task) {
    Solve *solve = task->state;
    Error error = {0};
    bool over = false;
    solve->waiting = false;
    solver_release(&solve->trial); // of a trial that a session ended
    if (!questions_ask(task, &over, &error)) return web_task_fail(task, &error);
    return over ? solve_end(task) : STEP_MORE;
}

static WebRank rank_after(double seconds) {
    return seconds < FIRST_SECONDS ? RANK_SHORT : seconds < SHORT_SECONDS ? RANK_TRIAL : RANK_LONG;
}

static WebStep solve_step(WebTask *task) {
    Solve *solve = task->state;
    WebSessions *sessions = web_sessions(task->web);
    if (solve->over || web_task_ends(task)) return solve_end(task);
    web_task_waits(task);
    if (!solve->session)
        solve->session = web_session_take(sessions, task->client, (int)task->type->slot, solve->method);
    WebStep step = solve->session ? session_step(task) : solve->tried ? STEP_BLOCKED : trial_step(task);
    task->rank = rank_after(web_task_seconds(task));
    return step;
}

const WebTaskType WEB_SOLVE = {
    .name = "solve",
    .slot = SLOT_SOLVE,
    .crew = CREW_STEPS,
    .rank = RANK_SHORT,
    .state_size = sizeof(Solve),
    .open = solve_open,
    .step = solve_step,
    .close = solve_close,
    .answer = solve_answer,
};

const WebTaskType WEB_REPLY = {
    .name = "reply",
    .slot = SLOT_SOLVE,
    .crew = CREW_STEPS,
    .rank = RANK_SHORT,
    .state_size = sizeof(Solve),
    .open = reply_open,
    .step = solve_step,
    .close = solve_close,
    .answer = solve_answer,
};

const WebTaskType WEB_OPENINGS = {
    .name = "openings",
    .slot = SLOT_OPENINGS,
    .crew = CREW_STEPS,
    .rank = RANK_SHORT,
    .state_size = sizeof(Solve),
    .open = openings_open,
    .step = solve_step,
    .close = solve_close,
    .answer = openings_answer,
};
