// An explanation as text, as JSON and as a drawing in the spirit of Gao's Figure 2.19 (2020).
#include "app/report/explain_report.h"

#include "cli/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    FILL_KINDS = INFERIOR_DEAD | INFERIOR_REGION | INFERIOR_CAPTURED | INFERIOR_PERMANENT | INFERIOR_MUTUAL,
    PRUNE_KINDS = INFERIOR_VULNERABLE | INFERIOR_REVERSIBLE | INFERIOR_DOMINATED,
    DEAD_KINDS = INFERIOR_DEAD | INFERIOR_REGION,
    SEMIS_WRITTEN = 5
};

static bool is_kind(const Explanation *e, int cell, unsigned kinds) {
    return e->reason[cell].kind & kinds;
}

// --- Text

static char cell_sign(const Explanation *e, int cell) {
    Color color = position_at(&e->position, cell);
    if (color != EMPTY) return "BW"[color];
    if (is_kind(e, cell, DEAD_KINDS)) return 'x';
    if (is_kind(e, cell, FILL_KINDS)) return "bw"[e->reason[cell].color];
    if (cellset_has(e->knowledge.moves, cell)) return '+';
    if (is_kind(e, cell, INFERIOR_VULNERABLE)) return 'v';
    if (is_kind(e, cell, INFERIOR_REVERSIBLE)) return 'r';
    if (is_kind(e, cell, INFERIOR_DOMINATED)) return 'd';
    return '.';
}

static void board_write(const Explanation *e, Text *out) {
    const Geometry *g = e->position.geometry;
    char signs[CELL_MAX];
    for (int cell = 0; cell < g->cells; cell++) signs[cell] = cell_sign(e, cell);
    diagram_write(g, signs, out);
    text_add(out,
             "B W stones   b w filled in   x dead   v vulnerable   r captured-reversible   d dominated\n");
    text_format(out, "%s\n",
                e->knowledge.winner == EMPTY ? "+ a move to consider   . outside the must-play region"
                                             : ". any other cell");
}

static void cells_write(const Geometry *g, CellSet cells, Text *out) {
    char name[CELL_NAME_MAX];
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) text_format(out, " %s", cell_name(g, cell, name));
    text_add_char(out, '\n');
}

static void verdict_write(const Explanation *e, Text *out) {
    const Knowledge *k = &e->knowledge;
    char name[CELL_NAME_MAX];
    text_format(out, "\n%s to move. ", e->position.to_move == BLACK ? "Black" : "White");
    if (k->winner == EMPTY) {
        text_format(out, "Not decided by knowledge alone: %d of %d empty cells to consider.\n",
                    cellset_count(k->moves), cellset_count(position_vacant(&e->position)));
        return;
    }
    text_format(out, "%s wins: proved by knowledge alone", k->winner == BLACK ? "Black" : "White");
    if (e->move != MOVE_NONE) text_format(out, ", with %s", cell_name(e->position.geometry, e->move, name));
    text_add(out, ".\n");
    if (k->forced) text_add(out, "It shows after moves that are each the only one to consider:");
    for (int i = 0; i < k->forced; i++)
        text_format(out, " %s%s", cell_name(e->position.geometry, k->line[i], name),
                    i + 1 < k->forced ? "" : ".\n");
    text_add(out, "Empty cells that the proof needs:");
    cells_write(e->position.geometry, k->proof, out);
}

static void reasons_write(const Explanation *e, const char *head, unsigned kinds, Text *out) {
    char name[CELL_NAME_MAX];
    CellSet cells = explanation_cells(e, kinds);
    if (cellset_is_empty(cells)) return;
    text_format(out, "\n%s: %d\n", head, cellset_count(cells));
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        text_format(out, "  %-4s", cell_name(e->position.geometry, cell, name));
        inferior_reason_text(e->inferior, cell, out);
        text_add_char(out, '\n');
    }
}

static void strategy_write(const EdgeConnections *edges, Text *out) {
    if (edges->strategy.length) text_format(out, "  As an expression: %s\n", text_string(&edges->strategy));
}

static void edges_write(const Explanation *e, Color color, Text *out) {
    const Geometry *g = e->position.geometry;
    const EdgeConnections *edges = &e->edges[color];
    const char *owner = color == BLACK ? "Black" : "White";
    char key[CELL_NAME_MAX];
    if (!edges->built) return;
    if (edges->full) {
        text_format(out, "\n%s joins the edges even moving second, inside:", owner);
        cells_write(g, edges->carrier, out);
        strategy_write(edges, out);
        return;
    }
    if (!edges->semis) {
        text_format(out, "\n%s has no winning connection, full or semi.\n", owner);
        return;
    }
    text_format(out, "\n%s joins the edges moving first, in %s%d way%s:\n", owner,
                edges->semis == EXPLAIN_SEMIS_MAX ? "at least " : "", edges->semis,
                edges->semis == 1 ? "" : "s");
    for (int i = 0; i < edges->semis && i < SEMIS_WRITTEN; i++) {
        text_format(out, "  by %s inside:", cell_name(g, edges->semi[i].key, key));
        cells_write(g, edges->semi[i].carrier, out);
    }
    if (edges->semis > SEMIS_WRITTEN) text_format(out, "  and %d more\n", edges->semis - SEMIS_WRITTEN);
    strategy_write(edges, out);
}

