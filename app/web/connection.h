// One connection of the page's server: HTTP for the files of the page, or a client's WebSocket. The socket does
// not block; the server asks what to wait for, and says when it has come. What a connection waits for changes only in the
// calls below.
#ifndef MUSTPLAY_APP_WEB_CONNECTION_H
#define MUSTPLAY_APP_WEB_CONNECTION_H

#include "app/web/door.h"
#include "app/web/web.h"

typedef struct Connection Connection;

// Takes over the descriptor, also on failure. `web` and `door` outlive it. `owner` is that of its clients (web.h). NULL out of
// memory, or when the peer has too many connections already.
Connection *connection_new(int fd, const WebPeer *peer, Web *web, WebDoor *door, void *owner);
// Ends the client's work and closes the descriptor.
void connection_free(Connection *connection);
int connection_fd(const Connection *connection);
// The events of epoll(7) that it waits for.
uint32_t connection_events(const Connection *connection);
// Reads and writes what it can, after events or after news of its client. False: it is over.
bool connection_serve(Connection *connection, uint32_t events);
// Several times a second: false when its time is over, because it is silent, does not read, or takes too long
// to ask. Pings clients that have been silent.
bool connection_tick(Connection *connection);
// Bytes of memory that wait to be sent or to be whole. A large message does not count, since its places are counted. The
// weight is these bytes times the seconds they have waited.
size_t connection_bytes(const Connection *connection);
double connection_weight(const Connection *connection, double now);
// Since when it has kept a place without being a client's WebSocket; 0 for those.
double connection_waits_since(const Connection *connection);

#endif
