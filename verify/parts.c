#define _POSIX_C_SOURCE 200809L
#include "verify/parts.h"
#include "verify/sha256.h"
#include "verify/verify.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 16, HOST_MAX = 64, SUMMARY_MAX = 512, RUNS_MAX = 1 << 20 };

// --- The text
typedef struct Text {
    unsigned char *bytes;
    size_t count, room;
    uint64_t memory; // bytes that `bytes` may take
    bool full;
} Text;

static void text_add(void *context, const unsigned char *bytes, size_t count) {
    Text *t = context;
    if (!t->full && t->count + count > t->room) {
        size_t room = 2 * t->room + PIECE + count;
        unsigned char *grown = room + t->room <= t->memory ? realloc(t->bytes, room) : NULL;
        t->full = !grown;
        if (grown) t->bytes = grown, t->room = room;
    }
    if (t->full) return;
    memcpy(t->bytes + t->count, bytes, count);
    t->count += count;
}

static bool text_is_full(void *context) { return ((Text *)context)->full; }

// The whole text of the file named, which the caller frees; false with a verdict if there is none. Half of the memory is for
// decompression.
static bool text_load(Text *t, const char *path, uint64_t memory, VerifyResult *result) {
    VerifyOptions options = {.memory = memory / 2, .seen = text_add, .stop = text_is_full, .context = t};
    FILE *file = verify_open(path, &options.compressed);
    *t = (Text){.memory = memory / 2};
    if (!file) verify_unopened(result);
    if (file) verify_text(file, &options, result);
    if (file && file != stdin) fclose(file);
    if (t->full) snprintf(result->reason, sizeof result->reason, "the text needs more memory than it may use");
    return file && result->code == VERIFY_RIGHT;
}

static int text_check(const Text *t, const VerifyOptions *options, VerifyResult *result) {
    FILE *file = t->count ? fmemopen(t->bytes, t->count, "r") : tmpfile();
    *result = (VerifyResult){.code = VERIFY_STOPPED, .reason = "out of memory", .out_of_memory = true};
    if (!file) return result->code;
    verify_stream(file, options, result);
    fclose(file);
    return result->code;
}

// What is left for each of `parts` runs.
static uint64_t memory_left(const VerifyTask *task, const Text *t, int parts) {
    return (task->memory - t->room) / (uint64_t)parts;
}

// The verdict of a run that did not check all claims, so that it cannot say how many are right.
static int part_report(const VerifyTask *task, const char *what, const VerifyResult *r) {
    if (r->code != VERIFY_FALSE) return verify_report(task->program, task->path, r, task->json, false);
    printf(task->json ? "{\"%s\": null, \"valid\": false, \"winner\": null, \"reason\": \"%s\"}\n" : "%s: false: %s\n",
           what, r->reason);
    return fflush(stdout) ? 1 : r->code;
}

// --- Threads
// Claims are checked in blocks. Every thread reads from the first claim on and checks the blocks that nobody
// has taken; later threads begin at later blocks. So most claims are read only by the threads that check them
// or later ones. All but the last stop when all
// blocks are taken.
enum { BLOCK_CLAIMS = 64 };
typedef struct Team {
    const Text *text;
    uint64_t blocks;
    atomic_bool *taken;                // by block
    atomic_uint_fast64_t left, faulty; // blocks not taken; claims before the first fault that was found
} Team;

typedef struct Part {
    Team *team;
    uint64_t start, at;    // the first block it may take; the claim it came to
    bool last, mine, done; // it goes on to the end; that claim is its own; it stopped because others do the rest
    VerifyOptions options;
    VerifyResult result;
    pthread_t thread;
    bool started;
} Part;

static bool part_skips(void *context, uint64_t claim) {
    Part *p = context;
    Team *team = p->team;
    uint64_t block = (claim - 1) / BLOCK_CLAIMS;
    p->at = claim;
    if ((claim - 1) % BLOCK_CLAIMS == 0) {
        p->mine = block >= p->start && block < team->blocks && !atomic_exchange(&team->taken[block], true);
        if (p->mine) atomic_fetch_sub(&team->left, 1);
    }
    return !p->mine;
}

static bool part_stops(void *context) {
    Part *p = context;
    p->done = p->at > atomic_load(&p->team->faulty) + 1 || (!p->last && !p->mine && !atomic_load(&p->team->left));
    return p->done;
}

