#include "lab/shortest/shortest.h"

#include <stdlib.h>
#include <string.h>

typedef uint64_t Cells; // bit c: cell c

enum { FAR = 100 };

// What is known of a question: stones, the cells on short paths, and who moves. Bounds on the stones that suffice.
typedef struct Entry {
    Cells own, open;
    bool first;         // the colour moves
    int8_t fails, wins; // the greatest bound that fails, and the least that wins; FAR: none
    int8_t move;        // of `first`: what wins; else what refutes `fails`
    Cells needs;        // what the win needs
} Entry;

typedef struct Search {
    const Geometry *geometry;
    Cells near[SHORTEST_CELLS_MAX], edge[2]; // neighbours; the cells at the colour's two edges
    int cells;
    Entry *entry; // open addressing
    uint64_t slots, used;
    bool failed;     // out of memory, or of what it may take
    uint64_t memory; // bytes for the table; 0: no limit
    BudgetClock clock;
    uint64_t nodes;
} Search;

static int lowest(Cells set) {
    return __builtin_ctzll(set);
}

static Cells bit(int cell) {
    return (Cells)1 << cell;
}

static Cells cells_of(CellSet set) {
    Cells out = 0;
    for (int c; (c = cellset_pop(&set)) >= 0;) out |= bit(c);
    return out;
}

// --- Paths

// Adds to a set of cells what one step from it reaches.
static Cells around(const Search *s, Cells set) {
    Cells out = 0;
    for (; set; set &= set - 1) out |= s->near[lowest(set)];
    return out;
}

// A set with all own stones that are joined to it.
static Cells flooded(const Search *s, Cells set, Cells own) {
    for (Cells more = set; more;) {
        more = around(s, more) & own & ~set;
        set |= more;
    }
    return set;
}

// The least number of empty cells that joins an edge of the colour to the other one, FAR if it is more than `most`. Fills
// distance[c] with that of the way to the empty cell c, which counts, where it is at most `most`; NULL: not asked.
static int way_from(const Search *s, Cells own, Cells open, int side, int most, int8_t *distance) {
    Cells seen = flooded(s, s->edge[side] & own, own), border = s->edge[side] | around(s, seen);
    int shortest = FAR;
    if (seen & s->edge[!side]) return 0;
    for (int steps = 1; steps <= most; steps++) {
        Cells next = border & open & ~seen;
        if (!next) break;
        for (Cells left = distance ? next : 0; left; left &= left - 1) distance[lowest(left)] = (int8_t)steps;
        Cells reached = next | flooded(s, around(s, next) & own & ~seen, own);
        seen |= reached;
        border = around(s, reached);
        if (shortest == FAR && reached & s->edge[!side]) shortest = steps;
        if (shortest < FAR && !distance) break;
    }
    return shortest;
}

// The cells on a path of at most `most` empty ones; *shortest gets the least, or FAR.
static Cells open_within(const Search *s, Cells own, Cells open, int most, int *shortest) {
    int8_t from[2][SHORTEST_CELLS_MAX];
    Cells within = 0;
    memset(from, FAR, sizeof from);
    *shortest = way_from(s, own, open, 0, most, from[0]);
    if (*shortest == FAR || *shortest == 0) return 0;
    way_from(s, own, open, 1, most, from[1]);
    for (Cells left = open; left; left &= left - 1) {
        int c = lowest(left);
        if (from[0][c] + from[1][c] - 1 <= most) within |= bit(c);
    }
    return within;
}

// --- The table

static uint64_t entry_hash(Cells own, Cells open, bool first) {
    uint64_t h =
        (own * 0x9E3779B97F4A7C15u) ^ (open * 0xC2B2AE3D27D4EB4Fu) ^ (first ? 0x165667B19E3779F9u : 0);
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9u;
    return h ^ h >> 32;
}

static uint64_t entry_slot(const Search *s, Cells own, Cells open, bool first) {
    uint64_t at = entry_hash(own, open, first) & (s->slots - 1);
    for (;; at = (at + 1) & (s->slots - 1)) {
        const Entry *e = &s->entry[at];
        if (!e->wins || (e->own == own && e->open == open && e->first == first)) return at;
    }
}

