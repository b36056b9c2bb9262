// Tests the public interface by models, in the manner of CaDiCaL's mobical. Random calls, legal and illegal,
// on every kind of handle are compared with simple models. A run is a trace: one call a line.
#ifndef MUSTPLAY_TESTS_MODEL_H
#define MUSTPLAY_TESTS_MODEL_H

#include "mustplay/mustplay.h"
#include "mustplay/sys/player.h"
#include "mustplay/sys/record.h"
#include "mustplay/sys/solver.h"

#include <stdatomic.h>
#include <stdio.h>

// --- A board of our own (toy.c): moves, swap, undo and winners by plain loops.
enum { HISTORY_MAX = 800, BRUTE_CELLS_MAX = 12, BRUTE_EMPTY_MAX = 9 };

typedef struct Toy {
    int width, height;
    mp_color setup[MP_CELLS_MAX], setup_to_move;
    mp_color now[MP_CELLS_MAX], to_move, resigned;
    int count;
    struct {
        mp_color color;
        int move;
    } played[HISTORY_MAX];
} Toy;

void toy_start(Toy *board, int width, int height);
// False when the move is illegal; the board is then unchanged.
bool toy_play(Toy *board, mp_color color, int move);
bool toy_undo(Toy *board);
void toy_set_to_move(Toy *board, mp_color color);
mp_color toy_winner(const Toy *board);
bool toy_can_swap(const Toy *board);
int toy_last_cell(const Toy *board);
int toy_empty_count(const Toy *board);
// A move by its name; MP_NONE for what is none.
int toy_parse(const Toy *board, const char *text, size_t length);
// The winner with best play on both sides; MP_EMPTY when the board is too large for brute force.
mp_color toy_solve(const Toy *board);
// The same after a cell is played, or with all empty cells outside a set given to a colour.
mp_color toy_solve_after(const Toy *board, int cell);
mp_color toy_solve_within(const Toy *board, const mp_cells *cells, mp_color outside);
// The same position, whatever the moves that led there.
bool toy_same(const Toy *a, const Toy *b);

// --- Allocations that fail (alloc.c)
// The allocation with this number from now on fails, and no other; 0: none.
void alloc_arm(int64_t number);
// Ends that; whether one has failed.
bool alloc_disarm(void);
// How many allocations live that were made through here.
int64_t alloc_alive(void);

// --- Traces (trace.c)
enum { ARGS_MAX = 8 };

typedef struct Call {
    int op; // an index of OPS
    int64_t arg[ARGS_MAX];
    int64_t fail;   // the allocation of this number fails; 0: none
    int64_t cancel; // the token is raised after this many microseconds by another thread; -1: not
    int64_t stop;   // the limit's callback says stop at this poll; 0: there is no callback
    int64_t size;   // bytes by which structs are longer or shorter than today's
    bool no_error;  // NULL in place of an mp_error
} Call;

typedef struct Trace {
    int count, room;
    Call *call;
} Trace;

void call_write(const Call *call, FILE *file);
// False for a line that is no call.
bool call_read(Call *call, const char *line);
void trace_add(Trace *trace, const Call *call);
// Ends the program with a sentence when the file is no trace.
void trace_load(Trace *trace, const char *path);
bool trace_save(const Trace *trace, const char *path);
// The smallest trace that still fails, by running candidates in children; false when it does not fail at all.
bool trace_shrink(Trace *trace);

// --- The world of a run: the handles that live, and their models
enum {
    GAMES = 4,
    RECORDS = 3,
    PLAYERS = 2,
    CLOCKS = 2,
    NETS = 1,
    ANALYSES = 2,
    SOLVERS = 2,
    PROOFS = 2,
    WALKS = 2,
    EXPLANATIONS = 2,
    REVIEWS = 1,
    FILES = 4,
    TRUTHS = 4096
};

typedef struct World {
    char folder[64]; // of this run's files
    mp_engine *engine;
    atomic_int sentences; // that the log has heard
    mp_cancel *cancel;
    mp_game *game[GAMES];
    Toy board[GAMES];
    mp_record *record[RECORDS];
    Toy line[RECORDS]; // of a record that is a game's
    bool line_known[RECORDS];
    mp_player *player[PLAYERS];
    mp_clock *clock[CLOCKS];
    mp_net *net[NETS];
    mp_analysis *analysis[ANALYSES];
    Toy analysed[ANALYSES];
    bool started[ANALYSES];
    atomic_int heard;
    mp_solver *solver[SOLVERS];
    int method[SOLVERS];
    char store_path[128], checkpoint_path[SOLVERS][128]; // which outlive the solvers
    bool proof_here[FILES];                              // a whole proof was written there
    Toy proof_of[FILES];
    mp_color proof_winner[FILES];
    mp_proof *proof[PROOFS];
    bool proof_good[PROOFS]; // it was checked
    mp_walk *walk[WALKS];
    int walk_of[WALKS]; // the proof
    Toy walked[WALKS];
    mp_explanation *explanation[EXPLANATIONS];
    mp_review *review[REVIEWS];
    Toy reviewed[REVIEWS];
    struct {
        uint64_t key; // 0: free
        mp_color winner;
    } truth[TRUTHS]; // what was proved, by position
} World;

// One kind of call. `kinds` has a letter for each argument (table.c). A capital is a handle that must live, a
// small letter a new handle or a value.
typedef struct Op {
    const char *name, *kinds;
    int weight;
    void (*run)(World *world, const Call *call);
} Op;
extern const Op OPS[];
extern const int OP_COUNT;

