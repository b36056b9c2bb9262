#include "match/match.h"

#include "engine/time_control.h"
#include "match/match_journal.h"
#include "match/match_record.h"
#include "solve/solver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Memory for one adjudication.
enum { ADJUDICATION_MEMORY = 512 << 20 };

typedef struct Match {
    const MatchSetup *setup;
    Observer observer;
    pthread_mutex_t mutex; // guards all below
    bool *taken;           // by number: finished, or being played
    int next;              // no game below is free
    bool failed;           // an error stops the match
    Error error;
    MatchJournal journal;
    MatchTally *tally;
} Match;

typedef struct Worker {
    Match *match;
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

static uint64_t seed_of(const Match *match, int number, int side) {
    uint64_t state = match->setup->seed;
    uint64_t mixed = splitmix64(&state) + (uint64_t)number * 2 + (uint64_t)side;
    return splitmix64(&mixed);
}

// Frees the players that are made anew for every game; tells the others.
static void players_renew(Worker *worker) {
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        if (worker->player[side] && spec_external(worker->match->setup->player[side])) {
            player_reset(worker->player[side]);
        } else {
            player_free(worker->player[side]);
            worker->player[side] = NULL;
        }
    }
}

static MoveTerms terms_now(const Worker *worker, const Game *game, int side) {
    const MatchSetup *setup = worker->match->setup;
    MoveTerms terms = setup->terms;
    terms.budget.observer = &worker->match->observer;
    terms.may_resign = spec_external(setup->player[side]);
    double share =
        time_control_share(&worker->clock, game->now.to_move, cellset_count(position_vacant(&game->now)));
    double *seconds = &terms.budget.seconds;
    if (share > 0 && (*seconds == 0 || share < *seconds)) *seconds = share;
    return terms;
}

// Whether the move came in time: by the clock, or for a player of ours by the seconds per move.
static bool move_in_time(Worker *worker, Color color, int side, double seconds) {
    const MatchSetup *setup = worker->match->setup;
    if (!time_control_spend(&worker->clock, color, seconds)) return false;
    return spec_external(setup->player[side]) || setup->terms.budget.seconds == 0 ||
           seconds <= setup->terms.budget.seconds + setup->terms.grace;
}

