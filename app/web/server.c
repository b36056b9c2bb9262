// The sockets of the page's server: a listener, and connections that one thread serves as poll(2) says. The work
// is done by the workers of app/web/pool.c, which wake this thread when there is something to send.
//
// Connections that are not a client's WebSocket have WAITING_MAX places. The oldest of them makes room for a new
// one, so that people who connect and say nothing keep nobody out.
#include "app/web/server.h"

#include "app/web/connection.h"
#include "app/web/door.h"
#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WAITING_MAX = 256, ACCEPTED_AT_ONCE = 64, BACKLOG = 1024, OTHER_FILES = 64 };
enum { PEER_SHARE = 4, PEER_LEAST = 16 }; // a peer may have a quarter of the clients' number of connections
enum { POLL_WAKE, POLL_LISTENER, POLL_FIXED }; // the entries of poll(2) in front of the connections
enum { SENT_MOST = 128 << 10 };                // bytes that the system keeps of what was sent to a connection
enum { BUFFERS_SHARE = 4 };                    // of the memory
static const double TICK_SECONDS = 0.25;

struct WebServer {
    Web *web;
    WebDoor door;
    int listener;
    int wake[2]; // a pipe
    _Atomic bool woken, stop;
    double ticked_at;
    uint64_t buffers_most; // bytes that wait in all connections
    int waiting; // connections that are not clients, or more: some may have become clients since they were counted
    int room, count;
    Connection **connection;
    struct pollfd *poll; // POLL_FIXED more than connections
};

// --- Listening

typedef union Address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} Address;

// False when the text is no address.
static bool address_read(const char *host, int port, Address *address, socklen_t *size) {
    bool six = strchr(host, ':');
    *address = (Address){0};
    if (six)
        address->six = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    else
        address->four = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    *size = six ? sizeof address->six : sizeof address->four;
    void *target = six ? (void *)&address->six.sin6_addr : (void *)&address->four.sin_addr;
    return inet_pton(address->any.sa_family, host, target) == 1;
}

// A listening socket, or -1 with errno set.
static int listener_open(const Address *address, socklen_t size) {
    int one = 1, none = 0;
    int fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (address->any.sa_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &none, sizeof none);
    if (!bind(fd, &address->any, size) && !listen(fd, BACKLOG)) return fd;
    int fault = errno;
    close(fd);
    errno = fault;
    return -1;
}

static int port_of(int listener) {
    Address address = {0};
    socklen_t size = sizeof address;
    getsockname(listener, &address.any, &size);
    return ntohs(address.any.sa_family == AF_INET6 ? address.six.sin6_port : address.four.sin_port);
}

static bool server_listen(WebServer *server, const WebServerOptions *options, Error *error) {
    const char *host = server->door.hosts.host;
    Address address;
    socklen_t size;
    if (!address_read(host, options->port, &address, &size))
        return error_input(error, "--host '%.80s': expected an address such as 127.0.0.1 or 0.0.0.0", host);
    server->listener = listener_open(&address, size);
    if (server->listener < 0 && errno == EADDRINUSE && options->port_may_move) {
        address_read(host, 0, &address, &size);
        server->listener = listener_open(&address, size);
    }
    if (server->listener >= 0) {
        web_door_port(&server->door, port_of(server->listener));
        return true;
    }
    if (errno == EADDRINUSE)
        return error_input(error, "port %d is in use: choose another with --port (0 picks a free one)",
                           options->port);
    return error_input(error, "cannot listen on %.80s, port %d: %s", host, options->port, strerror(errno));
}

// --- Connections

static void connection_remove(WebServer *server, int index) {
    connection_free(server->connection[index]);
    server->connection[index] = server->connection[--server->count];
}

// Ends the one that has waited for longest, if `places` are taken by those who wait. False: there is none.
static bool waiting_evict(WebServer *server, int places) {
    if (server->waiting < places) return false;
    int waiting = 0, oldest = -1;
    for (int i = 0; i < server->count; i++) {
        double since = connection_waits_since(server->connection[i]);
        if (!(since > 0)) continue;
        waiting++;
        if (oldest < 0 || since < connection_waits_since(server->connection[oldest])) oldest = i;
    }
    server->waiting = waiting;
    if (oldest < 0 || waiting < places) return false;
    server->waiting--;
    connection_remove(server, oldest);
    return true;
}

static void connection_add(WebServer *server, int fd, const WebPeer *peer) {
    int one = 1, most = SENT_MOST;
    waiting_evict(server, WAITING_MAX);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
    if (server->count == server->room) { // a client has just come in its own right
        close(fd);
        return;
    }
    Connection *connection = connection_new(fd, peer, server->web, &server->door);
    if (connection) server->connection[server->count++] = connection;
    server->waiting += connection != NULL;
}

static void listener_accept(WebServer *server) {
    for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
        Address address = {0};
        socklen_t size = sizeof address;
        int fd = accept4(server->listener, &address.any, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        WebPeer peer = web_peer_of(&address.any);
        if (fd >= 0)
            connection_add(server, fd, &peer);
        else if (errno == EMFILE ||
                 errno == ENFILE) // also said when nobody is left to accept: one stays free
            i = waiting_evict(server, 1) ? i : ACCEPTED_AT_ONCE;
        else if (errno != ECONNABORTED && errno != EINTR)
            return;
    }
}

static void connections_tick(WebServer *server) {
    double now = clock_seconds();
    if (now - server->ticked_at < TICK_SECONDS) return;
    server->ticked_at = now;
    web_rest(server->web);
    for (int i = server->count - 1; i >= 0; i--) {
        if (!connection_tick(server->connection[i])) connection_remove(server, i);
    }
}

