// Who is let in: which hosts and origins are answered (host.h), the token that a link carries, and how many connections
// one peer may have.
//
// With a token every request needs it: in a cookie, which the link sets, or as a bearer. A token is compared in a time that
// does not depend on where it differs. Connections are counted by the peer's address, in IPv6 by its first 64 bits. Behind a
// proxy on this machine (loopback peer, --origin set) the peer is the last address of X-Forwarded-For, which the
// proxy wrote. Connections from this machine itself are not counted.
#ifndef MUSTPLAY_APP_WEB_DOOR_H
#define MUSTPLAY_APP_WEB_DOOR_H

#include "app/web/host.h"
#include "app/web/http.h"
#include "base/error.h"
#include "base/sha256.h"

#include <sys/socket.h>

enum { WEB_TOKEN_MIN = 16, WEB_TOKEN_MAX = 128 };

typedef struct WebPeer {
    unsigned char bytes[16]; // as of IPv6; all zero: this machine, which is not counted
} WebPeer;

typedef struct WebPeerCount {
    WebPeer peer;
    int connections;
} WebPeerCount;

typedef struct WebDoor {
    WebHosts hosts;
    bool closed;              // a token is needed
    char token[SHA256_TEXT];  // its hash
    char cookie[SHA256_TEXT]; // what the cookie holds: not the token itself
    char cookie_name[32];     // one for each port, since cookies are shared by the ports of a host
    int peer_most;            // connections of one peer
    int peers, peer_room;
    WebPeerCount *peer;
} WebDoor;

// Reads a token: one line of 16 to 128 letters, digits, '-' and '_'.
bool web_token_read(const char *path, char token[WEB_TOKEN_MAX + 1], Error *error);

// `token` may be NULL. `room`: the most connections at a time. False out of memory.
bool web_door_init(WebDoor *door, const char *token, int peer_most, int room, Error *error);
void web_door_free(WebDoor *door);
// The port is known once the server listens.
void web_door_port(WebDoor *door, int port);

// Whether Host and Origin are names that are answered.
bool web_door_names(const WebDoor *door, const HttpRequest *request);
// Whether the request has the token, or none is needed.
bool web_door_knows(const WebDoor *door, const HttpRequest *request);
// Whether the request's link carries the right token: the answer then sets the cookie.
bool web_door_link(const WebDoor *door, const HttpRequest *request);
// Whether the cookie may travel by TLS only.
bool web_door_secure(const WebDoor *door, const HttpRequest *request);

WebPeer web_peer_of(const struct sockaddr *address);
// The peer of a request that a connection from `peer` brings: the one that a proxy names. All names that are no addresses are one.
WebPeer web_door_peer(const WebDoor *door, const HttpRequest *request, const WebPeer *peer);
// Counts a connection of a peer; false when it has too many.
bool web_door_enter(WebDoor *door, const WebPeer *peer);
void web_door_leave(WebDoor *door, const WebPeer *peer);

#endif
