// All minimal templates within a region: the minimal sets of its cells in which the stones join their ends although the
// opponent moves first.
//
// A set of cells that suffices is a carrier; a set whose loss is fatal is a blocker. Both grow with their cells. So
// the minimal carriers are the minimal sets that meet every blocker, and the other way round (hypergraph duality). The
// search forbids one cell of each known carrier in turn. When no known carrier is left, the solver finds a new
// one or a new blocker, and each is made minimal before it is kept. The search ends when every way to forbid cells
// is decided. The list is then complete for the region. It depends neither on the order of the search nor
// on the cells that the solver happens to name. Symmetries of the region are found and used.
//
// The sets found so far are all that there is to know: a search that is given them continues from there.
#ifndef MUSTPLAY_STUDY_TEMPLATE_SEARCH_H
#define MUSTPLAY_STUDY_TEMPLATE_SEARCH_H

#include "study/template.h"

typedef struct TemplateSearch TemplateSearch;

typedef enum TemplateSetKind { TEMPLATE_CARRIER, TEMPLATE_BLOCKER } TemplateSetKind;

// Hears of each minimal set when it is found; the images under symmetries are not told of. False ends the search with
// the error.
typedef bool (*TemplateFound)(void *context, TemplateSetKind kind, CellSet set, Error *error);

// The region is the carrier of a template. NULL with a reason when no board can be made that asks about it.
TemplateSearch *template_search_new(const Template *region, Error *error);
void template_search_free(TemplateSearch *search);

// Takes over a set that an earlier search of this region found, and its images. False when it cannot be one: not of the
// region, or at odds with the others; or out of memory.
bool template_search_know(TemplateSearch *search, TemplateSetKind kind, CellSet set);

// Searches until all are found or the budget is spent. `found` may be NULL. False on a failure.
bool template_search_run(TemplateSearch *search, const Budget *budget, TemplateFound found, void *context,
                         Error *error);
bool template_search_complete(const TemplateSearch *search);

// How many sets are known, images included; and the questions and nodes that the solver was asked so far.
int template_search_known(const TemplateSearch *search, TemplateSetKind kind);
CellSet template_search_set(const TemplateSearch *search, TemplateSetKind kind, int index);
uint64_t template_search_questions(const TemplateSearch *search);
uint64_t template_search_nodes(const TemplateSearch *search);
// The symmetries of the region, the identity included.
int template_search_symmetries(const TemplateSearch *search);

// The minimal templates, small ones first; of those that are alike (study/template_symmetry.h) the one that leans right. The
// list is the caller's to free.
bool template_search_list(const TemplateSearch *search, Template **list, int *count, Error *error);

#endif