// Bounds, for all connections together, what waits for peers that do not read, and what peers send without ending. The one
// that has kept most of it for longest goes.
static void buffers_bound(WebServer *server, uint64_t bytes) {
    double now = clock_seconds();
    while (bytes > server->buffers_most) {
        int worst = 0;
        for (int i = 1; i < server->count; i++) {
            if (connection_weight(server->connection[i], now) >
                connection_weight(server->connection[worst], now))
                worst = i;
        }
        bytes -= connection_bytes(server->connection[worst]);
        connection_remove(server, worst);
    }
}

static uint64_t poll_fill(WebServer *server) {
    uint64_t bytes = 0;
    server->poll[POLL_WAKE] = (struct pollfd){.fd = server->wake[0], .events = POLLIN};
    server->poll[POLL_LISTENER] = (struct pollfd){.fd = server->listener, .events = POLLIN};
    for (int i = 0; i < server->count; i++) {
        const Connection *connection = server->connection[i];
        server->poll[POLL_FIXED + i] =
            (struct pollfd){.fd = connection_fd(connection), .events = connection_events(connection)};
        bytes += connection_bytes(connection);
    }
    return bytes;
}

// Fills in what to wait for, and keeps the bound.
static void poll_prepare(WebServer *server) {
    uint64_t bytes = poll_fill(server);
    if (bytes <= server->buffers_most) return;
    buffers_bound(server, bytes);
    poll_fill(server);
}

static void connections_serve(WebServer *server) {
    for (int i = server->count - 1; i >= 0; i--) { // removing moves the last one into the gap
        short events = server->poll[POLL_FIXED + i].revents;
        if (events && !connection_serve(server->connection[i], events)) connection_remove(server, i);
    }
}

// --- The server

static void wake_write(WebServer *server) {
    if (write(server->wake[1], "", 1) < 0) return; // a full pipe wakes as well
}

static void server_wake(void *context) {
    WebServer *server = context;
    if (!atomic_exchange(&server->woken, true)) wake_write(server);
}

static void wake_drain(WebServer *server) {
    char bytes[64];
    atomic_store(&server->woken, false);
    while (read(server->wake[0], bytes, sizeof bytes) > 0) continue;
}

// As many descriptors as the connections may need, if the system grants them.
static void descriptors_raise(int room) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)room + OTHER_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool server_allocate(WebServer *server, const WebServerOptions *options, Error *error) {
    server->room = options->clients_max + WAITING_MAX + 1;
    server->buffers_most = options->memory / BUFFERS_SHARE;
    descriptors_raise(server->room);
    server->connection = calloc((size_t)server->room, sizeof(Connection *));
    server->poll = calloc((size_t)server->room + POLL_FIXED, sizeof *server->poll);
    if (!server->connection || !server->poll) return error_memory(error);
    int share = options->clients_max / PEER_SHARE;
    if (!web_door_init(&server->door, options->token, share > PEER_LEAST ? share : PEER_LEAST, server->room,
                       error))
        return false;
    return !pipe2(server->wake, O_CLOEXEC | O_NONBLOCK) || error_failure(error, "cannot make a pipe");
}

WebServer *web_server_new(const WebServerOptions *options, Error *error) {
    WebServer *server = calloc(1, sizeof *server);
    if (!server) {
        error_memory(error);
        return NULL;
    }
    server->listener = server->wake[0] = server->wake[1] = -1;
    const char *host = !strcmp(options->host, "localhost") ? "127.0.0.1" : options->host;
    bool here = !strncmp(host, "127.", 4) || !strcmp(host, "::1");
    server->door.hosts =
        (WebHosts){.host = host, .everywhere = !here, .allow = options->allow, .origin = options->origin};
    WebSetup setup = {.catalog = options->catalog,
                      .net = options->net,
                      .threads = options->threads,
                      .clients_max = options->clients_max,
                      .playhex = options->playhex,
                      .memory = options->memory,
                      .cluster = options->cluster,
                      .wake = server_wake,
                      .context = server};
    if (server_allocate(server, options, error) && server_listen(server, options, error) &&
        (server->web = web_new(&setup, error)))
        return server;
    web_server_free(server);
    return NULL;
}

bool web_server_everywhere(const WebServer *server) {
    return server->door.hosts.everywhere;
}

int web_server_port(const WebServer *server) {
    return server->door.hosts.port;
}

void web_server_run(WebServer *server) {
    while (!atomic_load(&server->stop)) {
        poll_prepare(server);
        nfds_t count = (nfds_t)(POLL_FIXED + server->count);
        if (poll(server->poll, count, (int)(1000 * TICK_SECONDS)) < 0)
            continue; // a signal: `stop` says what for
        if (server->poll[POLL_WAKE].revents) wake_drain(server);
        connections_serve(server);
        if (server->poll[POLL_LISTENER].revents) listener_accept(server);
        connections_tick(server);
    }
}

void web_server_stop(WebServer *server) {
    atomic_store(&server->stop, true);
    wake_write(server);
}

void web_server_free(WebServer *server) {
    if (!server) return;
    while (server->count) connection_remove(server, server->count - 1);
    if (server->web) web_free(server->web);
    if (server->listener >= 0) close(server->listener);
    for (int i = 0; i < 2; i++) {
        if (server->wake[i] >= 0) close(server->wake[i]);
    }
    web_door_free(&server->door);
    free(server->connection);
    free(server->poll);
    free(server);
}
