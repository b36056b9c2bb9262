#include "cli/manual.h"

#include "cli/redis_hooks.h"

#include "mustplay/mustplay.h"
#include "play/player.h"

#include <ctype.h>
#include <string.h>

// Text with what roff would read as commands or escapes made plain. An empty line begins a paragraph.
static void roff_add(Text *out, const char *text) {
    if (*text == '.' || *text == '\'') text_add(out, "\\&");
    for (; *text; text++) {
        if (*text == '\\')
            text_add(out, "\\e");
        else if (*text == '-')
            text_add(out, "\\-");
        else if (text[0] == '\n' && text[1] == '\n')
            text_add(out, "\n.PP");
        else
            text_add_char(out, *text);
    }
}

// "a, b, c" for "a|b|c": a line can be broken between them.
static void choices_write(Text *out, const char *choices) {
    for (; *choices; choices++) {
        char one[] = {*choices, '\0'};
        if (*choices == '|')
            text_add(out, ", ");
        else
            roff_add(out, one);
    }
}

// What an option means and which values it takes; besides its choices the evaluations of a catalogue, unless it is NULL.
static void meaning_write(Text *out, const OptionSpec *spec, const char *help, const Catalog *catalog) {
    roff_add(out, help);
    Text choices = {0};
    if (spec->choices) text_format(&choices, "%s%s", spec->choices, catalog ? "|" : "");
    if (catalog) evaluation_names(catalog->evaluations, "|", &choices);
    if (choices.length) {
        text_add(out, " One of ");
        choices_write(out, text_string(&choices));
        text_add_char(out, '.');
    }
    text_free(&choices);
    if (spec->fallback) {
        text_add(out, " Default: ");
        roff_add(out, spec->fallback);
        text_add_char(out, '.');
    }
    text_add_char(out, '\n');
}

// A section of names, each with what it is.
static void rows_write(Text *out, const char *title, const char *const rows[][2], size_t count) {
    text_format(out, ".SH %s\n", title);
    for (size_t i = 0; i < count; i++) {
        text_add(out, ".TP\n\\fB");
        roff_add(out, rows[i][0]);
        text_add(out, "\\fR\n");
        roff_add(out, rows[i][1]);
        text_add_char(out, '\n');
    }
}

typedef struct OptionsPage {
    Text *out;
    const Command *command;
} OptionsPage;

static void option_write(void *context, const OptionSpec *spec) {
    const OptionsPage *page = context;
    Text *out = page->out;
    text_add(out, ".TP\n\\fB\\-\\-");
    roff_add(out, spec->name);
    text_add(out, "\\fR");
    if (spec->value) text_format(out, " \\fI%s\\fR", spec->value);
    text_add_char(out, '\n');
    meaning_write(out, spec, command_option_help(page->command, spec), NULL);
}

static void options_write(Text *out, const Program *program, const Command *command) {
    OptionsPage page = {out, command};
    command_options(program, command, option_write, &page);
}

static void paragraph_write(Text *out, const char *text) {
    text_add(out, ".PP\n");
    roff_add(out, text);
    text_add_char(out, '\n');
}

static void details_write(Text *out, const Command *row) {
    if (row->extends) details_write(out, row->extends);
    if (row->detail) paragraph_write(out, row->detail);
}

// The paragraphs about a command, and the names that its argument may be.
static void explanation_write(Text *out, const Program *program, const Command *command,
                              const Command *whole) {
    details_write(out, command);
    const RedisRow *redis = redis_row(program, whole->name);
    if (redis) paragraph_write(out, redis->detail);
    const char *name, *help;
    for (int i = 0; whole->names && whole->names(program, i, &name, &help); i++) {
        text_format(out, ".TP\n\\fI%s\\fR\n", name);
        roff_add(out, help);
        text_add_char(out, '\n');
    }
}

static void command_write(Text *out, const Program *program, const Command *command) {
    Command whole = command_whole(command);
    text_format(out, ".SS %s %s ", program->name, whole.name);
    roff_add(out, whole.arguments);
    text_add_char(out, '\n');
    roff_add(out, whole.summary);
    text_add_char(out, '\n');
    explanation_write(out, program, command, &whole);
    options_write(out, program, command);
}

void manual_player(const Catalog *catalog, Text *out, const char *name, const char *help,
                   const OptionSpec *options) {
    text_format(out, ".TP\n\\fB%s\\fR\n", name);
    roff_add(out, help);
    text_add_char(out, '\n');
    for (const OptionSpec *spec = options; spec && spec->name; spec++) {
        text_format(out, ".br\n\\fI%s\\fR: ", spec->name);
        meaning_write(out, spec, spec->help, spec->type == OPTION_NAME ? catalog : NULL);
    }
}

static void players_write(const Catalog *catalog, Text *out) {
    text_add(out, ".SH PLAYERS\nA player is named as in \\fIname:key=value,key=value\\fR.\n");
    for (const PlayerType *const *type = catalog->players; *type; type++)
        manual_player(catalog, out, (*type)->name, (*type)->help, (*type)->options);
}

