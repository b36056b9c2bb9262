#include "play/match.h"

#include "play/match_record.h"
#include "play/time_control.h"
#include "solve/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Memory for one adjudication.
enum { ADJUDICATION_MEMORY = 512 << 20 };

struct MatchBook {
    const MatchSetup *setup;
    MatchTally *tally;
    Text identity;
    GameBookSetup games;
    GameBook *book;
};

typedef struct Worker {
    const MatchSetup *setup;
    const Observer *observer;
    MatchBook *book;   // NULL: one game alone
    Player *player[2]; // of ours for this game alone; external ones stay
    TimeControl clock; // of this game
} Worker;

void match_count(MatchTally *tally, const MatchGame *game) {
    int white = game->black == SIDE_A ? SIDE_B : SIDE_A;
    tally->games++;
    if (game->winner != SIDE_NONE) {
        Color color = game->winner == white ? WHITE : BLACK;
        (game->adjudicated ? tally->adjudicated : tally->won)[game->winner][color]++;
    }
    if (game->late != SIDE_NONE) tally->late[game->late]++;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        if (game->slowest[side] > tally->slowest[side]) tally->slowest[side] = game->slowest[side];
    }
    if (game->fault != SIDE_NONE) tally->faults[game->fault][game->fault == white ? WHITE : BLACK]++;
}

// --- One game

static bool spec_external(const char *spec) {
    return !strncmp(spec, "htp:", 4);
}

static uint64_t seed_of(const MatchSetup *setup, int number, int side) {
    uint64_t state = setup->seed;
    uint64_t mixed = splitmix64(&state) + (uint64_t)number * 2 + (uint64_t)side;
    return splitmix64(&mixed);
}

// Frees the players that are made anew for every game; tells the others.
static void players_renew(Worker *worker) {
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        if (worker->player[side] && spec_external(worker->setup->player[side])) {
            player_reset(worker->player[side]);
        } else {
            player_free(worker->player[side]);
            worker->player[side] = NULL;
        }
    }
}

static MoveTerms terms_now(const Worker *worker, const Game *game, int side) {
    const MatchSetup *setup = worker->setup;
    MoveTerms terms = setup->terms;
    terms.budget.observer = worker->observer;
    terms.may_resign = spec_external(setup->player[side]);
    double share =
        time_control_share(&worker->clock, game->now.to_move, cellset_count(position_vacant(&game->now)));
    double *seconds = &terms.budget.seconds;
    if (share > 0 && (*seconds == 0 || share < *seconds)) *seconds = share;
    return terms;
}

// Whether the move came in time: by the clock, or for a player of ours by the seconds per move.
static bool move_in_time(Worker *worker, Color color, int side, double seconds) {
    const MatchSetup *setup = worker->setup;
    if (!time_control_spend(&worker->clock, color, seconds)) return false;
    return spec_external(setup->player[side]) || setup->terms.budget.seconds == 0 ||
           seconds <= setup->terms.budget.seconds + setup->terms.grace;
}

static bool move_make(Worker *worker, MatchGame *result, int side, Game *game, Error *error) {
    const MatchSetup *setup = worker->setup;
    Player **player = &worker->player[side];
    MoveTerms start = setup->terms;
    start.budget.observer = worker->observer;
    if (!*player)
        *player = player_new_within(setup->catalog, setup->player[side], seed_of(setup, result->number, side),
                                    &start, error);
    if (!*player) return false;
    MoveTerms terms = terms_now(worker, game, side);
    Color color = game->now.to_move;
    Choice choice;
    if (!player_choose(*player, game, &terms, &choice, error) || !game_play(game, color, choice.move, error))
        return false;
    if (choice.seconds > result->slowest[side]) result->slowest[side] = choice.seconds;
    if (!move_in_time(worker, color, side, choice.seconds)) result->late = side;
    return true;
}

static int side_of(const MatchGame *result, Color color) {
    return color == BLACK ? result->black : SIDE_A + SIDE_B - result->black;
}

// Asks the solver who wins a void game; it stays undecided when the solver cannot tell.
static void game_adjudicate(const Worker *worker, const Game *game, MatchGame *result) {
    Budget budget = {.seconds = worker->setup->adjudication_seconds,
                     .memory = ADJUDICATION_MEMORY,
                     .observer = worker->observer};
    Answer truth;
    if (!solve_position(&SOLVE_AUTO, &game->now, &budget, NULL, &truth, NULL)) return;
    if (truth.winner == EMPTY) return;
    result->winner = side_of(result, truth.winner);
    result->adjudicated = true;
}

void match_game_begin(const MatchSetup *setup, int number, Game *game, MatchGame *result) {
    *result = (MatchGame){
        .number = number, .black = number % 2, .winner = SIDE_NONE, .fault = SIDE_NONE, .late = SIDE_NONE};
    game_init(game, setup->geometry);
    game_play_list(game, setup->openings->moves[number / 2 % setup->openings->count], NULL);
}

