// The shared state's life, and who is there.
#include "app/web/web_inside.h"

#include "app/web/players.h"
#include "app/web/trees.h"
#include "app/web/web_openings.h"
#include "app/web/web_session.h"
#include "base/clock.h"
#include "play/net_engine.h"

#include <stdlib.h>

static const uint64_t THREAD_MEMORY = 64 << 20;

// A net that is named must be readable; without a name the page also works without one.
static bool net_open(Web *web, Error *error) {
    NetEngine engine;
    NetEngineOptions options = net_engine_options();
    char path[4096];
    options.file = web->setup.net;
    if (!options.file && !net_find(path, sizeof path)) return true;
    if (!net_engine_open(&engine, &options, error)) return false;
    web->net = engine.net;
    puct_free(engine.puct);
    return true;
}

static bool parts_new(Web *web, Error *error) {
    uint64_t half = web->setup.memory / 2;
    web->sessions = web_sessions_new(half);
    web->openings = web_openings_new();
    web->players = web_players_new(web->setup.catalog);
    web->trees = web_trees_new(web->net, half);
    if (!web->sessions || !web->openings || !web->players || !web->trees) return error_memory(error);
    web->pool = web_pool_new(web, error);
    return web->pool;
}

// Memory per thread, about 8 MB, besides the trees and graphs of its search.
static int threads_within(int threads, uint64_t memory) {
    uint64_t most = memory / THREAD_MEMORY;
    if (most < 1) most = 1;
    return (uint64_t)threads > most ? (int)most : threads;
}

Web *web_new(const WebSetup *setup, Error *error) {
    Web *web = calloc(1, sizeof *web);
    if (!web) {
        error_memory(error);
        return NULL;
    }
    web->setup = *setup;
    web->setup.threads = threads_within(setup->threads, setup->memory);
    if (net_open(web, error) && parts_new(web, error)) return web;
    web_free(web);
    return NULL;
}

void web_free(Web *web) {
    web_pool_free(web->pool);
    web_news_each(web, NULL, NULL); // all clients are gone: they are only released
    web_sessions_free(web->sessions);
    web_openings_free(web->openings);
    web_players_free(web->players);
    web_trees_free(web->trees);
    for (int i = 0; i < BOARD_MAX; i++) free(web->atlas[i]);
    net_free(web->net);
    free(web);
}

const Net *web_net(const Web *web) {
    return web->net;
}

struct WebSessions *web_sessions(Web *web) {
    return web->sessions;
}

struct WebOpenings *web_openings(Web *web) {
    return web->openings;
}

struct WebPlayers *web_players(Web *web) {
    return web->players;
}

struct WebTrees *web_trees(Web *web) {
    return web->trees;
}

const Catalog *web_catalog(const Web *web) {
    return web->setup.catalog;
}

bool web_playhex(const Web *web) {
    return web->setup.playhex;
}

const WebCluster *web_cluster(const Web *web) {
    return web->setup.cluster;
}

// --- Clients

WebClient *web_client_add(Web *web, void *owner) {
    WebClient *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->web = web;
    client->owner = owner;
    atomic_store(&client->references, 1);
    web_outbox_init(&client->outbox);
    if (!web_pool_client_add(web->pool, client)) {
        web_client_release(client);
        return NULL;
    }
    web->present++;
    web_answer(client, NULL, "hello", web_hello(web));
    return client;
}

void web_client_news(WebClient *client) {
    Web *web = client->web;
    if (client->owner && !atomic_exchange(&client->news, true)) {
        web_client_hold(client);
        client->next_news = atomic_load(&web->news);
        while (!atomic_compare_exchange_weak(&web->news, &client->next_news, client)) continue;
    }
    web->setup.wake(web->setup.context);
}

void web_news_each(Web *web, void (*look)(void *context, void *owner), void *context) {
    WebClient *client = atomic_exchange(&web->news, NULL);
    for (WebClient *next; client; client = next) {
        next = client->next_news;
        atomic_store(&client->news, false); // before the look: what comes from now on is noted again
        if (!client->gone) look(context, client->owner);
        web_client_release(client);
    }
}

void web_client_hold(WebClient *client) {
    atomic_fetch_add(&client->references, 1);
}

void web_client_release(WebClient *client) {
    if (atomic_fetch_sub(&client->references, 1) > 1) return;
    web_client_forget(client);
    web_trees_drop(client->web->trees, client);
    web_sessions_drop(client->web->sessions, client);
    web_outbox_destroy(&client->outbox);
    free(client);
}

void web_client_remove(WebClient *client) {
    if (!--client->web->present) client->web->left_at = clock_seconds();
    web_outbox_shut(&client->outbox);
    web_pool_client_remove(client->web->pool, client);
    web_client_release(client);
}
