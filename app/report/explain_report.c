#include "app/report/explain_report.h"

#include "cli/public.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEMIS_WRITTEN = 5 };

// What is read of an explanation once.
typedef struct View {
    const mp_game *game;
    const mp_explanation *explanation;
    mp_explained e;
    mp_color mover;
    int cells;       // of the board
    mp_cells vacant; // empty cells
    mp_reason reason[MP_CELLS_MAX];
    Text *out;
} View;

static View *view_new(const mp_game *game, const mp_explanation *explanation, Text *out) {
    View *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    v->game = game;
    v->explanation = explanation;
    v->mover = mp_game_to_move(game);
    v->cells = mp_game_width(game) * mp_game_height(game);
    v->out = out;
    v->e.size = sizeof v->e;
    mp_explanation_read(explanation, &v->e);
    mp_game_cells(game, MP_EMPTY, &v->vacant);
    for (int cell = 0; cell < v->cells; cell++) {
        v->reason[cell].size = sizeof v->reason[cell];
        mp_explanation_reason(explanation, cell, &v->reason[cell]);
    }
    return v;
}

static bool is_fill(mp_inferior kind) {
    return kind >= MP_DEAD && kind <= MP_MUTUAL;
}

static bool is_pruned(mp_inferior kind) {
    return kind >= MP_VULNERABLE && kind <= MP_DOMINATED;
}

static bool decided(const View *v) {
    return v->e.winner != MP_EMPTY;
}

// --- Text

static char cell_sign(const View *v, int cell) {
    const mp_reason *reason = &v->reason[cell];
    mp_color color = mp_game_stone(v->game, cell);
    bool only = v->e.line.count && v->e.line.move[0] == cell;
    if (color != MP_EMPTY) return "BW"[color];
    if (reason->kind == MP_DEAD) return 'x';
    if (is_fill(reason->kind)) return "bw"[reason->color];
    if (only || cells_hold(&v->e.moves, cell)) return '+';
    return reason->kind == MP_VULNERABLE   ? 'v'
           : reason->kind == MP_REVERSIBLE ? 'r'
           : reason->kind == MP_DOMINATED  ? 'd'
                                           : '.';
}

static void board_write(const View *v) {
    char signs[MP_CELLS_MAX];
    for (int cell = 0; cell < v->cells; cell++) signs[cell] = cell_sign(v, cell);
    signs_text(v->game, signs, v->out);
    text_add(v->out,
             "B W stones   b w filled in   x dead   v vulnerable   r captured-reversible   d dominated\n");
    text_format(v->out, "%s\n",
                decided(v) ? ". any other cell" : "+ a move to consider   . outside the must-play region");
}

static void cells_write(const View *v, const mp_cells *cells) {
    cells_text(v->game, cells, v->out);
    text_add_char(v->out, '\n');
}

static void verdict_write(const View *v) {
    char name[MP_NAME_MAX];
    const mp_explained *e = &v->e;
    text_format(v->out, "\n%s to move. ", title_of_color(v->mover));
    if (!decided(v)) {
        text_format(v->out, "Not decided by knowledge alone: %d of %d empty cells to consider.\n",
                    e->moves.count, v->vacant.count);
        return;
    }
    text_format(v->out, "%s wins: proved by knowledge alone", title_of_color(e->winner));
    if (e->move != MP_NONE) text_format(v->out, ", with %s", mp_move_name(v->game, e->move, name));
    text_add(v->out, ".\n");
    if (e->line.count) text_add(v->out, "It shows after moves that are each the only one to consider:");
    for (int i = 0; i < e->line.count; i++)
        text_format(v->out, " %s%s", mp_move_name(v->game, e->line.move[i], name),
                    i + 1 < e->line.count ? "" : ".\n");
    text_add(v->out, "Empty cells that the proof needs:");
    cells_write(v, &e->carrier);
}

