// mustplay store: the positions of a store, checked, mended, listed.
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/memory_args.h"
#include "cli/watch.h"
#include "solve/store_check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// A list or a check under way: records are printed, or kept for the one object.
typedef struct StoreReport {
    bool json;
    json_t *records; // with json
    Watch watch;
} StoreReport;

// --- Records
static void record_text(const Position *p, const ProofRecord *record, Text *out) {
    const Geometry *g = p->geometry;
    char move[CELL_NAME_MAX];
    const struct {
        const char *name;
        CellSet cells;
    } sets[] = {{"black", p->stones[BLACK]}, {"white", p->stones[WHITE]}, {"needs", record->proof}};
    text_format(out, "%dx%d %s %s %s %s %u", g->width, g->height, color_name(p->to_move),
                color_name(record->winner),
                record->move == MOVE_NONE ? "-" : cell_name(g, record->move, move),
                record->exact ? "exact" : "inexact", record->work);
    for (int i = 0; i < 3; i++) {
        CellSet cells = sets[i].cells;
        text_format(out, " %s=", sets[i].name);
        const char *mark = "";
        for (int cell; (cell = cellset_pop(&cells)) >= 0; mark = ",") {
            text_add(out, mark);
            text_add(out, cell_name(g, cell, move));
        }
    }
}

static json_t *record_json(const Position *p, const ProofRecord *record, const char *verdict) {
    char size[16];
    snprintf(size, sizeof size, "%dx%d", p->geometry->width, p->geometry->height);
    json_t *object = json_pack(
        "{s:s, s:o, s:o, s:o, s:b, s:I, s:o, s:o, s:o}", "size", size, "to_move", json_color(p->to_move),
        "winner", json_color(record->winner), "move", json_move(p->geometry, record->move), "exact",
        record->exact, "work", (json_int_t)record->work, "black", json_cells(p->geometry, p->stones[BLACK]),
        "white", json_cells(p->geometry, p->stones[WHITE]), "needs", json_cells(p->geometry, record->proof));
    if (object && verdict) json_object_set_new(object, "verdict", json_string(verdict));
    return object;
}

static void record_report(StoreReport *report, const Position *position, const ProofRecord *record,
                          const char *verdict) {
    if (report->json) {
        json_array_append_new(report->records, record_json(position, record, verdict));
        return;
    }
    Text line = {0};
    record_text(position, record, &line);
    watch_clear(&report->watch);
    printf("%s%s%s\n", text_string(&line), verdict ? ": " : "", verdict ? verdict : "");
    text_free(&line);
}

// --- list
static bool record_show(void *context, const Position *position, const ProofRecord *record) {
    record_report(context, position, record, NULL);
    return !watch_interrupted();
}

static int store_list(const Args *args, const char *path, StoreReport *report) {
    (void)args;
    Error error = {0};
    if (access(path, F_OK)) { // it would be made
        error_input(&error, "'%.200s' cannot be read: %s", path, strerror(errno));
        return report_error(&error);
    }
    Store *store = store_open(path, &error);
    bool marked = store && store_marked(store);
    bool good = store && store_each(store, record_show, report, &error);
    if (!store_close(store, good ? &error : NULL)) good = false;
    if (!good) return report_error(&error);
    if (!report->json) return EXIT_DONE;
    return report_json(json_pack("{s:s, s:b, s:I, s:O}", "file", path, "marked", marked, "positions",
                                 (json_int_t)json_array_size(report->records), "records", report->records));
}

// --- check and repair
static void record_found(void *context, const Position *position, const ProofRecord *record,
                         StoreVerdict verdict) {
    record_report(context, position, record, store_verdict_text(verdict));
}

static void check_print(const char *path, const StoreCheck *check, const StoreCheckTally *t, double seconds) {
    printf("%s: %llu position%s, %llu checked (%s %.4g %%): %llu right, %llu false, %llu not decided; %llu "
           "studies, %.1f s\n",
           path, (unsigned long long)t->positions, plural(t->positions), (unsigned long long)t->checked,
           check->share < 1 ? "a sample of" : "of", 100 * check->share, (unsigned long long)t->right,
           (unsigned long long)t->wrong, (unsigned long long)t->open, (unsigned long long)t->studies,
           seconds);
    if (check->repair)
        printf("%llu replaced by what was proved, %llu removed\n", (unsigned long long)t->replaced,
               (unsigned long long)t->removed);
    if (!t->finished)
        printf("Not finished: the same command goes on from %s.checked\n", path);
    else if (t->others)
        printf("Another process has written into the file meanwhile: check it again when none does\n");
    printf(t->marked ? "The file is marked as checked\n" : "The file is not marked as checked\n");
}

