#include "search/prover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool net_take(ProofWorker *worker, const Net *net, Error *error) {
    worker->evaluator = evaluator_new(net, net_best_precision(net), error);
    return worker->evaluator != NULL;
}

bool proof_worker_init(ProofWorker *worker, const Geometry *geometry, const SolveSettings *settings,
                       Error *error) {
    memset(worker, 0, sizeof *worker);
    worker->settings = settings;
    board_init(&worker->board, geometry);
    worker->knower = knower_new(geometry, &settings->knowledge, error);
    worker->circuit = worker->knower ? circuit_new(geometry) : NULL;
    if (worker->knower && !worker->circuit) error_memory(error);
    if (worker->circuit && (!settings->net || net_take(worker, settings->net, error))) return true;
    proof_worker_free(worker);
    return false;
}

void proof_worker_free(ProofWorker *worker) {
    knower_free(worker->knower);
    circuit_free(worker->circuit);
    evaluator_free(worker->evaluator);
    worker->knower = NULL;
    worker->circuit = NULL;
    worker->evaluator = NULL;
}

// --- Studying
typedef struct RatedMove {
    double value;
    int16_t move;
} RatedMove;

static int rated_compare(const void *a, const void *b) {
    const RatedMove *x = a, *y = b;
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    return x->move - y->move;
}

// The opponent's connections decide that the mover loses, and which moves have to be refuted. Where he wins, one move is
// enough, and the net finds it without them.
static bool study_spares(const ProofWorker *worker) {
    return worker->settings->spares_won && !worker->exact && worker->seems == SEEMS_WON;
}

// The cells that carry most of both colours' current. What the study has built of connections counts as links, for a colour
// without any its bridges.
static void cells_rate_resistance(ProofWorker *worker, const Position *filled, double *rating) {
    double energy[2][CELL_MAX];
    bool connected = worker->settings->order_connected && !study_spares(worker);
    unsigned built = connected ? vc_colors(knower_vc(worker->knower)) : 0;
    board_set(&worker->board, filled);
    circuit_connect(worker->circuit, knower_vc(worker->knower));
    for (Color color = BLACK; color <= WHITE; color++)
        circuit_energy(worker->circuit, &worker->board, color,
                       built >> color & 1 ? CIRCUIT_CONNECTIONS : CIRCUIT_BRIDGES, energy[color]);
    for (int cell = 0; cell < filled->geometry->cells; cell++)
        rating[cell] = energy[BLACK][cell] * energy[WHITE][cell];
}

// The first number of what has the chance w: one when certain, dearer the less likely it is and the more
// moves there are. The scale was chosen by nodes on seven openings of 7x7 and six positions of 8x8.
static uint8_t number_first(double w, int moves) {
    static const double SCALE = 0.6, LEAST = 0.001;
    double number = 1 - SCALE * moves * log(w > LEAST ? w : LEAST);
    return (uint8_t)(number < UINT8_MAX ? lrint(number) : UINT8_MAX);
}

// With fewer moves the net is not asked and all first numbers are one. So lines that are nearly forced are followed to
// their end. That takes fewer nodes than the net's numbers there, and the nodes are cheaper.
enum { MOVES_FOR_NET = 4 };

// After a move from a position that seems lost the opponent, who moves then, seems to win: his delta is the larger.
static void numbers_reset(ProofWorker *worker) {
    memset(worker->phi, 1, sizeof worker->phi);
    memset(worker->delta, worker->settings->spares_won && worker->seems == SEEMS_LOST ? 2 : 1,
           sizeof worker->delta);
}

