#include "knowledge/knowledge.h"
#include "knowledge/corner.h"

#include <stdlib.h>

enum {
    SEMIS_SEEN = 256,
    STONE_NEAR = 2,
    CORNER_NEAR = 3,
    NARROW_CELLS = 6,    // a must-play of more cells is not narrowed
    NARROW_TRIES = 2,    // answers tried in vain before giving up
    NARROW_LIMIT = 2000, // ANDs of one try
    SMALL_CELLS = 64,  // up to this board captured pairs on carriers and a wide aim: above they cost too much
    CORNERS_SEEN = 64, // dominations in corners
    SEMIS_KEPT = 64,   // a pair, when seeking
    TRY_FULLS = 16,    // full connections per cell: with more, trying costs more than it gives
    FILLS_KEPT = 256   // a search asks for a fill-in again when the position is decided, often soon
};

typedef struct KeptFill {
    bool known, exact;
    CellSet stones[2];
    CellSet filled[2], proof[2]; // what knower_fill gave
} KeptFill;

struct Knower {
    KnowledgeOptions options;
    Inferior *inferior;
    Vc *vc;
    CellSet dominated[CELL_MAX]; // scratch: what a move of the mover fills in for him
    CornerClaim *corners;        // dominations in corners; NULL unless simulating
    int corner_count;
    KeptFill fill[FILLS_KEPT];
    Knower *follower; // studies the positions after a forced move; NULL unless simulating
};

static VcOptions connection_options(const Geometry *geometry, const KnowledgeOptions *options) {
    VcOptions vc = vc_options();
    bool small = geometry->cells <= SMALL_CELLS;
    vc.templates = options->templates;
    if (!options->simulate && !options->seek) return vc;
    vc.captured = small;
    vc.aim = small ? VC_AIM_WIDE : VC_AIM_NEAR;
    vc.or_in_order = true;
    vc.semi_limit = SEMIS_KEPT;
    return vc;
}

static Knower *knower_alone(const Geometry *geometry, const KnowledgeOptions *options, Error *error) {
    Knower *knower = calloc(1, sizeof *knower);
    VcOptions vc = connection_options(geometry, options);
    if (knower) {
        knower->options = *options;
        knower->inferior = inferior_new(geometry);
        knower->vc = vc_new(geometry, &vc);
    }
    if (knower && knower->inferior && knower->vc) return knower;
    knower_free(knower);
    error_memory(error);
    return NULL;
}

Knower *knower_new(const Geometry *geometry, const KnowledgeOptions *options, Error *error) {
    Knower *knower = knower_alone(geometry, options, error);
    if (!knower || !options->simulate) return knower;
    KnowledgeOptions plain = *options;
    plain.simulate = plain.build_both = false;
    knower->follower = knower_alone(geometry, &plain, error);
    knower->corners = malloc(CORNER_CLAIMS_MAX * sizeof *knower->corners);
    if (knower->follower && knower->corners) {
        knower->corner_count = corner_claims_built_in(knower->corners, CORNER_CLAIMS_MAX);
        return knower;
    }
    if (knower->follower) error_memory(error);
    knower_free(knower);
    return NULL;
}

void knower_free(Knower *knower) {
    if (!knower) return;
    if (knower->inferior) inferior_free(knower->inferior);
    if (knower->vc) vc_free(knower->vc);
    free(knower->corners);
    knower_free(knower->follower);
    free(knower);
}

static unsigned fill_kinds(const Knower *knower, bool exact) {
    if (knower->options.skip_fill) return 0;
    return exact || knower->options.persistent ? INFERIOR_PERSISTENT : INFERIOR_ALL;
}

// Fills in from scratch; returns the winner that fill-in alone gives.
static Color position_fill(Knower *knower, const Position *p, bool exact, Position *filled,
                           CellSet fill_proof[2]) {
    InferiorFill fill;
    inferior_set(knower->inferior, p->stones);
    inferior_fill(knower->inferior, fill_kinds(knower, exact));
    inferior_get_fill(knower->inferior, &fill);
    *filled = *p;
    for (Color color = BLACK; color <= WHITE; color++) {
        filled->stones[color] = cellset_or(p->stones[color], fill.filled[color]);
        fill_proof[color] = fill.needed[color];
    }
    return fill.winner;
}

