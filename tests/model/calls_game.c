// Calls about games and records.
#include "model.h"

#include <stdlib.h>
#include <string.h>

static bool side_legal(int64_t side) {
    return side >= 1 && side <= MP_SIDE_MAX;
}

// --- Making games

void call_game_new(World *world, const Call *call) {
    Trial trial;
    Toy board;
    int width = (int)call->arg[1], height = (int)call->arg[2];
    bool legal = side_legal(width) && side_legal(height);
    trial_begin(&trial, world, call);
    mp_game *game = mp_game_new(width, height, trial.error);
    trial_end(&trial, game, legal ? LEGAL : ILLEGAL);
    if (!game) return;
    toy_start(&board, width, height);
    game_put(world, slot_of(call, 0, GAMES), game, &board);
}

// Mode 0 to 3: stones that are disjoint; 4: a cell of both colours; 5: one off the board; 6: one twice; 7: no sets.
void call_game_setup(World *world, const Call *call) {
    Trial trial;
    Toy board;
    mp_cells set[2] = {0};
    int width = (int)call->arg[1], height = (int)call->arg[2], mode = (int)(call->arg[5] & 7);
    uint64_t seed = (uint64_t)call->arg[3];
    mp_color mover = (mp_color)((uint64_t)call->arg[4] % 3);
    bool legal = side_legal(width) && side_legal(height);
    toy_start(&board, legal ? width : 1, legal ? height : 1);
    for (int cell = 0; legal && mode != 7 && cell < width * height; cell++) {
        int color = random_below(&seed, 4);
        if (color > 1) continue;
        set[color].cell[set[color].count++] = (int16_t)cell;
        board.setup[cell] = board.now[cell] = (mp_color)color;
    }
    board.setup_to_move = board.to_move = mover;
    bool bad =
        mode >= 4 && mode <= 6 && set[0].count && set[0].count < MP_CELLS_MAX && set[1].count < MP_CELLS_MAX;
    if (bad && mode == 4) set[1].cell[set[1].count++] = set[0].cell[0];
    if (bad && mode == 5) set[0].cell[set[0].count++] = (int16_t)(width * height);
    if (bad && mode == 6) set[0].cell[set[0].count++] = set[0].cell[0];
    trial_begin(&trial, world, call);
    mp_game *game = mp_game_new_setup(width, height, mode == 7 ? NULL : &set[0], mode == 7 ? NULL : &set[1],
                                      mover, trial.error);
    trial_end(&trial, game, legal && !bad && mover != MP_EMPTY ? LEGAL : ILLEGAL);
    if (game) game_put(world, slot_of(call, 0, GAMES), game, &board);
}

static void game_taken(World *world, const Call *call, mp_game *game) {
    Toy board;
    if (!game) return;
    toy_adopt(&board, game);
    game_put(world, slot_of(call, 0, GAMES), game, &board);
}

void call_game_from_link(World *world, const Call *call) {
    Trial trial;
    trial_begin(&trial, world, call);
    mp_game *game = mp_game_from_link(text_of(call->arg[1]), trial.error);
    trial_end(&trial, game, PERHAPS);
    game_taken(world, call, game);
}

// A game from the link of another is that game.
void call_game_relink(World *world, const Call *call) {
    Trial trial;
    GAME(1);
    mp_color set_up = MP_EMPTY;
    Toy start = *board1;
    while (toy_undo(&start)) continue;
    set_up = toy_winner(&start);
    trial_begin(&trial, world, call);
    char *link = mp_game_link(game1, trial.error);
    trial_end(&trial, link, set_up == MP_EMPTY ? LEGAL : ILLEGAL);
    game_check(game1, board1, "after its link was written");
    mp_game *again = link ? mp_game_from_link(link, NULL) : NULL;
    CHECK(!link || again, "a link that was written cannot be read: %s", link);
    mp_free(link);
    if (!again) return;
    Toy board;
    toy_adopt(&board, again);
    CHECK(toy_winner(&board) != MP_EMPTY || toy_winner(board1) != MP_EMPTY || toy_same(&board, board1),
          "the game of a link is another");
    game_put(world, slot_of(call, 0, GAMES), again, &board);
}

void call_game_clone(World *world, const Call *call) {
    Trial trial;
    GAME(1);
    trial_begin(&trial, world, call);
    mp_game *copy = mp_game_clone(game1, trial.error);
    trial_end(&trial, copy, LEGAL);
    Toy board = *board1;
    game_put(world, slot_of(call, 0, GAMES), copy, &board);
}

