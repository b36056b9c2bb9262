#include "study/explanation.h"

#include "eval/connected.h"
#include "proof/connect.h"
#include "proof/strategy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STRATEGY_MOST = 400 }; // characters of an expression that people still read

static void edges_read(const Vc *vc, Color color, EdgeConnections *out) {
    out->built = vc_colors(vc) >> color & 1;
    if (!out->built) return;
    out->full = vc_win(vc, color, &out->carrier);
    out->semis = vc_between(vc, color, color_edge(color, 0), color_edge(color, 1), false, out->semi,
                            EXPLAIN_SEMIS_MAX);
    if (out->semis > EXPLAIN_SEMIS_MAX) out->semis = EXPLAIN_SEMIS_MAX;
}

// The study of a decided position ends before the mover's inferior moves: they are found here.
static bool decided_prune(Explanation *e) {
    InferiorPrune prune;
    e->own = inferior_new(e->position.geometry);
    if (!e->own) return false;
    e->inferior = e->own;
    inferior_set(e->own, e->position.stones);
    inferior_fill(e->own, INFERIOR_ALL);
    inferior_prune(e->own, e->position.to_move, NULL, INFERIOR_ALL, &prune);
    return true;
}

// A winning move of the filled position need not win in the given one; one found with fill that lasts does.
static Move move_find(Explanation *e) {
    Knowledge exact;
    knower_study(e->knower, &e->position, true, &exact);
    return exact.winner == e->position.to_move ? exact.move : MOVE_NONE;
}

// The winning semi-connections found by trying answers go before the others.
static void tried_read(const Explanation *e, EdgeConnections *edges) {
    const Knowledge *k = &e->knowledge;
    int kept =
        edges->semis + k->narrowed > EXPLAIN_SEMIS_MAX ? EXPLAIN_SEMIS_MAX - k->narrowed : edges->semis;
    memmove(&edges->semi[k->narrowed], edges->semi, (size_t)kept * sizeof *edges->semi);
    for (int i = 0; i < k->narrowed; i++) {
        edges->semi[i].key = k->narrow_key[i];
        edges->semi[i].carrier = k->semi[k->semis - k->narrowed + i];
    }
    edges->semis = kept + k->narrowed;
}

// The study whose tables stay is the last one.
static bool position_explain(Explanation *e) {
    e->move = move_find(e);
    knower_study(e->knower, &e->position, false, &e->knowledge);
    e->inferior = knower_inferior(e->knower);
    if (e->knowledge.winner != EMPTY && !decided_prune(e)) return false;
    for (int cell = 0; cell < e->position.geometry->cells; cell++)
        e->reason[cell] = inferior_reason(e->inferior, cell);
    if (position_winner(&e->knowledge.filled) != EMPTY) return true; // no connections were needed
    for (Color color = BLACK; color <= WHITE; color++)
        edges_read(knower_vc(e->knower), color, &e->edges[color]);
    tried_read(e, &e->edges[color_other(e->position.to_move)]);
    e->regions = inferior_regions(e->inferior, e->region, EXPLAIN_REGIONS_MAX);
    return true;
}

// A semi-connection's strategy: the shortest of those that can be written.
static bool semis_strategy(const Explanation *e, ClaimBook *book, Connector *connector, Text *out) {
    CellSet own = e->knowledge.filled.stones[claim_book_winner(book)];
    VcSemi *semi = malloc(EXPLAIN_SEMIS_MAX * sizeof *semi);
    Body *body = malloc(sizeof *body);
    size_t most = STRATEGY_MOST;
    int count = semi ? connector_semis(connector, semi, EXPLAIN_SEMIS_MAX) : 0;
    for (int i = 0; i < count && body; i++) {
        Text strategy = {0};
        if (connector_body(connector, &semi[i], body) &&
            strategy_of_move(book, semi[i].key, body, own, most, &strategy)) {
            text_clear(out);
            text_add(out, text_string(&strategy));
            most = strategy.length - 1;
        }
        text_free(&strategy);
    }
    bool good = semi && body;
    free(semi);
    free(body);
    return good;
}

static bool edges_strategy(Explanation *e, Color color) {
    const Position *filled = &e->knowledge.filled;
    Text *out = &e->edges[color].strategy;
    ClaimBook *book = claim_book_new(filled->geometry, color);
    Connector *connector = book ? connector_new(book) : NULL;
    bool good = connector && connector_build(connector, filled);
    if (good && connector_wins(connector)) {
        ClaimRef ref = connector_claim(connector);
        if (ref != CLAIM_NONE) strategy_of_claim(book, ref, filled->stones[color], STRATEGY_MOST, out);
    } else if (good &&
               !e->edges[color].full) { // of a full that needs the crossing rule there is no expression
        good = semis_strategy(e, book, connector, out);
    }
    connector_free(connector);
    if (book) claim_book_free(book);
    return good && !out->failed;
}

static bool strategies_add(Explanation *e) {
    for (Color color = BLACK; color <= WHITE; color++) {
        bool wins = e->edges[color].built && (e->edges[color].full || e->edges[color].semis);
        if (wins && !edges_strategy(e, color)) return false;
    }
    return true;
}

// The electric circuit after fill-in, with connections as conductors.
static bool circuit_add(Explanation *e, Error *error) {
    Connected *connected = connected_new(e->position.geometry, error);
    if (!connected) return false;
    e->lead = connected_look(connected, &e->position, e->position.to_move, e->resistance);
    e->flows = isfinite(e->lead);
    connected_free(connected);
    return true;
}

Explanation *explanation_new(const Position *position, uint64_t deduce, Error *error) {
    KnowledgeOptions options = {.simulate = true, .templates = true, .build_both = true, .deduce = deduce};
    Explanation *e = calloc(1, sizeof *e);
    if (!e) {
        error_memory(error);
        return NULL;
    }
    e->position = *position;
    e->knower = knower_new(position->geometry, &options, error);
    bool known = e->knower && circuit_add(e, error);
    if (known && position_explain(e) && strategies_add(e)) return e;
    if (known) error_memory(error);
    explanation_free(e);
    return NULL;
}

void explanation_free(Explanation *e) {
    if (!e) return;
    for (Color color = BLACK; color <= WHITE; color++) text_free(&e->edges[color].strategy);
    knower_free(e->knower);
    if (e->own) inferior_free(e->own);
    free(e);
}

const char *inferior_kind_name(unsigned kind) {
    switch (kind) {
    case INFERIOR_DEAD:
    case INFERIOR_REGION:
        return "dead";
    case INFERIOR_CAPTURED:
        return "captured";
    case INFERIOR_PERMANENT:
        return "permanent";
    case INFERIOR_MUTUAL:
        return "mutual";
    case INFERIOR_VULNERABLE:
        return "vulnerable";
    case INFERIOR_REVERSIBLE:
        return "reversible";
    case INFERIOR_DOMINATED:
        return "dominated";
    default:
        return NULL;
    }
}

CellSet explanation_cells(const Explanation *e, unsigned kinds) {
    CellSet cells = cellset_none();
    for (int cell = 0; cell < e->position.geometry->cells; cell++)
        if (e->reason[cell].kind & kinds) cellset_add(&cells, cell);
    return cells;
}
