/* Gumbel search (Danihelka et al. 2022) over many games at once, one small tree per game.
 *
 * A simulation is select (walk down, add one leaf, write the net's input), the net, expand (store
 * the leaf's priors, back its value up). Values are in [-1, 1] and seen by the player to move; an
 * edge's sum is seen by the player who chooses it. The root draws Gumbel noise once, keeps the best
 * `candidates` cells and divides the simulations among them by sequential halving. `plan` says which visit
 * count is due next. Below the root the choice is deterministic: the cell whose
 * share of the visits lags most behind the improved policy.
 *
 * Invariants, tested: an edge's visits are 1 + the sum over its child's edges while the child is
 * live. The root's visits sum to the simulations done; a won position is never expanded.
 */
#ifndef MP_TREE_H
#define MP_TREE_H

#include "board.h"

#define ILLEGAL (-1.0e30f)

/* Shapes are [games] unless given. `nodes` is the tree's capacity, `cells` = w * h.
 * core.py holds the same list of fields. */
typedef struct {
    int8_t *cell;        /* [games][cells] stones */
    int16_t *link;       /* [games][cells + 4] groups */
    int8_t *mover;       /* to move at the root */
    int8_t *done;        /* winner of a finished game (match mode), else 0 */
    int32_t *length;     /* positions recorded so far */
    uint64_t *rng;       /* state of the game's random numbers */
    int8_t *play_out;    /* this game is never resigned */
    int8_t *would;       /* colour that would have resigned, 0 none */
    float *prior;        /* [games][nodes][cells] log probability, ILLEGAL on stones */
    float *sum;          /* [games][nodes][cells] sum of values of an edge */
    int16_t *visits;     /* [games][nodes][cells] */
    int16_t *child;      /* [games][nodes][cells] node, -1 none */
    int16_t *parent;     /* [games][nodes] */
    int16_t *action;     /* [games][nodes] cell that led here */
    int8_t *node_mover;  /* [games][nodes] */
    int8_t *won;         /* [games][nodes] the move that led here won */
    float *value;        /* [games][nodes] the net's value */
    int16_t *node_count; /* nodes in use */
    int16_t *leaf;       /* node waiting for the net */
    float *guess;   /* [games][nodes][cells] a move's action value, seen by the mover; NULL without PUCT */
    int32_t *spent; /* simulations of this move, with PUCT */
    float *score;   /* [games][cells] Gumbel + prior of root candidates, else ILLEGAL */
    int16_t *considered; /* number of candidates */
    int16_t *plan;       /* [candidates + 1][sims] visit count due, by number of candidates */
    Feature *x0;         /* [games][h + 4][w + 4][8] the net's input where Black moves (and on squares) */
    Feature *x1;         /* [games][w + 4][h + 4][8] where White moves, on oblong boards */
    float *setting;      /* see Setting */
    int16_t *first;      /* [cells] first stones that openings of one stone favour: SET_FAVOURED of them */
    int8_t *rec_cell; /* [games][cells][cells] recorded positions of the running game, as the mover sees them:
                         1 own, 2 other */
    int16_t *rec_policy;     /* [games][cells][cells] improved policy * 32767 */
    int16_t *rec_q;          /* [games][cells][cells] q * 32767 of visited moves, else -32768 */
    float *rec_value;        /* [games][cells] search value */
    int16_t *rec_move;       /* [games][cells] the cell played, as the mover sees it */
    int8_t *rec_mover;       /* [games][cells] */
    int8_t *ring_cell[2];    /* [ring_size][cells], by orientation (second only on oblong boards) */
    int16_t *ring_policy[2]; /* [ring_size][cells] */
    int16_t *ring_q[2];      /* [ring_size][cells] */
    float *ring_value[2];    /* [ring_size] */
    int16_t *ring_move[2];   /* [ring_size] */
    int8_t *ring_result[2];  /* [ring_size] +1 the mover won, -1 lost */
    long long *ring_total;   /* [2] positions ever written */
    long long *stats;        /* see Stat */
    int32_t games, w, h, cells, nodes, sims, candidates, ring_size, match;
    int32_t simulations; /* of a move by PUCT (puct.h), at most `sims` asking the net; 0: the Gumbel search */
} Search;

