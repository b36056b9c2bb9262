#include "app/web/playhex.h"

#include "app/web/web_inside.h"
#include "base/clock.h"
#include "cli/command.h"
#include "game/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEST_MOVES = 4, MOVES_MAX = 722, POSITION_PLAYOUTS = 64, GAME_PLAYOUTS = 32, GAMES_MOST = 100000 };

typedef enum Kind { KIND_MOVE, KIND_POSITION, KIND_GAME } Kind;

struct PlayHex {
    Web *web;
    WebClient *client;
    Kind kind;
    double start;
    int id; // of the request under way
    Game game;
    bool black_and_white; // a position by its stones, not by moves
    json_t *moves;        // names of the moves
    int at;               // KIND_GAME: the position after this many moves is being analysed
    json_t *analyses;     // KIND_GAME: of each position; null where the game was over
};

static const char PLAIN[] = "text/plain; charset=utf-8", JSON[] = "application/json; charset=utf-8";

// --- Answers

__attribute__((format(printf, 3, 4))) static void refuse(PlayHexAnswer *answer, int status,
                                                         const char *format, ...) {
    char sentence[sizeof(Error)];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    answer->status = status;
    answer->type = PLAIN;
    text_clear(&answer->body);
    text_add(&answer->body, sentence);
}

static void json_send(PlayHexAnswer *answer, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT);
    answer->status = text ? 200 : 500;
    answer->type = JSON;
    text_clear(&answer->body);
    text_add(&answer->body, text ? text : "");
    free(text);
    json_decref(value);
}

bool playhex_has(const char *method, const char *path) {
    static const char *const posts[] = {"/calculate-move", "/analyze-position", "/analyze-game"};
    if (!strcmp(method, "GET")) return !strcmp(path, "/status") || !strcmp(path, "/ping");
    if (strcmp(method, "POST")) return false;
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++)
        if (!strcmp(path, posts[i])) return true;
    return false;
}

// One peer, this program; its power is the number of its threads.
bool playhex_get(Web *web, const char *path, PlayHexAnswer *answer) {
    if (!strcmp(path, "/ping")) {
        refuse(answer, 200, "pong");
        return true;
    }
    if (strcmp(path, "/status")) return false;
    json_t *peer = json_pack("{s:i, s:b, s:b}", "power", web->setup.threads, "secondary", false, "locked",
                             web->playhex > 0);
    json_send(answer, json_pack("{s:i, s:i, s:i, s:[o]}", "totalPeers", 1, "totalPeersPrimary", 1,
                                "totalPeersSecondary", 0, "peers", peer));
    return true;
}

// --- Reading a request

static bool text_in(const json_t *object, const char *key, const char **text, Error *error) {
    const json_t *value = json_object_get(object, key);
    *text = json_is_string(value) ? json_string_value(value) : NULL;
    return *text || error_input(error, "'%s' should be a string", key);
}

static bool size_in(const json_t *object, const Geometry **geometry, Error *error) {
    const json_t *value = json_object_get(object, "size");
    double size = json_is_number(value) ? json_number_value(value) : 0;
    *geometry =
        size >= 1 && size <= BOARD_MAX && size == (int)size ? geometry_get((int)size, (int)size) : NULL;
    return *geometry || error_input(error, "'size' should be a whole number from 1 to %d", BOARD_MAX);
}

static bool color_in(const json_t *object, const char *key, Color *color, Error *error) {
    const char *text;
    if (!text_in(object, key, &text, error)) return false;
    *color = !strcmp(text, "black") ? BLACK : !strcmp(text, "white") ? WHITE : EMPTY;
    return *color != EMPTY || error_input(error, "'%s' should be \"black\" or \"white\"", key);
}

static bool moves_in(PlayHex *p, const json_t *object, const Geometry *geometry, Error *error) {
    const char *text;
    if (!text_in(object, "movesHistory", &text, error)) return false;
    game_init(&p->game, geometry);
    if (!game_play_list(&p->game, text, error)) return false;
    if (p->game.count > MOVES_MAX) return error_input(error, "a game has at most %d moves", MOVES_MAX);
    p->moves = json_array();
    for (int i = 0; i < p->game.count; i++)
        json_array_append_new(p->moves, json_move(geometry, p->game.played[i].move));
    return true;
}

// Cells with blanks between.
static bool stones_in(PlayHex *p, const json_t *object, const char *key, Color color, Error *error) {
    const Geometry *g = p->game.now.geometry;
    const char *at;
    if (!text_in(object, key, &at, error)) return false;
    while (*(at += strspn(at, " "))) {
        int length = (int)strcspn(at, " "), cell = cell_parse(g, at, length);
        if (cell == CELL_NONE)
            return error_input(error, "'%s': '%.*s' is not a cell of this board", key,
                               length < 20 ? length : 20, at);
        if (position_at(&p->game.now, cell) != EMPTY)
            return error_input(error, "'%s': %.*s has a stone already", key, length, at);
        cellset_add(&p->game.now.stones[color], cell);
        at += length;
    }
    return true;
}