// The net's policy orders the moves; its value, where used, narrows the window (Gao 2020 §5.2). Its action values
// give the children's first numbers: there the opponent, who moves, wins with chance w. False without a net,
// when it is not asked, and when it fails.
static bool cells_rate_net(ProofWorker *worker, const Position *filled, CellSet moves, double *rating) {
    NetOutput out;
    int count = cellset_count(moves);
    if (!worker->evaluator || (count < MOVES_FOR_NET && !worker->settings->net_orders_only)) return false;
    bool good = worker->settings->focus_by_value
                    ? evaluator_run_moves(worker->evaluator, filled, moves, &out, NULL)
                    : evaluator_run_alone(worker->evaluator, filled, moves, &out, NULL);
    if (!good) return false;
    numbers_reset(worker);
    for (int cell; (cell = cellset_pop(&moves)) >= 0;) {
        double w = (1 + (double)out.action[cell]) / 2;
        rating[cell] = (double)out.logit[cell];
        if (worker->settings->net_orders_only) continue;
        worker->phi[cell] = number_first(w, count);
        worker->delta[cell] = number_first(1 - w, count);
    }
    worker->widest = worker->settings->focus_by_value && out.value < 0 ? 1 + out.value : 1;
    return true;
}

// A move that wins in the likeness of the position comes first: its child starts as if it were nearly proved. The other
// moves' children become dearer. Both figures were chosen by nodes on six pairs of openings of 8x8.
static void cells_rate_advice(ProofWorker *worker, const Position *position, CellSet moves, double *rating) {
    static const int OTHERS_DEARER = 3;
    const Advice *advice = worker->settings->advice;
    Move move = advice ? advice_move(advice, position) : MOVE_NONE;
    if (move == MOVE_NONE || !cellset_has(moves, move)) return;
    for (int cell; (cell = cellset_pop(&moves)) >= 0;) {
        int delta = worker->delta[cell] * OTHERS_DEARER;
        worker->delta[cell] = (uint8_t)(delta < UINT8_MAX ? delta : UINT8_MAX);
    }
    rating[move] = HUGE_VAL;
    worker->phi[move] = UINT8_MAX;
    worker->delta[move] = 1;
}

// Best first. `filled` is the position after all knowledge.
static void moves_order(ProofWorker *worker, const Position *position, const Position *filled,
                        CellSet moves) {
    double rating[CELL_MAX];
    RatedMove rated[CELL_MAX];
    bool single = cellset_count(moves) == 1; // nothing to order
    if (single || !cells_rate_net(worker, filled, moves, rating)) {
        if (!single) cells_rate_resistance(worker, filled, rating);
        worker->widest = 1;
        numbers_reset(worker);
    }
    cells_rate_advice(worker, position, moves, rating);
    worker->moves = 0;
    for (int cell; (cell = cellset_pop(&moves)) >= 0;)
        rated[worker->moves++] = (RatedMove){single ? 0 : rating[cell], (int16_t)cell};
    qsort(rated, (size_t)worker->moves, sizeof *rated, rated_compare);
    for (int i = 0; i < worker->moves; i++) worker->move[i] = rated[i].move;
}

static bool position_is_symmetric(const Position *p) {
    Position turned = position_rotated(p);
    return position_equal(p, &turned);
}

// In a position that is its own half-turn one move of each pair is enough.
static CellSet moves_distinct(const Position *p, CellSet moves) {
    if (!position_is_symmetric(p)) return moves;
    CellSet kept = cellset_none();
    for (int cell; (cell = cellset_pop(&moves)) >= 0;) {
        int twin = cell_rotated(p->geometry, cell);
        if (!cellset_has(kept, twin)) cellset_add(&kept, cell);
    }
    return kept;
}

ProofSeems prover_seems(const Prover *prover, uint32_t id) {
    const ProofNode *node = proof_tree_node(prover->tree, id);
    return node->phi < node->delta ? SEEMS_WON : node->phi > node->delta ? SEEMS_LOST : SEEMS_EVEN;
}

void proof_worker_study(ProofWorker *worker, const Position *position, bool exact, ProofSeems seems) {
    worker->exact = exact;
    worker->seems = seems;
    worker->moves = 0;
    if (exact)
        knower_study(worker->knower, position, true, &worker->knowledge);
    else
        knower_study_filled(worker->knower, position, !study_spares(worker), &worker->knowledge);
    const Knowledge *k = &worker->knowledge;
    if (k->winner != EMPTY) return;
    moves_order(worker, position, &k->filled, moves_distinct(&k->filled, k->moves));
}

