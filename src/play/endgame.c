#include "play/endgame.h"

#include "base/clock.h"
#include "eval/dijkstra.h"
#include "knowledge/knowledge.h"

#include <stdlib.h>

// Limits for finishing a game that is already won.
enum { STUDIES_MAX = 16 };
static const double STUDIES_SECONDS = 0.15;

void endgame_free(Endgame *endgame) {
    knower_free(endgame->knower);
    *endgame = (Endgame){0};
}

static bool endgame_ready(Endgame *endgame, const Geometry *geometry) {
    if (endgame->geometry == geometry) return true;
    endgame_free(endgame);
    endgame->knower = knower_new(geometry, &(KnowledgeOptions){0}, NULL);
    if (endgame->knower) endgame->geometry = geometry;
    return endgame->knower;
}

Color endgame_winner(Endgame *endgame, const Position *position, Move *move, CellSet *proof) {
    Knowledge *k = endgame_ready(endgame, position->geometry) ? malloc(sizeof *k) : NULL;
    *move = MOVE_NONE;
    *proof = cellset_none();
    if (!k) return EMPTY;
    knower_study(endgame->knower, position, true, k);
    Color winner = k->winner;
    if (winner == position->to_move) *move = k->move;
    if (winner != EMPTY) *proof = k->proof;
    free(k);
    return winner;
}

// Who wins, as far as knowledge sees, after a move of the side to move.
static Color winner_after(Endgame *endgame, const Position *position, int cell) {
    Position after = *position;
    Move reply;
    CellSet proof;
    cellset_add(&after.stones[after.to_move], cell);
    after.to_move = color_other(after.to_move);
    Color winner = position_winner(&after);
    return winner != EMPTY ? winner : endgame_winner(endgame, &after, &reply, &proof);
}

typedef struct Way {
    int cell;
    int own, other; // how far each side is from joining after the move
    int off;        // how far from the centre it is
} Way;

enum { CUT_OFF = 10000 };

static int distance_of(const Board *board, Color color) {
    int distance = dijkstra_distance(board, color);
    return distance < 0 ? CUT_OFF : distance;
}

// The shortest way first.
static int way_home(const void *a, const void *b) {
    const Way *x = a, *y = b;
    if (x->own != y->own) return x->own - y->own;
    if (x->other != y->other) return y->other - x->other;
    return x->off != y->off ? x->off - y->off : x->cell - y->cell;
}

// The opponent's longest way first.
static int way_out(const void *a, const void *b) {
    const Way *x = a, *y = b;
    if (x->other != y->other) return y->other - x->other;
    if (x->own != y->own) return x->own - y->own;
    return x->off != y->off ? x->off - y->off : x->cell - y->cell;
}

static int cell_off(const Geometry *g, int cell) {
    int x = 2 * cell_column(g, cell) - g->width + 1, y = 2 * cell_row(g, cell) - g->height + 1;
    return abs(x) + abs(y) + abs(x + y);
}

static int ways_list(const Position *position, CellSet cells, Way *list) {
    Board board;
    Color mover = position->to_move;
    int count = 0;
    board_set(&board, position);
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        board_place(&board, cell, mover);
        list[count++] = (Way){cell, distance_of(&board, mover), distance_of(&board, color_other(mover)),
                              cell_off(position->geometry, cell)};
        board_undo(&board);
    }
    return count;
}

static double studies_end(const MoveTerms *terms) {
    double most = terms->budget.seconds > 0 ? terms->budget.seconds / 4 : STUDIES_SECONDS;
    return clock_seconds() + (most < STUDIES_SECONDS ? most : STUDIES_SECONDS);
}

Move endgame_win(Endgame *endgame, const Position *position, const MoveTerms *terms, Move known) {
    Way list[CELL_MAX];
    int count = ways_list(position, position_vacant(position), list);
    double end = studies_end(terms);
    qsort(list, (size_t)count, sizeof *list, way_home);
    for (int i = 0; i < count && i < STUDIES_MAX && clock_seconds() < end; i++) {
        if (list[i].cell == known || winner_after(endgame, position, list[i].cell) == position->to_move)
            return list[i].cell;
    }
    return known != MOVE_NONE ? known : list[0].cell;
}

Move endgame_resist(Endgame *endgame, const Position *position, const MoveTerms *terms, CellSet proof) {
    Way list[CELL_MAX];
    int count = ways_list(position, cellset_is_empty(proof) ? position_vacant(position) : proof, list);
    double end = studies_end(terms);
    qsort(list, (size_t)count, sizeof *list, way_out);
    for (int i = 0; i < count && i < STUDIES_MAX && clock_seconds() < end; i++) {
        if (winner_after(endgame, position, list[i].cell) == EMPTY) return list[i].cell;
    }
    return list[0].cell;
}

bool endgame_choose(Endgame *endgame, const Position *position, const MoveTerms *terms, Choice *choice) {
    Move move;
    CellSet proof;
    Color winner = endgame_winner(endgame, position, &move, &proof);
    if (winner == EMPTY) return false;
    bool won = winner == position->to_move;
    choice->value = won ? 1 : 0;
    choice->visits = 1;
    if (!won && terms->may_resign)
        choice->move = MOVE_RESIGN;
    else
        choice->move = won ? endgame_win(endgame, position, terms, move)
                           : endgame_resist(endgame, position, terms, proof);
    return true;
}
