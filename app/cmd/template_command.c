// mustplay template: whether connection templates hold, and whether they could do with less.
#include "api/inside.h"
#include "app/cmd/template_find_command.h"
#include "app/draw/drawing.h"
#include "app/draw/template_drawing.h"
#include "app/report/proofs.h"
#include "app/report/template_report.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/player_args.h"
#include "cli/watch.h"

#include <stdio.h>
#include <string.h>

typedef struct Job {
    const Args *args;
    Watch watch;
    bool json;
    json_t *results;
    int number;                   // of the template, from 1
    int held, least, broken, bad; // how many
    int undecided;
    bool unproved; // the proof that was asked for is not finished
} Job;

// --- What is said

static json_t *entry_json(const Job *job, const TemplateEntry *entry, const TemplateVerdict *v) {
    json_t *object =
        json_pack("{s:i, s:s, s:i}", "number", job->number, "name", entry->name, "line", entry->line);
    json_t *template = template_json(&entry->template);
    json_object_update(object, template);
    json_decref(template);
    template_verdict_json(object, &entry->template, v);
    return object;
}

static void cells_add(const Geometry *g, const char *title, CellSet cells, Text *out) {
    if (cellset_is_empty(cells)) return;
    text_format(out, "%s ", title);
    cellset_write(g, cells, out);
    text_add(out, "\n");
}

// The verdict, and on lines of their own the cells that it is about.
static void verdict_add(const Geometry *g, const TemplateVerdict *v, const char *indent, Text *out) {
    const struct {
        const char *title;
        CellSet cells;
    } sets[] = {{"broken by", v->breaks},
                {"cells that it can spare, each alone:", v->spare},
                {"stones that could be empty, each alone:", v->idle},
                {"not decided:", v->unknown}};
    text_format(out, "%s\n", template_verdict_words(v));
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char title[64];
        snprintf(title, sizeof title, "%s%s", indent, sets[i].title);
        cells_add(g, title, sets[i].cells, out);
    }
}

static void entry_print(const Job *job, const TemplateEntry *entry, const TemplateVerdict *v) {
    const Template *t = &entry->template;
    const char *format = args_text(job->args, "format");
    int cells = cellset_count(t->carrier);
    Text out = {0}, name = {0};
    if (!strcmp(format, "text")) {
        text_format(&out, "%d. %s (line %d, %d cell%s): ", job->number, entry->name, entry->line, cells,
                    plural(cells));
        verdict_add(t->geometry, v, "   ", &out);
    } else {
        text_format(&name, "%s\n", *entry->name ? entry->name : "Template");
        verdict_add(t->geometry, v, "", &name);
        template_print(t, text_string(&name), format, &out);
    }
    fputs(text_string(&out), stdout);
    text_free(&out);
    text_free(&name);
}

// --- Proofs

// The search goes first, for its graph; a winner that it does not agree with is one that the writer cannot prove.
static bool game_prove(Job *job, const mp_game *game, mp_color winner, mp_solver *solver, Error *error) {
    Budget budget = args_budget(job->args);
    mp_error outer = {.code = MP_OK};
    mp_solution found = MP_INIT(mp_solution);
    mp_limits limits = watch_limits(&job->watch, game);
    limits.seconds = budget.seconds;
    limits.nodes = budget.nodes;
    limits.memory = budget.memory;
    limits.threads = budget.threads;
    ProofOrder order = {.path = args_text(job->args, "proof"),
                        .force = args_flag(job->args, "force"),
                        .limits = limits,
                        .solver = solver,
                        .watch = &job->watch};
    bool good = mp_solver_solve(solver, game, &limits, &found, &outer) || public_fail(&outer, NULL, error);
    watch_clear(&job->watch);
    bool decided = good && found.winner != MP_EMPTY;
    if (decided)
        good = proofs_write(&order, game, winner, found.move, error);
    else
        text_add(&order.report, "no proof is written: it takes more time\n");
    job->unproved = !decided || order.unfinished;
    if (good && !job->json && !strcmp(args_text(job->args, "format"), "text"))
        printf("   %s", text_string(&order.report));
    text_free(&order.report);
    return good;
}