// --- Lessons
static void lesson_add_move(const Prover *prover, const ProofLink *link, bool live, ProofLesson *lesson) {
    uint32_t id = proof_tree_child(prover->tree, link);
    const ProofNode *child = id == NODE_NONE ? NULL : proof_tree_node(prover->tree, id);
    bool wins = child && proof_node_lost(child), solved = wins || (child && proof_node_won(child));
    cellset_add(&lesson->moves, link->move);
    if (wins)
        cellset_add(&lesson->wins, link->move);
    else if (solved || !live)
        cellset_add(&lesson->losses, link->move);
    lesson->move_work[link->move] = solved ? child->work : 0;
}

// An expanded node's lesson goes to the tap.
static void node_teach(const Prover *prover, uint32_t id, const ProofTap *tap) {
    const ProofNode *node = proof_tree_node(prover->tree, id);
    const ProofDetail *detail = node->detail;
    CellSet live = proof_detail_get(prover->tree, detail, DETAIL_LIVE);
    ProofLesson lesson = {.filled = proof_node_position(prover->tree, id), .work = node->work};
    lesson.filled.stones[BLACK] = proof_detail_get(prover->tree, detail, DETAIL_BLACK);
    lesson.filled.stones[WHITE] = proof_detail_get(prover->tree, detail, DETAIL_WHITE);
    for (int i = 0; i < detail->links; i++)
        lesson_add_move(prover, &detail->link[i], cellset_has(live, detail->link[i].move), &lesson);
    tap->learn(tap->context, &lesson);
}

void prover_teach(const Prover *prover, const ProofWorker *worker) {
    if (!worker->settings->tap) return;
    for (uint32_t id = NODE_NONE; (id = proof_tree_next(prover->tree, id)) != NODE_NONE;) {
        const ProofNode *node = proof_tree_node(prover->tree, id);
        if (node->detail && !proof_node_solved(node)) node_teach(prover, id, worker->settings->tap);
    }
}

// --- Solved nodes
// Less work than this is done again sooner than looked up; the root is stored whatever it took.
enum { STORED_WORK = 4 };

static void node_store(const Prover *prover, uint32_t id, const Position *position) {
    const ProofNode *node = proof_tree_node(prover->tree, id);
    if (!prover->settings->store || (node->work < STORED_WORK && id != prover->root)) return;
    Color mover = (Color)node->to_move;
    ProofRecord record = {.winner = proof_node_won(node) ? mover : color_other(mover),
                          .move = node->move,
                          .exact = node->exact,
                          .proof = proof_node_proof(prover->tree, id),
                          .work = node->work};
    prover->settings->store->record(prover->settings->store->context, position, &record);
}

static void node_settle(const Prover *prover, uint32_t id, bool won, Move move, CellSet proof) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    node->phi = node->virtual_phi = won ? 0 : PROOF_INFINITE;
    node->delta = node->virtual_delta = won ? PROOF_INFINITE : 0;
    node->move = (int16_t)(won ? move : MOVE_NONE);
    proof_node_set_proof(prover->tree, id, proof);
}

// A new node that the store knows, or that advice proves. At the root a win is of no use unless its move wins in the key
// itself.
static void node_recall(Prover *prover, uint32_t id, bool exact) {
    const ProofNode *node = proof_tree_node(prover->tree, id);
    Position position = proof_node_position(prover->tree, id);
    ProofRecord record;
    bool stored = prover->settings->store &&
                  prover->settings->store->lookup(prover->settings->store->context, &position, &record);
    bool known =
        stored || (prover->settings->advice && advice_proof(prover->settings->advice, &position, &record));
    bool won = known && record.winner == (Color)node->to_move;
    if (!known || (exact && won && !record.exact)) return;
    prover_accept(prover, id, &record);
    if (!stored) node_store(prover, id, &position);
}

