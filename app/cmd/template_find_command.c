#include "app/cmd/template_find_command.h"

#include "app/report/template_report.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/journal.h"
#include "cli/player_args.h"
#include "study/template_region.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void template_print(const Template *t, const char *name, const char *format, Text *out) {
    if (!strcmp(format, "hexboard"))
        template_write_tag(t, name, out);
    else
        template_write_block(t, name, out);
}

// --- The region

static bool region_read(const Args *args, TemplateFinds *finds, Error *error) {
    static TemplateEntry entry, other;
    Text text = {0};
    if (!file_read(args_word(args, 0), TEMPLATE_FILE_MAX, watch_signals(), &text, error)) return false;
    TemplateReader reader = template_reader(text_string(&text));
    bool one = template_next(&reader, &entry) && !template_next(&reader, &other);
    text_free(&text);
    if (!one) return error_input(error, "--search drawn: the file must hold one drawing, the region");
    if (!entry.good) {
        *error = entry.error;
        return false;
    }
    finds->region = entry.template;
    snprintf(finds->name, sizeof finds->name, "%s", *entry.name ? entry.name : "drawn");
    return true;
}

static bool region_take(const Args *args, TemplateFinds *finds, Error *error) {
    const char *spec = args_text(args, "search");
    Error inner = {0};
    if (!strcmp(spec, "drawn")) return region_read(args, finds, error);
    snprintf(finds->name, sizeof finds->name, "%s", spec);
    if (template_region(spec, &finds->region, &inner)) return true;
    return inner.bad_input ? error_input(error, "--search: %s", inner.text)
                           : error_failure(error, "%s", inner.text);
}

// --- The journal

typedef struct Notebook {
    Journal journal;
    const TemplateFinds *finds;
    Watch *watch;
} Notebook;

static const char *const KINDS[] = {[TEMPLATE_CARRIER] = "carrier ", [TEMPLATE_BLOCKER] = "blocker "};

// Tells regions apart: the size, the number of cells, and a sum over the drawing.
static void region_identity(const Template *region, char *identity, size_t size) {
    Text drawing = {0};
    template_write_block(region, "", &drawing);
    uint64_t sum = hash_bytes(HASH_START, text_string(&drawing), drawing.length);
    text_free(&drawing);
    snprintf(identity, size, "%dx%d, %d cells, %016" PRIx64, region->geometry->width,
             region->geometry->height, cellset_count(region->carrier), sum);
}

static void progress_label(const Notebook *book) {
    book->watch->before = template_search_nodes(book->finds->search);
    snprintf(book->watch->label, sizeof book->watch->label, "%d carriers, %d blockers",
             template_search_known(book->finds->search, TEMPLATE_CARRIER),
             template_search_known(book->finds->search, TEMPLATE_BLOCKER));
}

static void key_write(const TemplateFinds *finds, TemplateSetKind kind, CellSet set, Text *key) {
    text_add(key, KINDS[kind]);
    cellset_write(finds->region.geometry, set, key);
}

static bool set_note(void *context, TemplateSetKind kind, CellSet set, Error *error) {
    Notebook *book = context;
    Text key = {0};
    key_write(book->finds, kind, set, &key);
    bool good = !key.failed && journal_add(&book->journal, text_string(&key), json_true(), error);
    text_free(&key);
    progress_label(book);
    return good;
}

// Only what this program would have written is taken.
static bool key_take(TemplateFinds *finds, const char *key, Error *error) {
    for (int kind = TEMPLATE_CARRIER; kind <= TEMPLATE_BLOCKER; kind++) {
        size_t length = strlen(KINDS[kind]);
        if (strncmp(key, KINDS[kind], length)) continue;
        Text same = {0};
        CellSet set = cellset_named(finds->region.geometry, key + length);
        key_write(finds, (TemplateSetKind)kind, set, &same);
        bool good = !strcmp(text_string(&same), key) &&
                    template_search_know(finds->search, (TemplateSetKind)kind, set);
        text_free(&same);
        if (good) return true;
    }
    return error_input(error, "--resume: the line '%.80s' does not belong to this search", key);
}

static bool journal_take(Notebook *book, TemplateFinds *finds, Error *error) {
    const char *key;
    json_t *value;
    json_object_foreach(book->journal.values, key, value) {
        if (!key_take(finds, key, error)) return false;
    }
    return true;
}