static void regions_write(const Explanation *e, Text *out) {
    const Geometry *g = e->position.geometry;
    char from[CELL_NAME_MAX], to[CELL_NAME_MAX];
    for (int i = 0; i < e->regions; i++) {
        const InferiorRegion *r = &e->region[i];
        text_format(out, "\nA separate region, where only a link between %s's %s and %s matters:",
                    color_name(r->color), cell_name(g, r->end[0], from), cell_name(g, r->end[1], to));
        cells_write(g, r->cells, out);
    }
}

static void circuit_write(const Explanation *e, Text *out) {
    Color mover = e->position.to_move;
    if (!e->flows) return;
    text_format(out,
                "\nThe electric circuit with connections and fill-in: resistance %.3g for black, %.3g for white; %s leads "
                "by %.2f\n",
                e->resistance[BLACK], e->resistance[WHITE],
                color_name(e->lead >= 0 ? mover : color_other(mover)), fabs(e->lead));
}

void explanation_write(const Explanation *e, Text *out) {
    const Knowledge *k = &e->knowledge;
    char head[80];
    board_write(e, out);
    verdict_write(e, out);
    reasons_write(e, "Fill-in (the winner stays the same with these stones on the board)", FILL_KINDS, out);
    snprintf(head, sizeof head, "Moves that %s need not consider", color_name(e->position.to_move));
    reasons_write(e, head, PRUNE_KINDS, out);
    for (Color color = BLACK; color <= WHITE; color++) edges_write(e, color, out);
    if (k->winner == EMPTY) {
        text_format(out, "\nMust-play region of %s:", color_name(e->position.to_move));
        if (k->semis)
            cells_write(e->position.geometry, k->mustplay, out);
        else
            text_add(out, " every empty cell\n");
        text_add(out, "Moves to consider:");
        cells_write(e->position.geometry, k->moves, out);
    }
    regions_write(e, out);
    circuit_write(e, out);
}

// --- JSON

static json_t *inferior_json(const Explanation *e) {
    const Geometry *g = e->position.geometry;
    json_t *array = json_array();
    for (int cell = 0; cell < g->cells; cell++) {
        InferiorReason r = e->reason[cell];
        const char *kind = inferior_kind_name(r.kind);
        Text text = {0};
        if (!kind) continue;
        inferior_reason_text(e->inferior, cell, &text);
        bool dead = r.kind & DEAD_KINDS;
        json_array_append_new(
            array,
            json_pack("{s:o, s:s, s:o, s:o, s:o, s:s}", "cell", json_cell(g, cell), "kind", kind, "color",
                      json_color(dead ? EMPTY : (Color)r.color), "helper", json_cell(g, r.helper), "pattern",
                      r.pattern ? json_integer(r.pattern) : json_null(), "reason", text_string(&text)));
        text_free(&text);
    }
    return array;
}

static json_t *edges_json(const Explanation *e, Color color) {
    const Geometry *g = e->position.geometry;
    const EdgeConnections *edges = &e->edges[color];
    json_t *semis = json_array();
    for (int i = 0; i < edges->semis; i++)
        json_array_append_new(semis, json_pack("{s:o, s:o}", "key", json_cell(g, edges->semi[i].key),
                                               "carrier", json_cells(g, edges->semi[i].carrier)));
    return json_pack("{s:o, s:o, s:s?}", "full", edges->full ? json_cells(g, edges->carrier) : json_null(),
                     "semis", semis, "expression",
                     edges->strategy.length ? text_string(&edges->strategy) : NULL);
}

static json_t *regions_json(const Explanation *e) {
    const Geometry *g = e->position.geometry;
    json_t *array = json_array();
    for (int i = 0; i < e->regions; i++) {
        const InferiorRegion *r = &e->region[i];
        json_array_append_new(array, json_pack("{s:o, s:[o, o], s:o}", "color", json_color(r->color), "ends",
                                               json_cell(g, r->end[0]), json_cell(g, r->end[1]), "cells",
                                               json_cells(g, r->cells)));
    }
    return array;
}

