/* The end of a move: choose, record, play; the end of a game: results into the replay ring, a new opening.
 *
 * A recorded position is stored as the mover sees it (view_cell). Its game's result is only known at the end.
 * So positions of running games wait in rec_* and are copied to the ring at the end.
 * `q` follows Gao 2020. It is the value of a move as the opponent sees it, who moves next. So q = -value.
 */
#ifndef MP_GAME_H
#define MP_GAME_H

#include "puct.h"

#define Q_UNKNOWN (-32768)

DEV int16_t fixed_of(float x) {
    return (int16_t)lrintf(fminf(fmaxf(x, -1.0f), 1.0f) * 32767.0f);
}

/* Writes the position, the improved policy (with PUCT: the share of the visits) and the values found; returns the
 * search's value: that policy's expectation. */
DEV float game_record(const Search *s, int g, int played) {
    size_t e = edges_at(s, g, 0);
    int mover = s->mover[g], t = s->length[g];
    NodeSummary k = node_summary(s, e, s->value[node_at(s, g, 0)]);
    float top, sum = node_normaliser(s, e, &k, &top), expected = 0.0f;
    size_t rec = (size_t)g * s->cells + t;
    for (int i = lane_id(); i < s->cells; i += WARP) {
        size_t at = rec * s->cells + view_cell(s->w, s->h, i, mover);
        int stone = s->cell[(size_t)g * s->cells + i], legal = stone == EMPTY;
        float p = !legal       ? 0.0f
                  : puct_on(s) ? puct_share(s, e + i, k.total)
                               : expf(edge_improved(s, e + i, &k) - top) / sum;
        float v = edge_value(s, e + i, k.fill);
        expected += legal ? p * v : 0.0f;
        if (s->match) continue;
        s->rec_cell[at] = (int8_t)(stone == EMPTY ? 0 : stone == mover ? 1 : 2);
        s->rec_policy[at] = fixed_of(p);
        s->rec_q[at] = s->visits[e + i] ? fixed_of(-v) : (int16_t)Q_UNKNOWN;
    }
    expected = warp_sum(expected);
    if (lane_id() == 0 && !s->match) {
        s->rec_value[rec] = expected;
        s->rec_move[rec] = (int16_t)view_cell(s->w, s->h, played, mover);
        s->rec_mover[rec] = (int8_t)mover;
    }
    return expected;
}

DEV void record_copy(const Search *s, size_t rec, int o, long long to, int result) {
    for (int i = lane_id(); i < s->cells; i += WARP) {
        s->ring_cell[o][to * s->cells + i] = s->rec_cell[rec * s->cells + i];
        s->ring_policy[o][to * s->cells + i] = s->rec_policy[rec * s->cells + i];
        s->ring_q[o][to * s->cells + i] = s->rec_q[rec * s->cells + i];
    }
    if (lane_id() == 0) {
        s->ring_value[o][to] = s->rec_value[rec];
        s->ring_move[o][to] = s->rec_move[rec];
        s->ring_result[o][to] = (int8_t)result;
    }
}

/* One lane. Mixes the search's values of a finished game with what followed: each becomes (1 - trace) of
 * itself and trace of the next one. After the last one comes the result. With trace 0 they stay; with 1 all
 * become the result. */
DEV void game_look_ahead(const Search *s, int g, int winner) {
    float trace = s->setting[SET_TRACE], ahead = winner == BLACK ? 1.0f : -1.0f; /* seen by Black */
    for (int t = s->length[g] - 1; t >= 0; t--) {
        size_t rec = (size_t)g * s->cells + t;
        float side = s->rec_mover[rec] == BLACK ? 1.0f : -1.0f;
        ahead = (1.0f - trace) * side * s->rec_value[rec] + trace * ahead;
        s->rec_value[rec] = side * ahead;
    }
}

/* Copies a finished game's positions to the ring; an oblong board has a ring an orientation. */
DEV void game_flush(const Search *s, int g, int winner) {
    int length = s->length[g];
    if (lane_id() == 0) game_look_ahead(s, g, winner);
    warp_sync();
    for (int o = 0; o < 2; o++) {
        int count = 0;
        for (int t = 0; t < length; t++) count += orientation(s, s->rec_mover[(size_t)g * s->cells + t]) == o;
        if (count == 0) continue;
        long long to = lane_id() == 0 ? counter_add(&s->ring_total[o], count) : 0;
        to = ((long long)warp_from_first((int)(to >> 31)) << 31) |
             (long long)warp_from_first((int)(to & 0x7fffffff));
        for (int t = 0; t < length; t++) {
            size_t rec = (size_t)g * s->cells + t;
            int mover = s->rec_mover[rec];
            if (orientation(s, mover) != o) continue;
            record_copy(s, rec, o, to++ % s->ring_size, mover == winner ? 1 : -1);
        }
    }
}

/* One lane. The only stone of an opening, if it is to be one of those favoured; -1: any. */
DEV int opening_favoured(const Search *s, uint64_t *state) {
    int many = (int)s->setting[SET_FAVOURED];
    if (many == 0) return -1;
    *state = mix64(*state);
    if (unit_of(*state) >= s->setting[SET_FAVOUR]) return -1;
    *state = mix64(*state);
    return s->first[*state % (uint64_t)many];
}

