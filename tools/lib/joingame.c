#include "tools/lib/joingame.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

typedef uint64_t Mask; // of the carrier's cells, by place in the list

typedef struct Entry {
    Mask owned, free, used; // `used`: what the winner needs
    uint8_t state;          // 0 unused, 1 the owner loses, 2 it wins, the opponent moving first
} Entry;

struct JoinGame {
    int cells;
    int16_t cell[JOINGAME_CELLS_MAX];
    Mask around[JOINGAME_CELLS_MAX]; // neighbours, through the owner's chains too
    Mask at_x, at_y;                 // cells that touch the ends
    bool joined;                     // the ends touch without any cell
    Entry *table;
    size_t size, count;
};

// Everything the owner's stones in `seed` are joined to; edges are stones.
static void flood(const Position *p, Color owner, CellSet stones, CellSet *chain, bool edge[2]) {
    const Geometry *g = p->geometry;
    CellSet todo = *chain;
    bool open[2] = {edge[0], edge[1]};
    for (;;) {
        for (int side = 0; side < 2; side++) {
            CellSet row = cellset_and(g->around[color_edge(owner, side)], stones);
            if (!edge[side] && cellset_meets(row, *chain)) edge[side] = open[side] = true;
            if (!open[side]) continue;
            open[side] = false;
            todo = cellset_or(todo, cellset_minus(row, *chain));
            *chain = cellset_or(*chain, row);
        }
        int cell = cellset_pop(&todo);
        if (cell < 0) return;
        CellSet next = cellset_minus(cellset_and(g->around[cell], stones), *chain);
        *chain = cellset_or(*chain, next);
        todo = cellset_or(todo, next);
    }
}

// The carrier's cells that touch a chain.
static Mask chain_touch(const JoinGame *game, const Position *p, Color owner, CellSet chain,
                        const bool edge[2]) {
    const Geometry *g = p->geometry;
    Mask touch = 0;
    for (int i = 0; i < game->cells; i++) {
        int cell = game->cell[i];
        bool touches = cellset_meets(g->around[cell], chain);
        for (int side = 0; side < 2; side++)
            touches |= edge[side] && cellset_has(g->around[color_edge(owner, side)], cell);
        if (touches) touch |= (Mask)1 << i;
    }
    return touch;
}

typedef struct Ends {
    CellSet stones; // the owner's, empty ends included
    CellSet chain[2];
    bool edge[2][2];
} Ends;

static void ends_find(const Position *p, Color owner, const int end[2], Ends *ends) {
    memset(ends, 0, sizeof *ends);
    ends->stones = p->stones[owner];
    for (int i = 0; i < 2; i++) {
        if (end[i] < CELL_MAX) cellset_add(&ends->stones, end[i]);
    }
    for (int i = 0; i < 2; i++) {
        if (end[i] < CELL_MAX) {
            cellset_add(&ends->chain[i], end[i]);
        } else {
            ends->edge[i][end[i] - color_edge(owner, 0)] = true;
        }
        flood(p, owner, ends->stones, &ends->chain[i], ends->edge[i]);
    }
}

// Cells that touch a third chain are as good as neighbours.
static void conduits_add(JoinGame *game, const Position *p, Color owner, const Ends *ends) {
    CellSet left = cellset_minus(ends->stones, cellset_or(ends->chain[0], ends->chain[1]));
    bool done[2] = {ends->edge[0][0] || ends->edge[1][0], ends->edge[0][1] || ends->edge[1][1]};
    for (;;) {
        CellSet chain = cellset_none();
        bool edge[2] = {false, false};
        int cell = cellset_first(left);
        if (cell >= 0) {
            cellset_add(&chain, cell);
        } else if (!done[0] || !done[1]) {
            edge[done[0] ? 1 : 0] = true;
        } else {
            return;
        }
        flood(p, owner, ends->stones, &chain, edge);
        left = cellset_minus(left, chain);
        for (int side = 0; side < 2; side++) done[side] |= edge[side];
        Mask touch = chain_touch(game, p, owner, chain, edge);
        for (int i = 0; i < game->cells; i++) {
            if (touch >> i & 1) game->around[i] |= touch & ~((Mask)1 << i);
        }
    }
}

