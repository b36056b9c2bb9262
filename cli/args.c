#include "cli/args.h"

#include "lab/catalog.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSITION_OPTIONS "size moves black white to-move sgf move-number hexworld hexboard"

void command_options(const Command *command, void (*each)(void *context, const OptionSpec *spec),
                     void *context) {
    char list[1024];
    snprintf(list, sizeof list, "%s", command->options);
    char *expanded = strstr(list, "@position"), *rest = NULL;
    if (expanded) {
        char tail[512];
        snprintf(tail, sizeof tail, "%s", expanded + strlen("@position"));
        *expanded = '\0';
        snprintf(list + strlen(list), sizeof list - strlen(list), POSITION_OPTIONS "%s", tail);
    }
    snprintf(list + strlen(list), sizeof list - strlen(list), " help");
    for (char *name = strtok_r(list, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        const OptionSpec *spec = option_find(name);
        assert(spec && "a command names an option that is not in the table");
        each(context, spec);
    }
}

const Catalog *args_catalog(const Args *args) {
    (void)args;
    return &LAB_CATALOG; // until the lab is a program of its own
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
    if (args->words == args->command->arguments_max || args->words == ARGS_WORDS_MAX)
        return error_input(error, "%s: unexpected argument '%.60s'", args->command->name, word);
    args->word[args->words++] = word;
    return true;
}

static bool repeated_add(Args *args, const OptionSpec *spec, const char *text, Error *error) {
    if (args->repeated == ARGS_REPEATED_MAX) return error_input(error, "--%s is given too often", spec->name);
    args->more[args->repeated++] = (RepeatedText){spec, text};
    return true;
}

// Reads the option at argv[*i]; moves *i on when its value is the next word.
static bool option_read(Args *args, int count, char **argv, int *i, Error *error) {
    const char *name = argv[*i] + 2;
    Lookup lookup = {name, strcspn(name, "="), NULL};
    command_options(args->command, lookup_one, &lookup);
    const OptionSpec *spec = lookup.found;
    if (!spec && lookup.length == strlen("game") && !strncmp(name, "game", lookup.length))
        return error_input(
            error, "%s knows only Hex: --game goes with move, play, solve, draw, match, htp and reduce",
            args->command->name);
    if (!spec)
        return error_input(error, "%s: unknown option '%.60s' (see mustplay %s --help)", args->command->name,
                           argv[*i], args->command->name);
    OptionValue *value = &args->value[spec - OPTIONS];
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

bool args_parse(Args *args, const Command *command, int count, char **argv, Error *error) {
    *args = (Args){.command = command};
    for (const OptionSpec *spec = OPTIONS; spec->name; spec++) {
        assert(spec - OPTIONS < ARGS_OPTIONS_MAX);
        args->value[spec - OPTIONS] = option_fallback(spec);
    }
    bool options_over = false;
    for (int i = 0; i < count; i++) {
        if (!options_over && !strcmp(argv[i], "--")) {
            options_over = true;
        } else if (!options_over && !strcmp(argv[i], "-h")) {
            args->value[option_find("help") - OPTIONS].flag = true;
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

// Whether a list of names holds one.
static bool list_has(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += length) {
        if ((p == list || p[-1] == ' ') && (!p[length] || p[length] == ' ')) return true;
    }
    return false;
}

bool args_game_y(const Args *args) {
    return args->command->run_y && args_given(args, "game") && !strcmp(args_text(args, "game"), "y");
}

bool args_check_y(const Args *args, Error *error) {
    for (const OptionSpec *spec = OPTIONS; spec->name; spec++) {
        if (args->value[spec - OPTIONS].given && !list_has(args->command->y_options, spec->name))
            return error_input(error, "%s: --%s is not for --game y", args->command->name, spec->name);
    }
    return true;
}

static const OptionValue *args_option(const Args *args, const char *name) {
    const OptionSpec *spec = option_find(name);
    assert(spec);
    return &args->value[spec - OPTIONS];
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
    const OptionSpec *spec = option_find(name);
    if (index == 0) return args_text(args, name);
    for (int i = 0; i < args->repeated; i++)
        if (args->more[i].spec == spec && --index == 0) return args->more[i].text;
    return NULL;
}
int args_count(const Args *args) {
    return args->words;
}
const char *args_word(const Args *args, int index) {
    return index < args->words ? args->word[index] : NULL;
}

static void help_one(void *context, const OptionSpec *spec) {
    (void)context;
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", spec->name, spec->value ? " " : "",
             spec->value ? spec->value : "");
    printf("  %-22s %s", left, spec->help);
    if (spec->choices) printf(" (%s)", spec->choices);
    if (spec->fallback) printf(" Default: %s.", spec->fallback);
    printf("\n");
}

void command_print_help(const Command *command) {
    printf("Usage: mustplay %s%s%s [options]\n\n%s\n", command->name, *command->arguments ? " " : "",
           command->arguments, command->summary);
    if (command->detail) printf("\n%s\n", command->detail);
    const char *name, *help;
    for (int i = 0; command->names && command->names(i, &name, &help); i++)
        printf("%s  %-22s %s\n", i ? "" : "\nNames:\n", name, help);
    printf("\nOptions:\n");
    command_options(command, help_one, NULL);
}