void prover_accept(Prover *prover, uint32_t id, const ProofRecord *record) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    proof_node_collapse(prover->tree, id);
    node->exact = record->exact;
    node->recalled = true;
    node->work = record->work;
    node_settle(prover, id, record->winner == (Color)node->to_move, record->move, record->proof);
}

// The proof set of a lost node is shrunk; that of a won one must go with its move and stays.
static void node_solve(Prover *prover, ProofWorker *worker, uint32_t id, Color winner, Move move,
                       CellSet proof) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    bool won = winner == (Color)node->to_move;
    Position position = proof_node_position(prover->tree, id);
    if (!won) proof = knower_shrink(worker->knower, &position, winner, proof);
    if (worker->settings->tap && node->detail) node_teach(prover, id, worker->settings->tap);
    proof_node_conclude(prover->tree, id);
    node_settle(prover, id, won, move, proof);
    node_store(prover, id, &position);
}

void prover_forget(Prover *prover, uint32_t id) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    proof_node_collapse(prover->tree, id);
    node->recalled = false;
    node->work = 0;
    node->phi = node->virtual_phi = node->delta = node->virtual_delta = 1;
}

void prover_reopen(Prover *prover, uint32_t id) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    if (!node->exact && !proof_node_lost(node)) prover_forget(prover, id);
}

uint32_t prover_enter(Prover *prover, ProofWorker *worker, const Position *position, bool exact,
                      bool *turned) {
    Position filled = *position;
    CellSet fill_proof[2];
    bool made;
    if (position_winner(position) == EMPTY) knower_fill(worker->knower, position, exact, &filled, fill_proof);
    uint32_t id = proof_tree_find(prover->tree, &filled, turned, &made);
    if (!made || id == NODE_NONE) return id;
    Color winner = position_winner(&filled);
    if (winner == EMPTY) {
        node_recall(prover, id, exact);
        return id;
    }
    proof_tree_node(prover->tree, id)->exact = true;
    node_solve(prover, worker, id, winner, MOVE_NONE, cellset_none());
    return id;
}

bool prover_expand(Prover *prover, uint32_t id, ProofWorker *worker) {
    const Knowledge *k = &worker->knowledge;
    ProofNode *node = proof_tree_node(prover->tree, id);
    prover->studies++;
    node->exact = worker->exact;
    if (node->work < UINT32_MAX) node->work++;
    if (k->winner != EMPTY) {
        node_solve(prover, worker, id, k->winner, k->move, k->proof);
        return true;
    }
    int killers = 0;
    for (int cell = 0; cell < k->filled.geometry->cells; cell++) killers += k->killer[cell] != CELL_NONE;
    if (!node->detail && !proof_node_expand(prover->tree, id, worker->moves, killers, k->semis)) return false;
    ProofDetail *detail = node->detail;
    CellSet live = cellset_none();
    detail->spared = study_spares(worker);
    detail->widest = worker->widest;
    for (int i = 0; i < worker->moves; i++) {
        int16_t move = worker->move[i];
        detail->link[i] = (ProofLink){.move = move, .phi = worker->phi[move], .delta = worker->delta[move]};
        cellset_add(&live, move);
    }
    for (int cell = 0, n = 0; n < killers; cell++) {
        if (k->killer[cell] != CELL_NONE) detail->killer[n++] = (ProofKiller){(int16_t)cell, k->killer[cell]};
    }
    const CellSet sets[DETAIL_SETS] = {k->filled.stones[BLACK],
                                       k->filled.stones[WHITE],
                                       k->fill_proof[BLACK],
                                       k->fill_proof[WHITE],
                                       live,
                                       cellset_none(),
                                       k->unanswered};
    for (int i = 0; i < DETAIL_SETS; i++) proof_detail_set(prover->tree, detail, i, sets[i]);
    for (int i = 0; i < k->semis; i++) proof_detail_set(prover->tree, detail, DETAIL_SEMIS + i, k->semi[i]);
    return true;
}

bool prover_revise(Prover *prover, uint32_t id) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    if (!node->detail || !node->detail->spared || prover_seems(prover, id) != SEEMS_LOST) return false;
    proof_node_collapse(prover->tree, id);
    node->work = 0; // if the study decides, the proof needs no more than that
    return true;
}

