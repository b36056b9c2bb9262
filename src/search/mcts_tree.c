#include "search/mcts_tree.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

// --- Memory

bool arena_init(Arena *arena, size_t size, Error *error) {
    // Reserved only: pages come with use.
    void *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) return error_memory(error);
    arena->base = base;
    arena->size = size;
    atomic_init(&arena->used, 0);
    return true;
}

void arena_free(Arena *arena) {
    if (arena->base) munmap(arena->base, arena->size);
    arena->base = NULL;
}

static void *arena_take(Arena *arena, size_t bytes) {
    bytes = (bytes + 63) & ~(size_t)63;
    size_t at = atomic_fetch_add_explicit(&arena->used, bytes, memory_order_relaxed);
    if (at + bytes <= arena->size) return memset(arena->base + at, 0, bytes);
    atomic_fetch_sub_explicit(&arena->used, bytes, memory_order_relaxed);
    return NULL;
}

static size_t uct_bytes(int count, bool has_chances) {
    size_t child = 2 * sizeof(Tally) + sizeof(NodeLink) + sizeof(AtomicFloat) + sizeof(int16_t);
    size_t chances = has_chances ? (size_t)count * sizeof(float) + sizeof(int16_t) : 0;
    return sizeof(UctNode) + (size_t)count * child + chances;
}

UctNode *uct_new(Arena *arena, int count, bool has_chances) {
    UctNode *node = arena_take(arena, uct_bytes(count, has_chances));
    if (!node) return NULL;
    node->count = (int16_t)count;
    node->has_chances = has_chances;
    atomic_init(&node->win_point, CELL_NONE);
    return node;
}

Fill *fill_new(Arena *arena, int count) {
    Fill *fill = arena_take(arena, sizeof *fill + (size_t)count * sizeof *fill->stone);
    if (fill) fill->count = count;
    return fill;
}

static void uct_copy_state(UctNode *to, const UctNode *from) {
    atomic_init(&to->visits, atomic_load(&from->visits));
    atomic_init(&to->win_point, atomic_load(&from->win_point));
    atomic_init(&to->proof, atomic_load(&from->proof));
    atomic_init(&to->studied, atomic_load(&from->studied));
    for (int i = 0; i < from->count; i++) {
        atomic_init(&to->tally[i], uct_tally(from, i));
        atomic_init(&uct_rave(to)[i], atomic_load(&uct_rave(from)[i]));
        atomic_init(&uct_prior(to)[i], uct_child_prior(from, i));
    }
    memcpy(uct_point(to), uct_point(from), (size_t)from->count * sizeof(int16_t));
    if (from->has_chances) memcpy(uct_chance(to), uct_chance(from), (size_t)from->count * sizeof(float));
}

UctNode *uct_copy(Arena *arena, const UctNode *node) {
    UctNode *copy = uct_new(arena, node->count, node->has_chances);
    if (!copy) return NULL;
    uct_copy_state(copy, node);
    const Fill *fill = atomic_load(&node->fill);
    Fill *filled = fill ? fill_new(arena, fill->count) : NULL;
    if (filled) memcpy(filled->stone, fill->stone, (size_t)fill->count * sizeof *fill->stone);
    // What was studied with fill-in and loses it here would be inconsistent below: leave the rest out.
    atomic_init(&copy->fill, filled);
    if (fill && !filled) return copy;
    for (int i = 0; i < node->count; i++) {
        const UctNode *child = uct_child(node, i);
        if (child) atomic_init(&uct_link(copy)[i], uct_copy(arena, child));
    }
    return copy;
}

// --- Selection

enum { SELECT_MAX = (CELL_MAX + 15) / 16 * 16 };

typedef struct Selection { // a copy of a node's numbers, so that the arithmetic can be vectorized
    int count;
    uint64_t tally[SELECT_MAX], rave[SELECT_MAX];
    float prior[SELECT_MAX], score[SELECT_MAX];
} Selection;

static void selection_read(Selection *s, const UctNode *node) {
    const Tally *rave = uct_rave(node);
    const AtomicFloat *prior = uct_prior(node);
    s->count = node->count;
    for (int i = 0; i < s->count; i++) {
        s->tally[i] = atomic_load_explicit(&node->tally[i], memory_order_relaxed);
        s->rave[i] = atomic_load_explicit(&rave[i], memory_order_relaxed);
        s->prior[i] = atomic_load_explicit(&prior[i], memory_order_relaxed);
    }
}

// The value of a move that nothing is known about counts like this many visits.
static const float FAINT = 1e-3f;

