#include "lab/shannon/vertex_links.h"

#include <stdlib.h>
#include <string.h>

enum { LINKS_MAX = 40000, STRONG_MAX = 8, WEAK_MAX = 14 };

struct VertexLinks {
    int ends, chains;          // ends: 0 and 1 the targets, then chains, then vacant vertices
    int vertex[LINK_ENDS_MAX]; // of a vacant end; -1
    int first[2][LINK_ENDS_MAX][LINK_ENDS_MAX],
        size[2][LINK_ENDS_MAX][LINK_ENDS_MAX]; // by strength: weak, strong
    int count;
    VertexLink link[LINKS_MAX];
    short pair[LINKS_MAX][2];
    int queue[LINKS_MAX], queue_length;
};

VertexLinks *vertex_links_new(void) {
    return malloc(sizeof(VertexLinks));
}

void vertex_links_free(VertexLinks *links) {
    free(links);
}

const VertexLink *vertex_link(const VertexLinks *links, int link) {
    return &links->link[link];
}

int vertex_links_targets(const VertexLinks *links, bool strong) {
    return links->first[strong][0][1];
}

// --- Adding links
static bool link_known(const VertexLinks *l, bool strong, int x, int y, CellSet carrier) {
    for (int i = l->first[strong][x][y]; i >= 0; i = l->link[i].next) {
        if (cellset_within(l->link[i].carrier, carrier)) return true;
    }
    return false;
}

// Adds a link unless a smaller one is known or there is no room. Returns its number or -1.
static int link_add(VertexLinks *l, bool strong, int x, int y, const VertexLink *link) {
    if (x > y) return link_add(l, strong, y, x, link);
    if (l->count == LINKS_MAX || l->size[strong][x][y] == (strong ? STRONG_MAX : WEAK_MAX)) return -1;
    if (link_known(l, true, x, y, link->carrier)) return -1;
    if (!strong && link_known(l, false, x, y, link->carrier)) return -1;
    int number = l->count++;
    l->link[number] = *link;
    l->link[number].next = l->first[strong][x][y];
    l->first[strong][x][y] = number;
    l->size[strong][x][y]++;
    l->pair[number][0] = (short)x;
    l->pair[number][1] = (short)y;
    if (strong) l->queue[l->queue_length++] = number;
    return number;
}

// --- OR
// Looks for weak links, from `next` on, that leave nothing of `common` when added to those chosen.
static void or_search(VertexLinks *l, int x, int y, VertexLink *chosen, CellSet common, int next) {
    if (cellset_is_empty(common)) {
        link_add(l, true, x, y, chosen);
        return;
    }
    if (chosen->parts == LINK_OR_MAX) return;
    for (int i = next; i >= 0; i = l->link[i].next) {
        CellSet less = cellset_and(common, l->link[i].carrier);
        if (cellset_equal(less, common)) continue;
        VertexLink more = *chosen;
        more.part[more.parts++] = i;
        more.carrier = cellset_or(more.carrier, l->link[i].carrier);
        if (!link_known(l, true, x, y, more.carrier)) or_search(l, x, y, &more, less, l->link[i].next);
    }
}

static void weak_add(VertexLinks *l, int x, int y, const VertexLink *link) {
    int number = link_add(l, false, x, y, link);
    if (number < 0) return;
    VertexLink chosen = {.carrier = link->carrier, .kind = LINK_OR, .key = -1, .part = {number}, .parts = 1};
    int low = x < y ? x : y, high = x < y ? y : x;
    or_search(l, low, high, &chosen, link->carrier, l->link[number].next);
}

// --- AND
static bool end_in(const VertexLinks *l, int end, CellSet carrier) {
    return l->vertex[end] >= 0 && cellset_has(carrier, l->vertex[end]);
}

