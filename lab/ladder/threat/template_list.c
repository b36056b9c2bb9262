#include "lab/ladder/threat/template_list.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct TemplateList {
    uint64_t count;
    BoardTemplate **items;
};

typedef struct Filling {
    TemplateList *list;
    bool failed;
} Filling;

// The bits of the four sets read as one number, the first set highest.
static int number_compare(const Bits a[TEMPLATE_SETS], const Bits b[TEMPLATE_SETS]) {
    for (int i = 0; i < TEMPLATE_SETS; i++) {
        for (int w = BITS_WORDS - 1; w >= 0; w--) {
            if (a[i].word[w] != b[i].word[w]) return a[i].word[w] < b[i].word[w] ? -1 : 1;
        }
    }
    return 0;
}

static int item_compare(const void *a, const void *b) {
    return number_compare((*(BoardTemplate *const *)a)->set, (*(BoardTemplate *const *)b)->set);
}

// Copies no more of a template than it uses.
static void item_add(void *context, const BoardTemplate *found) {
    Filling *filling = context;
    size_t size = offsetof(BoardTemplate, group) + (size_t)found->groups * sizeof *found->group;
    BoardTemplate *copy = malloc(size);
    filling->failed |= !copy;
    if (!copy) return;
    memcpy(copy, found, size);
    filling->list->items[filling->list->count++] = copy;
}

static TemplateList *template_list_new(const TemplateTable *table) {
    Filling filling = {.list = calloc(1, sizeof(TemplateList))};
    if (!filling.list) return NULL;
    filling.list->items = calloc(template_table_count(table) + 1, sizeof *filling.list->items);
    if (filling.list->items) template_table_each(table, item_add, &filling);
    if (!filling.list->items || filling.failed) {
        template_list_free(filling.list);
        return NULL;
    }
    qsort(filling.list->items, filling.list->count, sizeof *filling.list->items, item_compare);
    return filling.list;
}

static void template_list_free(TemplateList *list) {
    if (!list) return;
    for (uint64_t i = 0; i < list->count; i++) free(list->items[i]);
    free(list->items);
    free(list);
}

// The first template whose number exceeds the board's.
static uint64_t list_end(const TemplateList *list, const BoardTemplate *board) {
    uint64_t low = 0, high = list->count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (number_compare(list->items[middle]->set, board->set) > 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static bool item_matches(const BoardTemplate *item, const BoardTemplate *board) {
    for (int i = 0; i < TEMPLATE_SETS; i++) {
        if (!bits_within(item->set[i], board->set[i])) return false;
    }
    for (int i = 0; i < item->groups; i++) {
        int g = 0;
        while (g < board->groups && !bits_within(item->group[i], board->group[g])) g++;
        if (g == board->groups) return false;
    }
    return true;
}

static uint64_t template_list_count(const TemplateList *list, const BoardTemplate *board, uint64_t *looked) {
    uint64_t end = list_end(list, board), matches = 0;
    for (uint64_t i = 0; i < end; i++) matches += item_matches(list->items[i], board);
    *looked = end;
    return matches;
}
