// What all programs do: find the command, read its options, run it.
#include "cli/program.h"

#include "cli/args.h"
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

static int manual_print(const Program *program) {
    Text page = {0};
    manual_write(program, &page);
    fputs(text_string(&page), stdout);
    text_free(&page);
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
    if (!strcmp(name, "--version") || !strcmp(name, "version")) {
        printf("%s %s\n", program->name, mp_version());
        return EXIT_DONE;
    }
    if (!strcmp(name, "--man")) return manual_print(program); // the build makes the manual page with it
    if (program->wider && !strcmp(name, "lab")) return lab_run(program, argv);
    if (is_help(name)) name = argv[2];
    const Command *command = program_command_find(program, name);
    if (!command) return command_unknown(program, name, argv);
    if (name == argv[1]) return command_run(program, command, argc, argv);
    command_print_help(program, command);
    return EXIT_DONE;
}

int program_main(const Program *program, int argc, char **argv) {
    if (!streams_open()) return EXIT_INTERNAL;
    wider_arrive(program);
    signal(SIGPIPE, SIG_IGN); // a reader that goes away is a write error, not a death
    signal(SIGXFSZ, SIG_IGN); // so is a file that may not grow
    return output_finish(program_run(program, argc, argv));
}