static void *part_run(void *context) {
    Part *p = context;
    uint_fast64_t first = atomic_load(&p->team->faulty);
    bool fault = text_check(p->team->text, &p->options, &p->result) != VERIFY_RIGHT && !p->done;
    while (fault && p->result.claims < first &&
           !atomic_compare_exchange_weak(&p->team->faulty, &first, p->result.claims))
        continue;
    return NULL;
}

// A claim that is only read costs a share of one that is checked. Thread i checks the claims from its start x(i) to the next
// one's. With s = READ_COST, all threads end together if x(i) = k + (1 - s) x(i-1).
static const double READ_COST = 0.2;
static void parts_start(Part *part, int parts, uint64_t blocks) {
    double start = 0, whole = 0;
    for (int i = 0; i < parts; i++) whole = 1 + (1 - READ_COST) * whole;
    for (int i = 0; i < parts; i++) {
        part[i].start = (uint64_t)(start * (double)blocks);
        start = 1 / whole + (1 - READ_COST) * start;
    }
}

// The verdict of one run that checks all. The first fault decides; where one thread checked its line and others only read it, the
// former's verdict counts. Without a fault it is that of the last thread, which came to the end. A thread that was cancelled decides.
static const VerifyResult *parts_result(const Part *part, int parts) {
    const Part *found = &part[parts - 1];
    for (int i = 0; i < parts; i++) {
        const Part *p = &part[i];
        bool fault = p->result.code != VERIFY_RIGHT && !p->done, earlier = p->result.claims < found->result.claims;
        if (fault && p->result.code == VERIFY_STOPPED) return &p->result;
        if (fault && (found->done || earlier || (p->result.claims == found->result.claims && p->mine))) found = p;
    }
    return &found->result;
}

static void parts_run(Part *part, int parts) {
    for (int i = 0; i < parts; i++) part[i].started = i && !pthread_create(&part[i].thread, NULL, part_run, &part[i]);
    for (int i = 0; i < parts; i++)
        if (!part[i].started) part_run(&part[i]);
    for (int i = 0; i < parts; i++)
        if (part[i].started) pthread_join(part[i].thread, NULL);
}

// Lines that may be claims: no fewer than there are.
static uint64_t text_claims(const Text *t) {
    uint64_t claims = 0;
    for (size_t at = 0; at < t->count;) {
        const unsigned char *end = memchr(t->bytes + at, '\n', t->count - at);
        claims += t->bytes[at] >= 'A' && t->bytes[at] <= 'Z';
        at = end ? (size_t)(end - t->bytes) + 1 : t->count;
    }
    return claims;
}

static int threads_check(const VerifyTask *task, const Text *text) {
    static const VerifyResult NO_MEMORY = {.code = VERIFY_STOPPED, .reason = "out of memory", .out_of_memory = true};
    int parts = task->threads;
    Team team = {.text = text, .blocks = text_claims(text) / BLOCK_CLAIMS + 1};
    Part *part = calloc((size_t)parts, sizeof *part);
    team.taken = calloc(team.blocks, sizeof *team.taken);
    atomic_init(&team.left, team.blocks);
    atomic_init(&team.faulty, UINT64_MAX - 1);
    bool good = part && team.taken;
    if (good) parts_start(part, parts, team.blocks);
    for (int i = 0; good && i < parts; i++) {
        Part *p = &part[i];
        p->team = &team;
        p->last = i == parts - 1;
        p->options = (VerifyOptions){
            .memory = memory_left(task, text, parts), .stop = part_stops, .skip = part_skips, .context = p};
        p->options.progress = p->last && isatty(STDERR_FILENO);
    }
    if (good) parts_run(part, parts);
    int code = verify_report(task->program, task->path, good ? parts_result(part, parts) : &NO_MEMORY, task->json,
                             task->stats);
    free(team.taken);
    free(part);
    return code;
}

// --- Slices
typedef struct Range {
    uint64_t from, to;
} Range;

static bool range_skips(void *context, uint64_t claim) {
    const Range *range = context;
    return claim < range->from || claim > range->to;
}