// The formula of Gao 2020 §3.1.6 with the weights of RAVE.
static void score_weights(const MctsOptions *options, Selection *s, float log_visits, float pull) {
    float explore = (float)options->explore, first = (float)options->first_play;
    float a = (float)(1 / options->rave_first), b = (float)(1 / options->rave_last);
    bool puct = options->puct;
    for (int i = 0; i < s->count; i++) {
        float n = (float)(uint32_t)s->tally[i], won = (float)(uint32_t)(s->tally[i] >> 32);
        float m = (float)(uint32_t)s->rave[i], rave = (float)(uint32_t)(s->rave[i] >> 32);
        float k = 1 / (a + m * b);
        float value = (won + rave * k + FAINT * first) / (n + m * k + FAINT);
        float root = 1 / sqrtf(n + 1);
        s->score[i] = value + explore * log_visits * root + pull * s->prior[i] * (puct ? root * root : root);
    }
}

// The same with Steckelberg et al.'s schedule; without RAVE when the bias is infinite.
static void score_bias(const MctsOptions *options, Selection *s, float log_visits, float pull) {
    float explore = (float)options->explore, first = (float)options->first_play;
    bool puct = options->puct, rave_on = options->rave == MCTS_RAVE_BIAS;
    float bias = (float)(4 * options->rave_bias * options->rave_bias), use = rave_on ? 1 : 0;
    for (int i = 0; i < s->count; i++) {
        float n = (float)(uint32_t)s->tally[i], won = (float)(uint32_t)(s->tally[i] >> 32);
        float m = use * (float)(uint32_t)s->rave[i], rave = use * (float)(uint32_t)(s->rave[i] >> 32);
        float beta = m / (n + m + bias * n * m + FAINT * FAINT);
        float q = (won + FAINT * first) / (n + FAINT), r = (rave + FAINT * first) / (m + FAINT);
        float root = 1 / sqrtf(n + 1);
        s->score[i] = q + beta * (r - q) + explore * log_visits * root +
                      pull * s->prior[i] * (puct ? root * root : root);
    }
}

int uct_select(const MctsOptions *options, const UctNode *node) {
    Selection s;
    float visits = (float)atomic_load_explicit(&node->visits, memory_order_relaxed);
    float log_visits = options->explore > 0 ? sqrtf(logf(visits + 1)) : 0;
    float pull = (float)options->bias * (options->puct ? sqrtf(visits + 1) : 1);
    selection_read(&s, node);
    if (options->rave == MCTS_RAVE_WEIGHTS)
        score_weights(options, &s, log_visits, pull);
    else
        score_bias(options, &s, log_visits, pull);
    int best = -1;
    float most = -1e9f; // closed children lie below
    for (int i = 0; i < s.count; i++) {
        if (s.score[i] > most) {
            most = s.score[i];
            best = i;
        }
    }
    return best;
}

// --- Proofs

void uct_prove(UctNode *node, Proof proof, int win_point) {
    if (uct_proof(node) != PROOF_NONE) return;
    atomic_store_explicit(&node->win_point, (int16_t)win_point, memory_order_relaxed);
    atomic_store_explicit(&node->proof, (uint8_t)proof, memory_order_release);
}

void uct_close(UctNode *node, int child, float prior) {
    if (uct_child_prior(node, child) >= 0)
        atomic_store_explicit(&uct_prior(node)[child], prior, memory_order_relaxed);
    for (int i = 0; i < node->count; i++) {
        if (uct_child_prior(node, i) >= 0) return;
    }
    uct_prove(node, PROOF_LOSS, CELL_NONE);
}

Proof uct_child_proof(const UctNode *node, int child) {
    const UctNode *below = uct_child(node, child);
    Proof proof = below ? uct_proof(below) : PROOF_NONE;
    return proof == PROOF_NONE ? PROOF_NONE : proof == PROOF_WIN ? PROOF_LOSS : PROOF_WIN;
}

void uct_update_proof(UctNode *node, int child) {
    if (uct_proof(node) != PROOF_NONE) return;
    Proof proof = uct_child_proof(node, child);
    if (proof == PROOF_WIN) uct_prove(node, PROOF_WIN, uct_point(node)[child]);
    if (proof == PROOF_LOSS) uct_close(node, child, PRIOR_REFUTED);
}

// --- Counts

