// What calls share: the trial around each, structs of other sizes, comparing games with their models, closing handles.
#include "model.h"

#include <dirent.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "/tmp/mustplay-model-%ld" // of a process
enum { EXIT_BROKEN = 3, GUARD = 64, FRESH = 0xA5 };

// Seconds after which a cancel counts as ignored, by the clock and of CPU: the goal is 0.05, and machines are busy.
static const double LATENCY_MAX = 0.4;

Figures *figures;
static const Call *current; // the call that runs, for messages

void broken(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "BROKEN at %s: ", current ? OPS[current->op].name : "the end");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    fflush(NULL);
    _exit(EXIT_BROKEN);
}

// --- The thread that raises the token

static struct {
    pthread_mutex_t lock;
    pthread_cond_t over;
    bool done; // the call has returned
    mp_cancel *cancel;
    int64_t wait; // microseconds
    atomic_bool raised;
    double wall, cpu; // when it was raised
    pthread_t thread;
    bool runs, limited;
} raiser = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool limited; // the next call is given limits

static double clock_of(clockid_t id) {
    struct timespec now;
    clock_gettime(id, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *raise_later(void *context) {
    (void)context;
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t nanoseconds = end.tv_nsec + raiser.wait * 1000;
    end.tv_sec += nanoseconds / 1000000000;
    end.tv_nsec = nanoseconds % 1000000000;
    pthread_mutex_lock(&raiser.lock);
    while (!raiser.done && pthread_cond_timedwait(&raiser.over, &raiser.lock, &end) == 0) continue;
    if (!raiser.done) {
        raiser.wall = clock_of(CLOCK_MONOTONIC);
        raiser.cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
        mp_cancel_raise(raiser.cancel);
        atomic_store(&raiser.raised, true);
    }
    pthread_mutex_unlock(&raiser.lock);
    return NULL;
}

static void raiser_start(mp_cancel *cancel, int64_t wait) {
    pthread_condattr_t attributes;
    raiser.done = false;
    raiser.cancel = cancel;
    raiser.wait = wait;
    atomic_store(&raiser.raised, false);
    raiser.runs = wait >= 0;
    raiser.limited = limited;
    limited = false;
    if (wait == 0) mp_cancel_raise(cancel);
    if (wait == 0) raiser.wall = clock_of(CLOCK_MONOTONIC), raiser.cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    if (wait == 0) atomic_store(&raiser.raised, true);
    if (wait <= 0) return;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&raiser.over, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&raiser.thread, NULL, raise_later, NULL)) broken("no thread can be made");
}

static void most(atomic_ullong *place, double seconds) {
    unsigned long long value = (unsigned long long)(seconds * 1e6), old = atomic_load(place);
    while (value > old && !atomic_compare_exchange_weak(place, &old, value)) continue;
}

// Whether the token was raised before the call returned, which was now.
static bool raiser_end(int op) {
    double wall = clock_of(CLOCK_MONOTONIC), cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    if (!raiser.runs) return false;
    if (raiser.wait > 0) {
        pthread_mutex_lock(&raiser.lock);
        raiser.done = true;
        pthread_cond_signal(&raiser.over);
        pthread_mutex_unlock(&raiser.lock);
        pthread_join(raiser.thread, NULL);
        pthread_cond_destroy(&raiser.over);
    }
    raiser.runs = false;
    mp_cancel_clear(raiser.cancel);
    bool raised = atomic_load(&raiser.raised) && raiser.wall <= wall;
    if (!raised) return false;
    atomic_fetch_add(&figures->raised, 1);
    if (!raiser.limited) return true;
    atomic_fetch_add(&figures->latency[op].count, 1);
    most(&figures->latency[op].wall, wall - raiser.wall);
    most(&figures->latency[op].cpu, cpu - raiser.cpu);
    bool slow = cpu - raiser.cpu > LATENCY_MAX && wall - raiser.wall > LATENCY_MAX;
    CHECK(!slow || instrumented(), "a cancel was not heard for %.0f ms, %.0f ms of CPU",
          (wall - raiser.wall) * 1e3, (cpu - raiser.cpu) * 1e3);
    return true;
}