JoinGame *joingame_new(const Position *p, Color owner, int x, int y, CellSet carrier) {
    const Geometry *g = p->geometry;
    int end[2] = {x, y};
    Ends ends;
    carrier = cellset_and(carrier, position_vacant(p));
    for (int i = 0; i < 2; i++) {
        if (end[i] < CELL_MAX) cellset_remove(&carrier, end[i]);
    }
    if (cellset_count(carrier) > JOINGAME_CELLS_MAX) return NULL;
    JoinGame *game = calloc(1, sizeof *game);
    if (!game) return NULL;
    for (int cell; (cell = cellset_pop(&carrier)) >= 0;) game->cell[game->cells++] = (int16_t)cell;
    for (int i = 0; i < game->cells; i++) {
        for (int j = 0; j < game->cells; j++) {
            if (cellset_has(g->around[game->cell[i]], game->cell[j])) game->around[i] |= (Mask)1 << j;
        }
    }
    ends_find(p, owner, end, &ends);
    bool same_edge = (ends.edge[0][0] && ends.edge[1][0]) || (ends.edge[0][1] && ends.edge[1][1]);
    game->joined = same_edge || cellset_meets(ends.chain[0], ends.chain[1]);
    game->at_x = chain_touch(game, p, owner, ends.chain[0], ends.edge[0]);
    game->at_y = chain_touch(game, p, owner, ends.chain[1], ends.edge[1]);
    if (!game->joined) conduits_add(game, p, owner, &ends);
    game->size = 64;
    game->table = calloc(game->size, sizeof *game->table);
    if (game->table) return game;
    free(game);
    return NULL;
}

void joingame_free(JoinGame *game) {
    if (!game) return;
    free(game->table);
    free(game);
}

// --- The table: open addressing, grown at half load
static Entry *entry_find(Entry *table, size_t size, Mask owned, Mask free_cells) {
    uint64_t seed = owned * 0x9e3779b97f4a7c15u ^ free_cells;
    for (size_t i = splitmix64(&seed) & (size - 1);; i = (i + 1) & (size - 1)) {
        Entry *e = &table[i];
        if (!e->state || (e->owned == owned && e->free == free_cells)) return e;
    }
}

static void entry_store(JoinGame *game, const Entry *entry) {
    if (game->count * 2 >= game->size) {
        Entry *larger = calloc(game->size * 2, sizeof *larger);
        if (!larger) return;
        for (size_t i = 0; i < game->size; i++) {
            const Entry *e = &game->table[i];
            if (e->state) *entry_find(larger, game->size * 2, e->owned, e->free) = *e;
        }
        free(game->table);
        game->table = larger;
        game->size *= 2;
    }
    Entry *e = entry_find(game->table, game->size, entry->owned, entry->free);
    if (!e->state) game->count++;
    *e = *entry;
}

// Cells reached from `from` through `open`.
static Mask reach(const JoinGame *game, Mask from, Mask open) {
    Mask seen = from & open, todo = seen;
    while (todo) {
        int i = __builtin_ctzll(todo);
        todo &= todo - 1;
        Mask next = game->around[i] & open & ~seen;
        seen |= next;
        todo |= next;
    }
    return seen;
}

static bool linked(const JoinGame *game, Mask open) {
    return game->joined || reach(game, game->at_x, open) & game->at_y;
}

static bool full_holds(JoinGame *game, Mask owned, Mask free_cells, Mask *used);

enum { STEPS_MAX = 10, GROUPS = 2 * STEPS_MAX };

// step[k]: the free cells that the owner reaches from an end with its stone number k, counting from 0.
static void steps_find(const JoinGame *game, Mask end, Mask owned, Mask free_cells, Mask step[STEPS_MAX]) {
    Mask seen = 0, border = end;
    for (int k = 0; k < STEPS_MAX; k++) {
        // Walk through own stones for nothing.
        Mask stones = border & owned & ~seen;
        while (stones) {
            int i = __builtin_ctzll(stones);
            seen |= (Mask)1 << i;
            border |= game->around[i];
            stones = border & owned & ~seen;
        }
        step[k] = border & free_cells & ~seen;
        seen |= step[k];
        for (Mask m = step[k]; m; m &= m - 1) border |= game->around[__builtin_ctzll(m)];
    }
}