// --- Children
static Position child_position(const Prover *prover, uint32_t id, int move) {
    const ProofNode *node = proof_tree_node(prover->tree, id);
    Position p = proof_node_position(prover->tree, id);
    p.stones[BLACK] = proof_detail_get(prover->tree, node->detail, DETAIL_BLACK);
    p.stones[WHITE] = proof_detail_get(prover->tree, node->detail, DETAIL_WHITE);
    cellset_add(&p.stones[node->to_move], move);
    p.to_move = color_other((Color)node->to_move);
    return p;
}

uint32_t prover_follow(Prover *prover, ProofWorker *worker, uint32_t id, int index) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    uint32_t child = proof_tree_child(prover->tree, &node->detail->link[index]);
    if (child != NODE_NONE) return child;
    Position p = child_position(prover, id, node->detail->link[index].move);
    bool turned;
    node->busy++; // its detail must survive
    child = prover_enter(prover, worker, &p, false, &turned);
    node->busy--;
    if (child == NODE_NONE) return NODE_NONE;
    ProofLink *link = &node->detail->link[index];
    ProofNode *made = proof_tree_node(prover->tree, child);
    link->node = child;
    link->generation = made->generation;
    link->turned = turned;
    if (!made->work && !proof_node_solved(made)) {
        made->phi = made->virtual_phi = link->phi;
        made->delta = made->virtual_delta = link->delta;
    }
    return child;
}

// The proof set of a solved child, in the parent's frame and for the child's position before its own fill-in.
static CellSet child_proof(Prover *prover, ProofWorker *worker, uint32_t id, const ProofLink *link,
                           Color winner) {
    Position p = child_position(prover, id, link->move), filled;
    CellSet proof = proof_node_proof(prover->tree, link->node), fill_proof[2];
    if (link->turned) proof = cellset_rotated(p.geometry, proof);
    if (position_winner(&p) != EMPTY) return proof;
    knower_fill(worker->knower, &p, false, &filled, fill_proof);
    return cellset_or(proof, fill_proof[winner]);
}

static int focus_size(const Prover *prover, const ProofDetail *detail, int live) {
    const SolveSettings *settings = prover->settings;
    double factor = settings->focus_factor;
    if (settings->focus_by_value) factor = fmin(factor, (double)detail->widest);
    double size = settings->focus_base + ceil(factor * live);
    return size < 2 ? 2 : size > live ? live : (int)size;
}

static int live_count(const ProofDetail *detail, CellSet live) {
    int count = 0;
    for (int i = 0; i < detail->links; i++) count += cellset_has(live, detail->link[i].move);
    return count;
}

// Virtual numbers count only while a search is below the node: afterwards nobody keeps them up to date.
static uint32_t seen_phi(const ProofNode *node) {
    return node->busy ? node->virtual_phi : node->phi;
}
static uint32_t seen_delta(const ProofNode *node) {
    return node->busy ? node->virtual_delta : node->delta;
}

// Whether a live move is taken as refuted while somebody studies below it.
static bool link_pretended(const Prover *prover, const ProofLink *link) {
    uint32_t child = prover->widens ? proof_tree_child(prover->tree, link) : NODE_NONE;
    return child != NODE_NONE && seen_phi(proof_tree_node(prover->tree, child)) == 0;
}

// The live moves without those taken as refuted.
static CellSet live_pretended(const Prover *prover, const ProofDetail *detail, CellSet live) {
    for (int i = 0; prover->widens && i < detail->links; i++) {
        if (cellset_has(live, detail->link[i].move) && link_pretended(prover, &detail->link[i]))
            cellset_remove(&live, detail->link[i].move);
    }
    return live;
}