enum Setting {
    SET_GUMBEL,  /* scale of the Gumbel noise: 1 in self-play, 0 in matches */
    SET_C_VISIT, /* sigma(q) = (c_visit + max visits) * c_scale * q */
    SET_C_SCALE,
    SET_RESIGN,     /* resign when the search value is below */
    SET_PLAY_OUT,   /* share of games never resigned */
    SET_EMPTY,      /* share of games from the empty board */
    SET_RANDOM,     /* share of games with several random stones */
    SET_RANDOM_MAX, /* most of them, at least 2 */
    SET_PUCT,       /* the constant of PUCT */
    SET_NOISE,      /* share of Dirichlet noise in the root's priors, with PUCT */
    SET_ALPHA,      /* its parameter */
    SET_DITHER,     /* the number of first moves that are drawn by visits, with PUCT */
    SET_EXPAND,    /* the visit at which a leaf is expanded, with PUCT; 1: the first, without action values */
    SET_SETUP,     /* share of games from a set-up position: many random stones */
    SET_SETUP_MAX, /* most of them, at least 2 */
    SET_UNEVEN,    /* share of the uneven openings that are given up before the first move */
    SET_EVEN_LIMIT, /* an opening is uneven when the search's value is farther from 0 */
    SET_LATE,       /* from this move of a game on, the choice keeps only a part of the Gumbel noise */
    SET_LATE_NOISE, /* that part */
    SET_TRACE,      /* how far the recorded value looks ahead in its game, see game_look_ahead */
    SET_FAVOUR,     /* share of the openings of one stone that take one of `first` */
    SET_FAVOURED,   /* how many there are */
    SET_COUNT
};
enum Stat {
    STAT_GAMES,
    STAT_PLIES,
    STAT_BLACK_WINS,
    STAT_RESIGNED,
    STAT_WOULD,
    STAT_FALSE,
    STAT_POSITIONS,
    STAT_COUNT
};

DEV size_t node_at(const Search *s, int g, int node) {
    return (size_t)g * s->nodes + node;
}
DEV size_t edges_at(const Search *s, int g, int node) {
    return node_at(s, g, node) * s->cells;
}

/* What the improved policy of a node needs to know of its edges. */
typedef struct {
    int total, most; /* visits: sum and maximum */
    float fill;      /* value given to unvisited moves: the mixed value */
    float scale;     /* of values against log priors */
} NodeSummary;

DEV NodeSummary node_summary(const Search *s, size_t e, float value) {
    int total = 0, most = 0;
    float mass = 0.0f, weighted = 0.0f;
    for (int i = lane_id(); i < s->cells; i += WARP) {
        int n = s->visits[e + i];
        if (n == 0) continue;
        float p = expf(s->prior[e + i]);
        total += n;
        most = n > most ? n : most;
        mass += p;
        weighted += p * s->sum[e + i] / (float)n;
    }
    NodeSummary k;
    k.total = warp_sum_int(total);
    k.most = warp_max_int(most);
    mass = warp_sum(mass);
    weighted = warp_sum(weighted);
    float seen = mass > 1e-30f ? weighted / mass : value;
    k.fill = (value + (float)k.total * seen) / (1.0f + (float)k.total);
    k.scale = (s->setting[SET_C_VISIT] + (float)k.most) * s->setting[SET_C_SCALE];
    return k;
}

DEV float edge_value(const Search *s, size_t edge, float fill) {
    int n = s->visits[edge];
    return n ? s->sum[edge] / (float)n : fill;
}

/* Log of the improved policy, not normalised. */
DEV float edge_improved(const Search *s, size_t edge, const NodeSummary *k) {
    return s->prior[edge] + k->scale * edge_value(s, edge, k->fill);
}

/* Greatest improved log weight and the sum of exp(weight - greatest). */
DEV float node_normaliser(const Search *s, size_t e, const NodeSummary *k, float *greatest) {
    float top = ILLEGAL, sum = 0.0f;
    for (int i = lane_id(); i < s->cells; i += WARP)
        if (s->prior[e + i] > ILLEGAL) top = fmaxf(top, edge_improved(s, e + i, k));
    top = warp_max(top);
    for (int i = lane_id(); i < s->cells; i += WARP)
        if (s->prior[e + i] > ILLEGAL) sum += expf(edge_improved(s, e + i, k) - top);
    *greatest = top;
    return warp_sum(sum);
}