// The head of a page and what it is about in one line, without the period at its end.
static void title_write(Text *out, const char *name, const char *purpose) {
    text_add(out, ".TH ");
    for (const char *p = name; *p; p++) text_add_char(out, (char)toupper((unsigned char)*p));
    text_format(out, " 1 \"\" \"mustplay %s\"\n.SH NAME\n", mp_version());
    roff_add(out, name);
    text_add(out, " \\- ");
    size_t length = strlen(purpose);
    text_format(out, "%.*s\n", (int)(length - (purpose[length - 1] == '.')), purpose);
}

// What a page says at its end, whatever it is about.
static void ends_write(const Program *program, Text *out) {
    static const char *const FILES[][2] = {
        {MUSTPLAY_DATA_PATH "/nets/default.safetensors", "the network of the players and of analysis"},
        {MUSTPLAY_DATA_PATH "/nets/solver/solver.safetensors", "the solver's own"},
        {MUSTPLAY_DATA_PATH "/puzzles", "sets of puzzles"},
        {MUSTPLAY_DOC_PATH, "the documents that this page names as docs/NAME.md"}};
    static const char *const ENVIRONMENT[][2] = {
        {"MUSTPLAY_CPU",
         "the instructions to use, x86-64, avx2 or avx512, in place of the best that the machine has"},
        {"MUSTPLAY_DATA", "the folder in which nets/ is looked for, in place of those above"},
        {"MUSTPLAY_NET", "the network's file, where no option names one"},
        {"MUSTPLAY_SOLVER_NET", "the file of the solver's network"}};
    static const char *const CODES[][2] = {{"0", "done"},
                                           {"1", "internal failure"},
                                           {"2", "bad input: a message says what and where"},
                                           {"3", "not decided within the limits given"},
                                           {"4", "a proof file that is well-formed but false"}};
    rows_write(out, "FILES", FILES, sizeof FILES / sizeof *FILES);
    rows_write(out, "ENVIRONMENT", ENVIRONMENT, sizeof ENVIRONMENT / sizeof *ENVIRONMENT);
    if (program->redis)
        text_add(out,
                 ".TP\n\\fBMUSTPLAY_REDIS_PASSWORD\\fR\nthe password of Redis, without --password\\-file\n");
    rows_write(out, "EXIT STATUS", CODES, sizeof CODES / sizeof *CODES);
}

static void examples_write(Text *out, const Command *whole) {
    for (const char *const *line = whole->examples; line && *line; line += 2) {
        text_add(out, ".TP\n\\fB");
        roff_add(out, line[0]);
        text_add(out, "\\fR\n");
        roff_add(out, line[1]);
        text_add_char(out, '\n');
    }
}

static void others_write(Text *out, const Program *program, const char *except) {
    const Command *command;
    text_add(out, ".SH SEE ALSO\n");
    if (except) text_format(out, "\\fB%s\\fR(1),\n", program->name);
    for (int i = 0; (command = program_command(program, i)); i++) {
        if (except && !strcmp(command->name, except)) continue;
        text_format(out, "\\fB%s\\-%s\\fR(1),\n", program->name, command->name);
    }
    text_add(out, "\\fBmustplay\\-verify\\fR(1)\n");
}

void manual_command_write(const Program *program, const Command *command, Text *out) {
    Command whole = command_whole(command);
    Text name = {0};
    text_format(&name, "%s-%s", program->name, whole.name);
    title_write(out, text_string(&name), whole.summary);
    text_free(&name);
    text_format(out, ".SH SYNOPSIS\n\\fB%s %s\\fR ", program->name, whole.name);
    roff_add(out, whole.arguments);
    text_format(out, "%s[\\fIoptions\\fR]\n.SH DESCRIPTION\n", *whole.arguments ? " " : "");
    roff_add(out, whole.summary);
    text_add_char(out, '\n');
    explanation_write(out, program, command, &whole);
    text_add(out, ".SH OPTIONS\n");
    options_write(out, program, command);
    if (whole.examples) text_add(out, ".SH EXAMPLES\n");
    examples_write(out, &whole);
    ends_write(program, out);
    others_write(out, program, whole.name);
}

void manual_write(const Program *program, Text *out) {
    title_write(out, program->name, program->purpose);
    text_format(
        out,
        ".SH SYNOPSIS\n\\fB%s\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n"
        "Boards have W columns and H rows, 1 to 19 each. Cells are a1 (top left) on: letter = column, "
        "number = "
        "row. Black joins top and bottom and moves first; White joins left and right.\n.SH COMMANDS\n",
        program->name);
    const Command *command;
    for (int i = 0; (command = program_command(program, i)); i++) command_write(out, program, command);
    players_write(program->catalog, out);
    if (program->manual) program->manual(program, out);
    ends_write(program, out);
    others_write(out, program, NULL);
}