static int check_report(const char *path, const StoreCheck *check, const StoreCheckTally *t,
                        StoreReport *report) {
    double seconds = clock_seconds() - report->watch.start;
    int code = EXIT_DONE;
    if (report->json)
        code = report_json(json_pack(
            "{s:s, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:b, s:f, s:O}", "file", path, "share",
            check->share, "positions", (json_int_t)t->positions, "checked", (json_int_t)t->checked, "right",
            (json_int_t)t->right, "false", (json_int_t)t->wrong, "undecided", (json_int_t)t->open, "replaced",
            (json_int_t)t->replaced, "removed", (json_int_t)t->removed, "studies", (json_int_t)t->studies,
            "finished", t->finished, "marked", t->marked, "seconds", seconds, "records", report->records));
    else
        check_print(path, check, t, seconds);
    if (code != EXIT_DONE) return code;
    if (t->wrong && !check->repair) return EXIT_FALSE_PROOF;
    return t->finished && !t->others && (check->repair || !t->open) ? EXIT_DONE : EXIT_UNDECIDED;
}

static int store_check_run(const Args *args, const char *path, StoreReport *report, bool repair) {
    Error error = {0};
    Observer observer = watch_observer(&report->watch);
    StoreCheckTally tally;
    StoreCheck check = {
        .share = args_given(args, "share") ? args_real(args, "share") : 1,
        .seed = args_given(args, "seed") ? (uint64_t)args_int(args, "seed")
                                         : (uint64_t)getpid() << 32 ^ (uint64_t)time(NULL),
        .studies = args_given(args, "studies") ? (uint64_t)args_int(args, "studies") : 0,
        .repair = repair,
        .budget = {.seconds = args_given(args, "time") ? args_real(args, "time") : 0,
                   .threads = args_given(args, "threads") ? (int)args_int(args, "threads") : 1,
                   .observer = &observer},
        .context = report,
        .found = record_found};
    if (!args_memory(args, (uint64_t)64 << 20, &check.budget.memory, &error)) return report_error(&error);
    bool good = store_check(path, &check, &tally, &error);
    watch_clear(&report->watch);
    return good ? check_report(path, &check, &tally, report) : report_error(&error);
}

static int store_check_only(const Args *args, const char *path, StoreReport *report) {
    return store_check_run(args, path, report, false);
}

static int store_repair(const Args *args, const char *path, StoreReport *report) {
    return store_check_run(args, path, report, true);
}

// --- The command
static const struct {
    const char *name, *help;
    int (*run)(const Args *args, const char *path, StoreReport *report);
} VERBS[] = {
    {"check", "Solve the positions of a store again.", store_check_only},
    {"repair", "The same, and remove or replace what is not right.", store_repair},
    {"list", "Print the positions of a store.", store_list},
};

static int store_run(const Args *args) {
    Error error = {0};
    const char *word = args_count(args) ? args_word(args, 0) : "", *path = args_word(args, 1);
    for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++) {
        if (strcmp(word, VERBS[i].name)) continue;
        if (!path) {
            error_input(&error, "store %s: which file?", word);
            return report_error(&error);
        }
        StoreReport report = {.json = args_flag(args, "json"), .records = json_array()};
        watch_start(&report.watch, NULL);
        int code = VERBS[i].run(args, path, &report);
        json_decref(report.records);
        return code;
    }
    error_input(&error, "store '%.40s': expected check, repair or list", word);
    return report_error(&error);
}

static bool verb_name(const Program *program, int index, const char **name, const char **help) {
    (void)program;
    if (index >= (int)(sizeof VERBS / sizeof *VERBS)) return false;
    *name = VERBS[index].name;
    *help = VERBS[index].help;
    return true;
}

static const OptionSpec OWN[] = {
    {"share", OPTION_REAL, NULL, 0, 1, NULL, "S",
     "Check this share of the positions, drawn at random (--seed). Without it all of them."},
    {"studies", OPTION_INT, NULL, 1, 1e12, NULL, "N",
     "Nodes that one position may take. Without it 8 times what its record says, 1000 at least and 100000 at most."},
    {0},
};

static const OptionHelp HELPS[] = {
    {"time", "Seconds for the whole command."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay store check proofs.store --threads 2",
    "Solves all positions of a store again.",
    "mustplay store list proofs.store --json",
    "Lists them, as JSON.",
    NULL,
};

const Command COMMAND_STORE = {
    .name = "store",
    .group = "Prove",
    .summary = "Check, repair or list a store of proved positions.",
    .arguments = "check|repair|list PATH",
    .arguments_max = 2,
    .own = OWN,
    .options = "seed threads time memory json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "check solves every position of a store again, those with most stones first, and believes nothing that the store "
        "says: who wins, by which move, and that the named cells are enough. It prints those that are not right. repair "
        "does the same, then replaces them by what was proved, or removes them where nothing was. A file all of which was "
        "found right or mended gets the mark that opens it without a warning. What was proved is kept in PATH.checked, from "
        "which the same command goes on after an interruption. Exit codes: 0 all that was checked is right (or mended), 4 "
        "something is false, 3 something was not decided, or not all was reached. list prints a line for each position. With "
        "--json one object: check and repair have file, share, positions, checked, right, false, undecided, replaced, "
        "removed, studies, finished, marked, seconds, records (those not right); list has file, marked, positions, records. "
        "A record has size, to_move, winner, move, exact, work, black, white, needs, and in a check verdict.",
    .run = store_run,
    .names = verb_name,
};