int prover_focus(const Prover *prover, uint32_t id, bool pretend, int16_t link[CELL_MAX]) {
    const ProofDetail *detail = proof_tree_node(prover->tree, id)->detail;
    CellSet live = proof_detail_get(prover->tree, detail, DETAIL_LIVE);
    if (pretend) live = live_pretended(prover, detail, live);
    int focus = focus_size(prover, detail, live_count(detail, live)), count = 0;
    for (int i = 0; i < detail->links && count < focus; i++) {
        if (cellset_has(live, detail->link[i].move)) link[count++] = (int16_t)i;
    }
    return count;
}

int prover_select(const Prover *prover, uint32_t id, uint32_t *second) {
    const ProofDetail *detail = proof_tree_node(prover->tree, id)->detail;
    CellSet live = proof_detail_get(prover->tree, detail, DETAIL_LIVE);
    int focus = focus_size(prover, detail, live_count(detail, live)), best = -1;
    uint32_t first = UINT32_MAX;
    *second = UINT32_MAX;
    for (int i = 0; i < detail->links && focus > 0; i++) {
        if (!cellset_has(live, detail->link[i].move)) continue;
        focus--;
        uint32_t child = proof_tree_child(prover->tree, &detail->link[i]);
        uint32_t delta =
            child == NODE_NONE ? detail->link[i].delta : seen_delta(proof_tree_node(prover->tree, child));
        if (delta < first) {
            *second = first;
            first = delta;
            best = i;
        } else if (delta < *second) {
            *second = delta;
        }
    }
    return best;
}

static void killers_close(const ProofDetail *detail, CellSet *proof) {
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < detail->killers; i++) {
            ProofKiller k = detail->killer[i];
            if (!cellset_has(*proof, k.cell) || cellset_has(*proof, k.answer)) continue;
            cellset_add(proof, k.answer);
            grown = true;
        }
    }
}

static void node_solve_won(Prover *prover, ProofWorker *worker, uint32_t id, ProofLink *link) {
    const ProofNode *node = proof_tree_node(prover->tree, id);
    for (int i = 0; i < node->detail->links; i++) node->detail->link[i].decides = false;
    link->decides = true;
    Color mover = (Color)node->to_move;
    CellSet proof = child_proof(prover, worker, id, link, mover);
    cellset_add(&proof, link->move);
    proof = cellset_or(proof, proof_detail_get(prover->tree, node->detail, DETAIL_FILL_BLACK + (int)mover));
    node_solve(prover, worker, id, mover, link->move, proof);
}

// The refutations, and of the opponent's semi-connections those that answer what is left: each time the one
// that leaves least.
static CellSet refutations_complete(const Prover *prover, const ProofDetail *detail) {
    CellSet proof = proof_detail_get(prover->tree, detail, DETAIL_REFUTED);
    CellSet left = proof_detail_get(prover->tree, detail, DETAIL_UNANSWERED);
    while (!cellset_is_empty(left)) {
        CellSet best = left;
        for (int i = 0; i < detail->semis; i++) {
            CellSet semi = proof_detail_get(prover->tree, detail, DETAIL_SEMIS + i);
            if (cellset_count(cellset_and(left, semi)) < cellset_count(cellset_and(left, best))) best = semi;
        }
        if (cellset_within(left, best)) break; // every move was pruned: the killers answer what remains
        proof = cellset_or(proof, best);
        left = cellset_and(left, best);
    }
    return proof;
}

static void node_solve_lost(Prover *prover, ProofWorker *worker, uint32_t id) {
    const ProofNode *node = proof_tree_node(prover->tree, id);
    Color winner = color_other((Color)node->to_move);
    CellSet proof = refutations_complete(prover, node->detail);
    proof = cellset_or(proof, proof_detail_get(prover->tree, node->detail, DETAIL_FILL_BLACK + (int)winner));
    killers_close(node->detail, &proof);
    node_solve(prover, worker, id, winner, MOVE_NONE, proof);
}

