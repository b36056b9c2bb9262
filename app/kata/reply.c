#include "app/kata/reply.h"

#include "app/report/analysis_report.h"
#include "cli/public.h"
#include "mustplay/sys/solver.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static double seen(double winrate, mp_color mover, KataView view) {
    bool flip = view != VIEW_MOVER && (view == VIEW_BLACK) != (mover == MP_BLACK);
    return flip ? 1 - winrate : winrate;
}

// Hex has no score, but tools made for Go look for one.
static json_t *values_json(double winrate, double lcb, uint64_t visits, mp_color mover, KataView view) {
    double shown = seen(winrate, mover, view), bound = seen(lcb, mover, view);
    return json_pack("{s:f, s:f, s:f, s:f, s:I, s:i, s:i, s:i}", "winrate", shown, "lcb", bound, "utility",
                     2 * shown - 1, "utilityLcb", 2 * bound - 1, "visits", (json_int_t)visits, "scoreLead", 0,
                     "scoreSelfplay", 0, "scoreStdev", 0);
}

// The lower end of a 95 % interval, were the visits independent games; what is proved is certain.
static double lower_bound(double value, uint64_t visits, mp_proved proved) {
    if (proved != MP_UNPROVED) return value;
    return visits ? value - 1.96 * sqrt(value * (1 - value) / (double)visits) : 0;
}

// Tools leave out what has no visits: a proof counts as one.
static uint64_t visits_shown(uint64_t visits, mp_proved proved) {
    return visits || proved == MP_UNPROVED ? visits : 1;
}

static json_t *move_json(const mp_game *game, const mp_candidate *move, int order, KataView view) {
    uint64_t visits = visits_shown(move->visits, move->proved);
    json_t *values = values_json(move->value, lower_bound(move->value, visits, move->proved), visits,
                                 mp_game_to_move(game), view);
    json_t *rest = analysis_move_json(game, move, MP_LINE_MAX);
    json_object_del(rest, "value");
    json_object_del(rest, "visits");
    json_object_set_new(rest, "order", json_integer(order));
    json_object_set_new(rest, "scoreMean", json_integer(0));
    json_object_update_missing(rest, values);
    json_decref(values);
    return rest;
}

typedef struct Hash {
    uint64_t high, low;
} Hash;

static Hash hash_of(const mp_game *game) {
    Hash hash = {0};
    if (game) mp_game_hash(game, &hash.high, &hash.low);
    return hash;
}

// The same position turned by half a turn.
static Hash hash_turned(const mp_game *game) {
    int width = mp_game_width(game), height = mp_game_height(game);
    mp_cells stones[2];
    for (int color = MP_BLACK; color <= MP_WHITE; color++) {
        mp_game_cells(game, (mp_color)color, &stones[color]);
        for (int i = 0; i < stones[color].count; i++)
            stones[color].cell[i] = (int16_t)(width * height - 1 - stones[color].cell[i]);
    }
    mp_game *turned =
        mp_game_new_setup(width, height, &stones[MP_BLACK], &stones[MP_WHITE], mp_game_to_move(game), NULL);
    Hash hash = hash_of(turned);
    mp_game_free(turned);
    return hash;
}

static json_t *hash_json(Hash hash) {
    char text[40];
    snprintf(text, sizeof text, "%016" PRIX64 "%016" PRIX64, hash.high, hash.low);
    return json_string(text);
}

static json_t *root_json(const mp_game *game, double value, uint64_t searched, mp_proved proved,
                         KataView view) {
    uint64_t visits = visits_shown(searched, proved);
    Hash hash = hash_of(game), other = hash_turned(game);
    mp_color mover = mp_game_to_move(game);
    bool first = hash.high < other.high || (hash.high == other.high && hash.low < other.low);
    json_t *root = values_json(value, lower_bound(value, visits, proved), visits, mover, view);
    json_object_set_new(root, "thisHash", hash_json(hash));
    json_object_set_new(root, "symHash", hash_json(first ? hash : other));
    json_object_set_new(root, "currentPlayer", json_string(mover == MP_BLACK ? "B" : "W"));
    return root;
}

static json_t *turn_json(const KataQuery *query, int turn, bool during) {
    return json_pack("{s:s, s:b, s:i}", "id", query->id, "isDuringSearch", during, "turnNumber",
                     query->turn[turn].number);
}

json_t *kata_reply_report(const KataQuery *query, int turn, const mp_game *game, const mp_report *report,
                          KataView view, bool during) {
    json_t *reply = turn_json(query, turn, during), *moves = json_array();
    for (int i = 0; i < report->count; i++) {
        const mp_candidate *move = &report->candidate[i];
        if (move->visits || move->proved != MP_UNPROVED || !i)
            json_array_append_new(moves, move_json(game, move, (int)json_array_size(moves), view));
    }
    json_t *root = root_json(game, report->value, report->visits, report->proved, view);
    json_object_set_new(root, "proved", analysis_proof_json(report->proved));
    json_object_set_new(reply, "moveInfos", moves);
    json_object_set_new(reply, "rootInfo", root);
    return reply;
}

json_t *kata_reply_over(const KataQuery *query, int turn, const mp_game *game, KataView view) {
    bool won = mp_game_winner(game) == mp_game_to_move(game);
    json_t *reply = turn_json(query, turn, false);
    json_t *root = root_json(game, won, 0, won ? MP_WIN : MP_LOSS, view);
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

json_t *kata_reply_policy(const mp_game *game, const float *policy) {
    json_t *array = json_array();
    for (int cell = 0; cell < mp_game_width(game) * mp_game_height(game); cell++)
        json_array_append_new(array,
                              json_real(mp_game_stone(game, cell) == MP_EMPTY ? (double)policy[cell] : -1));
    json_array_append_new(array, json_real(-1));
    return array;
}

json_t *kata_reply_problem(const char *kind, const char *text, const char *field, const char *id) {
    json_t *reply = json_pack("{s:s}", kind, text);
    if (field && *field) json_object_set_new(reply, "field", json_string(field));
    if (id) json_object_set_new(reply, "id", json_string(id));
    return reply;
}
