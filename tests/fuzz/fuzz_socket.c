// Sends a byte string to the page's server, in pieces whose sizes the bytes choose. No crash, whether they
// are HTTP, open a WebSocket, or neither.
#include "app/web/connection.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static void wake(void *context) {
    (void)context;
}

static const char UPGRADE[] =
    "GET /ws HTTP/1.1\r\nHost: localhost:80\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bXVzdHBsYXktZnV6ei0xMg==\r\n"
    "Sec-WebSocket-Protocol: " WEB_PROTOCOL "\r\n\r\n";

// Sends a piece and lets the connection act on it; false when it is over.
static bool piece_send(int peer, Connection *connection, const void *bytes, size_t size) {
    char answer[4096];
    if (send(peer, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return false;
    for (int turn = 0; turn < 2; turn++) {
        if (!connection_serve(connection, connection_events(connection) & (EPOLLIN | EPOLLOUT))) return false;
        while (recv(peer, answer, sizeof answer, MSG_DONTWAIT) > 0) continue;
    }
    return connection_tick(connection);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Web *web; // costly to make
    WebSetup setup = {.catalog = &CATALOG, .clients_max = 1, .memory = 1 << 20, .wake = wake};
    static WebDoor open_door, closed_door; // the second asks for a token
    WebPeer here = {{0}};
    Error error;
    int pair[2];
    if (!web) {
        WebHosts hosts = {.host = "127.0.0.1", .port = 80, .origin = "https://hex.example"};
        web = web_new(&setup, &error);
        open_door.hosts = closed_door.hosts = hosts;
        require(web_door_init(&open_door, NULL, 4, 8, &error));
        require(web_door_init(&closed_door, "0123456789abcdef", 4, 8, &error));
        web_door_port(&open_door, 80);
        web_door_port(&closed_door, 80);
    }
    require(web && !socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair));
    Connection *connection =
        connection_new(pair[0], &here, web, size && data[0] & 2 ? &closed_door : &open_door, NULL);
    require(connection);
    bool open = true;
    if (size && data[0] & 1) open = piece_send(pair[1], connection, UPGRADE, sizeof UPGRADE - 1);
    while (open && size) {
        size_t piece = (size_t)data[0] + 1, length = piece < size ? piece : size;
        open = piece_send(pair[1], connection, data, length);
        data += length;
        size -= length;
    }
    connection_free(connection);
    close(pair[1]);
    return 0;
}
