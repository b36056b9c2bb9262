// template: whether a template holds, what it could spare, what breaks it; or the reply to one intrusion.
#include "app/report/template_report.h"
#include "app/web/task.h"
#include "app/web/web_session.h"

#include <string.h>

static const double TEMPLATE_SECONDS = 10;
// A request is taken for a short one until it has computed for this long.
static const double SHORT_SECONDS = 0.3;

typedef struct TemplateTask {
    Template template;
    double seconds;
    TemplateCheck *check; // NULL: the request is for the reply to an intrusion
    int intrusion, reply; // cells of the drawing, or CELL_NONE
    TemplateBoard board;  // after the intrusion, Black to move
    TemplateVerdict verdict;
    bool joined; // after the reply the ends are joined for good
    WebSession *session;
    Solver own; // where there is no session
} TemplateTask;

// --- Reading

static bool cells_take(const json_t *request, const char *key, const Geometry *g, CellSet *cells,
                       Error *error) {
    return web_read_cells(g, json_object_get(request, key), key, cells, error);
}

static bool edges_take(const json_t *request, Template *t, Error *error) {
    size_t i;
    json_t *value;
    const json_t *edges = json_object_get(request, "edges");
    if (edges && !json_is_array(edges)) return error_input(error, "'edges' should be a list");
    json_array_foreach(edges, i, value) {
        const char *name = json_string_value(value);
        bool top = name && !strcmp(name, "top"), bottom = name && !strcmp(name, "bottom");
        if (!top && !bottom) return error_input(error, "an edge is \"top\" or \"bottom\"");
        t->top |= top;
        t->bottom |= bottom;
    }
    return true;
}

static bool template_take(const json_t *request, Template *t, Error *error) {
    char name[CELL_NAME_MAX];
    const Geometry *g = t->geometry = web_read_geometry(request, error);
    if (!g || !cells_take(request, "stones", g, &t->stones, error) ||
        !cells_take(request, "carrier", g, &t->carrier, error) ||
        !cells_take(request, "upper", g, &t->up, error) ||
        !cells_take(request, "lower", g, &t->down, error) || !edges_take(request, t, error))
        return false;
    int both = cellset_first(cellset_and(t->stones, t->carrier));
    if (both >= 0) return error_input(error, "%s is a stone and empty", cell_name(g, both, name));
    int loose = cellset_first(cellset_minus(cellset_or(t->up, t->down), t->stones));
    return loose < 0 || error_input(error, "%s marks an end, but is no stone", cell_name(g, loose, name));
}

// The board after the intrusion.
static bool intrusion_take(TemplateTask *task, const json_t *request, Error *error) {
    const char *name = web_read_text(request, "intrusion");
    const Template *t = &task->template;
    task->intrusion = task->reply = CELL_NONE;
    if (!name) return true;
    task->intrusion = cell_parse(t->geometry, name, (int)strnlen(name, 20));
    if (task->intrusion == CELL_NONE || !cellset_has(t->carrier, task->intrusion))
        return error_input(error, "an intrusion is at an empty cell of the template");
    if (!template_board(t, &task->board, error)) return false;
    cellset_add(&task->board.position.stones[WHITE], template_placed(t, &task->board, task->intrusion));
    task->board.position.to_move = BLACK;
    return true;
}

static bool template_open(WebTask *web_task, const json_t *request, Error *error) {
    TemplateTask *task = web_task->state;
    bool minimal;
    if (!template_take(request, &task->template, error) || !intrusion_take(task, request, error) ||
        !web_read_flag(request, "minimal", true, &minimal, error) ||
        !web_read_real(request, "time", 0, WEB_SOLVE_TIME_MAX, TEMPLATE_SECONDS, &task->seconds, error))
        return false;
    if (task->intrusion != CELL_NONE) return true;
    task->check = template_check_new(&task->template, (TemplateAims){.minimal = minimal}, error);
    if (!task->check) web_task->code = "no_template"; // its ends are not right
    return task->check;
}

