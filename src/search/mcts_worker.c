#include "search/mcts_worker.h"

#include <string.h>

// --- Wins at once

enum { FROM_START = 1, FROM_END = 2 };

// Marks the stones of `color` that are joined to an edge, the edge's border included.
static void chains_mark(const Playout *playout, Color color, int side, uint8_t *mark) {
    const Grid *grid = playout->grid;
    const Geometry *g = grid->geometry;
    int16_t list[GRID_MAX];
    int count = 0, length = color == BLACK ? g->width : g->height, step = color == BLACK ? 1 : grid->stride;
    int line = side == 0 ? GRID_BORDER - 1 : GRID_BORDER + (color == BLACK ? g->height : g->width);
    int first = color == BLACK ? line * grid->stride + GRID_BORDER - side
                               : (GRID_BORDER - side) * grid->stride + line;
    uint8_t bit = side == 0 ? FROM_START : FROM_END;
    for (int i = 0; i <= length; i++) {
        list[count++] = (int16_t)(first + i * step);
        mark[first + i * step] |= bit;
    }
    while (count) {
        int point = list[--count];
        for (int d = 0; d < 6; d++) {
            int next = point + grid->offset[d];
            if (grid->border[next] != EMPTY || playout->color[next] != color || mark[next] & bit) continue;
            mark[next] |= bit;
            list[count++] = (int16_t)next;
        }
    }
}

// The points on which one stone of `color` joins its edges, at most `max`; returns how many, or -1 when they
// are joined already.
static int playout_winning_points(const Playout *playout, Color color, int16_t *point, int max) {
    const Grid *grid = playout->grid;
    uint8_t mark[GRID_MAX] = {0};
    int count = 0;
    chains_mark(playout, color, 0, mark);
    chains_mark(playout, color, 1, mark);
    for (int cell = 0; cell < grid->geometry->cells && count < max; cell++) {
        int at = grid->point[cell], both = 0;
        if (mark[at] == (FROM_START | FROM_END)) return -1;
        if (playout->color[at] != EMPTY) continue;
        for (int d = 0; d < 6; d++) both |= mark[at + grid->offset[d]];
        if (both == (FROM_START | FROM_END)) point[count++] = (int16_t)at;
    }
    return count;
}

// --- Expansion

typedef struct Outlook {
    Proof proof;
    int count;
    int16_t point[CELL_MAX]; // moves worth a search
} Outlook;

// What is decided at once. Chains of bridges are never longer than chains: most positions need no closer
// look.
static void outlook_take(const PriorView *view, Outlook *outlook) {
    const Playout *playout = view->playout;
    const Grid *grid = playout->grid;
    int wins = view->least[0] > 1 ? 0 : playout_winning_points(playout, view->mover, outlook->point, 1);
    outlook->proof = wins ? PROOF_WIN : PROOF_NONE;
    outlook->count = wins > 0 ? wins : 0;
    if (wins) return;
    int threats =
        view->least[1] > 1 ? 0 : playout_winning_points(playout, color_other(view->mover), outlook->point, 2);
    outlook->count = threats > 0 ? threats : 0;
    if (threats < 0 || threats > 1) outlook->proof = PROOF_LOSS;
    if (threats) return;
    for (int cell = 0; cell < grid->geometry->cells; cell++) {
        int point = grid->point[cell];
        if (playout->color[point] == EMPTY) outlook->point[outlook->count++] = (int16_t)point;
    }
}

static Position board_position_of(const Playout *board, Color mover) {
    const Grid *grid = board->grid;
    Position position = position_empty(grid->geometry);
    position.to_move = mover;
    for (int cell = 0; cell < grid->geometry->cells; cell++) {
        Color color = (Color)board->color[grid->point[cell]];
        if (color != EMPTY) cellset_add(&position.stones[color], cell);
    }
    return position;
}

static void priors_ask(const Worker *worker, const PriorView *view, const Outlook *outlook, float *prior) {
    const MctsJudge *judge = &worker->setting->options->judge;
    float by_cell[CELL_MAX];
    if (judge->prior && outlook->proof == PROOF_NONE) {
        Position position = board_position_of(&worker->board, view->mover);
        if (judge->prior(judge->context, worker->number, &position, by_cell)) {
            for (int i = 0; i < outlook->count; i++)
                prior[i] = by_cell[worker->setting->grid.cell[outlook->point[i]]];
            return;
        }
    }
    gammas_prior(worker->setting->gammas, view, outlook->count, outlook->point, prior);
}

