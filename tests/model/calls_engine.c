// Calls about the engine, nets, players, clocks and analyses.
#include "model.h"

#include <stdlib.h>
#include <string.h>

// --- The engine

void call_engine_new(World *world, const Call *call) {
    Trial trial;
    trial_begin(&trial, world, call);
    mp_engine *engine = mp_engine_new(trial.error);
    trial_end(&trial, engine, LEGAL);
    if (!engine) return;
    engine_close(world);
    world->engine = engine;
}

void call_engine_list(World *world, const Call *call) {
    for (mp_kind kind = MP_PLAYERS; kind <= MP_EVALUATIONS; kind++) {
        int count = 0;
        for (const char *name, *help = NULL; (name = mp_engine_list(world->engine, kind, count, &help));
             count++) {
            CHECK(*name && help && *help, "row %d of kind %d has no name or help", count, (int)kind);
            CHECK(mp_engine_list(world->engine, kind, count, NULL) == name, "a name changes");
        }
        CHECK(count > 1, "a list of %d", count);
        CHECK(!mp_engine_list(world->engine, kind, -1, NULL) &&
                  !mp_engine_list(world->engine, kind, count + 3, NULL),
              "a name beyond the last");
    }
    for (int i = 0; i < 20; i++) {
        Room room;
        mp_method method;
        const char *name = mp_engine_list(world->engine, MP_METHODS, i, NULL);
        bool there =
            mp_engine_method(world->engine, name ? name : "magic", room_open(&room, call, sizeof method));
        CHECK(there == (name != NULL), "a method that is %s", name ? "not there" : "made up");
        if (room_close(&room, &method) && there)
            CHECK(!strcmp(method.name, name), "a method by another name");
    }
    const char *version = mp_version();
    CHECK(version && *version && mp_abi_version() >= 0, "no version");
    CHECK(mp_level_help((int)call->arg[0]), "no sentence about level %d", (int)call->arg[0]);
    char *path = mp_net_path(world->engine, (int)call->arg[0]);
    mp_free(path);
}

// --- Nets

static const char *net_file(int64_t index) {
    static const char *const FILES_OF_NETS[] = {
        SOURCE_DIR "/tests/data/net/tiny.safetensors",    SOURCE_DIR "/tests/data/net/tiny.safetensors",
        SOURCE_DIR "/tests/data/net/plain9.safetensors",  SOURCE_DIR "/tests/data/net/moves.safetensors",
        SOURCE_DIR "/tests/data/net/missing.safetensors", SOURCE_DIR "/tests/data/net/tiny_vectors.json"};
    return FILES_OF_NETS[(uint64_t)index % 6];
}

void call_net_load(World *world, const Call *call) {
    Trial trial;
    int place = slot_of(call, 0, NETS), file = (int)((uint64_t)call->arg[1] % 6);
    trial_begin(&trial, world, call);
    mp_net *net = mp_net_load(world->engine, net_file(file), trial.error);
    trial_end(&trial, net, file < 4 ? LEGAL : ILLEGAL);
    if (!net) return;
    net_close(world, place);
    world->net[place] = net;
}

void call_net_describe(World *world, const Call *call) {
    Room room;
    mp_net_info info;
    const mp_net *net = world->net[slot_of(call, 0, NETS)];
    if (!net) return;
    mp_net_describe(net, room_open(&room, call, sizeof info));
    if (!room_close(&room, &info)) return;
    CHECK(info.planes > 0 && info.filters > 0 && info.parameters > 0, "a net of %d planes, %d filters",
          info.planes, info.filters);
    CHECK(strlen(info.checksum) == 64, "the checksum '%s'", info.checksum);
}

void call_net_free(World *world, const Call *call) {
    net_close(world, slot_of(call, 0, NETS));
}

// --- Players

static const struct {
    const char *text;
    Legal legal;
} PLAYERS_GIVEN[] = {{"random", LEGAL},
                     {"mcts:playouts=50,memory=16", LEGAL},
                     {"resistance", LEGAL},
                     {"mcts:playouts=20000,memory=16", LEGAL},
                     {"alphabeta:depth=1", LEGAL},
                     {"distance", LEGAL},
                     {"pairing", LEGAL},
                     {"nobody", ILLEGAL},
                     {"mcts:playouts=many", ILLEGAL},
                     {"random:x=1", ILLEGAL},
                     {"mcts:threads=2,playouts=200,memory=16", LEGAL},
                     {"auto:level=2", PERHAPS}};
