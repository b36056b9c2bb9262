#include "knowledge/inferior.h"

#include "knowledge/inferior_table.h"

#include <stdlib.h>

Inferior *inferior_new(const Geometry *geometry) {
    static const InferiorTable *const tables[WIDTH_TABLES_COUNT] = WIDTH_LIST(inferior_table);
    return tables[width_index(geometry->cells)]->create(geometry);
}

void inferior_free(Inferior *inferior) {
    free(inferior);
}

void inferior_set(Inferior *inferior, const CellSet stones[2]) {
    inferior->table->set(inferior, stones);
}

void inferior_place(Inferior *inferior, int cell, Color color) {
    inferior->table->place(inferior, cell, color);
}

void inferior_push(Inferior *inferior) {
    inferior->table->push(inferior);
}

void inferior_pop(Inferior *inferior) {
    inferior->table->pop(inferior);
}

void inferior_fill(Inferior *inferior, unsigned kinds) {
    inferior->table->fill(inferior, kinds);
}

int inferior_regions(const Inferior *inferior, InferiorRegion *out, int max) {
    return inferior->table->regions(inferior, out, max);
}

void inferior_note_domination(Inferior *inferior, Color mover, int move, CellSet cells) {
    inferior->table->note_domination(inferior, mover, move, cells);
}

CellSet inferior_shrink(Inferior *scratch, const CellSet stones[2], CellSet carrier, Color winner) {
    CellSet given[2] = {stones[0], stones[1]}, taken = cellset_or(stones[0], stones[1]);
    CellSet outside = cellset_minus(cellset_minus(scratch->geometry->all, taken), carrier);
    InferiorFill fill;
    given[color_other(winner)] = cellset_or(given[color_other(winner)], outside);
    inferior_set(scratch, given);
    inferior_fill(scratch, INFERIOR_ALL | (winner == BLACK ? INFERIOR_NOT_BLACK : INFERIOR_NOT_WHITE));
    inferior_get_fill(scratch, &fill);
    return cellset_and(carrier, fill.vacant);
}

void inferior_get_fill(const Inferior *inferior, InferiorFill *out) {
    inferior->table->get_fill(inferior, out);
}

void inferior_prune(Inferior *inferior, Color mover, const CellSet *allowed, unsigned kinds,
                    InferiorPrune *out) {
    inferior->table->prune(inferior, mover, allowed, kinds, out);
}

void inferior_close_carrier(const Inferior *inferior, Color winner, bool pruned, CellSet *carrier) {
    inferior->table->close_carrier(inferior, winner, pruned, carrier);
}

InferiorReason inferior_reason(const Inferior *inferior, int cell) {
    return inferior->table->reason(inferior, cell);
}

static void vulnerable_add(Text *out, const InferiorReason *reason, const char *helper) {
    text_format(out, "vulnerable: %s %s kills it", color_name(color_other((Color)reason->color)), helper);
    if (reason->pattern) text_format(out, " with what it captures (pattern %d)", reason->pattern);
}

static void source_add(Text *out, const InferiorReason *reason) {
    if (reason->pattern)
        text_format(out, " (pattern %d)", reason->pattern);
    else if (reason->kind != INFERIOR_REGION)
        text_add(out, " (reduced graph)");
}

void inferior_reason_text(const Inferior *inferior, int cell, Text *out) {
    InferiorReason reason = inferior_reason(inferior, cell);
    char helper[CELL_NAME_MAX];
    const char *owner = color_name((Color)reason.color);
    const char *opponent = color_name(color_other((Color)reason.color));
    cell_name(inferior->geometry, reason.helper, helper);
    switch ((InferiorKind)reason.kind) {
    case INFERIOR_DEAD:
        text_add(out, "dead: its colour never matters");
        break;
    case INFERIOR_REGION:
        text_add(out, "dead: cut off by one chain or cell");
        break;
    case INFERIOR_CAPTURED:
        text_format(out, "captured by %s", owner);
        break;
    case INFERIOR_PERMANENT:
        text_format(out, "permanently inferior, filled for %s", owner);
        break;
    case INFERIOR_MUTUAL:
        text_format(out, "mutual fill-in, filled for %s", owner);
        break;
    case INFERIOR_VULNERABLE:
        vulnerable_add(out, &reason, helper);
        return;
    case INFERIOR_REVERSIBLE:
        text_format(out, "captured-reversible: after %s %s it is %s's anyway", opponent, helper, owner);
        break;
    case INFERIOR_DOMINATED:
        text_format(out, "dominated by %s %s", owner, helper);
        return;
    default:
        return;
    }
    if (reason.kind == INFERIOR_CAPTURED && reason.helper != CELL_NONE) text_format(out, " with %s", helper);
    source_add(out, &reason);
}
