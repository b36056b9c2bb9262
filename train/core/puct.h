/* PUCT, the other search: AlphaZero's as Gao 2020 §4.6.2 ran it, for comparison with the Gumbel search of tree.h.
 *
 * A move is the greatest value + c P sqrt(N) / (1 + n). The root's priors are mixed with Dirichlet noise. The first moves
 * of a game are drawn by visits, the others are the most visited. The recorded policy is the share of visits. With three
 * heads a leaf is expanded at its `expand`-th visit only: before, its action value counts, which needs no net. So a game
 * runs simulations until one needs the net, and a move ends after `simulations` of them or when no node is left. With two
 * heads every leaf is expanded at once, and an unvisited move is worth what its position is.
 */
#ifndef MP_PUCT_H
#define MP_PUCT_H

#include "tree.h"

DEV int puct_on(const Search *s) {
    return s->simulations > 0;
}

/* A draw of Gamma(alpha) as its logarithm, by Marsaglia and Tsang: a draw for alpha + 1 times a uniform
 * number to the power 1 / alpha. Without logarithms that power would be 0 in many cells. */
DEV float gamma_log(float alpha, uint64_t state) {
    float d = alpha + 2.0f / 3.0f, c = 1.0f / sqrtf(9.0f * d);
    float power = logf(unit_of(mix64(state ^ 0x5851f42d4c957f2dull))) / alpha;
    for (;;) {
        uint64_t one = mix64(state), two = mix64(one), three = mix64(two);
        state = three;
        float x = sqrtf(-2.0f * logf(unit_of(one))) * cosf(6.2831853f * unit_of(two)), v = 1.0f + c * x;
        if (v <= 0.0f) continue;
        v = v * v * v;
        if (logf(unit_of(three)) < 0.5f * x * x + d - d * v + d * logf(v)) return logf(d * v) + power;
    }
}

/* Mixes noise into the root's priors; `score` holds the draws. */
DEV void root_disturb(const Search *s, int g) {
    float share = s->setting[SET_NOISE], alpha = s->setting[SET_ALPHA], top = ILLEGAL, sum = 0.0f;
    if (share <= 0.0f) return;
    size_t e = edges_at(s, g, 0);
    float *score = s->score + (size_t)g * s->cells;
    for (int i = lane_id(); i < s->cells; i += WARP) {
        if (s->prior[e + i] <= ILLEGAL) continue;
        score[i] = gamma_log(alpha, mix64(s->rng[g] ^ ((uint64_t)(i + 1) << 32)));
        top = fmaxf(top, score[i]);
    }
    top = warp_max(top);
    for (int i = lane_id(); i < s->cells; i += WARP)
        if (s->prior[e + i] > ILLEGAL) sum += expf(score[i] - top);
    sum = warp_sum(sum);
    for (int i = lane_id(); i < s->cells; i += WARP) {
        if (s->prior[e + i] <= ILLEGAL) continue;
        s->prior[e + i] =
            logf((1.0f - share) * expf(s->prior[e + i]) + share * expf(score[i] - top) / sum + 1e-30f);
    }
}

DEV void puct_root(const Search *s, int g, const NetOutput *out) {
    if (s->done[g]) return;
    node_fill(s, g, out);
    warp_sync();
    root_disturb(s, g);
    warp_sync();
    if (lane_id() != 0) return;
    s->spent[g] = 0;
    s->rng[g] = mix64(s->rng[g]);
}

DEV int puct_pick(const Search *s, size_t e, float value) {
    int total = 0, at = s->cells;
    float best = ILLEGAL;
    for (int i = lane_id(); i < s->cells; i += WARP) total += s->visits[e + i];
    float reach = s->setting[SET_PUCT] * sqrtf((float)warp_sum_int(total) + 1.0f);
    for (int i = lane_id(); i < s->cells; i += WARP) {
        if (s->prior[e + i] <= ILLEGAL) continue;
        int n = s->visits[e + i];
        float q = n ? s->sum[e + i] / (float)n : s->setting[SET_EXPAND] > 1.0f ? s->guess[e + i] : value;
        float v = q + reach * expf(s->prior[e + i]) / (1.0f + (float)n);
        if (v > best) best = v, at = i;
    }
    return warp_best(best, at);
}

