// The handicap player: where the strategy for ceil((N+1)/6) stones ahead holds for the mover (lab/players/handicap_strategy.h)
// it wins by that strategy's answers, whatever the opponent does. Before the opponent's first stone it puts the
// handicap stones down, one per move. Where no answer is needed, and everywhere else, it moves as the distance player,
// two moves ahead.
#include "lab/players/lab_players.h"

#include "game/board.h"
#include "lab/players/handicap_strategy.h"

typedef struct HandicapState {
    Player *other;
    const Geometry *geometry; // of the strategy
    Handicap *handicap;       // NULL for boards that are not square
} HandicapState;

static bool handicap_start(Player *player, Error *error) {
    HandicapState *state = player->state;
    state->other = player_new(player->catalog, "distance:replies=30", random_next(&player->random), error);
    return state->other;
}

static void board_take(HandicapState *state, const Geometry *geometry) {
    if (state->geometry == geometry) return;
    handicap_free(state->handicap);
    state->handicap = handicap_new(geometry);
    state->geometry = geometry;
}

// The next handicap stone while the opponent has none and the mover has no others; CELL_NONE otherwise.
static int stone_next(const Position *now) {
    CellSet stones = handicap_stones(now->geometry, now->to_move == BLACK ? 0 : 2);
    CellSet own = now->stones[now->to_move];
    if (!cellset_is_empty(now->stones[color_other(now->to_move)]) || !cellset_within(own, stones))
        return CELL_NONE;
    int next = cellset_first(cellset_minus(stones, own));
    return next >= 0 ? next : CELL_NONE;
}

// The strategy's move, or CELL_NONE. Where it needs none, `wish` is asked for, the distance player's move.
static int strategy_move(HandicapState *state, const Game *game, const MoveTerms *terms, Error *error) {
    const Position *now = &game->now;
    for (int view = now->to_move == BLACK ? 0 : 2, end = view + 2; state->handicap && view < end; view++) {
        int wish = CELL_NONE;
        if (handicap_holds(state->handicap, now, view)) {
            Choice idea;
            MoveTerms cells_only = *terms;
            cells_only.may_swap = cells_only.may_resign = false;
            if (player_choose(state->other, game, &cells_only, &idea, error)) wish = idea.move;
        }
        int answer = handicap_answer(state->handicap, now, view, wish);
        if (answer != CELL_NONE) return answer;
    }
    return CELL_NONE;
}

static bool handicap_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                            Error *error) {
    HandicapState *state = player->state;
    Board board;
    board_set(&board, &game->now);
    board_take(state, game->now.geometry);
    int at_once = cellset_first(board_winning_cells(&board, game->now.to_move));
    int move = at_once >= 0 ? at_once : strategy_move(state, game, terms, error);
    if (move != CELL_NONE) {
        choice->move = move;
        choice->value = 1;
        return true;
    }
    choice->move = stone_next(&game->now);
    return choice->move != CELL_NONE || player_choose(state->other, game, terms, choice, error);
}

static void handicap_stop(Player *player) {
    HandicapState *state = player->state;
    handicap_free(state->handicap);
    player_free(state->other);
}

const PlayerType PLAYER_HANDICAP = {
    .name = "handicap",
    .help = "Never loses with ceil((N+1)/6) stones ahead on row 2 of an NxN board; elsewhere distance.",
    .state_size = sizeof(HandicapState),
    .start = handicap_start,
    .choose = handicap_choose,
    .stop = handicap_stop,
};