// Where the fill-in of a position is kept.
static KeptFill *fill_slot(Knower *knower, const Position *p, bool exact) {
    uint64_t hash = exact;
    for (Color color = BLACK; color <= WHITE; color++) {
        for (int i = 0; i < CELLSET_WORDS; i++)
            hash = (hash ^ p->stones[color].word[i]) * 0x9e3779b97f4a7c15u; // 2^64 over the golden ratio
    }
    return &knower->fill[(hash >> 32) % FILLS_KEPT];
}

void knower_fill(Knower *knower, const Position *position, bool exact, Position *filled,
                 CellSet fill_proof[2]) {
    KeptFill *kept = fill_slot(knower, position, exact);
    if (!kept->known || kept->exact != exact ||
        !cellset_equal(kept->stones[BLACK], position->stones[BLACK]) ||
        !cellset_equal(kept->stones[WHITE], position->stones[WHITE])) {
        position_fill(knower, position, exact, filled, kept->proof);
        kept->known = true;
        kept->exact = exact;
        for (Color color = BLACK; color <= WHITE; color++) {
            kept->stones[color] = position->stones[color];
            kept->filled[color] = filled->stones[color];
        }
    }
    *filled = *position;
    for (Color color = BLACK; color <= WHITE; color++) {
        filled->stones[color] = kept->filled[color];
        fill_proof[color] = kept->proof[color];
    }
}

static void winner_set(Knowledge *out, Color winner, Move move, CellSet carrier) {
    out->winner = winner;
    out->move = move;
    out->proof = cellset_or(carrier, out->fill_proof[winner]);
}

static CellSet semis_union(const Knowledge *out) {
    CellSet all = cellset_none();
    for (int i = 0; i < out->semis; i++) all = cellset_or(all, out->semi[i]);
    return all;
}

static void semi_use(Knowledge *out, CellSet carrier) {
    out->mustplay = cellset_and(out->mustplay, carrier);
    out->semi[out->semis++] = carrier;
}

// The answer to try against the must-play: the key of a small semi, if possible in the must-play itself. When the
// must-play is a single cell, a key beside it; failing that, any key.
static int key_choose(const Knowledge *out, const VcConnection *semi, int count, CellSet tried) {
    bool single = cellset_count(out->mustplay) == 1;
    CellSet wanted = out->mustplay;
    if (single) {
        wanted = out->filled.geometry->around[cellset_first(out->mustplay)];
        tried = cellset_or(tried, out->mustplay);
    }
    for (int pass = 0; pass <= single; pass++) {
        for (int i = 0; i < count; i++) {
            int key = semi[i].key;
            if (!cellset_has(tried, key) && (pass || cellset_has(wanted, key))) return key;
        }
    }
    return CELL_NONE;
}

// Whether the opponent has very many connections: near a win a build takes many times as long.
static bool is_crowded(const Knower *knower, const Knowledge *out) {
    uint64_t fulls = vc_counts(knower->vc, color_other(out->filled.to_move)).fulls;
    return fulls > (uint64_t)(TRY_FULLS * out->filled.geometry->cells);
}

// Looks for a winning semi-connection whose only cell in the must-play is its key. The mover gets stones on all
// its other cells, and the opponent's connections are closed again over his one stone.
static void mustplay_narrow(Knower *knower, Knowledge *out, const VcConnection *semi, int count) {
    Color other = color_other(out->filled.to_move);
    CellSet tried = cellset_none(), carrier;
    if (!out->semis || cellset_count(out->mustplay) > NARROW_CELLS || is_crowded(knower, out)) return;
    for (int tries = NARROW_TRIES, key; tries > 0 && out->semis < KNOWLEDGE_SEMIS_MAX; tries--) {
        if ((key = key_choose(out, semi, count, tried)) == CELL_NONE) return;
        CellSet against = out->mustplay;
        cellset_remove(&against, key);
        cellset_add(&tried, key);
        if (!vc_attempt(knower->vc, other, against, key, NARROW_LIMIT, &carrier)) continue;
        cellset_add(&carrier, key);
        semi_use(out, carrier);
        out->narrow_key[out->narrowed++] = key;
        if (cellset_is_empty(out->mustplay)) return;
        tries = NARROW_TRIES + 1;
    }
}