// The judge's word on the moves; false when there is none.
static bool chances_ask(const Worker *worker, const Outlook *outlook, Color mover, float *by_cell) {
    const MctsJudge *judge = &worker->setting->options->judge;
    if (!judge->actions || outlook->proof != PROOF_NONE) return false;
    Position position = board_position_of(&worker->board, mover);
    return judge->actions(judge->context, worker->number, &position, by_cell);
}

UctNode *worker_expand(Worker *worker, Color mover, int own_last) {
    PriorView view;
    Outlook outlook;
    float prior[CELL_MAX], chance[CELL_MAX];
    prior_view(&view, &worker->board, mover, own_last);
    outlook_take(&view, &outlook);
    bool chances = chances_ask(worker, &outlook, mover, chance);
    UctNode *node = uct_new(&worker->tree->arena[worker->tree->active], outlook.count, chances);
    if (!node) return NULL;
    priors_ask(worker, &view, &outlook, prior);
    memcpy(uct_point(node), outlook.point, (size_t)outlook.count * sizeof *outlook.point);
    for (int i = 0; i < outlook.count; i++) atomic_init(&uct_prior(node)[i], prior[i]);
    for (int i = 0; chances && i < outlook.count; i++)
        uct_chance(node)[i] = chance[worker->setting->grid.cell[outlook.point[i]]];
    if (outlook.proof != PROOF_NONE)
        uct_prove(node, outlook.proof,
                  outlook.proof == PROOF_WIN && outlook.count ? outlook.point[0] : CELL_NONE);
    worker->nodes++;
    return node;
}

// Makes the node of a child; another thread's is taken if it was faster.
static UctNode *child_expand(Worker *worker, UctNode *parent, int child, Color mover, int own_last) {
    UctNode *made = worker_expand(worker, mover, own_last), *other = NULL;
    if (!made) return NULL;
    if (atomic_compare_exchange_strong_explicit(&uct_link(parent)[child], &other, made, memory_order_acq_rel,
                                                memory_order_acquire))
        return made;
    return other;
}

// --- Knowledge

static void fill_apply(Playout *board, const Fill *fill) {
    int last = board->last;
    uint16_t last_code = board->last_code;
    for (int i = 0; i < fill->count; i++) {
        const Stone *stone = &fill->stone[i];
        if (board->color[stone->point] == EMPTY) playout_place(board, stone->point, (Color)stone->color);
    }
    board->last = last;
    board->last_code = last_code;
}

// Keeps the cells that knowledge filled in with the node, and fills them in on the board.
static void fill_keep(Worker *worker, UctNode *node, const Position *before, const Position *filled) {
    const Grid *grid = worker->board.grid;
    CellSet more[2];
    int count = 0;
    for (int c = 0; c < 2; c++) {
        more[c] = cellset_minus(filled->stones[c], before->stones[c]);
        count += cellset_count(more[c]);
    }
    Fill *fill = count ? fill_new(&worker->tree->arena[worker->tree->active], count) : NULL;
    if (!fill) return;
    count = 0;
    for (int c = 0; c < 2; c++) {
        for (int cell; (cell = cellset_pop(&more[c])) >= 0;)
            fill->stone[count++] = (Stone){grid->point[cell], (int16_t)c};
    }
    atomic_store_explicit(&node->fill, fill, memory_order_release);
    fill_apply(&worker->board, fill);
}

// A win without a move holds whatever the winner plays: a move inside the proof makes sense.
static int win_point_choose(const Grid *grid, const UctNode *node, const Knowledge *knowledge) {
    if (knowledge->move >= 0) return grid->point[knowledge->move];
    int best = -1;
    for (int i = 0; i < node->count; i++) {
        int cell = grid->cell[uct_point(node)[i]];
        if (!cellset_is_empty(knowledge->proof) && !cellset_has(knowledge->proof, cell)) continue;
        if (best < 0 || uct_child_prior(node, i) > uct_child_prior(node, best)) best = i;
    }
    return best >= 0 ? uct_point(node)[best] : node->count ? uct_point(node)[0] : CELL_NONE;
}

static bool knower_ready(Worker *worker) {
    const Geometry *g = worker->setting->grid.geometry;
    if (worker->known != g) {
        static const KnowledgeOptions OPTIONS = {.persistent = true};
        knower_free(worker->knower);
        worker->knower = knower_new(g, &OPTIONS, NULL);
        worker->known = worker->knower ? g : NULL;
    }
    return worker->knower;
}

