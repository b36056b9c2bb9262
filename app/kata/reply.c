#include "app/kata/reply.h"

#include "app/report/analysis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static double seen(double winrate, Color mover, KataView view) {
    bool flip = view != VIEW_MOVER && (view == VIEW_BLACK) != (mover == BLACK);
    return flip ? 1 - winrate : winrate;
}

// Hex has no score, but tools made for Go look for one.
static json_t *values_json(double winrate, double lcb, uint64_t visits, Color mover, KataView view) {
    double shown = seen(winrate, mover, view), bound = seen(lcb, mover, view);
    return json_pack("{s:f, s:f, s:f, s:f, s:I, s:i, s:i, s:i}", "winrate", shown, "lcb", bound, "utility",
                     2 * shown - 1, "utilityLcb", 2 * bound - 1, "visits", (json_int_t)visits, "scoreLead", 0,
                     "scoreSelfplay", 0, "scoreStdev", 0);
}

// The lower end of a 95 % interval, were the visits independent games.
static double lower_bound(double value, uint64_t visits) {
    return visits ? value - 1.96 * sqrt(value * (1 - value) / (double)visits) : 0;
}

static json_t *move_json(const Position *position, const SearchMove *move, int order, KataView view) {
    json_t *values = values_json(move->value, lower_bound(move->value, move->visits), move->visits,
                                 position->to_move, view);
    json_t *rest = analysis_move_json(position->geometry, move, SEARCH_LINE_MAX);
    json_object_del(rest, "value");
    json_object_set_new(rest, "order", json_integer(order));
    json_object_set_new(rest, "scoreMean", json_integer(0));
    json_object_update_missing(rest, values);
    json_decref(values);
    return rest;
}

static json_t *hash_json(Hash128 hash) {
    char text[40];
    snprintf(text, sizeof text, "%016" PRIX64 "%016" PRIX64, hash.high, hash.low);
    return json_string(text);
}

static json_t *root_json(const Position *position, double value, uint64_t visits, KataView view) {
    Position turned = position_rotated(position);
    Hash128 hash = position_hash(position), other = position_hash(&turned);
    bool first = hash.high < other.high || (hash.high == other.high && hash.low < other.low);
    json_t *root = values_json(value, lower_bound(value, visits), visits, position->to_move, view);
    json_object_set_new(root, "thisHash", hash_json(hash));
    json_object_set_new(root, "symHash", hash_json(first ? hash : other));
    json_object_set_new(root, "currentPlayer", json_string(position->to_move == BLACK ? "B" : "W"));
    return root;
}

static json_t *turn_json(const KataQuery *query, int turn, bool during) {
    return json_pack("{s:s, s:b, s:i}", "id", query->id, "isDuringSearch", during, "turnNumber",
                     query->turn[turn].number);
}

json_t *kata_reply_report(const KataQuery *query, int turn, const Position *position,
                          const SearchReport *report, KataView view, bool during) {
    json_t *reply = turn_json(query, turn, during), *moves = json_array();
    for (int i = 0; i < report->count; i++) {
        const SearchMove *move = &report->move[i];
        if (move->visits || !i)
            json_array_append_new(moves, move_json(position, move, (int)json_array_size(moves), view));
    }
    json_t *root = root_json(position, report->value, report->visits, view);
    json_object_set_new(root, "proved", analysis_proof_json(report->proof));
    json_object_set_new(reply, "moveInfos", moves);
    json_object_set_new(reply, "rootInfo", root);
    return reply;
}

json_t *kata_reply_over(const KataQuery *query, int turn, const Game *game, KataView view) {
    bool won = game_winner(game) == game->now.to_move;
    json_t *reply = turn_json(query, turn, false), *root = root_json(&game->now, won, 0, view);
    json_object_set_new(root, "proved", json_string(won ? "win" : "loss"));
    json_object_set_new(reply, "moveInfos", json_array());
    json_object_set_new(reply, "rootInfo", root);
    return reply;
}

json_t *kata_reply_nothing(const KataQuery *query, int turn) {
    json_t *reply = turn_json(query, turn, false);
    json_object_set_new(reply, "noResults", json_true());
    return reply;
}

json_t *kata_reply_policy(const Position *position, const NetOutput *output) {
    const Geometry *g = position->geometry;
    json_t *policy = json_array();
    for (int row = 0; row < g->height; row++) {
        for (int column = 0; column < g->width; column++) {
            int cell = cell_at(g, column, row);
            bool empty = position_at(position, cell) == EMPTY;
            json_array_append_new(policy, json_real(empty ? (double)output->policy[cell] : -1));
        }
    }
    json_array_append_new(policy, json_real(-1));
    return policy;
}

json_t *kata_reply_problem(const char *kind, const char *text, const char *field, const char *id) {
    json_t *reply = json_pack("{s:s}", kind, text);
    if (field && *field) json_object_set_new(reply, "field", json_string(field));
    if (id) json_object_set_new(reply, "id", json_string(id));
    return reply;
}
