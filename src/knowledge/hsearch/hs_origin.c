// Reading derivations: how the fulls of a recorded build came about, for those who write proofs down.
#include "knowledge/hsearch/hsearch.h"

static int hs_winning_full(const HSearch *hs) {
    const HsState *s = hs->state;
    const Pair *p = s->joined || !hs->recording ? NULL : pair_winning(hs, s);
    int best = -1;
    for (int f = p ? p->full_head : -1; f >= 0; f = s->fulls[f].next) {
        if (best < 0 || s->fulls[f].size < s->fulls[best].size) best = f;
    }
    return best;
}

static VcSemi semi_outside(const SemiFrom *from) {
    return (VcSemi){.key = from->key, .carrier = bits_to_cellset(from->carrier), .part = {from->a, from->b}};
}

static int hs_winning_semis(const HSearch *hs, VcSemi *out, int max) {
    const HsState *s = hs->state;
    const Pair *p = s->joined || !hs->recording ? NULL : pair_winning(hs, s);
    int count = 0;
    if (!p) return 0;
    for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w)) {
        for (int lane = 0; lane < w.used && count < max; lane++)
            out[count++] = semi_outside(semi_from(hs, w.place + lane));
    }
    return count;
}

static VcFull hs_full_read(const HSearch *hs, int full) {
    static const VcRule rules[] = {[FROM_BASE] = VC_ADJACENT,
                                   [FROM_TEMPLATE] = VC_UNKNOWN,
                                   [FROM_AND] = VC_AND,
                                   [FROM_OR] = VC_OR,
                                   [FROM_CROSSING] = VC_UNKNOWN};
    const Full *f = &hs->state->fulls[full];
    const FullFrom *from = &hs->full_from[full];
    VcFull out = {.x = node_outside(hs, f->x),
                  .y = node_outside(hs, f->y),
                  .carrier = bits_to_cellset(f->carrier),
                  .rule = rules[from->kind]};
    if (out.rule == VC_AND) {
        out.part[0] = from->a;
        out.part[1] = from->b;
    } else if (out.rule == VC_OR) {
        out.member = from->a;
        out.members = from->b;
    }
    return out;
}

static VcSemi hs_member_read(const HSearch *hs, int member) {
    return semi_outside(&hs->members[member]);
}