DEV int interior_pick(const Search *s, size_t e, float value) {
    NodeSummary k = node_summary(s, e, value);
    float top, sum = node_normaliser(s, e, &k, &top), best = ILLEGAL;
    int at = s->cells;
    for (int i = lane_id(); i < s->cells; i += WARP) {
        if (s->prior[e + i] <= ILLEGAL) continue;
        float lag =
            expf(edge_improved(s, e + i, &k) - top) / sum - (float)s->visits[e + i] / (1.0f + (float)k.total);
        if (lag > best) best = lag, at = i;
    }
    return warp_best(best, at);
}

/* The part of the Gumbel noise that the choice of the move keeps: all of it early in a game. */
DEV float noise_kept(const Search *s, int g) {
    return (float)s->length[g] < s->setting[SET_LATE] ? 1.0f : s->setting[SET_LATE_NOISE];
}

/* The candidate with `due` visits (or, when due < 0, with the most) that has the best score. */
DEV int root_pick(const Search *s, int g, int due) {
    size_t e = edges_at(s, g, 0);
    float kept = due < 0 ? noise_kept(s, g) : 1.0f;
    const float *score = s->score + (size_t)g * s->cells;
    NodeSummary k = node_summary(s, e, s->value[node_at(s, g, 0)]);
    if (due < 0) due = k.most;
    float best = ILLEGAL;
    int at = s->cells;
    for (int i = lane_id(); i < s->cells; i += WARP) {
        if (score[i] <= ILLEGAL || s->visits[e + i] != due) continue;
        float v = score[i] + k.scale * edge_value(s, e + i, k.fill);
        if (kept < 1.0f) v -= (1.0f - kept) * (score[i] - s->prior[e + i]);
        if (v > best) best = v, at = i;
    }
    return warp_best(best, at);
}

/* Makes a node live: no visits, legal cells marked. */
DEV void node_open(const Search *s, int g, int node, const Board *b, int parent, int action, int mover,
                   int won) {
    size_t e = edges_at(s, g, node), n = node_at(s, g, node);
    for (int i = lane_id(); i < s->cells; i += WARP) {
        s->prior[e + i] = b->cell[i] == EMPTY ? 0.0f : ILLEGAL;
        s->sum[e + i] = 0.0f;
        s->visits[e + i] = 0;
        s->child[e + i] = -1;
    }
    if (lane_id() == 0) {
        s->parent[n] = (int16_t)parent;
        s->action[n] = (int16_t)action;
        s->node_mover[n] = (int8_t)mover;
        s->won[n] = (int8_t)won;
        s->value[n] = -1.0f; /* what a lost position is worth to the player to move */
        s->leaf[g] = (int16_t)node;
    }
}

/* Where the net's input and output of a position lie: oblong boards have one batch an orientation. */
DEV int orientation(const Search *s, int mover) {
    return mover == WHITE && s->w != s->h;
}

DEV void leaf_encode(const Search *s, int g, const Board *b, int mover) {
    size_t size = (size_t)(s->w + 4) * (s->h + 4) * 8;
    board_encode(b, s->w, s->h, mover, (orientation(s, mover) ? s->x1 : s->x0) + size * g);
}

DEV void root_board(const Search *s, int g, Board *b) {
    for (int i = lane_id(); i < s->cells; i += WARP) b->cell[i] = s->cell[(size_t)g * s->cells + i];
    for (int i = lane_id(); i < s->cells + 4; i += WARP) b->link[i] = s->link[(size_t)g * (s->cells + 4) + i];
    warp_sync();
}

/* Step 1 of a move: an empty tree, the root's input. */
DEV void game_open(const Search *s, int g, Board *b) {
    if (s->done[g]) return;
    root_board(s, g, b);
    node_open(s, g, 0, b, -1, -1, s->mover[g], 0);
    if (lane_id() == 0) s->node_count[g] = 1;
    leaf_encode(s, g, b, s->mover[g]);
}

/* The net's answers: [games][cells][2] policy logit and q, [games] value; the second set is for the
 * other orientation of oblong boards. */
typedef struct {
    const float *cells[2], *value[2];
} NetOutput;

