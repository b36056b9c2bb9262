// mustplay template: whether connection templates hold, and whether they could do with less.
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/player_args.h"
#include "app/cli/watch.h"
#include "app/draw/drawing.h"
#include "app/report/proofs.h"
#include "base/file.h"
#include "solve/template_file.h"

#include <stdio.h>
#include <string.h>

static const size_t FILE_MAX = 16 << 20;

typedef struct Job {
    const Args *args;
    Watch watch;
    bool json;
    json_t *results;
    int number;                   // of the template, from 1
    int held, least, broken, bad; // how many
    int undecided;
} Job;

static const char *state_name(const TemplateVerdict *v) {
    return v->state == TEMPLATE_HOLDS ? "valid" : v->state == TEMPLATE_BROKEN ? "invalid" : "undecided";
}

// --- For programs

static json_t *replies_json(const Template *t, const TemplateVerdict *v) {
    json_t *replies = json_object();
    char name[CELL_NAME_MAX];
    for (int cell = 0; cell < t->geometry->cells; cell++) {
        if (v->reply[cell] != CELL_NONE)
            json_object_set_new(replies, cell_name(t->geometry, cell, name),
                                json_cell(t->geometry, v->reply[cell]));
    }
    return replies;
}

static json_t *verdict_json(const Job *job, const TemplateEntry *entry, const TemplateVerdict *v) {
    const Template *t = &entry->template;
    const Geometry *g = t->geometry;
    bool known = v->state != TEMPLATE_UNDECIDED;
    return json_pack("{s:i, s:s, s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:f}", "number",
                     job->number, "name", entry->name, "line", entry->line, "verdict", state_name(v),
                     "minimal", known ? json_boolean(template_is_least(v)) : json_null(), "stones",
                     json_cells(g, t->stones), "carrier", json_cells(g, t->carrier), "size",
                     json_sprintf("%dx%d", g->width, g->height), "intrusions", json_cells(g, v->breaks),
                     "spare", json_cells(g, v->spare), "idle", json_cells(g, v->idle), "unknown",
                     json_cells(g, v->unknown), "replies", replies_json(t, v), "nodes", (json_int_t)v->nodes,
                     "seconds", v->seconds);
}

// --- For people

static void cells_print(const Geometry *g, const char *title, CellSet cells) {
    char name[CELL_NAME_MAX];
    if (cellset_is_empty(cells)) return;
    printf("%s", title);
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) printf(" %s", cell_name(g, cell, name));
    printf("\n");
}

static void verdict_print(const Job *job, const TemplateEntry *entry, const TemplateVerdict *v) {
    const Geometry *g = entry->template.geometry;
    int cells = cellset_count(entry->template.carrier);
    printf("%d. %s (line %d, %d cell%s): %s%s\n", job->number, entry->name, entry->line, cells,
           cells == 1 ? "" : "s", state_name(v),
           template_is_least(v)                                         ? " and minimal"
           : v->state == TEMPLATE_HOLDS && cellset_is_empty(v->unknown) ? ", not minimal"
                                                                        : "");
    cells_print(g, "   broken by", v->breaks);
    cells_print(g, "   cells that it can spare, each alone:", v->spare);
    cells_print(g, "   stones that could be empty, each alone:", v->idle);
    cells_print(g, "   not decided:", v->unknown);
}

// --- Pictures and proofs

static bool verdict_draw(const Job *job, const TemplateEntry *entry, const TemplateVerdict *v, Error *error) {
    static Drawing drawing; // too large for some stacks
    const Template *t = &entry->template;
    Position p = position_empty(t->geometry);
    p.stones[BLACK] = t->stones;
    drawing_init(&drawing, &p);
    const bool open[] = {!t->top, !t->bottom, true, true};
    memcpy(drawing.open, open, sizeof open);
    CellSet outside = cellset_minus(cellset_minus(position_vacant(&p), t->carrier), t->stones);
    const struct {
        const char *name;
        CellSet cells;
        DrawingHue hue;
    } sets[] = {{"not part of it", outside, HUE_GRAY},
                {"breaks it", v->breaks, HUE_VERMILION},
                {"can be spared", cellset_or(v->spare, v->idle), HUE_ORANGE}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (cellset_is_empty(sets[i].cells)) continue;
        DrawingSet *set = &drawing.set[drawing.sets++];
        snprintf(set->name, sizeof set->name, "%s", sets[i].name);
        set->cells = sets[i].cells;
        set->hue = sets[i].hue;
    }
    char title[160];
    snprintf(title, sizeof title, "%s: %s%s", *entry->name ? entry->name : "Template", state_name(v),
             template_is_least(v) ? " and minimal" : "");
    bool force = args_flag(job->args, "force");
    return drawing_title(&drawing, title, error) &&
           drawing_save(&drawing, args_text(job->args, "output"), force, error);
}

static bool verdict_prove(Job *job, const TemplateEntry *entry, const TemplateVerdict *v, Error *error) {
    TemplateBoard board;
    SolveContext context = {0};
    if (v->state == TEMPLATE_UNDECIDED) return true;
    if (!template_board(&entry->template, &board, error)) return false;
    Color winner = v->state == TEMPLATE_HOLDS ? BLACK : WHITE;
    Answer answer = answer_unknown();
    Budget budget = args_budget(job->args);
    ProofOrder order = {.path = args_text(job->args, "proof"),
                        .force = args_flag(job->args, "force"),
                        .method = "auto",
                        .budget = budget,
                        .context = &context,
                        .watch = &job->watch};
    bool good = solve_position("auto", &board.position, &budget, &context, &answer, error) &&
                proofs_write(&order, &board.position, winner, answer.move, error);
    if (good && !job->json) printf("   %s", text_string(&order.report));
    text_free(&order.report);
    solve_context_release(&context);
    return good;
}