// --- Trials

static mp_error error_room;
static atomic_llong polls; // of the callback that says stop, until it does
static atomic_bool polled;

static bool fell_before; // an allocation has failed in this run

static bool stop_polled(void *context) {
    (void)context;
    if (atomic_fetch_sub(&polls, 1) > 1) return false;
    atomic_store(&polled, true);
    return true;
}

void trial_begin(Trial *trial, World *world, const Call *call) {
    *trial = (Trial){.call = call, .world = world, .error = call->no_error ? NULL : &error_room};
    memset(&error_room, FRESH, sizeof error_room);
    atomic_store(&polled, false);
    raiser_start(world->cancel, call->cancel);
    alloc_arm(call->fail);
}

static void trial_stop(Trial *trial) {
    trial->fell = alloc_disarm();
    trial->raised = raiser_end(trial->call->op);
    trial->stopped = atomic_load(&polled);
    fell_before |= trial->fell;
    if (trial->fell) atomic_fetch_add(&figures->fallen, 1);
}

static void error_check(const Trial *trial, Legal legal) {
    const mp_error *error = trial->error;
    CHECK(memchr(error->text, '\0', sizeof error->text), "the error has no end");
    CHECK(error->code > MP_OK && error->code <= MP_INTERNAL, "the error's code is %d", (int)error->code);
    CHECK(error->text[0] && (unsigned char)error->text[0] != FRESH, "the error has no sentence");
    CHECK(error->code != MP_INTERNAL, "an internal error: %s", error->text);
    bool late = fell_before &&
                !strncmp(OPS[trial->call->op].name, "analysis", 8); // in its thread, during another call
    CHECK(error->code != MP_MEMORY || trial->fell || late, "out of memory, and no allocation has failed: %s",
          error->text);
    CHECK(error->code != MP_CANCELLED || trial->raised || trial->stopped || trial->call->cancel >= 0,
          "cancelled by nobody: %s", error->text);
    CHECK(legal != LEGAL || error->code == MP_MEMORY || error->code == MP_CANCELLED,
          "a legal call fails%s: %s", trial->fell ? " out of memory by another name" : "", error->text);
    CHECK(legal != ILLEGAL || error->code == MP_INPUT || error->code == MP_LIMIT ||
              error->code == MP_MEMORY || error->code == MP_FILE,
          "an illegal call fails with code %d: %s", (int)error->code, error->text);
}

void trial_end(Trial *trial, bool good, Legal legal) {
    trial_stop(trial);
    if (good) atomic_fetch_add(&figures->good[trial->call->op], 1);
    CHECK(!good || legal != ILLEGAL, "an illegal call succeeds");
    CHECK(good || legal != LEGAL || trial->fell || trial->call->cancel >= 0 || trial->stopped || trial->error,
          "a legal call fails");
    if (!good && trial->error) error_check(trial, legal);
}

void trial_end_bare(Trial *trial, bool good) {
    trial_stop(trial);
    CHECK(good || trial->fell, "fails, and no allocation has failed");
}

// --- Structs of other sizes

static size_t size_given(const Call *call, size_t today) {
    int64_t given = (int64_t)today + call->size;
    int64_t bounded = given < (int64_t)sizeof(size_t) ? (int64_t)sizeof(size_t) : given;
    return (size_t)(bounded > (int64_t)today + 512 ? (int64_t)today + 512 : bounded);
}

void *room_open(Room *room, const Call *call, size_t today) {
    *room = (Room){.given = size_given(call, today), .today = today};
    room->bytes = malloc(room->given + GUARD);
    if (!room->bytes) broken("the tester itself is out of memory");
    memset(room->bytes, FRESH, room->given + GUARD);
    memcpy(room->bytes, &room->given, sizeof room->given);
    return room->bytes;
}

