// analyse: a search with the net whose tree stays with the client, grown a slice at a time.
//
// A worker brings its evaluator, the client its tree. The first step is one look at the position by the net
// alone, by threads that do nothing else, so that an answer comes at once however many clients wait.
#include "app/web/web.h"

static const double ANALYSE_SECONDS_MAX = 600;
static const double STEP_SECONDS = 0.17; // then there is something to report
static const uint64_t TREE_MIN = 8 << 20;
enum { PV_MAX = 24 };

typedef struct Analyse {
    double playouts, seconds; // 0: no limit
    uint64_t done;            // play-outs of this request
    bool looked;              // the first step is behind
    json_t *last;             // the newest answer; NULL before the first step
} Analyse;

static bool analyse_open(WebTask *task, const json_t *request, Error *error) {
    Analyse *analyse = task->state;
    if (!web_read_open_game(task, request, error) ||
        !web_read_real(request, "playouts", 0, 1e9, 0, &analyse->playouts, error) ||
        !web_read_real(request, "time", 0, ANALYSE_SECONDS_MAX, 0, &analyse->seconds, error))
        return false;
    if (!(analyse->seconds > 0)) analyse->seconds = ANALYSE_SECONDS_MAX;
    if (task->web->net) return true;
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

static json_t *proof_json(Proof proof) {
    return proof == PROOF_NONE ? json_null() : json_string(proof == PROOF_WIN ? "win" : "loss");
}

static json_t *move_json(const Geometry *g, const PuctMove *move) {
    int length = move->visits ? move->line_length < PV_MAX ? move->line_length : PV_MAX : 0;
    return json_pack("{s:o, s:f, s:I, s:f, s:o, s:o}", "move", json_cell(g, move->cell), "value", move->value,
                     "visits", (json_int_t)move->visits, "prior", move->prior, "proved",
                     proof_json(move->proof), "pv", web_line(g, move->line, length));
}

static void answer_update(WebTask *task, const PuctReport *report) {
    Analyse *analyse = task->state;
    const Geometry *g = task->game.now.geometry;
    json_t *moves = json_array();
    for (int i = 0; i < report->count; i++) {
        const PuctMove *move = &report->move[i];
        if (!move->visits && move->prior < 0.001 && move->proof == PROOF_NONE && i) continue;
        json_array_append_new(moves, move_json(g, move));
    }
    json_decref(analyse->last);
    analyse->last = json_pack("{s:o, s:f, s:o, s:I, s:f, s:b, s:o}", "to_move",
                              json_color(task->game.now.to_move), "value", report->value, "proved",
                              proof_json(report->proof), "visits", (json_int_t)report->visits, "seconds",
                              web_task_seconds(task), "stopped", false, "moves", moves);
}

// The bytes that one tree may take: an even share of all, so that many clients keep within the whole.
static uint64_t tree_share(Web *web) {
    uint64_t share = web->setup.memory / 2 / (uint64_t)(web->trees > 1 ? web->trees : 2);
    return share > TREE_MIN ? share : TREE_MIN;
}

// With the lock: takes the tree of a client that does not analyse just now, when all trees take too much.
static PuctTree idle_tree_take(Web *web) {
    PuctTree taken = {0};
    if (web->tree_bytes <= web->setup.memory / 2) return taken;
    for (WebClient *client = web->first; client && !taken.root; client = client->next) {
        if (client->slot[SLOT_ANALYSE] || !client->tree.root) continue;
        taken = client->tree;
        client->tree = (PuctTree){0};
        web->tree_bytes -= taken.bytes;
        web->trees--;
    }
    return taken;
}

// Counts the client's tree anew; false when it has grown too large, and is gone then.
static bool tree_account(WebTask *task, size_t bytes_before, bool had) {
    Web *web = task->web;
    PuctTree *tree = &task->client->tree;
    pthread_mutex_lock(&web->lock);
    web->tree_bytes += tree->bytes - bytes_before;
    web->trees += (tree->root != NULL) - had;
    bool fits = tree->bytes <= tree_share(web);
    if (!fits) {
        web->tree_bytes -= tree->bytes;
        web->trees--;
    }
    PuctTree idle = idle_tree_take(web);
    pthread_mutex_unlock(&web->lock);
    puct_tree_free(&idle);
    if (!fits) puct_tree_free(tree);
    return fits;
}

static bool search_step(WebTask *task, WebWorker *worker, Puct *puct, Error *error) {
    Analyse *analyse = task->state;
    PuctLimits limits = {.threads = 1, .whole = true, .seconds = STEP_SECONDS};
    Observer observer = {task, web_task_cancelled, NULL};
    if (analyse->playouts > 0)
        limits.playouts =
            analyse->playouts > (double)analyse->done ? (uint64_t)analyse->playouts - analyse->done : 1;
    if (!analyse->looked)
        limits.playouts = 1;
    else
        limits.threads = web_task_threads(task);
    puct_swap_tree(puct, &task->client->tree);
    bool good = puct_search(puct, &task->game.now, &limits, &observer, error);
    if (good) puct_report(puct, &worker->report);
    puct_swap_tree(puct, &task->client->tree);
    if (good) analyse->done += worker->report.playouts;
    return good;
}

static bool analyse_over(const WebTask *task, const PuctReport *report) {
    const Analyse *analyse = task->state;
    return report->proof != PROOF_NONE || task->spent >= analyse->seconds ||
           (analyse->playouts > 0 && (double)analyse->done >= analyse->playouts);
}

static WebStep analyse_step(WebTask *task, WebWorker *worker) {
    Analyse *analyse = task->state;
    Error error = {0};
    if (atomic_load(&task->stop)) return web_task_end(task);
    Puct *puct = web_worker_puct(worker, &error);
    size_t bytes = task->client->tree.bytes;
    bool had = task->client->tree.root;
    bool good = puct && search_step(task, worker, puct, &error), first = !analyse->looked;
    bool fits = tree_account(task, bytes, had);
    if (!good) return web_task_fail(task, &error);
    analyse->looked = true;
    task->lane = LANE_ANALYSE;
    bool over = !fits || analyse_over(task, &worker->report) || atomic_load(&task->stop);
    bool due = over || web_task_reports(task) || first;
    if (due) answer_update(task, &worker->report);
    if (over) return web_task_end(task);
    if (due) web_task_report(task);
    return STEP_MORE;
}

const WebTaskType WEB_ANALYSE = {
    .name = "analyse",
    .slot = SLOT_ANALYSE,
    .lane = LANE_LOOK,
    .state_size = sizeof(Analyse),
    .open = analyse_open,
    .step = analyse_step,
    .close = analyse_close,
    .answer = analyse_answer,
};
