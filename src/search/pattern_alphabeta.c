#include "search/pattern_alphabeta.h"

#include "base/clock.h"

#include <math.h>

typedef struct Search {
    const PatternAbOptions *options;
    const Observer *observer;
    Board board;
    double start;
    uint64_t nodes;
    bool stopped;
    int16_t first[CELL_MAX + 1]; // by ply: the best move of the depth before, tried first
} Search;

// A value, infinite when proved; then the pattern that proves it.
typedef struct Pattern {
    double value;
    int move;
    CellSet cells;
} Pattern;

static void limits_check(Search *s) {
    s->nodes++;
    if (s->options->nodes && s->nodes >= s->options->nodes) s->stopped = true;
    if (s->nodes % 256) return;
    if (s->options->seconds > 0 && clock_seconds() - s->start >= s->options->seconds) s->stopped = true;
    if (observer_cancelled(s->observer)) s->stopped = true;
}

// The move that was best at this ply last time, if it is there, then the others in order.
static int moves_pop(const Search *s, int ply, CellSet *moves) {
    int move = s->first[ply];
    if (move < 0 || !cellset_has(*moves, move)) return cellset_pop(moves);
    cellset_remove(moves, move);
    return move;
}

static Pattern position_search(Search *s, Color mover, int ply, int depth, double alpha, double beta);

static Pattern move_search(Search *s, Color mover, int move, int ply, int depth, double alpha, double beta) {
    Pattern child = {.value = -INFINITY, .move = CELL_NONE};
    board_place(&s->board, move, mover);
    if (!board_joined(&s->board, mover))
        child = position_search(s, color_other(mover), ply + 1, depth - 1, -beta, -alpha);
    else
        limits_check(s); // the player to move there has lost, with no pattern
    board_undo(&s->board);
    return child;
}

// A child is lost for its mover: the move wins.
static Pattern pattern_win(const Pattern *child, int move) {
    Pattern win = {.value = INFINITY, .move = move, .cells = child->cells};
    cellset_add(&win.cells, move);
    return win;
}

static Pattern position_search(Search *s, Color mover, int ply, int depth, double alpha, double beta) {
    limits_check(s);
    if (depth == 0) {
        Pattern leaf = {.move = CELL_NONE};
        leaf.value = s->options->evaluate(s->options->context, &s->board, mover);
        return leaf;
    }
    CellSet moves = board_vacant(&s->board);
    Pattern best = {.value = -INFINITY, .move = CELL_NONE};
    CellSet united = cellset_none();
    bool heuristic = false;
    while (!cellset_is_empty(moves) && !s->stopped) {
        int move = moves_pop(s, ply, &moves);
        Pattern child = move_search(s, mover, move, ply, depth, fmax(alpha, best.value), beta);
        if (s->stopped) break;
        if (child.value == -INFINITY) {
            s->first[ply] = (int16_t)move;
            return pattern_win(&child, move);
        }
        if (child.value == INFINITY) { // a losing move: only its pattern is left to try
            moves = cellset_and(moves, child.cells);
            united = cellset_or(united, child.cells);
            continue;
        }
        heuristic = true;
        if (-child.value > best.value) best = (Pattern){.value = -child.value, .move = move};
        if (best.value >= beta) break;
    }
    if (best.move != CELL_NONE) s->first[ply] = (int16_t)best.move;
    if (!heuristic) best.cells = united;
    return best;
}

static void outcome_set(PatternAbOutcome *out, const Pattern *found, Color mover, int depth) {
    out->value = found->value;
    out->depth = depth;
    out->move = found->move == CELL_NONE ? MOVE_NONE : found->move;
    out->winner = found->value == INFINITY ? mover : found->value == -INFINITY ? color_other(mover) : EMPTY;
    out->carrier = found->cells;
}

void pattern_alphabeta(const Position *position, const PatternAbOptions *options, const Observer *observer,
                       PatternAbOutcome *outcome) {
    Search s = {.options = options, .observer = observer, .start = clock_seconds()};
    *outcome = (PatternAbOutcome){.winner = EMPTY, .move = MOVE_NONE};
    board_set(&s.board, position);
    int last = cellset_count(board_vacant(&s.board));
    if (options->depth && options->depth < last) last = options->depth;
    for (int i = 0; i <= CELL_MAX; i++) s.first[i] = CELL_NONE;
    for (int depth = 1; depth <= last && outcome->winner == EMPTY; depth++) {
        Pattern found = position_search(&s, position->to_move, 0, depth, -INFINITY, INFINITY);
        if (s.stopped) break;
        outcome_set(outcome, &found, position->to_move, depth);
    }
    outcome->nodes = s.nodes;
}