// The must-play, and a few of the opponent's winning semi-connections that make it: each time the one that
// leaves the fewest cells, small carriers first.
static void semis_study(Knower *knower, Knowledge *out) {
    VcConnection semi[SEMIS_SEEN];
    Color other = color_other(out->filled.to_move);
    int count =
        vc_between(knower->vc, other, color_edge(other, 0), color_edge(other, 1), false, semi, SEMIS_SEEN);
    if (count > SEMIS_SEEN) count = SEMIS_SEEN;
    while (out->semis < KNOWLEDGE_SEMIS_MAX) {
        int best = -1, left = cellset_count(out->mustplay);
        for (int i = 0; i < count; i++) {
            int after = cellset_count(cellset_and(out->mustplay, semi[i].carrier));
            if (after >= left) continue;
            left = after;
            best = i;
        }
        if (best < 0) break;
        semi_use(out, semi[best].carrier);
    }
    bool seeks = knower->options.simulate || knower->options.seek;
    if (seeks && !cellset_is_empty(out->mustplay)) mustplay_narrow(knower, out, semi, count);
}

// The mover wins by a connection of his, full or semi.
static void own_study(const Knower *knower, Knowledge *out) {
    Color mover = out->filled.to_move;
    CellSet carrier;
    int key;
    if (vc_win(knower->vc, mover, &carrier)) {
        winner_set(out, mover, MOVE_NONE, carrier);
    } else if (vc_win_semi(knower->vc, mover, &key, &carrier)) {
        winner_set(out, mover, key, carrier);
    }
}

// Connections of both sides on the filled board: a decision, or the must-play. The mover's go first: on the
// positions of `bench knowledge` they decide twice as many as the opponent's.
static void connections_study(Knower *knower, bool wanted, Knowledge *out) {
    Color mover = out->filled.to_move, other = color_other(mover);
    unsigned first = knower->options.skip_own ? 0 : knower->options.build_both ? VC_BOTH : 1u << mover;
    CellSet carrier;
    out->mustplay = position_vacant(&out->filled);
    if (!wanted || knower->options.skip_connections) return;
    vc_build(knower->vc, &out->filled, first);
    if (!knower->options.skip_own) own_study(knower, out);
    if (out->winner != EMPTY) return;
    vc_build_more(knower->vc, &out->filled, 1u << other);
    if (vc_win(knower->vc, other, &carrier)) {
        winner_set(out, other, MOVE_NONE, carrier);
        return;
    }
    semis_study(knower, out);
    if (cellset_is_empty(out->mustplay))
        winner_set(out, other, MOVE_NONE, semis_union(out));
    else if (knower->options.deduce && out->semis &&
             vc_deduce(knower->vc, other, knower->options.deduce, &carrier))
        winner_set(out, other, MOVE_NONE, carrier);
}

static void killers_read(const Knower *knower, const InferiorPrune *prune, Knowledge *out) {
    CellSet pruned = cellset_or(prune->vulnerable, prune->reversible);
    for (int cell; (cell = cellset_pop(&pruned)) >= 0;)
        out->killer[cell] = inferior_reason(knower->inferior, cell).helper;
}

// What a stone of the mover's makes dead or captured, however many steps of fill-in it takes. Only his
// fill-in counts, so that nothing has to be added to a proof.
static CellSet cells_taken(Knower *knower, const Position *p, int cell, unsigned kinds) {
    InferiorFill fill;
    inferior_push(knower->inferior);
    inferior_place(knower->inferior, cell, p->to_move);
    inferior_fill(knower->inferior, kinds | (p->to_move == BLACK ? INFERIOR_NOT_WHITE : INFERIOR_NOT_BLACK));
    inferior_get_fill(knower->inferior, &fill);
    inferior_pop(knower->inferior);
    return cellset_minus(position_vacant(p), fill.vacant);
}

