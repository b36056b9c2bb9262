#include "study/review.h"

#include "base/clock.h"
#include "play/endgame.h"
#include "solve/solver.h"

#include <math.h>
#include <stdlib.h>

static const double INACCURACY = 0.05, MISTAKE = 0.1, BLUNDER = 0.15;
static const double SOLVER_SECONDS = 1;
static const uint64_t SOLVER_MEMORY = (uint64_t)512 << 20;
// An opinion is never as sure as a proof.
static const double SURE = 0.001;

const char *review_mark_name(ReviewMark mark) {
    static const char *const names[] = {NULL, "mistake", "blunder", "turning_point", "inaccuracy"};
    return names[mark];
}

const char *review_source_name(ReviewSource source) {
    static const char *const names[] = {"none", "asked", "move", "rules", "habit"};
    return names[source];
}

const char *review_swap_name(ReviewSwap swap) {
    static const char *const names[] = {NULL, "opening_strong", "opening_weak", "swap_missed", "swap_wrong"};
    return names[swap];
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
    Game game;    // as far as it has been played again
    bool opinion; // the player judges openings by itself
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

bool review_mark_is_bad(ReviewMark mark) {
    return mark != REVIEW_GOOD && mark != REVIEW_INACCURACY;
}

static double move_accuracy(double loss) {
    return fmax(0, fmin(100, 103.1668 * exp(-4.354 * loss) - 2.1669));
}

ReviewScore review_score(const Review *review, Color color) {
    ReviewScore score = {0};
    for (int i = 0; i < review->moves; i++) {
        const ReviewTurn *turn = &review->turn[i];
        if (!turn->compared || turn->mover != color) continue;
        score.moves++;
        score.accuracy += move_accuracy(turn->loss);
        score.mean_loss += turn->loss;
        score.mark[turn->mark]++;
    }
    if (score.moves) {
        score.accuracy /= score.moves;
        score.mean_loss /= score.moves;
    }
    return score;
}

static void step_tell(Reviewer *r) {
    Review *review = r->review;
    r->done++;
    review->seconds = clock_seconds() - r->start;
    if (r->progress) r->progress(r->context, review, r->done, 2 * review->turns);
}

// --- The swap rule

static bool move_swaps(Move move) {
    return move == MOVE_SWAP_PIECES || move == MOVE_SWAP_SIDES;
}

static bool game_swapped(const Game *game) {
    for (int i = 0; i < game->count; i++)
        if (move_swaps(game->played[i].move)) return true;
    return false;
}

static void rule_find(const Reviewer *r, const Game *game) {
    Review *review = r->review;
    if (r->options->swap != REVIEW_RULE_AUTO) {
        review->swap_rule = r->options->swap == REVIEW_RULE_ON;
        review->swap_source = REVIEW_BY_ASKED;
    } else if (game_swapped(game)) {
        review->swap_rule = true;
        review->swap_source = REVIEW_BY_MOVE;
    } else if (r->options->record) {
        static const ReviewSource sources[] = {REVIEW_BY_NOTHING, REVIEW_BY_RULES, REVIEW_BY_HABIT};
        review->swap_source = sources[sgf_swap_rule(r->options->record, &review->swap_rule)];
    }
}

// The move with which the mover takes the opening over; swaps of pieces need a square board.
static Move swap_move(const Geometry *g) {
    return g->width == g->height ? MOVE_SWAP_PIECES : MOVE_SWAP_SIDES;
}

static bool turn_may_swap(const Review *review, int i) {
    return i == review->swap_turn;
}

static bool turn_is_opening(const Review *review, int i) {
    return review->swap_rule && i == 0 && (review->swap_turn == 1 || review->turns == 1);
}

// --- The positions

static bool turns_list(Reviewer *r, const Game *game, Error *error) {
    Review *review = r->review;
    *review = (Review){.geometry = game->now.geometry,
                       .moves = game->count,
                       .turns = game->count + 1,
                       .swap_turn = -1,
                       .opening = NAN};
    review->winner = game_winner(game);
    review->turn = calloc((size_t)review->turns, sizeof *review->turn);
    if (!review->turn) return error_memory(error);
    game_init_position(&r->game, &game->setup);
    rule_find(r, game);
    for (int i = 0; i < review->turns; i++) {
        bool last = i == game->count;
        ReviewTurn *turn = &review->turn[i];
        *turn =
            (ReviewTurn){.position = r->game.now, .played = MOVE_NONE, .winner = EMPTY, .best = MOVE_NONE};
        turn->winner_after = EMPTY;
        turn->mover = last ? r->game.now.to_move : game->played[i].color;
        turn->position.to_move = turn->mover;
        if (review->swap_rule && game_can_swap(&r->game) && position_winner(&turn->position) == EMPTY)
            review->swap_turn = i;
        if (last) break;
        turn->played = game->played[i].move;
        if (!game_play(&r->game, turn->mover, turn->played, error)) return false;
    }
    return true;
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
    if (turn_may_swap(review, i) && winner != turn->mover)
        turn_prove(turn, turn->mover, swap_move(review->geometry));
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
        bool opening = turn_is_opening(review, i); // its value hangs on the swap
        if (i == review->moves && review->winner != EMPTY) winner = review->winner;
        if (winner != EMPTY) turn_prove(turn, winner, MOVE_NONE);
        if (winner != EMPTY || opening || turn_follows(review, i) || r->options->solver_seconds < 0) continue;
        if (!turn_solve(r, i, failures < 2 ? full : full / 10, error)) return false;
        failures = turn->winner != EMPTY ? 0 : failures + 1;
    }
    return true;
}

