#include "proof/connect.h"

#include <stdlib.h>
#include <string.h>

// The claim of a full connection that is an OR.
typedef struct Written {
    uint32_t build; // in which it was written
    ClaimRef ref;
    int16_t x, y; // its ends, in the order of the full's
} Written;

struct Connector {
    ClaimBook *book;
    const Geometry *geometry;
    Color color;
    Vc *vc;
    CellSet stones;
    uint32_t build;
    Written *written; // by full
    int room;
};

Connector *connector_new(ClaimBook *book) {
    Connector *c = calloc(1, sizeof *c);
    VcOptions options = vc_options();
    options.record = true;
    options.crossing = VC_CROSSING_NEVER; // a crossing has no derivation
    if (!c) return NULL;
    c->book = book;
    c->geometry = claim_book_geometry(book);
    c->color = claim_book_winner(book);
    c->vc = vc_new(c->geometry, &options);
    if (c->vc) return c;
    connector_free(c);
    return NULL;
}

void connector_free(Connector *c) {
    if (!c) return;
    vc_free(c->vc);
    free(c->written);
    free(c);
}

bool connector_build(Connector *c, const Position *position) {
    c->stones = position->stones[c->color];
    c->build++;
    return vc_build(c->vc, position, 1u << c->color);
}

bool connector_wins(const Connector *c) {
    return vc_winning_full(c->vc, c->color) >= 0;
}

int connector_semis(const Connector *c, VcSemi *out, int max) {
    return vc_winning_semis(c->vc, c->color, out, max);
}

// --- Stones
CellSet stones_path(const Geometry *g, CellSet stones, int from, int to) {
    int16_t before[CELL_MAX], queue[CELL_MAX];
    int head = 0, tail = 0;
    CellSet goal = to >= CELL_MAX ? g->around[to] : cellset_of(to);
    CellSet left = stones, path = cellset_none();
    cellset_remove(&left, from);
    queue[tail++] = (int16_t)from;
    before[from] = CELL_NONE;
    while (head < tail) {
        int cell = queue[head++];
        if (cellset_has(goal, cell)) {
            for (; cell != CELL_NONE; cell = before[cell]) cellset_add(&path, cell);
            return path;
        }
        CellSet next = cellset_and(g->around[cell], left);
        left = cellset_minus(left, next);
        for (int n; (n = cellset_pop(&next)) >= 0;) {
            before[n] = (int16_t)cell;
            queue[tail++] = (int16_t)n;
        }
    }
    return path;
}

// Where a node meets a cell beside it: the node itself, or a stone of its chain.
static int contact(const Connector *c, int node, int cell) {
    const Geometry *g = c->geometry;
    if (node < CELL_MAX && !cellset_has(c->stones, node)) return node;
    if (node >= CELL_MAX && cell < CELL_MAX && cellset_has(g->around[node], cell)) return node;
    CellSet near = cellset_and(g->around[cell], c->stones);
    for (int stone; (stone = cellset_pop(&near)) >= 0;)
        if (vc_end(c->vc, c->color, stone) == node) return stone;
    return CELL_NONE;
}

// --- Walking along a connection
// A walk from one end to the other, adding items to a body. `at` is where it has come to: a cell or an edge.
typedef struct Walk {
    Body *body;
    int start, at; // CELL_NONE before the first step
} Walk;

// Joins two places of one node by stones.
static bool places_join(const Connector *c, Body *body, int a, int b) {
    if (a == b) return true;
    int from = a < CELL_MAX ? a : b, to = a < CELL_MAX ? b : a;
    CellSet path = stones_path(c->geometry, c->stones, from, to);
    body->stones = cellset_or(body->stones, path);
    return !cellset_is_empty(path);
}

static void place_add(Body *body, int place) {
    if (place < CELL_MAX) cellset_add(&body->stones, place);
}

static bool walk_step(const Connector *c, Walk *w, int from, int to) {
    if (from == CELL_NONE || to == CELL_NONE) return false;
    if (w->start == CELL_NONE) w->start = from;
    bool joined = w->at == CELL_NONE || places_join(c, w->body, w->at, from);
    w->at = to;
    place_add(w->body, from);
    place_add(w->body, to);
    return joined;
}