// --- The search

static bool finds_search(const Args *args, Watch *watch, TemplateFinds *finds, Error *error) {
    char identity[80];
    Notebook book = {.finds = finds, .watch = watch};
    Observer observer = watch_observer(watch);
    Budget budget = args_budget(args);
    budget.observer = &observer;
    region_identity(&finds->region, identity, sizeof identity);
    if (!journal_open(&book.journal, args_text(args, "resume"), "template search", identity, error))
        return false;
    BudgetClock clock;
    budget_start(&clock, &budget, 1);
    bool good = journal_take(&book, finds, error);
    if (good) progress_label(&book);
    good = good && template_search_run(finds->search, &budget, set_note, &book, error) &&
           template_search_list(finds->search, &finds->list, &finds->count, error);
    budget_look(&clock, 0);
    finds->seconds = budget_seconds(&clock);
    watch_clear(watch);
    journal_close(&book.journal);
    return good;
}

bool template_find(const Args *args, Watch *watch, TemplateFinds *finds, Error *error) {
    *finds = (TemplateFinds){0};
    if (!region_take(args, finds, error)) return false;
    finds->search = template_search_new(&finds->region, error);
    if (finds->search && finds_search(args, watch, finds, error)) return true;
    template_finds_free(finds);
    return false;
}

void template_finds_free(TemplateFinds *finds) {
    template_search_free(finds->search);
    free(finds->list);
    *finds = (TemplateFinds){0};
}

// --- The report

static json_t *finds_json(const TemplateFinds *finds) {
    const TemplateSearch *s = finds->search;
    json_t *list = json_array(), *region = template_json(&finds->region);
    json_object_set_new(region, "name", json_string(finds->name));
    for (int i = 0; i < finds->count; i++) {
        json_t *object = template_json(&finds->list[i]);
        json_object_set_new(object, "number", json_integer(i + 1));
        json_object_set_new(object, "cells", json_integer(cellset_count(finds->list[i].carrier)));
        json_array_append_new(list, object);
    }
    return json_pack("{s:o, s:b, s:o, s:i, s:i, s:i, s:I, s:I, s:f}", "region", region, "complete",
                     template_search_complete(s), "templates", list, "carriers",
                     template_search_known(s, TEMPLATE_CARRIER), "blockers",
                     template_search_known(s, TEMPLATE_BLOCKER), "symmetries", template_search_symmetries(s),
                     "questions", (json_int_t)template_search_questions(s), "nodes",
                     (json_int_t)template_search_nodes(s), "seconds", finds->seconds);
}

// In the form that was asked for; without one as a list that can be checked again.
static void finds_print(const TemplateFinds *finds, const char *format) {
    const TemplateSearch *s = finds->search;
    Text out = {0};
    for (int i = 0; i < finds->count; i++) {
        char name[TEMPLATE_NAME_MAX + 40];
        int cells = cellset_count(finds->list[i].carrier);
        snprintf(name, sizeof name, "%s, number %d: %d cell%s", finds->name, i + 1, cells, plural(cells));
        template_print(&finds->list[i], name, format, &out);
    }
    bool wiki = !strcmp(format, "hexboard");
    text_format(&out, "%s%s, a region of %d cells: %d minimal template%s%s%s\n", wiki ? "<!-- " : "; ",
                finds->name, cellset_count(finds->region.carrier), finds->count, plural(finds->count),
                template_search_complete(s) ? ", that is all" : " so far; the search is not complete",
                wiki ? " -->" : "");
    text_format(&out, "%s%d carriers, %d blockers, %" PRIu64 " questions, %" PRIu64 " nodes, %.1f s%s\n",
                wiki ? "<!-- " : "; ", template_search_known(s, TEMPLATE_CARRIER),
                template_search_known(s, TEMPLATE_BLOCKER), template_search_questions(s),
                template_search_nodes(s), finds->seconds, wiki ? " -->" : "");
    fputs(text_string(&out), stdout);
    text_free(&out);
}

int template_finds_report(const TemplateFinds *finds, const Args *args) {
    int code = template_search_complete(finds->search) ? EXIT_DONE : EXIT_UNDECIDED;
    if (args_flag(args, "json")) {
        int failed = report_json(finds_json(finds));
        return failed ? failed : code;
    }
    finds_print(finds, args_text(args, "format"));
    return code;
}
