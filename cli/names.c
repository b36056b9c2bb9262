#include "cli/names.h"

#include "cli/program.h"

#include <stdio.h>
#include <string.h>

void nearest_write(const Nearest *nearest, const char *prefix, Text *out) {
    if (nearest->name) text_format(out, "; did you mean %s%s?", prefix, nearest->name);
}

bool names_unknown(Args *args, const char *kind, const Nearest *nearest, const char *prefix, const char *tail,
                   Error *error) {
    Text text = {0};
    int shown = nearest->length > 40 ? 40 : (int)nearest->length;
    snprintf(args->unknown, sizeof args->unknown, "unknown %s '%s%.*s'", kind, prefix, shown,
             nearest->wanted);
    text_format(&text, "%s: %s%s", args->command->name, args->unknown, tail);
    nearest_write(nearest, prefix, &text);
    error_input(error, "%s", text_string(&text));
    text_free(&text);
    return false;
}

static bool evaluation_check(Args *args, const OptionSpec *spec, const char *name, size_t length,
                             Error *error) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    const EvaluationType *const *known = args_catalog(args)->evaluations;
    if (evaluation_find(known, text) || (spec->choices && option_choice_known(spec->choices, text)))
        return true;
    Text tail = {0};
    Nearest nearest = nearest_to(name, length);
    for (const EvaluationType *const *e = known; *e; e++) nearest_offer(&nearest, (*e)->name);
    text_add(&tail, ": expected one of ");
    if (spec->choices) text_format(&tail, "%s|", spec->choices);
    evaluation_names(known, "|", &tail);
    names_unknown(args, spec->name, &nearest, "", text_string(&tail), error);
    text_free(&tail);
    return false;
}

// "key=value" of a player's options; values are read when the player is made.
static bool player_option_check(Args *args, const PlayerType *type, const char *word, size_t length,
                                Error *error) {
    size_t key = strcspn(word, "=,");
    Nearest nearest = nearest_to(word, key);
    for (const OptionSpec *spec = type->options; spec && spec->name; spec++) {
        nearest_offer(&nearest, spec->name);
        if (strlen(spec->name) != key || strncmp(spec->name, word, key)) continue;
        bool named = spec->type == OPTION_NAME && key < length;
        return !named || evaluation_check(args, spec, word + key + 1, length - key - 1, error);
    }
    char kind[64];
    snprintf(kind, sizeof kind, "option of the player %.30s", type->name);
    return names_unknown(args, kind, &nearest, "", "", error);
}

static bool player_check(Args *args, const char *spec, Error *error) {
    const PlayerType *const *players = args_catalog(args)->players;
    size_t length = strcspn(spec, ":");
    const PlayerType *type = player_type_find(players, spec, length);
    if (!type) {
        Text tail = {0};
        Nearest nearest = nearest_to(spec, length);
        for (const PlayerType *const *p = players; *p; p++) {
            nearest_offer(&nearest, (*p)->name);
            text_format(&tail, "%s%s", p == players ? ": the players are " : ", ", (*p)->name);
        }
        names_unknown(args, "player", &nearest, "", text_string(&tail), error);
        text_free(&tail);
        return false;
    }
    if (type->takes_text || !spec[length]) return true;
    for (const char *word = spec + length + 1; *word; word += *word == ',') {
        size_t size = strcspn(word, ",");
        if (size && !player_option_check(args, type, word, size, error)) return false;
        word += size;
    }
    return true;
}

static bool method_check(Args *args, const char *name, Error *error) {
    const SolveMethod *const *methods = args_catalog(args)->methods;
    Nearest nearest = nearest_to(name, strlen(name));
    Text tail = {0};
    bool known = false;
    text_add(&tail, ": expected one of");
    for (const SolveMethod *const *m = methods; *m; m++) {
        known |= !strcmp((*m)->name, name);
        nearest_offer(&nearest, (*m)->name);
        text_format(&tail, " %s", (*m)->name);
    }
    if (!known) names_unknown(args, "method", &nearest, "", text_string(&tail), error);
    text_free(&tail);
    return known;
}

// The first word, where it has to be one of the names that the command lists.
static bool word_check(Args *args, Error *error) {
    const char *word = args_word(args, 0), *name, *help;
    if (!word || !args->whole.names || !args->whole.names_only) return true;
    Nearest nearest = nearest_to(word, strlen(word));
    for (int i = 0; args->whole.names(args->program, i, &name, &help); i++) {
        if (!strcmp(name, word)) return true;
        nearest_offer(&nearest, name);
    }
    char tail[100];
    snprintf(tail, sizeof tail, " (%s %s --help lists them)", args->program->name, args->command->name);
    return names_unknown(args, "name", &nearest, "", tail, error);
}

bool args_check_names(Args *args, Error *error) {
    for (int i = 0; i < args->options; i++) {
        const OptionSpec *spec = args->option[i];
        const OptionValue *value = &args->value[i];
        if (!value->given) continue;
        if (spec->names == OPTION_NAMES_METHOD && !method_check(args, value->text, error)) return false;
        if (spec->names != OPTION_NAMES_PLAYER) continue;
        if (!player_check(args, value->text, error)) return false;
        if (value->second && !player_check(args, value->second, error)) return false;
    }
    return word_check(args, error);
}