static void template_close(WebTask *web_task) {
    TemplateTask *task = web_task->state;
    template_check_free(task->check);
    task->check = NULL;
    solver_release(&task->own);
    if (!task->session) return;
    web_session_give(web_sessions(web_task->web), task->session, !atomic_load(&web_task->starved));
    task->session = NULL;
    web_unblock(web_task->web);
}

// --- Answers

static json_t *template_answer(WebTask *web_task) {
    const TemplateTask *task = web_task->state;
    const Geometry *g = task->template.geometry;
    TemplateVerdict verdict = task->check ? template_check_verdict(task->check) : task->verdict;
    json_t *answer = template_json(&task->template);
    template_verdict_json(answer, &task->template, &verdict);
    json_object_set_new(answer, "seconds", json_real(web_task_seconds(web_task)));
    json_object_set_new(answer, "intrusion", json_cell(g, task->intrusion));
    json_object_set_new(answer, "reply", json_cell(g, task->reply));
    json_object_set_new(answer, "joined", json_boolean(task->joined));
    json_object_set_new(answer, "stopped", json_false());
    return answer;
}

// --- Steps

static void reply_take(TemplateTask *task, const Answer *answer) {
    Position after = task->board.position;
    bool move = answer->move >= 0 && answer->move < after.geometry->cells;
    task->verdict.state = answer->winner == BLACK ? TEMPLATE_HOLDS : TEMPLATE_BROKEN;
    if (answer->winner != BLACK || !move) return;
    CellSet drawn = template_cells(&task->template, &task->board, cellset_of(answer->move));
    task->reply = cellset_first(drawn);
    cellset_add(&after.stones[BLACK], answer->move);
    task->joined = position_winner(&after) == BLACK;
}

static bool reply_ask(TemplateTask *task, Solver *solver, const Budget *budget, bool *done, Error *error) {
    Answer answer = answer_unknown();
    if (!solve_position(&SOLVE_AUTO, &task->board.position, budget, solver, &answer, error)) return false;
    task->verdict.nodes += answer.nodes;
    *done = answer.winner != EMPTY;
    if (*done) reply_take(task, &answer);
    return true;
}

static WebStep template_step(WebTask *web_task) {
    TemplateTask *task = web_task->state;
    WebSessions *sessions = web_sessions(web_task->web);
    Error error = {0};
    double left = task->seconds - web_task_seconds(web_task);
    if (left <= 0 || web_task_ends(web_task)) return web_task_end(web_task);
    if (!task->session)
        task->session = web_session_take(sessions, web_task->client, (int)web_task->type->slot, &SOLVE_AUTO);
    Solver *solver = task->session ? web_session_solver(task->session) : &task->own;
    Observer observer = {web_task, web_task_cancelled, NULL};
    Budget budget = {.seconds = left < SHORT_SECONDS ? left : SHORT_SECONDS,
                     .memory = task->session ? web_session_memory(sessions) : web_trial_memory(sessions),
                     .threads = 1,
                     .observer = &observer};
    bool done = false, good = task->check ? template_check_step(task->check, solver, &budget, &done, &error)
                                          : reply_ask(task, solver, &budget, &done, &error);
    if (!good) return web_task_fail(web_task, &error);
    if (done) return web_task_end(web_task);
    web_task->rank = web_task_seconds(web_task) < SHORT_SECONDS ? RANK_TRIAL : RANK_LONG;
    if (web_task_reports(web_task)) web_task_report(web_task);
    return STEP_MORE;
}

const WebTaskType WEB_TEMPLATE = {
    .name = "template",
    .slot = SLOT_TEMPLATE,
    .crew = CREW_STEPS,
    .rank = RANK_SHORT,
    .state_size = sizeof(TemplateTask),
    .open = template_open,
    .step = template_step,
    .close = template_close,
    .answer = template_answer,
};
