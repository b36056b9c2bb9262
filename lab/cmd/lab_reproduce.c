// mustplay lab reproduce: published tables and figures, computed anew, the published figures beside ours.
#include "base/clock.h"
#include "base/file.h"
#include "cli/output.h"
#include "cli/table.h"
#include "cli/watch.h"
#include "lab/draw/plot.h"
#include "lab/reproduce/reproduce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 64 };

// --- The list

static json_t *text_or_null(const char *text) {
    return text ? json_string(text) : json_null();
}

static json_t *entries_json(void) {
    json_t *entries = json_array();
    for (const Reproduction *const *r = REPRODUCTIONS; *r; r++)
        json_array_append_new(
            entries, json_pack("{s:s, s:s, s:o, s:o, s:s, s:b}", "name", (*r)->name, "help", (*r)->help,
                               "quick", text_or_null((*r)->quick), "full", text_or_null((*r)->full), "by",
                               (*r)->script ? "train" : "mustplay", "plot", (*r)->plot.x || (*r)->draws));
    return entries;
}

static json_t *exhibits_json(void) {
    json_t *exhibits = json_array();
    for (const Exhibit *e = EXHIBITS; e->source; e++)
        json_array_append_new(exhibits, json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "source", e->source,
                                                  "item", e->item, "what", e->what, "state", exhibit_state(e),
                                                  "entry", text_or_null(e->entry), "page",
                                                  text_or_null(e->page), "reason", text_or_null(e->reason)));
    return exhibits;
}

static void list_print(void) {
    printf("Entries (mustplay lab reproduce NAME; --full for the full setting):\n\n");
    for (const Reproduction *const *r = REPRODUCTIONS; *r; r++) {
        printf("%-24s %s\n", (*r)->name, (*r)->help);
        if ((*r)->quick) printf("%-24s   quick: %s\n", "", (*r)->quick);
        if ((*r)->full) printf("%-24s   full:  %s\n", "", (*r)->full);
    }
    printf("\nEvery published table and figure that an experiment made:\n\n");
    for (const Exhibit *e = EXHIBITS; e->source; e++) {
        printf("%-17s %-14s %-46s %-14s", e->source, e->item, e->what, exhibit_state(e));
        if (e->entry) printf(" %s", e->entry);
        if (e->page) printf(" %s", e->page);
        if (e->reason) printf(" %s", e->reason);
        printf("\n");
    }
}

static int reproductions_list(bool json) {
    if (json)
        return report_json(
            json_pack("{s:o, s:o}", "reproductions", entries_json(), "published", exhibits_json()));
    list_print();
    return EXIT_DONE;
}

// --- The plot of the rows