static bool table_grow(Search *s) {
    Entry *old = s->entry;
    uint64_t before = s->slots;
    s->slots = before ? 2 * before : 1 << 12;
    s->entry = calloc(s->slots, sizeof *s->entry);
    if (!s->entry) {
        s->entry = old;
        s->slots = before;
        return false;
    }
    for (uint64_t i = 0; i < before; i++)
        if (old[i].wins) s->entry[entry_slot(s, old[i].own, old[i].open, old[i].first)] = old[i];
    free(old);
    return true;
}

// The entry of a question, made if it is new; NULL out of memory.
static Entry *entry_get(Search *s, Cells own, Cells open, bool first) {
    bool full = 2 * (s->used + 1) > s->slots,
         room = !s->memory || 3 * s->slots * sizeof *s->entry <= s->memory;
    if (full && room && !table_grow(s)) room = false;
    if (full && !room) {
        s->failed = true;
        return NULL;
    }
    Entry *e = &s->entry[entry_slot(s, own, open, first)];
    if (!e->wins) {
        *e = (Entry){.own = own, .open = open, .first = first, .fails = -1, .wins = FAR, .move = -1};
        s->used++;
    }
    return e;
}

static bool stopped(Search *s) {
    return s->failed || budget_spent(&s->clock, s->nodes);
}

// --- The search

static bool wins_second(Search *s, Cells own, Cells open, int most, Cells *needs);

static bool joined(const Search *s, Cells own) {
    return flooded(s, s->edge[0] & own, own) & s->edge[1];
}

// The cells of a set, the best first by a rating that is the shortest path after taking the cell.
static int cells_rated(const Search *s, Cells own, Cells open, Cells set, bool placed, int8_t *order) {
    int8_t rated[SHORTEST_CELLS_MAX];
    int count = 0;
    for (; set; set &= set - 1) {
        int c = lowest(set),
            way = way_from(s, placed ? own | bit(c) : own, open & ~bit(c), 0, s->cells, NULL);
        int rating = placed ? way : -way, at = count++;
        for (; at && rated[at - 1] > rating; at--) {
            rated[at] = rated[at - 1];
            order[at] = order[at - 1];
        }
        rated[at] = (int8_t)rating;
        order[at] = (int8_t)c;
    }
    return count;
}

// The colour moves and has at most `most` stones.
static bool wins_first(Search *s, Cells own, Cells open, int most, int *move, Cells *needs) {
    int shortest;
    Cells within = open_within(s, own, open, most, &shortest);
    if (shortest > most) return false;
    Entry *e = entry_get(s, own, within, true);
    if (!e) return false;
    *move = e->move;
    *needs = e->needs;
    if (e->wins <= most) return true;
    if (e->fails >= most) return false;
    s->nodes++;
    int8_t order[SHORTEST_CELLS_MAX];
    int count = cells_rated(s, own, within, within, true, order);
    for (int i = 0; i < count && !stopped(s); i++) {
        int c = order[i];
        Cells rest = 0;
        if (!joined(s, own | bit(c)) && !wins_second(s, own | bit(c), within & ~bit(c), most - 1, &rest))
            continue;
        *move = c;
        *needs = rest | bit(c);
        if (!(e = entry_get(s, own, within, true))) return false;
        e->wins = (int8_t)most;
        e->move = (int8_t)c;
        e->needs = *needs;
        return true;
    }
    if (stopped(s) || !(e = entry_get(s, own, within, true))) return false;
    e->fails = (int8_t)most;
    return false;
}

// The opponent moves; the colour has at most `most` stones.
static bool wins_second(Search *s, Cells own, Cells open, int most, Cells *needs) {
    int shortest, move;
    Cells within = open_within(s, own, open, most, &shortest), rest;
    if (shortest > most) return false;
    Entry *e = entry_get(s, own, within, false);
    if (!e) return false;
    *needs = e->needs;
    if (e->wins <= most) return true;
    if (e->fails >= most) return false;
    s->nodes++;
    int8_t order[SHORTEST_CELLS_MAX];
    int count = cells_rated(s, own, within, within, false, order);
    Cells left = within, united = 0;
    for (int i = 0; i < count && !stopped(s); i++) {
        int c = order[i];
        if (!(left & bit(c))) continue;
        if (!wins_first(s, own, within & ~bit(c), most, &move, &rest)) {
            if (stopped(s) || !(e = entry_get(s, own, within, false))) return false;
            e->fails = (int8_t)most;
            e->move = (int8_t)c;
            return false;
        }
        left &= rest;
        united |= rest;
    }
    if (stopped(s) || !(e = entry_get(s, own, within, false))) return false;
    e->wins = (int8_t)most;
    e->needs = *needs = united;
    return true;
}

