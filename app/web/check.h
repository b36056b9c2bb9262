// Whether the page's server answers, seen from outside: for `mustplay serve --check`.
#ifndef MUSTPLAY_APP_WEB_CHECK_H
#define MUSTPLAY_APP_WEB_CHECK_H

#include "app/web/server.h"

// Runs the server, asks it for the page and for a WebSocket's hello, and stops it. False with an error.
// `token`: that it asks for, or NULL.
bool web_check(WebServer *server, const char *host, const char *token, Error *error);

#endif