static bool verdict_prove(Job *job, const TemplateEntry *entry, const TemplateVerdict *v, Error *error) {
    TemplateBoard board;
    mp_error outer = {.code = MP_OK};
    if (v->state == TEMPLATE_UNDECIDED) return true;
    if (!template_board(&entry->template, &board, error)) return false;
    mp_game *game = game_of_position(&board.position, &outer);
    mp_engine *engine = args_engine(job->args, error);
    mp_solver *solver = game && engine ? mp_solver_new(engine, NULL, &outer) : NULL;
    bool good = solver || (engine && public_fail(&outer, NULL, error));
    mp_color winner = v->state == TEMPLATE_HOLDS ? MP_BLACK : MP_WHITE;
    good = good && game_prove(job, game, winner, solver, error);
    mp_solver_free(solver, NULL);
    mp_game_free(game);
    mp_engine_free(engine);
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

static bool entry_draw(const Job *job, const TemplateEntry *entry, const TemplateVerdict *v, Error *error) {
    char title[160];
    snprintf(title, sizeof title, "%s: %s", *entry->name ? entry->name : "Template",
             template_verdict_words(v));
    return template_drawing_save(&entry->template, v, title, args_text(job->args, "output"),
                                 args_flag(job->args, "force"), error);
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
    bool hidden = args_flag(job->args, "faults") && template_is_least(&verdict);
    if (!hidden && job->json) json_array_append_new(job->results, entry_json(job, entry, &verdict));
    if (!hidden && !job->json) entry_print(job, entry, &verdict);
    fflush(stdout);
    return (!args_given(job->args, "output") || entry_draw(job, entry, &verdict, error)) &&
           (!args_given(job->args, "proof") || verdict_prove(job, entry, &verdict, error));
}

static bool list_check(Job *job, const char *text, Error *error) {
    static TemplateEntry entry;
    long only = args_given(job->args, "pick") ? args_int(job->args, "pick") : 0;
    TemplateReader reader = template_reader(text);
    int checked = 0;
    while (!watch_interrupted() && template_next(&reader, &entry)) {
        job->number++;
        if (only && only != job->number) continue;
        checked++;
        if (!entry_check(job, &entry, error)) return false;
    }
    return checked || watch_interrupted() ||
           (only ? error_input(error, "--pick %ld: the file has %d template%s", only, job->number,
                               plural(job->number))
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
    bool open = job->undecided || job->unproved || watch_interrupted();
    int code = job->bad ? EXIT_BAD_INPUT : open ? EXIT_UNDECIDED : EXIT_DONE;
    if (job->json) {
        int failed = report_json(json_pack("{s:O, s:i, s:i, s:i, s:i, s:i}", "templates", job->results,
                                           "valid", job->held, "minimal", job->least, "invalid", job->broken,
                                           "undecided", job->undecided, "unreadable", job->bad));
        return failed ? failed : code;
    }
    bool text = !strcmp(args_text(job->args, "format"), "text");
    if (text)
        printf("%d valid, %d of them minimal; %d invalid, %d not decided, %d not read\n", job->held,
               job->least, job->broken, job->undecided, job->bad);
    return code;
}

// --- A search

// One of the templates that were found, as if it had been read.
static bool found_check(Job *job, const TemplateFinds *finds, Error *error) {
    static TemplateEntry entry;
    long pick = args_int(job->args, "pick");
    if (pick > finds->count)
        return error_input(error, "--pick %ld: %d template%s found", pick, finds->count,
                           finds->count == 1 ? " was" : "s were");
    job->number = (int)pick;
    entry = (TemplateEntry){.good = true, .template = finds->list[pick - 1]};
    snprintf(entry.name, sizeof entry.name, "%.50s, number %ld", finds->name, pick);
    return entry_check(job, &entry, error);
}

static int search_run(Job *job) {
    Error error = {0};
    TemplateFinds finds = {0};
    if (!paths_check(job->args, &error) || !template_find(job->args, &job->watch, &finds, &error))
        return report_error(&error);
    bool pick = args_given(job->args, "pick");
    bool good = !pick || found_check(job, &finds, &error);
    int code = !good  ? report_error(&error)
               : pick ? job_report(job)
                      : template_finds_report(&finds, job->args);
    template_finds_free(&finds);
    return code;
}

static bool options_check(const Args *args, Error *error) {
    bool search = args_given(args, "search");
    bool file = !search || !strcmp(args_text(args, "search"), "drawn");
    if (args_count(args) != file)
        return file ? error_input(error, "template: one file is needed")
                    : error_input(error, "template: a file goes with --search drawn only");
    if (args_given(args, "resume") && !search) return error_input(error, "--resume goes with --search");
    if (args_flag(args, "faults") && search) return error_input(error, "--faults does not go with --search");
    return true;
}

static int template_run(const Args *args) {
    Error error = {0};
    Text text = {0};
    Job job = {.args = args, .json = args_flag(args, "json")};
    bool search = args_given(args, "search");
    if (!options_check(args, &error)) return report_error(&error);
    watch_start(&job.watch, NULL);
    job.results = json_array();
    if (search) {
        int code = search_run(&job);
        json_decref(job.results);
        return code;
    }
    if (!paths_check(args, &error) ||
        !file_read(args_word(args, 0), TEMPLATE_FILE_MAX, watch_signals(), &text, &error)) {
        text_free(&text);
        json_decref(job.results);
        return report_error(&error);
    }
    bool good = list_check(&job, text_string(&text), &error);
    int code = good ? job_report(&job) : report_error(&error);
    json_decref(job.results);
    text_free(&text);
    return code;
}

static const OptionSpec OWN[] = {
    {"search", OPTION_TEXT, NULL, 0, 0, NULL, "REGION",
     "Find all minimal templates of a region: edge:row=N (and reach, left, top, above), interior:right=N,down=N (and reach, upper, "
     "lower), ladder:row=N,escape=N,distance=N (and reach, above), or drawn, which FILE shows."},
    {"format", OPTION_CHOICE, "text", 0, 0, "text|hdg|hexboard", "FORM",
     "Print verdicts as text, or the templates as a list: HexProver's diagrams, or HexWiki's tags."},
    {"faults", OPTION_FLAG, NULL, 0, 0, NULL, NULL,
     "Print only templates that are not known to be valid and minimal."},
    {0},
};

// What options mean here.
static const OptionHelp HELPS[] = {
    {"pick", "Which template, of a file or found. Without it all."},
    {"time", "Seconds for each template; with --search for the whole search."},
    {"proof", "With --pick: write a proof that mustplay-verify checks."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay template templates.txt",
    "Whether the templates of a file hold.",
    "mustplay template templates.txt --pick 2 --output second.svg",
    "Draws the second.",
    NULL,
};

const Command COMMAND_TEMPLATE = {
    .name = "template",
    .group = "Study",
    .summary = "Connection templates: check them, search for them.",
    .arguments = "FILE | --search REGION",
    .arguments_max = 1,
    .own = OWN,
    .options = "resume pick time threads proof output force json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "FILE holds one or more templates as diagrams or as HexWiki's hexboard tags (docs/KNOWLEDGE.md). For each it "
        "says whether the stones join their ends when the opponent moves first, by which intrusions if not, and which "
        "cells and stones it could do without. --time is for each template. --pick K takes one of them: then --proof "
        "writes a proof that mustplay-verify checks, and --output draws it. With --json one object: templates (each "
        "with number, name, line, size, stones, carrier, upper, lower, edges, verdict, minimal, intrusions, spare, idle, "
        "unknown, replies, nodes, seconds; or error), and how many are valid, minimal, invalid, undecided and "
        "unreadable. --search finds all minimal templates of a region, mirror images once; --time is for the whole search, "
        "--resume keeps what was found, and --pick, --proof and --output are about one that was found. With --json: region, complete, "
        "templates, carriers, blockers, symmetries, questions, nodes, seconds. Exit code 2 if a template could not be "
        "read, 3 if one was not decided, the search not completed or a proof not finished.",
    .run = template_run,
};
