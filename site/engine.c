// The engine of the page without a server: the server's own handlers (app/web/), called by a worker's script instead of sockets.
//
// Everything here is called on one thread, the worker's, and by nobody else. Where there are threads, they report by site_wake.
// Where there are none, the script calls site_work until there is nothing to do, and looks for messages in between.
#include "app/web/web.h"
#include "site/nets.h"

#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#ifdef SITE_THREADS
#include <emscripten/threading.h>
// Lets the worker's script look for messages.
static void site_wake(void *context) {
    (void)context;
    MAIN_THREAD_ASYNC_EM_ASM({ Module.wake(); });
}
#else
__attribute__((import_module("site"), import_name("wake"))) void site_import_wake(void);
static void site_wake(void *context) {
    (void)context;
    site_import_wake();
}
#endif

static Web *web;
static WebClient *client;
static Error failure;

// Memory for a message or a net, which the functions below take over.
EMSCRIPTEN_KEEPALIVE void *site_room(size_t bytes) {
    return malloc(bytes);
}

// A net that has come: the large one, or the solver's. False: it is not understood (site_failure).
EMSCRIPTEN_KEEPALIVE bool site_net(bool solver, void *bytes, size_t size) {
    return nets_keep(solver, bytes, size, &failure);
}

// Begins, once; hello is then the first message. `threads` 0: site_work does all.
EMSCRIPTEN_KEEPALIVE bool site_start(int threads, double memory) {
    WebSetup setup = {.catalog = &CATALOG,
                      .threads = threads,
                      .clients_max = 1,
                      .memory = (uint64_t)memory,
                      .wake = site_wake};
    web = web_new(&setup, &failure);
    client = web ? web_client_add(web, NULL) : NULL;
    return client;
}

EMSCRIPTEN_KEEPALIVE const char *site_failure(void) {
    return failure.text;
}

EMSCRIPTEN_KEEPALIVE void site_receive(char *text, size_t length) {
    web_receive(client, text, length);
    free(text);
}

EMSCRIPTEN_KEEPALIVE bool site_work(void) {
    return web_work(web);
}

// The first message that waits, or NULL; then its length; then it goes.
static size_t message_length;

EMSCRIPTEN_KEEPALIVE const char *site_message(void) {
    return web_message_first(client, &message_length);
}

EMSCRIPTEN_KEEPALIVE size_t site_message_length(void) {
    return message_length;
}

EMSCRIPTEN_KEEPALIVE void site_message_done(void) {
    web_message_done(client);
}
