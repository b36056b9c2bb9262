// The book's tables on one width of cell sets. A ThreatSearch without a search holds them.
#include "lab/ladder/threat/threat_state.h"
#include "lab/ladder/threat_ops.h"

#include <string.h>

static void *book_new(const Geometry *geometry, uint64_t memory) {
    Position empty = position_empty(geometry);
    ThreatOptions options = {.features = THREAT_TEMPLATES};
    return threat_search_new(&empty, &options, &(Budget){.memory = memory}, NULL);
}

static void book_release(void *state) {
    threat_search_free(state);
}

static uint64_t book_count(const void *state) {
    const ThreatSearch *s = state;
    uint64_t count = 0;
    for (int kind = WEAK; kind <= STRONG; kind++) {
        count += template_table_count(s->table[kind]);
        if (s->white_table[kind]) count += template_table_count(s->white_table[kind]);
    }
    return count;
}

static void stones_set(ThreatSearch *s, const Position *position) {
    for (Color color = BLACK; color <= WHITE; color++) {
        Bits left = s->stones[color] = bits_from_cellset(&position->stones[color]);
        Bits mirrored = bits_none();
        for (int c; (c = bits_pop(&left)) >= 0;) bits_add(&mirrored, s->mirror[c]);
        s->mirrored[color_other(color)] = mirrored;
    }
}

static bool book_add(void *state, const Position *position, Color color, bool strong, CellSet carrier) {
    ThreatSearch *s = state;
    uint64_t before = book_count(s);
    stones_set(s, position);
    templates_store(s, color, strong ? STRONG : WEAK, bits_from_cellset(&carrier));
    return book_count(s) > before;
}

static int book_meet(void *state, const Position *position, Color color, CellSet *meet, CellSet *united) {
    ThreatSearch *s = state;
    BoardTemplate board;
    Bits met = bits_from_cellset(meet), all = bits_none();
    stones_set(s, position);
    templates_board(s, color, &board);
    int taken = templates_weak(s, &board, color, &met, &all);
    if (!taken) return 0;
    *meet = bits_to_cellset(met);
    *united = cellset_or(*united, bits_to_cellset(all));
    return taken;
}

static bool book_match(void *state, const Position *position, Color color, bool strong, CellSet *carrier) {
    ThreatSearch *s = state;
    BoardTemplate board;
    Bits found = bits_none();
    stones_set(s, position);
    templates_board(s, color, &board);
    bool matched =
        strong ? templates_strong(s, &board, color, &found) : templates_first(s, &board, color, &found);
    if (matched) *carrier = bits_to_cellset(found);
    return matched;
}

typedef struct Visiting {
    BookVisit visit;
    void *context;
    bool strong, white;
} Visiting;

static void record_visit(void *context, const BoardTemplate *found) {
    const Visiting *visiting = context;
    BookRecord record = {.strong = visiting->strong, .white = visiting->white, .groups = found->groups};
    for (int i = 0; i < BOOK_SETS; i++) record.set[i] = bits_to_cellset(found->set[i]);
    for (int i = 0; i < found->groups; i++) record.group[i] = bits_to_cellset(found->group[i]);
    visiting->visit(visiting->context, &record);
}

static void book_each(const void *state, BookVisit visit, void *context) {
    const ThreatSearch *s = state;
    for (int kind = WEAK; kind <= STRONG; kind++) {
        Visiting visiting = {visit, context, kind == STRONG, false};
        template_table_each(s->table[kind], record_visit, &visiting);
        visiting.white = true;
        if (s->white_table[kind]) template_table_each(s->white_table[kind], record_visit, &visiting);
    }
}

// A template is its own smallest board.
static void book_insert(void *state, const BookRecord *record) {
    ThreatSearch *s = state;
    BoardTemplate board = {.groups = record->groups, .whole = true};
    for (int i = 0; i < BOOK_SETS; i++) board.set[i] = bits_from_cellset(&record->set[i]);
    for (int i = 0; i < record->groups; i++) board.group[i] = bits_from_cellset(&record->group[i]);
    template_board_pair(&board);
    TemplateTable *table =
        record->white && s->white_table[WEAK] ? s->white_table[record->strong] : s->table[record->strong];
    template_table_insert(table, &board, board.set[TEMPLATE_EMPTY]);
}