// Studies the position on the worker's board, which is the node's.
static void worker_study(Worker *worker, UctNode *node, Color mover) {
    if (!knower_ready(worker)) return;
    const Grid *grid = &worker->setting->grid;
    Position position = board_position_of(&worker->board, mover);
    Knowledge knowledge;
    worker->studies++;
    // Exact: only fill that holds in every position below.
    knower_study(worker->knower, &position, true, &knowledge);
    if (knowledge.winner == mover) {
        uct_prove(node, PROOF_WIN, win_point_choose(grid, node, &knowledge));
    } else if (knowledge.winner != EMPTY) {
        uct_prove(node, PROOF_LOSS, CELL_NONE);
    } else {
        for (int i = 0; i < node->count; i++) {
            if (!cellset_has(knowledge.moves, grid->cell[uct_point(node)[i]]))
                uct_close(node, i, PRIOR_PRUNED);
        }
        if (!worker->setting->options->skip_fill) fill_keep(worker, node, &position, &knowledge.filled);
    }
}

// Whether this thread is to study the node now: the first that comes by when it is due.
static bool study_claimed(const Worker *worker, UctNode *node, bool is_root) {
    int at = is_root ? 0 : worker->setting->options->knowledge_at;
    if (!worker->setting->options->knowledge_at || node->count < 2) return false;
    if (atomic_load_explicit(&node->visits, memory_order_relaxed) < (uint32_t)at) return false;
    return !atomic_load_explicit(&node->studied, memory_order_relaxed) &&
           !atomic_exchange_explicit(&node->studied, true, memory_order_relaxed);
}

// --- Down and up

// The child to search; -1 when the node is proved. A point that fill-in has taken is left out.
static int child_choose(const Worker *worker, UctNode *node) {
    while (uct_proof(node) == PROOF_NONE) {
        int child = uct_select(worker->setting->options, node);
        if (child < 0) return -1;
        if (worker->board.color[uct_point(node)[child]] == EMPTY) return child;
        uct_close(node, child, PRIOR_PRUNED);
    }
    return -1;
}

static void path_end(Path *path, const UctNode *node) {
    path->proved = true;
    path->won = uct_proof(node) != PROOF_WIN; // for the mover before
}

void worker_descend(Worker *worker) {
    const Setting *setting = worker->setting;
    Path *path = &worker->path;
    UctNode *node = worker->tree->root;
    int last[2] = {CELL_NONE, CELL_NONE};
    Color mover = setting->mover;
    playout_copy(&worker->board, &setting->start);
    last[mover] = setting->own_last;
    last[color_other(mover)] = worker->board.last;
    path->length = 0;
    path->proved = path->expanded = false;
    for (;;) {
        if (study_claimed(worker, node, path->length == 0)) {
            worker_study(worker, node, mover);
        } else {
            const Fill *fill = atomic_load_explicit(&node->fill, memory_order_acquire);
            if (fill) fill_apply(&worker->board, fill);
        }
        int child = child_choose(worker, node);
        if (child < 0) {
            path_end(path, node);
            break;
        }
        uint64_t before = atomic_fetch_add_explicit(&node->tally[child], TALLY_VISIT, memory_order_relaxed);
        atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
        path->step[path->length++] = (Step){node, child};
        last[mover] = uct_point(node)[child];
        playout_place(&worker->board, last[mover], mover);
        mover = color_other(mover);
        UctNode *below = uct_child(node, child);
        if (!below) {
            if (tally_visits(before) + 1 < (uint32_t)setting->options->expand_at) break;
            below = child_expand(worker, node, child, mover, last[mover]);
            path->expanded = below != NULL;
            if (below && uct_proof(below) != PROOF_NONE) path_end(path, below);
            break;
        }
        node = below;
    }
    path->mover = mover;
}

// --- Results

void worker_back_up_proof(Worker *worker) {
    Path *path = &worker->path;
    for (int i = path->length - 1; i >= 0; i--) {
        UctNode *node = path->step[i].node;
        uct_update_proof(node, path->step[i].child);
        bool won = path->won;
        if (won)
            atomic_fetch_add_explicit(&node->tally[path->step[i].child], TALLY_WIN, memory_order_relaxed);
        Proof proof = uct_proof(node);
        path->won = proof == PROOF_NONE ? !won : proof == PROOF_LOSS;
    }
}

