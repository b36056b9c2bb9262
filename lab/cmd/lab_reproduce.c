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
        json_array_append_new(entries,
                              json_pack("{s:s, s:s, s:o, s:o, s:f, s:o, s:s, s:b}", "name", (*r)->name,
                                        "help", (*r)->help, "quick", text_or_null((*r)->quick), "medium",
                                        text_or_null((*r)->medium), "medium minutes", (*r)->minutes, "full",
                                        text_or_null((*r)->full), "by", (*r)->script ? "train" : "mustplay",
                                        "plot", (*r)->plot.x || (*r)->draws));
    return entries;
}

static json_t *exhibits_json(void) {
    json_t *exhibits = json_array();
    for (const Exhibit *e = EXHIBITS; e->source; e++)
        json_array_append_new(
            exhibits, json_pack("{s:s, s:s, s:s, s:o, s:b, s:o, s:s, s:o, s:o}", "source", e->source, "item",
                                e->item, "what", e->what, "ran", text_or_null(e->ran), "complete",
                                e->ran && !e->missing, "missing", text_or_null(e->missing), "agrees",
                                e->agrees, "entry", text_or_null(e->entry), "page", text_or_null(e->page)));
    return exhibits;
}

static void exhibit_print(const Exhibit *e) {
    printf("%s, %s: %s\n", e->source, e->item, e->what);
    printf("    ran %s; complete: %s%s; agrees: %s\n", e->ran ? e->ran : "no",
           !e->ran      ? "no"
           : e->missing ? "without "
                        : "yes",
           e->ran && e->missing ? e->missing : "", e->agrees);
    if (e->entry) printf("    %s", e->entry);
    if (e->page) printf("%s%s", e->entry ? ", " : "    ", e->page);
    if (e->entry || e->page) printf("\n");
}

static void list_print(void) {
    printf("Entries (mustplay lab reproduce NAME; --medium and --full for the larger settings):\n\n");
    for (const Reproduction *const *r = REPRODUCTIONS; *r; r++) {
        printf("%-24s %s\n", (*r)->name, (*r)->help);
        if ((*r)->quick) printf("%-24s   quick: %s\n", "", (*r)->quick);
        if ((*r)->medium)
            printf("%-24s   medium: %s (%g minutes of two cores)\n", "", (*r)->medium, (*r)->minutes);
        if ((*r)->full) printf("%-24s   full: %s\n", "", (*r)->full);
    }
    printf(
        "\nEvery published table and figure that an experiment made: what ran, whether it is complete, and whether it "
        "agrees.\n\n");
    for (const Exhibit *e = EXHIBITS; e->source; e++) exhibit_print(e);
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
    if (args_flag(args, "full") && args_flag(args, "medium"))
        return error_input(error, "--medium and --full are two settings: choose one");
    for (RunSetting setting = SETTING_MEDIUM; setting < SETTINGS; setting++)
        if (args_flag(args, setting_name(setting)) && !r->full)
            return error_input(error, "%s has no setting --%s", r->name, setting_name(setting));
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

static const char *scale_of(const Args *args, const Reproduction *r) {
    RunSetting setting = setting_of(args);
    return setting == SETTING_FULL ? r->full : setting == SETTING_MEDIUM ? r->medium : r->quick;
}

static void missing_print(const json_t *missing) {
    size_t i;
    const json_t *words;
    json_array_foreach(missing, i, words) printf("missing: %s\n", json_string_value(words));
}

// What was measured, and what is missing; undecided when something is.
static int rows_report(const Args *args, const Reproduction *r, const char *const *columns,
                       const ScriptTable *table, double seconds) {
    const char *scale = scale_of(args, r);
    bool whole = !watch_interrupted() && !json_array_size(table->missing);
    int code = whole ? EXIT_DONE : EXIT_UNDECIDED;
    if (args_flag(args, "json")) {
        int reported = report_json(json_pack("{s:s, s:s, s:s, s:o, s:O, s:b, s:O, s:f}", "name", r->name,
                                             "help", r->help, "ran", setting_name(setting_of(args)),
                                             "setting", text_or_null(scale), "rows", table->rows, "complete",
                                             whole, "missing", table->missing, "seconds", seconds));
        return reported == EXIT_DONE ? code : reported;
    }
    printf("%s\n", r->help);
    if (scale) printf("Scale: %s\n", scale);
    printf("\n");
    table_print(columns, table->rows);
    printf("\n%.2f s%s\n", seconds,
           watch_interrupted() ? ", interrupted: the table is what was measured until then" : "");
    missing_print(table->missing);
    return code;
}

static void columns_take(const json_t *names, const char *columns[COLUMNS_MAX + 1]) {
    size_t count = 0, i;
    const json_t *name;
    json_array_foreach(names, i, name) {
        if (json_is_string(name) && count < COLUMNS_MAX) columns[count++] = json_string_value(name);
    }
    columns[count] = NULL;
}

// Before a medium run: how long it takes, and where its rows are kept.
static bool medium_announce(const Args *args, const Reproduction *r, Error *error) {
    char space[SOURCE_PATH_SIZE];
    const char *path;
    if (setting_of(args) != SETTING_MEDIUM) return true;
    if (!journal_path(args, r->script ? "nets" : r->name, space, &path, error)) return false;
    fprintf(stderr, "%s: %s; about %g minutes of two cores; rows are kept in %s\n", r->name, r->medium,
            r->minutes, path);
    return true;
}

static bool table_make(const Args *args, const Reproduction *r, ScriptTable *table, Error *error) {
    bool good = options_check(r, args, error) && paths_check(r, args, error) &&
                medium_announce(args, r, error) &&
                (r->script ? script_run(r, args, table, error) : r->run(args, table->rows, error));
    if (!good || json_array_size(table->rows) || watch_interrupted() || json_array_size(table->missing))
        return good;
    return error_failure(error, "%s measured no row", r->name);
}

static int entry_run(const Args *args, const Reproduction *r) {
    Error error = {0};
    Watch watch;
    const char *named[COLUMNS_MAX + 1];
    const char *const *columns = r->columns;
    ScriptTable table = {json_array(), json_array(), json_array()};
    double start = clock_seconds();
    watch_start(&watch, NULL);
    bool good = table_make(args, r, &table, &error);
    if (r->script) {
        columns_take(table.columns, named);
        columns = named;
    }
    good = good && rows_save(r, args, columns, table.rows, &error);
    int code = good ? rows_report(args, r, columns, &table, clock_seconds() - start) : report_error(&error);
    json_decref(table.rows);
    json_decref(table.columns);
    json_decref(table.missing);
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
    {"medium", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "Run the medium setting: at most twelve minutes of two cores, its rows kept in lab/results."},
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
        "Without a name it lists the entries, and every published table and figure with its state. An entry runs its "
        "quick setting, with --medium or --full a larger one. --output draws the rows. --table writes them with tabs "
        "between. --resume keeps what was measured, so that an interrupted run resumes. --size sets the board of the "
        "experiments with committees and with mcts and alphabeta.\n\n"
        "--time bounds each entry of solver-ladder (5, 30 or 300 s of CPU by the setting), of table-5.1 (10 s by the "
        "quick setting) and of decomposition (20 s by default). For table-5.1 --all-openings takes all 32 openings "
        "instead of five. best-first takes an AND/OR graph as text with --graph, sat a formula with --dimacs "
        "(lab/docs/ANDOR.md).",
    .run = reproduce_run,
};
