#include "app/kata/query.h"

#include "cli/public.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRIORITY_MAX = 1000000, TURNS_MAX = 2 * MP_CELLS_MAX + 1 };
static const double VISITS_MAX = 1e12, SECONDS_MAX = 1e7;

typedef struct Reader {
    const json_t *object;
    KataQuery *query;
    KataProblem *problem;
} Reader;

// The field's value, which what follows is about; NULL when it is not there or null.
static const json_t *field_get(Reader *r, const char *name) {
    r->problem->field = name;
    const json_t *value = json_object_get(r->object, name);
    return json_is_null(value) ? NULL : value;
}

static bool color_read(const json_t *value, mp_color *color) {
    const char *text = json_string_value(value);
    if (!text) return false;
    *color = !strcasecmp(text, "b") || !strcasecmp(text, "black")   ? MP_BLACK
             : !strcasecmp(text, "w") || !strcasecmp(text, "white") ? MP_WHITE
                                                                    : MP_EMPTY;
    return *color != MP_EMPTY;
}

// A cell's name, or "(x,y)" counted from 0 at the upper left; a swap or a pass as HTP spells them.
static int location_read(const mp_game *board, const char *text) {
    int column, row, end = 0;
    if (sscanf(text, "(%d,%d)%n", &column, &row, &end) == 2 && end && !text[end]) {
        int width = mp_game_width(board);
        bool inside = column >= 0 && column < width && row >= 0 && row < mp_game_height(board);
        return inside ? row * width + column : MP_NONE;
    }
    return mp_move_parse(board, text);
}

// A pair of a player and a location.
static bool pair_read(Reader *r, const json_t *pair, size_t index, mp_color *color, int *move) {
    Error *error = &r->problem->error;
    if (json_array_size(pair) != 2 || !color_read(json_array_get(pair, 0), color) ||
        !json_is_string(json_array_get(pair, 1)))
        return error_input(error, "element %zu: expected a pair such as [\"B\",\"c3\"]", index);
    const char *text = json_string_value(json_array_get(pair, 1));
    *move = location_read(r->query->game, text);
    return *move != MP_NONE ||
           error_input(error, "element %zu: '%.20s' is no cell of this board", index, text);
}

static bool whole_read(Reader *r, const json_t *value, double least, double most, double *number) {
    *number = json_number_value(value);
    bool good = json_is_number(value) && *number == floor(*number) && *number >= least && *number <= most;
    return good || error_input(&r->problem->error, "expected a whole number from %.0f to %.0f", least, most);
}

static bool size_read(Reader *r, const char *name, int *size) {
    double number;
    const json_t *value = field_get(r, name);
    if (!value) return error_input(&r->problem->error, "missing");
    if (!whole_read(r, value, 1, MP_SIDE_MAX, &number)) return false;
    *size = (int)number;
    return true;
}

// Stones by colour.
static bool stones_read(Reader *r, mp_cells stones[2]) {
    const json_t *list = field_get(r, "initialStones");
    bool taken[MP_CELLS_MAX] = {false};
    if (!list) return true;
    if (!json_is_array(list)) return error_input(&r->problem->error, "expected a list of stones");
    for (size_t i = 0; i < json_array_size(list); i++) {
        mp_color color;
        int move;
        if (!pair_read(r, json_array_get(list, i), i, &color, &move)) return false;
        if (move >= MP_CELLS_MAX)
            return error_input(&r->problem->error, "element %zu: a stone needs a cell", i);
        if (taken[move]) return error_input(&r->problem->error, "element %zu: the cell is taken", i);
        taken[move] = true;
        cells_include(&stones[color], move);
    }
    return true;
}

// initialPlayer; without it who makes the first move, and without moves what the stones say.
static bool mover_read(Reader *r, const mp_cells stones[2], mp_color *mover) {
    const json_t *moves = json_object_get(r->object, "moves");
    const json_t *player = field_get(r, "initialPlayer");
    if (player)
        return color_read(player, mover) || error_input(&r->problem->error, "expected \"B\" or \"W\"");
    if (!color_read(json_array_get(json_array_get(moves, 0), 0), mover))
        *mover = stones[MP_BLACK].count > stones[MP_WHITE].count ? MP_WHITE : MP_BLACK;
    return true;
}

static bool moves_read(Reader *r) {
    const json_t *moves = field_get(r, "moves");
    if (!moves) return error_input(&r->problem->error, "missing");
    if (!json_is_array(moves)) return error_input(&r->problem->error, "expected a list of moves");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        mp_color color;
        int move;
        mp_error why;
        if (!pair_read(r, json_array_get(moves, i), i, &color, &move)) return false;
        if (!mp_game_play(r->query->game, color, move, &why))
            return error_input(&r->problem->error, "element %zu: %.300s", i, why.text);
    }
    return true;
}

// The board in the place of the query's game.
static bool game_take(Reader *r, mp_game *game, const mp_error *why) {
    if (!game) return public_fail(why, NULL, &r->problem->error);
    mp_game_free(r->query->game);
    r->query->game = game;
    return true;
}

static bool game_read(Reader *r) {
    int width = 0, height = 0;
    mp_cells stones[2] = {{0}};
    mp_color mover;
    mp_error why;
    if (!size_read(r, "boardXSize", &width) || !size_read(r, "boardYSize", &height)) return false;
    return game_take(r, mp_game_new(width, height, &why), &why) && // names are read on this board
           stones_read(r, stones) && mover_read(r, stones, &mover) &&
           game_take(r, mp_game_new_setup(width, height, &stones[MP_BLACK], &stones[MP_WHITE], mover, &why),
                     &why) &&
           moves_read(r);
}

