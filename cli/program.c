// What all programs do: find the command, read its options, run it.
#include "cli/program.h"

#include "base/cpu.h"
#include "cli/args.h"
#include "cli/completion.h"
#include "cli/manual.h"
#include "cli/names.h"
#include "cli/output.h"
#include "cli/wider.h"
#include "mustplay/mustplay.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// --- Rows

// The row that counts for a name: that of the last table.
static const Command *command_last(const Program *program, const char *name) {
    const Command *found = NULL;
    for (int table = 0; program->commands[table]; table++) {
        for (const Command *const *row = program->commands[table]; *row; row++)
            if (!strcmp((*row)->name, name)) found = *row;
    }
    return found;
}

// Whether an earlier table has a row of this name.
static bool command_repeats(const Program *program, int tables, const char *name) {
    for (int table = 0; table < tables; table++) {
        for (const Command *const *row = program->commands[table]; *row; row++)
            if (!strcmp((*row)->name, name)) return true;
    }
    return false;
}

const Command *program_command(const Program *program, int index) {
    for (int table = 0; program->commands[table]; table++) {
        for (const Command *const *row = program->commands[table]; *row; row++) {
            if (command_repeats(program, table, (*row)->name)) continue;
            if (index-- == 0) return command_last(program, (*row)->name);
        }
    }
    return NULL;
}

const Command *program_command_find(const Program *program, const char *name) {
    return command_last(program, name);
}

static const OptionSpec *table_find(const OptionSpec *table, const char *name) {
    for (const OptionSpec *spec = table; spec && spec->name; spec++)
        if (!strcmp(spec->name, name)) return spec;
    return NULL;
}

const OptionSpec *program_option(const Program *program, const Command *command, const char *name) {
    const OptionSpec *found = NULL;
    for (const Command *row = command; row && !found; row = row->extends) found = table_find(row->own, name);
    if (found) return found;
    for (int table = 0; program->options[table]; table++) {
        const OptionSpec *spec = table_find(program->options[table], name);
        if (spec) found = spec;
    }
    return found;
}

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

// --- Running

static void usage_print(const Program *program, FILE *out) {
    fprintf(out, "%s %s %s.\nUsage: %s COMMAND [options]     %s help COMMAND says more.\n", program->name,
            mp_version(), program->purpose, program->name, program->name);
    const Command *command;
    const char *group = "";
    for (int i = 0; (command = program_command(program, i)); i++) {
        Command whole = command_whole(command);
        fprintf(out, "%-10s%-10s %s\n", strcmp(group, whole.group) ? whole.group : "", whole.name,
                whole.summary);
        group = whole.group;
    }
    if (program->wider)
        fprintf(out, "%-10s%-10s What research has besides, by %s.\n", "More", "lab", program->wider);
}

// Streams that the caller closed are opened, so that no file of ours takes their numbers: input is empty, and
// output is an error.
static bool streams_open(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != stream) return false;
    }
    return true;
}

static int name_refused(const char *option, const char *name, const char *wanted) {
    Error error = {0};
    error_input(&error, "%s: '%.60s' is not %s", option, name, wanted);
    return report_error(&error);
}

static int text_print(Text *text) {
    fputs(text_string(text), stdout);
    text_free(text);
    return EXIT_DONE;
}

// The build makes the manual pages with it: the whole one, or that of a command.
static int manual_print(const Program *program, const char *name) {
    Text page = {0};
    const Command *command = name ? program_command_find(program, name) : NULL;
    if (name && !command) return name_refused("--man", name, "a command");
    if (command)
        manual_command_write(program, command, &page);
    else
        manual_write(program, &page);
    return text_print(&page);
}

static int completion_print(const Program *program, const char *shell) {
    Text script = {0};
    if (!shell || !completion_write(program, shell, &script))
        return name_refused("--completion", shell ? shell : "", "bash, zsh or fish");
    return text_print(&script);
}

