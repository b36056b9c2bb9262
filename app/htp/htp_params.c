// Parameters: the engine's own, from a table, and those of the player, from its table. HexGui shows and sets
// them with the lines of param_mustplay.
#include "app/htp/htp_engine.h"
#include "mustplay/sys/player.h"

#include <stdlib.h>
#include <string.h>

static const OptionSpec HTP_PARAMETERS[PARAM_COUNT] = {
    [PARAM_TIME] = {"time", OPTION_REAL, "0", 0, 1e7, NULL, "S",
                    "Seconds per move; 0: as the player's options and the clock say."},
    [PARAM_PLAYOUTS] = {"playouts", OPTION_INT, "0", 0, 1e15, NULL, "N",
                        "Play-outs or nodes per move; 0: as the player's options say."},
    [PARAM_THREADS] = {"threads", OPTION_INT, "0", 0, 256, NULL, "T",
                       "Threads of the player and the solver; 0: as their options say."},
    [PARAM_SWAP] = {"swap", OPTION_FLAG, "0", 0, 0, NULL, NULL, "genmove may answer swap-pieces."},
    [PARAM_RESIGN] = {"resign", OPTION_FLAG, "0", 0, 0, NULL, NULL, "genmove may answer resign."},
    [PARAM_LIVE_GFX] = {"live_gfx", OPTION_FLAG, "0", 0, 0, NULL, NULL,
                        "Write graphics for HexGui while a command runs."},
    [PARAM_SOLVER] = {"solver", OPTION_TEXT, NULL, 0, 0, NULL, "METHOD", "The method of solve-state."},
    [PARAM_SOLVER_TIME] = {"solver_time", OPTION_REAL, "0", 0, 1e7, NULL, "S",
                           "Seconds for solve-state and solve-winning; 0: no limit."},
    [PARAM_SOLVER_MEMORY] = {"solver_memory", OPTION_INT, "1024", 0, 1e6, NULL, "MB",
                             "Megabytes for the solver; 0: no limit."},
    [PARAM_SOLVER_NET] =
        {"solver_net", OPTION_FLAG, "1", 0, 0, NULL, NULL,
         "The solver may be guided by a net; set to 1 by hand, methods that have none of their own "
         "take the default one."},
};

void htp_parameters_init(Htp *htp) {
    for (int i = 0; i < PARAM_COUNT; i++) htp->parameter[i] = option_fallback(&HTP_PARAMETERS[i]);
    if (htp->setup.engine)
        htp->parameter[PARAM_SOLVER].text = mp_engine_list(htp->setup.engine, MP_METHODS, 0, NULL);
}

// --- Listing

void htp_parameters_help(Text *out) {
    text_add(out, "player: The player, with options as in NAME:key=value,key=value.\n");
    for (int i = 0; i < PARAM_COUNT; i++)
        text_format(out, "%s: %s\n", HTP_PARAMETERS[i].name, HTP_PARAMETERS[i].help);
}

static void value_write(const OptionSpec *spec, const OptionValue *value, Text *out) {
    if (spec->type == OPTION_FLAG)
        text_format(out, "%d", value->flag);
    else if (spec->type == OPTION_INT && (value->given || value->text))
        text_format(out, "%ld", value->integer);
    else if (spec->type == OPTION_REAL && (value->given || value->text))
        text_format(out, "%.10g", value->real);
    else
        text_add(out, value->text ? value->text : "");
}

static void choices_write(const char *choices, Text *out) {
    text_add(out, "[list/");
    for (; *choices; choices++) text_add_char(out, *choices == '|' ? '/' : *choices);
    text_add(out, "] ");
}

// The names of an engine's list behind `others`, which may be NULL.
static void names_write(const mp_engine *engine, mp_kind kind, const char *others, Text *out) {
    Text choices = {0};
    const char *name;
    if (others) text_add(&choices, others);
    for (int i = 0; (name = mp_engine_list(engine, kind, i, NULL)); i++)
        text_format(&choices, "%s%s", choices.length ? "|" : "", name);
    choices_write(text_string(&choices), out);
    text_free(&choices);
}

static void type_write(const mp_engine *engine, const OptionSpec *spec, Text *out) {
    if (spec->type == OPTION_FLAG)
        text_add(out, "[bool] ");
    else if (spec->type == OPTION_CHOICE)
        choices_write(spec->choices, out);
    else if (spec == &HTP_PARAMETERS[PARAM_SOLVER])
        names_write(engine, MP_METHODS, NULL, out);
    else if (spec->type == OPTION_NAME)
        names_write(engine, MP_EVALUATIONS, spec->choices, out);
    else
        text_add(out, "[string] ");
}

