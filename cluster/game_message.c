#include "cluster/game_message.h"

#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char SIDES[] = "ab-";

// --- Writing
static void json_append(json_t *object, Text *out) {
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text)
        text_add(out, text);
    else
        out->failed = true;
    free(text);
    json_decref(object);
}

void game_job_write(const GameJob *job, Text *out) {
    const Budget *budget = &job->terms.budget;
    json_append(json_pack("{s:b, s:i, s:i, s:i, s:s, s:s, s:s, s:f, s:I, s:i, s:f, s:f, s:f, s:f, s:o, s:s}",
                          "match", (int)job->match, "number", job->number, "width", job->geometry->width,
                          "height", job->geometry->height, "a", job->player[0], "b", job->player[1],
                          "opening", job->opening, "time", budget->seconds, "playouts",
                          (json_int_t)budget->nodes, "threads", budget->threads, "grace", job->terms.grace,
                          "game_time", job->game_seconds, "increment", job->increment, "adjudication",
                          job->adjudication_seconds, "seed", json_sprintf("%" PRIu64, job->seed), "net",
                          job->net),
                out);
}

static json_t *moves_json(const Game *game) {
    Text moves = {0};
    char name[MOVE_NAME_MAX];
    for (int i = 0; i < game->count; i++)
        text_format(&moves, "%s%s", i ? " " : "", move_name(game->now.geometry, game->played[i].move, name));
    json_t *text = moves.failed ? NULL : json_string(text_string(&moves));
    text_free(&moves);
    return text;
}

void match_answer_write(const Game *game, const MatchGame *result, Text *out) {
    char winner[2] = {SIDES[result->winner]}, fault[2] = {SIDES[result->fault]},
         late[2] = {SIDES[result->late]};
    json_append(json_pack("{s:i, s:s, s:s, s:s, s:b, s:f, s:f, s:s, s:o}", "number", result->number, "winner",
                          winner, "fault", fault, "late", late, "adjudicated", (int)result->adjudicated,
                          "slowest_a", result->slowest[SIDE_A], "slowest_b", result->slowest[SIDE_B],
                          "reason", result->reason, "moves", moves_json(game)),
                out);
}

void selfplay_answer_write(const Game *game, const double *value, Text *out) {
    json_t *values = json_array();
    for (int i = 0; i < game->count; i++) json_array_append_new(values, json_real(value[i]));
    json_append(json_pack("{s:o, s:o}", "moves", moves_json(game), "values", values), out);
}

// --- Reading
static json_t *object_read(const char *bytes, size_t size, Error *error) {
    json_error_t fault;
    json_t *object = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &fault);
    if (json_is_object(object)) return object;
    json_decref(object);
    error_input(error, "it is no JSON object");
    return NULL;
}

static double number_within(const json_t *object, const char *key, double low, double high, bool *good) {
    const json_t *value = json_object_get(object, key);
    double number = json_number_value(value);
    *good = *good && json_is_number(value) && number >= low && number <= high;
    return *good ? number : 0;
}

static bool flag_read(const json_t *object, const char *key, bool *good) {
    const json_t *value = json_object_get(object, key);
    *good = *good && json_is_boolean(value);
    return json_is_true(value);
}

static void text_read(const json_t *object, const char *key, char *text, size_t size, bool *good) {
    const char *value = json_string_value(json_object_get(object, key));
    *good = *good && value && strlen(value) < size;
    snprintf(text, size, "%s", *good ? value : "");
}

static int side_read(const json_t *object, const char *key, bool *good) {
    char text[2];
    text_read(object, key, text, sizeof text, good);
    const char *found = *text ? strchr(SIDES, *text) : NULL;
    *good = *good && found;
    return *good ? (int)(found - SIDES) : SIDE_NONE;
}

static uint64_t seed_read(const json_t *object, bool *good) {
    char text[24];
    text_read(object, "seed", text, sizeof text, good);
    *good = *good && *text && strspn(text, "0123456789") == strlen(text) && strlen(text) <= 20;
    return strtoull(text, NULL, 10);
}

static void terms_read(const json_t *object, MoveTerms *terms, bool *good) {
    terms->budget.seconds = number_within(object, "time", 0, 1e7, good);
    terms->budget.nodes = (uint64_t)number_within(object, "playouts", 0, 1e15, good);
    terms->budget.threads = (int)number_within(object, "threads", 0, 256, good);
    terms->grace = number_within(object, "grace", 0, 1e6, good);
}

