// Explanations of the public interface (study/explanation.h).
#include "api/inside_solve.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEAD_KINDS = INFERIOR_DEAD | INFERIOR_REGION };
_Static_assert((int)EXPLAIN_SEMIS_MAX == MP_SEMIS_MAX, "as many semi connections as are read");

mp_explanation *mp_explanation_deduced(const mp_game *game, uint64_t deduce, mp_error *error) {
    Error inner = {0};
    const Position *position = mp_game_position(game);
    if (game_winner(&game->game) != EMPTY) {
        error_input(&inner, "the game is over: %s has won", color_name(game_winner(&game->game)));
        error_out(&inner, error);
        return NULL;
    }
    mp_explanation *explanation = new_out(sizeof *explanation, error);
    if (!explanation || (explanation->inner = explanation_new(position, deduce, &inner))) return explanation;
    error_out(&inner, error);
    free(explanation);
    return NULL;
}

mp_explanation *mp_explanation_new(const mp_engine *engine, const mp_game *game, mp_error *error) {
    (void)engine;
    return mp_explanation_deduced(game, 0, error);
}

void mp_explanation_free(mp_explanation *explanation) {
    if (explanation) explanation_free(explanation->inner);
    free(explanation);
}

// --- The whole

static CellSet fill_of(const Explanation *e, Color color) {
    const unsigned kinds = INFERIOR_CAPTURED | INFERIOR_PERMANENT | INFERIOR_MUTUAL;
    CellSet cells = explanation_cells(e, kinds), fill = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        if (e->reason[cell].color == color) cellset_add(&fill, cell);
    return fill;
}

void mp_explanation_read(const mp_explanation *explanation, mp_explained *explained) {
    const Explanation *e = explanation->inner;
    const Knowledge *k = &e->knowledge;
    bool decided = k->winner != EMPTY;
    mp_explained found = {.winner = (mp_color)k->winner,
                          .move = e->move,
                          .line = line_out(k->line, k->forced),
                          .black = cells_out(fill_of(e, BLACK)),
                          .white = cells_out(fill_of(e, WHITE)),
                          .dead = cells_out(explanation_cells(e, DEAD_KINDS)),
                          .connected = {e->edges[BLACK].built, e->edges[WHITE].built},
                          .flows = e->flows,
                          .resistance = {e->resistance[BLACK], e->resistance[WHITE]},
                          .lead = e->flows ? e->lead : 0};
    if (decided)
        found.carrier = cells_out(k->proof);
    else
        found.must_play = cells_out(k->mustplay), found.moves = cells_out(k->moves);
    struct_out(explained, &found, sizeof found);
}

// --- Inferior cells

static mp_inferior kind_out(unsigned kind) {
    switch (kind) {
    case INFERIOR_DEAD:
    case INFERIOR_REGION:
        return MP_DEAD;
    case INFERIOR_CAPTURED:
        return MP_CAPTURED;
    case INFERIOR_PERMANENT:
        return MP_PERMANENT;
    case INFERIOR_MUTUAL:
        return MP_MUTUAL;
    case INFERIOR_VULNERABLE:
        return MP_VULNERABLE;
    case INFERIOR_REVERSIBLE:
        return MP_REVERSIBLE;
    case INFERIOR_DOMINATED:
        return MP_DOMINATED;
    default:
        return MP_INFERIOR_NONE;
    }
}

void mp_explanation_reason(const mp_explanation *explanation, int cell, mp_reason *reason) {
    const Explanation *e = explanation->inner;
    mp_reason found = {.color = MP_EMPTY, .helper = MP_NONE};
    if (cell >= 0 && cell < e->position.geometry->cells && e->reason[cell].kind) {
        InferiorReason r = e->reason[cell];
        Text text = {0};
        inferior_reason_text(e->inferior, cell, &text);
        found = (mp_reason){.kind = kind_out(r.kind),
                            .color = r.kind & DEAD_KINDS ? MP_EMPTY : (mp_color)r.color,
                            .helper = r.helper,
                            .pattern = r.pattern};
        snprintf(found.text, sizeof found.text, "%s", text_string(&text));
        text_free(&text);
    }
    struct_out(reason, &found, sizeof found);
}

const char *mp_inferior_name(mp_inferior kind) {
    static const char *const names[] = {NULL,     "dead",       "captured",   "permanent",
                                        "mutual", "vulnerable", "reversible", "dominated"};
    return (int)kind > MP_INFERIOR_NONE && kind <= MP_DOMINATED ? names[kind] : NULL;
}

// --- Connections

bool mp_explanation_connection(const mp_explanation *explanation, mp_color color, bool full, int index,
                               mp_connection *connection) {
    if (color != MP_BLACK && color != MP_WHITE) return false;
    const EdgeConnections *edges = &explanation->inner->edges[color];
    if (index < 0 || index >= (full ? edges->full : edges->semis)) return false;
    mp_connection found = {.carrier = cells_out(full ? edges->carrier : edges->semi[index].carrier),
                           .key = full ? MP_NONE : edges->semi[index].key};
    struct_out(connection, &found, sizeof found);
    return true;
}

const char *mp_explanation_strategy(const mp_explanation *explanation, mp_color color) {
    if (color != MP_BLACK && color != MP_WHITE) return NULL;
    const Text *strategy = &explanation->inner->edges[color].strategy;
    return strategy->length ? text_string(strategy) : NULL;
}

bool mp_explanation_region(const mp_explanation *explanation, int index, mp_region *region) {
    const Explanation *e = explanation->inner;
    if (index < 0 || index >= e->regions) return false;
    const InferiorRegion *r = &e->region[index];
    mp_region found = {.color = (mp_color)r->color, .cells = cells_out(r->cells)};
    for (int i = 0; i < 2; i++) cell_name(e->position.geometry, r->end[i], found.end[i]);
    struct_out(region, &found, sizeof found);
    return true;
}
