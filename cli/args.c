#include "cli/args.h"
#include "cli/names.h"
#include "cli/program.h"
#include "cli/redis_hooks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSITION_OPTIONS "size moves black white to-move sgf move-number hexworld hexboard"

// Calls back for the names of a list.
static void names_each(const Program *program, const Command *command, const char *names,
                       void (*each)(void *context, const OptionSpec *spec), void *context) {
    for (const char *p = names + strspn(names, " "); *p; p += strspn(p, " ")) {
        char name[64];
        int length = (int)strcspn(p, " ");
        snprintf(name, sizeof name, "%.*s", length, p);
        p += length;
        if (!strcmp(name, "@position")) {
            names_each(program, command, POSITION_OPTIONS, each, context);
            continue;
        }
        const OptionSpec *spec = program_option(program, command, name);
        assert(spec && "a command names an option that is in no table");
        each(context, spec);
    }
}

static void row_options(const Program *program, const Command *command, const Command *row,
                        void (*each)(void *context, const OptionSpec *spec), void *context) {
    if (row->extends) row_options(program, command, row->extends, each, context);
    for (const OptionSpec *spec = row->own; spec && spec->name; spec++) each(context, spec);
    if (row->options) names_each(program, command, row->options, each, context);
}

void command_options(const Program *program, const Command *command,
                     void (*each)(void *context, const OptionSpec *spec), void *context) {
    const RedisRow *redis = redis_row(program, command->name);
    row_options(program, command, command, each, context);
    if (redis) names_each(program, command, redis->options, each, context);
    each(context, program_option(program, command, "help"));
}

const char *command_option_help(const Command *command, const OptionSpec *spec) {
    for (; command; command = command->extends)
        for (const OptionHelp *help = command->helps; help && help->name; help++)
            if (!strcmp(help->name, spec->name)) return help->help;
    return spec->help;
}

Command command_whole(const Command *row) {
    Command whole = *row;
    for (const Command *base = row->extends; base; base = base->extends) {
        if (!whole.group) whole.group = base->group;
        if (!whole.summary) whole.summary = base->summary;
        if (!whole.arguments) whole.arguments = base->arguments;
        if (!whole.arguments_max) whole.arguments_max = base->arguments_max;
        if (!whole.run) whole.run = base->run;
        if (!whole.examples) whole.examples = base->examples;
        if (!whole.names) whole.names = base->names;
        if (!whole.names_only) whole.names_only = base->names_only;
    }
    return whole;
}

typedef struct Lookup {
    const char *name;
    size_t length;
    const OptionSpec *found;
} Lookup;

static void lookup_one(void *context, const OptionSpec *spec) {
    Lookup *lookup = context;
    if (strlen(spec->name) == lookup->length && !strncmp(spec->name, lookup->name, lookup->length))
        lookup->found = spec;
}

static bool word_add(Args *args, const char *word, Error *error) {
    if (args->words == args->whole.arguments_max || args->words == ARGS_WORDS_MAX)
        return error_input(error, "%s: unexpected argument '%.60s'", args->command->name, word);
    args->word[args->words++] = word;
    return true;
}

static bool repeated_add(Args *args, const OptionSpec *spec, const char *text, Error *error) {
    if (args->repeated == ARGS_REPEATED_MAX) return error_input(error, "--%s is given too often", spec->name);
    args->more[args->repeated++] = (RepeatedText){spec, text};
    return true;
}

static OptionValue *option_value(Args *args, const OptionSpec *spec) {
    for (int i = 0; i < args->options; i++)
        if (args->option[i] == spec) return &args->value[i];
    return NULL;
}

static void nearest_one(void *context, const OptionSpec *spec) {
    nearest_offer(context, spec->name);
}

// Says which option was meant, or which commands take it.
static bool option_unknown(Args *args, const char *word, Error *error) {
    Lookup lookup = {word + 2, strcspn(word + 2, "="), NULL};
    Nearest nearest = nearest_to(lookup.name, lookup.length);
    Text tail = {0};
    const Command *command;
    bool taken = false;
    text_format(&tail, " (see %s %s --help", args->program->name, args->command->name);
    for (int i = 0; (command = program_command(args->program, i)); i++) {
        lookup.found = NULL;
        command_options(args->program, command, lookup_one, &lookup);
        if (lookup.found) text_format(&tail, "%s%s", taken ? ", " : "; it goes with ", command->name);
        taken |= lookup.found != NULL;
    }
    text_add(&tail, ")");
    if (!taken) command_options(args->program, args->command, nearest_one, &nearest);
    names_unknown(args, "option", &nearest, "--", text_string(&tail), error);
    text_free(&tail);
    return false;
}

// Reads the option at argv[*i]; moves *i on when its value is the next word.
static bool option_read(Args *args, int count, char **argv, int *i, Error *error) {
    const char *name = argv[*i] + 2;
    Lookup lookup = {name, strcspn(name, "="), NULL};
    command_options(args->program, args->command, lookup_one, &lookup);
    const OptionSpec *spec = lookup.found;
    if (!spec) return option_unknown(args, argv[*i], error);
    OptionValue *value = option_value(args, spec);
    if (value->given && !spec->repeats) return error_input(error, "--%s is given twice", spec->name);
    const char *text = name[lookup.length] == '=' ? name + lookup.length + 1 : NULL;
    if (!text && spec->type == OPTION_FLAG) text = "on";
    if (!text && *i + 1 < count) text = argv[++*i];
    if (!text) return error_input(error, "--%s needs a value (%s)", spec->name, spec->value);
    if (value->given) return repeated_add(args, spec, text, error);
    if (!option_parse(spec, text, value, error)) return false;
    if (spec->words < 2) return true;
    if (*i + 1 == count || !strncmp(argv[*i + 1], "--", 2))
        return error_input(error, "--%s needs two values (%s)", spec->name, spec->value);
    value->second = argv[++*i];
    return true;
}