// Free cells by the length of the shortest path through them: good moves for either side come first.
static void groups_find(const JoinGame *game, Mask owned, Mask free_cells, Mask group[GROUPS]) {
    Mask from_x[STEPS_MAX], from_y[STEPS_MAX], left = free_cells;
    steps_find(game, game->at_x, owned, free_cells, from_x);
    steps_find(game, game->at_y, owned, free_cells, from_y);
    for (int sum = 0; sum < GROUPS - 1; sum++) {
        group[sum] = 0;
        for (int i = sum < STEPS_MAX ? 0 : sum - STEPS_MAX + 1; i <= sum && i < STEPS_MAX; i++)
            group[sum] |= from_x[i] & from_y[sum - i];
        left &= ~group[sum];
    }
    group[GROUPS - 1] = left;
}

// The owner moves: the first winning key, or -1. `*used` receives the cells that the winner of the game
// needs. A key outside what the opponent used against another one fails like it.
static int key_find(JoinGame *game, Mask owned, Mask free_cells, Mask *used) {
    Mask must = free_cells, united = 0, group[GROUPS];
    groups_find(game, owned, free_cells, group);
    for (int i = 0; i < GROUPS; i++) {
        while (must & group[i]) {
            Mask bit = must & group[i], needs;
            bit &= -bit;
            if (full_holds(game, owned | bit, free_cells & ~bit, &needs)) {
                *used = needs | bit;
                return __builtin_ctzll(bit);
            }
            must &= needs & ~bit;
            united |= needs;
        }
    }
    *used = united;
    return -1;
}

// The opponent moves; its moves are cut down in the same way.
static bool full_holds(JoinGame *game, Mask owned, Mask free_cells, Mask *used) {
    *used = 0;
    if (linked(game, owned)) return true;
    if (!linked(game, owned | free_cells)) return false;
    const Entry *known = entry_find(game->table, game->size, owned, free_cells);
    if (known->state) {
        *used = known->used;
        return known->state == 2;
    }
    Mask must = free_cells, group[GROUPS];
    groups_find(game, owned, free_cells, group);
    Mask threats = group[0], more = threats & (threats - 1);
    if (more) { // two cells, each of which joins the ends
        *used = (threats & -threats) | (more & -more);
        return true;
    }
    Entry entry = {.owned = owned, .free = free_cells, .state = 2, .used = threats};
    if (threats) must = threats;
    for (int i = 0; i < GROUPS && entry.state == 2; i++) {
        while (must & group[i] && entry.state == 2) {
            Mask bit = must & group[i], needs;
            bit &= -bit;
            if (key_find(game, owned, free_cells & ~bit, &needs) < 0) {
                entry.state = 1;
                entry.used = needs | bit;
            } else {
                must &= needs;
                entry.used |= needs;
            }
        }
    }
    entry_store(game, &entry);
    *used = entry.used;
    return entry.state == 2;
}

static Mask mask_of(const JoinGame *game, CellSet cells) {
    Mask mask = 0;
    for (int i = 0; i < game->cells; i++) {
        if (cellset_has(cells, game->cell[i])) mask |= (Mask)1 << i;
    }
    return mask;
}

static Mask mask_all(const JoinGame *game) {
    return game->cells == 64 ? ~(Mask)0 : ((Mask)1 << game->cells) - 1;
}

bool joingame_full(JoinGame *game, CellSet owned, CellSet lost, CellSet *used) {
    Mask stones = mask_of(game, owned), needs;
    bool holds = full_holds(game, stones, mask_all(game) & ~stones & ~mask_of(game, lost), &needs);
    if (!used) return holds;
    *used = cellset_none();
    for (; holds && needs; needs &= needs - 1) cellset_add(used, game->cell[__builtin_ctzll(needs)]);
    return holds;
}