// --- The list

static void job_count(Job *job, const TemplateVerdict *v) {
    job->held += v->state == TEMPLATE_HOLDS;
    job->least += template_is_least(v);
    job->broken += v->state == TEMPLATE_BROKEN;
    job->undecided += v->state == TEMPLATE_UNDECIDED || !cellset_is_empty(v->unknown);
}

// A block that cannot be read or asked about is reported in its place, and the next one follows.
static void entry_refuse(Job *job, const TemplateEntry *entry, const Error *error) {
    job->bad++;
    if (job->json)
        json_array_append_new(job->results,
                              json_pack("{s:i, s:s, s:i, s:s}", "number", job->number, "name", entry->name,
                                        "line", entry->line, "error", error->text));
    else
        printf("%d. %s (line %d): %s\n", job->number, entry->name, entry->line, error->text);
}

static bool entry_check(Job *job, const TemplateEntry *entry, Error *error) {
    static TemplateVerdict verdict;
    Observer observer = watch_observer(&job->watch);
    Budget budget = args_budget(job->args);
    budget.observer = &observer;
    Error why = {0};
    if (!entry->good || !template_check(&entry->template, job->json, &budget, &verdict, &why)) {
        const Error *reason = entry->good ? &why : &entry->error;
        if (!reason->bad_input) {
            *error = *reason;
            return false;
        }
        entry_refuse(job, entry, reason);
        return true;
    }
    watch_clear(&job->watch);
    job_count(job, &verdict);
    if (job->json)
        json_array_append_new(job->results, verdict_json(job, entry, &verdict));
    else
        verdict_print(job, entry, &verdict);
    fflush(stdout);
    return (!args_given(job->args, "output") || verdict_draw(job, entry, &verdict, error)) &&
           (!args_given(job->args, "proof") || verdict_prove(job, entry, &verdict, error));
}

static bool list_check(Job *job, const char *text, Error *error) {
    static TemplateEntry entry;
    long only = args_given(job->args, "pick") ? args_int(job->args, "pick") : 0;
    int line = 0, checked = 0;
    while (!watch_interrupted() && template_next(&text, &line, &entry)) {
        job->number++;
        if (only && only != job->number) continue;
        checked++;
        if (!entry_check(job, &entry, error)) return false;
    }
    return checked || watch_interrupted() ||
           (only ? error_input(error, "--pick %ld: the file has %d templates", only, job->number)
                 : error_input(error, "there is no template in the file"));
}

static bool paths_check(const Args *args, Error *error) {
    bool force = args_flag(args, "force");
    bool picture = args_given(args, "output"), proof = args_given(args, "proof");
    if ((picture || proof) && !args_given(args, "pick"))
        return error_input(error, "--output and --proof are about one template: name it by --pick");
    return (!picture || drawing_path_check(args_text(args, "output"), force, error)) &&
           (!proof || proofs_check(args_text(args, "proof"), false, force, error));
}

static int job_report(const Job *job) {
    bool open = job->undecided || watch_interrupted();
    int code = job->bad ? EXIT_BAD_INPUT : open ? EXIT_UNDECIDED : EXIT_DONE;
    if (job->json) {
        int failed = report_json(json_pack("{s:O, s:i, s:i, s:i, s:i, s:i}", "templates", job->results,
                                           "valid", job->held, "minimal", job->least, "invalid", job->broken,
                                           "undecided", job->undecided, "unreadable", job->bad));
        return failed ? failed : code;
    }
    printf("%d valid, %d of them minimal; %d invalid, %d not decided, %d not read\n", job->held, job->least,
           job->broken, job->undecided, job->bad);
    return code;
}

static int template_run(const Args *args) {
    Error error = {0};
    Text text = {0};
    Job job = {.args = args, .json = args_flag(args, "json")};
    if (args_count(args) != 1) {
        error_input(&error, "template: one file is needed");
        return report_error(&error);
    }
    if (!paths_check(args, &error) || !file_read(args_word(args, 0), FILE_MAX, &text, &error)) {
        text_free(&text);
        return report_error(&error);
    }
    watch_start(&job.watch, NULL);
    job.results = json_array();
    bool good = list_check(&job, text_string(&text), &error);
    int code = good ? job_report(&job) : report_error(&error);
    json_decref(job.results);
    text_free(&text);
    return code;
}

const Command COMMAND_TEMPLATE = {
    .name = "template",
    .summary = "Check connection templates: whether they hold, and whether they are minimal.",
    .arguments = "FILE",
    .arguments_max = 1,
    .options = "pick time threads proof output force json",
    .detail =
        "FILE holds one or more templates as diagrams (docs/TEMPLATES.md). For each it says whether the stones join "
        "their ends when the opponent moves first, by which intrusions if not, and which cells and stones it could "
        "do without. --time is for each template. --pick K takes one of them: then --proof writes a proof that "
        "mustplay-verify checks, and --output draws it. With --json one object: templates (each with number, "
        "name, line, verdict, minimal, stones, carrier, size, intrusions, spare, idle, unknown, replies, nodes, "
        "seconds; or error), and how many are valid, minimal, invalid, undecided and unreadable. Exit code 2 if one "
        "could not be read, 3 if one was not decided.",
    .run = template_run,
};