/* One lane: a simulation that ended with a move worth `v` to the one who made it at the node. */
DEV void puct_back(const Search *s, int g, int node, int at, float v) {
    for (;;) {
        size_t edge = edges_at(s, g, node) + at, n = node_at(s, g, node);
        s->sum[edge] += v;
        s->visits[edge]++;
        if (node == 0) break;
        at = s->action[n];
        node = s->parent[n];
        v = -v;
    }
    s->spent[g]++;
}

/* One simulation: true when it waits for the net. */
DEV int puct_walk(const Search *s, int g, Board *b) {
    int node = 0, mover = s->mover[g];
    root_board(s, g, b);
    for (;;) {
        int at = puct_pick(s, edges_at(s, g, node), s->value[node_at(s, g, node)]);
        warp_sync();
        int won = warp_from_first(lane_id() == 0 ? board_place(b, s->w, s->h, at, mover) : 0);
        warp_sync();
        size_t edge = edges_at(s, g, node) + at;
        int next = s->child[edge];
        mover = 3 - mover;
        if (won || (next < 0 && (float)s->visits[edge] + 1.0f < s->setting[SET_EXPAND])) {
            float v = won ? 1.0f : s->guess[edge];
            warp_sync();
            if (lane_id() == 0) puct_back(s, g, node, at, v);
            warp_sync();
            return 0;
        }
        if (next < 0) {
            int count = s->node_count[g];
            warp_sync();
            if (lane_id() == 0) s->child[edge] = (int16_t)count, s->node_count[g] = (int16_t)(count + 1);
            node_open(s, g, count, b, node, at, mover, 0);
            leaf_encode(s, g, b, mover);
            return 1;
        }
        node = next;
    }
}

DEV void puct_select(const Search *s, int g, Board *b) {
    if (s->done[g]) return;
    int waits = 0;
    while (!waits && s->spent[g] < s->simulations && s->node_count[g] < s->nodes) waits = puct_walk(s, g, b);
    warp_sync();
    if (!waits && lane_id() == 0) s->leaf[g] = -1;
}

DEV void puct_expand(const Search *s, int g, const NetOutput *out) {
    if (s->done[g] || s->leaf[g] < 0) return;
    size_t n = node_at(s, g, s->leaf[g]);
    node_fill(s, g, out);
    warp_sync();
    if (lane_id() == 0) puct_back(s, g, s->parent[n], s->action[n], -s->value[n]);
}

/* The move to play: drawn by visits early in the game, else the most visited. */
DEV int puct_choose(const Search *s, int g) {
    size_t e = edges_at(s, g, 0);
    int total = 0, at = s->cells;
    float best = ILLEGAL;
    for (int i = lane_id(); i < s->cells; i += WARP) {
        int n = s->visits[e + i];
        total += n;
        if (s->prior[e + i] > ILLEGAL && (float)n > best) best = (float)n, at = i;
    }
    total = warp_sum_int(total);
    at = warp_best(best, at);
    if ((float)s->length[g] >= s->setting[SET_DITHER] || total == 0) return at;
    if (lane_id() == 0) {
        s->rng[g] = mix64(s->rng[g]);
        int left = (int)(unit_of(s->rng[g]) * (float)total);
        for (at = 0; left >= s->visits[e + at]; at++) left -= s->visits[e + at];
    }
    return warp_from_first(at);
}

/* What is recorded of a root's move: the share of the visits. */
DEV float puct_share(const Search *s, size_t edge, int total) {
    return (float)s->visits[edge] / (float)(total > 0 ? total : 1);
}

#endif