/* Stores the net's answer in the waiting node: log softmax over its legal cells. */
DEV void node_fill(const Search *s, int g, const NetOutput *out) {
    int leaf = s->leaf[g];
    size_t e = edges_at(s, g, leaf), n = node_at(s, g, leaf);
    int mover = s->node_mover[n], o = orientation(s, mover);
    const float *p = out->cells[o] + (size_t)g * s->cells * 2;
    float top = ILLEGAL, sum = 0.0f;
    for (int i = lane_id(); i < s->cells; i += WARP)
        if (s->prior[e + i] > ILLEGAL) top = fmaxf(top, p[2 * view_cell(s->w, s->h, i, mover)]);
    top = warp_max(top);
    for (int i = lane_id(); i < s->cells; i += WARP)
        if (s->prior[e + i] > ILLEGAL) sum += expf(p[2 * view_cell(s->w, s->h, i, mover)] - top);
    float shift = top + logf(warp_sum(sum));
    for (int i = lane_id(); i < s->cells; i += WARP)
        if (s->prior[e + i] > ILLEGAL) s->prior[e + i] = p[2 * view_cell(s->w, s->h, i, mover)] - shift;
    for (int i = lane_id(); s->guess && i < s->cells; i += WARP)
        s->guess[e + i] = -tanhf(p[2 * view_cell(s->w, s->h, i, mover) + 1]);
    if (lane_id() == 0) s->value[n] = out->value[o][g];
}

/* Step 2: the root's priors, its Gumbel noise and its candidates. */
DEV void game_root(const Search *s, int g, const NetOutput *out) {
    if (s->done[g]) return;
    node_fill(s, g, out);
    warp_sync();
    size_t e = edges_at(s, g, 0), base = (size_t)g * s->cells;
    uint64_t state = s->rng[g];
    float noise = s->setting[SET_GUMBEL];
    int m = 0;
    /* score holds noise + prior of every legal cell; the best are then kept by their signs in visits. */
    for (int i = lane_id(); i < s->cells; i += WARP) {
        float gumbel = -logf(-logf(unit_of(mix64(state ^ ((uint64_t)(i + 1) << 32)))));
        s->score[base + i] = s->prior[e + i] > ILLEGAL ? s->prior[e + i] + noise * gumbel : ILLEGAL;
    }
    warp_sync();
    for (; m < s->candidates; m++) {
        float best = ILLEGAL;
        int at = s->cells;
        for (int i = lane_id(); i < s->cells; i += WARP)
            if (s->visits[e + i] == 0 && s->score[base + i] > best) best = s->score[base + i], at = i;
        at = warp_best(best, at);
        if (at >= s->cells) break;
        if (lane_id() == 0) s->visits[e + at] = 1; /* taken */
        warp_sync();
    }
    for (int i = lane_id(); i < s->cells; i += WARP) {
        if (!s->visits[e + i]) s->score[base + i] = ILLEGAL;
        s->visits[e + i] = 0;
    }
    if (lane_id() == 0) {
        s->considered[g] = (int16_t)m;
        s->rng[g] = mix64(state);
    }
}

/* Step 3, first half of a simulation. */
DEV void game_select(const Search *s, int g, Board *b, int sim) {
    if (s->done[g]) return;
    root_board(s, g, b);
    int node = 0, mover = s->mover[g], count = s->node_count[g];
    int at = root_pick(s, g, s->plan[s->considered[g] * s->sims + sim]);
    warp_sync();
    for (;;) {
        int won = lane_id() == 0 ? board_place(b, s->w, s->h, at, mover) : 0;
        won = warp_from_first(won);
        warp_sync();
        size_t edge = edges_at(s, g, node) + at;
        int next = s->child[edge];
        mover = 3 - mover;
        if (next < 0) {
            warp_sync();
            if (lane_id() == 0) s->child[edge] = (int16_t)count, s->node_count[g] = (int16_t)(count + 1);
            node_open(s, g, count, b, node, at, mover, won);
            if (!won) leaf_encode(s, g, b, mover);
            return;
        }
        if (s->won[node_at(s, g, next)]) {
            if (lane_id() == 0) s->leaf[g] = (int16_t)next;
            return;
        }
        node = next;
        at = interior_pick(s, edges_at(s, g, node), s->value[node_at(s, g, node)]);
    }
}

/* Step 4, second half. */
DEV void game_expand(const Search *s, int g, const NetOutput *out) {
    if (s->done[g]) return;
    int node = s->leaf[g];
    if (!s->won[node_at(s, g, node)]) node_fill(s, g, out);
    warp_sync();
    if (lane_id() != 0) return;
    float v = s->value[node_at(s, g, node)];
    while (node != 0) {
        size_t n = node_at(s, g, node);
        size_t edge = edges_at(s, g, s->parent[n]) + s->action[n];
        v = -v;
        s->sum[edge] += v;
        s->visits[edge]++;
        node = s->parent[n];
    }
}

#endif