// The cells whose reason is of a sort.
static mp_cells cells_of(const View *v, bool (*sort)(mp_inferior kind)) {
    mp_cells cells = {0};
    for (int cell = 0; cell < v->cells; cell++)
        if (sort(v->reason[cell].kind)) cells_include(&cells, cell);
    return cells;
}

static void reasons_write(const View *v, const char *head, bool (*sort)(mp_inferior kind)) {
    char name[MP_NAME_MAX];
    mp_cells cells = cells_of(v, sort);
    if (!cells.count) return;
    text_format(v->out, "\n%s: %d\n", head, cells.count);
    for (int i = 0; i < cells.count; i++)
        text_format(v->out, "  %-4s%s\n", mp_move_name(v->game, cells.cell[i], name),
                    v->reason[cells.cell[i]].text);
}

static void strategy_write(const View *v, mp_color color) {
    const char *strategy = mp_explanation_strategy(v->explanation, color);
    if (strategy) text_format(v->out, "  As an expression: %s\n", strategy);
}

static void semis_write(const View *v, mp_color color) {
    char name[MP_NAME_MAX];
    mp_connection c = MP_INIT(mp_connection);
    int semis = 0;
    while (mp_explanation_connection(v->explanation, color, false, semis, &c)) semis++;
    if (!semis) {
        text_format(v->out, "\n%s has no winning connection, full or semi.\n", title_of_color(color));
        return;
    }
    text_format(v->out, "\n%s joins the edges moving first, in %s%d way%s:\n", title_of_color(color),
                semis == MP_SEMIS_MAX ? "at least " : "", semis, plural(semis));
    for (int i = 0; i < semis && i < SEMIS_WRITTEN; i++) {
        mp_explanation_connection(v->explanation, color, false, i, &c);
        text_format(v->out, "  by %s inside:", mp_move_name(v->game, c.key, name));
        cells_write(v, &c.carrier);
    }
    if (semis > SEMIS_WRITTEN) text_format(v->out, "  and %d more\n", semis - SEMIS_WRITTEN);
    strategy_write(v, color);
}

static void edges_write(const View *v, mp_color color) {
    mp_connection full = MP_INIT(mp_connection);
    if (!v->e.connected[color]) return;
    if (!mp_explanation_connection(v->explanation, color, true, 0, &full)) {
        semis_write(v, color);
        return;
    }
    text_format(v->out, "\n%s joins the edges even moving second, inside:", title_of_color(color));
    cells_write(v, &full.carrier);
    strategy_write(v, color);
}

// Empty cells that nothing was filled into.
static int vacant_filled(const View *v) {
    return v->vacant.count - v->e.black.count - v->e.white.count - v->e.dead.count;
}

static void mustplay_write(const View *v) {
    if (decided(v)) return;
    text_format(v->out, "\nMust-play region of %s:", name_of_color(v->mover));
    if (v->e.must_play.count < vacant_filled(v))
        cells_write(v, &v->e.must_play);
    else
        text_add(v->out, " every empty cell\n");
    text_add(v->out, "Moves to consider:");
    cells_write(v, &v->e.moves);
}

static void regions_write(const View *v) {
    mp_region r = MP_INIT(mp_region);
    for (int i = 0; mp_explanation_region(v->explanation, i, &r); i++) {
        text_format(v->out, "\nA separate region, where only a link between %s's %s and %s matters:",
                    name_of_color(r.color), r.end[0], r.end[1]);
        cells_write(v, &r.cells);
    }
}

static void circuit_write(const View *v) {
    const mp_explained *e = &v->e;
    if (!e->flows) return;
    text_format(
        v->out,
        "\nThe electric circuit with connections and fill-in: resistance %.3g for black, %.3g for white; %s leads "
        "by %.2f\n",
        e->resistance[MP_BLACK], e->resistance[MP_WHITE],
        name_of_color(e->lead >= 0 ? v->mover : (mp_color)!v->mover), fabs(e->lead));
}

