#include "app/cmd/puzzle_make.h"
#include "game/board.h"
#include "play/catalog.h"
#include "play/level.h"
#include "play/net_engine.h"

#include <stdlib.h>

enum {
    DEFAULT_NODES = 2000,
    DEFAULT_PER_GAME = 2,
    DEFAULT_BRANCHES = 3,
    MOVES_FACTOR = 4, // nodes for all moves of a candidate, in nodes for a position
    APART = 4,        // moves between two puzzles of a game
    FAILURES_MAX = 2, // positions in a row that were not decided: earlier ones are harder still
    WEAKEST = 3,      // level that plays
    GRAPH_MB = 256
};

struct PuzzleMaker {
    PuzzleMakerOptions options;
    NetEngine engine;
    Player *strong;
    Solver solver; // of the game at hand
    PuzzleTally tally;
};

PuzzleMaker *puzzle_maker_new(const PuzzleMakerOptions *options, Error *error) {
    PuzzleMaker *maker = calloc(1, sizeof *maker);
    if (!maker) {
        error_memory(error);
        return NULL;
    }
    maker->options = *options;
    PuzzleMakerOptions *own = &maker->options;
    if (!own->nodes) own->nodes = DEFAULT_NODES;
    if (!own->per_game) own->per_game = DEFAULT_PER_GAME;
    if (!own->branches) own->branches = DEFAULT_BRANCHES;
    if (!own->winning_most) own->winning_most = CELL_MAX;
    if (!own->level_least) own->level_least = PUZZLE_LEVEL_LEAST;
    NetEngineOptions net = net_engine_options();
    if (net_engine_open(&maker->engine, &net, error) &&
        (maker->strong = player_new(&CATALOG, "auto", 1, error)))
        return maker;
    puzzle_maker_free(maker);
    return NULL;
}

void puzzle_maker_free(PuzzleMaker *maker) {
    if (!maker) return;
    solver_release(&maker->solver);
    player_free(maker->strong);
    net_engine_close(&maker->engine);
    free(maker);
}

const PuzzleTally *puzzle_maker_tally(const PuzzleMaker *maker) {
    return &maker->tally;
}

// --- Games

bool puzzle_maker_play(PuzzleMaker *maker, const Geometry *geometry, uint64_t seed, Game *game,
                       Error *error) {
    Random random = random_seeded(seed);
    const MoveTerms terms = {.budget = {.observer = maker->options.observer}};
    int level[2];
    game_init(game, geometry);
    for (int side = 0; side < 2; side++)
        level[side] = WEAKEST + (int)random_below(&random, LEVEL_MAX - WEAKEST);
    Move next = (Move)random_below(&random, (uint32_t)geometry->cells);
    while (game_play(game, game->now.to_move, next, error)) {
        Choice choice;
        if (game_winner(game) != EMPTY) return true;
        if (observer_cancelled(maker->options.observer)) return error_cancelled(error, "interrupted");
        if (!level_choose(level[game->now.to_move], maker->engine.puct, &random, game, &terms, &choice,
                          error))
            return false;
        next = choice.move;
    }
    return false;
}

// --- One position

typedef struct Ranked {
    int16_t cell;
    float policy;
} Ranked;

static int ranked_compare(const void *a, const void *b) {
    const Ranked *x = a, *y = b;
    if (x->policy != y->policy) return x->policy < y->policy ? 1 : -1;
    return x->cell - y->cell;
}

// The empty cells, the most plausible first. Returns how many; -1 on a failure. `*winning`, if wanted, gets how many of
// them win in the net's opinion.
static int cells_rank(PuzzleMaker *maker, const Position *position, int16_t *cells, int *winning,
                      Error *error) {
    NetOutput out;
    Ranked list[CELL_MAX];
    int count = 0, good = 0;
    CellSet left = position_vacant(position);
    if (!puct_evaluate(maker->engine.puct, position, &out, error)) return -1;
    for (int cell; (cell = cellset_pop(&left)) >= 0; good += out.action[cell] < 0)
        list[count++] = (Ranked){(int16_t)cell, out.policy[cell]};
    if (winning) *winning = good;
    qsort(list, (size_t)count, sizeof *list, ranked_compare);
    for (int i = 0; i < count; i++) cells[i] = list[i].cell;
    return count;
}

static Budget budget_of(const PuzzleMaker *maker, uint64_t nodes) {
    return (Budget){.nodes = nodes, .memory = (uint64_t)GRAPH_MB << 20, .observer = maker->options.observer};
}

// One move wins: whether that is a puzzle. It is proved once more, by itself, so that its figures follow from it alone.
static bool puzzle_finish(PuzzleMaker *maker, const Position *position, int move, Puzzle *puzzle, bool *good,
                          Error *error) {
    PuzzleProof proof;
    *puzzle = (Puzzle){.position = *position, .move = move};
    *good = false;
    if (puzzle_ease(position, move) != EASE_NONE) {
        maker->tally.easy++;
        return true;
    }
    if (!puzzle_ask_levels(puzzle, maker->engine.puct, maker->strong, error)) return false;
    if (puzzle->level && puzzle->level < maker->options.level_least) {
        maker->tally.easy_levels++;
        return true;
    }
    Budget budget = budget_of(maker, 2 * MOVES_FACTOR * maker->options.nodes);
    if (!puzzle_prove(position, NULL, 0, &budget, NULL, &proof, error)) return false;
    puzzle->proof_nodes = proof.proof_nodes;
    puzzle->grade = puzzle_grade(puzzle->level, proof.proof_nodes);
    *good = proof.state == PUZZLE_UNIQUE && proof.proof_nodes;
    maker->tally.undecided += !*good;
    return true;
}

