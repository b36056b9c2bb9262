#include "app/kata/query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRIORITY_MAX = 1000000 };
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

static bool color_read(const json_t *value, Color *color) {
    const char *text = json_string_value(value);
    if (!text) return false;
    *color = !strcasecmp(text, "b") || !strcasecmp(text, "black")   ? BLACK
             : !strcasecmp(text, "w") || !strcasecmp(text, "white") ? WHITE
                                                                    : EMPTY;
    return *color != EMPTY;
}

// A cell's name, or "(x,y)" counted from 0 at the upper left; a swap or a pass as HTP spells them.
static Move location_read(const Geometry *g, const char *text) {
    int column, row, end = 0;
    if (sscanf(text, "(%d,%d)%n", &column, &row, &end) == 2 && end && !text[end]) {
        bool inside = column >= 0 && column < g->width && row >= 0 && row < g->height;
        return inside ? cell_at(g, column, row) : MOVE_NONE;
    }
    size_t length = strlen(text);
    return length < MOVE_NAME_MAX ? move_parse(g, text, (int)length) : MOVE_NONE;
}

// A pair of a player and a location.
static bool pair_read(Reader *r, const json_t *pair, size_t index, Color *color, Move *move) {
    Error *error = &r->problem->error;
    if (json_array_size(pair) != 2 || !color_read(json_array_get(pair, 0), color) ||
        !json_is_string(json_array_get(pair, 1)))
        return error_input(error, "element %zu: expected a pair such as [\"B\",\"c3\"]", index);
    const char *text = json_string_value(json_array_get(pair, 1));
    *move = location_read(r->query->game.now.geometry, text);
    return *move != MOVE_NONE ||
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
    if (!whole_read(r, value, 1, BOARD_MAX, &number)) return false;
    *size = (int)number;
    return true;
}

static bool stones_read(Reader *r, Position *setup) {
    const json_t *stones = field_get(r, "initialStones");
    if (!stones) return true;
    if (!json_is_array(stones)) return error_input(&r->problem->error, "expected a list of stones");
    for (size_t i = 0; i < json_array_size(stones); i++) {
        Color color;
        Move move;
        if (!pair_read(r, json_array_get(stones, i), i, &color, &move)) return false;
        if (move >= setup->geometry->cells)
            return error_input(&r->problem->error, "element %zu: a stone needs a cell", i);
        if (position_at(setup, move) != EMPTY)
            return error_input(&r->problem->error, "element %zu: the cell is taken", i);
        cellset_add(&setup->stones[color], move);
    }
    return true;
}

// initialPlayer; without it who makes the first move, and without moves what the stones say.
static bool mover_read(Reader *r, Position *setup) {
    const json_t *moves = json_object_get(r->object, "moves");
    const json_t *player = field_get(r, "initialPlayer");
    if (player)
        return color_read(player, &setup->to_move) ||
               error_input(&r->problem->error, "expected \"B\" or \"W\"");
    if (color_read(json_array_get(json_array_get(moves, 0), 0), &setup->to_move)) return true;
    bool white = cellset_count(setup->stones[BLACK]) > cellset_count(setup->stones[WHITE]);
    setup->to_move = white ? WHITE : BLACK;
    return true;
}

static bool moves_read(Reader *r) {
    const json_t *moves = field_get(r, "moves");
    if (!moves) return error_input(&r->problem->error, "missing");
    if (!json_is_array(moves)) return error_input(&r->problem->error, "expected a list of moves");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        Color color;
        Move move;
        Error why = {0};
        if (!pair_read(r, json_array_get(moves, i), i, &color, &move)) return false;
        if (!game_play(&r->query->game, color, move, &why))
            return error_input(&r->problem->error, "element %zu: %.300s", i, why.text);
    }
    return true;
}

static bool game_read(Reader *r) {
    int width = 0, height = 0;
    if (!size_read(r, "boardXSize", &width) || !size_read(r, "boardYSize", &height)) return false;
    const Geometry *g = geometry_get(width, height);
    if (!g) return error_memory(&r->problem->error);
    Position setup = position_empty(g);
    r->query->game.now = setup; // names are read on this board
    if (!stones_read(r, &setup) || !mover_read(r, &setup)) return false;
    game_init_position(&r->query->game, &setup);
    return moves_read(r);
}

static bool turns_read(Reader *r) {
    KataQuery *q = r->query;
    double number = q->game.count;
    const json_t *turns = field_get(r, "analyzeTurns");
    if (turns && !json_array_size(turns))
        return error_input(&r->problem->error, "expected a list of turns, not an empty one");
    size_t count = turns ? json_array_size(turns) : 1;
    if (count > GAME_MOVES_MAX + 1) return error_input(&r->problem->error, "too many turns");
    q->turn = calloc(count, sizeof *q->turn);
    if (!q->turn) return error_memory(&r->problem->error);
    for (size_t i = 0; i < count; i++) {
        if (turns && !whole_read(r, json_array_get(turns, i), 0, q->game.count, &number)) return false;
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
           error_input(&r->problem->error, "moves cannot be forbidden here");
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
    free(query->id);
    free(query->turn);
    *query = (KataQuery){0};
}

Game kata_query_game(const KataQuery *query, int turn) {
    Game game = query->game;
    while (game.count > query->turn[turn].number) game_undo(&game);
    return game;
}