static bool position_in(PlayHex *p, const json_t *body, Error *error) {
    const Geometry *geometry;
    Color color;
    if (!size_in(body, &geometry, error) || !color_in(body, "color", &color, error)) return false;
    game_init(&p->game, geometry);
    p->black_and_white = true;
    p->game.now.to_move = color;
    return stones_in(p, body, "black", BLACK, error) && stones_in(p, body, "white", WHITE, error);
}

// --- Requests of docs/WEB.md

static void request_send(PlayHex *p, json_t *request) {
    json_object_set_new(request, "id", json_integer(++p->id));
    char *text = json_dumps(request, JSON_COMPACT);
    if (text) web_receive(p->client, text, strlen(text));
    free(text);
    json_decref(request);
}

static json_t *moves_before(const PlayHex *p, int count) {
    json_t *moves = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(moves, json_incref(json_array_get(p->moves, (size_t)i)));
    return moves;
}

static void analysis_ask(PlayHex *p, int playouts) {
    const Position *now = &p->game.now;
    json_t *request =
        json_pack("{s:s, s:i, s:i}", "do", "analyse", "size", now->geometry->width, "playouts", playouts);
    if (p->black_and_white) {
        json_object_set_new(request, "black", json_cells(now->geometry, now->stones[BLACK]));
        json_object_set_new(request, "white", json_cells(now->geometry, now->stones[WHITE]));
        json_object_set_new(request, "to_move", json_color(now->to_move));
    } else {
        json_object_set_new(request, "moves", moves_before(p, p->at));
    }
    request_send(p, request);
}

// Who is to play: MoHex by its number of play-outs, KataHex by its first thought or all it has, Mustplay by a level.
static bool engine_in(const json_t *ai, json_t *request, Error *error) {
    const json_t *games = json_object_get(ai, "maxGames"), *tree = json_object_get(ai, "treeSearch"),
                 *level = json_object_get(ai, "level");
    const char *engine = "mustplay";
    if (ai && !json_is_object(ai)) return error_input(error, "'ai' should be an object");
    if (ai && !text_in(ai, "engine", &engine, error)) return false;
    if (!strcmp(engine, "mohex")) {
        if (!json_is_number(games) || json_number_value(games) < 1)
            return error_input(error, "'maxGames' should be a number from 1 on");
        double most = json_number_value(games) < GAMES_MOST ? json_number_value(games) : GAMES_MOST;
        json_object_set_new(request, "player", json_string("mcts"));
        json_object_set_new(request, "playouts", json_real(most));
    } else if (!strcmp(engine, "katahex")) {
        if (!json_is_boolean(tree)) return error_input(error, "'treeSearch' should be true or false");
        json_object_set_new(request, "level", json_integer(10));
        if (!json_is_true(tree)) json_object_set_new(request, "playouts", json_integer(1));
    } else if (!strcmp(engine, "mustplay")) {
        json_object_set_new(request, "level",
                            json_is_number(level) ? json_incref((json_t *)level) : json_integer(10));
    } else {
        return error_input(
            error, "there is no engine \"%.40s\": mustplay, and mohex and katahex by their settings", engine);
    }
    return true;
}

static bool move_begin(PlayHex *p, const json_t *body, Error *error) {
    const json_t *game = json_object_get(body, "game"), *swap = json_object_get(game, "swapRule");
    const Geometry *geometry;
    Color color;
    if (!json_is_object(game)) return error_input(error, "'game' should be an object");
    if (!size_in(game, &geometry, error) || !moves_in(p, game, geometry, error) ||
        !color_in(game, "currentPlayer", &color, error))
        return false;
    if (!json_is_boolean(swap)) return error_input(error, "'swapRule' should be true or false");
    if (color != p->game.now.to_move)
        return error_input(error, "'currentPlayer' is %s, but after these moves it is %s's turn",
                           color_name(color), color_name(p->game.now.to_move));
    if (game_winner(&p->game) != EMPTY) return error_input(error, "the game is over");
    json_t *request =
        json_pack("{s:s, s:i, s:o, s:b, s:b, s:b}", "do", "genmove", "size", geometry->width, "moves",
                  moves_before(p, p->game.count), "swap", json_is_true(swap), "resign", true, "think", false);
    if (!engine_in(json_object_get(body, "ai"), request, error)) {
        json_decref(request);
        return false;
    }
    request_send(p, request);
    return true;
}

