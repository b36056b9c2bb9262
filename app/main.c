// mustplay: finds the subcommand, reads its options, runs it.
#include "lab/catalog.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/output.h"
#include "mustplay/mustplay.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// clang-format off
const Command *const COMMANDS[] = {
    &COMMAND_SERVE,
    &COMMAND_PLAY,
    &COMMAND_MOVE,
    &COMMAND_SOLVE,
    &COMMAND_VERIFY,
    &COMMAND_TEMPLATE,
    &COMMAND_PUZZLE,
    &COMMAND_EXPLAIN,
    &COMMAND_DRAW,
    &COMMAND_SHANNON,
    &COMMAND_HTP,
    &COMMAND_MATCH,
    &COMMAND_WORK,
    &COMMAND_CLUSTER,
    &COMMAND_LEARN,
    &COMMAND_REPRODUCE,
    &COMMAND_BENCH,
    &COMMAND_ANALYZE,
    &COMMAND_ANALYSIS,
    &COMMAND_OPENINGS,
    &COMMAND_REVIEW,
    &COMMAND_SELFPLAY,
    &COMMAND_NET,
    &COMMAND_REDUCE,
    NULL,
};
// clang-format on

static const Command *command_find(const char *name) {
    for (const Command *const *c = COMMANDS; *c; c++) {
        if (!strcmp((*c)->name, name)) return *c;
    }
    return NULL;
}

static void print_usage(FILE *out) {
    fprintf(out,
            "mustplay %s plays, solves and explains the game of Hex.\n\nUsage: mustplay COMMAND "
            "[options]\n\nCommands:\n",
            mp_version());
    for (const Command *const *c = COMMANDS; *c; c++) fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
    fprintf(out, "\nmustplay COMMAND --help says more.\n");
}

// Streams that the caller closed are opened, so that no file of ours takes their numbers: input is empty, and
// output is an error.
static bool streams_open(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != stream) return false;
    }
    return true;
}

static int program_run(int argc, char **argv) {
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_BAD_INPUT;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_usage(stdout);
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("mustplay %s\n", mp_version());
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--man")) { // the build makes the manual page with it
        Text page = {0};
        manual_write(&LAB_CATALOG, &page);
        fputs(text_string(&page), stdout);
        text_free(&page);
        return EXIT_DONE;
    }
    Error error = {.bad_input = true};
    const Command *command = command_find(argv[1]);
    if (!command) {
        error_input(&error, "unknown command '%.60s' (mustplay --help lists them)", argv[1]);
        return report_error(&error);
    }
    Args args;
    if (!args_parse(&args, command, argc - 2, argv + 2, &error)) return report_error(&error);
    if (args_flag(&args, "help")) {
        command_print_help(command);
        return EXIT_DONE;
    }
    if (!args_game_y(&args)) return command->run(&args);
    return args_check_y(&args, &error) ? command->run_y(&args) : report_error(&error);
}

int main(int argc, char **argv) {
    if (!streams_open()) return EXIT_INTERNAL;
    signal(SIGPIPE, SIG_IGN); // a reader that goes away is a write error, not a death
    signal(SIGXFSZ, SIG_IGN); // so is a file that may not grow
    return output_finish(program_run(argc, argv));
}
