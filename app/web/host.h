// Which hosts and origins the page's server answers to: against pages of other sites, and against names that
// are made to point here (DNS rebinding).
#ifndef MUSTPLAY_APP_WEB_HOST_H
#define MUSTPLAY_APP_WEB_HOST_H

#include <stdbool.h>

typedef struct WebHosts {
    const char *host;  // the address it listens on
    int port;          // and the port
    bool everywhere;   // it listens beyond this machine: addresses in digits are fine then
    const char *allow; // one more name, or NULL; with any port
    const char
        *origin; // one more origin, "https://hex.example" or only its name; its name is a host, too; or NULL
} WebHosts;

// The value of a Host header: "localhost:8080".
bool web_host_allowed(const WebHosts *hosts, const char *value);
// The value of an Origin header ("http://localhost:8080") of a request to an allowed host. It must name that very host, or be
// the origin that was given.
bool web_origin_allowed(const WebHosts *hosts, const char *value, const char *host);
// Whether a Host header names the origin that was given.
bool web_host_is_origin(const WebHosts *hosts, const char *value);
// Whether a text can be given as an origin.
bool web_origin_valid(const char *value);

#endif