bool room_close(Room *room, void *copy) {
    CHECK(!memcmp(room->bytes, &room->given, sizeof room->given), "the caller's `size` was changed");
    for (size_t i = room->given; i < room->given + GUARD; i++)
        CHECK(room->bytes[i] == FRESH, "byte %zu of a struct of %zu was written", i, room->given);
    for (size_t i = room->today; i < room->given; i++)
        CHECK(room->bytes[i] == FRESH || !room->bytes[i], "byte %zu, of a later version, was written", i);
    memset(copy, 0, room->today);
    memcpy(copy, room->bytes, room->given < room->today ? room->given : room->today);
    free(room->bytes);
    return room->given >= room->today;
}

void *room_given(const Call *call, const void *today, size_t size) {
    size_t given = size_given(call, size);
    unsigned char *bytes = calloc(1, given);
    if (!bytes) broken("the tester itself is out of memory");
    memcpy(bytes, today, given < size ? given : size);
    memcpy(bytes, &given, sizeof given);
    return bytes;
}

static void progress_seen(void *context, const mp_progress *progress) {
    World *world = context;
    CHECK(progress->size >= sizeof(size_t) && progress->seconds >= 0, "progress of %g seconds",
          progress->seconds);
    CHECK(progress->line.count >= 0 && progress->line.count <= MP_LINE_MAX, "a line of %d moves",
          progress->line.count);
    atomic_fetch_add(&world->heard, 1);
}

mp_limits *limits_of(World *world, const Call *call, int64_t nodes) {
    if (nodes < 0 && call->cancel < 0 && !call->stop) return NULL;
    limited = true;
    mp_limits limits = MP_INIT(mp_limits);
    limits.nodes = nodes > 0 ? (uint64_t)nodes : 0;
    limits.memory = 16 << 20;
    limits.seconds = call->cancel >= 0 ? 2 : 0.3;
    limits.cancel = world->cancel;
    limits.threads = nodes % 7 == 3 ? 2 : 0;
    limits.stop = call->stop ? stop_polled : NULL;
    limits.progress = nodes % 2 ? progress_seen : NULL;
    limits.context = world;
    atomic_store(&polls, call->stop);
    return room_given(call, &limits, sizeof limits);
}

// --- Games and their models

int slot_of(const Call *call, int place, int count) {
    return (int)((uint64_t)call->arg[place] % (uint64_t)count);
}

bool cells_have(const mp_cells *cells, int cell) {
    for (int i = 0; i < cells->count; i++) {
        if (cells->cell[i] == cell) return true;
    }
    return false;
}

void cells_check(const Toy *board, const mp_cells *cells, const char *where) {
    CHECK(cells->count >= 0 && cells->count <= board->width * board->height, "%s: %d cells", where,
          cells->count);
    for (int i = 0; i < cells->count; i++) {
        int cell = cells->cell[i];
        CHECK(cell >= 0 && cell < board->width * board->height, "%s: cell %d is not on the board", where,
              cell);
        CHECK(!i || cell > cells->cell[i - 1], "%s: the cells are not in order", where);
    }
}

void line_check(const Toy *board, const mp_line *line, const char *where) {
    Toy copy = *board;
    CHECK(line->count >= 0 && line->count <= MP_LINE_MAX, "%s: a line of %d moves", where, line->count);
    for (int i = 0; i < line->count; i++)
        CHECK(toy_play(&copy, copy.to_move, line->move[i]), "%s: move %d of the line, %d, is illegal", where,
              i + 1, line->move[i]);
}

static void stones_check(const mp_game *game, const Toy *board, const char *where) {
    for (int cell = -2; cell < board->width * board->height + 2; cell++) {
        bool inside = cell >= 0 && cell < board->width * board->height;
        mp_color stone = mp_game_stone(game, cell), expected = inside ? board->now[cell] : MP_EMPTY;
        CHECK(stone == expected, "%s: cell %d holds %d, not %d", where, cell, (int)stone, (int)expected);
    }
    for (mp_color color = MP_BLACK; color <= MP_EMPTY; color++) {
        mp_cells cells;
        int count = 0;
        memset(&cells, FRESH, sizeof cells);
        mp_game_cells(game, color, &cells);
        cells_check(board, &cells, where);
        for (int cell = 0; cell < board->width * board->height; cell++) count += board->now[cell] == color;
        CHECK(count == cells.count, "%s: %d cells of colour %d, not %d", where, cells.count, (int)color,
              count);
        for (int i = 0; i < cells.count; i++)
            CHECK(board->now[cells.cell[i]] == color, "%s: cell %d is listed for colour %d", where,
                  cells.cell[i], (int)color);
    }
}