// A refuted move takes with it every sibling outside the refutation's proof set.
static CellSet move_refute(Prover *prover, ProofWorker *worker, uint32_t id, ProofLink *link, CellSet live) {
    const ProofNode *node = proof_tree_node(prover->tree, id);
    ProofDetail *detail = node->detail;
    CellSet proof = child_proof(prover, worker, id, link, color_other((Color)node->to_move));
    CellSet refuted = cellset_or(proof_detail_get(prover->tree, detail, DETAIL_REFUTED), proof);
    CellSet unanswered = cellset_and(proof_detail_get(prover->tree, detail, DETAIL_UNANSWERED), proof);
    link->decides = true;
    cellset_remove(&live, link->move);
    live = cellset_and(live, proof);
    Position p = child_position(prover, id, link->move);
    cellset_remove(&p.stones[node->to_move], link->move);
    if (position_is_symmetric(&p)) { // the half-turn of the refutation refutes the move's twin
        CellSet twin = cellset_rotated(p.geometry, proof);
        live = cellset_and(live, twin);
        refuted = cellset_or(refuted, twin);
        unanswered = cellset_and(unanswered, twin);
    }
    proof_detail_set(prover->tree, detail, DETAIL_LIVE, live);
    proof_detail_set(prover->tree, detail, DETAIL_REFUTED, refuted);
    proof_detail_set(prover->tree, detail, DETAIL_UNANSWERED, unanswered);
    return live;
}

// Takes in the solved children. True when the node is solved by them.
static bool children_settle(Prover *prover, ProofWorker *worker, uint32_t id) {
    ProofDetail *detail = proof_tree_node(prover->tree, id)->detail;
    CellSet live = proof_detail_get(prover->tree, detail, DETAIL_LIVE);
    for (int i = 0; i < detail->links; i++) {
        ProofLink *link = &detail->link[i];
        uint32_t child = proof_tree_child(prover->tree, link);
        if (child == NODE_NONE || !cellset_has(live, link->move)) continue;
        const ProofNode *node = proof_tree_node(prover->tree, child);
        if (proof_node_lost(node)) {
            node_solve_won(prover, worker, id, link);
            return true;
        }
        if (proof_node_won(node)) live = move_refute(prover, worker, id, link, live);
    }
    if (!cellset_is_empty(live)) return false;
    node_solve_lost(prover, worker, id);
    return true;
}

static uint32_t sum_bounded(uint32_t a, uint32_t b) {
    return a + b >= PROOF_INFINITE ? PROOF_INFINITE - 1 : a + b;
}

void prover_update(Prover *prover, ProofWorker *worker, uint32_t id) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    if (!node->detail || proof_node_solved(node) || children_settle(prover, worker, id)) return;
    const ProofDetail *detail = node->detail;
    CellSet live = proof_detail_get(prover->tree, detail, DETAIL_LIVE);
    CellSet open = live_pretended(prover, detail, live);
    int focus = focus_size(prover, detail, live_count(detail, live));
    int virtual_focus = focus_size(prover, detail, live_count(detail, open));
    uint32_t phi = PROOF_INFINITE - 1, delta = 0, virtual_phi = PROOF_INFINITE, virtual_delta = 0;
    for (int i = 0; i < detail->links && (focus > 0 || virtual_focus > 0); i++) {
        Move move = detail->link[i].move;
        if (!cellset_has(live, move)) continue;
        uint32_t child = proof_tree_child(prover->tree, &detail->link[i]);
        const ProofNode fresh = {.phi = detail->link[i].phi, .delta = detail->link[i].delta};
        const ProofNode *c = child == NODE_NONE ? &fresh : proof_tree_node(prover->tree, child);
        if (focus-- > 0) {
            if (c->delta < phi) phi = c->delta;
            delta = sum_bounded(delta, c->phi);
        }
        if (!cellset_has(open, move) || virtual_focus-- <= 0) continue;
        if (seen_delta(c) < virtual_phi) virtual_phi = seen_delta(c);
        virtual_delta = seen_phi(c) >= PROOF_INFINITE || virtual_delta >= PROOF_INFINITE
                            ? PROOF_INFINITE
                            : sum_bounded(virtual_delta, seen_phi(c));
    }
    node->phi = phi;
    node->delta = delta;
    node->virtual_phi = virtual_phi;
    node->virtual_delta = virtual_delta;
}
