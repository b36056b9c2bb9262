// One list of moves through every door of the program: the command line's --moves, HTP, KataGo's queries, the page's messages,
// SGF and HexWorld links. All take it or all refuse it, and the game is the same behind each.
#include "app/htp/htp_engine.h"
#include "app/kata/query.h"
#include "app/web/web_inside.h"
#include "game/links.h"
#include "game/sgf.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

enum { MOVES = 40 };

typedef struct List {
    int width, height, count;
    char name[MOVES][24];
} List;

// What a door made of the list: a picture of the game, or nothing.
typedef struct Outcome {
    bool taken;
    Text text;
} Outcome;

static void outcome_game(Outcome *o, const Game *game) {
    o->taken = true;
    position_write(&game->now, &o->text);
    text_format(&o->text, "%d %d %d", (int)game->now.to_move, (int)game_winner(game), game->count);
}

static void outcome_public(Outcome *o, const mp_game *game) {
    const mp_color winner = mp_game_winner(game), mover = mp_game_to_move(game);
    Position p = position_empty(geometry_get(mp_game_width(game), mp_game_height(game)));
    for (mp_color color = MP_BLACK; color <= MP_WHITE; color++) {
        mp_cells cells;
        mp_game_cells(game, color, &cells);
        for (int i = 0; i < cells.count; i++)
            cellset_add(&p.stones[color == MP_BLACK ? BLACK : WHITE], cells.cell[i]);
    }
    p.to_move = mover == MP_BLACK ? BLACK : WHITE;
    o->taken = true;
    position_write(&p, &o->text);
    text_format(&o->text, "%d %d %d", (int)p.to_move,
                winner == MP_EMPTY   ? EMPTY
                : winner == MP_BLACK ? BLACK
                                     : WHITE,
                mp_game_moves(game));
}

// --- Doors

static void by_list(const List *list, Outcome *o) {
    Game game;
    Error error;
    Text text = {0};
    game_init(&game, geometry_get(list->width, list->height));
    for (int i = 0; i < list->count; i++) text_format(&text, "%s ", list->name[i]);
    if (game_play_list(&game, text_string(&text), &error)) outcome_game(o, &game);
    text_free(&text);
}

static bool answer_refuses(void *context, const char *bytes, size_t count) {
    bool *refused = context;
    (void)count;
    *refused = *refused || *bytes == '?';
    return true;
}

static void htp_line(Htp *htp, uint64_t *number, const char *text) {
    htp_run_line(htp, ++*number, text, strlen(text), false);
}

static void by_htp(const List *list, Outcome *o) {
    static mp_engine *engine;
    Error error;
    bool refused = false;
    uint64_t number = 0;
    char line[80];
    if (!engine) engine = mp_engine_new(NULL);
    HtpSetup setup = {.engine = engine,
                      .player = "random",
                      .seed = 1,
                      .sandboxed = true,
                      .context = &refused,
                      .write = answer_refuses};
    Htp *htp = htp_new(&setup, &error);
    require(engine && htp && htp_start(htp, &error));
    snprintf(line, sizeof line, "boardsize %d %d", list->width, list->height);
    htp_line(htp, &number, line);
    for (int i = 0; i < list->count && !refused; i++) {
        const char *mover = mp_game_to_move(htp->game) == MP_BLACK ? "black" : "white";
        snprintf(line, sizeof line, "play %s %s", mover, list->name[i]);
        htp_line(htp, &number, line);
    }
    if (!refused) outcome_public(o, htp->game);
    htp_free(htp);
}

static void warn_not(void *context, const char *field, const char *text) {
    (void)context, (void)field, (void)text;
}

// Who makes each move is known from the game before it.
static void by_kata(const List *list, const Game *game, Outcome *o) {
    json_t *moves = json_array();
    for (int i = 0; i < list->count; i++) {
        const char *mover = i < game->count              ? (game->played[i].color == BLACK ? "B" : "W")
                            : game->now.to_move == BLACK ? "B"
                                                         : "W";
        json_array_append_new(moves, json_pack("[s,s]", mover, list->name[i]));
    }
    json_t *object =
        json_pack("{s:s,s:i,s:i}", "id", "x", "boardXSize", list->width, "boardYSize", list->height);
    json_object_set_new(object, "moves", moves);
    KataQuery query;
    KataProblem problem;
    if (kata_query_read(object, &query, warn_not, NULL, &problem)) outcome_public(o, query.game);
    kata_query_free(&query);
    json_decref(object);
}