// --- Opinions

// The opener's winning probability if nobody swaps. The next mover's value counts the swap; where that is proved, only a
// player that judges openings has an opinion.
static bool opening_judge(Reviewer *r, Error *error) {
    const ReviewTurn *turn = &r->review->turn[r->review->swap_turn];
    Choice choice;
    if (turn->winner == EMPTY) {
        r->review->opening = move_swaps(turn->best) ? turn->value : 1 - turn->value;
        return true;
    }
    MoveTerms bare = {.budget = {.nodes = 1, .observer = r->observer}};
    if (!r->opinion) return true;
    if (!player_choose(r->player, &r->game, &bare, &choice, error)) return false;
    r->review->opening = 1 - choice.value;
    return true;
}

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
    if (turn_is_opening(r->review, i)) {
        r->opinion = choice.visits > 0;
        choice.value = fmin(choice.value, 1 - choice.value);
    }
    turn->value = fmax(SURE, fmin(1 - SURE, choice.value));
    turn->best = choice.move;
    turn->line_length = 0;
    for (int k = 0; k < choice.line_length && k < REVIEW_LINE_MAX; k++)
        turn->line[turn->line_length++] = choice.line[k];
    return true;
}

static ReviewSwap swap_fault(const Review *review, int i) {
    const ReviewTurn *turn = &review->turn[i];
    if (turn->mark == REVIEW_GOOD) return REVIEW_SWAP_NONE;
    if (turn_is_opening(review, i))
        return review->opening > 0.5 ? REVIEW_OPENING_STRONG : REVIEW_OPENING_WEAK;
    if (!turn_may_swap(review, i) || move_swaps(turn->best) == move_swaps(turn->played))
        return REVIEW_SWAP_NONE;
    if (!move_swaps(turn->best)) return REVIEW_SWAP_WRONG;
    // Beside an even opening the fault is the move's, not that of staying.
    bool even = turn->winner == EMPTY && turn->value - (1 - turn->value) < MISTAKE;
    return even ? REVIEW_SWAP_NONE : REVIEW_SWAP_MISSED;
}

static ReviewMark mark_of(const ReviewTurn *turn, Color winner_after) {
    Color other = color_other(turn->mover);
    if (turn->winner == turn->mover && winner_after == other) return REVIEW_TURNING_POINT;
    if (turn->loss >= BLUNDER) return REVIEW_BLUNDER;
    if (turn->loss >= MISTAKE) return REVIEW_MISTAKE;
    return turn->loss >= INACCURACY ? REVIEW_INACCURACY : REVIEW_GOOD;
}

// Compares a turn with the next, once both are judged.
static void turn_compare(const Review *review, int i) {
    ReviewTurn *turn = &review->turn[i], *next = turn + 1;
    bool resigned = turn->played == MOVE_RESIGN;
    Color winner_after = resigned ? color_other(turn->mover) : next->winner;
    turn->compared = true;
    turn->after = resigned ? 0 : next->mover == turn->mover ? next->value : 1 - next->value;
    bool same = turn->played == turn->best || (move_swaps(turn->played) && move_swaps(turn->best));
    if (turn_is_opening(review, i)) {
        double even = isnan(review->opening) ? turn->value : review->opening;
        turn->after = fmax(SURE, fmin(even, 1 - even));
        winner_after = EMPTY;
    }
    turn->loss = fmax(0, turn->value - turn->after);
    if (same) turn->loss = 0; // the search's second thoughts are not the player's fault
    turn->winner_after = winner_after;
    turn->mark = mark_of(turn, winner_after);
    if (turn->mark != REVIEW_TURNING_POINT && turn->loss == 0) turn->mark = REVIEW_GOOD;
    turn->swap = swap_fault(review, i);
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
        if (turn_is_opening(review, 0) && turn_may_swap(review, i) && !opening_judge(r, error)) return false;
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
