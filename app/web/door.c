#include "app/web/door.h"

#include "base/file.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// --- The token

bool web_token_read(const char *path, char token[WEB_TOKEN_MAX + 1], Error *error) {
    Text text = {0};
    if (!file_read_plain(path, WEB_TOKEN_MAX + 2, &text, error)) return false;
    size_t length = strspn(text_string(&text), LETTERS);
    const char *end = text_string(&text) + length + strspn(text_string(&text) + length, "\r\n");
    bool good = length >= WEB_TOKEN_MIN && length <= WEB_TOKEN_MAX && end == text_string(&text) + text.length;
    if (good) snprintf(token, WEB_TOKEN_MAX + 1, "%.*s", (int)length, text_string(&text));
    text_free(&text);
    return good || error_input(error, "'%.200s': expected one line of %d to %d letters, digits, '-' and '_'",
                               path, WEB_TOKEN_MIN, WEB_TOKEN_MAX);
}

// Compares hashes, all digits of both.
static bool hash_same(const char a[SHA256_TEXT], const char b[SHA256_TEXT]) {
    volatile unsigned char different = 0;
    for (int i = 0; i < SHA256_TEXT - 1; i++) different |= (unsigned char)(a[i] ^ b[i]);
    return !different;
}

// Whether a text is the one whose hash is known.
static bool text_fits(const char *text, size_t length, const char hash[SHA256_TEXT]) {
    char own[SHA256_TEXT];
    sha256_text(text, length, own);
    return hash_same(own, hash);
}

// The value of the cookie in "a=1; name=value"; NULL without it.
static const char *cookie_find(const char *cookies, const char *name, size_t *length) {
    size_t size = strlen(name);
    for (const char *at = cookies; at && *at;) {
        at += strspn(at, "; ");
        size_t item = strcspn(at, ";");
        if (item > size && !strncmp(at, name, size) && at[size] == '=') {
            *length = item - size - 1;
            return at + size + 1;
        }
        at += item;
    }
    return NULL;
}

bool web_door_knows(const WebDoor *door, const HttpRequest *request) {
    static const char BEARER[] = "Bearer ";
    size_t length = 0;
    if (!door->closed) return true;
    const char *bearer = http_header(request, "authorization");
    if (bearer && !strncmp(bearer, BEARER, sizeof BEARER - 1)) {
        bearer += sizeof BEARER - 1;
        return text_fits(bearer, strlen(bearer), door->token);
    }
    const char *value = cookie_find(http_header(request, "cookie"), door->cookie_name, &length);
    char given[SHA256_TEXT] = {0};
    if (!value || length != SHA256_TEXT - 1) return false;
    memcpy(given, value, length);
    return hash_same(given, door->cookie);
}

bool web_door_link(const WebDoor *door, const HttpRequest *request) {
    static const char KEY[] = "token=";
    const char *query = request->query;
    if (!door->closed || !query || strncmp(query, KEY, sizeof KEY - 1)) return false;
    query += sizeof KEY - 1;
    return text_fits(query, strcspn(query, "&"), door->token);
}

bool web_door_secure(const WebDoor *door, const HttpRequest *request) {
    const char *host = http_header(request, "host");
    return host && web_host_is_origin(&door->hosts, host) && !strncmp(door->hosts.origin, "https://", 8);
}

// --- Names

bool web_door_names(const WebDoor *door, const HttpRequest *request) {
    const char *host = http_header(request, "host"), *origin = http_header(request, "origin");
    if (!host || !web_host_allowed(&door->hosts, host)) return false;
    return !origin ||
           web_origin_allowed(&door->hosts, origin, host); // without one it is not a browser's script
}

// --- Peers

static bool peer_none(const WebPeer *peer) {
    static const WebPeer none = {{0}};
    return !memcmp(peer, &none, sizeof none);
}

// Of an address of version 6: those of version 4 stand in it whole, of others the network counts.
static WebPeer peer_six(const struct in6_addr *address) {
    WebPeer peer = {{0}};
    bool four = IN6_IS_ADDR_V4MAPPED(address);
    bool here = IN6_IS_ADDR_LOOPBACK(address) || (four && address->s6_addr[12] == 127);
    if (!here) memcpy(peer.bytes, address, four ? 16 : 8);
    return peer;
}

static WebPeer peer_four(const struct in_addr *address) {
    struct in6_addr wide = {{{0}}};
    wide.s6_addr[10] = wide.s6_addr[11] = 0xFF;
    memcpy(wide.s6_addr + 12, address, 4);
    return peer_six(&wide);
}

WebPeer web_peer_of(const struct sockaddr *address) {
    if (address->sa_family == AF_INET6)
        return peer_six(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
    if (address->sa_family == AF_INET)
        return peer_four(&((const struct sockaddr_in *)(const void *)address)->sin_addr);
    return (WebPeer){{0}};
}

WebPeer web_door_peer(const WebDoor *door, const HttpRequest *request, const WebPeer *peer) {
    const char *list = http_header_last(request, "x-forwarded-for");
    char name[64];
    struct in_addr four;
    struct in6_addr six;
    if (!door->hosts.origin || !peer_none(peer) || !list) return *peer;
    const char *comma = strrchr(list, ','), *last = comma ? comma + 1 : list;
    last += strspn(last, " \t");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(last, " \t"), last);
    if (inet_pton(AF_INET, name, &four) == 1) return peer_four(&four);
    if (inet_pton(AF_INET6, name, &six) == 1) return peer_six(&six);
    WebPeer unknown;
    memset(&unknown, 0xFF, sizeof unknown);
    return unknown;
}

static WebPeerCount *peer_find(WebDoor *door, const WebPeer *peer) {
    for (int i = 0; i < door->peers; i++)
        if (!memcmp(&door->peer[i].peer, peer, sizeof *peer)) return &door->peer[i];
    return NULL;
}

bool web_door_enter(WebDoor *door, const WebPeer *peer) {
    if (peer_none(peer)) return true;
    WebPeerCount *found = peer_find(door, peer);
    if (found && found->connections >= door->peer_most) return false;
    if (!found && door->peers == door->peer_room) return false;
    if (!found) {
        found = &door->peer[door->peers++];
        *found = (WebPeerCount){*peer, 0};
    }
    found->connections++;
    return true;
}

void web_door_leave(WebDoor *door, const WebPeer *peer) {
    WebPeerCount *found = peer_none(peer) ? NULL : peer_find(door, peer);
    if (found && !--found->connections) *found = door->peer[--door->peers];
}

// --- The whole

bool web_door_init(WebDoor *door, const char *token, int peer_most, int room, Error *error) {
    static const char SALT[] = "mustplay cookie ";
    char salted[sizeof SALT + WEB_TOKEN_MAX + 1];
    door->closed = token;
    if (token) {
        sha256_text(token, strlen(token), door->token);
        snprintf(salted, sizeof salted, "%s%s", SALT, token);
        sha256_text(salted, strlen(salted), door->cookie);
    }
    door->peer_most = peer_most;
    door->peer_room = room;
    door->peer = calloc((size_t)room, sizeof *door->peer);
    return door->peer || error_memory(error);
}

void web_door_free(WebDoor *door) {
    free(door->peer);
}

void web_door_port(WebDoor *door, int port) {
    door->hosts.port = port;
    snprintf(door->cookie_name, sizeof door->cookie_name, "mustplay-%d", port);
}
