// Players: named ways to choose a move, each with options as in "mcts:threads=2,playouts=10000".
//
// A player is made from a specification, asked for moves in any positions and freed. It keeps what it likes
// between moves (a tree, a table), never state that changes the answer to "which moves are legal". Players of
// one process share nothing.
#ifndef MUSTPLAY_PLAY_PLAYER_H
#define MUSTPLAY_PLAY_PLAYER_H

#include "base/budget.h"
#include "base/option.h"
#include "base/random.h"
#include "game/game.h"

enum { CHOICE_LINE_MAX = 64, PLAYER_OPTIONS_MAX = 32 };

// The terms for choosing a move.
typedef struct MoveTerms {
    Budget budget; // for this move, in nodes or play-outs; where it has no limit the player's options decide
    bool may_resign;
    bool may_swap; // the swap rule holds: the second move may be a swap, so the first had better be fair
    double grace;  // seconds that an external program may take beyond those of the budget
} MoveTerms;

typedef struct Choice {
    Move move;
    double value;    // the mover's winning probability as the player sees it; 0.5 when it has no idea
    uint64_t visits; // play-outs or nodes spent
    int line_length; // the expected continuation; line[0] is `move`
    Move line[CHOICE_LINE_MAX];
    double seconds;
    bool by_atlas; // whether to swap was decided by the opening atlas (play/atlas.h)
} Choice;

typedef struct Player Player;
struct Catalog; // play/catalog.h

// A row of a table of players (play/catalog.h).
typedef struct PlayerType {
    const char *name;
    const char *help;
    const OptionSpec *options; // ended by a NULL name; may be NULL. An OPTION_NAME names an evaluation
    bool takes_text;           // what follows "name:" is free text (player->text), no options
    size_t state_size;         // bytes of zeroed private memory, at player->state
    bool (*start)(Player *player,
                  Error *error); // may be NULL; options are read; if it fails, stop is not called
    // The game is not over and it is game->now.to_move's turn.
    bool (*choose)(Player *player, const Game *game, const MoveTerms *terms, Choice *choice, Error *error);
    void (*reset)(Player *player); // may be NULL; a new game begins
    void (*stop)(Player *player);  // may be NULL
} PlayerType;

struct Player {
    const PlayerType *type;
    const struct Catalog *catalog; // what it was made from
    void *state;
    Random random;
    char *spec;                             // as it was given
    const char *text;                       // of a type that takes text: what follows "name:"; "" without
    char *copy;                             // of the spec, cut into words; option texts point into it
    OptionValue option[PLAYER_OPTIONS_MAX]; // by index in type->options
    const MoveTerms *start_terms;           // of the start, while it lasts; never NULL then
};

// Looks a name up in a NULL-ended table, in its first `length` bytes; NULL when no row has it.
const PlayerType *player_type_find(const PlayerType *const *players, const char *name, size_t length);

// "NAME" or "NAME:key=value,key=value"; a flag may stand alone for "=on". NULL with an error for an unknown
// name, a bad option or a lack of memory. The catalog outlives the player. The same specification and seed give the same moves, as far as the
// budget does not depend on the clock.
Player *player_new(const struct Catalog *catalog, const char *spec, uint64_t seed, Error *error);
// The same where the start may take long, as with an external program. It keeps to the terms of a move, and ends
// with an error when their observer cancels. NULL terms: no limit.
Player *player_new_within(const struct Catalog *catalog, const char *spec, uint64_t seed,
                          const MoveTerms *terms, Error *error);
void player_free(Player *player);
// Says that the next position belongs to a new game. Players answer in any position without it too.
void player_reset(Player *player);

// Chooses a move for the side to move; NULL terms have all fields zero. The answer is always legal and keeps to the terms: no
// swap or resignation that was not allowed. A player that fails to do so is an internal failure, with an error that
// names it. The line starts with the move and `seconds` is filled in. A finished game is an input error.
bool player_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice, Error *error);

// For players: the budget of a move. Terms without seconds and nodes leave it to the player's options `time`
// and `nodes` (or play-outs). A default of `nodes` holds only without a time. `threads` may
// be NULL.
Budget player_budget(const MoveTerms *terms, const OptionValue *time, const OptionValue *nodes,
                     const OptionValue *threads);

#endif
