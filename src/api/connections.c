// Virtual connections between any two ends, for tools that draw them.
#include "api/inside.h"

#include "knowledge/vc.h"
#include "mustplay/sys/connections.h"

#include <stdlib.h>

enum { CONNECTIONS_MAX = 200 }; // between two ends

struct mp_connections {
    Position position;
    Color color;
    Vc *vc;
    // The last answer, and what it was about.
    int x, y, count;
    bool full;
    VcConnection found[CONNECTIONS_MAX];
};

mp_connections *mp_connections_new(const mp_game *game, mp_color color, mp_error *error) {
    Error inner;
    const Position *position = &game->game.now;
    if (position_winner(position) != EMPTY) {
        error_input(&inner, "the game is over");
        error_out(&inner, error);
        return NULL;
    }
    mp_connections *c = new_out(sizeof *c, error);
    if (!c) return NULL;
    VcOptions options = vc_options();
    options.templates = true;
    c->position = *position;
    c->color = (Color)color;
    c->x = CELL_NONE;
    c->vc = vc_new(position->geometry, &options);
    if (c->vc && vc_build(c->vc, position, 1u << color)) return c;
    memory_out(error);
    mp_connections_free(c);
    return NULL;
}

void mp_connections_free(mp_connections *c) {
    if (c && c->vc) vc_free(c->vc);
    free(c);
}

// --- Ends

static int end_in(const mp_connections *c, int end) {
    if (end >= MP_EDGE_TOP && end <= MP_EDGE_RIGHT) return end - MP_EDGE_TOP + EDGE_TOP;
    return end >= 0 && end < c->position.geometry->cells ? end : CELL_NONE;
}

static int end_out(int end) {
    return end >= EDGE_TOP ? end - EDGE_TOP + MP_EDGE_TOP : end;
}

// The end's name in the connections; CELL_NONE when the colour cannot have it.
static int end_named(const mp_connections *c, int end) {
    int node = end_in(c, end);
    if (node == CELL_NONE) return CELL_NONE;
    Color owner = node >= EDGE_TOP ? edge_color(node) : position_at(&c->position, node);
    return owner == color_other(c->color) ? CELL_NONE : vc_end(c->vc, c->color, node);
}

// --- Asking

bool mp_connections_between(mp_connections *c, int x, int y, bool full, int index, int ends[2],
                            mp_connection *connection) {
    int from = end_named(c, x), to = end_named(c, y);
    if (from == CELL_NONE || to == CELL_NONE || from == to || index < 0) return false;
    if (c->x != x || c->y != y || c->full != full) {
        int count = vc_between(c->vc, c->color, end_in(c, x), end_in(c, y), full, c->found, CONNECTIONS_MAX);
        c->x = x;
        c->y = y;
        c->full = full;
        c->count = count < CONNECTIONS_MAX ? count : CONNECTIONS_MAX;
    }
    if (index >= c->count) return false;
    const VcConnection *found = &c->found[index];
    if (ends) ends[0] = end_out(found->x), ends[1] = end_out(found->y);
    mp_connection out = {.carrier = cells_out(found->carrier), .key = found->key};
    struct_out(connection, &out, sizeof out);
    return true;
}

typedef struct Partners {
    int end;
    bool found[NODE_MAX];
} Partners;

static void partner_add(void *context, const VcConnection *c) {
    Partners *p = context;
    if (c->x == p->end) p->found[c->y] = true;
    if (c->y == p->end) p->found[c->x] = true;
}

int mp_connections_of(mp_connections *c, int end, bool full, int *ends, int max) {
    Partners partners = {.end = end_named(c, end)};
    int count = 0;
    if (partners.end == CELL_NONE) return 0;
    vc_each(c->vc, c->color, full, partner_add, &partners);
    for (int node = 0; node < NODE_MAX; node++) {
        if (partners.found[node] && count++ < max) ends[count - 1] = end_out(node);
    }
    return count;
}