// --- The certificate

// What is written, by question: of wins the least bound, as `wins`, and what it needs; of holds a bit of `needs` by bound.
typedef struct Writer {
    Search *search;
    Search seen; // its table alone
    Text *out;
} Writer;

static void cells_write(const Writer *w, Cells set) {
    char name[CELL_NAME_MAX];
    if (!set) text_add_char(w->out, '-');
    for (const char *between = ""; set; set &= set - 1, between = ",")
        text_format(w->out, "%s%s", between, cell_name(w->search->geometry, lowest(set), name));
}

static void line_begin(const Writer *w, const char *kind, int most, Cells own, Cells open) {
    text_format(w->out, "%s %d ", kind, most);
    cells_write(w, own);
    text_add_char(w->out, ' ');
    cells_write(w, open);
    text_add_char(w->out, ':');
}

// "win STONES OWN NEEDS: MOVE/NEEDS ...": the opponent moves, and what is outside OWN and NEEDS is his; with at most STONES more
// the colour wins. No cell of NEEDS lies in all answers with what they need: one of them is right whatever he plays. True with
// the needs; false when the search was stopped.
static bool win_write(Writer *w, Cells own, Cells open, int most, Cells *needs) {
    Search *s = w->search;
    int8_t order[SHORTEST_CELLS_MAX];
    int move[SHORTEST_CELLS_MAX], answers = 0, shortest;
    Cells rest[SHORTEST_CELLS_MAX], within = open_within(s, own, open, most, &shortest), left = within;
    Entry *e = entry_get(&w->seen, own, within, true);
    if (!e) return false;
    *needs = e->needs;
    if (e->wins <= most) return true;
    int count = cells_rated(s, own, within, within, false, order);
    *needs = 0;
    for (int i = 0; i < count; i++) {
        Cells after = within & ~bit(order[i]);
        if (!(left & bit(order[i]))) continue;
        if (!wins_first(s, own, after, most, &move[answers], &rest[answers])) return false;
        Cells stones = own | bit(move[answers]);
        rest[answers] = 0;
        if (!joined(s, stones) &&
            !win_write(w, stones, after & ~bit(move[answers]), most - 1, &rest[answers]))
            return false;
        left &= rest[answers] | bit(move[answers]);
        *needs |= rest[answers] | bit(move[answers]);
        answers++;
    }
    line_begin(w, "win", most, own, *needs);
    for (int i = 0; i < answers; i++) {
        char name[CELL_NAME_MAX];
        text_format(w->out, " %s/", cell_name(s->geometry, move[i], name));
        cells_write(w, rest[i]);
    }
    text_add_char(w->out, '\n');
    if (!(e = entry_get(&w->seen, own, within, true))) return false;
    e->wins = (int8_t)most;
    e->needs = *needs;
    return true;
}

// "hold STONES OWN OPEN: MOVE/ANSWER ...": the colour moves, and what is outside OWN and OPEN is the opponent's; with at most
// STONES more the colour does not win. OPEN are the cells on a path of so few empty ones, and each has an answer; "-": any.
static bool hold_write(Writer *w, Cells own, Cells open, int most) {
    Search *s = w->search;
    int shortest, answer[SHORTEST_CELLS_MAX];
    Cells within = open_within(s, own, open, most, &shortest);
    if (shortest > most) return true;
    Entry *e = entry_get(&w->seen, own, within, false);
    if (!e) return false;
    if (e->needs & bit(most)) return true;
    e->needs |= bit(most);
    for (Cells left = within; left; left &= left - 1) {
        int c = lowest(left), after;
        Cells needs, stones = own | bit(c), rest = within & ~bit(c);
        Cells closer = open_within(s, stones, rest, most - 1, &after);
        answer[c] = -1;
        if (after > most - 1) continue;
        if (wins_second(s, stones, rest, most - 1, &needs) || stopped(s)) return false;
        const Entry *refuted = entry_get(s, stones, closer, false);
        if (!refuted) return false;
        answer[c] = refuted->move;
        if (!hold_write(w, stones, rest & ~bit(answer[c]), most - 1)) return false;
    }
    line_begin(w, "hold", most, own, within);
    for (Cells left = within; left; left &= left - 1) {
        char name[CELL_NAME_MAX], reply[CELL_NAME_MAX];
        int c = lowest(left);
        text_format(w->out, " %s/%s", cell_name(s->geometry, c, name),
                    answer[c] < 0 ? "-" : cell_name(s->geometry, answer[c], reply));
    }
    text_add_char(w->out, '\n');
    return true;
}

