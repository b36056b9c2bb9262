// The public interface (mustplay/mustplay.h): thin and checked, over the layers below.
#include "play/catalog.h"
#include "game/links.h"
#include "game/sgf.h"
#include "mustplay/mustplay.h"
#include "solve/truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mp_game {
    Game game;
};

struct mp_player {
    Player *player;
};

const char *mp_version(void) {
    return MUSTPLAY_VERSION;
}

void mp_free(void *memory) {
    free(memory);
}

// Hands an inner error out; returns false.
static bool error_out(const Error *inner, mp_error *error) {
    if (!error) return false;
    error->bad_input = inner->bad_input;
    snprintf(error->text, sizeof error->text, "%s", inner->text);
    return false;
}

static mp_game *game_allocate(mp_error *error) {
    mp_game *game = calloc(1, sizeof *game);
    Error inner;
    if (!game) {
        error_failure(&inner, "out of memory");
        error_out(&inner, error);
    }
    return game;
}

mp_game *mp_game_new(int width, int height, mp_error *error) {
    const Geometry *geometry = geometry_get(width, height);
    if (!geometry) {
        Error inner;
        error_input(&inner, "size %dx%d: each side must be from 1 to %d", width, height, BOARD_MAX);
        error_out(&inner, error);
        return NULL;
    }
    mp_game *game = game_allocate(error);
    if (game) game_init(&game->game, geometry);
    return game;
}

mp_game *mp_game_from_sgf(const char *text, size_t length, mp_error *error) {
    Error inner = {0};
    mp_game *game = game_allocate(error);
    SgfTree *tree = game ? sgf_parse(text, length, "SGF", &inner) : NULL;
    bool good = tree && sgf_game(tree, -1, &game->game, &inner);
    sgf_free(tree);
    if (good || !game) return game;
    error_out(&inner, error);
    free(game);
    return NULL;
}

mp_game *mp_game_from_link(const char *link, mp_error *error) {
    Error inner = {0};
    mp_game *game = game_allocate(error);
    if (!game || link_read_at_cursor(link, &game->game, &inner)) return game;
    error_out(&inner, error);
    free(game);
    return NULL;
}

void mp_game_free(mp_game *game) {
    free(game);
}

bool mp_game_play(mp_game *game, const char *text, mp_error *error) {
    Error inner = {0};
    Game *g = &game->game;
    size_t length = strlen(text);
    Move move = length < MP_MOVE_MAX ? move_parse(g->now.geometry, text, (int)length) : MOVE_NONE;
    if (move == MOVE_NONE) {
        error_input(&inner, "'%.40s' is not a move on this board", text);
        return error_out(&inner, error);
    }
    return game_play(g, g->now.to_move, move, &inner) || error_out(&inner, error);
}

bool mp_game_undo(mp_game *game) {
    return game_undo(&game->game);
}

int mp_game_width(const mp_game *game) {
    return game->game.now.geometry->width;
}

int mp_game_height(const mp_game *game) {
    return game->game.now.geometry->height;
}

mp_color mp_game_to_move(const mp_game *game) {
    return (mp_color)game->game.now.to_move;
}

mp_color mp_game_winner(const mp_game *game) {
    return (mp_color)game_winner(&game->game);
}

mp_color mp_game_stone(const mp_game *game, int column, int row) {
    const Geometry *g = game->game.now.geometry;
    if (column < 0 || column >= g->width || row < 0 || row >= g->height) return MP_EMPTY;
    return (mp_color)position_at(&game->game.now, cell_at(g, column, row));
}

char *mp_game_sgf(const mp_game *game) {
    SgfTree *tree = sgf_from_game(&game->game, NULL);
    Text text = {0};
    if (tree) sgf_write(tree, &text);
    sgf_free(tree);
    if (tree && !text.failed) return text.data;
    text_free(&text);
    return NULL;
}

char *mp_game_link(const mp_game *game, mp_error *error) {
    Text text = {0};
    Error inner = {0};
    if (link_write(&game->game, -1, &text, &inner)) return text.data;
    text_free(&text);
    error_out(&inner, error);
    return NULL;
}