void explanation_write(const mp_game *game, const mp_explanation *explanation, Text *out) {
    char head[80];
    View *v = view_new(game, explanation, out);
    out->failed |= !v;
    if (!v) return;
    board_write(v);
    verdict_write(v);
    reasons_write(v, "Fill-in (the winner stays the same with these stones on the board)", is_fill);
    snprintf(head, sizeof head, "Moves that %s need not consider", name_of_color(v->mover));
    reasons_write(v, head, is_pruned);
    edges_write(v, MP_BLACK);
    edges_write(v, MP_WHITE);
    mustplay_write(v);
    regions_write(v);
    circuit_write(v);
    free(v);
}

// --- JSON

static json_t *inferior_json(const View *v) {
    json_t *array = json_array();
    for (int cell = 0; cell < v->cells; cell++) {
        const mp_reason *r = &v->reason[cell];
        if (r->kind == MP_INFERIOR_NONE) continue;
        json_array_append_new(
            array, json_pack("{s:o, s:s, s:o, s:o, s:o, s:s}", "cell", json_play(v->game, cell), "kind",
                             mp_inferior_name(r->kind), "color", json_side(r->color), "helper",
                             json_play(v->game, r->helper), "pattern",
                             r->pattern ? json_integer(r->pattern) : json_null(), "reason", r->text));
    }
    return array;
}

static json_t *edges_json(const View *v, mp_color color) {
    mp_connection c = MP_INIT(mp_connection);
    json_t *semis = json_array(), *full = json_null();
    if (mp_explanation_connection(v->explanation, color, true, 0, &c)) full = json_set(v->game, &c.carrier);
    for (int i = 0; mp_explanation_connection(v->explanation, color, false, i, &c); i++)
        json_array_append_new(semis, json_pack("{s:o, s:o}", "key", json_play(v->game, c.key), "carrier",
                                               json_set(v->game, &c.carrier)));
    return json_pack("{s:o, s:o, s:s?}", "full", full, "semis", semis, "expression",
                     mp_explanation_strategy(v->explanation, color));
}

static json_t *regions_json(const View *v) {
    mp_region r = MP_INIT(mp_region);
    json_t *array = json_array();
    for (int i = 0; mp_explanation_region(v->explanation, i, &r); i++)
        json_array_append_new(array, json_pack("{s:o, s:[s, s], s:o}", "color", json_side(r.color), "ends",
                                               r.end[0], r.end[1], "cells", json_set(v->game, &r.cells)));
    return array;
}

static json_t *circuit_json(const mp_explained *e) {
    if (!e->flows) return json_null();
    return json_pack("{s:f, s:f, s:f}", "black", e->resistance[MP_BLACK], "white", e->resistance[MP_WHITE],
                     "lead", e->lead);
}

static json_t *view_json(const View *v) {
    const mp_explained *e = &v->e;
    const mp_game *g = v->game;
    json_t *fill = json_pack("{s:o, s:o, s:o}", "black", json_set(g, &e->black), "white",
                             json_set(g, &e->white), "dead", json_set(g, &e->dead));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:o, s:o}", "winner",
                     json_side(e->winner), "to_move", json_side(v->mover), "move", json_play(g, e->move),
                     "carrier", decided(v) ? json_set(g, &e->carrier) : json_null(), "line",
                     json_line(g, &e->line), "fill", fill, "inferior", inferior_json(v), "connections",
                     "black", edges_json(v, MP_BLACK), "white", edges_json(v, MP_WHITE), "must_play",
                     decided(v) ? json_null() : json_set(g, &e->must_play), "moves", json_set(g, &e->moves),
                     "regions", regions_json(v), "circuit", circuit_json(e));
}

json_t *explanation_json(const mp_game *game, const mp_explanation *explanation) {
    View *v = view_new(game, explanation, NULL);
    json_t *object = v ? view_json(v) : NULL;
    free(v);
    return object;
}