// The names of the commands, a line each, for scripts of the build.
static int names_print(const Program *program) {
    const Command *command;
    for (int i = 0; (command = program_command(program, i)); i++) puts(command->name);
    return EXIT_DONE;
}

static int version_print(const Program *program) {
    printf("%s %s\n", program->name, mp_version());
    if (*program->commit) printf("Commit: %s\n", program->commit);
    printf("Built with: %s, %s\nInstructions: %s\n", COMPILER, MUSTPLAY_FEATURES, cpu_level_name());
    return EXIT_DONE;
}

static bool is_help(const char *word) {
    return !strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help");
}

// `argv` is main's.
static int command_run(const Program *program, const Command *command, int argc, char **argv) {
    Error error = {.bad_input = true};
    Args args;
    if (argc == 3 && is_help(argv[2])) {
        command_print_help(program, command);
        return EXIT_DONE;
    }
    const CommandWay *way = NULL;
    bool good = args_parse(&args, program, command, argc - 2, argv + 2, &error);
    if (good && args_flag(&args, "help")) {
        command_print_help(program, command);
        return EXIT_DONE;
    }
    good = good && ((way = args_way(&args, &error)) || (!*error.text && args_check_names(&args, &error)));
    if (good) return way ? way->run(&args) : args.whole.run(&args);
    if (*args.unknown) wider_run(program, argv, args.unknown);
    return report_error(&error);
}

static int command_unknown(const Program *program, const char *name, char **argv) {
    Error error = {0};
    Text meant = {0};
    Nearest nearest = nearest_to(name, strlen(name));
    const Command *command;
    char why[100];
    snprintf(why, sizeof why, "unknown command '%.60s'", name);
    wider_run(program, argv, why);
    for (int i = 0; (command = program_command(program, i)); i++) nearest_offer(&nearest, command->name);
    nearest_write(&nearest, "", &meant);
    error_input(&error, "%s (%s --help lists them)%s", why, program->name, text_string(&meant));
    text_free(&meant);
    return report_error(&error);
}

// `lab ARGUMENTS`
static int lab_run(const Program *program, char **argv) {
    Error error = {0};
    wider_run(program, argv + 1, NULL);
    error_input(&error, "lab: %s is neither beside %s nor on PATH", program->wider, program->name);
    return report_error(&error);
}

static int program_run(const Program *program, int argc, char **argv) {
    if (argc < 2) {
        usage_print(program, stderr);
        return EXIT_BAD_INPUT;
    }
    const char *name = argv[1];
    if (is_help(name) && argc < 3) {
        usage_print(program, stdout);
        return EXIT_DONE;
    }
    if (!strcmp(name, "--version") || !strcmp(name, "version")) return version_print(program);
    if (!strcmp(name, "--man")) return manual_print(program, argv[2]);
    if (!strcmp(name, "--completion")) return completion_print(program, argv[2]);
    if (!strcmp(name, "--commands")) return names_print(program);
    if (program->wider && !strcmp(name, "lab")) return lab_run(program, argv);
    if (is_help(name)) name = argv[2];
    const Command *command = program_command_find(program, name);
    if (!command) return command_unknown(program, name, argv);
    if (name == argv[1]) return command_run(program, command, argc, argv);
    command_print_help(program, command);
    return EXIT_DONE;
}

int program_main(const Program *program, int argc, char **argv) {
    Error error = {0};
    static char output[64 << 10]; // as much as a pipe takes at once: a signal does not cut an answer
    char why[100];
    if (!streams_open()) return EXIT_INTERNAL;
    if (!isatty(STDOUT_FILENO)) setvbuf(stdout, output, _IOFBF, sizeof output);
    wider_arrive(program);
    if (!cpu_choice_check(why, sizeof why)) {
        error_input(&error, "%s", why);
        return report_error(&error);
    }
    signal(SIGPIPE, SIG_IGN); // a reader that goes away is a write error, not a death
    signal(SIGXFSZ, SIG_IGN); // so is a file that may not grow
    return output_finish(program_run(program, argc, argv));
}
