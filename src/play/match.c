#include "play/match.h"

#include "play/time_control.h"
#include "play/match_journal.h"
#include "play/match_record.h"
#include "solve/solver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Memory for one adjudication.
enum { ADJUDICATION_MEMORY = 512 << 20 };

enum { GAME_FREE, GAME_TAKEN, GAME_FINISHED };

struct MatchBook {
    const MatchSetup *setup;
    pthread_mutex_t mutex; // guards all below
    uint8_t *state;        // by number
    int next;              // no game below is free
    bool failed;           // an error stops the match
    Error error;
    MatchJournal journal;
    MatchTally *tally;
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
        *player = player_new_within(setup->catalog, setup->player[side], seed_of(setup, result->number, side), &start, error);
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

int match_book_take(MatchBook *book) {
    pthread_mutex_lock(&book->mutex);
    while (book->next < book->setup->games && book->state[book->next] != GAME_FREE) book->next++;
    int number = book->next < book->setup->games && !book->failed ? book->next : -1;
    if (number >= 0) book->state[number] = GAME_TAKEN;
    pthread_mutex_unlock(&book->mutex);
    return number;
}

bool match_book_claim(MatchBook *book, int number) {
    pthread_mutex_lock(&book->mutex);
    bool is_free = number >= 0 && number < book->setup->games && book->state[number] == GAME_FREE;
    if (is_free) book->state[number] = GAME_TAKEN;
    pthread_mutex_unlock(&book->mutex);
    return is_free;
}

bool match_book_finished(MatchBook *book, int number) {
    pthread_mutex_lock(&book->mutex);
    bool finished = number >= 0 && number < book->setup->games && book->state[number] == GAME_FINISHED;
    pthread_mutex_unlock(&book->mutex);
    return finished;
}

const Error *match_book_error(const MatchBook *book) {
    return &book->error;
}

// The SGF file first, then the journal: a game in the journal has its file.
bool match_book_store(MatchBook *book, const Game *game, const MatchGame *result) {
    Error error;
    bool good = match_record_save(book->setup, game, result, &error);
    pthread_mutex_lock(&book->mutex);
    good = good && !book->failed && match_journal_add(&book->journal, result, game, &error);
    if (good) {
        book->state[result->number] = GAME_FINISHED;
        match_count(book->tally, result);
        if (book->setup->finished) book->setup->finished(book->setup->context, result, book->tally);
    } else if (!book->failed) {
        book->failed = true;
        book->error = error;
    }
    pthread_mutex_unlock(&book->mutex);
    return good;
}

// A game of the journal.
static bool game_known(void *context, const MatchGame *game, Error *error) {
    MatchBook *book = context;
    if (game->number < 0 || game->number >= book->setup->games || game->black != game->number % 2)
        return error_input(error, "no game of this match");
    if (book->state[game->number] == GAME_FINISHED)
        return error_input(error, "game %d is there twice", game->number);
    book->state[game->number] = GAME_FINISHED;
    match_count(book->tally, game);
    if (book->setup->finished) book->setup->finished(book->setup->context, game, book->tally);
    return true;
}

void match_book_close(MatchBook *book) {
    if (!book) return;
    match_journal_close(&book->journal);
    pthread_mutex_destroy(&book->mutex);
    free(book->state);
    free(book);
}

MatchBook *match_book_open(const MatchSetup *setup, MatchTally *tally, Error *error) {
    MatchBook *book = calloc(1, sizeof *book);
    *tally = (MatchTally){0};
    if (!book) {
        error_failure(error, "out of memory");
        return NULL;
    }
    *book = (MatchBook){.setup = setup, .tally = tally, .journal = {.fd = -1}};
    pthread_mutex_init(&book->mutex, NULL);
    book->state = calloc((size_t)setup->games, sizeof *book->state);
    if (!book->state) error_failure(error, "out of memory");
    if (book->state && match_journal_open(&book->journal, setup, game_known, book, error)) return book;
    match_book_close(book);
    return NULL;
}

// --- Many games

static bool match_stopped(void *context) {
    const MatchSetup *setup = *(const MatchSetup **)context;
    return setup->cancelled && setup->cancelled(setup->context);
}

static void *worker_run(void *context) {
    Worker *worker = context;
    Game game;
    MatchGame result;
    for (int number;
         !observer_cancelled(worker->observer) && (number = match_book_take(worker->book)) >= 0;) {
        if (!game_run(worker, number, &game, &result)) break;
        if (!match_book_store(worker->book, &game, &result)) break;
    }
    worker_end(worker);
    return NULL;
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

static bool workers_run(MatchBook *book, const Observer *observer) {
    int jobs = book->setup->jobs, started = 0;
    Worker *workers = calloc((size_t)jobs, sizeof *workers);
    pthread_t *threads = calloc((size_t)jobs, sizeof *threads);
    for (; workers && threads && started < jobs; started++) {
        workers[started] = (Worker){.setup = book->setup, .observer = observer, .book = book};
        if (pthread_create(&threads[started], NULL, worker_run, &workers[started])) break;
    }
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(workers);
    free(threads);
    return started || error_failure(&book->error, "cannot start a worker");
}

bool match_play(const MatchSetup *setup, MatchTally *tally, Error *error) {
    *tally = (MatchTally){0};
    Observer observer = {.context = &setup, .cancelled = match_stopped};
    if (!match_players_check(setup, &observer, error)) return match_stopped(&setup);
    MatchBook *book = match_book_open(setup, tally, error);
    if (!book) return false;
    bool good = workers_run(book, &observer) && !book->failed;
    if (!good) *error = book->error;
    match_book_close(book);
    return good;
}