static double number_at(const json_t *row, const char *key, double otherwise) {
    const json_t *value = key ? json_object_get(row, key) : NULL;
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

static void row_plot(Plot *plot, const ReproductionPlot *how, const json_t *row) {
    const json_t *x = json_object_get(row, how->x), *y = json_object_get(row, how->y);
    const char *series = how->series ? json_string_value(json_object_get(row, how->series)) : NULL;
    PlotLine *line = plot_line(plot, series ? series : how->y);
    if (!line || !json_is_number(y)) return;
    double value = json_number_value(y);
    double across = json_is_string(x) ? plot_category(plot, json_string_value(x)) : json_number_value(x);
    if (across < 0 && json_is_string(x)) return;
    line->dashed = how->dashed && !strcmp(line->name, how->dashed);
    plot_add(plot, line,
             (PlotPoint){across, value, number_at(row, how->low, value), number_at(row, how->high, value)});
}

static bool rows_plot(const Reproduction *r, const json_t *rows, const char *path, bool force, Error *error) {
    Plot *plot = calloc(1, sizeof *plot);
    const json_t *row;
    size_t i;
    if (!plot) return error_memory(error);
    plot->title = r->plot.title;
    plot->x_label = r->plot.x_label;
    plot->y_label = r->plot.y_label;
    plot->log_x = r->plot.log_x;
    plot->log_y = r->plot.log_y;
    json_array_foreach(rows, i, row) row_plot(plot, &r->plot, row);
    Picture picture = plot_picture(plot);
    bool good = picture_save(&picture, path, force, error);
    free(plot);
    return good;
}

// --- The rows as a file: tabs between, as docs/results/data keeps them

static void value_write(Text *out, const json_t *value) {
    if (json_is_string(value))
        text_add(out, json_string_value(value));
    else if (json_is_integer(value))
        text_format(out, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        text_format(out, "%.4g", json_real_value(value));
    else if (json_is_boolean(value))
        text_add(out, json_is_true(value) ? "yes" : "no");
}

static bool rows_write(const char *const *columns, const json_t *rows, const char *path, bool force,
                       Error *error) {
    Text out = {0};
    const json_t *row;
    size_t i;
    for (int c = 0; columns[c]; c++) text_format(&out, "%s%s", c ? "\t" : "", columns[c]);
    text_add_char(&out, '\n');
    json_array_foreach(rows, i, row) {
        for (int c = 0; columns[c]; c++) {
            if (c) text_add_char(&out, '\t');
            value_write(&out, json_object_get(row, columns[c]));
        }
        text_add_char(&out, '\n');
    }
    bool good = !out.failed ? file_write(path, out.data, out.length, force, error) : error_memory(error);
    text_free(&out);
    return good;
}

// --- A run

static bool options_check(const Reproduction *r, const Args *args, Error *error) {
    static const char *const SPECIAL[] = {"graph", "dimacs", "size", "time", "all-openings"};
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++) {
        if (args_given(args, SPECIAL[i]) && !(r->takes && strstr(r->takes, SPECIAL[i])))
            return error_input(error, "%s does not take --%s", r->name, SPECIAL[i]);
    }
    return true;
}

static bool paths_check(const Reproduction *r, const Args *args, Error *error) {
    const char *plot = args_text(args, "output"), *table = args_text(args, "table");
    bool force = args_flag(args, "force");
    if (args_flag(args, "full") && !r->full) return error_input(error, "%s has no setting --full", r->name);
    if (plot && !r->plot.x && !r->draws) return error_input(error, "%s has no plot for --output", r->name);
    if (table && !output_check(table, force, error)) return false;
    return !plot || drawing_path_check(plot, force, error);
}

static bool rows_save(const Reproduction *r, const Args *args, const char *const *columns, const json_t *rows,
                      Error *error) {
    const char *plot = args_text(args, "output"), *table = args_text(args, "table");
    bool force = args_flag(args, "force");
    if (table && !rows_write(columns, rows, table, force, error)) return false;
    return !plot || !r->plot.x || rows_plot(r, rows, plot, force, error);
}

static int rows_report(const Args *args, const Reproduction *r, const char *const *columns, json_t *rows,
                       double seconds) {
    int code = EXIT_DONE;
    const char *setting = args_flag(args, "full") ? r->full : r->quick;
    bool whole = !watch_interrupted();
    if (args_flag(args, "json")) {
        code = report_json(json_pack("{s:s, s:s, s:o, s:O, s:b, s:f}", "name", r->name, "help", r->help,
                                     "setting", text_or_null(setting), "rows", rows, "complete", whole,
                                     "seconds", seconds));
    } else {
        printf("%s\n", r->help);
        if (setting) printf("Scale: %s\n", setting);
        printf("\n");
        table_print(columns, rows);
        printf("\n%.2f s%s\n", seconds, whole ? "" : ", interrupted: some rows are missing");
    }
    return code == EXIT_DONE && !whole ? EXIT_UNDECIDED : code;
}

static void columns_take(const json_t *names, const char *columns[COLUMNS_MAX + 1]) {
    size_t count = 0, i;
    const json_t *name;
    json_array_foreach(names, i, name) {
        if (json_is_string(name) && count < COLUMNS_MAX) columns[count++] = json_string_value(name);
    }
    columns[count] = NULL;
}

static int entry_run(const Args *args, const Reproduction *r) {
    Error error = {0};
    Watch watch;
    const char *named[COLUMNS_MAX + 1];
    const char *const *columns = r->columns;
    json_t *rows = json_array(), *names = json_array();
    double start = clock_seconds();
    watch_start(&watch, NULL);
    bool good = options_check(r, args, &error) && paths_check(r, args, &error) &&
                (r->script ? script_run(r, args, rows, names, &error) : r->run(args, rows, &error));
    if (r->script) {
        columns_take(names, named);
        columns = named;
    }
    good = good && rows_save(r, args, columns, rows, &error);
    int code = good ? rows_report(args, r, columns, rows, clock_seconds() - start) : report_error(&error);
    json_decref(rows);
    json_decref(names);
    return code;
}

static int reproduce_run(const Args *args) {
    const char *name = args_word(args, 0);
    if (!name) return reproductions_list(args_flag(args, "json"));
    const Reproduction *r = reproduction_find(name);
    if (r) return entry_run(args, r);
    Error error = {0};
    error_input(&error, "reproduce: unknown name '%.40s' (mustplay lab reproduce lists them)", name);
    return report_error(&error);
}

static const OptionSpec OWN[] = {
    {"dimacs", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "A formula in conjunctive normal form, as DIMACS writes it."},
    {"full", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Run the full setting instead of the quick one."},
    {"table", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", "Write the rows to a file, tabs between the columns."},
    {0},
};

const Command COMMAND_REPRODUCE = {
    .name = "reproduce",
    .group = "Lab",
    .summary = "Recompute a published table or figure, the published numbers beside ours.",
    .arguments = "[NAME]",
    .arguments_max = 1,
    .own = OWN,
    .options = "json size seed resume output force time all-openings graph ",
    .detail =
        "Without a name it lists the entries, and every published table and figure with its state. An entry runs "
        "its quick setting; with --full its full one. --output draws the rows, --table writes them with tabs "
        "between, --resume keeps what was measured so that an interrupted run goes on. --size sets the board of the experiments with committees and with mcts and alphabeta. For solver-ladder --time "
        "bounds each entry (300 s of CPU by default); for table-5.1 too (60 s by default), and --all-openings "
        "takes all 32 openings instead of five; for decomposition --time bounds each entry (20 s by default). best-first takes "
        "an AND/OR graph as text with --graph, sat a formula with --dimacs (lab/docs/ANDOR.md).",
    .run = reproduce_run,
};
