#include "app/report/puzzles.h"

#include "base/array.h"
#include "base/file.h"
#include "cli/watch.h"
#include "game/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t FILE_MOST = 64 << 20;

// --- Sets

void puzzle_set_free(PuzzleSet *set) {
    free(set->puzzle);
    free(set->key);
    *set = (PuzzleSet){0};
}

// Room for one more.
static bool set_grow(PuzzleSet *set) {
    int puzzles = set->capacity, keys = set->capacity, needed = set->count + 1;
    if (!array_room(&set->puzzle, &puzzles, needed, sizeof *set->puzzle) ||
        !array_room(&set->key, &keys, needed, sizeof *set->key))
        return false;
    set->capacity = puzzles;
    return true;
}

bool puzzle_set_add(PuzzleSet *set, const Puzzle *puzzle, Error *error) {
    if (!set_grow(set)) return error_memory(error);
    if (!puzzle_key(&puzzle->position, &set->key[set->count], error)) return false;
    set->puzzle[set->count++] = *puzzle;
    return true;
}

bool puzzle_set_find(const PuzzleSet *set, const Puzzle *puzzle, const Puzzle **like, Error *error) {
    Position key;
    *like = NULL;
    if (!puzzle_key(&puzzle->position, &key, error)) return false;
    for (int i = 0; i < set->count && !*like; i++) {
        if (position_equal(&set->key[i], &key)) *like = &set->puzzle[i];
    }
    return true;
}

// --- Lines

json_t *puzzle_json(const Puzzle *puzzle) {
    const Geometry *g = puzzle->position.geometry;
    const Position *p = &puzzle->position;
    bool graded = puzzle->grade;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:i, s:i}", "size",
                     json_sprintf("%dx%d", g->width, g->height), "black", json_cells(g, p->stones[BLACK]),
                     "white", json_cells(g, p->stones[WHITE]), "to_move", json_color(p->to_move), "move",
                     json_cell(g, puzzle->move), "grade", graded ? json_integer(puzzle->grade) : json_null(),
                     "level", puzzle->level ? json_integer(puzzle->level) : json_null(), "rank",
                     puzzle->rank ? json_integer(puzzle->rank) : json_null(), "proof_nodes",
                     puzzle->proof_nodes ? json_integer((json_int_t)puzzle->proof_nodes) : json_null(),
                     "source", puzzle->source, "game", puzzle->game, "after", puzzle->moves);
}

void puzzle_write_line(const Puzzle *puzzle, Text *out) {
    json_t *object = puzzle_json(puzzle);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    out->failed |= !text;
    if (text) text_format(out, "%s\n", text);
    free(text);
}

static bool cell_read(const Geometry *g, const json_t *value, int *cell) {
    const char *name = json_string_value(value);
    *cell = name ? cell_parse(g, name, (int)strlen(name)) : CELL_NONE;
    return *cell != CELL_NONE;
}

static bool stones_read(const json_t *object, const char *key, Position *position, Color color,
                        Error *error) {
    const json_t *list = json_object_get(object, key), *value;
    size_t i;
    if (!json_is_array(list)) return error_input(error, "\"%s\" is not a list of cells", key);
    json_array_foreach(list, i, value) {
        int cell;
        if (!cell_read(position->geometry, value, &cell))
            return error_input(error, "\"%s\": item %zu is not a cell of this board", key, i + 1);
        if (position_at(position, cell) != EMPTY)
            return error_input(error, "\"%s\": there are two stones on %s", key, json_string_value(value));
        cellset_add(&position->stones[color], cell);
    }
    return true;
}

static bool board_read(const json_t *object, Position *position, Error *error) {
    const char *size = json_string_value(json_object_get(object, "size"));
    const char *mover = json_string_value(json_object_get(object, "to_move"));
    int width, height;
    if (!size) return error_input(error, "\"size\" is missing");
    if (!size_parse(size, &width, &height, error)) return false;
    const Geometry *g = geometry_get(width, height);
    if (!g) return error_memory(error);
    *position = position_empty(g);
    if (!mover || (strcmp(mover, "black") && strcmp(mover, "white")))
        return error_input(error, "\"to_move\" is neither \"black\" nor \"white\"");
    position->to_move = strcmp(mover, "black") ? WHITE : BLACK;
    return stones_read(object, "black", position, BLACK, error) &&
           stones_read(object, "white", position, WHITE, error);
}

// A number from 0 to `most`; null and a key that is missing are 0.
static bool number_read(const json_t *object, const char *key, json_int_t most, json_int_t *number,
                        Error *error) {
    const json_t *value = json_object_get(object, key);
    *number = json_integer_value(value);
    bool good = !value || json_is_null(value) || (json_is_integer(value) && *number >= 0 && *number <= most);
    return good || error_input(error, "\"%s\" is not a number from 0 to %lld", key, most);
}