// The next position of the game that is not over; false when all are analysed.
static bool game_step(PlayHex *p) {
    for (; p->at <= p->game.count; p->at++) {
        Game game;
        game_init(&game, p->game.now.geometry);
        for (int i = 0; i < p->at; i++)
            game_play(&game, p->game.played[i].color, p->game.played[i].move, NULL);
        if (game_winner(&game) == EMPTY) {
            analysis_ask(p, GAME_PLAYOUTS);
            return true;
        }
        json_array_append_new(p->analyses,
                              json_pack("{s:f, s:s, s:[]}", "value", (double)(game_winner(&game) == BLACK),
                                        "to_move", "black", "moves"));
    }
    return false;
}

// --- From analyses to what PlayHex expects

static double number_of(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

static bool is_white(const json_t *analysis) {
    return !strcmp(json_string_value(json_object_get(analysis, "to_move")), "white");
}

static double white_win(const json_t *analysis, double value) {
    return is_white(analysis) ? value : 1 - value;
}

// How much of the search went to a move, from 0 to 1. Moves that are proved to win share all of it. Before any search it
// is the net's prior.
static double move_share(const json_t *analysis, const json_t *move) {
    const json_t *moves = json_object_get(analysis, "moves");
    double visits = 0, wins = 0;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *other = json_array_get(moves, i), *proved = json_object_get(other, "proved");
        visits += number_of(other, "visits");
        wins += json_is_string(proved) && !strcmp(json_string_value(proved), "win");
    }
    const json_t *proved = json_object_get(move, "proved");
    if (wins > 0) return json_is_string(proved) && !strcmp(json_string_value(proved), "win") ? 1 / wins : 0;
    return visits > 0 ? number_of(move, "visits") / visits : number_of(move, "prior");
}

static const char *move_of(const json_t *move) {
    return json_string_value(json_object_get(move, "move"));
}

static json_t *policy_json(const PlayHex *p, const json_t *analysis) {
    const Geometry *g = p->game.now.geometry;
    double share[CELL_MAX] = {0};
    const json_t *moves = json_object_get(analysis, "moves");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const char *name = move_of(json_array_get(moves, i));
        int cell = name ? cell_parse(g, name, (int)strlen(name)) : CELL_NONE;
        if (cell != CELL_NONE) share[cell] = move_share(analysis, json_array_get(moves, i));
    }
    json_t *rows = json_array();
    for (int row = 0; row < g->height; row++) {
        json_t *line = json_array();
        for (int column = 0; column < g->width; column++)
            json_array_append_new(line, json_real(share[cell_at(g, column, row)]));
        json_array_append_new(rows, line);
    }
    return rows;
}

static void position_answer(const PlayHex *p, const json_t *analysis, PlayHexAnswer *answer) {
    json_send(answer, json_pack("{s:f, s:o}", "whiteWin", white_win(analysis, number_of(analysis, "value")),
                                "policy", policy_json(p, analysis)));
}

// The best moves of a position, each with its share and, where it was looked at, White's chance after it. `played` has the next
// position's.
static json_t *best_json(const json_t *analysis, const char *played, double after) {
    const json_t *moves = json_object_get(analysis, "moves");
    json_t *best = json_array();
    if (!strcmp(played, "swap-pieces"))
        json_array_append_new(best,
                              json_pack("{s:s, s:f, s:f}", "move", played, "value", 0.0, "whiteWin", after));
    for (size_t i = 0; i < json_array_size(moves) && i < BEST_MOVES; i++) {
        const json_t *move = json_array_get(moves, i);
        json_t *item = json_pack("{s:s, s:f}", "move", move_of(move), "value", move_share(analysis, move));
        bool same = !strcmp(move_of(move), played);
        if (same || number_of(move, "visits") > 0)
            json_object_set_new(item, "whiteWin",
                                json_real(same ? after : white_win(analysis, number_of(move, "value"))));
        json_array_append_new(best, item);
    }
    return best;
}

static double played_share(const json_t *analysis, const char *played) {
    const json_t *moves = json_object_get(analysis, "moves");
    for (size_t i = 0; i < json_array_size(moves); i++)
        if (!strcmp(move_of(json_array_get(moves, i)), played))
            return move_share(analysis, json_array_get(moves, i));
    return 0;
}

static json_t *move_json(const PlayHex *p, int i) {
    const json_t *before = json_array_get(p->analyses, (size_t)i),
                 *next = json_array_get(p->analyses, (size_t)i + 1);
    const char *played = json_string_value(json_array_get(p->moves, (size_t)i));
    double after = white_win(next, number_of(next, "value"));
    json_t *move = json_pack("{s:s, s:f, s:f}", "move", played, "value", played_share(before, played),
                             "whiteWin", after);
    return json_pack("{s:i, s:f, s:s, s:o, s:o}", "moveIndex", i, "whiteWin",
                     white_win(before, number_of(before, "value")), "color", i & 1 ? "white" : "black",
                     "move", move, "bestMoves", best_json(before, played, after));
}