static bool is_adjacent(const Connector *c, int full, VcFull *out) {
    *out = vc_full_read(c->vc, c->color, full);
    return out->rule == VC_ADJACENT;
}

// The two cells of a bridge: an OR of two semis, each of which needs nothing but its key.
static bool is_bridge(const Connector *c, const VcFull *full, int pair[2]) {
    VcFull part;
    if (full->rule != VC_OR || full->members != 2) return false;
    for (int i = 0; i < 2; i++) {
        VcSemi semi = vc_member_read(c->vc, c->color, full->member + i);
        if (!is_adjacent(c, semi.part[0], &part) || !is_adjacent(c, semi.part[1], &part)) return false;
        pair[i] = semi.key;
    }
    return true;
}

// The stones by which both cells of a bridge touch a node; where the first does.
static int bridge_end(const Connector *c, Body *body, int node, const int pair[2]) {
    int a = contact(c, node, pair[0]), b = contact(c, node, pair[1]);
    if (a == CELL_NONE || b == CELL_NONE) return CELL_NONE;
    place_add(body, a);
    place_add(body, b);
    return places_join(c, body, a, b) ? a : CELL_NONE;
}

static const Written *or_write(Connector *c, int number, const VcFull *full);

// Walks along a full connection, entering it at the node `from`.
static bool walk_full(Connector *c, Walk *w, int number, int from) {
    VcFull full = vc_full_read(c->vc, c->color, number);
    int to = from == full.x ? full.y : full.x, pair[2];
    if (full.rule == VC_ADJACENT) return walk_step(c, w, contact(c, from, to), contact(c, to, from));
    if (full.rule == VC_AND) {
        VcFull first = vc_full_read(c->vc, c->color, full.part[0]);
        bool order = first.x == from || first.y == from;
        if (!order) first = vc_full_read(c->vc, c->color, full.part[1]);
        int middle = first.x == from ? first.y : first.x;
        return walk_full(c, w, full.part[!order], from) && walk_full(c, w, full.part[order], middle);
    }
    if (full.rule != VC_OR) return false;
    if (is_bridge(c, &full, pair)) {
        int a = bridge_end(c, w->body, from, pair), b = bridge_end(c, w->body, to, pair);
        body_add_pair(w->body, pair[0], pair[1]);
        return walk_step(c, w, a, b);
    }
    const Written *written = or_write(c, number, &full);
    if (!written) return false;
    body_add_ref(w->body, written->ref);
    bool forth = from == full.x;
    return walk_step(c, w, forth ? written->x : written->y, forth ? written->y : written->x);
}

// Walks from the node x over the key to the node y.
static bool walk_semi(Connector *c, Walk *w, const VcSemi *semi, int x) {
    VcFull first = vc_full_read(c->vc, c->color, semi->part[0]);
    bool order = first.x == x || first.y == x;
    return walk_full(c, w, semi->part[!order], x) && walk_full(c, w, semi->part[order], semi->key);
}

// Makes a walk end where it should: at an edge itself, or at the same stone as others.
static bool walk_finish(const Connector *c, const Walk *w, int x, int y) {
    return places_join(c, w->body, w->start, x) && places_join(c, w->body, w->at, y) && !w->body->overflow;
}

// --- ORs
enum { MEMBERS_MAX = 64 };

// A claim by cases, each a key with its body.
static ClaimRef cases_add(Connector *c, int x, int y, const Body *body, const int *key, int count) {
    ClaimBook *book = c->book;
    Claim claim = {.x = x, .y = y, .own = cellset_none(), .free = cellset_none()};
    for (int i = 0; i < count; i++) {
        CellSet own, free;
        body_yield(book, &body[i], x, y, cellset_of(key[i]), &own, &free);
        claim.free = cellset_or(claim.free, cellset_or(own, free));
        cellset_remove(&own, key[i]);
        claim.own = cellset_or(claim.own, own);
    }
    claim.free = cellset_minus(claim.free, claim.own);
    ClaimRef known = claim_find(book, &claim);
    if (known != CLAIM_NONE) return known;
    Text line = {0};
    char name[CELL_NAME_MAX];
    text_add(&line, "C ");
    ends_write(book, x, y, &line);
    for (int i = 0; i < count; i++) {
        text_format(&line, "%s%s:", i ? " " : "", cell_name(c->geometry, key[i], name));
        body_write(book, &body[i], x, y, cellset_of(key[i]), &line);
    }
    ClaimRef ref = line.failed ? CLAIM_NONE : claim_add(book, &claim, text_string(&line));
    text_free(&line);
    return ref;
}