enum { PLAYERS_COUNT = sizeof PLAYERS_GIVEN / sizeof *PLAYERS_GIVEN };

void call_player_new(World *world, const Call *call) {
    Trial trial;
    int place = slot_of(call, 0, PLAYERS), which = (int)((uint64_t)call->arg[1] % PLAYERS_COUNT);
    mp_limits *limits = limits_of(world, call, -1);
    trial_begin(&trial, world, call);
    mp_player *player =
        mp_player_new(world->engine, PLAYERS_GIVEN[which].text, (uint64_t)call->arg[2], limits, trial.error);
    trial_end(&trial, player, PLAYERS_GIVEN[which].legal);
    free(limits);
    if (!player) return;
    mp_player_free(world->player[place]);
    world->player[place] = player;
    CHECK(!strcmp(mp_player_specification(player), PLAYERS_GIVEN[which].text), "the specification is '%s'",
          mp_player_specification(player));
}

static void choice_check(const Toy *board, const mp_choice *choice, bool may_resign) {
    Toy after = *board;
    CHECK(choice->move != MP_RESIGN || may_resign, "a player resigns, and may not");
    CHECK(choice->move != MP_PASS, "a player passes");
    CHECK(toy_play(&after, after.to_move, choice->move), "a player chooses %d, which is illegal",
          choice->move);
    CHECK(choice->value >= 0 && choice->value <= 1, "a value of %g", choice->value);
    CHECK(choice->seconds >= 0, "%g seconds", choice->seconds);
    CHECK(!choice->line.count || choice->line.move[0] == choice->move, "the line starts with another move");
    line_check(board, &choice->line, "the expected line");
}

void call_player_choose(World *world, const Call *call) {
    Trial trial;
    Room room;
    mp_choice choice;
    GAME(1);
    mp_player *player = world->player[slot_of(call, 0, PLAYERS)];
    if (!player) return;
    mp_terms terms = MP_INIT(mp_terms);
    mp_limits *limits = limits_of(world, call, call->arg[2]);
    if (limits)
        memcpy(&terms.limits, limits,
               limits->size < sizeof terms.limits ? limits->size : sizeof terms.limits);
    terms.limits.size = limits && limits->size < sizeof terms.limits ? limits->size : sizeof terms.limits;
    terms.may_swap = call->arg[2] % 2;
    terms.may_resign = call->arg[2] % 3 == 1;
    mp_terms *given = limits ? room_given(call, &terms, sizeof terms) : NULL;
    bool may_resign = given && given->size == sizeof terms && terms.may_resign;
    mp_choice *out = room_open(&room, call, sizeof choice);
    trial_begin(&trial, world, call);
    bool good = mp_player_choose(player, game1, given, out, trial.error);
    trial_end(&trial, good, toy_winner(board1) == MP_EMPTY ? LEGAL : ILLEGAL);
    bool whole = room_close(&room, &choice);
    if (good && whole)
        choice_check(board1, &choice,
                     may_resign || (given && given->size > sizeof terms && terms.may_resign));
    game_check(game1, board1, "after a player has chosen");
    free(given);
    free(limits);
}

void call_player_reset(World *world, const Call *call) {
    mp_player *player = world->player[slot_of(call, 0, PLAYERS)];
    if (player) mp_player_reset(player);
}

void call_player_options(World *world, const Call *call) {
    const mp_player *player = world->player[slot_of(call, 0, PLAYERS)];
    bool more = true;
    for (int i = -1; player && (more || i == 0) && i < 200; i++) {
        Room room;
        mp_option option;
        more = mp_player_option(player, i, room_open(&room, call, sizeof option));
        CHECK(i >= 0 || !more, "an option before the first");
        CHECK(!room_close(&room, &option) || !more || (option.name && option.help), "option %d has no name",
              i);
    }
    CHECK(!player || mp_player_name(player), "a player has no name");
}

void call_player_free(World *world, const Call *call) {
    int place = slot_of(call, 0, PLAYERS);
    mp_player_free(world->player[place]);
    world->player[place] = NULL;
}

// --- Clocks

#define CLOCK(place)                                                                                         \
    mp_clock *clock = world->clock[slot_of(call, place, CLOCKS)];                                            \
    if (!clock) return