void uct_count_rave(UctNode *node, Color mover, bool won, const uint8_t *color) {
    Tally *rave = uct_rave(node);
    const int16_t *point = uct_point(node);
    uint64_t more = won ? TALLY_VISIT + TALLY_WIN : TALLY_VISIT;
    for (int i = 0; i < node->count; i++) {
        uint64_t before = atomic_load_explicit(&rave[i], memory_order_relaxed);
        uint64_t after = before + (color[point[i]] == mover ? more : 0);
        atomic_store_explicit(&rave[i], after, memory_order_relaxed);
    }
}

// --- What a search has found

int uct_find(const UctNode *node, int point) {
    for (int i = 0; i < node->count; i++) {
        if (uct_point(node)[i] == point) return i;
    }
    return -1;
}

double uct_child_value(const UctNode *node, int child) {
    Proof proof = uct_child_proof(node, child);
    if (proof != PROOF_NONE) return proof == PROOF_WIN;
    uint64_t tally = uct_tally(node, child);
    if (tally_visits(tally)) return (double)tally_wins(tally) / tally_visits(tally);
    uint64_t rave = atomic_load_explicit(&uct_rave(node)[child], memory_order_relaxed);
    return tally_visits(rave) ? (double)tally_wins(rave) / tally_visits(rave) : 0.5;
}

// Whether a is the better answer of its node.
static bool child_better(const UctNode *node, int a, int b) {
    int win = atomic_load_explicit(&node->win_point, memory_order_relaxed);
    bool won_a = uct_point(node)[a] == win || uct_child_proof(node, a) == PROOF_WIN;
    bool won_b = uct_point(node)[b] == win || uct_child_proof(node, b) == PROOF_WIN;
    if (won_a != won_b) return won_a;
    // In a lost position every move is refuted: the one that was hardest to refute comes first.
    bool lost = uct_proof(node) == PROOF_LOSS;
    float limit = lost ? PRIOR_REFUTED : 0, prior_a = uct_child_prior(node, a),
          prior_b = uct_child_prior(node, b);
    if ((prior_a < limit) != (prior_b < limit)) return prior_b < limit;
    uint32_t visits_a = tally_visits(uct_tally(node, a)), visits_b = tally_visits(uct_tally(node, b));
    return visits_a != visits_b ? visits_a > visits_b : prior_a > prior_b;
}

void uct_order(const UctNode *node, int16_t *order) {
    for (int i = 0; i < node->count; i++) {
        int at = i;
        for (; at > 0 && child_better(node, i, order[at - 1]); at--) order[at] = order[at - 1];
        order[at] = (int16_t)i;
    }
}

static int uct_best(const UctNode *node) {
    int best = -1;
    for (int i = 0; i < node->count; i++) {
        if (best < 0 || child_better(node, i, best)) best = i;
    }
    return best >= 0 && (uct_proof(node) == PROOF_WIN || tally_visits(uct_tally(node, best))) ? best : -1;
}

int uct_line(const UctNode *node, int child, int16_t *line, int max) {
    int length = 0;
    while (child >= 0 && length < max) {
        line[length++] = uct_point(node)[child];
        node = uct_child(node, child);
        child = node ? uct_best(node) : -1;
    }
    return length;
}

static bool children_validate(const UctNode *node, const Grid *grid, Error *error) {
    uint8_t seen[GRID_MAX] = {0};
    uint64_t visits = 0;
    for (int i = 0; i < node->count; i++) {
        uint64_t tally = uct_tally(node, i), rave = atomic_load(&uct_rave(node)[i]);
        int point = uct_point(node)[i];
        if (point < 0 || point >= grid->points || grid->cell[point] < 0 || seen[point]++)
            return error_failure(error, "child %d: point %d is not a cell or occurs twice", i, point);
        if (tally_wins(tally) > tally_visits(tally) || tally_wins(rave) > tally_visits(rave))
            return error_failure(error, "child %d: more wins than visits", i);
        visits += tally_visits(tally);
    }
    if (visits != atomic_load(&node->visits))
        return error_failure(error, "%llu visits below a node with %u", (unsigned long long)visits,
                             atomic_load(&node->visits));
    return true;
}

bool uct_validate(const UctNode *node, const Grid *grid, Error *error) {
    if (!children_validate(node, grid, error)) return false;
    for (int i = 0; i < node->count; i++) {
        const UctNode *below = uct_child(node, i);
        if (!below) continue;
        if (atomic_load(&below->visits) > tally_visits(uct_tally(node, i)))
            return error_failure(error, "child %d: its node has more visits than it", i);
        if (uct_proof(below) == PROOF_LOSS && uct_proof(node) != PROOF_WIN)
            return error_failure(error, "child %d: a won move, yet the node is not", i);
        if (!uct_validate(below, grid, error)) return false;
    }
    return true;
}