static bool turns_read(Reader *r) {
    KataQuery *q = r->query;
    int moves = mp_game_moves(q->game);
    double number = moves;
    const json_t *turns = field_get(r, "analyzeTurns");
    if (turns && !json_array_size(turns))
        return error_input(&r->problem->error, "expected a list of turns, not an empty one");
    size_t count = turns ? json_array_size(turns) : 1;
    if (count > TURNS_MAX) return error_input(&r->problem->error, "too many turns");
    q->turn = calloc(count, sizeof *q->turn);
    if (!q->turn) return error_memory(&r->problem->error);
    for (size_t i = 0; i < count; i++) {
        if (turns && !whole_read(r, json_array_get(turns, i), 0, moves, &number)) return false;
        q->turn[q->turns++].number = (int)number;
    }
    return true;
}

static bool priorities_read(Reader *r) {
    KataQuery *q = r->query;
    double number = 0;
    const json_t *one = field_get(r, "priority");
    if (one && !whole_read(r, one, -PRIORITY_MAX, PRIORITY_MAX, &number)) return false;
    const json_t *list = field_get(r, "priorities");
    if (list && (int)json_array_size(list) != q->turns)
        return error_input(&r->problem->error, "expected as many as analyzeTurns has");
    for (int i = 0; i < q->turns; i++) {
        if (list && !whole_read(r, json_array_get(list, (size_t)i), -PRIORITY_MAX, PRIORITY_MAX, &number))
            return false;
        q->turn[i].priority = (int)number;
    }
    return true;
}

static bool positive_read(Reader *r, const json_t *value, double most, double *number) {
    *number = json_number_value(value);
    bool good = json_is_number(value) && *number > 0 && *number <= most;
    return good || error_input(&r->problem->error, "expected a number above 0, at most %g", most);
}

static bool limits_read(Reader *r) {
    KataQuery *q = r->query;
    double number;
    const json_t *value = field_get(r, "maxVisits");
    if (value && !whole_read(r, value, 1, VISITS_MAX, &number)) return false;
    if (value) q->visits = (uint64_t)number;
    value = field_get(r, "reportDuringSearchEvery");
    if (value && !positive_read(r, value, SECONDS_MAX, &q->report_every)) return false;
    value = field_get(r, "includePolicy");
    if (value && !json_is_boolean(value)) return error_input(&r->problem->error, "expected true or false");
    q->policy = json_is_true(value);
    value = field_get(r, "overrideSettings");
    if (value && !json_is_object(value)) return error_input(&r->problem->error, "expected an object");
    value = json_object_get(value, "maxTime");
    return !value || positive_read(r, value, SECONDS_MAX, &q->seconds);
}

// A search that may not follow its own choice is another question, so these are refused, not passed over.
static bool restrictions_refused(Reader *r) {
    return (!field_get(r, "avoidMoves") && !field_get(r, "allowMoves")) ||
           error_input(&r->problem->error, "avoidMoves and allowMoves are not supported");
}

static bool id_read(Reader *r) {
    const json_t *id = field_get(r, "id");
    if (!json_is_string(id)) return error_input(&r->problem->error, "expected a string");
    r->query->id = strdup(json_string_value(id));
    return r->query->id || error_memory(&r->problem->error);
}

static bool word_in(const char *word, const char *const *list) {
    for (; *list; list++) {
        if (!strcmp(word, *list)) return true;
    }
    return false;
}

static void fields_check(const json_t *object, KataWarn *warn, void *context) {
    static const char *const KNOWN[] = {"id", "moves", "initialStones", "initialPlayer", "boardXSize",
                                        "boardYSize", "analyzeTurns", "maxVisits", "includePolicy",
                                        "reportDuringSearchEvery", "priority", "priorities",
                                        "overrideSettings", "avoidMoves", "allowMoves",
                                        // Of Go alone. Tools must send some of them.
                                        "rules", "komi", "whiteHandicapBonus", NULL};
    static const char *const LACKING[] = {
        "rootPolicyTemperature", "rootFpuReductionMax",        "includeOwnership", "includeOwnershipStdev",
        "includeMovesOwnership", "includeMovesOwnershipStdev", "includePVVisits",  NULL};
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)object, name, value) {
        if (word_in(name, LACKING) && !json_is_false(value))
            warn(context, name, "not to be had here");
        else if (!word_in(name, KNOWN) && !word_in(name, LACKING))
            warn(context, name, "unknown field");
    }
    json_object_foreach(json_object_get(object, "overrideSettings"), name, value) {
        if (strcmp(name, "maxTime")) warn(context, "overrideSettings", "only maxTime means something here");
    }
}

bool kata_query_read(const json_t *object, KataQuery *query, KataWarn *warn, void *context,
                     KataProblem *problem) {
    *query = (KataQuery){0};
    *problem = (KataProblem){.field = ""};
    Reader reader = {object, query, problem};
    if (!id_read(&reader) || !game_read(&reader) || !turns_read(&reader) || !priorities_read(&reader) ||
        !limits_read(&reader) || !restrictions_refused(&reader))
        return false;
    fields_check(object, warn, context);
    return true;
}

void kata_query_free(KataQuery *query) {
    mp_game_free(query->game);
    free(query->id);
    free(query->turn);
    *query = (KataQuery){0};
}

mp_game *kata_query_game(const KataQuery *query, int turn) {
    mp_game *game = mp_game_clone(query->game, NULL);
    while (game && mp_game_moves(game) > query->turn[turn].number) mp_game_undo(game);
    return game;
}