// A number from 1, of at most 18 digits; *text is moved behind it. 0 if there is none.
static uint64_t number_read(const char **text) {
    uint64_t number = 0;
    const char *start = *text;
    for (; **text >= (*text == start ? '1' : '0') && **text <= '9' && *text < start + 18; ++*text)
        number = number * 10 + (uint64_t)(**text - '0');
    return number;
}

// "I-J", 1 <= I <= J; *end is behind it.
static bool range_read(const char *text, Range *range, const char **end) {
    range->from = number_read(&text);
    bool dash = *text == '-';
    *end = text + dash;
    range->to = dash ? number_read(end) : 0;
    return range->from && range->from <= range->to;
}

static int task_fault(const VerifyTask *task, const char *what, const char *why) {
    fprintf(stderr, "%s: %s: %s\n", task->program, what, why);
    return VERIFY_NOT_A_PROOF;
}

static int slice_check(const VerifyTask *task, const Text *text, const char *hash) {
    Range range;
    const char *end;
    char host[HOST_MAX] = "", why[160];
    VerifyResult r;
    if (!range_read(task->slice, &range, &end) || *end)
        return task_fault(task, task->slice, "a slice is I-J, claims I to J");
    VerifyOptions options = {.memory = memory_left(task, text, 1),
                             .skip = range_skips,
                             .context = &range,
                             .progress = isatty(STDERR_FILENO)};
    if (text_check(text, &options, &r) != VERIFY_RIGHT) return part_report(task, "slice", &r);
    snprintf(why, sizeof why, "the file has only %" PRIu64 " claims", r.claims);
    if (range.to > r.claims) return task_fault(task, task->slice, why);
    if (gethostname(host, sizeof host - 1) || !*host) strcpy(host, "unknown");
    printf(task->json ? "{\"slice\": [%" PRIu64 ", %" PRIu64 "], \"claims\": %" PRIu64
                        ", \"valid\": true, \"winner\": \"%s\", \"sha256\": \"%s\", \"by\": \"%s\"}\n"
                      : "slice %" PRIu64 "-%" PRIu64 " of %" PRIu64 ": right, winner %s, sha256 %s, by %s\n",
           range.from, range.to, r.claims, r.winner, hash, host);
    return fflush(stdout) ? 1 : VERIFY_RIGHT;
}

// --- Covering
typedef struct Run {
    Range range;
    char host[HOST_MAX];
} Run;

typedef struct Cover {
    Run *run;
    size_t runs;
} Cover;

static int run_by_range(const void *a, const void *b) {
    const Run *p = a, *q = b;
    return p->range.from != q->range.from ? (p->range.from < q->range.from ? -1 : 1) : 0;
}
static int run_by_host(const void *a, const void *b) { return strcmp(((const Run *)a)->host, ((const Run *)b)->host); }

// One summary about the text with this hash; returns what is wrong with it, or NULL.
static const char *summary_read(char *line, const char *hash, const VerifyResult *r, Run *run) {
    char about[160];
    const char *end;
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "slice ", 6) || !range_read(line + 6, &run->range, &end)) return "no summary of a slice";
    snprintf(about, sizeof about, " of %" PRIu64 ": right, winner %s, sha256 %s, by ", r->claims, r->winner, hash);
    if (strncmp(end, about, strlen(about)))
        return strstr(end, hash) ? "no summary of a slice that is right" : "a slice of another file";
    const char *host = end + strlen(about);
    if (!*host || strlen(host) >= sizeof run->host) return "it does not say by whom";
    for (const char *c = host; *c; c++)
        if (*c <= 32 || *c > 126 || *c == '"' || *c == '\\') return "a host with odd characters";
    if (run->range.to > r->claims) return "a slice beyond the last claim";
    strcpy(run->host, host);
    return NULL;
}

// Reads the summaries; false after saying which line is none.
static bool cover_read(const VerifyTask *task, const char *hash, const VerifyResult *r, Cover *cover) {
    char line[SUMMARY_MAX], where[64];
    const char *why = NULL;
    FILE *file = strcmp(task->cover, "-") ? fopen(task->cover, "r") : stdin;
    if (!file) task_fault(task, task->cover, strerror(errno));
    if (!file) return false;
    while (!why && fgets(line, sizeof line, file)) {
        if (!(cover->runs & (cover->runs - 1))) {
            Run *grown = cover->runs < RUNS_MAX
                             ? realloc(cover->run, (cover->runs ? 2 * cover->runs : 1) * sizeof *grown)
                             : NULL;
            if (grown) cover->run = grown;
            why = grown ? NULL : "more slices than memory holds";
        }
        if (!why) why = summary_read(line, hash, r, &cover->run[cover->runs++]);
    }
    if (!why && ferror(file)) why = strerror(errno);
    if (file != stdin) fclose(file);
    snprintf(where, sizeof where, "line %zu: ", cover->runs);
    if (why) fprintf(stderr, "%s: %s: %s%s\n", task->program, task->cover, where, why);
    return !why;
}

