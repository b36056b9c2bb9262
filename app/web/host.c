#include "app/web/host.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_LENGTH = 256 };

// Splits "name:port"; an address of version 6 stands in brackets. Without a port it is 80.
static bool host_split(const char *value, char *name, int *port) {
    size_t length = value[0] == '[' ? strcspn(value, "]") + 1 : strcspn(value, ":");
    if (!length || length >= NAME_MAX_LENGTH || length > strlen(value)) return false;
    memcpy(name, value, length);
    name[length] = '\0';
    const char *rest = value + length;
    *port = 80;
    if (!*rest) return true;
    if (*rest != ':' || strspn(rest + 1, "0123456789") != strlen(rest + 1)) return false;
    if (strlen(rest + 1) < 1 || strlen(rest + 1) > 5) return false;
    *port = atoi(rest + 1);
    return true;
}

static bool is_address(const char *name) {
    unsigned char bytes[16];
    char inner[NAME_MAX_LENGTH];
    size_t length = strlen(name);
    if (inet_pton(AF_INET, name, bytes) == 1) return true;
    if (name[0] != '[' || length < 3) return false;
    snprintf(inner, sizeof inner, "%.*s", (int)(length - 2), name + 1);
    return inet_pton(AF_INET6, inner, bytes) == 1;
}

static bool names_this_machine(const WebHosts *hosts, const char *name) {
    char bracketed[NAME_MAX_LENGTH];
    snprintf(bracketed, sizeof bracketed, "[%s]", hosts->host);
    return !strcasecmp(name, "localhost") || !strcmp(name, "127.0.0.1") || !strcmp(name, "[::1]") ||
           !strcasecmp(name, hosts->host) || !strcasecmp(name, bracketed) ||
           (hosts->everywhere && is_address(name));
}

// What follows the scheme, which is cut off; `port` is the scheme's own. NULL: there is no such scheme.
static const char *scheme_cut(const char *origin, int *port) {
    bool plain = !strncasecmp(origin, "http://", 7), safe = !strncasecmp(origin, "https://", 8);
    *port = safe ? 443 : 80;
    return plain ? origin + 7 : safe ? origin + 8 : NULL;
}

// Whether a host and an origin without its scheme name the same; a port that is left out is the scheme's.
static bool same_host(const char *host, const char *rest, int usual) {
    char name[NAME_MAX_LENGTH], other[NAME_MAX_LENGTH];
    int port, own;
    if (!host_split(host, name, &port) || !host_split(rest, other, &own)) return false;
    if (!strchr(host + strcspn(host, "]"), ':') && (host[0] == '[' || !strchr(host, ':'))) port = usual;
    if (!strchr(rest + strcspn(rest, "]"), ':') && (rest[0] == '[' || !strchr(rest, ':'))) own = usual;
    return !strcasecmp(name, other) && port == own;
}

bool web_host_is_origin(const WebHosts *hosts, const char *value) {
    char name[NAME_MAX_LENGTH], own[NAME_MAX_LENGTH];
    int port;
    if (!hosts->origin) return false;
    const char *rest = scheme_cut(hosts->origin, &port);
    return host_split(rest ? rest : hosts->origin, own, &port) && host_split(value, name, &port) &&
           !strcasecmp(name, own);
}

bool web_origin_valid(const char *value) {
    char name[NAME_MAX_LENGTH];
    int port;
    const char *rest = scheme_cut(value, &port);
    if (!rest) rest = value;
    return !strpbrk(rest, "/?#@ ") && host_split(rest, name, &port);
}

bool web_host_allowed(const WebHosts *hosts, const char *value) {
    char name[NAME_MAX_LENGTH];
    int port;
    if (!host_split(value, name, &port)) return false;
    if (hosts->allow && !strcasecmp(name, hosts->allow)) return true;
    if (web_host_is_origin(hosts, value)) return true;
    return port == hosts->port && names_this_machine(hosts, name);
}

bool web_origin_allowed(const WebHosts *hosts, const char *value, const char *host) {
    char name[NAME_MAX_LENGTH];
    int usual, own, port;
    const char *rest = scheme_cut(value, &usual);
    if (!rest || strpbrk(rest, "/?#@ ")) return false;
    if (hosts->origin) {
        const char *given = scheme_cut(hosts->origin, &own);
        bool scheme = !given || own == usual;
        if (scheme && same_host(given ? given : hosts->origin, rest, usual)) return true;
    }
    if (!same_host(host, rest, usual)) return false;
    // We speak no TLS: a name of our own is behind a proxy only where it was given.
    if (usual == 80) return true;
    if (web_host_is_origin(hosts, host)) return true;
    return hosts->allow && host_split(host, name, &port) && !strcasecmp(name, hosts->allow);
}