// Joins a strong link from `from` to `pivot` with one from there to `to`.
static void and_links(VertexLinks *l, int a, int b, int from, int pivot, int to) {
    const VertexLink *first = &l->link[a], *second = &l->link[b];
    if (cellset_meets(first->carrier, second->carrier) || end_in(l, from, second->carrier) ||
        end_in(l, to, first->carrier))
        return;
    int key = l->vertex[pivot];
    VertexLink link = {.carrier = cellset_or(first->carrier, second->carrier),
                       .kind = key >= 0 ? LINK_KEY : LINK_AND,
                       .key = key,
                       .part = {a, b},
                       .parts = 2};
    if (key < 0) {
        link_add(l, true, from, to, &link);
    } else {
        cellset_add(&link.carrier, key);
        weak_add(l, from, to, &link);
    }
}

static void link_combine(VertexLinks *l, int number) {
    for (int side = 0; side < 2; side++) {
        int pivot = l->pair[number][side], from = l->pair[number][1 - side];
        if (pivot < 2) continue; // over a target there is nothing to gain
        for (int to = 0; to < l->ends; to++) {
            if (to == from || to == pivot) continue;
            int low = to < pivot ? to : pivot, high = to < pivot ? pivot : to;
            for (int i = l->first[true][low][high]; i >= 0; i = l->link[i].next)
                and_links(l, number, i, from, pivot, to);
        }
    }
}

// --- Ends
// The chains of captured vertices, targets first, as sets; returns how many.
static int chains_find(const VertexBoard *board, const VertexPosition *p, CellSet *chain) {
    CellSet left = p->captured;
    int count = 0;
    for (; count < LINK_ENDS_MAX; count++) {
        int start = count < 2 ? board->target[count] : cellset_first(left);
        if (start < 0) break;
        CellSet new = cellset_of(start);
        chain[count] = new;
        for (int v; (v = cellset_pop(&new)) >= 0;) {
            CellSet more = cellset_minus(cellset_and(board->around[v], p->captured), chain[count]);
            chain[count] = cellset_or(chain[count], more);
            new = cellset_or(new, more);
        }
        left = cellset_minus(left, chain[count]);
    }
    return count;
}

static CellSet chain_touches(const VertexBoard *board, CellSet chain) {
    CellSet touched = cellset_none();
    for (int v; (v = cellset_pop(&chain)) >= 0;) touched = cellset_or(touched, board->around[v]);
    return touched;
}

static bool ends_make(VertexLinks *l, const VertexBoard *board, const VertexPosition *p, CellSet *touches) {
    CellSet chain[LINK_ENDS_MAX], vacant = p->vacant;
    l->chains = chains_find(board, p, chain);
    l->ends = l->chains + cellset_count(vacant);
    if (l->ends > LINK_ENDS_MAX) return false;
    for (int i = 0; i < l->chains; i++) {
        l->vertex[i] = -1;
        touches[i] = chain_touches(board, chain[i]);
    }
    for (int i = l->chains; i < l->ends; i++) {
        l->vertex[i] = cellset_pop(&vacant);
        touches[i] = board->around[l->vertex[i]];
    }
    return true;
}

bool vertex_links_build(VertexLinks *l, const VertexBoard *board, const VertexPosition *p) {
    CellSet touches[LINK_ENDS_MAX];
    l->count = l->queue_length = 0;
    if (!ends_make(l, board, p, touches)) return false;
    for (int strong = 0; strong < 2; strong++) {
        for (int x = 0; x < l->ends; x++) {
            memset(l->first[strong][x], -1, sizeof(int) * (size_t)l->ends);
            memset(l->size[strong][x], 0, sizeof(int) * (size_t)l->ends);
        }
    }
    VertexLink near = {.carrier = cellset_none(), .kind = LINK_NEIGHBOURS, .key = -1};
    for (int y = l->chains; y < l->ends; y++) {
        for (int x = 0; x < y; x++) {
            if (cellset_has(touches[x], l->vertex[y])) link_add(l, true, x, y, &near);
        }
    }
    for (int next = 0; next < l->queue_length && l->first[true][0][1] < 0; next++)
        link_combine(l, l->queue[next]);
    return true;
}
