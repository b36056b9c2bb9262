#include "lab/ladder/threat_alphabeta.h"

#include "knowledge/vc.h"

#include <math.h>

typedef struct Search {
    const ThreatAbOptions *options;
    Board board;
    Vc *vc; // follows the board; NULL: no connections
    BudgetClock clock;
    uint64_t nodes;
    bool stopped;                // the budget is spent, or memory
    int16_t first[CELL_MAX + 1]; // by ply: the best move of the depth before, tried first
} Search;

// A value, infinite when proved; then the pattern that proves it.
typedef struct ThreatPattern {
    double value;
    int move;
    CellSet cells;
} ThreatPattern;

static void node_count(Search *s) {
    if (budget_spent(&s->clock, ++s->nodes)) s->stopped = true;
}

// --- What is proved without searching

typedef struct Known {
    ThreatPattern proved; // a value of 0: nothing is
    CellSet mustplay;     // where the mover may play
    CellSet united;       // what the patterns need that leave the other cells out
} Known;

static ThreatPattern threat_lost(CellSet cells) {
    return (ThreatPattern){.value = -INFINITY, .move = CELL_NONE, .cells = cells};
}

static bool connections_ask(const Search *s, Color mover, Known *known) {
    Color other = color_other(mover);
    CellSet carrier;
    int key;
    if (vc_win(s->vc, other, &carrier)) {
        known->proved = threat_lost(carrier);
        return true;
    }
    if (vc_win_semi(s->vc, mover, &key, &carrier)) {
        known->proved = (ThreatPattern){.value = INFINITY, .move = key, .cells = carrier};
        return true;
    }
    known->mustplay = vc_mustplay(s->vc, other, &carrier);
    if (!cellset_equal(known->mustplay, board_vacant(&s->board))) known->united = carrier;
    return false;
}

// At the root a win by the book is searched for its move, one ply deep.
static bool book_ask(const Search *s, Color mover, int ply, Known *known) {
    const ThreatBook *book = s->options->book;
    Position p = board_position(&s->board, mover);
    CellSet carrier;
    if (threat_book_match(book, &p, color_other(mover), true, &carrier)) {
        known->proved = threat_lost(carrier);
        return true;
    }
    if (ply && threat_book_match(book, &p, mover, false, &carrier)) {
        known->proved = (ThreatPattern){.value = INFINITY, .move = CELL_NONE, .cells = carrier};
        return true;
    }
    threat_book_meet(book, &p, color_other(mover), &known->mustplay, &known->united);
    return false;
}

static bool position_known(const Search *s, Color mover, int ply, Known *known) {
    *known = (Known){.mustplay = board_vacant(&s->board), .united = cellset_none()};
    if (s->vc && connections_ask(s, mover, known)) return true;
    if (s->options->book && book_ask(s, mover, ply, known)) return true;
    if (!cellset_is_empty(known->mustplay)) return false;
    known->proved = threat_lost(known->united);
    return true;
}

static void threat_learn(const Search *s, Color mover, const ThreatPattern *proved) {
    if (!s->options->book) return;
    Position p = board_position(&s->board, mover);
    bool won = proved->value == INFINITY;
    threat_book_add(s->options->book, &p, won ? mover : color_other(mover), !won, proved->cells);
}

// --- Moves

// The move that was best at this ply last time, if it is there, then the others by rating or in order.
static int moves_pop(const Search *s, int ply, const double *rating, CellSet *moves) {
    int move = s->first[ply];
    if (move < 0 || !cellset_has(*moves, move)) {
        move = cellset_first(*moves);
        CellSet left = *moves;
        for (int cell; rating && (cell = cellset_pop(&left)) >= 0;) {
            if (rating[cell] > rating[move]) move = cell;
        }
    }
    cellset_remove(moves, move);
    return move;
}

static ThreatPattern position_search(Search *s, Color mover, int ply, int depth, double alpha, double beta);

static ThreatPattern move_search(Search *s, Color mover, int move, int ply, int depth, double alpha,
                                 double beta) {
    ThreatPattern child = {.value = -INFINITY, .move = CELL_NONE};
    board_place(&s->board, move, mover);
    bool followed = s->vc && vc_place(s->vc, move, mover);
    if (s->vc && !followed) s->stopped = true; // out of memory
    if (!board_joined(&s->board, mover))
        child = position_search(s, color_other(mover), ply + 1, depth - 1, -beta, -alpha);
    else
        node_count(s); // the player to move there has lost, with no pattern
    board_undo(&s->board);
    if (followed) vc_undo(s->vc);
    return child;
}

