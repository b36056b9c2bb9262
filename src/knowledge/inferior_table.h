// Between knowledge/inferior.c and its implementations, one per width of cell set. Private to knowledge/.
#ifndef MUSTPLAY_KNOWLEDGE_INFERIOR_TABLE_H
#define MUSTPLAY_KNOWLEDGE_INFERIOR_TABLE_H

#include "base/width.h"
#include "knowledge/inferior.h"

typedef struct InferiorTable {
    Inferior *(*create)(const Geometry *geometry);
    void (*set)(Inferior *inferior, const CellSet stones[2]);
    void (*place)(Inferior *inferior, int cell, Color color);
    void (*push)(Inferior *inferior);
    void (*pop)(Inferior *inferior);
    void (*fill)(Inferior *inferior, unsigned kinds);
    int (*regions)(const Inferior *inferior, InferiorRegion *out, int max);
    void (*note_domination)(Inferior *inferior, Color mover, int move, CellSet cells);
    void (*get_fill)(const Inferior *inferior, InferiorFill *out);
    void (*prune)(Inferior *inferior, Color mover, const CellSet *allowed, unsigned kinds,
                  InferiorPrune *out);
    void (*close_carrier)(const Inferior *inferior, Color winner, bool pruned, CellSet *carrier);
    InferiorReason (*reason)(const Inferior *inferior, int cell);
} InferiorTable;

struct Inferior {
    const InferiorTable *table;
    const Geometry *geometry;
};

WIDTH_TABLES(InferiorTable, inferior_table);

#endif
