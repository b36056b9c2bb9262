// Pattern search: a position is won by a move whose loss needs few cells. It is lost when the cells that the opponent's
// wins need leave no move. Every result carries its pattern: the empty cells that the winner needs. With
// all other empty cells in the loser's hands he still wins. A move outside the pattern of a refutation is refuted by
// it as well.
//
// Both colours want the same, so a node knows only the mover's stones and the other's. Moves are tried in the
// order of Y-reduction's derivatives, both pyramids built at every node.
#include "lab/y/ysolve.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS = YSOLVE_SIZE_MAX * (YSOLVE_SIZE_MAX + 1) / 2, TABLE_BITS_MAX = 20 };

static const double REPORT_SECONDS = 0.2;

typedef struct Entry {
    uint64_t own, other; // stones of the mover and of the opponent; both 0 in an unused entry
    uint64_t pattern;
    int8_t move; // of a won position; -1: lost
    bool used;
} Entry;

typedef struct Search {
    const Triangle *t;
    uint64_t around[CELLS], all, side[3];
    BudgetClock clock;
    uint64_t nodes;
    Entry *table;
    int table_bits;
} Search;

typedef struct Result {
    enum { UNDECIDED, WON, LOST } state; // for the mover
    uint64_t pattern;
    int move;
} Result;

static uint64_t bit(int cell) {
    return UINT64_C(1) << cell;
}

static uint64_t word_of(CellSet cells) {
    uint64_t word = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) word |= bit(cell);
    return word;
}

static CellSet set_of(uint64_t word) {
    CellSet cells = cellset_none();
    for (; word; word &= word - 1) cellset_add(&cells, __builtin_ctzll(word));
    return cells;
}

static Entry *entry_of(const Search *s, uint64_t own, uint64_t other) {
    uint64_t key = (own * 0x9e3779b97f4a7c15u ^ (other + 0x7f4a7c15u) * 0xc2b2ae3d27d4eb4fu);
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9u;
    return &s->table[key >> (64 - s->table_bits)];
}

typedef struct Chain {
    uint64_t beside; // cells around it
    int sides;
} Chain;

// Cuts the stones into chains; returns how many.
static int chains_find(const Search *s, uint64_t stones, Chain *chains) {
    int count = 0;
    while (stones) {
        uint64_t chain = stones & -stones, front = chain;
        Chain *c = &chains[count++];
        *c = (Chain){0};
        while (front) {
            int cell = __builtin_ctzll(front);
            uint64_t next = s->around[cell] & stones & ~chain;
            c->sides |= s->t->sides[cell];
            c->beside |= s->around[cell];
            chain |= next;
            front = (front & (front - 1)) | next;
        }
        stones &= ~chain;
    }
    return count;
}

// Takes two cells of the set into the pattern: whichever the opponent plays, the other is left.
static bool pair_take(uint64_t cells, uint64_t *pattern) {
    uint64_t rest = cells & (cells - 1);
    if (!rest) return false;
    *pattern |= (cells & -cells) | (rest & -rest);
    return true;
}

// Whether these stones have won even if the opponent moves. They have if pairs of empty cells, each pair for one link, join
// chains to each other and to all three sides. The pattern is the pairs. It takes the first pairs that it finds, so a
// win may be missed; what it says is proved.
static bool pairs_win(const Search *s, uint64_t stones, uint64_t empty, uint64_t *pattern) {
    Chain chain[CELLS];
    int count = chains_find(s, stones, chain);
    for (int first = 0; first < count; first++) {
        Chain all = chain[first];
        uint64_t joined = bit(first);
        *pattern = 0;
        for (bool grown = true; grown;) {
            grown = false;
            for (int i = 0; i < count; i++) {
                if (joined & bit(i) || !pair_take(all.beside & chain[i].beside & empty & ~*pattern, pattern))
                    continue;
                joined |= bit(i);
                all.sides |= chain[i].sides;
                all.beside |= chain[i].beside;
                grown = true;
            }
        }
        for (int side = 0; side < 3; side++) {
            if (!(all.sides >> side & 1) &&
                pair_take(all.beside & s->side[side] & empty & ~*pattern, pattern))
                all.sides |= 1 << side;
        }
        if (all.sides == SIDES_ALL) return true;
    }
    return false;
}

