#include "cli/manual.h"

#include "cli/redis_hooks.h"

#include "mustplay/mustplay.h"
#include "play/player.h"

#include <ctype.h>

// Text with what roff would read as commands or escapes made plain.
static void roff_add(Text *out, const char *text) {
    if (*text == '.' || *text == '\'') text_add(out, "\\&");
    for (; *text; text++) {
        if (*text == '\\')
            text_add(out, "\\e");
        else if (*text == '-')
            text_add(out, "\\-");
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
static void meaning_write(Text *out, const OptionSpec *spec, const Catalog *catalog) {
    roff_add(out, spec->help);
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

static void option_write(void *context, const OptionSpec *spec) {
    Text *out = context;
    text_add(out, ".TP\n\\fB\\-\\-");
    roff_add(out, spec->name);
    text_add(out, "\\fR");
    if (spec->value) text_format(out, " \\fI%s\\fR", spec->value);
    text_add_char(out, '\n');
    meaning_write(out, spec, NULL);
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

static void command_write(Text *out, const Program *program, const Command *command) {
    Command whole = command_whole(command);
    text_format(out, ".SS %s %s ", program->name, whole.name);
    roff_add(out, whole.arguments);
    text_add_char(out, '\n');
    roff_add(out, whole.summary);
    text_add_char(out, '\n');
    details_write(out, command);
    const RedisRow *redis = redis_row(program, whole.name);
    if (redis) paragraph_write(out, redis->detail);
    const char *name, *help;
    for (int i = 0; whole.names && whole.names(program, i, &name, &help); i++) {
        text_format(out, ".TP\n\\fI%s\\fR\n", name);
        roff_add(out, help);
        text_add_char(out, '\n');
    }
    command_options(program, command, option_write, out);
}

void manual_player(const Catalog *catalog, Text *out, const char *name, const char *help,
                   const OptionSpec *options) {
    text_format(out, ".TP\n\\fB%s\\fR\n", name);
    roff_add(out, help);
    text_add_char(out, '\n');
    for (const OptionSpec *spec = options; spec && spec->name; spec++) {
        text_format(out, ".br\n\\fI%s\\fR: ", spec->name);
        meaning_write(out, spec, spec->type == OPTION_NAME ? catalog : NULL);
    }
}

static void players_write(const Catalog *catalog, Text *out) {
    text_add(out, ".SH PLAYERS\nA player is named as in \\fIname:key=value,key=value\\fR.\n");
    for (const PlayerType *const *type = catalog->players; *type; type++)
        manual_player(catalog, out, (*type)->name, (*type)->help, (*type)->options);
}

// The name in capitals, as the head of the page has it.
static void title_write(const Program *program, Text *out) {
    text_add(out, ".TH ");
    for (const char *p = program->name; *p; p++) text_add_char(out, (char)toupper((unsigned char)*p));
    text_format(out, " 1 \"\" \"mustplay %s\"\n.SH NAME\n", mp_version());
    roff_add(out, program->name);
    text_format(out, " \\- %s\n", program->purpose);
}

void manual_write(const Program *program, Text *out) {
    title_write(program, out);
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
    text_add(
        out,
        ".SH EXIT STATUS\n.TP\n0\ndone\n.TP\n1\ninternal failure\n.TP\n2\nbad input: a message says what and "
        "where\n.TP\n3\nnot decided within the limits given\n.TP\n4\na proof file that is well\\-formed but "
        "false\n");
}
