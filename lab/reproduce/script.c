// Entries of train/: an experiment with networks, run as a program of its own.
#include "base/file.h"
#include "cli/watch.h"
#include "lab/reproduce/reproduce.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, WORDS_MAX = 16, OUTPUT_MOST = 64 << 20, EXIT_NO_TORCH = 77 };

static bool program_path(char path[PATH_SIZE], Error *error) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    if (length <= 0) return error_failure(error, "cannot tell where this program lies");
    path[length] = '\0';
    return true;
}

// The driver lies in the source tree that build/ is in, or where MUSTPLAY_TRAIN says.
static bool driver_path(const char *program, char path[PATH_SIZE], Error *error) {
    const char *folder = getenv("MUSTPLAY_TRAIN");
    const char *slash = strrchr(program, '/');
    if (folder && *folder)
        snprintf(path, PATH_SIZE, "%.4000s/experiments.py", folder);
    else
        snprintf(path, PATH_SIZE, "%.*s/../train/experiments.py", slash ? (int)(slash - program) : 0,
                 program);
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

// Runs the words and gathers what they print. Ctrl-C reaches the child as well: it belongs to the same group.
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
    bool good = file_read_open(ends[0], "the experiment's output", OUTPUT_MOST, printed, error);
    close(ends[0]);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) {
    }
    return good;
}

static bool status_check(const Reproduction *r, int status, Error *error) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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

static bool output_take(const Reproduction *r, const char *text, json_t *rows, json_t *columns,
                        Error *error) {
    json_error_t where;
    json_t *object = json_loads(text, 0, &where);
    const json_t *made = json_object_get(object, "rows"), *names = json_object_get(object, "columns");
    bool good = json_is_array(made) && json_is_array(names);
    if (good) good = !json_array_extend(rows, (json_t *)made) && !json_array_extend(columns, (json_t *)names);
    json_decref(object);
    return good || error_failure(error, "%s: the experiment printed no table", r->name);
}

// Appends "--NAME VALUE" for an option that was given.
static int option_pass(const Args *args, const char *name, const char *flag, const char **words, int count) {
    if (!args_given(args, name)) return count;
    words[count++] = flag;
    words[count++] = args_text(args, name);
    return count;
}

bool script_run(const Reproduction *r, const Args *args, json_t *rows, json_t *columns, Error *error) {
    char program[PATH_SIZE], driver[PATH_SIZE], seed[32];
    if (!program_path(program, error) || !driver_path(program, driver, error)) return false;
    const char *words[WORDS_MAX] = {"python3", driver, r->script, "--program", program};
    int count = 5, status = 0;
    if (args_flag(args, "full")) words[count++] = "--full";
    if (args_given(args, "seed")) {
        snprintf(seed, sizeof seed, "%ld", args_int(args, "seed"));
        words[count++] = "--seed";
        words[count++] = seed;
    }
    count = option_pass(args, "resume", "--resume", words, count);
    if (r->draws) option_pass(args, "output", "--output", words, count);
    Text printed = {0};
    bool good = words_run(words, &printed, &status, error) && status_check(r, status, error) &&
                output_take(r, text_string(&printed), rows, columns, error);
    text_free(&printed);
    return good;
}