bool game_job_read(const char *bytes, size_t size, GameJob *job, Error *error) {
    json_t *object = object_read(bytes, size, error);
    if (!object) return false;
    bool good = true;
    *job = (GameJob){.match = flag_read(object, "match", &good)};
    job->number = (int)number_within(object, "number", 0, 1e9, &good);
    int width = (int)number_within(object, "width", 1, BOARD_MAX, &good);
    int height = (int)number_within(object, "height", 1, BOARD_MAX, &good);
    text_read(object, "a", job->player[0], GAME_SPEC_MAX, &good);
    text_read(object, "b", job->player[1], GAME_SPEC_MAX, &good);
    text_read(object, "opening", job->opening, GAME_OPENING_MAX, &good);
    terms_read(object, &job->terms, &good);
    job->game_seconds = number_within(object, "game_time", 0, 1e7, &good);
    job->increment = number_within(object, "increment", 0, 1e6, &good);
    job->adjudication_seconds = number_within(object, "adjudication", 0, 1e6, &good);
    job->seed = seed_read(object, &good);
    text_read(object, "net", job->net, sizeof job->net, &good);
    json_decref(object);
    job->geometry = good ? geometry_get(width, height) : NULL;
    Game game;
    if (job->geometry) game_init(&game, job->geometry);
    return (job->geometry && game_play_list(&game, job->opening, NULL) && game_winner(&game) == EMPTY) ||
           error_input(error, "it is no job about a game");
}

static bool moves_play(const json_t *object, const Geometry *geometry, Game *game) {
    const char *moves = json_string_value(json_object_get(object, "moves"));
    game_init(game, geometry);
    return moves && game_play_list(game, moves, NULL);
}

static bool begins_with(const Game *game, const Game *opening) {
    bool same = game->count >= opening->count;
    for (int i = 0; same && i < opening->count; i++) same = game->played[i].move == opening->played[i].move;
    return same;
}

static void result_read(const json_t *object, MatchGame *result, bool *good) {
    result->winner = side_read(object, "winner", good);
    result->fault = side_read(object, "fault", good);
    result->late = side_read(object, "late", good);
    result->adjudicated = flag_read(object, "adjudicated", good);
    result->slowest[SIDE_A] = number_within(object, "slowest_a", 0, 1e9, good);
    result->slowest[SIDE_B] = number_within(object, "slowest_b", 0, 1e9, good);
    text_read(object, "reason", result->reason, sizeof result->reason, good);
}

// A game that ended on the board was won by whoever joined his edges; one that did not ended by a fault or on time.
static bool result_agrees(const MatchGame *result, const Game *game) {
    Color won = game_winner(game);
    bool over = won != EMPTY, fault = result->fault != SIDE_NONE, late = result->late != SIDE_NONE;
    int white = SIDE_A + SIDE_B - result->black;
    if (fault && late) return false;
    if (late) return result->winner == SIDE_A + SIDE_B - result->late && !result->adjudicated;
    if (fault) return !over && result->adjudicated == (result->winner != SIDE_NONE);
    return over && !result->adjudicated && result->winner == (won == BLACK ? result->black : white);
}

bool match_answer_read(const MatchSetup *setup, int number, const char *bytes, size_t size, Game *game,
                       MatchGame *result, Error *error) {
    Game opening;
    json_t *object = object_read(bytes, size, error);
    if (!object) return false;
    match_game_begin(setup, number, &opening, result);
    bool good = true;
    good = (int)number_within(object, "number", 0, 1e9, &good) == number && good;
    result_read(object, result, &good);
    good = good && moves_play(object, setup->geometry, game) && begins_with(game, &opening) &&
           result_agrees(result, game);
    json_decref(object);
    return good || error_input(error, "it is no result of game %d", number);
}

bool selfplay_answer_read(const Geometry *geometry, const char *bytes, size_t size, Game *game,
                          double value[GAME_MOVES_MAX], Error *error) {
    json_t *object = object_read(bytes, size, error);
    if (!object) return false;
    const json_t *values = json_object_get(object, "values");
    bool good = moves_play(object, geometry, game) && game_winner(game) != EMPTY && json_is_array(values) &&
                json_array_size(values) == (size_t)game->count;
    for (int i = 0; good && i < game->count; i++) {
        value[i] = json_number_value(json_array_get(values, (size_t)i));
        good = json_is_number(json_array_get(values, (size_t)i)) && value[i] >= 0 && value[i] <= 1;
    }
    json_decref(object);
    return good || error_input(error, "it is no game");
}