// Prints the ranges of claims that no slice names; returns how many there are. The runs are in order.
static int cover_missing(const Cover *cover, uint64_t claims, const char *form) {
    uint64_t next = 1;
    int missing = 0;
    for (size_t i = 0; i <= cover->runs; i++) {
        uint64_t from = i < cover->runs ? cover->run[i].range.from : claims + 1;
        if (from > next) {
            if (missing) fputs(", ", stdout);
            printf(form, next, from - 1);
            missing++;
        }
        if (i < cover->runs && cover->run[i].range.to >= next) next = cover->run[i].range.to + 1;
    }
    return missing;
}

static void cover_hosts(Cover *cover, const char *form) {
    qsort(cover->run, cover->runs, sizeof *cover->run, run_by_host);
    for (size_t i = 0, from = 0; i < cover->runs; i++) {
        if (i + 1 < cover->runs && !strcmp(cover->run[i].host, cover->run[i + 1].host)) continue;
        if (from) fputs(", ", stdout);
        printf(form, cover->run[i].host, i + 1 - from);
        from = i + 1;
    }
}

static bool skip_all(void *context, uint64_t claim) {
    (void)context, (void)claim;
    return true;
}

static int cover_print(const VerifyTask *task, Cover *cover, const VerifyResult *r, const char *hash) {
    if (cover->runs) qsort(cover->run, cover->runs, sizeof *cover->run, run_by_range);
    fputs(task->json ? "{\"missing\": [" : "claims that no slice names: ", stdout);
    int missing = cover_missing(cover, r->claims, task->json ? "[%" PRIu64 ", %" PRIu64 "]" : "%" PRIu64 "-%" PRIu64);
    printf(task->json ? "], \"covered\": %s, \"winner\": \"%s\", \"claims\": %" PRIu64
                        ", \"runs\": %zu, \"sha256\": \"%s\", \"by\": {"
                      : "%s\n%s wins (%" PRIu64 " claims) if what %zu runs say of sha256 %s is so: ",
           task->json ? (missing ? "false" : "true") : (missing ? "" : "none"), r->winner, r->claims, cover->runs,
           hash);
    cover_hosts(cover, task->json ? "\"%s\": %zu" : "%s %zu");
    puts(task->json ? "}}" : "");
    return fflush(stdout) ? 1 : missing ? VERIFY_STOPPED : VERIFY_RIGHT;
}

static int cover_check(const VerifyTask *task, const Text *text, const char *hash) {
    VerifyOptions options = {.memory = memory_left(task, text, 1), .skip = skip_all};
    Cover cover = {0};
    VerifyResult r;
    if (text_check(text, &options, &r) != VERIFY_RIGHT) return part_report(task, "cover", &r);
    int code = cover_read(task, hash, &r, &cover) ? cover_print(task, &cover, &r, hash) : VERIFY_NOT_A_PROOF;
    free(cover.run);
    return code;
}

// --- The task
int verify_task(const VerifyTask *task) {
    Text text;
    VerifyResult result;
    char hash[VERIFY_SHA256_TEXT];
    int code;
    if (task->slice && task->cover) return task_fault(task, task->path, "--slice or --cover, not both");
    if (!task->slice && !task->cover && task->threads == 1)
        return verify_command(task->program, task->path, task->json, task->stats, task->memory);
    if (!text_load(&text, task->path, task->memory, &result)) {
        free(text.bytes);
        return verify_report(task->program, task->path, &result, task->json, false);
    }
    if (task->slice || task->cover) verify_sha256(text.bytes, text.count, hash);
    code = task->slice   ? slice_check(task, &text, hash)
           : task->cover ? cover_check(task, &text, hash)
                         : threads_check(task, &text);
    free(text.bytes);
    return code;
}
