#include "study/review.h"

#include "base/clock.h"
#include "play/endgame.h"
#include "solve/solver.h"

#include <math.h>
#include <stdlib.h>

static const double MISTAKE = 0.12, BLUNDER = 0.25;
static const double SOLVER_SECONDS = 1;
static const uint64_t SOLVER_MEMORY = (uint64_t)512 << 20;
// An opinion is never as sure as a proof.
static const double SURE = 0.001;

const char *review_mark_name(ReviewMark mark) {
    static const char *const names[] = {NULL, "mistake", "blunder", "turning_point"};
    return names[mark];
}

typedef struct Reviewer {
    const ReviewOptions *options;
    const Observer *observer;
    ReviewProgress progress;
    void *context;
    Review *review;
    Player *player;
    Solver solving;
    Endgame endgame;
    Game game; // as far as it has been played again
    int done;
    double start;
} Reviewer;

void review_free(Review *review) {
    free(review->turn);
    *review = (Review){0};
}

double review_black_value(const Review *review, int turn) {
    const ReviewTurn *t = &review->turn[turn];
    return t->mover == BLACK ? t->value : 1 - t->value;
}

static void step_tell(Reviewer *r) {
    Review *review = r->review;
    r->done++;
    review->seconds = clock_seconds() - r->start;
    if (r->progress) r->progress(r->context, review, r->done, 2 * review->turns);
}

// --- The positions

static bool turns_list(Reviewer *r, const Game *game, Error *error) {
    Review *review = r->review;
    *review = (Review){.geometry = game->now.geometry, .moves = game->count, .turns = game->count + 1};
    review->winner = game_winner(game);
    review->turn = calloc((size_t)review->turns, sizeof *review->turn);
    if (!review->turn) return error_memory(error);
    game_init_position(&r->game, &game->setup);
    for (int i = 0; i < review->turns; i++) {
        bool last = i == game->count;
        ReviewTurn *turn = &review->turn[i];
        *turn =
            (ReviewTurn){.position = r->game.now, .played = MOVE_NONE, .winner = EMPTY, .best = MOVE_NONE};
        turn->mover = last ? r->game.now.to_move : game->played[i].color;
        turn->position.to_move = turn->mover;
        if (last) break;
        turn->played = game->played[i].move;
        review->swap_rule |= turn->played == MOVE_SWAP_PIECES || turn->played == MOVE_SWAP_SIDES;
        if (!game_play(&r->game, turn->mover, turn->played, error)) return false;
    }
    return true;
}

static bool turn_may_swap(const Review *review, int i) {
    return review->swap_rule && i == 1;
}

// --- Proofs

static void turn_prove(ReviewTurn *turn, Color winner, Move move) {
    turn->winner = winner;
    turn->value = winner == turn->mover ? 1 : 0;
    turn->best = move;
    turn->line_length = 0;
    if (move == MOVE_NONE) return;
    turn->line[turn->line_length++] = move;
}

// The swap makes the mover win whatever the opening is worth.
static void turn_solved(const Review *review, int i, Color winner, Move move) {
    ReviewTurn *turn = &review->turn[i];
    bool square = turn->position.geometry->width == turn->position.geometry->height;
    if (turn_may_swap(review, i) && winner != turn->mover)
        turn_prove(turn, turn->mover, square ? MOVE_SWAP_PIECES : MOVE_SWAP_SIDES);
    else
        turn_prove(turn, winner, move);
}

// The move that was played won by proof: there was no better one.
static bool turn_follows(const Review *review, int i) {
    ReviewTurn *turn = &review->turn[i], *next = turn + 1;
    if (i == review->moves || turn->played == MOVE_RESIGN || next->winner != turn->mover) return false;
    if (next->mover == turn->mover && turn->played < CELL_MAX) return false; // it won with a move out of turn
    turn_prove(turn, turn->mover, turn->played);
    for (int k = 0; k < next->line_length && turn->line_length < REVIEW_LINE_MAX; k++)
        turn->line[turn->line_length++] = next->line[k];
    return true;
}

static bool turn_solve(Reviewer *r, int i, double seconds, Error *error) {
    const ReviewTurn *turn = &r->review->turn[i];
    Budget budget = {.seconds = seconds,
                     .memory = r->options->memory ? r->options->memory : SOLVER_MEMORY,
                     .threads = r->options->threads,
                     .observer = r->observer};
    Answer answer;
    if (!solve_position(&SOLVE_AUTO, &turn->position, &budget, &r->solving, &answer, error)) return false;
    if (answer.winner != EMPTY) turn_solved(r->review, i, answer.winner, answer.move);
    return true;
}