// Counts who won a play-out; `color` is its final board, or NULL when there was none and RAVE learns nothing.
static void result_back_up(const Worker *worker, const Path *path, Color winner, const uint8_t *color) {
    Color mover = path->mover;
    bool rave = color && worker->setting->options->rave != MCTS_RAVE_OFF;
    for (int i = path->length - 1; i >= 0; i--) {
        UctNode *node = path->step[i].node;
        mover = color_other(mover);
        uct_update_proof(node, path->step[i].child);
        if (winner == mover)
            atomic_fetch_add_explicit(&node->tally[path->step[i].child], TALLY_WIN, memory_order_relaxed);
        if (rave) uct_count_rave(node, mover, winner == mover, color);
    }
}

static void path_visit(const Path *path) {
    for (int i = 0; i < path->length; i++) {
        UctNode *node = path->step[i].node;
        atomic_fetch_add_explicit(&node->tally[path->step[i].child], TALLY_VISIT, memory_order_relaxed);
        atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
    }
}

// Whether the leaf is judged, not played out.
static bool leaf_judged(const Worker *worker, const Path *path) {
    const MctsJudge *judge = &worker->setting->options->judge;
    return judge->value && (path->expanded || !judge->at_expansion);
}

// A result drawn by the chance of the path's last move, while it is no node.
static bool chance_result(Worker *worker, const Path *path, Color *winner) {
    if (path->expanded || !path->length) return false;
    const Step *last = &path->step[path->length - 1];
    if (!last->node->has_chances) return false;
    bool won = random_unit(&worker->random) < (double)uct_chance(last->node)[last->child];
    *winner = won ? color_other(path->mover) : path->mover;
    return true;
}

// One result for the leaf on the worker's board. It is a play-out's winner, or one drawn by the judge's value or
// chance, so that values and play-outs are counted alike.
static Color leaf_result(Worker *worker, const Path *path, const uint8_t **color) {
    const MctsOptions *options = worker->setting->options;
    Color drawn;
    *color = NULL;
    if (chance_result(worker, path, &drawn)) return drawn;
    *color = worker->board.color;
    if (!leaf_judged(worker, path))
        return playout_run(&worker->board, path->mover, !options->skip_bridges && !options->uniform,
                           &worker->random);
    *color = NULL;
    Position position = board_position_of(&worker->board, path->mover);
    Color winner = position_winner(&position);
    if (winner != EMPTY) return winner;
    double value = options->judge.value(options->judge.context, worker->number, &position);
    return random_unit(&worker->random) < value ? path->mover : color_other(path->mover);
}

void leaf_share_init(LeafShare *share, int count) {
    atomic_store_explicit(&share->taken, 0, memory_order_relaxed);
    atomic_store_explicit(&share->won[BLACK], 0, memory_order_relaxed);
    atomic_store_explicit(&share->won[WHITE], 0, memory_order_relaxed);
    share->count = count;
}

static bool share_decided(const LeafShare *share) {
    int black = atomic_load_explicit(&share->won[BLACK], memory_order_relaxed);
    int white = atomic_load_explicit(&share->won[WHITE], memory_order_relaxed);
    return 2 * black > share->count || 2 * white > share->count;
}

int worker_play_share(Worker *worker, const Worker *from, LeafShare *share) {
    int played = 0;
    for (;; played++) {
        if (worker->setting->options->majority && share_decided(share)) return played;
        int number = atomic_fetch_add_explicit(&share->taken, 1, memory_order_relaxed);
        if (number >= share->count) return played;
        const uint8_t *color;
        playout_copy(&worker->board, &from->leaf);
        Color winner = leaf_result(worker, &from->path, &color);
        atomic_fetch_add_explicit(&share->won[winner], 1, memory_order_relaxed);
        if (number) path_visit(&from->path);
        result_back_up(worker, &from->path, winner, color);
    }
}

int worker_playout(Worker *worker) {
    worker_descend(worker);
    if (worker->path.proved) {
        worker_back_up_proof(worker);
        return 1;
    }
    if (worker->setting->options->simulations <= 1) {
        const uint8_t *color;
        Color winner = leaf_result(worker, &worker->path, &color);
        result_back_up(worker, &worker->path, winner, color);
        return 1;
    }
    LeafShare share;
    leaf_share_init(&share, worker->setting->options->simulations);
    playout_copy(&worker->leaf, &worker->board);
    return worker_play_share(worker, worker, &share);
}
