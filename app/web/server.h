// The page's server: files over HTTP, and one WebSocket per client.
#ifndef MUSTPLAY_APP_WEB_SERVER_H
#define MUSTPLAY_APP_WEB_SERVER_H

#include "app/web/host.h"
#include "app/web/web.h"

typedef struct WebServerOptions {
    const Catalog *catalog;
    const char *host;
    int port;           // 0: any that is free
    bool port_may_move; // if it is taken, any that is free
    const char *allow;  // one more name for Host and Origin, or NULL
    const char *origin; // one more origin, or NULL
    const char *token;  // that every request needs, or NULL
    const char *net;    // or NULL
    int threads, clients_max;
    bool playhex; // answer PlayHex's interface too
    uint64_t memory;
    const WebCluster *cluster; // or NULL
} WebServerOptions;

typedef struct WebServer WebServer;

// Listens. NULL with an error (a port that is taken is bad input).
WebServer *web_server_new(const WebServerOptions *options, Error *error);
// Whether others than this machine can reach it.
bool web_server_everywhere(const WebServer *server);
// The port it listens on.
int web_server_port(const WebServer *server);
// Answers until web_server_stop is called, from any thread or a signal handler.
void web_server_run(WebServer *server);
void web_server_stop(WebServer *server);
void web_server_free(WebServer *server);

#endif
