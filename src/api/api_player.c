// Players and clocks of the public interface.
#include "api/inside.h"

#include "mustplay/sys/player.h"
#include "play/level.h"
#include "play/time_control.h"

#include <stdlib.h>
#include <string.h>

struct mp_player {
    Player *player;
};

struct mp_clock {
    TimeControl control;
};

// --- Players

mp_player *mp_player_new(const mp_engine *engine, const char *specification, uint64_t seed,
                         const mp_limits *limits, mp_error *error) {
    Error inner = {0};
    Granted granted;
    granted_start(&granted, limits);
    MoveTerms terms = {.budget = granted.budget};
    if (!specification) specification = engine->catalog->players[0]->name;
    mp_player *player = new_out(sizeof *player, error);
    if (!player) return NULL;
    engine_miss_net(engine, specification);
    player->player = player_new_within(engine->catalog, specification, seed, &terms, &inner);
    if (player->player) return player;
    error_out(&inner, error);
    free(player);
    return NULL;
}

void mp_player_free(mp_player *player) {
    if (player) player_free(player->player);
    free(player);
}

const char *mp_player_specification(const mp_player *player) {
    return player->player->spec;
}

void mp_player_reset(mp_player *player) {
    player_reset(player->player);
}

bool mp_player_choose(mp_player *player, const mp_game *game, const mp_terms *terms, mp_choice *choice,
                      mp_error *error) {
    Error inner = {0};
    mp_terms given;
    Granted granted;
    Choice found;
    struct_in(&given, sizeof given, terms);
    granted_start(&granted, &given.limits);
    MoveTerms inner_terms = {.budget = granted.budget,
                             .may_swap = given.may_swap,
                             .may_resign = given.may_resign,
                             .grace = given.grace};
    if (!player_choose(player->player, &game->game, &inner_terms, &found, &inner))
        return error_out(&inner, error);
    mp_choice out = {.move = found.move,
                     .value = found.value,
                     .visits = found.visits,
                     .seconds = found.seconds,
                     .line = line_out(found.line, found.line_length),
                     .by_atlas = found.by_atlas};
    struct_out(choice, &out, sizeof out);
    return true;
}

const char *mp_level_help(int level) {
    return level_help(level < 1 ? 1 : level > MP_LEVEL_MAX ? MP_LEVEL_MAX : level);
}

_Static_assert((int)MP_LEVEL_MAX == LEVEL_MAX && (int)MP_LINE_MAX == CHOICE_LINE_MAX,
               "bounds are the same numbers");

// --- Options

const char *mp_player_name(const mp_player *player) {
    return player->player->type->name;
}

static mp_option_type option_type(OptionType type) {
    switch (type) {
    case OPTION_FLAG:
        return MP_FLAG;
    case OPTION_INT:
        return MP_INTEGER;
    case OPTION_REAL:
        return MP_REAL;
    case OPTION_TEXT:
        return MP_TEXT;
    case OPTION_NAME:
        return MP_EVALUATION;
    case OPTION_CHOICE:
        return MP_CHOICE;
    }
    return MP_TEXT;
}

bool mp_player_option(const mp_player *player, int index, mp_option *option) {
    const OptionSpec *spec = player->player->type->options;
    if (!spec || index < 0) return false;
    for (int i = 0; i < index && spec->name; i++) spec++;
    if (!spec->name) return false;
    const OptionValue *value = &player->player->option[index];
    mp_option out = {.name = spec->name,
                     .help = spec->help,
                     .type = option_type(spec->type),
                     .choices = spec->choices,
                     .fallback = spec->fallback,
                     .low = spec->low,
                     .high = spec->high,
                     .given = value->given,
                     .value = value->text};
    struct_out(option, &out, sizeof out);
    return true;
}

// --- Clocks

mp_clock *mp_clock_new(mp_error *error) {
    return new_out(sizeof(mp_clock), error);
}

void mp_clock_free(mp_clock *clock) {
    free(clock);
}

void mp_clock_set(mp_clock *clock, double main, double period, int stones, double increment) {
    if (period > 0 || stones > 0)
        time_control_set(&clock->control, main, period, stones);
    else
        time_control_set_increment(&clock->control, main, increment);
}

void mp_clock_report(mp_clock *clock, mp_color color, double seconds, int stones) {
    time_control_left(&clock->control, (Color)color, seconds, stones);
}

bool mp_clock_spend(mp_clock *clock, mp_color color, double seconds) {
    return time_control_spend(&clock->control, (Color)color, seconds);
}

double mp_clock_share(const mp_clock *clock, const mp_game *game) {
    const Position *now = &game->game.now;
    return time_control_share(&clock->control, now->to_move, cellset_count(position_vacant(now)));
}
