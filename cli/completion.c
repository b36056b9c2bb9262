#include "cli/completion.h"

#include <string.h>

// Where an option is written to, and how.
typedef struct Page {
    Text *out;
    const Program *program;
    const Command *command;
} Page;

typedef void Writer(const Page *page, const OptionSpec *spec);

typedef struct Call {
    const Page *page;
    Writer *write;
} Call;

static void call(void *context, const OptionSpec *spec) {
    const Call *given = context;
    given->write(given->page, spec);
}

static void options_each(const Page *page, Writer *write) {
    Call given = {page, write};
    command_options(page->program, page->command, call, &given);
}

// Text inside single quotes of a shell, with a backslash before the characters of `special`.
static void quoted_add(Text *out, const char *text, const char *special) {
    for (; *text; text++) {
        if (*text == '\'')
            text_add(out, "'\\''");
        else if (strchr(special, *text))
            text_format(out, "\\%c", *text);
        else
            text_add_char(out, *text);
    }
}

static void choices_add(Text *out, const char *choices) {
    for (; *choices; choices++) text_add_char(out, *choices == '|' ? ' ' : *choices);
}

static bool takes_file(const OptionSpec *spec) {
    return spec->value && (!strcmp(spec->value, "FILE") || !strcmp(spec->value, "PATH"));
}

static void names_write(const Program *program, Text *out) {
    const Command *command;
    for (int i = 0; (command = program_command(program, i)); i++) text_format(out, " %s", command->name);
}

// --- bash

static void bash_option(const Page *page, const OptionSpec *spec) {
    text_format(page->out, " --%s", spec->name);
}

static void bash_choices(const Page *page, const OptionSpec *spec) {
    if (!spec->choices) return;
    text_format(page->out, "    '%s --%s') words='", page->command->name, spec->name);
    choices_add(page->out, spec->choices);
    text_add(page->out, "' ;;\n");
}

static void bash_write(const Program *program, Text *out) {
    const Command *command;
    text_format(out, "# Completion of %s for bash, made from its tables.\n_%s() {\n", program->name,
                program->name);
    text_add(out, "    local word=${COMP_WORDS[COMP_CWORD]} words=''\n    COMPREPLY=()\n"
                  "    if [ \"$COMP_CWORD\" = 1 ]; then\n        words='help version");
    names_write(program, out);
    text_add(out, "'\n    else\n    case \"${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD - 1]}\" in\n");
    for (int i = 0; (command = program_command(program, i)); i++)
        options_each(&(Page){out, program, command}, bash_choices);
    text_add(out, "    *)\n    case ${COMP_WORDS[1]} in\n    help) words='");
    names_write(program, out);
    text_add(out, "' ;;\n");
    for (int i = 0; (command = program_command(program, i)); i++) {
        text_format(out, "    %s) words='", command->name);
        options_each(&(Page){out, program, command}, bash_option);
        text_add(out, "' ;;\n");
    }
    text_format(out,
                "    esac ;;\n    esac\n    fi\n    local IFS=$' \\t\\n'\n"
                "    # shellcheck disable=SC2207\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
                "complete -o default -F _%s %s\n",
                program->name, program->name);
}

// --- zsh

static void zsh_option(const Page *page, const OptionSpec *spec) {
    Text *out = page->out;
    text_format(out, " \\\n            '%s--%s[", spec->repeats ? "*" : "", spec->name);
    quoted_add(out, command_option_help(page->command, spec), "[]:\\");
    text_add_char(out, ']');
    if (spec->type != OPTION_FLAG) {
        text_add_char(out, ':');
        quoted_add(out, spec->value ? spec->value : spec->name, "[]:\\");
        text_add_char(out, ':');
        if (spec->choices) {
            text_add_char(out, '(');
            choices_add(out, spec->choices);
            text_add_char(out, ')');
        } else if (takes_file(spec)) {
            text_add(out, "_files");
        }
    }
    text_add_char(out, '\'');
}

static void zsh_write(const Program *program, Text *out) {
    const Command *command;
    text_format(out, "#compdef %s\n# Completion of %s for zsh, made from its tables.\n_%s() {\n",
                program->name, program->name, program->name);
    text_add(out, "    if (( CURRENT == 2 )); then\n        local -a commands=(\n");
    for (int i = 0; (command = program_command(program, i)); i++) {
        text_format(out, "            '%s:", command->name);
        quoted_add(out, command_whole(command).summary, ":\\");
        text_add(out, "'\n");
    }
    text_add(out, "        )\n        _describe command commands\n        return\n    fi\n"
                  "    local name=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $name in\n");
    for (int i = 0; (command = program_command(program, i)); i++) {
        text_format(out, "        %s) _arguments", command->name);
        options_each(&(Page){out, program, command}, zsh_option);
        text_add(out, " \\\n            '*:file:_files' ;;\n");
    }
    text_format(out, "    esac\n}\n_%s \"$@\"\n", program->name);
}

// --- fish

static void fish_option(const Page *page, const OptionSpec *spec) {
    Text *out = page->out;
    text_format(out, "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s", page->program->name,
                page->command->name, spec->name);
    if (spec->type != OPTION_FLAG) text_add(out, takes_file(spec) ? " -rF" : " -x");
    if (spec->choices) {
        text_add(out, " -a '");
        choices_add(out, spec->choices);
        text_add_char(out, '\'');
    }
    text_add(out, " -d '");
    quoted_add(out, command_option_help(page->command, spec), "\\");
    text_add(out, "'\n");
}

static void fish_write(const Program *program, Text *out) {
    const Command *command;
    text_format(out, "# Completion of %s for fish, made from its tables.\n", program->name);
    for (int i = 0; (command = program_command(program, i)); i++) {
        text_format(out, "complete -c %s -f -n __fish_use_subcommand -a %s -d '", program->name,
                    command->name);
        quoted_add(out, command_whole(command).summary, "\\");
        text_add(out, "'\n");
    }
    for (int i = 0; (command = program_command(program, i)); i++)
        options_each(&(Page){out, program, command}, fish_option);
}

bool completion_write(const Program *program, const char *shell, Text *out) {
    static const struct {
        const char *name;
        void (*write)(const Program *program, Text *out);
    } SHELLS[] = {{"bash", bash_write}, {"zsh", zsh_write}, {"fish", fish_write}};
    for (size_t i = 0; i < sizeof SHELLS / sizeof *SHELLS; i++) {
        if (strcmp(SHELLS[i].name, shell)) continue;
        SHELLS[i].write(program, out);
        return true;
    }
    return false;
}
