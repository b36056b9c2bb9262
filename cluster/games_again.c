#include "cluster/games_again.h"

#include "base/array.h"
#include "base/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double RATE_LEAST = 0.01, CHANCE_MOST = 1e-4;
enum { DIFFERED_LEAST = 3 };

// --- What is compared
static bool spec_is_exact(const char *spec, bool limited) {
    if (strstr(spec, "time=") || strstr(spec, "threads=") || strstr(spec, "f32")) return false;
    return limited || strstr(spec, "playouts=") || !strcmp(spec, "random") || !strcmp(spec, "pairing");
}

bool again_possible(const GameJob *job) {
    bool limited = job->terms.budget.nodes > 0;
    return job->terms.budget.seconds <= 0 && job->game_seconds <= 0 && job->terms.budget.threads <= 1 &&
           spec_is_exact(job->player[0], limited) && (!job->match || spec_is_exact(job->player[1], limited));
}

// The moves and the winner: what does not depend on clocks. NULL when it is no result.
static char *result_read(const char *bytes, size_t size) {
    json_t *said = json_loadb(bytes, size, 0, NULL), *kept = json_object();
    json_object_set(kept, "moves", json_object_get(said, "moves"));
    if (json_object_get(said, "winner")) json_object_set(kept, "winner", json_object_get(said, "winner"));
    char *text = json_object_get(said, "moves") ? json_dumps(kept, JSON_COMPACT) : NULL;
    json_decref(said);
    json_decref(kept);
    return text;
}

// --- Workers
void again_look(GamesAgain *again) {
    again->workers = 0;
}

void again_worker(GamesAgain *again, uint64_t id, const PublicKey *key, bool same_build) {
    if (array_room(&again->worker, &again->workers_room, again->workers + 1, sizeof *again->worker))
        again->worker[again->workers++] = (AgainWorker){id, *key, same_build};
}

static const AgainWorker *worker_find(const GamesAgain *again, uint64_t id) {
    for (int i = 0; i < again->workers; i++)
        if (again->worker[i].id == id) return &again->worker[i];
    return NULL;
}

uint64_t again_worker_of(const GamesAgain *again, const PublicKey *key) {
    for (int i = 0; i < again->workers; i++)
        if (public_key_equal(&again->worker[i].key, key)) return again->worker[i].id;
    return 0;
}

bool again_knows(const GamesAgain *again, uint64_t id) {
    return worker_find(again, id);
}

static AgainTally *tally_of(GamesAgain *again, const PublicKey *key) {
    for (int i = 0; i < again->tallies; i++)
        if (public_key_equal(&again->tally[i].key, key)) return &again->tally[i];
    if (!array_room(&again->tally, &again->tallies_room, again->tallies + 1, sizeof *again->tally))
        return NULL;
    again->tally[again->tallies] = (AgainTally){.key = *key};
    return &again->tally[again->tallies++];
}

// Somebody whose key is none of those that have played the game; 0: there is nobody.
static uint64_t other_worker(GamesAgain *again, const AgainGame *game) {
    int fit = 0;
    uint64_t found = 0;
    for (int i = 0; i < again->workers; i++) {
        const AgainWorker *w = &again->worker[i];
        bool played = false;
        for (int hand = 0; hand < game->hands; hand++) played |= public_key_equal(&game->by[hand], &w->key);
        if (!w->same_build || played) continue;
        if (random_below(&again->random, (uint32_t)++fit) == 0) found = w->id;
    }
    return found;
}

uint64_t again_worker_but(GamesAgain *again, const PublicKey *key) {
    int fit = 0;
    uint64_t found = 0;
    for (int i = 0; i < again->workers; i++) {
        const AgainWorker *w = &again->worker[i];
        if (key && public_key_equal(&w->key, key)) continue;
        if (random_below(&again->random, (uint32_t)++fit) == 0) found = w->id;
    }
    return found;
}

// --- Games
static void game_end(GamesAgain *again, AgainGame *game) {
    free(game->result[0]);
    free(game->result[1]);
    *game = again->game[--again->games];
}

static AgainJob game_job(const AgainGame *game) {
    return (AgainJob){(uint64_t)game->hands * GAME_AGAIN + (uint64_t)game->number + 1, game->number,
                      game->worker};
}

