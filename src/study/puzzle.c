#include "study/puzzle.h"

#include "game/board.h"
#include "knowledge/knowledge.h"
#include "play/level.h"
#include "solve/truth.h"

#include <string.h>

// --- Proof

static int question_next(Truth *truth, const int16_t *first, int count) {
    int next = truth_next(truth);
    if (next < 0) return next;
    for (int i = 0; i < count; i++) {
        if (cellset_has(truth->todo, first[i])) return first[i];
    }
    return next;
}

static bool questions_ask(Truth *truth, const int16_t *first, int count, const Budget *budget, Solver *solver,
                          Error *error) {
    BudgetClock clock;
    budget_start(&clock, budget, 1);
    for (int question; (question = question_next(truth, first, count)) != TRUTH_DONE;) {
        Budget left = budget_left(&clock, truth->nodes);
        Position position = truth_question(truth, question);
        Answer answer;
        if (question != TRUTH_ROOT && budget_look(&clock, truth->nodes)) break;
        if (!solve_position(&SOLVE_AUTO, &position, &left, solver, &answer, error)) return false;
        truth_answer(truth, question, &answer);
        if (cellset_count(truth->winning) > 1 || answer.winner == EMPTY) break;
    }
    return true;
}

static PuzzleState truth_state(const Truth *truth) {
    int wins = cellset_count(truth->winning);
    if (wins > 1) return PUZZLE_SEVERAL;
    if (truth->root.winner == color_other(truth->position.to_move)) return PUZZLE_LOST;
    return wins == 1 && cellset_is_empty(truth->unknown) ? PUZZLE_UNIQUE : PUZZLE_UNDECIDED;
}

bool puzzle_prove(const Position *position, const int16_t *first, int count, const Budget *budget,
                  Solver *solver, PuzzleProof *proof, Error *error) {
    *proof = (PuzzleProof){.state = PUZZLE_LOST, .move = CELL_NONE, .second = CELL_NONE};
    if (position_winner(position) != EMPTY) return true;
    Solver own = {0};
    Truth truth;
    if (!solver) solver = &own;
    truth_start(&truth, position, true);
    bool good = questions_ask(&truth, first, count, budget, solver, error);
    if (good) {
        CellSet wins = truth.winning;
        proof->state = truth_state(&truth);
        proof->move = cellset_pop(&wins);
        proof->second = cellset_pop(&wins);
        proof->nodes = truth.nodes;
        if (proof->state == PUZZLE_UNIQUE) truth_measure(&truth, solver);
        if (truth.measured && truth.size.whole) proof->proof_nodes = truth.size.nodes;
    }
    solver_release(&own);
    return good;
}

// --- What is too easy

PuzzleEase puzzle_ease(const Position *position, int move) {
    Color mover = position->to_move;
    Board board;
    board_set(&board, position);
    if (!cellset_is_empty(board_winning_cells(&board, mover))) return EASE_WINS_AT_ONCE;
    if (!cellset_is_empty(board_winning_cells(&board, color_other(mover)))) return EASE_STOPS_AT_ONCE;
    if (bridge_restores(position, move)) return EASE_BRIDGE;
    board_place(&board, move, mover);
    return cellset_count(board_winning_cells(&board, mover)) > 1 ? EASE_TWO_THREATS : EASE_NONE;
}

const char *puzzle_ease_text(PuzzleEase ease) {
    static const char *const text[] = {
        [EASE_WINS_AT_ONCE] = "one stone joins the edges",
        [EASE_STOPS_AT_ONCE] = "the opponent threatens to join the edges with one stone",
        [EASE_TWO_THREATS] = "after the move two cells each join the edges",
        [EASE_BRIDGE] = "the move restores a bridge",
    };
    return text[ease];
}

// --- Grades

static Random random_of(const Position *position) {
    Hash128 hash = position_hash(position);
    return random_seeded(hash.low ^ hash.high);
}

static bool policy_rank(Puzzle *puzzle, Puct *puct, Error *error) {
    NetOutput out;
    if (!puct_evaluate(puct, &puzzle->position, &out, error)) return false;
    CellSet cells = position_vacant(&puzzle->position);
    puzzle->rank = 1;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        puzzle->rank += out.policy[cell] > out.policy[puzzle->move];
    return true;
}

static bool strongest_finds(const Puzzle *puzzle, Player *player, bool *finds, Error *error) {
    Game game;
    Choice choice;
    game_init_position(&game, &puzzle->position);
    player_reset(player);
    if (!player_choose(player, &game, NULL, &choice, error)) return false;
    *finds = choice.move == puzzle->move;
    return true;
}

bool puzzle_ask_levels(Puzzle *puzzle, Puct *puct, Player *strong, Error *error) {
    Random random = random_of(&puzzle->position);
    puzzle->level = 0;
    if (!policy_rank(puzzle, puct, error)) return false;
    for (int level = 1; level < LEVEL_MAX; level++) {
        int found;
        if (!level_finds(level, puct, &random, &puzzle->position, puzzle->move, PUZZLE_TRIES, &found, error))
            return false;
        if (2 * found < PUZZLE_TRIES) continue;
        puzzle->level = level;
        return true;
    }
    bool finds = false;
    if (strong && !strongest_finds(puzzle, strong, &finds, error)) return false;
    if (finds) puzzle->level = LEVEL_MAX;
    return true;
}

int puzzle_grade(int level, uint64_t proof_nodes) {
    static const int grade[] = {1, 1, 2, 2, 3, 3, 4, 4, 5};
    const int most = sizeof grade / sizeof *grade - 1;
    int points = (level ? level : LEVEL_MAX + 1) - PUZZLE_LEVEL_LEAST;
    for (uint64_t size = 6; size <= 384 && proof_nodes >= size; size *= 2) points++;
    return grade[points < 0 ? 0 : points > most ? most : points];
}

// --- Likeness

static bool position_before(const Position *a, const Position *b) {
    int order = memcmp(&a->stones[BLACK], &b->stones[BLACK], sizeof a->stones[BLACK]);
    if (!order) order = memcmp(&a->stones[WHITE], &b->stones[WHITE], sizeof a->stones[WHITE]);
    return order < 0;
}

bool puzzle_key(const Position *position, Position *key, Error *error) {
    Position image = position->to_move == BLACK ? *position : position_mirrored(position);
    Position turned = position_rotated(&image), filled[2];
    CellSet proof[2];
    Knower *knower = knower_new(image.geometry, &(KnowledgeOptions){.skip_connections = true}, error);
    if (!knower) return false;
    knower_fill(knower, &image, false, &filled[0], proof);
    knower_fill(knower, &turned, false, &filled[1], proof);
    knower_free(knower);
    *key = position_before(&filled[1], &filled[0]) ? filled[1] : filled[0];
    return true;
}