// An option of the player with its value.
typedef struct PlayerOption {
    OptionSpec spec;
    OptionValue value;
} PlayerOption;

// By index; false beyond the last.
static bool option_at(const Htp *htp, int index, PlayerOption *out) {
    static const OptionType TYPES[] = {
        [MP_FLAG] = OPTION_FLAG,     [MP_INTEGER] = OPTION_INT, [MP_REAL] = OPTION_REAL,
        [MP_CHOICE] = OPTION_CHOICE, [MP_TEXT] = OPTION_TEXT,   [MP_EVALUATION] = OPTION_NAME};
    mp_option option = MP_INIT(mp_option);
    if (!mp_player_option(htp->player, index, &option)) return false;
    *out = (PlayerOption){.spec = {.name = option.name,
                                   .type = TYPES[option.type],
                                   .choices = option.choices,
                                   .low = option.low,
                                   .high = option.high}};
    if (option.value) option_parse(&out->spec, option.value, &out->value, NULL);
    out->value.given = option.given;
    return true;
}

// By name; false when the player has none of that name.
static bool option_named(const Htp *htp, const char *name, PlayerOption *out) {
    for (int i = 0; option_at(htp, i, out); i++) {
        if (!strcmp(out->spec.name, name)) return true;
    }
    return false;
}

static bool parameters_list(const Htp *htp, Text *out) {
    PlayerOption option;
    text_format(out, "[string] player %s\n", mp_player_specification(htp->player));
    for (int i = 0; i < PARAM_COUNT; i++) {
        type_write(htp->setup.engine, &HTP_PARAMETERS[i], out);
        text_format(out, "%s ", HTP_PARAMETERS[i].name);
        value_write(&HTP_PARAMETERS[i], &htp->parameter[i], out);
        text_add_char(out, '\n');
    }
    for (int i = 0; option_at(htp, i, &option); i++) {
        type_write(htp->setup.engine, &option.spec, out);
        text_format(out, "%s.%s ", mp_player_name(htp->player), option.spec.name);
        value_write(&option.spec, &option.value, out);
        text_add_char(out, '\n');
    }
    return true;
}

// --- Setting

bool htp_player_set(Htp *htp, const char *spec, Error *error) {
    if (htp->setup.sandboxed && !strncmp(spec, "htp:", 4))
        return error_input(error, "external players are off in this session");
    mp_player *player = htp_player_new(htp, spec, error);
    if (!player) return false;
    mp_player_free(htp->player);
    htp->player = player;
    return true;
}

static bool option_has(const PlayerOption *option, const char *value) {
    Text now = {0};
    value_write(&option->spec, &option->value, &now);
    bool same = !now.failed && !strcmp(text_string(&now), value);
    text_free(&now);
    return same;
}

bool htp_player_option_set(Htp *htp, const char *name, const char *value, Error *error) {
    PlayerOption option;
    if (!option_named(htp, name, &option))
        return error_input(error, "the player has no option '%.40s'", name);
    if (strchr(value, ',')) return error_input(error, "a value holds no commas");
    if (option_has(&option, value)) return true;
    Text text = {0};
    text_add(&text, mp_player_name(htp->player));
    char separator = ':';
    for (int i = 0; option_at(htp, i, &option); i++) {
        bool changed = !strcmp(option.spec.name, name);
        if (!changed && !option.value.given) continue;
        text_format(&text, "%c%s=%s", separator, option.spec.name, changed ? value : option.value.text);
        separator = ',';
    }
    bool good = text.failed ? error_memory(error) : htp_player_set(htp, text.data, error);
    text_free(&text);
    return good;
}

static bool solver_set(Htp *htp, const char *value, Error *error) {
    const char *name;
    for (int i = 0; (name = mp_engine_list(htp->setup.engine, MP_METHODS, i, NULL)); i++) {
        if (strcmp(name, value)) continue;
        htp->parameter[PARAM_SOLVER].text = name;
        return true;
    }
    return error_input(error, "'%.40s': no such method of solving", value);
}

static bool parameter_set(Htp *htp, HtpParameter index, const char *value, Error *error) {
    if (index == PARAM_SOLVER) return solver_set(htp, value, error);
    OptionValue parsed;
    Error inner;
    if (!option_parse(&HTP_PARAMETERS[index], value, &parsed, &inner))
        return error_input(error, "%s", inner.text + strspn(inner.text, "-")); // it speaks of "--name"
    parsed.text = NULL;
    htp->parameter[index] = parsed;
    return true;
}