void game_check(const mp_game *game, const Toy *board, const char *where) {
    CHECK(mp_game_width(game) == board->width && mp_game_height(game) == board->height,
          "%s: the board's size", where);
    stones_check(game, board, where);
    CHECK(mp_game_to_move(game) == board->to_move, "%s: %d is to move, not %d", where,
          (int)mp_game_to_move(game), (int)board->to_move);
    CHECK(mp_game_winner(game) == toy_winner(board), "%s: the winner is %d, not %d", where,
          (int)mp_game_winner(game), (int)toy_winner(board));
    CHECK(mp_game_resigned(game) == board->resigned, "%s: resigned", where);
    CHECK(mp_game_can_swap(game) == toy_can_swap(board), "%s: can_swap is %d", where, mp_game_can_swap(game));
    CHECK(mp_game_last_cell(game) == toy_last_cell(board), "%s: the last cell is %d, not %d", where,
          mp_game_last_cell(game), toy_last_cell(board));
    CHECK(mp_game_moves(game) == board->count, "%s: %d moves, not %d", where, mp_game_moves(game),
          board->count);
    for (int i = -1; i <= board->count; i++) {
        bool inside = i >= 0 && i < board->count;
        mp_color color = MP_EMPTY;
        int move = mp_game_move(game, i, i % 2 ? NULL : &color);
        CHECK(move == (inside ? board->played[i].move : MP_NONE), "%s: move %d is %d", where, i, move);
        CHECK(!inside || i % 2 || color == board->played[i].color, "%s: the colour of move %d is %d", where,
              i, (int)color);
    }
}

void toy_adopt(Toy *board, const mp_game *game) {
    mp_game *start = mp_game_clone(game, NULL);
    if (!start) broken("a game cannot be cloned");
    while (mp_game_undo(start)) continue;
    toy_start(board, mp_game_width(game), mp_game_height(game));
    for (int cell = 0; cell < board->width * board->height; cell++)
        board->setup[cell] = board->now[cell] = mp_game_stone(start, cell);
    board->setup_to_move = board->to_move = mp_game_to_move(start);
    mp_game_free(start);
    for (int i = 0; i < mp_game_moves(game); i++) {
        mp_color color;
        int move = mp_game_move(game, i, &color);
        CHECK(toy_play(board, color, move), "move %d of a game that was read, %d, is illegal", i, move);
    }
    board->to_move = mp_game_to_move(game); // a set-up may change it at the end
    game_check(game, board, "a game that was read");
}

void game_put(World *world, int slot, mp_game *game, const Toy *board) {
    if (!game) return;
    mp_game_free(world->game[slot]);
    world->game[slot] = game;
    world->board[slot] = *board;
    game_check(game, board, "a new game");
}

// --- Truths

static uint64_t key_of(const Toy *board) {
    const uint64_t prime = 1099511628211u;
    uint64_t key = (1469598103934665603u ^ (uint64_t)(board->width * 32 + board->height)) * prime;
    key = (key ^ board->to_move) * prime;
    for (int cell = 0; cell < board->width * board->height; cell++) key = (key ^ board->now[cell]) * prime;
    return key ? key : 1;
}