/* One lane. Random stones, colours in turn; the colour to move, or 0 when they ended the game. */
DEV int opening_scatter(const Search *s, Board *b, int stones, uint64_t *state) {
    int mover = BLACK, favoured = stones == 1 ? opening_favoured(s, state) : -1;
    for (int k = 0; k < stones; k++) {
        *state = mix64(*state);
        int skip = (int)(*state % (uint64_t)(s->cells - k)), at = 0;
        for (;; at++)
            if (b->cell[at] == EMPTY && skip-- == 0) break;
        if (favoured >= 0) at = favoured;
        if (board_place(b, s->w, s->h, at, mover)) return 0;
        mover = 3 - mover;
    }
    return mover;
}

/* One lane. How many random stones the next game starts with. */
DEV int opening_stones(const Search *s, uint64_t *state) {
    *state = mix64(*state);
    float u = unit_of(*state);
    float random = s->setting[SET_EMPTY] + s->setting[SET_RANDOM], setup = random + s->setting[SET_SETUP];
    if (u < s->setting[SET_EMPTY]) return 0;
    if (u >= setup) return 1;
    float most = s->setting[u < random ? SET_RANDOM_MAX : SET_SETUP_MAX];
    *state = mix64(*state);
    return 2 + (int)(*state % (uint64_t)(most - 1.0f));
}

DEV void board_store(const Search *s, int g, const Board *b) {
    warp_sync();
    for (int i = lane_id(); i < s->cells; i += WARP) s->cell[(size_t)g * s->cells + i] = b->cell[i];
    for (int i = lane_id(); i < s->cells + 4; i += WARP) s->link[(size_t)g * (s->cells + 4) + i] = b->link[i];
}

/* A new game: mostly one stone anywhere, sometimes several or none; never a finished position. */
DEV void game_start(const Search *s, int g, Board *b) {
    uint64_t state = s->rng[g];
    int stones = opening_stones(s, &state), mover = 0;
    while (mover == 0) {
        warp_sync();
        board_clear(b, s->cells);
        if (lane_id() == 0) mover = opening_scatter(s, b, stones, &state);
        mover = warp_from_first(mover);
        if (mover == 0) stones = stones > 1;
    }
    board_store(s, g, b);
    if (lane_id() == 0) {
        state = mix64(state);
        s->mover[g] = (int8_t)mover;
        s->length[g] = 0;
        s->would[g] = 0;
        s->play_out[g] = unit_of(state) < s->setting[SET_PLAY_OUT];
        s->rng[g] = mix64(state);
    }
}

DEV void game_count(const Search *s, int g, int winner, int resigned) {
    if (lane_id() != 0) return;
    counter_add(&s->stats[STAT_GAMES], 1);
    counter_add(&s->stats[STAT_PLIES], s->length[g]);
    counter_add(&s->stats[STAT_POSITIONS], s->length[g]);
    if (winner == BLACK) counter_add(&s->stats[STAT_BLACK_WINS], 1);
    if (resigned) counter_add(&s->stats[STAT_RESIGNED], 1);
    if (s->would[g]) counter_add(&s->stats[STAT_WOULD], 1);
    if (s->would[g] == winner) counter_add(&s->stats[STAT_FALSE], 1);
}

/* Whether a game that has just begun is given up unplayed: an uneven opening teaches less than an even one. */
DEV int game_uneven(const Search *s, int g, float value) {
    if (s->match || s->length[g] > 0 || fabsf(value) <= s->setting[SET_EVEN_LIMIT]) return 0;
    return unit_of(mix64(s->rng[g] ^ 0x9e3779b97f4a7c15u)) < s->setting[SET_UNEVEN];
}

/* Step 5, the end of a move. */
DEV void game_move(const Search *s, int g, Board *b) {
    if (s->done[g]) return;
    int at = puct_on(s) ? puct_choose(s, g) : root_pick(s, g, -1), mover = s->mover[g];
    float value = game_record(s, g, at);
    if (game_uneven(s, g, value)) {
        game_start(s, g, b);
        return;
    }
    root_board(s, g, b);
    int won = warp_from_first(lane_id() == 0 ? board_place(b, s->w, s->h, at, mover) : 0);
    int losing = !s->match && value < s->setting[SET_RESIGN];
    int resigned = losing && !won && !s->play_out[g];
    int winner = won ? mover : resigned ? 3 - mover : 0;
    warp_sync();
    if (lane_id() == 0) {
        s->length[g]++;
        s->mover[g] = (int8_t)(3 - mover);
        if (losing && s->play_out[g] && !s->would[g]) s->would[g] = (int8_t)mover;
        if (s->match) s->done[g] = (int8_t)winner;
    }
    board_store(s, g, b);
    warp_sync();
    if (!winner || s->match) return;
    game_flush(s, g, winner);
    game_count(s, g, winner, resigned);
    warp_sync();
    game_start(s, g, b);
}

#endif
