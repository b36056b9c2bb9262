// Rasmussen's own template table (2007 §7.3): templates in the order of the number their bits make. A template
// whose number exceeds the position's cannot match (the mismatch rule), so that a query walks the list only
// up to there. Here for comparison with the index of template_table.h, and as its referee in tests.
#ifndef MUSTPLAY_LAB_LADDER_THREAT_TEMPLATE_LIST_H
#define MUSTPLAY_LAB_LADDER_THREAT_TEMPLATE_LIST_H

#include "lab/ladder/threat/template_table.h"

typedef struct TemplateList TemplateList;

// A sorted copy of a table. NULL out of memory.
static TemplateList *template_list_new(const TemplateTable *table);
static void template_list_free(TemplateList *list);
// How many templates match; `*looked` gets how many were looked at.
static uint64_t template_list_count(const TemplateList *list, const BoardTemplate *board, uint64_t *looked);

#endif