void call_game_free(World *world, const Call *call) {
    GAME(0);
    (void)board0;
    mp_game_free(game0);
    mp_game_free(NULL);
    world->game[g0] = NULL;
}

// --- Playing

// A clone that was made before does not hear of what is played in the other.
static void clones_check(const World *world) {
    for (int i = 0; i < GAMES; i++) {
        if (world->game[i]) game_check(world->game[i], &world->board[i], "another game");
    }
}

void call_game_play(World *world, const Call *call) {
    Trial trial;
    GAME(0);
    mp_color color = (mp_color)((uint64_t)call->arg[1] % 3);
    int move = (int)call->arg[2];
    Toy after = *board0;
    bool legal = toy_play(&after, color == MP_EMPTY ? after.to_move : color, move);
    trial_begin(&trial, world, call);
    bool good = mp_game_play(game0, color, move, trial.error);
    trial_end(&trial, good, legal ? LEGAL : ILLEGAL);
    if (good) *board0 = after;
    game_check(game0, board0, good ? "after a move" : "after a move that was refused");
    clones_check(world);
}

static bool moves_play(Toy *board, const char *text) {
    static const char SEPARATORS[] = " ,\t\r\n";
    for (text += strspn(text, SEPARATORS); *text; text += strspn(text, SEPARATORS)) {
        size_t length = strcspn(text, SEPARATORS);
        if (!toy_play(board, board->to_move, toy_parse(board, text, length))) return false;
        text += length;
    }
    return true;
}

void call_game_play_text(World *world, const Call *call) {
    Trial trial;
    GAME(0);
    Toy after = *board0;
    const char *text = text_of(call->arg[1]);
    bool legal = moves_play(&after, text);
    trial_begin(&trial, world, call);
    bool good = mp_game_play_text(game0, text, trial.error);
    trial_end(&trial, good, legal ? LEGAL : ILLEGAL);
    if (good) *board0 = after;
    game_check(game0, board0, "after moves as text");
}

void call_game_undo(World *world, const Call *call) {
    (void)world;
    GAME(0);
    bool expected = toy_undo(board0), good = mp_game_undo(game0);
    CHECK(good == expected, "undo says %d", good);
    game_check(game0, board0, "after an undo");
}

void call_game_to_move(World *world, const Call *call) {
    GAME(0);
    mp_color color = (mp_color)(call->arg[1] & 1);
    toy_set_to_move(board0, color);
    mp_game_set_to_move(game0, color);
    game_check(game0, board0, "after set_to_move");
}

// --- Names

void call_game_name(World *world, const Call *call) {
    GAME(0);
    char name[MP_NAME_MAX + 1];
    int move = (int)call->arg[1];
    bool cell = move >= 0 && move < board0->width * board0->height;
    if (!cell && (move < MP_SWAP_PIECES || move > MP_RESIGN)) return;
    memset(name, '#', sizeof name);
    CHECK(mp_move_name(game0, move, name) == name, "mp_move_name returns another place");
    CHECK(name[MP_NAME_MAX] == '#' && memchr(name, '\0', MP_NAME_MAX), "a name of a move is too long");
    CHECK(mp_move_parse(game0, name) == move, "%s is not read as what it was written for", name);
    CHECK(toy_parse(board0, name, strlen(name)) == move, "%s names another move than %d", name, move);
}

void call_game_parse(World *world, const Call *call) {
    GAME(0);
    const char *text = text_of(call->arg[1]);
    int move = mp_move_parse(game0, text), expected = toy_parse(board0, text, strlen(text));
    CHECK(move == expected, "'%s' is read as %d, not %d", text, move, expected);
}

void call_game_diagram(World *world, const Call *call) {
    Trial trial;
    GAME(0);
    trial_begin(&trial, world, call);
    char *text = mp_game_diagram(game0);
    trial_end_bare(&trial, text);
    CHECK(!text || strlen(text) >= (size_t)(board0->width * board0->height), "a diagram is too short");
    mp_free(text);
    mp_free(NULL);
}

void call_game_hash(World *world, const Call *call) {
    GAME(0);
    GAME(1);
    uint64_t high[2], low[2];
    mp_game_hash(game0, &high[0], &low[0]);
    mp_game_hash(game1, &high[1], &low[1]);
    bool same = high[0] == high[1] && low[0] == low[1];
    CHECK(same == toy_same(board0, board1), "the numbers of two positions are %s",
          same ? "the same" : "not the same");
}

// --- Records