static Observer limits_observer(const mp_limits *limits) {
    return limits ? (Observer){.context = limits->context, .cancelled = limits->cancelled} : (Observer){0};
}

static Budget limits_budget(const mp_limits *limits, const Observer *observer) {
    if (!limits) return (Budget){0};
    return (Budget){.seconds = limits->seconds,
                    .memory = limits->memory,
                    .threads = limits->threads,
                    .observer = observer};
}

mp_player *mp_player_new(const char *specification, uint64_t seed, mp_error *error) {
    Error inner = {0};
    mp_player *player = calloc(1, sizeof *player);
    if (player)
        player->player = player_new(&CATALOG, specification, seed, &inner);
    else
        error_failure(&inner, "out of memory");
    if (player && player->player) return player;
    error_out(&inner, error);
    free(player);
    return NULL;
}

void mp_player_free(mp_player *player) {
    if (player) player_free(player->player);
    free(player);
}

bool mp_player_choose(mp_player *player, const mp_game *game, const mp_limits *limits, mp_choice *choice,
                      mp_error *error) {
    Error inner = {0};
    Observer observer = limits_observer(limits);
    MoveTerms terms = {.budget = limits_budget(limits, &observer)};
    if (limits) terms.budget.nodes = limits->playouts;
    Choice found;
    if (!player_choose(player->player, &game->game, &terms, &found, &inner)) return error_out(&inner, error);
    *choice = (mp_choice){.value = found.value, .visits = found.visits, .seconds = found.seconds};
    move_name(game->game.now.geometry, found.move, choice->move);
    return true;
}

// --- Solving

// The default without a name; NULL with an error for an unknown one.
static const SolveMethod *method_named(const char *name, Error *error) {
    const SolveMethod *method = name ? solve_method_find(CATALOG.methods, name) : CATALOG.methods[0];
    if (!method) error_input(error, "unknown solver method '%.40s'", name);
    return method;
}

static mp_solution solution_of(const Geometry *geometry, const Answer *answer) {
    mp_solution solution = {
        .winner = (mp_color)answer->winner, .nodes = answer->nodes, .seconds = answer->seconds};
    CellSet carrier = answer->carrier;
    if (answer->move != MOVE_NONE) move_name(geometry, answer->move, solution.move);
    for (int cell; (cell = cellset_pop(&carrier)) >= 0;)
        solution.carrier[solution.carrier_count++] = (int16_t)cell;
    return solution;
}

bool mp_solve(const mp_game *game, const char *method, const mp_limits *limits, mp_solution *solution,
              mp_error *error) {
    Error inner = {0};
    Observer observer = limits_observer(limits);
    Budget budget = limits_budget(limits, &observer);
    Answer answer;
    const Position *position = &game->game.now;
    const SolveMethod *found = method_named(method, &inner);
    if (!found || !solve_position(found, position, &budget, NULL, &answer, &inner))
        return error_out(&inner, error);
    *solution = solution_of(position->geometry, &answer);
    return true;
}

static mp_cells cells_of(CellSet set) {
    mp_cells cells = {0};
    for (int cell; (cell = cellset_pop(&set)) >= 0;) cells.cell[cells.count++] = (int16_t)cell;
    return cells;
}

bool mp_solve_moves(const mp_game *game, const char *method, const mp_limits *limits, mp_moves *moves,
                    mp_error *error) {
    Error inner = {0};
    Observer observer = limits_observer(limits);
    Budget budget = limits_budget(limits, &observer);
    const Position *position = &game->game.now;
    *moves = (mp_moves){0};
    if (position_winner(position) != EMPTY) return mp_solve(game, method, limits, &moves->solution, error);
    Truth truth;
    truth_start(&truth, position, true);
    const SolveMethod *found = method_named(method, &inner);
    if (!found || !truth_solve(&truth, found, &budget, NULL, NULL, NULL, &inner))
        return error_out(&inner, error);
    *moves = (mp_moves){.solution = solution_of(position->geometry, &truth.root),
                        .winning = cells_of(truth.winning),
                        .losing = cells_of(truth.losing),
                        .unknown = cells_of(truth.unknown)};
    return true;
}