// A random call that means something in this world.
Call call_random(World *world, uint64_t *seed);
uint64_t random_next(uint64_t *seed);
int random_below(uint64_t *seed, int bound);

// --- What calls share (world.c)
// Says what does not hold, and ends this process.
_Noreturn void broken(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define CHECK(condition, ...)                                                                                \
    do {                                                                                                     \
        if (!(condition)) broken(__VA_ARGS__);                                                               \
    } while (0)

// Whether a sanitizer looks on, which takes time, and looks for leaks itself.
bool instrumented(void);
void world_open(World *world);
void world_close(World *world);
// The folder of a process that has ended without that.
void folder_remove(long process);
void call_run(World *world, const Call *call);

// What a call may answer.
typedef enum Legal { ILLEGAL, LEGAL, PERHAPS } Legal;
typedef struct Trial {
    const Call *call;
    World *world;
    mp_error *error; // to be passed; NULL when the call goes without one
    bool fell;       // an allocation has failed
    bool raised;     // the token was raised before the call returned
    bool stopped;    // the callback has said stop
} Trial;
// Around the call that a line is about: arms the allocation, starts the thread that raises the token.
void trial_begin(Trial *trial, World *world, const Call *call);
// Ends that, and checks the answer and its error.
void trial_end(Trial *trial, bool good, Legal legal);
// The same for a call that only fails out of memory and fills no error.
void trial_end_bare(Trial *trial, bool good);

// The limits of a call, in memory of exactly their size; NULL when there is nothing to limit. Released by free.
mp_limits *limits_of(World *world, const Call *call, int64_t nodes);

// A struct of the caller's that the library fills in: older, newer or today's.
typedef struct Room {
    unsigned char *bytes;
    size_t given, today;
} Room;
void *room_open(Room *room, const Call *call, size_t today);
// Checks that nothing outside was written, and copies what came; false when it is not the whole struct.
bool room_close(Room *room, void *copy);
// A struct of the caller's that the library reads, in memory of exactly its size. Released by free.
void *room_given(const Call *call, const void *today, size_t size);

// The slot that an argument names.
int slot_of(const Call *call, int place, int count);
// The game that an argument names, and its model; a call without its handle does nothing.
#define GAME(place)                                                                                          \
    int g##place = slot_of(call, place, GAMES);                                                              \
    mp_game *game##place = world->game[g##place];                                                            \
    Toy *board##place = &world->board[g##place];                                                             \
    if (!game##place) return

// Compares a game with its model.
void game_check(const mp_game *game, const Toy *board, const char *where);
// A model of a game that the library has made: its set-up is seen by taking all moves back.
void toy_adopt(Toy *board, const mp_game *game);
// Puts a game into a slot, with its model.
void game_put(World *world, int slot, mp_game *game, const Toy *board);
// What somebody has proved about a position must agree with brute force and with all that was proved before.
void truth_check(World *world, const Toy *board, mp_color winner, const char *where);
void cells_check(const Toy *board, const mp_cells *cells, const char *where);
void line_check(const Toy *board, const mp_line *line, const char *where);
bool cells_have(const mp_cells *cells, int cell);
char *file_of(const World *world, const char *kind, int index, char path[128]);
const char *text_of(int64_t index);

// Closing handles, with those that were made from them
void engine_close(World *world);
void net_close(World *world, int slot);
void solver_close(World *world, int slot);
void proof_close(World *world, int slot);
void analysis_close(World *world, int slot);
void slots_close(World *world);

// Calls, by part
#define CALL(name) void call_##name(World *world, const Call *call)
CALL(game_new);
CALL(game_setup);
CALL(game_from_link);
CALL(game_relink);
CALL(game_clone);
CALL(game_free);
CALL(game_play);
CALL(game_play_text);
CALL(game_undo);
CALL(game_to_move);
CALL(game_name);
CALL(game_parse);
CALL(game_diagram);
CALL(game_hash);
CALL(record_new);
CALL(record_parse);
CALL(record_again);
CALL(record_game);
CALL(record_text);
CALL(record_add);
CALL(record_walk);
CALL(record_save);
CALL(record_load);
CALL(record_free);
CALL(record_comment);
CALL(engine_new);
CALL(engine_list);
CALL(net_load);
CALL(net_describe);
CALL(net_free);
CALL(player_new);
CALL(player_choose);
CALL(player_reset);
CALL(player_options);
CALL(player_free);
CALL(clock_new);
CALL(clock_set);
CALL(clock_report);
CALL(clock_spend);
CALL(clock_free);
CALL(analysis_new);
CALL(analysis_start);
CALL(analysis_wait);
CALL(analysis_stop);
CALL(analysis_evaluate);
CALL(analysis_free);
CALL(solver_new);
CALL(solver_solve);
CALL(solver_moves);
CALL(solver_prove);
CALL(solver_free);
CALL(verify);
CALL(verify_text);
CALL(proof_load);
CALL(proof_describe);
CALL(proof_free);
CALL(walk_new);
CALL(walk_play);
CALL(walk_out);
CALL(walk_free);
CALL(explain);
CALL(explain_free);
CALL(review);
CALL(review_annotate);
CALL(review_free);

// --- Figures that children share with their parent
typedef struct Figures {
    atomic_ullong calls, runs, fallen, raised;
    atomic_ullong good[96]; // calls that succeeded
    struct {
        atomic_ullong count, wall, cpu; // of calls that were cancelled; the worst latency in microseconds
    } latency[96];
} Figures;
extern Figures *figures;

#endif