// --- The question

static void search_init(Search *s, const Geometry *g, Color color, const Budget *budget) {
    *s = (Search){.geometry = g, .cells = g->cells, .memory = budget->memory};
    for (int c = 0; c < g->cells; c++) {
        s->near[c] = cells_of(g->around[c]);
        int along = color == BLACK ? c / g->width : c % g->width;
        int last = color == BLACK ? g->height - 1 : g->width - 1;
        if (along == 0) s->edge[0] |= bit(c);
        if (along == last) s->edge[1] |= bit(c);
    }
    budget_start(&s->clock, budget, 64);
}

static void stones_write(const Writer *w, const char *name, CellSet set) {
    text_format(w->out, "%s ", name);
    cells_write(w, cells_of(set));
    text_add_char(w->out, '\n');
}

static bool certificate_write(Search *s, const Position *p, const Shortest *found, Text *out) {
    Writer w = {.search = s, .out = out};
    Color winner = found->winner;
    bool first = p->to_move == winner, good;
    Cells own = cells_of(p->stones[winner]), open = cells_of(position_vacant(p)), needs;
    char name[CELL_NAME_MAX];
    int least = found->stones - 1, answer = -1;
    text_format(out, "mustplay-length 1\nboard %dx%d\nwinner %s\nto-move %s\n", p->geometry->width,
                p->geometry->height, color_name(winner), color_name(p->to_move));
    stones_write(&w, "black", p->stones[BLACK]);
    stones_write(&w, "white", p->stones[WHITE]);
    if (!first) { // the loser's first move, if it takes one to hold out
        int shortest;
        Cells closer = open_within(s, own, open, least, &shortest);
        const Entry *e = shortest > least ? NULL : entry_get(s, own, closer, false);
        if (e) answer = e->move;
    }
    text_format(out, "stones %d\nfirst %s\nanswer %s\n", found->stones,
                first ? cell_name(p->geometry, found->move, name) : "-",
                answer < 0 ? "-" : cell_name(p->geometry, answer, name));
    Cells after = first ? own | bit(found->move) : own;
    good = joined(s, after) || win_write(&w, after, open & ~after, found->stones - first, &needs);
    good = good && hold_write(&w, own, answer < 0 ? open : open & ~bit(answer), least);
    free(w.seen.entry);
    return good && !w.seen.failed;
}

bool shortest_find(const Position *position, Color winner, const Budget *budget, Shortest *out,
                   Text *certificate, Error *error) {
    Search s;
    Cells own = cells_of(position->stones[winner]), open = cells_of(position_vacant(position)), needs;
    bool first = position->to_move == winner, found = false;
    int move = -1;
    *out = (Shortest){.winner = EMPTY, .move = MOVE_NONE};
    if (position->geometry->cells > SHORTEST_CELLS_MAX)
        return error_input(error, "the length of optimal play is found on at most %d cells",
                           SHORTEST_CELLS_MAX);
    search_init(&s, position->geometry, winner, budget);
    for (out->least = 1; !stopped(&s) && out->least <= s.cells; out->least++) {
        found = first ? wins_first(&s, own, open, out->least, &move, &needs)
                      : wins_second(&s, own, open, out->least, &needs);
        if (found) break;
    }
    if (found) {
        out->winner = winner;
        out->stones = out->least;
        out->moves = 2 * out->stones - first;
        if (first) out->move = move;
        if (certificate && !certificate_write(&s, position, out, certificate)) out->winner = EMPTY;
    }
    out->nodes = s.nodes;
    out->seconds = budget_seconds(&s.clock);
    free(s.entry);
    return true;
}