#define RECORD(place)                                                                                        \
    int r##place = slot_of(call, place, RECORDS);                                                            \
    mp_record *record##place = world->record[r##place];                                                      \
    if (!record##place) return

static void record_put(World *world, int place, mp_record *record, const Toy *line) {
    if (!record) return;
    mp_record_free(world->record[place]);
    world->record[place] = record;
    world->line_known[place] = line;
    if (line) world->line[place] = *line;
}

// The main line of a record is the game that it was made of.
static void line_of_record(World *world, int place) {
    Toy board;
    if (!world->record[place] || !world->line_known[place]) return;
    mp_game *game = mp_record_game(world->record[place], MP_NONE, NULL);
    CHECK(game, "the record of a game has no game");
    toy_adopt(&board, game);
    mp_game_free(game);
    const Toy *line = &world->line[place];
    CHECK(toy_winner(&board) == toy_winner(line), "the winner of a record is another");
    CHECK(toy_winner(&board) != MP_EMPTY || toy_same(&board, line), "the position of a record is another");
}

void call_record_new(World *world, const Call *call) {
    Trial trial;
    GAME(1);
    const char *text = text_of(call->arg[2]);
    trial_begin(&trial, world, call);
    mp_record *record = mp_record_new(game1, text, call->arg[2] % 3 ? text : NULL, NULL, trial.error);
    trial_end(&trial, record, LEGAL);
    record_put(world, slot_of(call, 0, RECORDS), record, board1);
    if (record) line_of_record(world, slot_of(call, 0, RECORDS));
}

void call_record_parse(World *world, const Call *call) {
    Trial trial;
    const char *text = text_of(call->arg[1]);
    trial_begin(&trial, world, call);
    mp_record *record = mp_record_parse(text, strlen(text), call->arg[1] % 2 ? "a file" : NULL, trial.error);
    trial_end(&trial, record, text[0] == '(' ? PERHAPS : ILLEGAL);
    record_put(world, slot_of(call, 0, RECORDS), record, NULL);
}

// What is written is read, and written the same.
void call_record_again(World *world, const Call *call) {
    Trial trial;
    RECORD(1);
    trial_begin(&trial, world, call);
    char *text = mp_record_write(record1);
    trial_end_bare(&trial, text);
    if (!text) return;
    mp_error error;
    mp_record *again = mp_record_parse(text, strlen(text), NULL, &error);
    if (!again) broken("a record that was written cannot be read: %s", error.text);
    char *twice = mp_record_write(again);
    CHECK(twice && !strcmp(text, twice), "a record is written in another way the second time");
    mp_free(text);
    mp_free(twice);
    Toy line = world->line[r1];
    record_put(world, slot_of(call, 0, RECORDS), again, world->line_known[r1] ? &line : NULL);
}

static int nodes_of(const mp_record *record, int node, int depth) {
    int count = 1;
    if (depth > 2000) broken("a record without an end");
    for (int child = mp_record_step(record, node, MP_FIRST_CHILD); child != MP_NONE;
         child = mp_record_step(record, child, MP_NEXT_SIBLING)) {
        CHECK(mp_record_step(record, child, MP_PARENT) == node, "the parent of node %d is another", child);
        count += nodes_of(record, child, depth + 1);
    }
    return count;
}

void call_record_walk(World *world, const Call *call) {
    RECORD(0);
    int count = nodes_of(record0, 0, 0), last = MP_NONE;
    CHECK(mp_record_step(record0, -1, MP_PARENT) == MP_NONE, "a step from nowhere");
    CHECK(mp_record_step(record0, 1 << 20, MP_FIRST_CHILD) == MP_NONE, "a step from beyond");
    CHECK(mp_record_step(record0, 0, MP_PARENT) == MP_NONE, "the root has a parent");
    CHECK(mp_record_node_of_move(record0, -1) == MP_NONE, "a move before the first");
    for (int k = 0; k <= count; k++) {
        int node = mp_record_node_of_move(record0, k);
        CHECK(node == MP_NONE || node != last || k == 0, "two moves at node %d", node);
        CHECK(k || node == 0, "the root is not the node of move 0");
        if (node == MP_NONE) break;
        last = node;
    }
    line_of_record(world, r0);
}

void call_record_game(World *world, const Call *call) {
    Trial trial;
    RECORD(1);
    int node = (int)call->arg[2] - 1;
    trial_begin(&trial, world, call);
    mp_game *game = mp_record_game(record1, node, trial.error);
    trial_end(&trial, game, PERHAPS);
    game_taken(world, call, game);
}

static const char *property(int64_t index) {
    static const char *const NAMES[] = {"C", "PB", "N", "XX", "GN"};
    return NAMES[(uint64_t)index % 5];
}

void call_record_text(World *world, const Call *call) {
    Trial trial;
    RECORD(0);
    int node = (int)call->arg[1];
    const char *name = property(call->arg[3]), *text = text_of(call->arg[2]);
    char *before = mp_record_text(record0, node, name);
    trial_begin(&trial, world, call);
    bool good = mp_record_set_text(record0, node, name, text, trial.error);
    trial_end(&trial, good, node < 0 ? ILLEGAL : node == 0 ? LEGAL : PERHAPS);
    char *after = mp_record_text(record0, node, name);
    if (good)
        CHECK(after && !strcmp(after, text), "%s is '%s', not '%s'", name, after ? after : "nothing", text);
    if (!good)
        CHECK(!before == !after && (!before || !strcmp(before, after)),
              "%s has changed by a call that failed", name);
    mp_free(before);
    mp_free(after);
    line_of_record(world, r0);
}

void call_record_comment(World *world, const Call *call) {
    Trial trial;
    RECORD(0);
    int node = (int)call->arg[1];
    const char *text = text_of(call->arg[2]);
    trial_begin(&trial, world, call);
    bool good = call->arg[2] % 2 ? mp_record_add_comment(record0, node, text, trial.error)
                                 : mp_record_add_value(record0, node, "TR", "a1", trial.error);
    trial_end(&trial, good, node < 0 ? ILLEGAL : node == 0 ? LEGAL : PERHAPS);
    char *all = call->arg[2] % 2 && good ? mp_record_text(record0, node, "C") : NULL;
    if (call->arg[2] % 2 && good) CHECK(all && strstr(all, text), "a comment is not there");
    mp_free(all);
}

void call_record_add(World *world, const Call *call) {
    Trial trial;
    RECORD(0);
    int node = (int)call->arg[1], move = (int)call->arg[3];
    int count = nodes_of(record0, 0, 0), size = 0;
    mp_color color = (mp_color)(call->arg[2] & 1), found = MP_EMPTY;
    trial_begin(&trial, world, call);
    int made = mp_record_add_move(record0, node, color, move, trial.error);
    trial_end(&trial, made != MP_NONE, node < 0 || node >= count ? ILLEGAL : PERHAPS);
    size = nodes_of(record0, 0, 0);
    CHECK(size == count || (size == count + 1 && made != MP_NONE), "%d nodes, and before there were %d", size,
          count);
    if (made == MP_NONE) return;
    world->line_known[r0] = false;
    CHECK(mp_record_step(record0, made, MP_PARENT) == node, "a new move is elsewhere");
    int told = mp_record_move(record0, made, &found);
    CHECK(told == move && found == color, "the new node has move %d of %d", told, (int)found);
    CHECK(mp_record_add_move(record0, node, color, move, NULL) == made, "the same move twice");
}

void call_record_save(World *world, const Call *call) {
    Trial trial;
    char path[128];
    RECORD(0);
    file_of(world, "record", (int)((uint64_t)call->arg[1] % FILES), path);
    FILE *old = fopen(path, "r");
    if (old) fclose(old);
    bool replace = call->arg[2];
    trial_begin(&trial, world, call);
    bool good = mp_record_save(record0, path, replace, trial.error);
    trial_end(&trial, good, old && !replace ? ILLEGAL : LEGAL);
    if (!good) return;
    mp_record *again = mp_record_load(path, NULL);
    char *a = mp_record_write(record0), *b = again ? mp_record_write(again) : NULL;
    CHECK(a && b && !strcmp(a, b), "the record in the file is another");
    mp_free(a);
    mp_free(b);
    mp_record_free(again);
}

void call_record_load(World *world, const Call *call) {
    Trial trial;
    char path[128];
    file_of(world, "record", (int)((uint64_t)call->arg[1] % FILES), path);
    FILE *there = fopen(path, "r");
    if (there) fclose(there);
    trial_begin(&trial, world, call);
    mp_record *record = mp_record_load(path, trial.error);
    trial_end(&trial, record, there ? LEGAL : ILLEGAL);
    record_put(world, slot_of(call, 0, RECORDS), record, NULL);
}

void call_record_free(World *world, const Call *call) {
    RECORD(0);
    mp_record_free(record0);
    mp_record_free(NULL);
    world->record[r0] = NULL;
}
