// The insides of the public handles, and how values cross the border. Never installed: for src/api/ and for the rooms
// that may see src/ (commands on their way to the public interface, cluster/, lab/, main).
#ifndef MUSTPLAY_API_INSIDE_H
#define MUSTPLAY_API_INSIDE_H

#include "base/budget.h"
#include "base/error.h"
#include "game/sgf.h"
#include "mustplay/engine.h"
#include "net/net.h"
#include "play/catalog.h"

#include <stdatomic.h>

struct mp_engine {
    const Catalog *catalog;                           // `own`
    Catalog own;                                      // with the engine's data folder
    char *data;                                       // NULL: nobody named one
    void (*log)(void *context, const char *sentence); // may be NULL
    void *log_context;
};

struct mp_game {
    Game game;
};

struct mp_record {
    SgfTree *tree;
};

struct mp_net {
    Net *net;
    char checksum[65]; // SHA-256 of the file, in hexadecimal digits
};

struct mp_cancel {
    atomic_bool raised;
};

// --- Errors
// Hands an inner error out; returns false.
bool error_out(const Error *inner, mp_error *error);
// An outer error as an inner one, for front ends; returns false.
bool error_in(const mp_error *outer, Error *error);
bool memory_out(mp_error *error);
// Zeroed memory, or NULL with an error.
void *new_out(size_t size, mp_error *error);

// --- Structs that begin with `size`
// A caller's struct, which may be older and so shorter, as one of `size` bytes: what it lacks is zero. NULL gives zeros.
void struct_in(void *to, size_t size, const void *from);
// Fills in a caller's struct as far as it reaches; its own `size` stays.
void struct_out(void *to, const void *from, size_t size);

// --- Values
mp_cells cells_out(CellSet set);
// False with an error for a cell that is not on the board, or twice there. NULL is the empty set.
bool cells_in(const Geometry *geometry, const mp_cells *cells, CellSet *set, mp_error *error);
mp_line line_out(const Move *line, int count);

static inline Game *mp_game_inside(mp_game *game) {
    return &game->game;
}
static inline const Position *mp_game_position(const mp_game *game) {
    return &game->game.now;
}
// A game of its own with this content; NULL with an error.
mp_game *mp_game_of(const Game *game, mp_error *error);
// The same that starts from a position.
mp_game *game_of_position(const Position *position, mp_error *error);
// A game of ours seen as a public one.
static inline const mp_game *mp_game_seen(const Game *game) {
    return (const mp_game *)game;
}

// --- Limits
// What the caller of a public function grants, as a budget. It stays in its place as long as the budget is used.
typedef struct Granted {
    mp_limits limits;
    Observer observer;
    Budget budget;
} Granted;

// Limits may be NULL.
void granted_start(Granted *granted, const mp_limits *limits);
// Whether the cancel is raised or the caller's `stop` says so.
bool granted_cancelled(const Granted *granted);

// --- The engine
// An engine that knows the players, evaluations and methods of this catalogue, which outlives it.
mp_engine *mp_engine_new_with(const Catalog *catalog, mp_error *error);
// Says a sentence to whoever listens.
void engine_log(const mp_engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Says that a player by this specification looks for a net, if there is none.
void engine_miss_net(const mp_engine *engine, const char *specification);

#endif