static bool written_room(Connector *c, int number) {
    if (number < c->room) return true;
    int room = 2 * number + 256;
    Written *larger = realloc(c->written, (size_t)room * sizeof *larger);
    if (!larger) return false;
    memset(larger + c->room, 0, (size_t)(room - c->room) * sizeof *larger);
    c->written = larger;
    c->room = room;
    return true;
}

// The members of an OR as bodies. The ends become those of the first, an edge, or the empty cell.
static bool members_walk(Connector *c, const VcFull *full, Body *body, int *key, int *x, int *y) {
    *x = full->x >= CELL_MAX ? full->x : CELL_NONE;
    *y = full->y >= CELL_MAX ? full->y : CELL_NONE;
    for (int i = 0; i < full->members; i++) {
        VcSemi semi = vc_member_read(c->vc, c->color, full->member + i);
        Walk w = {&body[i], CELL_NONE, CELL_NONE};
        memset(&body[i], 0, sizeof body[i]);
        key[i] = semi.key;
        if (!walk_semi(c, &w, &semi, full->x)) return false;
        if (*x == CELL_NONE) *x = w.start;
        if (*y == CELL_NONE) *y = w.at;
        if (!walk_finish(c, &w, *x, *y)) return false;
    }
    return true;
}

static const Written *or_write(Connector *c, int number, const VcFull *full) {
    if (!written_room(c, number)) return NULL;
    if (c->written[number].build == c->build) return &c->written[number];
    if (full->members > MEMBERS_MAX) return NULL;
    Body *body = malloc((size_t)full->members * sizeof *body);
    int key[MEMBERS_MAX], x, y;
    ClaimRef ref = CLAIM_NONE;
    if (body && members_walk(c, full, body, key, &x, &y)) ref = cases_add(c, x, y, body, key, full->members);
    free(body);
    if (ref == CLAIM_NONE) return NULL;
    c->written[number] = (Written){c->build, ref, (int16_t)x, (int16_t)y};
    return &c->written[number];
}

// --- Winning connections
static ClaimRef series_add(Connector *c, int x, int y, const Body *body) {
    ClaimBook *book = c->book;
    Claim claim = {.x = x, .y = y};
    body_yield(book, body, x, y, cellset_none(), &claim.own, &claim.free);
    ClaimRef known = claim_find(book, &claim);
    if (known != CLAIM_NONE) return known;
    Text line = {0};
    text_add(&line, "S ");
    ends_write(book, x, y, &line);
    body_write(book, body, x, y, cellset_none(), &line);
    ClaimRef ref = line.failed ? CLAIM_NONE : claim_add(book, &claim, text_string(&line));
    text_free(&line);
    return ref;
}

ClaimRef connector_claim(Connector *c) {
    int number = vc_winning_full(c->vc, c->color), x = color_edge(c->color, 0), y = color_edge(c->color, 1);
    VcFull full = vc_full_read(c->vc, c->color, number);
    int pair[2];
    if (full.rule == VC_OR && !is_bridge(c, &full, pair)) {
        const Written *written = or_write(c, number, &full);
        return written ? written->ref : CLAIM_NONE;
    }
    Body *body = calloc(1, sizeof *body);
    Walk w = {body, CELL_NONE, CELL_NONE};
    ClaimRef ref = CLAIM_NONE;
    if (body && walk_full(c, &w, number, x) && walk_finish(c, &w, x, y)) ref = series_add(c, x, y, body);
    free(body);
    return ref;
}

bool connector_body(Connector *c, const VcSemi *semi, Body *body) {
    int x = color_edge(c->color, 0), y = color_edge(c->color, 1);
    Walk w = {body, CELL_NONE, CELL_NONE};
    memset(body, 0, sizeof *body);
    return walk_semi(c, &w, semi, x) && walk_finish(c, &w, x, y);
}
