// Between the search and its template tables: what a position offers, whose table, which way round.
#include "lab/ladder/threat/threat_state.h"

#include <string.h>

// On square boards White's templates are Black's on the mirrored board: one table serves both.
static bool tables_shared(const ThreatSearch *s) {
    return s->geometry->width == s->geometry->height;
}

static TemplateTable *table_of(const ThreatSearch *s, Color color, int kind) {
    return color == WHITE && !tables_shared(s) ? s->white_table[kind] : s->table[kind];
}

static Bits cells_mirrored(const ThreatSearch *s, Bits cells) {
    Bits out = bits_none();
    for (int c; (c = bits_pop(&cells)) >= 0;) bits_add(&out, s->mirror[c]);
    return out;
}

// A carrier in the table's view, or back.
static Bits cells_view(const ThreatSearch *s, Color color, Bits cells) {
    return color == WHITE && tables_shared(s) ? cells_mirrored(s, cells) : cells;
}

static bool templates_new(ThreatSearch *s, uint64_t memory) {
    for (int kind = WEAK; kind <= STRONG; kind++) {
        s->table[kind] = template_table_new(s->geometry->cells, memory / 2);
        if (!s->table[kind]) return false;
        if (tables_shared(s)) continue;
        s->white_table[kind] = template_table_new(s->geometry->cells, memory / 2);
        if (!s->white_table[kind]) return false;
    }
    return true;
}

static void templates_free(ThreatSearch *s) {
    for (int kind = WEAK; kind <= STRONG; kind++) {
        template_table_free(s->table[kind]);
        template_table_free(s->white_table[kind]);
    }
}

static void board_add_group(BoardTemplate *out, Bits touched) {
    if (bits_is_empty(touched)) return;
    if (out->groups == TEMPLATE_GROUPS_MAX - 2)
        out->whole = false;
    else
        out->group[out->groups++] = touched;
}

static void templates_board(const ThreatSearch *s, Color color, BoardTemplate *out) {
    bool turned = color == WHITE && tables_shared(s);
    Color view = turned ? BLACK : color;
    Bits own = turned ? s->mirrored[BLACK] : s->stones[color];
    Bits other = turned ? s->mirrored[WHITE] : s->stones[color_other(color)];
    Bits empty = bits_minus(bits_minus(s->all, own), other), touch = bits_none();
    out->set[TEMPLATE_EMPTY] = empty;
    out->groups = 0;
    out->whole = true;
    for (int side = 0; side < 2; side++) {
        Bits group = group_flood(s, own, s->edge[view][side]);
        Bits near = bits_and(bits_or(cells_around(s, group), s->edge[view][side]), empty);
        out->set[TEMPLATE_X + side] = near;
        touch = bits_or(touch, near);
        own = bits_minus(own, group);
        board_add_group(out, near);
    }
    while (!bits_is_empty(own)) {
        Bits group = group_flood(s, own, bits_of(bits_first(own)));
        Bits near = bits_and(cells_around(s, group), empty);
        touch = bits_or(touch, near);
        own = bits_minus(own, group);
        board_add_group(out, near);
    }
    out->set[TEMPLATE_TOUCH] = touch;
    template_board_pair(out);
}

static bool templates_strong(const ThreatSearch *s, const BoardTemplate *board, Color color, Bits *carrier) {
    if (!template_table_first(table_of(s, color, STRONG), board, carrier)) return false;
    *carrier = cells_view(s, color, *carrier);
    return true;
}

static bool templates_first(const ThreatSearch *s, const BoardTemplate *board, Color color, Bits *carrier) {
    if (!template_table_first(table_of(s, color, WEAK), board, carrier)) return false;
    *carrier = cells_view(s, color, *carrier);
    return true;
}

static int templates_weak(const ThreatSearch *s, const BoardTemplate *board, Color color, Bits *meet,
                          Bits *united) {
    Bits seen = cells_view(s, color, *meet);
    int taken = template_table_meet(table_of(s, color, WEAK), board, &seen, united);
    if (!taken) return 0;
    *meet = cells_view(s, color, seen);
    *united = cells_view(s, color, *united);
    return taken;
}

static Bits cells_turned(const ThreatSearch *s, Bits cells) {
    Bits out = bits_none();
    for (int c; (c = bits_pop(&cells)) >= 0;) bits_add(&out, s->geometry->cells - 1 - c);
    return out;
}

// The half-turn: the side groups change places.
static void board_turn(const ThreatSearch *s, BoardTemplate *board) {
    Bits x = board->set[TEMPLATE_X];
    board->set[TEMPLATE_X] = board->set[TEMPLATE_Y];
    board->set[TEMPLATE_Y] = x;
    for (int i = 0; i < TEMPLATE_SETS; i++) board->set[i] = cells_turned(s, board->set[i]);
    for (int i = 0; i < board->groups; i++) board->group[i] = cells_turned(s, board->group[i]);
    template_board_pair(board);
}

static void templates_store(ThreatSearch *s, Color color, int kind, Bits carrier) {
    TemplateTable *table = table_of(s, color, kind);
    BoardTemplate board;
    Bits cells = cells_view(s, color, carrier);
    templates_board(s, color, &board);
    if (!template_table_insert(table, &board, cells)) return;
    board_turn(s, &board);
    template_table_insert(table, &board, cells_turned(s, cells));
}

// --- Seeds

typedef struct Seeding {
    const ThreatSearch *search;
    TemplateTable *table;
    int column, row;
} Seeding;

static Bits cells_moved(const Seeding *seeding, Bits cells) {
    const Geometry *g = seeding->search->geometry, *h = seeding->search->smaller->geometry;
    Bits out = bits_none();
    for (int c; (c = bits_pop(&cells)) >= 0;)
        bits_add(&out, cell_at(g, cell_column(h, c) + seeding->column, cell_row(h, c) + seeding->row));
    return out;
}

// A template is its own smallest board.
static void seed_one(void *context, const BoardTemplate *found) {
    const Seeding *seeding = context;
    BoardTemplate moved = {.whole = true, .groups = found->groups};
    for (int i = 0; i < TEMPLATE_SETS; i++) moved.set[i] = cells_moved(seeding, found->set[i]);
    for (int i = 0; i < found->groups; i++) moved.group[i] = cells_moved(seeding, found->group[i]);
    template_board_pair(&moved);
    template_table_insert(seeding->table, &moved, moved.set[TEMPLATE_EMPTY]);
}

static void templates_seed(ThreatSearch *s) {
    for (int kind = WEAK; kind <= STRONG; kind++) {
        for (int corner = 0; corner < 4; corner++) {
            Seeding seeding = {s, s->table[kind], corner & 1, corner >> 1};
            template_table_each(s->smaller->table[kind], seed_one, &seeding);
        }
    }
}