static void options_add(Args *args, const OptionSpec *table) {
    for (const OptionSpec *spec = table; spec && spec->name; spec++) {
        assert(args->options < ARGS_OPTIONS_MAX);
        args->option[args->options] = spec;
        args->value[args->options++] = option_fallback(spec);
    }
}

static void options_start(Args *args) {
    int tables = 0;
    for (const Command *row = args->command; row; row = row->extends) options_add(args, row->own);
    while (args->program->options[tables]) tables++;
    while (tables--) options_add(args, args->program->options[tables]);
}

bool args_parse(Args *args, const Program *program, const Command *command, int count, char **argv,
                Error *error) {
    *args = (Args){.program = program, .command = command, .whole = command_whole(command)};
    options_start(args);
    bool options_over = false;
    for (int i = 0; i < count; i++) {
        if (!options_over && !strcmp(argv[i], "--")) {
            options_over = true;
        } else if (!options_over && !strcmp(argv[i], "-h")) {
            option_value(args, program_option(program, command, "help"))->flag = true;
        } else if (!options_over && !strncmp(argv[i], "--", 2)) {
            if (!option_read(args, count, argv, &i, error)) return false;
        } else if (!options_over && argv[i][0] == '-' && argv[i][1]) {
            return error_input(error, "%s: unknown option '%.60s'", command->name, argv[i]);
        } else if (!word_add(args, argv[i], error)) {
            return false;
        }
    }
    return true;
}

// --- Ways

typedef struct Membership {
    const OptionSpec *wanted;
    bool found;
} Membership;

static void membership_one(void *context, const OptionSpec *spec) {
    Membership *membership = context;
    membership->found |= spec == membership->wanted;
}

static bool way_check(const Args *args, const CommandWay *way, Error *error) {
    for (int i = 0; way->options && i < args->options; i++) {
        Membership membership = {args->option[i], false};
        if (!args->value[i].given) continue;
        names_each(args->program, args->command, way->options, membership_one, &membership);
        if (!membership.found)
            return error_input(error, "%s: --%s is not for --%s%s%s", args->command->name,
                               args->option[i]->name, way->option, way->value ? " " : "",
                               way->value ? way->value : "");
    }
    return true;
}

const CommandWay *args_way(const Args *args, Error *error) {
    for (const Command *row = args->command; row; row = row->extends) {
        for (const CommandWay *way = row->ways; way && way->option; way++) {
            const OptionSpec *spec = program_option(args->program, args->command, way->option);
            if (spec->type == OPTION_FLAG ? !args_flag(args, way->option) : !args_given(args, way->option))
                continue;
            if (way->value && strcmp(args_text(args, way->option), way->value)) continue;
            return way_check(args, way, error) ? way : NULL;
        }
    }
    return NULL;
}

// --- What was given

const Program *args_program(const Args *args) {
    return args->program;
}
const Catalog *args_catalog(const Args *args) {
    return args->program->catalog;
}
const Command *args_command(const Args *args) {
    return args->command;
}

static const OptionValue *args_option(const Args *args, const char *name) {
    for (int i = 0; i < args->options; i++)
        if (!strcmp(args->option[i]->name, name)) return &args->value[i];
    assert(!"the name of an option");
    return NULL;
}

bool args_given(const Args *args, const char *name) {
    return args_option(args, name)->given;
}
bool args_flag(const Args *args, const char *name) {
    return args_option(args, name)->flag;
}
long args_int(const Args *args, const char *name) {
    return args_option(args, name)->integer;
}
double args_real(const Args *args, const char *name) {
    return args_option(args, name)->real;
}
const char *args_text(const Args *args, const char *name) {
    return args_option(args, name)->text;
}
const char *args_text_second(const Args *args, const char *name) {
    return args_option(args, name)->second;
}
const char *args_text_at(const Args *args, const char *name, int index) {
    if (index == 0) return args_text(args, name);
    for (int i = 0; i < args->repeated; i++)
        if (!strcmp(args->more[i].spec->name, name) && --index == 0) return args->more[i].text;
    return NULL;
}
int args_count(const Args *args) {
    return args->words;
}
const char *args_word(const Args *args, int index) {
    return index < args->words ? args->word[index] : NULL;
}

static void help_one(void *context, const OptionSpec *spec) {
    const Command *command = context;
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", spec->name, spec->value ? " " : "",
             spec->value ? spec->value : "");
    printf("  %-22s %s", left, command_option_help(command, spec));
    if (spec->choices) printf(" (%s)", spec->choices);
    if (spec->fallback) printf(" Default: %s.", spec->fallback);
    printf("\n");
}

static void details_print(const Command *row) {
    if (row->extends) details_print(row->extends);
    if (row->detail) printf("\n%s\n", row->detail);
}

void command_print_help(const Program *program, const Command *command) {
    Command whole = command_whole(command);
    printf("Usage: %s %s%s%s [options]\n\n%s\n", program->name, whole.name, *whole.arguments ? " " : "",
           whole.arguments, whole.summary);
    details_print(command);
    const RedisRow *redis = redis_row(program, whole.name);
    if (redis) printf("\n%s\n", redis->detail);
    const char *name, *help;
    for (int i = 0; whole.names && whole.names(program, i, &name, &help); i++)
        printf("%s  %-22s %s\n", i ? "" : "\nNames:\n", name, help);
    printf("\nOptions:\n");
    command_options(program, command, help_one, (void *)command);
    if (whole.examples) printf("\nExamples:\n");
    for (const char *const *line = whole.examples; line && *line; line += 2)
        printf("  %s\n      %s\n", line[0], line[1]);
}