bool again_draw(GamesAgain *again, int number, uint64_t worker, const char *bytes, size_t size,
                AgainJob *job) {
    const AgainWorker *author = worker_find(again, worker);
    if (again->share <= 0 || random_unit(&again->random) >= again->share || !author || !author->same_build)
        return false;
    AgainGame game = {.number = number, .hands = 1, .by = {author->key}};
    game.worker = other_worker(again, &game);
    if (!game.worker ||
        !array_room(&again->game, &again->games_room, again->games + 1, sizeof *again->game) ||
        !(game.result[0] = result_read(bytes, size)))
        return false;
    again->game[again->games++] = game;
    *job = game_job(&game);
    return true;
}

bool again_residual(int checked, int differed, int others_checked, int others_differed) {
    double rate = others_checked ? (double)others_differed / others_checked : 0, chance = 0;
    if (rate < RATE_LEAST) rate = RATE_LEAST;
    if (differed < DIFFERED_LEAST || rate >= 1) return false;
    for (int k = differed; k <= checked; k++)
        chance += exp(lgamma(checked + 1.0) - lgamma(k + 1.0) - lgamma(checked - k + 1.0) + k * log(rate) +
                      (checked - k) * log1p(-rate));
    return chance < CHANCE_MOST;
}

// Counts a game of a machine. True: that bars it.
static bool game_count(GamesAgain *again, const PublicKey *key, bool differed) {
    AgainTally *own = tally_of(again, key);
    int checked = 0, others = 0;
    if (!own) return false;
    own->checked++;
    own->differed += differed;
    for (int i = 0; i < again->tallies; i++) {
        bool is_other = &again->tally[i] != own && !again->tally[i].barred;
        checked += is_other ? again->tally[i].checked : 0;
        others += is_other ? again->tally[i].differed : 0;
    }
    if (own->barred || !differed || !again_residual(own->checked, own->differed, checked, others))
        return false;
    again->barred++;
    return own->barred = true;
}

// `odd`: a bit for each hand that differs from the others.
static bool game_settle(GamesAgain *again, AgainGame *game, const PublicKey *last, int odd,
                        PublicKey *barred) {
    bool found = false;
    again->settled++;
    again->differed += odd != 0;
    for (int hand = 0; hand <= game->hands; hand++) {
        const PublicKey *key = hand < game->hands ? &game->by[hand] : last;
        if (!game_count(again, key, odd >> hand & 1)) continue;
        *barred = *key;
        found = true;
    }
    game_end(again, game);
    return found;
}

static AgainGame *game_find(GamesAgain *again, uint64_t id) {
    for (int i = 0; i < again->games; i++)
        if (game_job(&again->game[i]).id == id) return &again->game[i];
    return NULL;
}

bool again_answer(GamesAgain *again, uint64_t id, uint64_t worker, const char *bytes, size_t size,
                  AgainJob *job, PublicKey *barred, bool *is_barred) {
    enum { FIRST = 1, SECOND = 2, THIRD = 4 };
    AgainGame *game = game_find(again, id);
    const AgainWorker *by = worker_find(again, worker);
    *is_barred = false;
    if (!game) return false;
    char *result = by && by->same_build ? result_read(bytes, size) : NULL;
    bool known = !result;
    for (int hand = 0; hand < game->hands && !known; hand++)
        known = public_key_equal(&game->by[hand], &by->key);
    if (known) { // taken up by another than was asked: it says nothing
        free(result);
        game_end(again, game);
        return false;
    }
    bool first = !strcmp(result, game->result[0]),
         second = game->hands == 2 && !strcmp(result, game->result[1]);
    bool asks = game->hands == 1 && !first;
    if (asks) {
        game->by[game->hands] = by->key;
        game->result[game->hands++] = result;
        game->worker = other_worker(again, game);
        if (game->worker) {
            *job = game_job(game);
            return true;
        }
        game->hands--;
        game->result[1] = NULL;
    }
    int odd = game->hands == 1 ? (first ? 0 : FIRST | SECOND)
              : first          ? SECOND
              : second         ? FIRST
                               : FIRST | SECOND | THIRD;
    *is_barred = game_settle(again, game, &by->key, odd, barred);
    free(result);
    return false;
}

void again_free(GamesAgain *again) {
    while (again->games) game_end(again, &again->game[0]);
    free(again->worker);
    free(again->tally);
    free(again->game);
    *again = (GamesAgain){0};
}
