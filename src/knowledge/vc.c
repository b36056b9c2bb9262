#include "knowledge/vc.h"

#include "knowledge/vc_ops.h"

#include <stdlib.h>

struct Vc {
    const VcOps *ops;
    HSearch *side[2];
    unsigned colors; // built
};

VcOptions vc_options(void) {
    VcOptions options = {.or_rule = VC_OR_FAST,
                         .shrink = true,
                         .semi_limit = 32,
                         .or_limit = 4,
                         .or_nodes = 1000000,
                         .crossing = VC_CROSSING_EDGES};
    return options;
}

static const VcOps *ops_for(const Geometry *g) {
    static const VcOps *const ops[WIDTH_TABLES_COUNT] = WIDTH_LIST(vc_ops);
    return ops[width_index(g->cells)];
}

Vc *vc_new(const Geometry *geometry, const VcOptions *options) {
    Vc *vc = calloc(1, sizeof *vc);
    if (!vc) return NULL;
    vc->ops = ops_for(geometry);
    for (Color color = BLACK; color <= WHITE; color++) {
        vc->side[color] = vc->ops->create(geometry, color, options);
        if (!vc->side[color]) {
            vc_free(vc);
            return NULL;
        }
    }
    return vc;
}

void vc_free(Vc *vc) {
    if (!vc) return;
    for (Color color = BLACK; color <= WHITE; color++) {
        if (vc->side[color]) vc->ops->destroy(vc->side[color]);
    }
    free(vc);
}

bool vc_build(Vc *vc, const Position *position, unsigned colors) {
    vc->colors = 0;
    return vc_build_more(vc, position, colors);
}

bool vc_build_more(Vc *vc, const Position *position, unsigned colors) {
    for (Color color = BLACK; color <= WHITE; color++) {
        if (!(colors & ~vc->colors & 1u << color)) continue;
        if (!vc->ops->build(vc->side[color], position->stones)) return false;
        vc->colors |= 1u << color;
    }
    return true;
}

bool vc_place(Vc *vc, int cell, Color stone) {
    for (Color color = BLACK; color <= WHITE; color++) {
        if (!(vc->colors & 1u << color) || vc->ops->place(vc->side[color], cell, stone)) continue;
        if (color == WHITE && vc->colors & VC_BLACK) vc->ops->undo(vc->side[BLACK]);
        return false;
    }
    return true;
}

void vc_undo(Vc *vc) {
    for (Color color = BLACK; color <= WHITE; color++) {
        if (vc->colors & 1u << color) vc->ops->undo(vc->side[color]);
    }
}

bool vc_attempt(Vc *vc, Color color, CellSet against, int cell, uint64_t limit, CellSet *carrier) {
    return vc->ops->attempt(vc->side[color], against, cell, limit, carrier);
}

unsigned vc_colors(const Vc *vc) {
    return vc->colors;
}

bool vc_win(const Vc *vc, Color color, CellSet *carrier) {
    return vc->ops->win(vc->side[color], carrier);
}

bool vc_win_semi(const Vc *vc, Color color, int *key, CellSet *carrier) {
    return vc->ops->win_semi(vc->side[color], key, carrier);
}

CellSet vc_mustplay(const Vc *vc, Color color, CellSet *carrier) {
    return vc->ops->mustplay(vc->side[color], carrier);
}

int vc_between(const Vc *vc, Color color, int x, int y, bool full, VcConnection *out, int max) {
    return vc->ops->between(vc->side[color], x, y, full, out, max);
}

void vc_each(const Vc *vc, Color color, bool full, VcVisit visit, void *context) {
    vc->ops->each(vc->side[color], full, visit, context);
}

int vc_end(const Vc *vc, Color color, int cell) {
    return vc->ops->end(vc->side[color], cell);
}

int vc_reply(const Vc *vc, Color color, const VcConnection *full, int intrusion) {
    return vc->ops->reply(vc->side[color], full, intrusion);
}

int vc_winning_full(const Vc *vc, Color color) {
    return vc->ops->winning_full(vc->side[color]);
}

int vc_winning_semis(const Vc *vc, Color color, VcSemi *out, int max) {
    return vc->ops->winning_semis(vc->side[color], out, max);
}

VcFull vc_full_read(const Vc *vc, Color color, int full) {
    return vc->ops->full_read(vc->side[color], full);
}

VcSemi vc_member_read(const Vc *vc, Color color, int member) {
    return vc->ops->member_read(vc->side[color], member);
}

bool vc_deduce(const Vc *vc, Color color, uint64_t nodes, CellSet *carrier) {
    return vc->ops->deduce(vc->side[color], nodes, carrier);
}

VcCounts vc_counts(const Vc *vc, Color color) {
    return vc->ops->counts(vc->side[color]);
}

bool vc_validate(const Vc *vc, Color color, Error *error) {
    return vc->ops->validate(vc->side[color], error);
}
