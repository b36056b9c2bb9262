// genmove: a player chooses a move.
#include "app/web/players.h"
#include "app/web/task.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

// When others wait, a move has this long.
static const double SHARED_SECONDS = 5;
// A search this large leaves a tree that is not worth its memory.
static const uint64_t VISITS_KEPT = 20000;

typedef struct Genmove {
    char spec[64];
    double seconds, playouts;
    bool swap, resign, think;
    double start; // of the choosing; 0 before
    Progress progress;
    bool chosen;
    Choice choice;
} Genmove;

// --- Reading

static const PlayerType *player_named(const Catalog *catalog, const char *name) {
    const PlayerType *type =
        name ? player_type_find(catalog->players, name, strlen(name)) : catalog->players[0];
    return type && !type->takes_text ? type : NULL;
}

static bool spec_read(WebTask *task, const json_t *request, Error *error) {
    Genmove *genmove = task->state;
    const char *name = web_read_text(request, "player");
    const PlayerType *type = player_named(web_catalog(task->web), name);
    double level;
    if (!type) return error_input(error, "There is no player of this name.");
    const OptionSpec *option = web_level_option(type);
    snprintf(genmove->spec, sizeof genmove->spec, "%s", type->name);
    if (!json_is_number(json_object_get(request, "level"))) return true;
    if (!option) return error_input(error, "The player %s has no levels.", type->name);
    if (!web_read_real(request, "level", option->low, option->high, option->high, &level, error))
        return false;
    snprintf(genmove->spec, sizeof genmove->spec, "%s:level=%d", type->name, (int)level);
    return true;
}

static bool genmove_open(WebTask *task, const json_t *request, Error *error) {
    Genmove *genmove = task->state;
    return web_read_open_game(task, request, error) && spec_read(task, request, error) &&
           web_read_real(request, "time", 0, WEB_TIME_MAX, 0, &genmove->seconds, error) &&
           web_read_real(request, "playouts", 0, 1e6, 0, &genmove->playouts, error) &&
           web_read_flag(request, "swap", true, &genmove->swap, error) &&
           web_read_flag(request, "resign", false, &genmove->resign, error) &&
           web_read_flag(request, "think", true, &genmove->think, error);
}

// --- Choosing

static bool genmove_cancelled(void *context) {
    const WebTask *task = context;
    const Genmove *genmove = task->state;
    web_task_yields(task); // looks after the memory; whose turn it is does not matter here
    if (web_task_ends(task)) return true;
    double spent = clock_seconds() - genmove->start;
    return spent > WEB_TIME_MAX || (spent > SHARED_SECONDS && web_task_others_wait(task));
}

static void genmove_progress(void *context, const Progress *progress) {
    WebTask *task = context;
    Genmove *genmove = task->state;
    if (!genmove->think || !web_task_reports(task)) return;
    genmove->progress = *progress;
    web_task_report(task);
}

static json_t *choice_line(const Geometry *g, const Choice *choice) {
    json_t *line = json_array();
    for (int i = 0; i < choice->line_length; i++) json_array_append_new(line, json_move(g, choice->line[i]));
    if (!choice->line_length) json_array_append_new(line, json_move(g, choice->move));
    return line;
}

static json_t *genmove_answer(WebTask *task) {
    const Genmove *genmove = task->state;
    const Geometry *g = task->game.now.geometry;
    const Choice *choice = &genmove->choice;
    const Progress *progress = &genmove->progress;
    bool valued = genmove->start > 0 && progress->seconds > 0 && progress->value >= 0;
    if (genmove->chosen)
        return json_pack("{s:o, s:f, s:I, s:o, s:f, s:b, s:b, s:b}", "move", json_move(g, choice->move),
                         "value", choice->value, "visits", (json_int_t)choice->visits, "pv",
                         choice_line(g, choice), "seconds", choice->seconds, "stopped", false, "waiting",
                         false, "by_atlas", choice->by_atlas);
    return json_pack("{s:n, s:o, s:I, s:o, s:f, s:b, s:b, s:b}", "move", "value",
                     valued ? json_real(progress->value) : json_null(), "visits", (json_int_t)progress->nodes,
                     "pv", web_line(g, progress->line, progress->line_length), "seconds", progress->seconds,
                     "stopped", false, "waiting", !(genmove->start > 0), "by_atlas", false);
}

static bool memory_room(void *context, Error *error) {
    return web_memory_room(context, error);
}

static WebStep genmove_step(WebTask *task) {
    Genmove *genmove = task->state;
    Error error = {0};
    WebPlayers *players = web_players(task->web);
    WebPlayer *player = web_player_take(players, genmove->spec, task->client, memory_room, task, &error);
    if (!player) return web_task_fail(task, &error);
    genmove->start = clock_seconds();
    Observer observer = {task, genmove_cancelled, genmove_progress};
    MoveTerms terms = {.budget = {.seconds = genmove->seconds,
                                  .nodes = (uint64_t)genmove->playouts,
                                  .threads = web_task_threads(task),
                                  .observer = &observer},
                       .may_resign = genmove->resign,
                       .may_swap = genmove->swap};
    genmove->chosen = player_choose(web_player_player(player), &task->game, &terms, &genmove->choice, &error);
    bool keep = genmove->chosen && genmove->choice.visits <= VISITS_KEPT && !web_task_ends(task);
    web_player_give(players, player, keep);
    if (!genmove->chosen) return web_task_fail(task, &error);
    return web_task_end(task);
}

const WebTaskType WEB_GENMOVE = {
    .name = "genmove",
    .slot = SLOT_GENMOVE,
    .crew = CREW_MOVES,
    .rank = RANK_SHORT,
    .state_size = sizeof(Genmove),
    .open = genmove_open,
    .step = genmove_step,
    .answer = genmove_answer,
};