// The derivative of the reduced value by each cell (van Rijswijck 2002, Table 3).
static void slopes_find(const Search *s, uint64_t own, uint64_t other, float *slope) {
    int n = s->t->size;
    float value[YSOLVE_SIZE_MAX + 1][CELLS], wide[2][CELLS];
    for (int cell = 0; cell < s->t->cells; cell++)
        value[n][cell] = (float)((int)(own >> cell & 1) - (int)(other >> cell & 1));
    for (int size = n - 1; size > 0; size--) {
        for (int r = 0, cell = 0; r < size; r++) {
            for (int c = 0; c <= r; c++, cell++) {
                float p = value[size + 1][cell], q = value[size + 1][cell + r + 1],
                      w = value[size + 1][cell + r + 2];
                value[size][cell] = (p + q + w - p * q * w) / 2;
            }
        }
    }
    int now = 0;
    wide[now][0] = 1;
    for (int size = 1; size < n; size++, now = !now) {
        memset(wide[!now], 0, sizeof wide[0]);
        for (int r = 0, cell = 0; r < size; r++) {
            for (int c = 0; c <= r; c++, cell++) {
                int left = cell + r + 1, right = left + 1;
                const float *v = value[size + 1];
                wide[!now][cell] += wide[now][cell] * (1 - v[left] * v[right]) / 2;
                wide[!now][left] += wide[now][cell] * (1 - v[cell] * v[right]) / 2;
                wide[!now][right] += wide[now][cell] * (1 - v[cell] * v[left]) / 2;
            }
        }
    }
    memcpy(slope, wide[now], sizeof wide[0]);
}

static int best_cell(uint64_t cells, const float *slope) {
    int best = __builtin_ctzll(cells);
    for (; cells; cells &= cells - 1) {
        if (slope[__builtin_ctzll(cells)] > slope[best]) best = __builtin_ctzll(cells);
    }
    return best;
}

static Result search(Search *s, uint64_t own, uint64_t other);

// The moves of a position without a win at once, best first, until one wins or the patterns leave none.
static Result moves_try(Search *s, uint64_t own, uint64_t other, uint64_t moves, uint64_t pattern) {
    float slope[CELLS];
    slopes_find(s, own, other, slope);
    while (moves) {
        int move = best_cell(moves, slope);
        Result reply = search(s, other, own | bit(move));
        if (reply.state == UNDECIDED) return reply;
        if (reply.state == LOST) return (Result){WON, reply.pattern | bit(move), move};
        pattern |= reply.pattern;
        moves &= reply.pattern & ~bit(move);
    }
    return (Result){LOST, pattern, -1};
}

// A win of the mover's by one stone and pairs, or LOST here for none.
static Result win_near(const Search *s, uint64_t own, uint64_t empty) {
    Result best = {LOST, 0, -1};
    int least = CELLS + 1;
    for (uint64_t todo = empty; todo; todo &= todo - 1) {
        int cell = __builtin_ctzll(todo);
        uint64_t pattern;
        if (!pairs_win(s, own | bit(cell), empty & ~bit(cell), &pattern)) continue;
        if (__builtin_popcountll(pattern) >= least) continue;
        least = __builtin_popcountll(pattern);
        best = (Result){WON, pattern | bit(cell), cell};
    }
    return best;
}

// The moves that meet every win of the opponent's by one stone and pairs. All their patterns are added to
// *pattern.
static uint64_t must_play(const Search *s, uint64_t other, uint64_t empty, uint64_t *pattern) {
    uint64_t moves = empty;
    for (uint64_t todo = empty; todo && moves; todo &= todo - 1) {
        int cell = __builtin_ctzll(todo);
        uint64_t needed;
        if (!pairs_win(s, other | bit(cell), empty & ~bit(cell), &needed)) continue;
        needed |= bit(cell);
        if (!(moves & ~needed)) continue; // it says nothing new
        moves &= needed;
        *pattern |= needed;
    }
    return moves;
}

static Result node_solve(Search *s, uint64_t own, uint64_t other) {
    uint64_t empty = s->all & ~own & ~other, pattern = 0;
    Result near = win_near(s, own, empty);
    if (near.state == WON) return near;
    uint64_t moves = must_play(s, other, empty, &pattern);
    if (!moves) return (Result){LOST, pattern, -1};
    return moves_try(s, own, other, moves, pattern);
}

// A position without a winner.
static Result search(Search *s, uint64_t own, uint64_t other) {
    Entry *entry = entry_of(s, own, other);
    if (entry->used && entry->own == own && entry->other == other)
        return (Result){entry->move < 0 ? LOST : WON, entry->pattern, entry->move};
    if (budget_spent(&s->clock, s->nodes++)) return (Result){UNDECIDED, 0, -1};
    if (budget_report_due(&s->clock, REPORT_SECONDS))
        observer_progress(s->clock.budget.observer,
                          &(Progress){.seconds = budget_seconds(&s->clock), .nodes = s->nodes, .value = -1});
    Result result = node_solve(s, own, other);
    if (result.state != UNDECIDED) *entry = (Entry){own, other, result.pattern, (int8_t)result.move, true};
    return result;
}