// Plays a game to its end or to a fault. False when the match was cancelled: the game is then worth nothing.
static bool game_run(Worker *worker, int number, Game *game, MatchGame *result) {
    const MatchSetup *setup = worker->setup;
    worker->clock = (TimeControl){0};
    if (setup->game_seconds > 0)
        time_control_set_increment(&worker->clock, setup->game_seconds, setup->increment);
    match_game_begin(setup, number, game, result);
    players_renew(worker);
    while (game_winner(game) == EMPTY && result->fault == SIDE_NONE && result->late == SIDE_NONE) {
        Error error;
        int side = side_of(result, game->now.to_move);
        if (move_make(worker, result, side, game, &error)) continue;
        result->fault = side;
        snprintf(result->reason, sizeof result->reason, "%s", error.text);
    }
    if (observer_cancelled(worker->observer)) return false;
    if (result->late != SIDE_NONE) {
        result->winner = SIDE_A + SIDE_B - result->late;
        snprintf(result->reason, sizeof result->reason, "lost on time");
    } else if (result->fault == SIDE_NONE)
        result->winner = side_of(result, game_winner(game));
    else
        game_adjudicate(worker, game, result);
    return !observer_cancelled(worker->observer);
}

static void worker_end(Worker *worker) {
    for (int side = SIDE_A; side <= SIDE_B; side++) player_free(worker->player[side]);
}

bool match_play_one(const MatchSetup *setup, int number, const Observer *observer, Game *game,
                    MatchGame *result) {
    Worker worker = {.setup = setup, .observer = observer};
    bool played = game_run(&worker, number, game, result);
    worker_end(&worker);
    return played;
}

// --- The book

// The SGF file first, then the journal: a game in the journal has its file.
bool match_book_store(MatchBook *book, const Game *game, const MatchGame *result) {
    Error error;
    if (!match_record_save(book->setup, game, result, &error)) return game_book_fail(book->book, &error);
    return game_book_store(book->book, result->number, match_value(result, game), result);
}

static bool game_count(void *context, int number, const json_t *value, const void *result, Error *error) {
    MatchBook *book = context;
    MatchGame game;
    if (!result && !match_value_read(value, number, &game))
        return error_input(error, "is no game of this match");
    if (result) game = *(const MatchGame *)result;
    match_count(book->tally, &game);
    if (book->setup->finished) book->setup->finished(book->setup->context, &game, book->tally);
    return true;
}

GameBook *match_book_games(MatchBook *book) {
    return book->book;
}

void match_book_close(MatchBook *book) {
    if (!book) return;
    game_book_close(book->book);
    text_free(&book->identity);
    free(book);
}

MatchBook *match_book_open(const MatchSetup *setup, MatchTally *tally, Error *error) {
    MatchBook *book = calloc(1, sizeof *book);
    *tally = (MatchTally){0};
    if (!book) {
        error_memory(error);
        return NULL;
    }
    *book = (MatchBook){.setup = setup, .tally = tally};
    match_identity(setup, &book->identity);
    book->games = (GameBookSetup){.games = setup->games,
                                  .journal = setup->journal,
                                  .kind = "match",
                                  .identity = text_string(&book->identity),
                                  .context = book,
                                  .count = game_count};
    book->book = game_book_open(&book->games, error);
    if (book->book) return book;
    match_book_close(book);
    return NULL;
}

// --- Many games

static bool match_stopped(void *context) {
    const MatchSetup *setup = *(const MatchSetup **)context;
    return setup->cancelled && setup->cancelled(setup->context);
}

static bool worker_cancelled(void *context) {
    return observer_cancelled(((const Worker *)context)->observer);
}

// A thread's own worker, with players of its own.
static void *worker_new(void *context) {
    Worker *worker = malloc(sizeof *worker);
    if (worker) *worker = *(const Worker *)context;
    return worker;
}

static void worker_free(void *worker) {
    worker_end(worker);
    free(worker);
}

static bool worker_play(void *context, GameBook *book, int number) {
    (void)book;
    Worker *worker = context;
    Game game;
    MatchGame result;
    return game_run(worker, number, &game, &result) && match_book_store(worker->book, &game, &result);
}

// Wrong specifications are found before the first game.
bool match_players_check(const MatchSetup *setup, const Observer *observer, Error *error) {
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        MoveTerms terms = setup->terms;
        terms.budget.observer = observer;
        Player *player = player_new_within(setup->catalog, setup->player[side], 0, &terms, error);
        if (!player) return false;
        player_free(player);
    }
    return true;
}

bool match_play(const MatchSetup *setup, MatchTally *tally, Error *error) {
    *tally = (MatchTally){0};
    Observer observer = {.context = &setup, .cancelled = match_stopped};
    if (!match_players_check(setup, &observer, error)) return match_stopped(&setup);
    MatchBook *book = match_book_open(setup, tally, error);
    if (!book) return false;
    Worker worker = {.setup = setup, .observer = &observer, .book = book};
    GameLoop loop = {.jobs = setup->jobs,
                     .context = &worker,
                     .cancelled = worker_cancelled,
                     .worker_new = worker_new,
                     .worker_free = worker_free,
                     .play = worker_play};
    bool good = game_book_play(book->book, &loop, error);
    match_book_close(book);
    return good;
}