void call_clock_new(World *world, const Call *call) {
    Trial trial;
    int place = slot_of(call, 0, CLOCKS);
    trial_begin(&trial, world, call);
    mp_clock *clock = mp_clock_new(trial.error);
    trial_end(&trial, clock, LEGAL);
    if (!clock) return;
    mp_clock_free(world->clock[place]);
    world->clock[place] = clock;
    for (int i = 0; i < GAMES; i++)
        CHECK(!world->game[i] || mp_clock_share(clock, world->game[i]) == 0, "a new clock has a limit");
}

static void shares_check(const World *world, const mp_clock *clock) {
    for (int i = 0; i < GAMES; i++) {
        double share = world->game[i] ? mp_clock_share(clock, world->game[i]) : 0;
        CHECK(share >= 0 && share < 1e9, "a share of %g s", share);
    }
}

void call_clock_set(World *world, const Call *call) {
    CLOCK(0);
    double main_time = (double)llabs(call->arg[1]), period = (double)llabs(call->arg[2]);
    int stones = (int)llabs(call->arg[3]);
    mp_clock_set(clock, main_time, period, stones, (double)llabs(call->arg[4]));
    shares_check(world, clock);
    if (main_time > 0 && period == 0 && stones == 0 && call->arg[4] == 0) {
        for (int i = 0; i < GAMES; i++) {
            double share = world->game[i] ? mp_clock_share(clock, world->game[i]) : 0.1;
            CHECK(share > 0 && share <= main_time, "a share of %g of %g s", share, main_time);
        }
        CHECK(mp_clock_spend(clock, MP_BLACK, main_time / 2), "a side with time left has run out of it");
        CHECK(!mp_clock_spend(clock, MP_BLACK, main_time + 1), "a side without time has not run out of it");
        CHECK(mp_clock_spend(clock, MP_WHITE, main_time / 2), "the other side has run out of time");
    }
}

void call_clock_report(World *world, const Call *call) {
    CLOCK(0);
    mp_clock_report(clock, (mp_color)(call->arg[1] & 1), (double)llabs(call->arg[2]),
                    (int)llabs(call->arg[3]));
    shares_check(world, clock);
}

void call_clock_spend(World *world, const Call *call) {
    CLOCK(0);
    mp_clock_spend(clock, (mp_color)(call->arg[1] & 1), (double)llabs(call->arg[2]) / 4);
    shares_check(world, clock);
}

void call_clock_free(World *world, const Call *call) {
    int place = slot_of(call, 0, CLOCKS);
    mp_clock_free(world->clock[place]);
    mp_clock_free(NULL);
    world->clock[place] = NULL;
}

// --- Analyses

// Without a net in the world the analysis takes the one that is found, which is slow to load: mostly it has one of ours.
void call_analysis_new(World *world, const Call *call) {
    Trial trial;
    int place = slot_of(call, 0, ANALYSES);
    mp_analysis_settings settings = MP_INIT(mp_analysis_settings);
    if (!world->net[0]) return;
    Call whole = *call;
    if (whole.size < 0) whole.size = 0; // an older caller would leave out the net
    settings.net = world->net[0];
    settings.precision = call->arg[1] ? MP_F32 : 0;
    mp_analysis_settings *given = room_given(&whole, &settings, sizeof settings);
    trial_begin(&trial, world, call);
    mp_analysis *analysis = mp_analysis_new(world->engine, given, trial.error);
    trial_end(&trial, analysis, PERHAPS); // a net without a value cannot search
    free(given);
    if (!analysis) return;
    analysis_close(world, place);
    world->analysis[place] = analysis;
}

static void report_check(const Toy *board, const mp_report *report) {
    CHECK(report->count >= 0 && report->count <= MP_CELLS_MAX + 2, "%d candidates", report->count);
    CHECK(report->value >= 0 && report->value <= 1, "a value of %g", report->value);
    CHECK(!report->count || report->candidate, "no candidates where %d are said to be", report->count);
    for (int i = 0; i < report->count; i++) {
        const mp_candidate *candidate = &report->candidate[i];
        Toy after = *board;
        CHECK(toy_play(&after, after.to_move, candidate->move), "candidate %d, %d, is illegal", i,
              candidate->move);
        CHECK(candidate->value >= 0 && candidate->value <= 1, "a candidate's value of %g", candidate->value);
        CHECK(!candidate->line.count || candidate->line.move[0] == candidate->move,
              "a candidate's line starts elsewhere");
        line_check(board, &candidate->line, "a candidate's line");
    }
}