static int distance_least(int place, int length) {
    return place < length - 1 - place ? place : length - 1 - place;
}

// The cells near corners where the reduced graph finds more than patterns do. These are the mover's first two rows,
// and his third away from the side edge. (Counted on the positions of `bench knowledge`.)
static CellSet cells_cornered(const Position *p) {
    const Geometry *g = p->geometry;
    CellSet corners = cellset_of(0);
    cellset_add(&corners, g->width - 1);
    cellset_add(&corners, g->cells - g->width);
    cellset_add(&corners, g->cells - 1);
    CellSet left = cells_near(g, corners, CORNER_NEAR), cells = cellset_none();
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        int across = distance_least(cell_row(g, cell), g->height);
        int along = distance_least(cell_column(g, cell), g->width);
        int row = p->to_move == BLACK ? across : along, side = p->to_move == BLACK ? along : across;
        if (row <= 1 || (row == 2 && side >= 2)) cellset_add(&cells, cell);
    }
    return cells;
}

// A move dominates what it takes. Tried where stones or corners are near: elsewhere one pattern knows all.
// The reduced graph, which costs most of the time, finds more only in corners.
static void dominations_simulate(Knower *knower, const Knowledge *out) {
    const Position *p = &out->filled;
    CellSet corners = cells_cornered(p), stones = cellset_or(p->stones[BLACK], p->stones[WHITE]);
    CellSet near = cells_near(p->geometry, stones, STONE_NEAR);
    CellSet tried = cellset_and(out->mustplay, cellset_or(corners, near)), left = tried;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        bool corner = cellset_has(corners, cell);
        knower->dominated[cell] =
            cells_taken(knower, p, cell, corner ? INFERIOR_PERSISTENT : INFERIOR_DEAD | INFERIOR_CAPTURED);
    }
    for (int cell; (cell = cellset_pop(&tried)) >= 0;)
        inferior_note_domination(knower->inferior, p->to_move, cell, knower->dominated[cell]);
}

// Dominations in corners; returns the empty cells that those who use them need.
static CellSet dominations_corner(Knower *knower, const Knowledge *out) {
    CornerFound found[CORNERS_SEEN];
    CellSet needed = cellset_none();
    Color mover = out->filled.to_move;
    int count =
        corner_claims_match(knower->corners, knower->corner_count, &out->filled, mover, found, CORNERS_SEEN);
    for (int i = 0; i < count; i++) {
        if (!cellset_has(out->mustplay, found[i].cell)) continue;
        inferior_note_domination(knower->inferior, mover, found[i].by, cellset_of(found[i].cell));
        needed = cellset_or(needed, found[i].empty);
    }
    return needed;
}

// Leaves inferior moves out of the must-play. When none is left and the opponent would win moving first, the
// mover has lost. If he would not win, the mover may win even by passing, and any move will do.
static void moves_prune(Knower *knower, Knowledge *out) {
    InferiorPrune prune;
    Color mover = out->filled.to_move, other = color_other(mover);
    CellSet corners = cellset_none();
    out->moves = out->mustplay;
    out->unanswered = position_vacant(&out->filled);
    if (knower->options.skip_prune) return;
    if (knower->options.simulate) {
        dominations_simulate(knower, out);
        corners = dominations_corner(knower, out);
    }
    inferior_prune(knower->inferior, mover, &out->mustplay, INFERIOR_ALL, &prune);
    out->moves = prune.moves;
    if (!cellset_is_empty(prune.dominated))
        out->fill_proof[other] = cellset_or(out->fill_proof[other], corners);
    killers_read(knower, &prune, out);
    if (!cellset_is_empty(out->moves)) {
        CellSet pruned = cellset_minus(out->mustplay, out->moves);
        out->unanswered = cellset_minus(out->unanswered, pruned);
        return;
    }
    if (!out->semis) {
        out->moves = cellset_of(cellset_first(out->mustplay));
        return;
    }
    CellSet proof = cellset_or(semis_union(out), out->fill_proof[other]);
    inferior_close_carrier(knower->inferior, other, true, &proof);
    winner_set(out, other, MOVE_NONE, proof);
}