void truth_check(World *world, const Toy *board, mp_color winner, const char *where) {
    if (winner == MP_EMPTY || board->resigned != MP_EMPTY) return;
    mp_color truth = toy_solve(board);
    CHECK(truth == MP_EMPTY || truth == winner, "%s: %d wins, and by brute force %d", where, (int)winner,
          (int)truth);
    uint64_t key = key_of(board);
    for (uint64_t i = key % TRUTHS, tries = 0; tries < 16; i = (i + 1) % TRUTHS, tries++) {
        if (!world->truth[i].key) world->truth[i].key = key, world->truth[i].winner = winner;
        if (world->truth[i].key != key) continue;
        CHECK(world->truth[i].winner == winner, "%s: %d wins, and earlier the other was proved to", where,
              (int)winner);
        return;
    }
}

// --- Files and texts

char *file_of(const World *world, const char *kind, int index, char path[128]) {
    snprintf(path, 128, "%s/%s%d%s", world->folder, kind, index,
             !strcmp(kind, "proof") && index % 2 ? ".zst" : "");
    return path;
}

void folder_remove(long process) {
    char path[400], folder[64];
    snprintf(folder, sizeof folder, FOLDER, process);
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (listing) closedir(listing);
    rmdir(folder);
}

// --- Opening and closing

static void hear_sentence(void *context, const char *sentence) {
    World *world = context;
    CHECK(sentence && *sentence, "the log hears nothing");
    atomic_fetch_add(&world->sentences, 1);
}

void world_open(World *world) {
    memset(world, 0, sizeof *world);
    snprintf(world->folder, sizeof world->folder, FOLDER, (long)getpid());
    if (mkdir(world->folder, 0700)) broken("the folder %s cannot be made", world->folder);
    world->cancel = mp_cancel_new();
    world->engine = mp_engine_new(NULL);
    CHECK(world->cancel && world->engine, "no engine");
    mp_engine_set_log(world->engine, hear_sentence, world);
}

void analysis_close(World *world, int slot) {
    mp_analysis_free(world->analysis[slot]);
    world->analysis[slot] = NULL;
    world->started[slot] = false;
}

void solver_close(World *world, int slot) {
    mp_error error;
    mp_solver *solver = world->solver[slot];
    world->solver[slot] = NULL;
    if (!mp_solver_free(solver, &error)) broken("a store cannot be closed: %s", error.text);
}

void net_close(World *world, int slot) {
    for (int i = 0; i < ANALYSES; i++) analysis_close(world, i);
    for (int i = 0; i < SOLVERS; i++) solver_close(world, i);
    mp_net_free(world->net[slot]);
    world->net[slot] = NULL;
}

void proof_close(World *world, int slot) {
    for (int i = 0; i < WALKS; i++) {
        if (world->walk_of[i] != slot) continue;
        mp_walk_free(world->walk[i]);
        world->walk[i] = NULL;
    }
    mp_proof_free(world->proof[slot]);
    world->proof[slot] = NULL;
}

void engine_close(World *world) {
    for (int i = 0; i < NETS; i++) net_close(world, i);
    for (int i = 0; i < PLAYERS; i++) mp_player_free(world->player[i]), world->player[i] = NULL;
    for (int i = 0; i < EXPLANATIONS; i++)
        mp_explanation_free(world->explanation[i]), world->explanation[i] = NULL;
    for (int i = 0; i < REVIEWS; i++) mp_review_free(world->review[i]), world->review[i] = NULL;
    mp_engine_free(world->engine);
    world->engine = NULL;
}

void world_close(World *world) {
    current = NULL;
    engine_close(world);
    for (int i = 0; i < PROOFS; i++) proof_close(world, i);
    for (int i = 0; i < GAMES; i++) {
        if (world->game[i]) game_check(world->game[i], &world->board[i], "at the end");
        mp_game_free(world->game[i]);
    }
    for (int i = 0; i < RECORDS; i++) mp_record_free(world->record[i]);
    for (int i = 0; i < CLOCKS; i++) mp_clock_free(world->clock[i]);
    mp_cancel_free(world->cancel);
    folder_remove((long)getpid());
    memset(world, 0, sizeof *world); // so that what was not freed is found as a leak
}

void call_run(World *world, const Call *call) {
    current = call;
    atomic_fetch_add(&figures->calls, 1);
    OPS[call->op].run(world, call);
}
