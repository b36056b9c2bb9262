// The page's server without its sockets: clients, their requests, and workers that answer them. The protocol is
// docs/WEB.md. The sockets' thread calls what is declared here; request handlers see app/web/task.h.
#ifndef MUSTPLAY_APP_WEB_WEB_H
#define MUSTPLAY_APP_WEB_WEB_H

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "play/catalog.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEB_MESSAGE_MAX = 256 << 10,                       // bytes of a request
    WEB_PROOF_MAX = 8 << 20,                           // bytes of a proof in one
    WEB_LARGE_MAX = WEB_PROOF_MAX + WEB_PROOF_MAX / 8, // bytes of a request with a proof, written as JSON
    WEB_LARGE_PLACES =
        4, // requests of more than WEB_MESSAGE_MAX at a time, from their first byte to their end
    WEB_START_BYTES = 256,    // in which a message of more than WEB_MESSAGE_MAX has to name its kind
    WEB_SMALL_MAX = 16 << 10, // bytes of a message that is parsed at once
    WEB_OUT_HIGH = 1 << 20,   // unsent bytes above which nothing more is begun for a client
};
#define WEB_PROTOCOL "mustplay-1"

typedef struct Web Web;
typedef struct WebClient WebClient;

// A run on many machines that the page may look at.
typedef struct WebCluster {
    void *context;
    json_t *(*look)(
        void *context,
        Error *error); // a new object, or NULL with an error; from any thread, and may take seconds
} WebCluster;

typedef struct WebSetup {
    const Catalog *catalog; // its players and methods are the page's
    const char *net;        // file, or NULL: the one that is found
    int threads;            // that compute, fewer where the memory is little; 0: none, web_work does it
    int clients_max;
    bool playhex;                // answer PlayHex's interface over HTTP too
    uint64_t memory;             // bytes that the process may take
    const WebCluster *cluster;   // or NULL; outlives the server
    void (*wake)(void *context); // a client has news; may come from any thread
    void *context;
} WebSetup;

// NULL with an error when out of memory or when a net that was named cannot be read.
Web *web_new(const WebSetup *setup, Error *error);
// Ends all work and frees everything. All clients must have been removed before.
void web_free(Web *web);

// Without threads of its own: computes for a slice of time, on the calling thread. False when there is nothing to do.
bool web_work(Web *web);

const Catalog *web_catalog(const Web *web);

// What the setup said, or NULL.
const WebCluster *web_cluster(const Web *web);

// Whether it answers PlayHex's interface (app/web/playhex.h).
bool web_playhex(const Web *web);

// NULL when there are too many. The client begins with the server's hello in its queue. With an `owner`, which must outlive
// the client, web_news_each finds it.
WebClient *web_client_add(Web *web, void *owner);
// Calls `look` with the owner of each client with news since the last call: a message to send, or a parsed
// request. On the thread that adds clients; `look` may remove them.
void web_news_each(Web *web, void (*look)(void *context, void *owner), void *context);
// Ends the client's work. Its memory is freed when the last worker releases it.
void web_client_remove(WebClient *client);
// Gives back what is kept for later when nobody has been there for a while. To be called several times a second by a server
// that continues without clients, on the thread that adds them.
void web_rest(Web *web);
// A place for a message of more than WEB_MESSAGE_MAX bytes that begins with these WEB_START_BYTES. False: it is no request
// with a proof, or all places are taken. Then the client has been told, and the rest need not be kept.
bool web_large_begin(WebClient *client, const char *start, size_t length);
void web_large_end(Web *web);
// Takes one message of a client.
void web_receive(WebClient *client, const char *text, size_t length);
// The same by a worker, for more than WEB_SMALL_MAX bytes: takes over the text, and with `large` its place. No other message
// of the client may be given until web_client_parses says that it has been parsed. After news web_client_go_on begins the
// request, if it has been parsed.
void web_receive_later(WebClient *client, Text *text, bool large);
bool web_client_parses(const WebClient *client);
void web_client_go_on(WebClient *client);
// The text of the client's first unsent message, or NULL; it stays in the queue, and is not replaced from now
// on, until web_message_done.
const char *web_message_first(WebClient *client, size_t *length);
void web_message_done(WebClient *client);
// Bytes of all unsent messages.
size_t web_client_unsent(const WebClient *client);

#endif
