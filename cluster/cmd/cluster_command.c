// mustplay cluster: a look at a run on many machines, and a hand on it.
#include "cli/commands.h"
#include "cluster/cmd/cluster_init.h"
#include "cluster/cmd/cluster_report.h"
#include "cluster/cmd/redis_args.h"

#include <stdio.h>
#include <string.h>

typedef struct Look {
    const Args *args;
    Stream stream;
    json_t *list; // of workers or jobs
} Look;

// What Redis or the run did not do is a failure with a sentence.
static bool look_done(StreamResult result, Error *error) {
    if (result == STREAM_GONE) return error_input(error, "there is no such run in this Redis");
    return result == STREAM_DONE || (*error->text ? false : error_failure(error, "Redis did not answer"));
}

static double number_of(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

// What others wrote into Redis may go to a terminal. Valid until some calls later.
static const char *text_of(const json_t *object, const char *key) {
    static char shown[8][256];
    static int next;
    const char *text = json_string_value(json_object_get(object, key));
    char *out = shown[next = (next + 1) % 8];
    snprintf(out, sizeof shown[0], "%s", text ? text : "");
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    return out;
}

// --- Status
static void progress_print(const json_t *p) {
    if (!json_is_object(p)) return;
    const char *key;
    json_t *value;
    printf("The master, after %.0f s:", number_of(p, "seconds"));
    json_object_foreach(p, key, value) {
        if (!strcmp(key, "seconds") || key[strspn(key, "abcdefghijklmnopqrstuvwxyz_")]) continue;
        if (json_is_integer(value)) printf(" %s %lld", key, json_integer_value(value));
        if (json_is_real(value)) printf(" %s %.3g", key, json_real_value(value));
    }
    printf("\n");
}

// --- Workers
static void worker_print(const json_t *w) {
    printf("%-16s %-24.24s %7.0f %10.0f %8.0f/s %6.1f s ago  %s %s\n", text_of(w, "id"), text_of(w, "name"),
           number_of(w, "jobs"), number_of(w, "nodes"), number_of(w, "rate"), number_of(w, "silent"),
           text_of(w, "kind"), text_of(w, "job"));
}

static int list_report(Look *look, const char *name, void (*print)(const json_t *item), const char *heading) {
    if (args_flag(look->args, "json")) return report_json(json_pack("{s:O}", name, look->list));
    size_t index;
    json_t *item;
    printf("%s\n", heading);
    json_array_foreach(look->list, index, item) print(item);
    return EXIT_DONE;
}

static int workers_show(Look *look, Error *error) {
    json_decref(look->list);
    look->list = cluster_workers_json(&look->stream, error);
    if (!look->list) return report_error(error);
    return list_report(look, "workers", worker_print,
                       "id               name                        jobs      nodes");
}

static void status_print(const json_t *s) {
    bool master = json_is_true(json_object_get(s, "master"));
    printf("%s (%s): %s%s\n", text_of(s, "title"), text_of(s, "kind"), text_of(s, "state"),
           master ? "" : ", without a master");
    printf(
        "%.0f workers, %.0f nodes/s; %.0f jobs open, %.0f of them waiting; %.0f answers unread, %.0f facts, %.0f "
        "entries rejected\n",
        number_of(s, "workers"), number_of(s, "rate"), number_of(s, "open"), number_of(s, "queued"),
        number_of(s, "answers"), number_of(s, "facts"), number_of(s, "rejected"));
    progress_print(json_object_get(s, "progress"));
}

static int status_show(Look *look, Error *error) {
    json_t *workers = cluster_workers_json(&look->stream, error);
    json_t *status = workers ? cluster_status_json(&look->stream, workers, error) : NULL;
    json_decref(workers);
    if (!status) return report_error(error);
    if (args_flag(look->args, "json")) return report_json(status);
    status_print(status);
    json_decref(status);
    return EXIT_DONE;
}

// --- Jobs
static void job_add(void *context, uint64_t id, int tries) {
    Look *look = context;
    json_array_append_new(look->list, json_pack("{s:I, s:i}", "job", (json_int_t)id, "tries", tries));
}

static void job_print(const json_t *job) {
    printf("%-20.0f %5.0f\n", number_of(job, "job"), number_of(job, "tries"));
}

static int jobs_show(Look *look, Error *error) {
    if (!look_done(stream_open_jobs(&look->stream, job_add, look, error), error)) return report_error(error);
    return list_report(look, "jobs", job_print, "job                  tries before");
}

// --- Drain and purge
static int run_drain(Look *look, Error *error) {
    if (!look_done(stream_drain(&look->stream, error), error)) return report_error(error);
    if (args_flag(look->args, "json")) return report_json(json_pack("{s:b}", "draining", 1));
    printf("The workers finish what they have and leave.\n");
    return EXIT_DONE;
}

static int run_purge(Look *look, Error *error) {
    long long deleted;
    if (!look_done(stream_purge(&look->stream, &deleted, error), error)) return report_error(error);
    if (args_flag(look->args, "json")) return report_json(json_pack("{s:I}", "deleted", (json_int_t)deleted));
    printf("%lld key%s of the run '%s' deleted.\n", deleted, plural(deleted), args_text(look->args, "run"));
    return EXIT_DONE;
}

static int workers_admit(Look *look, Error *error) {
    (void)error;
    return cluster_admit(look->args, &look->stream);
}

// --- The command
typedef struct Action {
    const char *name, *help;
    int (*run)(Look *look, Error *error);
    int (*alone)(const Args *args); // in place of it: what needs no Redis
} Action;

static const Action ACTIONS[] = {
    {"status", "What runs, how many work on it, how fast, and how far it is. Without a word this.",
     status_show},
    {"jobs", "The jobs that are open, and how often each was taken up again.", jobs_show},
    {"workers", "The workers: what each does, has done and how fast, and when it was last heard of.",
     workers_show},
    {"drain", "Workers finish what they have in hand and leave.", run_drain},
    {"purge", "Deletes the keys of this run, and nothing else.", run_purge},
    {"admit", "Admits workers by their keys' fingerprints, or keys of a file; without them lists who asks.",
     workers_admit},
    {"init", "Writes a folder with Redis' configuration, users and passwords, and prints the workers' line.",
     NULL, cluster_init},
    {"key", "This machine's public key, a line of a file of keys.", NULL, cluster_key},
};
enum { ACTION_COUNT = sizeof ACTIONS / sizeof *ACTIONS };

static bool action_name(const Program *program, int index, const char **name, const char **help) {
    (void)program;
    if (index >= ACTION_COUNT) return false;
    *name = ACTIONS[index].name;
    *help = ACTIONS[index].help;
    return true;
}

static int cluster_run(const Args *args) {
    Error error = {0};
    const char *word = args_count(args) ? args_word(args, 0) : "status";
    RedisAddress address;
    Look look = {.args = args};
    int found = 0;
    while (found < ACTION_COUNT && strcmp(ACTIONS[found].name, word) != 0) found++;
    if (found == ACTION_COUNT) {
        error_input(&error,
                    "cluster '%.40s': expected status, jobs, workers, drain, purge, admit, init or key",
                    word);
        return report_error(&error);
    }
    if (ACTIONS[found].alone) return ACTIONS[found].alone(args);
    if (args_count(args) > 1 && ACTIONS[found].run != workers_admit) {
        error_input(&error, "cluster %s: '%.60s' is one word too many", word, args_word(args, 1));
        return report_error(&error);
    }
    if (!args_redis(args, &address, &error) ||
        !stream_open(&look.stream, &address, args_text(args, "run"), &error))
        return report_error(&error);
    look.list = json_array();
    int code = ACTIONS[found].run(&look, &error);
    json_decref(look.list);
    stream_close(&look.stream);
    return code;
}

static const char *const EXAMPLES[] = {
    "mustplay cluster status --redis server:6379",
    "How a run goes.",
    "mustplay cluster workers --redis server:6379 --json",
    "Its workers, as JSON.",
    "mustplay cluster init hub --bind 10.0.0.1",
    "Redis' configuration, users and passwords.",
    NULL,
};

static const OptionSpec OWN[] = {
    {"bind", OPTION_TEXT, NULL, 0, 0, NULL, "ADDRESS",
     "init: the addresses that Redis listens on. Without it 127.0.0.1, which tunnels reach."},
    {"port", OPTION_INT, NULL, 1, 65535, NULL, "P", "init: the port that Redis listens on. Without it 6379."},
    {0},
};

const Command COMMAND_CLUSTER = {
    .name = "cluster",
    .group = "Machines",
    .summary = "Look at a run on many machines.",
    .arguments = "[status|jobs|workers|drain|purge|admit [FINGERPRINT|FILE...]|init FOLDER|key]",
    .arguments_max = 64,
    .own = OWN,
    .options = REDIS_OPTIONS " key admitted memory json",
    .examples = EXAMPLES,
    .detail =
        "Shows what the masters and workers of a run have said in Redis (docs/CLUSTER.md), lets the workers go, or "
        "deletes what the run left.\n\n"
        "init writes FOLDER with redis.conf (--bind, --port, --memory, data kept) and users.acl, with their passwords. "
        "The users are masters, workers and observers, each with the commands of its role on its keys. It prints the "
        "workers' line with the fingerprint of this machine's key.\n\n"
        "admit adds keys to the file of those that may work (--admitted). It takes fingerprints of workers that have "
        "joined the run, which they print when they start and the operator compares. Or it takes all keys of a file "
        "(`mustplay cluster key` prints a line of one). As soon as there is such a file, a master accepts nothing from "
        "others.",
    .run = cluster_run,
    .names = action_name,
};