static bool move_make(Worker *worker, MatchGame *result, int side, Game *game, Error *error) {
    const MatchSetup *setup = worker->match->setup;
    Player **player = &worker->player[side];
    MoveTerms start = setup->terms;
    start.budget.observer = &worker->match->observer;
    if (!*player)
        *player = player_new_within(setup->player[side], seed_of(worker->match, result->number, side), &start,
                                    error);
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
static void game_adjudicate(const Match *match, const Game *game, MatchGame *result) {
    Budget budget = {.seconds = match->setup->adjudication_seconds,
                     .memory = ADJUDICATION_MEMORY,
                     .observer = &match->observer};
    Answer truth;
    if (!solve_position(solve_default_method(), &game->now, &budget, NULL, &truth, NULL)) return;
    if (truth.winner == EMPTY) return;
    result->winner = side_of(result, truth.winner);
    result->adjudicated = true;
}

// Plays a game to its end or to a fault. False when the match was cancelled: the game is then worth nothing.
static bool game_run(Worker *worker, int number, Game *game, MatchGame *result) {
    const MatchSetup *setup = worker->match->setup;
    *result = (MatchGame){
        .number = number, .black = number % 2, .winner = SIDE_NONE, .fault = SIDE_NONE, .late = SIDE_NONE};
    worker->clock = (TimeControl){0};
    if (setup->game_seconds > 0)
        time_control_set_increment(&worker->clock, setup->game_seconds, setup->increment);
    game_init(game, setup->geometry);
    game_play_list(game, setup->openings->moves[number / 2 % setup->openings->count], NULL);
    players_renew(worker);
    while (game_winner(game) == EMPTY && result->fault == SIDE_NONE && result->late == SIDE_NONE) {
        Error error;
        int side = side_of(result, game->now.to_move);
        if (move_make(worker, result, side, game, &error)) continue;
        result->fault = side;
        snprintf(result->reason, sizeof result->reason, "%s", error.text);
    }
    if (observer_cancelled(&worker->match->observer)) return false;
    if (result->late != SIDE_NONE) {
        result->winner = SIDE_A + SIDE_B - result->late;
        snprintf(result->reason, sizeof result->reason, "lost on time");
    } else if (result->fault == SIDE_NONE)
        result->winner = side_of(result, game_winner(game));
    else
        game_adjudicate(worker->match, game, result);
    return !observer_cancelled(&worker->match->observer);
}

// --- Many games

static bool match_stopped(void *context) {
    Match *match = context;
    return match->setup->cancelled && match->setup->cancelled(match->setup->context);
}

static int game_take(Match *match) {
    pthread_mutex_lock(&match->mutex);
    while (match->next < match->setup->games && match->taken[match->next]) match->next++;
    int number = match->next < match->setup->games && !match->failed ? match->next : -1;
    if (number >= 0) match->taken[number] = true;
    pthread_mutex_unlock(&match->mutex);
    return match_stopped(match) ? -1 : number;
}

// The SGF file first, then the journal: a game in the journal has its file.
static bool game_store(Match *match, const Game *game, const MatchGame *result) {
    Error error;
    bool good = match_record_save(match->setup, game, result, &error);
    pthread_mutex_lock(&match->mutex);
    good = good && !match->failed && match_journal_add(&match->journal, result, game, &error);
    if (good) {
        match_count(match->tally, result);
        if (match->setup->finished) match->setup->finished(match->setup->context, result, match->tally);
    } else if (!match->failed) {
        match->failed = true;
        match->error = error;
    }
    pthread_mutex_unlock(&match->mutex);
    return good;
}

static void *worker_run(void *context) {
    Worker *worker = context;
    Game game;
    MatchGame result;
    for (int number; (number = game_take(worker->match)) >= 0;) {
        if (!game_run(worker, number, &game, &result)) break;
        if (!game_store(worker->match, &game, &result)) break;
    }
    for (int side = SIDE_A; side <= SIDE_B; side++) player_free(worker->player[side]);
    return NULL;
}

// A game of the journal.
static bool game_known(void *context, const MatchGame *game, Error *error) {
    Match *match = context;
    if (game->number < 0 || game->number >= match->setup->games || game->black != game->number % 2)
        return error_input(error, "no game of this match");
    if (match->taken[game->number]) return error_input(error, "game %d is there twice", game->number);
    match->taken[game->number] = true;
    match_count(match->tally, game);
    if (match->setup->finished) match->setup->finished(match->setup->context, game, match->tally);
    return true;
}

// Wrong specifications are found before the first game.
static bool players_check(const MatchSetup *setup, const Observer *observer, Error *error) {
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        MoveTerms terms = setup->terms;
        terms.budget.observer = observer;
        Player *player = player_new_within(setup->player[side], 0, &terms, error);
        if (!player) return false;
        player_free(player);
    }
    return true;
}

static bool workers_run(Match *match) {
    int jobs = match->setup->jobs, started = 0;
    Worker *workers = calloc((size_t)jobs, sizeof *workers);
    pthread_t *threads = calloc((size_t)jobs, sizeof *threads);
    for (; workers && threads && started < jobs; started++) {
        workers[started].match = match;
        if (pthread_create(&threads[started], NULL, worker_run, &workers[started])) break;
    }
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(workers);
    free(threads);
    return started || error_failure(&match->error, "cannot start a worker");
}

bool match_play(const MatchSetup *setup, MatchTally *tally, Error *error) {
    *tally = (MatchTally){0};
    Match match = {.setup = setup, .tally = tally};
    match.observer = (Observer){.context = &match, .cancelled = match_stopped};
    if (!players_check(setup, &match.observer, error)) return match_stopped(&match);
    match.taken = calloc((size_t)setup->games, sizeof *match.taken);
    if (!match.taken) return error_failure(error, "out of memory");
    pthread_mutex_init(&match.mutex, NULL);
    bool good = match_journal_open(&match.journal, setup, game_known, &match, error);
    if (good) {
        good = workers_run(&match) && !match.failed;
        if (!good) *error = match.error;
        match_journal_close(&match.journal);
    }
    pthread_mutex_destroy(&match.mutex);
    free(match.taken);
    return good;
}