static bool search_start(Search *s, const YPosition *position, const Budget *budget, Error *error) {
    const Triangle *t = position->board;
    *s = (Search){.t = t, .table_bits = 12};
    while (s->table_bits < TABLE_BITS_MAX && s->table_bits < t->cells) s->table_bits++;
    while (s->table_bits > 8 && budget->memory && (sizeof(Entry) << s->table_bits) > budget->memory)
        s->table_bits--;
    s->table = calloc((size_t)1 << s->table_bits, sizeof *s->table);
    if (!s->table) return error_memory(error);
    s->all = word_of(t->all);
    for (int cell = 0; cell < t->cells; cell++) s->around[cell] = word_of(t->around[cell]);
    for (int side = 0; side < 3; side++) s->side[side] = word_of(t->side[side]);
    budget_start(&s->clock, budget, 256);
    return true;
}

bool ysolve(const YPosition *position, const Budget *budget, Answer *answer, Error *error) {
    Search s;
    if (position->board->size > YSOLVE_SIZE_MAX)
        return error_input(error, "the solver of Y takes boards up to size %d; this one has size %d",
                           YSOLVE_SIZE_MAX, position->board->size);
    *answer = answer_unknown();
    answer->winner = yposition_winner(position);
    if (answer->winner != EMPTY) return true;
    if (!search_start(&s, position, budget, error)) return false;
    Color mover = position->to_move;
    Result result =
        search(&s, word_of(position->stones[mover]), word_of(position->stones[color_other(mover)]));
    free(s.table);
    answer->nodes = s.nodes;
    answer->seconds = budget_seconds(&s.clock);
    if (result.state == UNDECIDED) return true;
    answer->winner = result.state == WON ? mover : color_other(mover);
    answer->move = result.state == WON ? result.move : MOVE_NONE;
    answer->carrier = set_of(result.pattern);
    return true;
}

// --- All moves of a position

static CellSet image_of(const Triangle *t, int symmetry, CellSet cells) {
    CellSet image = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) cellset_add(&image, t->image[symmetry][cell]);
    return image;
}

// The move and its images under the symmetries that leave the position as it is.
static CellSet move_images(const YPosition *p, int move) {
    CellSet images = cellset_none();
    for (int k = 0; k < TRIANGLE_SYMMETRIES; k++) {
        if (cellset_equal(image_of(p->board, k, p->stones[BLACK]), p->stones[BLACK]) &&
            cellset_equal(image_of(p->board, k, p->stones[WHITE]), p->stones[WHITE]))
            cellset_add(&images, p->board->image[k][move]);
    }
    return images;
}

bool ysolve_moves(const YPosition *position, YSolver *solver, const Budget *budget, YTruth *truth,
                  Error *error) {
    double start = clock_seconds();
    *truth = (YTruth){.root = answer_unknown()};
    truth->root.winner = yposition_winner(position);
    if (truth->root.winner != EMPTY) return true;
    CellSet todo = truth->unknown = yposition_vacant(position);
    uint64_t nodes = 0;
    CellSet pattern = cellset_none();
    while (!cellset_is_empty(todo)) {
        int move = cellset_first(todo);
        CellSet images = move_images(position, move);
        YPosition next = yposition_played(position, move);
        Budget left = budget_less(budget, clock_seconds() - start, nodes);
        Answer answer;
        if (!solver(&next, &left, &answer, error)) return false;
        nodes += answer.nodes;
        todo = cellset_minus(todo, images);
        if (answer.winner == EMPTY) continue;
        truth->unknown = cellset_minus(truth->unknown, images);
        bool wins = answer.winner == position->to_move;
        CellSet *list = wins ? &truth->winning : &truth->losing;
        *list = cellset_or(*list, images);
        if (wins && truth->root.move == MOVE_NONE) {
            truth->root.move = move;
            pattern = cellset_or(answer.carrier, cellset_of(move));
        }
    }
    bool won = truth->root.move != MOVE_NONE;
    if (won || cellset_is_empty(truth->unknown)) {
        truth->root.winner = won ? position->to_move : color_other(position->to_move);
        truth->root.carrier = won ? pattern : yposition_vacant(position);
    }
    truth->root.nodes = nodes;
    truth->root.seconds = clock_seconds() - start;
    return true;
}