static json_t *fill_json(const Explanation *e) {
    const Geometry *g = e->position.geometry;
    CellSet fill[2] = {cellset_none(), cellset_none()}, dead = explanation_cells(e, DEAD_KINDS);
    CellSet left = cellset_minus(explanation_cells(e, FILL_KINDS), dead);
    for (int cell; (cell = cellset_pop(&left)) >= 0;) cellset_add(&fill[e->reason[cell].color], cell);
    return json_pack("{s:o, s:o, s:o}", "black", json_cells(g, fill[BLACK]), "white",
                     json_cells(g, fill[WHITE]), "dead", json_cells(g, dead));
}

static json_t *circuit_json(const Explanation *e) {
    if (!e->flows) return json_null();
    return json_pack("{s:f, s:f, s:f}", "black", e->resistance[BLACK], "white", e->resistance[WHITE], "lead",
                     e->lead);
}

json_t *explanation_json(const Explanation *e) {
    const Geometry *g = e->position.geometry;
    const Knowledge *k = &e->knowledge;
    bool decided = k->winner != EMPTY;
    json_t *line = json_array();
    for (int i = 0; i < k->forced; i++) json_array_append_new(line, json_move(g, k->line[i]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:o, s:o}",
                     "winner", json_color(k->winner), "to_move", json_color(e->position.to_move), "move",
                     json_move(g, e->move), "carrier", decided ? json_cells(g, k->proof) : json_null(),
                     "line", line, "fill", fill_json(e), "inferior", inferior_json(e), "connections", "black",
                     edges_json(e, BLACK), "white", edges_json(e, WHITE), "must_play",
                     decided ? json_null() : json_cells(g, k->mustplay), "moves",
                     json_cells(g, decided ? cellset_none() : k->moves), "regions", regions_json(e), "circuit", circuit_json(e));
}

// --- Drawing

static void set_add(Drawing *d, const char *name, CellSet cells, DrawingHue hue) {
    if (cellset_is_empty(cells) || d->sets == DRAWING_SETS_MAX) return;
    DrawingSet *set = &d->set[d->sets++];
    snprintf(set->name, sizeof set->name, "%s", name);
    set->cells = cells;
    set->hue = hue;
}

static void title_write(const Explanation *e, Drawing *d) {
    const Knowledge *k = &e->knowledge;
    const char *mover = e->position.to_move == BLACK ? "Black" : "White";
    if (k->winner == EMPTY)
        snprintf(d->title, sizeof d->title, "%s to move: %d of %d cells to consider", mover,
                 cellset_count(k->moves), cellset_count(position_vacant(&e->position)));
    else
        snprintf(d->title, sizeof d->title, "%s to move: %s wins", mover,
                 k->winner == BLACK ? "Black" : "White");
}

void explanation_draw(const Explanation *e, Drawing *d) {
    const Knowledge *k = &e->knowledge;
    CellSet vacant = position_vacant(&k->filled), dead = explanation_cells(e, DEAD_KINDS);
    CellSet pruned = explanation_cells(e, PRUNE_KINDS);
    bool decided = k->winner != EMPTY;
    title_write(e, d);
    for (Color color = BLACK; color <= WHITE; color++)
        d->small[color] =
            cellset_minus(cellset_minus(k->filled.stones[color], e->position.stones[color]), dead);
    bool few = 3 * cellset_count(k->moves) <= cellset_count(vacant); // rings on most cells show nothing
    if (!decided && few) set_add(d, "to consider", k->moves, HUE_BLUE);
    if (decided) set_add(d, "the winner needs", k->proof, HUE_BLUE);
    if (!decided)
        set_add(d, "outside must-play", cellset_minus(cellset_minus(vacant, k->mustplay), pruned), HUE_SHADE);
    set_add(d, "captured", explanation_cells(e, INFERIOR_CAPTURED), HUE_PINK);
    set_add(d, "permanently inferior", explanation_cells(e, INFERIOR_PERMANENT), HUE_PURPLE);
    set_add(d, "mutual fill-in", explanation_cells(e, INFERIOR_MUTUAL), HUE_SKY);
    set_add(d, "dead", dead, HUE_GRAY);
    set_add(d, "vulnerable", explanation_cells(e, INFERIOR_VULNERABLE), HUE_GREEN);
    set_add(d, "captured-reversible", explanation_cells(e, INFERIOR_REVERSIBLE), HUE_VERMILION);
    set_add(d, "dominated", explanation_cells(e, INFERIOR_DOMINATED), HUE_ORANGE);
    for (int cell; (cell = cellset_pop(&dead)) >= 0;) strcpy(d->label[cell], "x");
    if (e->move >= 0 && e->move < CELL_MAX) strcpy(d->label[e->move], "win");
}