static void proved_check(World *world, const Toy *board, const mp_report *report) {
    mp_color mover = board->to_move, loser = mover == MP_BLACK ? MP_WHITE : MP_BLACK;
    if (report->proved != MP_UNPROVED)
        truth_check(world, board, report->proved == MP_WIN ? mover : loser, "an analysis");
}

typedef struct Hearer {
    World *world;
    int slot;
} Hearer;

static Hearer hearers[ANALYSES];

static void report_heard(void *context, const mp_report *report) {
    Hearer *hearer = context;
    report_check(&hearer->world->analysed[hearer->slot], report);
    atomic_fetch_add(&hearer->world->heard, 1);
}

void call_analysis_start(World *world, const Call *call) {
    Trial trial;
    GAME(1);
    int place = slot_of(call, 0, ANALYSES);
    mp_analysis *analysis = world->analysis[place];
    if (!analysis) return;
    Call whole = *call;
    if (whole.size < 0) whole.size = 0; // an older caller's limits would end nothing
    mp_limits *limits = limits_of(world, &whole, call->arg[2] % 400 + 1);
    mp_analysis_stop(analysis); // its model is about to change
    Toy before = world->analysed[place];
    world->analysed[place] = *board1;
    hearers[place] = (Hearer){world, place};
    trial_begin(&trial, world, call);
    bool good = mp_analysis_start(analysis, game1, limits, 0.001, call->arg[3] ? report_heard : NULL,
                                  &hearers[place], trial.error);
    trial_end(&trial, good, toy_winner(board1) == MP_EMPTY ? LEGAL : ILLEGAL);
    if (good) world->started[place] = true;
    if (!good) world->analysed[place] = before; // the report is still of that
    free(limits);
}

void call_analysis_wait(World *world, const Call *call) {
    Trial trial;
    Room room;
    mp_report report;
    int place = slot_of(call, 0, ANALYSES);
    mp_analysis *analysis = world->analysis[place];
    if (!analysis || !world->started[place]) return;
    mp_report *out = room_open(&room, call, sizeof report);
    trial_begin(&trial, world, call);
    bool good = mp_analysis_wait(analysis, call->no_error ? NULL : out, trial.error);
    trial_end(&trial, good, PERHAPS);
    if (call->no_error) free(room.bytes);
    if (call->no_error || !room_close(&room, &report) || !good) return;
    report_check(&world->analysed[place], &report);
    proved_check(world, &world->analysed[place], &report);
}

void call_analysis_stop(World *world, const Call *call) {
    mp_analysis *analysis = world->analysis[slot_of(call, 0, ANALYSES)];
    Trial trial;
    if (!analysis) return;
    trial_begin(&trial, world, call);
    mp_analysis_stop(analysis);
    trial_end(&trial, true, PERHAPS);
    if (call->size) mp_analysis_reset(analysis);
}

void call_analysis_evaluate(World *world, const Call *call) {
    Trial trial;
    GAME(1);
    mp_analysis *analysis = world->analysis[slot_of(call, 0, ANALYSES)];
    double value = -1;
    size_t count = (size_t)(board1->width * board1->height);
    if (!analysis) return;
    bool alone = call->size > 0; // the net without a search
    float *policy = call->arg[2] ? malloc(count * sizeof *policy) : NULL;
    trial_begin(&trial, world, call);
    bool good = alone ? mp_net_evaluate(world->net[0], game1, &value, policy, trial.error)
                      : mp_analysis_evaluate(analysis, game1, &value, policy, trial.error);
    trial_end(&trial, good, toy_winner(board1) == MP_EMPTY ? PERHAPS : ILLEGAL);
    if (good) CHECK(value >= 0 && value <= 1, "a value of %g", value);
    double sum = 0;
    for (size_t cell = 0; good && policy && cell < count; cell++) {
        CHECK(policy[cell] >= 0 && (board1->now[cell] == MP_EMPTY || policy[cell] == 0),
              "the policy of a stone");
        sum += (double)policy[cell];
    }
    CHECK(!good || !policy || (sum > 0.98 && sum < 1.02), "the policy adds up to %g", sum);
    free(policy);
}

void call_analysis_free(World *world, const Call *call) {
    analysis_close(world, slot_of(call, 0, ANALYSES));
}