static bool turns_prove(Reviewer *r, Error *error) {
    Review *review = r->review;
    double full = r->options->solver_seconds > 0 ? r->options->solver_seconds : SOLVER_SECONDS;
    int failures = 0;
    for (int i = review->moves; i >= 0 && !observer_cancelled(r->observer); i--, step_tell(r)) {
        ReviewTurn *turn = &review->turn[i];
        Color winner = position_winner(&turn->position);
        bool opening = review->swap_rule && i == 0; // its value hangs on the swap
        if (i == review->moves && review->winner != EMPTY) winner = review->winner;
        if (winner != EMPTY) turn_prove(turn, winner, MOVE_NONE);
        if (winner != EMPTY || opening || turn_follows(review, i) || r->options->solver_seconds < 0) continue;
        if (!turn_solve(r, i, failures < 2 ? full : full / 10, error)) return false;
        failures = turn->winner != EMPTY ? 0 : failures + 1;
    }
    return true;
}

// --- Opinions

static bool turn_judge(Reviewer *r, int i, Error *error) {
    ReviewTurn *turn = &r->review->turn[i];
    MoveTerms terms = {.budget = {.seconds = r->options->seconds,
                                  .nodes = r->options->playouts,
                                  .threads = r->options->threads,
                                  .observer = r->observer},
                       .may_swap = r->review->swap_rule};
    Choice choice;
    if (r->game.now.to_move != turn->mover && !game_play(&r->game, r->game.now.to_move, MOVE_PASS, error))
        return false;
    if (!player_choose(r->player, &r->game, &terms, &choice, error)) return false;
    turn->value = fmax(SURE, fmin(1 - SURE, choice.value));
    turn->best = choice.move;
    turn->line_length = 0;
    for (int k = 0; k < choice.line_length && k < REVIEW_LINE_MAX; k++)
        turn->line[turn->line_length++] = choice.line[k];
    return true;
}

static ReviewMark mark_of(const ReviewTurn *turn, Color winner_after) {
    Color other = color_other(turn->mover);
    if (turn->winner == turn->mover && winner_after == other) return REVIEW_TURNING_POINT;
    if (turn->loss >= BLUNDER) return REVIEW_BLUNDER;
    return turn->loss >= MISTAKE ? REVIEW_MISTAKE : REVIEW_GOOD;
}

// Compares a turn with the next, once both are judged.
static void turn_compare(const Review *review, int i) {
    ReviewTurn *turn = &review->turn[i], *next = turn + 1;
    bool resigned = turn->played == MOVE_RESIGN;
    Color winner_after = resigned ? color_other(turn->mover) : next->winner;
    turn->compared = true;
    turn->after = resigned ? 0 : next->mover == turn->mover ? next->value : 1 - next->value;
    turn->loss = fmax(0, turn->value - turn->after);
    if (turn->played == turn->best) turn->loss = 0; // the search's second thoughts are not the player's fault
    if (review->swap_rule && i == 0) turn->loss = 0;
    turn->mark = mark_of(turn, winner_after);
    if (turn->mark != REVIEW_TURNING_POINT && turn->loss == 0) turn->mark = REVIEW_GOOD;
}

// Where a lost game is best played on.
static void turn_resist(Reviewer *r, ReviewTurn *turn) {
    Move move;
    CellSet proof;
    endgame_winner(&r->endgame, &turn->position, &move, &proof);
    turn_prove(turn, turn->winner, endgame_resist(&r->endgame, &turn->position, &(MoveTerms){0}, proof));
}

static bool turns_judge(Reviewer *r, const Game *game, Error *error) {
    Review *review = r->review;
    game_init_position(&r->game, &game->setup);
    for (int i = 0; i < review->turns && !observer_cancelled(r->observer); i++) {
        ReviewTurn *turn = &review->turn[i];
        bool over = i == review->moves && review->winner != EMPTY;
        over |= position_winner(&turn->position) != EMPTY;
        if (turn->winner == EMPTY && !turn_judge(r, i, error)) return false;
        if (turn->winner != EMPTY && turn->best == MOVE_NONE && !over) turn_resist(r, turn);
        if (turn->winner == EMPTY && observer_cancelled(r->observer)) break; // a hasty opinion
        turn->judged = true;
        if (i > 0) turn_compare(review, i - 1);
        step_tell(r);
        if (i == review->moves)
            review->complete = true;
        else if (!game_play(&r->game, turn->mover, turn->played, error))
            return false;
    }
    return true;
}

bool review_game(const Game *game, const ReviewOptions *options, const Observer *observer,
                 ReviewProgress progress, void *context, Review *review, Error *error) {
    Reviewer *r = calloc(1, sizeof *r);
    *review = (Review){0};
    if (!r) return error_memory(error);
    r->options = options;
    r->observer = observer;
    r->progress = progress;
    r->context = context;
    r->review = review;
    r->start = clock_seconds();
    MoveTerms start = {.budget = {.seconds = options->seconds, .observer = observer}};
    const Catalog *catalog = options->catalog ? options->catalog : &CATALOG;
    const char *spec = options->player ? options->player : catalog->players[0]->name;
    r->player = player_new_within(catalog, spec, options->seed, &start, error);
    bool good =
        r->player && turns_list(r, game, error) && turns_prove(r, error) && turns_judge(r, game, error);
    review->seconds = clock_seconds() - r->start;
    player_free(r->player);
    solver_release(&r->solving);
    endgame_free(&r->endgame);
    free(r);
    return good;
}
