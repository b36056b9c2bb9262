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

bool web_host_allowed(const WebHosts *hosts, const char *value) {
    char name[NAME_MAX_LENGTH];
    int port;
    if (!host_split(value, name, &port)) return false;
    if (hosts->allow && !strcasecmp(name, hosts->allow)) return true;
    return port == hosts->port && names_this_machine(hosts, name);
}

bool web_origin_allowed(const WebHosts *hosts, const char *value) {
    char name[NAME_MAX_LENGTH];
    int port;
    const char *rest = !strncasecmp(value, "http://", 7) ? value + 7 : NULL;
    if (rest) return web_host_allowed(hosts, rest);
    // Behind a proxy that speaks TLS the name is one that was allowed.
    if (strncasecmp(value, "https://", 8) || !hosts->allow) return false;
    return host_split(value + 8, name, &port) && !strcasecmp(name, hosts->allow);
}
