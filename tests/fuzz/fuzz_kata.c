// Sessions of KataGo's analysis protocol. The input is lines of JSON or, with a first byte above 127, choices in a grammar of
// queries. No crash. Every line written is one JSON object. Every turn of a query that is accepted gets one final answer.
// A query that is read, written anew and read again is the same. The game before a turn is the game of the moves up to it.
#include "app/kata/kata.h"
#include "base/json.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// --- Queries

static void warn_not(void *context, const char *field, const char *text) {
    (void)context;
    require(field && text && *text);
}

static json_t *pair_json(const mp_game *game, mp_color color, int move) {
    char name[MP_NAME_MAX];
    return json_pack("[s,s]", color == MP_BLACK ? "B" : "W", mp_move_name(game, move, name));
}

static void stones_add(json_t *list, const mp_game *game, mp_color color) {
    mp_cells cells;
    mp_game_cells(game, color, &cells);
    for (int i = 0; i < cells.count; i++) json_array_append_new(list, pair_json(game, color, cells.cell[i]));
}

// The same query in our words, with `moves` of its moves.
static json_t *query_write(const KataQuery *q, int moves) {
    mp_game *setup = mp_game_clone(q->game, NULL);
    while (setup && mp_game_undo(setup)) continue;
    json_t *object =
        json_pack("{s:s,s:i,s:i,s:s}", "id", q->id, "boardXSize", mp_game_width(q->game), "boardYSize",
                  mp_game_height(q->game), "initialPlayer", mp_game_to_move(setup) == MP_BLACK ? "B" : "W");
    json_t *stones = json_array(), *list = json_array();
    stones_add(stones, setup, MP_BLACK);
    stones_add(stones, setup, MP_WHITE);
    for (int i = 0; i < moves; i++) {
        mp_color color;
        int move = mp_game_move(q->game, i, &color);
        json_array_append_new(list, pair_json(q->game, color, move));
    }
    json_object_set_new(object, "initialStones", stones);
    json_object_set_new(object, "moves", list);
    mp_game_free(setup);
    return object;
}

static void games_equal(const mp_game *a, const mp_game *b) {
    char *one = mp_game_diagram(a), *other = mp_game_diagram(b);
    require(one && other && !strcmp(one, other));
    require(mp_game_to_move(a) == mp_game_to_move(b) && mp_game_moves(a) == mp_game_moves(b) &&
            mp_game_winner(a) == mp_game_winner(b));
    free(one);
    free(other);
}

static void query_check(const KataQuery *q) {
    require(q->turns > 0 && q->id);
    for (int turn = 0; turn < q->turns && turn < 8; turn++) {
        require(q->turn[turn].number >= 0 && q->turn[turn].number <= mp_game_moves(q->game));
        json_t *object = query_write(q, q->turn[turn].number);
        KataQuery again;
        KataProblem problem;
        require(kata_query_read(object, &again, warn_not, NULL, &problem));
        mp_game *game = kata_query_game(q, turn);
        games_equal(game, again.game);
        mp_game_free(game);
        kata_query_free(&again);
        json_decref(object);
    }
}

// Turns that a line asks for, each of which is to be answered.
static int line_turns(const char *line, size_t length) {
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    KataQuery query;
    KataProblem problem;
    int turns = 0;
    if (json_is_object(object) && !json_object_get(object, "action")) {
        if (kata_query_read(object, &query, warn_not, NULL, &problem)) {
            query_check(&query);
            turns = query.turns;
        } else {
            require(problem.error.text[0] != '\0');
        }
        kata_query_free(&query);
    }
    json_decref(object);
    return turns;
}

// --- Sessions

static bool never(void) {
    return false;
}

static int answers_count(int out) {
    int final = 0;
    off_t size = lseek(out, 0, SEEK_END);
    char *bytes = malloc((size_t)size + 1);
    require(bytes && pread(out, bytes, (size_t)size, 0) == size && (!size || bytes[size - 1] == '\n'));
    for (char *line = bytes, *end; line < bytes + size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(bytes + size - line));
        json_t *object = json_loadb(line, (size_t)(end - line), JSON_REJECT_DUPLICATES, NULL);
        require(json_is_object(object));
        final += json_is_false(json_object_get(object, "isDuringSearch"));
        json_decref(object);
    }
    free(bytes);
    return final;
}