static void knowledge_clear(Knowledge *out, const Position *position) {
    out->winner = EMPTY;
    out->move = MOVE_NONE;
    out->proof = out->moves = out->mustplay = out->unanswered = cellset_none();
    out->semis = out->narrowed = out->forced = 0;
    for (int cell = 0; cell < position->geometry->cells; cell++) out->killer[cell] = CELL_NONE;
}

// What the winner needs when the only move to consider loses. That is his semis, the proof after the move, and an
// answer to each pruned cell inside.
static void loss_set(Knowledge *out, CellSet child) {
    Color winner = color_other(out->filled.to_move);
    CellSet proof = cellset_or(cellset_or(semis_union(out), child), out->fill_proof[winner]), todo = proof;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        int answer = out->killer[cell];
        if (answer == CELL_NONE || cellset_has(proof, answer)) continue;
        cellset_add(&proof, answer);
        cellset_add(&todo, answer);
    }
    winner_set(out, winner, MOVE_NONE, proof);
}

static void position_study(Knower *knower, const Position *position, bool exact, Knowledge *out);

// Only one move is left: what the position after it is worth, this one is.
static void move_follow(Knower *follower, Knowledge *out, int depth) {
    Knowledge after;
    Position child = out->filled;
    int move = cellset_first(out->moves);
    if (!depth || cellset_count(out->moves) != 1) return;
    cellset_add(&child.stones[child.to_move], move);
    child.to_move = color_other(child.to_move);
    if (position_winner(&child) != EMPTY) return;
    position_study(follower, &child, false, &after);
    if (after.winner == EMPTY) move_follow(follower, &after, depth - 1);
    if (after.winner == EMPTY) return;
    out->line[0] = move;
    for (int i = 0; i < after.forced; i++) out->line[i + 1] = after.line[i];
    out->forced = after.forced + 1;
    if (after.winner == child.to_move) {
        loss_set(out, after.proof);
    } else {
        cellset_add(&after.proof, move);
        winner_set(out, after.winner, move, after.proof);
    }
}

void knower_study_filled(Knower *knower, const Position *position, bool connections, Knowledge *out) {
    knowledge_clear(out, position);
    inferior_set(knower->inferior, position->stones);
    out->filled = *position;
    out->fill_proof[BLACK] = out->fill_proof[WHITE] = cellset_none();
    connections_study(knower, connections, out);
    if (out->winner == EMPTY) moves_prune(knower, out);
}

static void position_study(Knower *knower, const Position *position, bool exact, Knowledge *out) {
    knowledge_clear(out, position);
    Color winner = position_fill(knower, position, exact, &out->filled, out->fill_proof);
    if (winner != EMPTY) {
        winner_set(out, winner, MOVE_NONE, cellset_none());
        return;
    }
    connections_study(knower, true, out);
    if (out->winner == EMPTY) moves_prune(knower, out);
}

void knower_study(Knower *knower, const Position *position, bool exact, Knowledge *out) {
    position_study(knower, position, exact, out);
    if (out->winner != EMPTY || !knower->follower) return;
    if (knower->options.skip_connections || !is_crowded(knower, out))
        move_follow(knower->follower, out, KNOWLEDGE_LINE_MAX);
}

CellSet knower_shrink(Knower *knower, const Position *position, Color winner, CellSet proof) {
    return inferior_shrink(knower->inferior, position->stones, proof, winner);
}

const Inferior *knower_inferior(const Knower *knower) {
    return knower->inferior;
}

const Vc *knower_vc(const Knower *knower) {
    return knower->vc;
}
