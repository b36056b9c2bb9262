// Entries of train/: an experiment with networks, run as a program of its own.
#include "base/clock.h"
#include "cli/watch.h"
#include "lab/reproduce/reproduce.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 16, OUTPUT_MOST = 64 << 20, EXIT_NO_TORCH = 77, WAIT_MILLISECONDS = 50, BLOCK = 1 << 16 };
static const double STOP_SECONDS = 1.5; // that an interrupted experiment has to end by itself

static bool program_path(char path[SOURCE_PATH_SIZE], Error *error) {
    ssize_t length = readlink("/proc/self/exe", path, SOURCE_PATH_SIZE - 1);
    if (length <= 0) return error_failure(error, "cannot tell where this program lies");
    path[length] = '\0';
    return true;
}

static bool driver_path(char path[SOURCE_PATH_SIZE], Error *error) {
    if (!source_path("MUSTPLAY_TRAIN", "train", "experiments.py", path, error)) return false;
    if (!access(path, R_OK)) return true;
    return error_input(
        error,
        "'%.200s' is not there: experiments with networks need the source tree (set MUSTPLAY_TRAIN to "
        "its train/)",
        path);
}

// The child's stdout is `out`; it returns only on a failure.
static void child_run(const char *const *words, int out) {
    dup2(out, STDOUT_FILENO);
    close(out);
    execvp(words[0], (char *const *)words);
    _exit(127);
}

// Passes a signal that came on to the child, once. Kills it when it has not ended some time after.
static void child_stop(pid_t child, double *stopped) {
    if (!watch_interrupted()) return;
    if (*stopped < 0) {
        kill(child, SIGINT);
        *stopped = clock_seconds();
    } else if (clock_seconds() - *stopped > STOP_SECONDS) {
        kill(child, SIGKILL);
    }
}

// Gathers what comes until the end.
static bool output_read(int file, pid_t child, Text *printed, Error *error) {
    char *block = malloc(BLOCK);
    double stopped = -1;
    bool good = block || error_memory(error);
    while (good) {
        struct pollfd ready = {file, POLLIN, 0};
        int count = poll(&ready, 1, WAIT_MILLISECONDS);
        child_stop(child, &stopped);
        if (count <= 0) continue;
        ssize_t length = read(file, block, BLOCK);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) break;
        text_add_bytes(printed, block, (size_t)length);
        if (printed->length > OUTPUT_MOST) good = error_failure(error, "the experiment printed too much");
    }
    free(block);
    return good;
}

// Runs the words and gathers what they print.
static bool words_run(const char *const *words, Text *printed, int *status, Error *error) {
    int ends[2];
    if (pipe(ends)) return error_failure(error, "cannot make a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return error_failure(error, "cannot start %s: %s", words[0], strerror(errno));
    }
    if (!child) {
        close(ends[0]);
        child_run(words, ends[1]);
    }
    close(ends[1]);
    bool good = output_read(ends[0], child, printed, error);
    close(ends[0]);
    if (!good) kill(child, SIGTERM);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) {
    }
    return good;
}

static bool status_check(const Reproduction *r, int status, Error *error) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (watch_interrupted()) return true;
    if (code == EXIT_DONE || code == EXIT_UNDECIDED) return true;
    if (code == 127) return error_input(error, "%s needs python3, which was not found", r->name);
    if (code == EXIT_NO_TORCH)
        return error_input(error, "%s needs PyTorch, which this python3 does not have (pip install torch)",
                           r->name);
    if (code == EXIT_BAD_INPUT)
        return error_input(error, "%s: the experiment refused its options (see above)", r->name);
    if (code < 0)
        return error_failure(error, "%s: the experiment was killed by signal %d", r->name, WTERMSIG(status));
    return error_failure(error, "%s: the experiment failed with exit code %d (see above)", r->name, code);
}

static bool output_take(const Reproduction *r, const char *text, ScriptTable *table, Error *error) {
    json_error_t where;
    json_t *object = json_loads(text, 0, &where);
    const json_t *rows = json_object_get(object, "rows"), *columns = json_object_get(object, "columns"),
                 *missing = json_object_get(object, "missing");
    bool good = json_is_array(rows) && json_is_array(columns) && json_is_array(missing);
    if (good)
        good = !json_array_extend(table->rows, rows) && !json_array_extend(table->columns, columns) &&
               !json_array_extend(table->missing, missing);
    json_decref(object);
    return good || watch_interrupted() ||
           error_failure(error, "%s: the experiment printed no table", r->name);
}

// Appends "--NAME VALUE" for an option that was given.
static int option_pass(const Args *args, const char *name, const char *flag, const char **words, int count) {
    if (!args_given(args, name)) return count;
    words[count++] = flag;
    words[count++] = args_text(args, name);
    return count;
}

bool script_run(const Reproduction *r, const Args *args, ScriptTable *table, Error *error) {
    char program[SOURCE_PATH_SIZE], driver[SOURCE_PATH_SIZE], kept[SOURCE_PATH_SIZE], seed[32], flag[16];
    const char *journal;
    if (!program_path(program, error) || !driver_path(driver, error) ||
        !journal_path(args, "nets", kept, &journal, error))
        return false;
    const char *words[WORDS_MAX] = {"python3", driver, r->script, "--program", program};
    int count = 5, status = 0;
    if (setting_of(args) != SETTING_QUICK) {
        snprintf(flag, sizeof flag, "--%s", setting_name(setting_of(args)));
        words[count++] = flag;
    }
    if (args_given(args, "seed")) {
        snprintf(seed, sizeof seed, "%ld", args_int(args, "seed"));
        words[count++] = "--seed";
        words[count++] = seed;
    }
    if (journal) {
        words[count++] = "--resume";
        words[count++] = journal;
    }
    if (r->draws) option_pass(args, "output", "--output", words, count);
    Text printed = {0};
    bool good = words_run(words, &printed, &status, error) && status_check(r, status, error) &&
                output_take(r, text_string(&printed), table, error);
    text_free(&printed);
    return good;
}
