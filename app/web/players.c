#include "app/web/players.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct WebPlayer {
    char spec[64];
    const void *owner; // who asked it last; only compared
    bool busy;
    Player *player;
    double used_at;
};

struct WebPlayers {
    const Catalog *catalog;
    pthread_mutex_t lock;
    pthread_mutex_t making; // of a player: what it takes shows before the next is made
    WebPlayer player[WEB_PLAYERS];
};

WebPlayers *web_players_new(const Catalog *catalog) {
    WebPlayers *players = calloc(1, sizeof *players);
    if (!players) return NULL;
    players->catalog = catalog;
    pthread_mutex_init(&players->lock, NULL);
    pthread_mutex_init(&players->making, NULL);
    return players;
}

void web_players_free(WebPlayers *players) {
    if (!players) return;
    for (int i = 0; i < WEB_PLAYERS; i++) player_free(players->player[i].player);
    pthread_mutex_destroy(&players->lock);
    pthread_mutex_destroy(&players->making);
    free(players);
}

// With the lock: a kept player of that kind, best the owner's, or a place for a new one.
static WebPlayer *place_find(WebPlayers *players, const char *spec, const void *owner) {
    WebPlayer *found = NULL, *place = NULL;
    for (int i = 0; i < WEB_PLAYERS; i++) {
        WebPlayer *p = &players->player[i];
        if (p->busy) continue;
        bool same = p->player && !strcmp(p->spec, spec);
        if (same && (!found || p->owner == owner)) found = p;
        if (!place || !p->player || (place->player && p->used_at < place->used_at)) place = p;
    }
    return found ? found : place;
}

// Takes a place; a player of another kind that stood there is the caller's.
static WebPlayer *place_take(WebPlayers *players, const char *spec, const void *owner, Player **old) {
    *old = NULL;
    pthread_mutex_lock(&players->lock);
    WebPlayer *p = place_find(players, spec, owner);
    if (p) p->busy = true;
    if (p && p->player && strcmp(p->spec, spec)) {
        *old = p->player;
        p->player = NULL;
    }
    pthread_mutex_unlock(&players->lock);
    return p;
}

static void place_give(WebPlayers *players, WebPlayer *p) {
    pthread_mutex_lock(&players->lock);
    p->busy = false;
    p->used_at = clock_seconds();
    pthread_mutex_unlock(&players->lock);
}

static Player *player_make(WebPlayers *players, const char *spec, WebRoom room, void *context, Error *error) {
    uint64_t seed = (uint64_t)time(NULL) ^ (uint64_t)(clock_seconds() * 1e9);
    pthread_mutex_lock(&players->making);
    Player *player = room(context, error) ? player_new(players->catalog, spec, seed, error) : NULL;
    pthread_mutex_unlock(&players->making);
    return player;
}

WebPlayer *web_player_take(WebPlayers *players, const char *spec, const void *owner, WebRoom room,
                           void *context, Error *error) {
    Player *old;
    WebPlayer *p = place_take(players, spec, owner, &old);
    player_free(old);
    if (!p) {
        error_failure(error, "Too many players are choosing moves: try again.");
        return NULL;
    }
    if (!p->player) {
        snprintf(p->spec, sizeof p->spec, "%s", spec);
        p->player = player_make(players, spec, room, context, error);
    } else if (p->owner != owner) {
        player_reset(p->player);
    }
    p->owner = owner;
    if (p->player) return p;
    place_give(players, p);
    return NULL;
}

Player *web_player_player(WebPlayer *player) {
    return player->player;
}

void web_player_give(WebPlayers *players, WebPlayer *player, bool keep) {
    if (!keep) player_reset(player->player);
    place_give(players, player);
}

void web_players_shed(WebPlayers *players) {
    for (int i = 0; i < WEB_PLAYERS; i++) {
        WebPlayer *p = &players->player[i];
        pthread_mutex_lock(&players->lock);
        Player *old = p->busy ? NULL : p->player;
        if (old) p->player = NULL;
        pthread_mutex_unlock(&players->lock);
        player_free(old);
    }
}