static void game_answer(const PlayHex *p, PlayHexAnswer *answer) {
    json_t *list = json_array();
    for (int i = 0; i < p->game.count; i++) json_array_append_new(list, move_json(p, i));
    json_send(answer, list);
}

// --- The life of a request

static bool request_begin(PlayHex *p, const char *path, const json_t *body, PlayHexAnswer *answer,
                          Error *error) {
    const Geometry *geometry;
    if (!json_is_object(body)) return error_input(error, "the body should be a JSON object");
    if (!strcmp(path, "/calculate-move")) return move_begin(p, body, error);
    if (!strcmp(path, "/analyze-position")) {
        p->kind = KIND_POSITION;
        if (!position_in(p, body, error)) return false;
        Color winner = position_winner(&p->game.now);
        if (winner == EMPTY) {
            analysis_ask(p, POSITION_PLAYOUTS);
        } else {
            json_send(answer, json_pack("{s:f, s:o}", "whiteWin", (double)(winner == WHITE), "policy",
                                        policy_json(p, NULL)));
        }
        return true;
    }
    p->kind = KIND_GAME;
    p->analyses = json_array();
    if (!size_in(body, &geometry, error) || !moves_in(p, body, geometry, error)) return false;
    if (!p->game.count) return error_input(error, "'movesHistory' should have a move");
    if (!game_step(p)) game_answer(p, answer);
    return true;
}

PlayHex *playhex_new(Web *web, void *owner, const char *path, const char *body, size_t length,
                     PlayHexAnswer *answer) {
    PlayHex *p = web->playhex < PLAYHEX_REQUESTS_MAX ? calloc(1, sizeof *p) : NULL;
    if (!p || !(p->client = web_client_add(web, owner))) {
        refuse(answer, 503, "There are too many requests at the moment.");
        free(p);
        return NULL;
    }
    web->playhex++;
    p->web = web;
    p->start = clock_seconds();
    Error error = {0};
    json_error_t fault;
    json_t *value = json_loadb(body, length, JSON_REJECT_DUPLICATES, &fault);
    if (!value) error_input(&error, "the body is not JSON: %.200s", fault.text);
    bool good = value && request_begin(p, path, value, answer, &error);
    json_decref(value);
    if (good && !answer->status) return p;
    if (!good) refuse(answer, error.bad_input ? 400 : 500, "%s", error.text);
    playhex_free(p);
    return NULL;
}

void playhex_free(PlayHex *p) {
    if (!p) return;
    p->web->playhex--;
    web_client_remove(p->client);
    json_decref(p->moves);
    json_decref(p->analyses);
    free(p);
}

static void error_answer(const json_t *message, PlayHexAnswer *answer) {
    const char *code = json_string_value(json_object_get(message, "code"));
    const char *text = json_string_value(json_object_get(message, "error"));
    bool busy = code && !strcmp(code, "busy"), failure = code && !strcmp(code, "failure");
    refuse(answer, busy ? 503 : failure ? 500 : 400, "%s", text ? text : "");
}

// True when the whole answer is there.
static bool message_take(PlayHex *p, json_t *message, PlayHexAnswer *answer) {
    const char *type = json_string_value(json_object_get(message, "type"));
    if (!type || !strcmp(type, "hello") || !strcmp(type, "progress")) return false;
    if (!strcmp(type, "error")) {
        error_answer(message, answer);
    } else if (p->kind == KIND_MOVE) {
        const char *move = move_of(message);
        refuse(answer, move ? 200 : 503, "%s", move ? move : "No move was found in time.");
    } else if (p->kind == KIND_POSITION) {
        position_answer(p, message, answer);
    } else {
        json_array_append_new(p->analyses, json_incref(message));
        p->at++;
        if (game_step(p)) return false;
        game_answer(p, answer);
    }
    return true;
}

bool playhex_serve(PlayHex *p, PlayHexAnswer *answer) {
    size_t length;
    for (const char *text; (text = web_message_first(p->client, &length));) {
        json_t *message = json_loadb(text, length, 0, NULL);
        web_message_done(p->client);
        bool done = message && message_take(p, message, answer);
        json_decref(message);
        if (done) return true;
    }
    if (clock_seconds() - p->start < PLAYHEX_SECONDS_MAX) return false;
    refuse(answer, 503, "This took too long.");
    return true;
}