// The position is won by the side to move: *good if it is a puzzle.
static bool candidate_look(PuzzleMaker *maker, const Position *position, int played, Puzzle *puzzle,
                           bool *good, Error *error) {
    Board board;
    int16_t cells[CELL_MAX];
    PuzzleProof proof;
    *good = false;
    maker->tally.positions++;
    board_set(&board, position);
    for (Color color = BLACK; color <= WHITE; color++) {
        if (cellset_is_empty(board_winning_cells(&board, color))) continue;
        maker->tally.easy++;
        return true;
    }
    int winning, count = cells_rank(maker, position, cells, &winning, error);
    if (count < 0) return false;
    if (winning > maker->options.winning_most) {
        maker->tally.several++;
        return true;
    }
    Budget budget = budget_of(maker, MOVES_FACTOR * maker->options.nodes);
    if (!puzzle_prove(position, cells, count, &budget, &maker->solver, &proof, error)) return false;
    maker->tally.several += proof.state == PUZZLE_SEVERAL;
    maker->tally.undecided += proof.state == PUZZLE_UNDECIDED;
    if (proof.state != PUZZLE_UNIQUE || (maker->options.missed && proof.move == played)) return true;
    return puzzle_finish(maker, position, proof.move, puzzle, good, error);
}

// --- A game

typedef struct Walk {
    PuzzleMaker *maker;
    PuzzleFound found;
    void *context;
    int taken, last; // puzzles so far; the number of moves at the last one
    int failures;    // in a row
} Walk;

static bool walk_offer(Walk *walk, const Position *position, int number, int played, Error *error) {
    Puzzle puzzle;
    bool good;
    if (walk->taken && walk->last - number < APART) return true;
    if (!candidate_look(walk->maker, position, played, &puzzle, &good, error)) return false;
    puzzle.moves = number;
    if (!good || !walk->found(walk->context, &puzzle)) return true;
    walk->taken++;
    walk->last = number;
    walk->maker->tally.made++;
    return true;
}

// Other moves of the side that loses here: the other side then has something to find.
static bool branches_look(Walk *walk, const Position *position, int number, Error *error) {
    int16_t cells[CELL_MAX];
    int count = cells_rank(walk->maker, position, cells, NULL, error);
    if (count < 0) return false;
    for (int i = 0; i < count && i < walk->maker->options.branches; i++) {
        Position next = position_played(position, cells[i]);
        int before = walk->taken;
        if (observer_cancelled(walk->maker->options.observer)) return true;
        if (!walk_offer(walk, &next, number + 1, CELL_NONE, error)) return false;
        if (walk->taken > before) return true;
    }
    return true;
}

static bool walk_step(Walk *walk, const Position *position, int number, int played, Error *error) {
    Answer answer;
    Budget budget = budget_of(walk->maker, walk->maker->options.nodes);
    if (!solve_position(&SOLVE_AUTO, position, &budget, &walk->maker->solver, &answer, error)) return false;
    walk->failures = answer.winner == EMPTY ? walk->failures + 1 : 0;
    if (answer.winner == EMPTY) return true;
    if (answer.winner == position->to_move) return walk_offer(walk, position, number, played, error);
    return walk->maker->options.missed || branches_look(walk, position, number, error);
}

// The positions of the game's line in which a move was made; returns how many.
static int positions_list(const Game *game, Position *list) {
    Game again;
    int count = 0;
    game_init_position(&again, &game->setup);
    for (int i = 0; i < game->count; i++) {
        list[count++] = again.now;
        if (!game_play(&again, game->played[i].color, game->played[i].move, NULL)) break;
    }
    return count;
}

// Fewer stones than that are a question about openings, not a puzzle.
static int stones_least(const Geometry *g) {
    return (g->width + g->height) / 2 - 1;
}

static int stones_count(const Position *position) {
    return cellset_count(position->stones[BLACK]) + cellset_count(position->stones[WHITE]);
}

bool puzzle_maker_search(PuzzleMaker *maker, const Game *game, PuzzleFound found, void *context,
                         Error *error) {
    Walk walk = {.maker = maker, .found = found, .context = context};
    Position *list = malloc(GAME_MOVES_MAX * sizeof *list);
    if (!list) return error_memory(error);
    int count = positions_list(game, list);
    bool good = true;
    solver_release(&maker->solver);
    maker->solver = (Solver){0};
    maker->tally.games++;
    for (int i = count - 1; i >= 0 && good && stones_count(&list[i]) >= stones_least(list[i].geometry); i--) {
        if (walk.failures >= FAILURES_MAX || walk.taken >= maker->options.per_game) break;
        if (observer_cancelled(maker->options.observer)) break;
        if (position_winner(&list[i]) == EMPTY)
            good = walk_step(&walk, &list[i], i, game->played[i].move, error);
    }
    free(list);
    return good;
}