// One parameter by name: shows it if `value` is NULL, else sets it.
static bool parameter_handle(Htp *htp, const char *name, const char *value, Text *out, Error *error) {
    if (!strcmp(name, "player")) {
        if (value) return htp_player_set(htp, value, error);
        text_add(out, mp_player_specification(htp->player));
        return true;
    }
    for (int i = 0; i < PARAM_COUNT; i++) {
        if (strcmp(name, HTP_PARAMETERS[i].name)) continue;
        if (value) return parameter_set(htp, (HtpParameter)i, value, error);
        value_write(&HTP_PARAMETERS[i], &htp->parameter[i], out);
        return true;
    }
    PlayerOption option;
    const char *player = mp_player_name(htp->player);
    size_t length = strlen(player);
    bool known = !strncmp(name, player, length) && name[length] == '.' &&
                 option_named(htp, name + length + 1, &option);
    if (!known) return error_input(error, "unknown parameter '%.40s'", name);
    if (value) return htp_player_option_set(htp, option.spec.name, value, error);
    value_write(&option.spec, &option.value, out);
    return true;
}

// Cuts "NAME VALUE" in two; the value may hold blanks, and is NULL when missing.
static char *rest_split(const char *rest, const char **value) {
    char *copy = strdup(rest);
    *value = NULL;
    if (!copy) return NULL;
    char *blank = copy + strcspn(copy, " ");
    if (*blank) {
        *blank = '\0';
        *value = blank + 1 + strspn(blank + 1, " ");
    }
    return copy;
}

bool htp_param_mustplay(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    if (!*args->rest) return parameters_list(htp, out);
    const char *value;
    char *name = rest_split(args->rest, &value);
    bool good = name ? parameter_handle(htp, name, value, out, error) : error_memory(error);
    free(name);
    return good;
}

// --- By the names of Benzene and Neurobenzene

static bool dfpn_handle(Htp *htp, const char *name, const char *value, Error *error) {
    if (!strcmp(name, "use_guifx") && value) return parameter_set(htp, PARAM_LIVE_GFX, value, error);
    if (!strcmp(name, "use_nn") && value) return parameter_set(htp, PARAM_SOLVER_NET, value, error);
    return error_input(error, "usage: param_dfpn use_guifx|use_nn 0|1");
}

bool htp_param_dfpn(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    if (!*args->rest) {
        text_format(out, "[bool] use_guifx %d\n[bool] use_nn %d", htp->parameter[PARAM_LIVE_GFX].flag,
                    htp->parameter[PARAM_SOLVER_NET].flag);
        return true;
    }
    const char *value;
    char *name = rest_split(args->rest, &value);
    bool good = name ? dfpn_handle(htp, name, value, error) : error_memory(error);
    free(name);
    return good;
}

// What MoHex's parameters are called here: an option of the player.
static const struct {
    const char *mohex, *option;
} MOHEX[] = {{"use_playout_constant", "value"},
             {"moveselect_ditherthreshold", "dither"},
             {"root_dirichlet_prior", "alpha"}};
enum { MOHEX_COUNT = sizeof MOHEX / sizeof *MOHEX };

static bool mohex_set(Htp *htp, const char *name, const char *value, Error *error) {
    if (!strcmp(name, "use_playout_constant")) {
        bool none = !strcmp(value, "0");
        if (!none && strcmp(value, "1") != 0 && strcmp(value, "1.0") != 0)
            return error_input(error,
                               "use_playout_constant is 0, the net's value alone, or 1, play-outs alone");
        return htp_player_option_set(htp, "value", none ? "net" : "playouts", error);
    }
    if (!strcmp(name, "moveselect_ditherthreshold"))
        return htp_player_option_set(htp, "dither", value, error);
    if (!strcmp(name, "root_dirichlet_prior")) {
        PlayerOption alpha;
        if (!option_named(htp, "alpha", &alpha))
            return error_input(error, "the player %s has no noise at its root: the player net has",
                               mp_player_name(htp->player));
        if (!(atof(value) > 0)) return htp_player_option_set(htp, "noise", "0", error);
        return htp_player_option_set(htp, "alpha", value, error) &&
               htp_player_option_set(htp, "noise", "0.25", error);
    }
    return error_input(error, "unknown parameter '%.40s'", name);
}

