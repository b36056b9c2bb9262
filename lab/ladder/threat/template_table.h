// Template matching tables (Rasmussen 2007, chapter 7) with an index that stays fast at a million templates.
//
// An extended template (7.3.2) is a threat pattern without the details of the stones around it. It has the carrier C,
// the cells of C that touch one side group (X), and those that touch the other (Y). For every other group of the
// winner that touches C it has the cells of C that do. It proves a position under three conditions. C is empty
// there. The cells of X and Y touch the side groups. Each further group's cells all touch one group of the winner.
// Then every chain that the winner can form in the template is a chain on the board.
//
// So a template is a set of features, and it matches only if the position has them all. Features are cells that are
// empty, or touch a side group, and pairs of cells that touch one group. The index is a tree over features. A
// template is filed under its rarest feature, below that under its next rarest, and so on until few templates share
// a leaf. Features are rare if positions seldom have them. A query follows only the features that the
// position has. Pairs make it fast: a position has few of them, and most templates demand some.
// The file template_list.c has Rasmussen's own way, the mismatch rule.
#ifndef MUSTPLAY_LAB_LADDER_THREAT_TEMPLATE_TABLE_H
#define MUSTPLAY_LAB_LADDER_THREAT_TEMPLATE_TABLE_H

#include "base/bits.h"

enum { TEMPLATE_SETS = 4, TEMPLATE_GROUPS_MAX = 96 };
// What a position offers, or a template demands.
enum { TEMPLATE_EMPTY, TEMPLATE_X, TEMPLATE_Y, TEMPLATE_TOUCH };

// Pairs of cells that one group touches, numbered; on boards of more than 64 cells several share a number.
enum { TEMPLATE_PAIRS = 2048, TEMPLATE_PAIR_WORDS = TEMPLATE_PAIRS / 64 };

typedef struct BoardTemplate {
    uint64_t pair[TEMPLATE_PAIR_WORDS]; // set by template_board_pair
    Bits set[TEMPLATE_SETS]; // empty cells; of them those at one side group, at the other, at any own stone
    int groups;              // of a position: all, the side groups included; of a template: inner ones
    bool whole;              // false when groups were left out: good for matching, not for inserting
    Bits group[TEMPLATE_GROUPS_MAX]; // empty cells that touch it
} BoardTemplate;

typedef struct TemplateTable TemplateTable;

// Completes a position whose sets and groups are known.
static void template_board_pair(BoardTemplate *board);

// `memory` bounds its bytes; what comes later is not stored. NULL out of memory.
static TemplateTable *template_table_new(int cells, uint64_t memory);
static void template_table_free(TemplateTable *table);

// Stores the template of a carrier in a position, unless a stored one within the carrier does as well.
// False when it was not stored.
static bool template_table_insert(TemplateTable *table, const BoardTemplate *board, Bits carrier);

// The carrier of a template that matches, the first found.
static bool template_table_first(const TemplateTable *table, const BoardTemplate *board, Bits *carrier);
// Takes every matching template that shrinks the meet: meets it and unites its carrier. Returns how many.
static int template_table_meet(const TemplateTable *table, const BoardTemplate *board, Bits *meet,
                               Bits *united);
// How many templates match, for comparison with template_list.h.
static __attribute__((unused)) uint64_t template_table_matches(const TemplateTable *table,
                                                               const BoardTemplate *board);

static uint64_t template_table_count(const TemplateTable *table);
// Every template, in no particular order.
typedef void (*TemplateVisit)(void *context, const BoardTemplate *found);
static void template_table_each(const TemplateTable *table, TemplateVisit visit, void *context);

#endif