static void session_run(const char *bytes, size_t count, int turns) {
    static mp_engine *engine;
    static mp_net *net;
    Error error;
    if (!engine) engine = mp_engine_new(NULL);
    if (!net) net = mp_net_load(engine, FUZZ_NET, NULL);
    require(engine && net);
    KataSetup setup = {
        .engine = engine, .net = net, .limits = MP_INIT(mp_limits), .jobs = 2, .interrupted = never};
    setup.limits.nodes = 2;
    setup.limits.threads = 1;
    int in = memfd_create("in", 0), out = memfd_create("out", 0);
    require(in >= 0 && out >= 0 && write(in, bytes, count) == (ssize_t)count && !lseek(in, 0, SEEK_SET));
    require(kata_run(&setup, in, out, &error));
    require(answers_count(out) == turns);
    close(in);
    close(out);
}

// --- The grammar

static void pairs_write(Choices *c, const char *name, unsigned count, Text *out) {
    static const char *const COLOURS[] = {"B", "W", "b", "white", "black", "x", NULL};
    static const char *const MOVES[] = {"swap-pieces", "swap-sides", "pass", "resign", "(0,0)",
                                        "(1,2)",       "(-1,0)",     "",     NULL};
    text_format(out, "\"%s\":[", name);
    for (unsigned i = 0; i < count; i++) {
        const char *color = choose(c, 16) ? (i % 2 ? "W" : "B") : choose_word(c, COLOURS);
        text_format(out, "%s[\"%s\",\"", i ? "," : "", color);
        if (choose(c, 8))
            choose_cell(c, out);
        else
            text_add(out, choose_word(c, MOVES));
        text_add(out, "\"]");
    }
    text_add(out, "],");
}

static void numbers_write(Choices *c, const char *name, unsigned count, Text *out) {
    text_format(out, "\"%s\":[", name);
    for (unsigned i = 0; i < count; i++) text_format(out, "%s%u", i ? "," : "", choose(c, 8));
    text_add(out, "],");
}

static void query_make(Choices *c, Text *out) {
    static const char *const OTHERS[] = {"\"maxVisits\":3,",
                                         "\"maxVisits\":0.5,",
                                         "\"includePolicy\":true,",
                                         "\"komi\":7,",
                                         "\"includeOwnership\":true,",
                                         "\"initialPlayer\":\"W\",",
                                         "\"initialPlayer\":\"b\",",
                                         "\"overrideSettings\":{\"maxTime\":1},",
                                         "\"avoidMoves\":[],",
                                         "\"priority\":5,",
                                         "\"priority\":-5,",
                                         "\"reportDuringSearchEvery\":1,",
                                         "\"x\":null,",
                                         NULL};
    static const char *const ACTIONS[] = {"terminate_all", "query_version", "clear_cache", "nothing", NULL};
    if (!choose(c, 8)) {
        if (choose(c, 2))
            text_format(out, "{\"id\":\"a\",\"action\":\"terminate\",\"terminateId\":\"q%u\"}\n",
                        choose(c, 4));
        else
            text_format(out, "{\"id\":\"a\",\"action\":\"%s\"}\n", choose_word(c, ACTIONS));
        return;
    }
    unsigned size = 3 + choose(c, 4);
    text_format(out, "{\"id\":\"q%u\",", choose(c, 4));
    for (unsigned i = choose(c, 3); i; i--) text_add(out, choose_word(c, OTHERS));
    if (!choose(c, 3)) pairs_write(c, "initialStones", choose(c, 5), out);
    if (!choose(c, 3)) numbers_write(c, "analyzeTurns", choose(c, 5), out);
    if (!choose(c, 8)) numbers_write(c, "priorities", choose(c, 5), out);
    pairs_write(c, "moves", choose(c, 8), out);
    unsigned height = choose(c, 2) ? size : 1 + choose(c, 5);
    text_format(out, "\"boardXSize\":%u,\"boardYSize\":%u}\n", size, height);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Text text = {0};
    if (size && data[0] > 127) {
        Choices c = {data + 1, size - 1};
        while (c.left && text.length < 4096) query_make(&c, &text);
    } else {
        text_add_bytes(&text, (const char *)data, size);
    }
    int turns = 0;
    bool large = false; // takes too long to search
    for (const char *line = text_string(&text), *end = line + text.length; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((newline ? newline : end) - line);
        turns += line_turns(line, length);
        large = large || turns > 64 || memmem(line, length, "1e", 2);
        line += length + 1;
    }
    if (!large) session_run(text_string(&text), text.length, turns);
    text_free(&text);
    return 0;
}