static void mohex_list(const Htp *htp, Text *out) {
    for (int i = 0; i < MOHEX_COUNT; i++) {
        PlayerOption option, noise = {.value.real = 0};
        if (!option_named(htp, MOHEX[i].option, &option)) continue;
        bool noisy = option_named(htp, "noise", &noise) && noise.value.real > 0;
        const OptionValue *value = &option.value;
        text_format(out, "[string] %s ", MOHEX[i].mohex);
        if (i == 0)
            text_add(out, !strcmp(value->text, "playouts") ? "1" : "0");
        else if (i == 1)
            text_format(out, "%ld", value->integer);
        else
            text_format(out, "%g", noisy ? value->real : 0);
        text_add_char(out, '\n');
    }
}

// --- Names of other programs

typedef struct OtherName {
    const char *name, *type, *value; // as it is listed: the type, and the value of what we do not have
    int own;                         // the parameter it stands for, or OTHER_NONE
} OtherName;
enum { OTHER_NONE = -1 };

static const OtherName MOHEX_NAMES[] = {
    {"max_games", "string", NULL, PARAM_PLAYOUTS},
    {"max_time", "string", NULL, PARAM_TIME},
    {"num_threads", "string", NULL, PARAM_THREADS},
    {"use_livegfx", "bool", NULL, PARAM_LIVE_GFX},
    {"max_memory", "string", "0", OTHER_NONE},
    {"max_nodes", "string", "0", OTHER_NONE},
    {"backup_ice_info", "bool", "1", OTHER_NONE},
    {"extend_unstable_search", "bool", "1", OTHER_NONE},
    {"lock_free", "bool", "1", OTHER_NONE},
    {"lazy_delete", "bool", "1", OTHER_NONE},
    {"perform_pre_search", "bool", "1", OTHER_NONE},
    {"prior_pruning", "bool", "1", OTHER_NONE},
    {"ponder", "bool", "0", OTHER_NONE},
    {"reuse_subtree", "bool", "1", OTHER_NONE},
    {"search_singleton", "bool", "0", OTHER_NONE},
    {"use_parallel_solver", "bool", "0", OTHER_NONE},
    {"use_rave", "bool", "1", OTHER_NONE},
    {"use_root_data", "bool", "1", OTHER_NONE},
    {"use_time_management", "bool", "0", OTHER_NONE},
    {"weight_rave_updates", "bool", "0", OTHER_NONE},
    {"virtual_loss", "bool", "1", OTHER_NONE},
    {NULL},
};

static const OtherName GAME_NAMES[] = {
    {"allow_swap", "bool", NULL, PARAM_SWAP},
    {"on_little_golem", "bool", "0", OTHER_NONE},
    {"game_time", "string", "0", OTHER_NONE},
    {NULL},
};

static void others_list(const Htp *htp, const OtherName *names, Text *out) {
    for (; names->name; names++) {
        text_format(out, "[%s] %s ", names->type, names->name);
        if (names->own == OTHER_NONE)
            text_add(out, names->value);
        else
            value_write(&HTP_PARAMETERS[names->own], &htp->parameter[names->own], out);
        text_add_char(out, '\n');
    }
}

static const OtherName *other_find(const OtherName *names, const char *name) {
    while (names->name && strcmp(names->name, name)) names++;
    return names->name ? names : NULL;
}

static bool other_handle(Htp *htp, const OtherName *names, const char *rest, Text *out, Error *error) {
    const char *value;
    char *name = rest_split(rest, &value);
    if (!name) return error_memory(error);
    const OtherName *found = other_find(names, name);
    bool good = true;
    if (!found)
        good = error_input(error, "unknown parameter '%.40s'", name);
    else if (found->own != OTHER_NONE)
        good = parameter_handle(htp, HTP_PARAMETERS[found->own].name, value, out, error);
    else if (!value)
        text_add(out, found->value);
    free(name);
    return good;
}

// Neurobenzene's names are options of the player, the others parameters of the engine.
bool htp_param_mohex(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    if (!*args->rest) {
        mohex_list(htp, out);
        others_list(htp, MOHEX_NAMES, out);
        return true;
    }
    const char *value;
    char *name = rest_split(args->rest, &value);
    if (!name) return error_memory(error);
    bool known = other_find(MOHEX_NAMES, name) != NULL;
    bool good = known   ? other_handle(htp, MOHEX_NAMES, args->rest, out, error)
                : value ? mohex_set(htp, name, value, error)
                        : error_input(error, "usage: param_mohex [NAME VALUE]");
    free(name);
    return good;
}

bool htp_param_game(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    if (*args->rest) return other_handle(htp, GAME_NAMES, args->rest, out, error);
    others_list(htp, GAME_NAMES, out);
    return true;
}
