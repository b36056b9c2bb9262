// What all programs do: find the command, read its options, run it.
#include "cli/program.h"

#include "cli/args.h"
#include "cli/manual.h"
#include "cli/output.h"
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
    fprintf(out, "%s %s %s.\n\nUsage: %s COMMAND [options]\n\nCommands:\n", program->name, mp_version(),
            program->purpose, program->name);
    const Command *command;
    for (int i = 0; (command = program_command(program, i)); i++)
        fprintf(out, "  %-10s %s\n", command->name, command_whole(command).summary);
    fprintf(out, "\n%s COMMAND --help says more.\n", program->name);
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

static int command_run(const Program *program, const Command *command, int count, char **argv) {
    Error error = {.bad_input = true};
    Args args;
    if (!args_parse(&args, program, command, count, argv, &error)) return report_error(&error);
    if (args_flag(&args, "help")) {
        command_print_help(program, command);
        return EXIT_DONE;
    }
    const CommandWay *way = args_way(&args, &error);
    if (way) return way->run(&args);
    return *error.text ? report_error(&error) : args.whole.run(&args);
}

static int program_run(const Program *program, int argc, char **argv) {
    if (argc < 2) {
        usage_print(program, stderr);
        return EXIT_BAD_INPUT;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        usage_print(program, stdout);
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("%s %s\n", program->name, mp_version());
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--man")) return manual_print(program); // the build makes the manual page with it
    const Command *command = program_command_find(program, argv[1]);
    if (command) return command_run(program, command, argc - 2, argv + 2);
    Error error = {.bad_input = true};
    error_input(&error, "unknown command '%.60s' (%s --help lists them)", argv[1], program->name);
    return report_error(&error);
}

int program_main(const Program *program, int argc, char **argv) {
    if (!streams_open()) return EXIT_INTERNAL;
    signal(SIGPIPE, SIG_IGN); // a reader that goes away is a write error, not a death
    signal(SIGXFSZ, SIG_IGN); // so is a file that may not grow
    return output_finish(program_run(program, argc, argv));
}