// A child is lost for its mover: the move wins.
static ThreatPattern threat_win(const ThreatPattern *child, int move) {
    ThreatPattern win = {.value = INFINITY, .move = move, .cells = child->cells};
    cellset_add(&win.cells, move);
    return win;
}

// Tries the moves of a must-play region that patterns with the cells `united` leave.
static ThreatPattern moves_search(Search *s, Color mover, int ply, int depth, double alpha, double beta,
                                  Known *known) {
    double rating[CELL_MAX];
    ThreatPattern best = threat_lost(cellset_none());
    CellSet moves = known->mustplay, united = known->united;
    int looked = 0; // moves with a heuristic value
    if (s->options->rate) s->options->rate(s->options->context, &s->board, rating);
    while (!cellset_is_empty(moves) && !s->stopped) {
        if (s->options->width && looked == s->options->width) break;
        int move = moves_pop(s, ply, s->options->rate ? rating : NULL, &moves);
        ThreatPattern child = move_search(s, mover, move, ply, depth, fmax(alpha, best.value), beta);
        if (s->stopped) break;
        if (child.value == -INFINITY) return threat_win(&child, move);
        if (child.value == INFINITY) { // a losing move: only its pattern is left to try
            moves = cellset_and(moves, child.cells);
            united = cellset_or(united, child.cells);
            continue;
        }
        looked++;
        if (-child.value > best.value) best = (ThreatPattern){.value = -child.value, .move = move};
        if (best.value >= beta) break;
    }
    if (!looked) best.cells = united;
    return best;
}

static ThreatPattern position_search(Search *s, Color mover, int ply, int depth, double alpha, double beta) {
    Known known;
    node_count(s);
    if (s->stopped) return (ThreatPattern){.move = CELL_NONE};
    if ((s->vc || s->options->book) && position_known(s, mover, ply, &known)) return known.proved;
    if (depth == 0) {
        ThreatPattern leaf = {.move = CELL_NONE};
        leaf.value = s->options->evaluate(s->options->context, &s->board, mover);
        return leaf;
    }
    if (!s->vc && !s->options->book)
        known = (Known){.mustplay = board_vacant(&s->board), .united = cellset_none()};
    ThreatPattern best = moves_search(s, mover, ply, depth, alpha, beta, &known);
    if (s->stopped) return best;
    if (best.move != CELL_NONE) s->first[ply] = (int16_t)best.move;
    if (isinf(best.value)) threat_learn(s, mover, &best);
    return best;
}

static void outcome_set(ThreatAbOutcome *out, const ThreatPattern *found, Color mover, int depth) {
    Answer *answer = &out->answer;
    out->value = found->value;
    out->depth = depth;
    answer->move = found->move == CELL_NONE ? MOVE_NONE : found->move;
    answer->winner = found->value == INFINITY    ? mover
                     : found->value == -INFINITY ? color_other(mover)
                                                 : EMPTY;
    answer->carrier = found->cells;
}

// Nodes between two looks at the budget; those with connections are slow enough for a look at each.
enum { STRIDE = 256 };

void threat_alphabeta(const Position *position, const ThreatAbOptions *options, const Budget *budget,
                      ThreatAbOutcome *outcome) {
    Search s = {.options = options};
    budget_start(&s.clock, budget, options->connections ? 1 : STRIDE);
    *outcome = (ThreatAbOutcome){.answer = answer_unknown()};
    board_set(&s.board, position);
    VcOptions connections = vc_options();
    if (options->connections) s.vc = vc_new(position->geometry, &connections);
    if (s.vc && !vc_build(s.vc, position, VC_BOTH)) {
        vc_free(s.vc);
        s.vc = NULL;
    }
    int last = cellset_count(board_vacant(&s.board));
    if (options->depth && options->depth < last) last = options->depth;
    for (int i = 0; i <= CELL_MAX; i++) s.first[i] = CELL_NONE;
    for (int depth = 1; depth <= last && outcome->answer.winner == EMPTY; depth++) {
        ThreatPattern found = position_search(&s, position->to_move, 0, depth, -INFINITY, INFINITY);
        // A depth that was cut short counts as far as it came: the best move so far was looked at first.
        if (s.stopped && (found.move == CELL_NONE || isinf(found.value))) break;
        outcome_set(outcome, &found, position->to_move, s.stopped ? depth - 1 : depth);
        if (s.stopped) break;
    }
    outcome->answer.nodes = s.nodes;
    outcome->answer.seconds = budget_seconds(&s.clock);
    vc_free(s.vc);
}
