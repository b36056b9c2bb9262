// Messages of a page's client: the input's lines or, with a first byte above 127, choices in a grammar of requests. No crash, and every
// answer is one JSON object with a type. There are no workers. Requests are read, queued, replaced and
// stopped; if all are quick, a few of their slices are computed between messages. What the page is told of a
// small board is what brute force finds.
#include "app/web/web_inside.h"
#include "solve/brute.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

enum { ASKED = 64, SLICES = 4, REFEREE_CELLS = 12 };

static void wake(void *context) {
    (void)context;
}

// --- Proofs against the referee

// The games whose solution was asked for, by the number of the request.
typedef struct Asked {
    double id;
    Position position;
} Asked;

static Asked asked[ASKED];
static int asked_count;

// Whether it is soon computed: others are only queued.
static bool is_quick(const char *kind, const Game *game) {
    static const char *const QUICK[] = {"solve", "explain", "connections", "reply",
                                        "ping",  "stop",    "position",    NULL};
    for (int i = 0; kind && QUICK[i]; i++) {
        if (!strcmp(kind, QUICK[i])) return !game || game->now.geometry->cells <= REFEREE_CELLS;
    }
    return false;
}

// Notes what is asked; returns whether it is quick.
static bool request_note(const char *text, size_t length) {
    Game game;
    Error error;
    json_t *request = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *kind = web_read_text(request, "do");
    double id = json_number_value(json_object_get(request, "id"));
    bool again = false; // then nobody knows which request an answer is to
    for (int i = 0; i < asked_count; i++) {
        if (asked[i].id != id) continue;
        asked[i].position.geometry = NULL;
        again = true;
    }
    bool read = web_read_game(request, &game, &error), quick = !kind || is_quick(kind, read ? &game : NULL);
    if (read && quick && kind && !again && !strcmp(kind, "solve") && game.resigned == EMPTY &&
        asked_count < ASKED)
        asked[asked_count++] = (Asked){.id = id, .position = game.now};
    json_decref(request);
    return quick;
}

// What a move leaves is won by `winner`.
static void moves_check(const Position *p, const json_t *moves, Color winner) {
    BruteTable *table = brute_table_new(p->geometry, 1 << 20);
    size_t i;
    json_t *name;
    json_array_foreach((json_t *)moves, i, name) {
        Position after = *p;
        int cell = cell_parse(p->geometry, json_string_value(name), (int)strlen(json_string_value(name)));
        require(cell >= 0 && cellset_has(position_vacant(p), cell));
        cellset_add(&after.stones[p->to_move], cell);
        after.to_move = color_other(p->to_move);
        require(brute_winner(table, &after) == winner);
    }
    brute_table_free(table);
}

static void answer_check(const json_t *answer) {
    const char *winner = json_string_value(json_object_get(answer, "winner"));
    double id = json_number_value(json_object_get(answer, "id"));
    for (int i = 0; winner && i < asked_count; i++) {
        const Position *p = &asked[i].position;
        if (asked[i].id != id || !p->geometry) continue;
        BruteTable *table = brute_table_new(p->geometry, 1 << 20);
        require(table && !strcmp(winner, color_name(brute_winner(table, p))));
        brute_table_free(table);
        moves_check(p, json_object_get(answer, "winning_moves"), p->to_move);
        moves_check(p, json_object_get(answer, "losing_moves"), color_other(p->to_move));
    }
}

static void answers_check(WebClient *client) {
    size_t length;
    for (const char *text; (text = web_message_first(client, &length)); web_message_done(client)) {
        json_t *answer = json_loadb(text, length, 0, NULL);
        require(json_is_string(json_object_get(answer, "type")));
        answer_check(answer);
        json_decref(answer);
    }
}

// --- The grammar

static void cells_write(Choices *c, const char *name, unsigned count, Text *out) {
    text_format(out, ",\"%s\":[", name);
    for (unsigned i = 0; i < count; i++) {
        text_add(out, i ? ",\"" : "\"");
        choose_cell(c, out);
        text_add(out, "\"");
    }
    text_add(out, "]");
}

static void request_write(Choices *c, Text *out) {
    static const char *const KINDS[] = {"solve",    "solve",       "solve",   "analyse",     "genmove",
                                        "explain",  "connections", "reply",   "proof-write", "proof-walk",
                                        "template", "openings",    "review",  "stop",        "ping",
                                        "position", "cluster",     "nothing", NULL};
    static const char *const OTHERS[] = {",\"all_moves\":true",
                                         ",\"time\":0.01",
                                         ",\"at\":\"top\"",
                                         ",\"color\":\"black\"",
                                         ",\"to_move\":\"white\"",
                                         ",\"playouts\":2",
                                         ",\"method\":\"pns\"",
                                         ",\"of\":1",
                                         ",\"time\":-1",
                                         ",\"edges\":[\"bottom\"]",
                                         ",\"text\":\"x\"",
                                         ",\"minimal\":false",
                                         ",\"size\":4",
                                         ",\"method\":7",
                                         NULL};
    unsigned id = 1 + choose(c, 6), width = 1 + choose(c, 4), height = 1 + choose(c, 4);
    text_format(out, "{\"id\":%u,\"do\":\"%s\",\"width\":%u,\"height\":%u", id, choose_word(c, KINDS), width,
                height);
    if (choose(c, 2)) cells_write(c, "moves", choose(c, 5), out);
    if (!choose(c, 4)) cells_write(c, "black", choose(c, 3), out), cells_write(c, "white", choose(c, 3), out);
    if (!choose(c, 8))
        cells_write(c, "carrier", choose(c, 5), out), cells_write(c, "stones", choose(c, 2), out);
    for (unsigned i = choose(c, 4); i; i--) text_add(out, choose_word(c, OTHERS));
    text_add(out, "}\n");
}

// --- Sessions

static void session_run(WebClient *client, Web *web, const char *data, size_t size) {
    bool quick = true; // all requests so far
    while (size) {
        const char *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        quick = request_note(data, length) && quick;
        web_receive(client, data, length);
        answers_check(client);
        for (int slice = 0; quick && slice < SLICES && web_work(web); slice++) answers_check(client);
        data += end ? length + 1 : length;
        size -= end ? length + 1 : length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Web *web; // costly to make
    WebSetup setup = {.catalog = &CATALOG, .clients_max = 1, .memory = 128 << 20, .wake = wake};
    Error error;
    Text text = {0};
    if (!web) web = web_new(&setup, &error);
    require(web);
    if (size && data[0] > 127) {
        Choices c = {data + 1, size - 1};
        while (c.left && text.length < 4096) request_write(&c, &text);
    } else {
        text_add_bytes(&text, (const char *)data, size);
    }
    asked_count = 0;
    WebClient *client = web_client_add(web, NULL);
    require(client);
    session_run(client, web, text_string(&text), text.length);
    web_client_remove(client);
    while (web_work(web)) continue;
    text_free(&text);
    return 0;
}