static void by_page(const List *list, Outcome *o) {
    json_t *moves = json_array(),
           *object = json_pack("{s:i,s:i}", "width", list->width, "height", list->height);
    for (int i = 0; i < list->count; i++) json_array_append_new(moves, json_string(list->name[i]));
    json_object_set_new(object, "moves", moves);
    Game game;
    Error error;
    if (web_read_game(object, &game, &error)) outcome_game(o, &game);
    json_decref(object);
}

static void by_sgf(const List *list, const Game *game, Outcome *o) {
    Text text = {0};
    Error error;
    Game read;
    text_format(&text, "(;FF[4]GM[11]SZ[%d:%d]", list->width, list->height);
    for (int i = 0; i < list->count; i++) {
        Color mover = i < game->count ? game->played[i].color : game->now.to_move;
        text_format(&text, ";%c[%s]", mover == BLACK ? 'B' : 'W', list->name[i]);
    }
    text_add(&text, ")");
    SgfTree *tree = sgf_parse(text.data, text.length, "list", &error);
    if (tree && sgf_game(tree, -1, &read, &error)) outcome_game(o, &read);
    if (tree) sgf_free(tree);
    text_free(&text);
}

// A link has no refusals of its own: what the list gave is written and read.
static void by_link(const Game *game, Outcome *o) {
    Text link = {0};
    Error error;
    Game read;
    int cursor;
    require(link_write(game, -1, &link, &error) && link_read(text_string(&link), &read, &cursor, &error));
    outcome_game(o, &read);
    text_free(&link);
}

// --- Comparison

static void outcome_compare(const Outcome *first, Outcome *other, const char *door, const List *list) {
    bool same = first->taken == other->taken && !strcmp(text_string(&first->text), text_string(&other->text));
    if (!same) {
        fprintf(stderr, "%s differs on %dx%d:", door, list->width, list->height);
        for (int i = 0; i < list->count; i++) fprintf(stderr, " %s", list->name[i]);
        fprintf(stderr, "\n%s\nbut\n%s\n", text_string(&first->text), text_string(&other->text));
    }
    require(same);
    text_free(&other->text);
    *other = (Outcome){0};
}

static void list_make(Choices *c, List *list) {
    static const char *const WORDS[] = {"swap-pieces", "swap-sides", "pass", "resign", "swap",
                                        "Pass",        "A1",         "a0",   "a01",    NULL};
    list->width = 1 + (int)choose(c, 6);
    list->height = choose(c, 2) ? list->width : 1 + (int)choose(c, 6);
    if (!choose(c, 16)) list->width = list->height = 19;
    for (; c->left && list->count < MOVES; list->count++) {
        char *name = list->name[list->count];
        if (choose(c, 10)) {
            unsigned outside = !choose(c, 64);
            unsigned column = choose(c, (unsigned)list->width + outside);
            unsigned row = choose(c, (unsigned)list->height + outside);
            snprintf(name, sizeof list->name[0], "%c%u", 'a' + (int)column, row + 1);
        } else {
            snprintf(name, sizeof list->name[0], "%s", choose_word(c, WORDS));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Choices c = {data, size};
    List list = {0};
    Outcome first = {0}, other = {0};
    list_make(&c, &list);
    by_list(&list, &first);
    // The moves before the one that is refused say who makes it.
    Game game;
    Error error;
    game_init(&game, geometry_get(list.width, list.height));
    for (int i = 0; i < list.count; i++) {
        Move move = move_parse(game.now.geometry, list.name[i], (int)strlen(list.name[i]));
        if (move == MOVE_NONE || !game_play(&game, game.now.to_move, move, &error)) break;
    }
    by_htp(&list, &other), outcome_compare(&first, &other, "HTP", &list);
    by_kata(&list, &game, &other), outcome_compare(&first, &other, "KataGo's query", &list);
    by_page(&list, &other), outcome_compare(&first, &other, "the page", &list);
    by_sgf(&list, &game, &other), outcome_compare(&first, &other, "SGF", &list);
    if (first.taken) by_link(&game, &other), outcome_compare(&first, &other, "a link", &list);
    text_free(&first.text);
    return 0;
}