static bool figures_read(const json_t *object, Puzzle *puzzle, Error *error) {
    json_int_t grade, level, rank, nodes, game, moves;
    const char *source = json_string_value(json_object_get(object, "source"));
    bool good = number_read(object, "grade", PUZZLE_GRADE_MAX, &grade, error) &&
                number_read(object, "level", 10, &level, error) &&
                number_read(object, "rank", CELL_MAX, &rank, error) &&
                number_read(object, "proof_nodes", INT64_MAX, &nodes, error) &&
                number_read(object, "game", INT32_MAX, &game, error) &&
                number_read(object, "after", GAME_MOVES_MAX, &moves, error);
    if (!good) return false;
    puzzle->grade = (int)grade;
    puzzle->level = (int)level;
    puzzle->rank = (int)rank;
    puzzle->proof_nodes = (uint64_t)nodes;
    puzzle->game = (int)game;
    puzzle->moves = (int)moves;
    snprintf(puzzle->source, sizeof puzzle->source, "%s", source ? source : "");
    return true;
}

static bool line_read(const char *line, size_t length, Puzzle *puzzle, Error *error) {
    json_error_t where;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &where);
    if (!object) return error_input(error, "not JSON: %s", where.text);
    *puzzle = (Puzzle){.move = CELL_NONE};
    const json_t *move = json_object_get(object, "move");
    bool good = json_is_object(object)
                    ? board_read(object, &puzzle->position, error) && figures_read(object, puzzle, error)
                    : error_input(error, "not an object");
    if (good && move && !json_is_null(move) &&
        (!cell_read(puzzle->position.geometry, move, &puzzle->move) ||
         position_at(&puzzle->position, puzzle->move) != EMPTY))
        good = error_input(error, "\"move\" is not an empty cell of this board");
    json_decref(object);
    return good;
}

static bool lines_read(PuzzleSet *set, const char *path, const Text *text, size_t *whole, Error *error) {
    const char *line = text_string(text), *stop = line + text->length;
    for (int number = 1; line < stop; number++) {
        const char *end = memchr(line, '\n', (size_t)(stop - line));
        if (!end && whole) break;
        size_t length = (size_t)((end ? end : stop) - line);
        Puzzle puzzle;
        Error inner = {0};
        bool blank = strspn(line, " \t\r") >= length;
        if (!blank && !line_read(line, length, &puzzle, &inner))
            return error_input(error, "%.200s, line %d: %s", path, number, inner.text);
        if (!blank && !puzzle_set_add(set, &puzzle, error)) return false;
        line = end ? end + 1 : stop;
    }
    if (whole) *whole = (size_t)(line - text_string(text));
    return true;
}

// --- SGF

// The node of the main line that has its first move, or its last node.
static SgfNode question_node(const SgfTree *tree, SgfNode root, bool *answered) {
    for (SgfNode node = root;; node = sgf_first_child(tree, node)) {
        *answered = sgf_has(tree, node, "B") || sgf_has(tree, node, "W");
        if (*answered || sgf_first_child(tree, node) == SGF_NONE) return node;
    }
}

static bool game_read(const SgfTree *tree, int index, Puzzle *puzzle, Error *error) {
    bool answered;
    SgfNode node = question_node(tree, sgf_root(tree, index), &answered);
    Game game;
    Color color;
    Move move = MOVE_NONE;
    if (!sgf_game_at(tree, node, &game, error)) return false;
    if (answered && (!sgf_node_move(tree, node, &color, &move, error) || !game_undo(&game))) return false;
    *puzzle = (Puzzle){.position = game.now, .move = CELL_NONE, .game = index};
    if (!answered) return true;
    if (move < 0 || move >= CELL_MAX)
        return error_input(error, "game %d: its first move is not a cell", index + 1);
    puzzle->position.to_move = color;
    puzzle->move = move;
    return true;
}

static bool sgf_read(PuzzleSet *set, const char *path, const Text *text, Error *error) {
    SgfTree *tree = sgf_parse(text_string(text), text->length, path, error);
    if (!tree) return false;
    const char *slash = strrchr(path, '/');
    bool good = true;
    for (int i = 0; i < sgf_game_count(tree) && good; i++) {
        Puzzle puzzle;
        good = game_read(tree, i, &puzzle, error);
        if (!good) break;
        snprintf(puzzle.source, sizeof puzzle.source, "%s", slash ? slash + 1 : path);
        good = puzzle_set_add(set, &puzzle, error);
    }
    sgf_free(tree);
    return good;
}

bool puzzle_write_sgf(const Puzzle *puzzle, Text *out, Error *error) {
    Game game;
    char comment[160];
    game_init_position(&game, &puzzle->position);
    if (puzzle->move != CELL_NONE && !game_play(&game, puzzle->position.to_move, puzzle->move, error))
        return false;
    snprintf(comment, sizeof comment, "%s to move and win. Grade %d of %d.",
             puzzle->position.to_move == BLACK ? "Black" : "White", puzzle->grade, PUZZLE_GRADE_MAX);
    SgfTree *tree = sgf_from_game(&game, &(SgfInfo){.event = "Mustplay puzzle", .comment = comment});
    if (!tree) return error_memory(error);
    sgf_write(tree, out);
    sgf_free(tree);
    return !out->failed || error_memory(error);
}

bool puzzle_set_read(PuzzleSet *set, const char *path, size_t *whole, Error *error) {
    Text text = {0};
    if (!file_read(path, FILE_MOST, watch_signals(), &text, error)) return false;
    const char *start = text_string(&text) + strspn(text_string(&text), " \t\r\n");
    bool good = *start == '(' && !whole ? sgf_read(set, path, &text, error)
                                        : lines_read(set, path, &text, whole, error);
    text_free(&text);
    return good;
}
