// The connections of one colour, as each width of the H-search offers them to vc.c.
#ifndef MUSTPLAY_KNOWLEDGE_VC_OPS_H
#define MUSTPLAY_KNOWLEDGE_VC_OPS_H

#include "base/width.h"
#include "knowledge/vc.h"

typedef struct HSearch HSearch;

typedef struct VcOps {
    HSearch *(*create)(const Geometry *geometry, Color color, const VcOptions *options);
    void (*destroy)(HSearch *hs);
    bool (*build)(HSearch *hs, const CellSet stones[2]);
    bool (*place)(HSearch *hs, int cell, Color stone);
    void (*undo)(HSearch *hs);
    bool (*attempt)(HSearch *hs, CellSet against, int cell, uint64_t limit, CellSet *carrier);
    bool (*win)(const HSearch *hs, CellSet *carrier);
    bool (*win_semi)(const HSearch *hs, int *key, CellSet *carrier);
    CellSet (*mustplay)(const HSearch *hs, CellSet *carrier);
    int (*between)(const HSearch *hs, int x, int y, bool full, VcConnection *out, int max);
    void (*each)(const HSearch *hs, bool full, VcVisit visit, void *context);
    int (*end)(const HSearch *hs, int cell);
    int (*reply)(const HSearch *hs, const VcConnection *full, int intrusion);
    bool (*deduce)(const HSearch *hs, uint64_t nodes, CellSet *carrier);
    VcCounts (*counts)(const HSearch *hs);
    bool (*validate)(const HSearch *hs, Error *error);
    int (*winning_full)(const HSearch *hs);
    int (*winning_semis)(const HSearch *hs, VcSemi *out, int max);
    VcFull (*full_read)(const HSearch *hs, int full);
    VcSemi (*member_read)(const HSearch *hs, int member);
} VcOps;

WIDTH_TABLES(VcOps, vc_ops);

#endif
