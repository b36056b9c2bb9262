// The sockets of the page's server: a listener, and connections that one thread serves as epoll(7) says. The work
// is done by the workers of app/web/pool.c, which wake this thread when there is something to send.
//
// A turn costs as much as there is to do, however many connections wait. Those with events or news are
// served, then a bounded number of new ones is let in.
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
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WAITING_MAX = 256, ACCEPTED_AT_ONCE = 64, BACKLOG = 1024, OTHER_FILES = 64 };
enum { PEER_SHARE = 4, PEER_LEAST = 16 }; // a peer may have a quarter of the clients' number of connections
enum { SERVED_AT_ONCE = 256 };
enum { SENT_MOST = 128 << 10 }; // bytes that the system keeps of what was sent to a connection
enum { BUFFERS_SHARE = 4 };     // of the memory
static const double TICK_SECONDS = 0.25;

// What is known of a connection since it was last served.
typedef struct Place {
    Connection *connection;
    int index;                   // of `present`
    uint32_t events;             // that epoll waits for
    size_t bytes;                // that wait in it
    double since;                // when it began to wait; 0 for a client
    struct Place *older, *newer; // of those who wait
} Place;

struct WebServer {
    Web *web;
    WebDoor door;
    int listener;
    int wake[2]; // a pipe
    int epoll;   // its events carry a Place, or the address of the listener or of the pipe
    _Atomic bool woken, stop;
    double ticked_at;
    uint64_t bytes, buffers_most; // that wait in all connections
    int waiting;                  // connections that are not clients
    Place *oldest, *newest;       // of them
    int room, count;
    Place *place;
    Place **present; // the first `count` have connections; behind them are the others
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

static void waiting_remove(WebServer *server, Place *place) {
    if (!(place->since > 0)) return;
    *(place->older ? &place->older->newer : &server->oldest) = place->newer;
    *(place->newer ? &place->newer->older : &server->newest) = place->older;
    place->older = place->newer = NULL;
    server->waiting--;
}

// At the end: nobody has begun to wait later.
static void waiting_append(WebServer *server, Place *place) {
    if (!(place->since > 0)) return;
    place->older = server->newest;
    *(server->newest ? &server->newest->newer : &server->oldest) = place;
    server->newest = place;
    server->waiting++;
}

static bool epoll_watch(const WebServer *server, int fd, uint32_t events, void *what, int how) {
    struct epoll_event event = {.events = events, .data.ptr = what};
    return !epoll_ctl(server->epoll, how, fd, &event);
}

static void place_remove(WebServer *server, Place *place) {
    // A child that has just been forked may hold the descriptor for a moment: closing it would not end the watch.
    epoll_watch(server, connection_fd(place->connection), 0, NULL, EPOLL_CTL_DEL);
    connection_free(place->connection);
    waiting_remove(server, place);
    server->bytes -= place->bytes;
    Place *last = server->present[--server->count];
    last->index = place->index;
    server->present[last->index] = last;
    server->present[server->count] = place;
}

// Notes what has become of a connection.
static void place_note(WebServer *server, Place *place) {
    uint32_t events = connection_events(place->connection);
    size_t bytes = connection_bytes(place->connection);
    double since = connection_waits_since(place->connection);
    if (events != place->events)
        epoll_watch(server, connection_fd(place->connection), events, place, EPOLL_CTL_MOD);
    place->events = events;
    server->bytes += bytes - place->bytes;
    place->bytes = bytes;
    if (since > place->since || since < place->since) {
        waiting_remove(server, place);
        place->since = since;
        waiting_append(server, place);
    }
}

static void place_serve(WebServer *server, Place *place, uint32_t events) {
    if (connection_serve(place->connection, events))
        place_note(server, place);
    else
        place_remove(server, place);
}

static void news_serve(void *context, void *owner) {
    place_serve(context, owner, 0);
}

// Ends the one that has waited for longest, if `places` are taken by those who wait. False: there is none.
static bool waiting_evict(WebServer *server, int places) {
    if (!server->oldest || server->waiting < places) return false;
    place_remove(server, server->oldest);
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
    Place *place = server->present[server->count];
    *place = (Place){.index = server->count};
    place->connection = connection_new(fd, peer, server->web, &server->door, place);
    if (!place->connection) return;
    server->count++;
    bool watched = epoll_watch(server, fd, 0, place, EPOLL_CTL_ADD);
    if (watched)
        place_note(server, place);
    else
        place_remove(server, place);
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
    for (int i = server->count - 1; i >= 0; i--) { // removing moves the last one into the gap
        if (connection_tick(server->present[i]->connection))
            place_note(server, server->present[i]);
        else
            place_remove(server, server->present[i]);
    }
}

// Bounds, for all connections together, what waits for peers that do not read, and what peers send without ending. The one
// that has kept most of it for longest goes.
static void buffers_bound(WebServer *server) {
    double now = clock_seconds();
    while (server->bytes > server->buffers_most) {
        Place *worst = server->present[0];
        for (int i = 1; i < server->count; i++) {
            if (connection_weight(server->present[i]->connection, now) >
                connection_weight(worst->connection, now))
                worst = server->present[i];
        }
        place_remove(server, worst);
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
    server->place = calloc((size_t)server->room, sizeof *server->place);
    server->present = calloc((size_t)server->room, sizeof *server->present);
    if (!server->place || !server->present) return error_memory(error);
    for (int i = 0; i < server->room; i++) server->present[i] = &server->place[i];
    int share = options->clients_max / PEER_SHARE;
    if (!web_door_init(&server->door, options->token, share > PEER_LEAST ? share : PEER_LEAST, server->room,
                       error))
        return false;
    return !pipe2(server->wake, O_CLOEXEC | O_NONBLOCK) || error_failure(error, "cannot make a pipe");
}

static bool server_watch(WebServer *server, Error *error) {
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    return (server->epoll >= 0 &&
            epoll_watch(server, server->wake[0], EPOLLIN, server->wake, EPOLL_CTL_ADD) &&
            epoll_watch(server, server->listener, EPOLLIN, &server->listener, EPOLL_CTL_ADD)) ||
           error_failure(error, "cannot watch the sockets: %s", strerror(errno));
}

WebServer *web_server_new(const WebServerOptions *options, Error *error) {
    WebServer *server = calloc(1, sizeof *server);
    if (!server) {
        error_memory(error);
        return NULL;
    }
    server->listener = server->wake[0] = server->wake[1] = server->epoll = -1;
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
        server_watch(server, error) && (server->web = web_new(&setup, error)))
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
    struct epoll_event event[SERVED_AT_ONCE];
    while (!atomic_load(&server->stop)) {
        int count = epoll_wait(server->epoll, event, SERVED_AT_ONCE, (int)(1000 * TICK_SECONDS));
        bool arrived = false; // a signal: count < 0, and `stop` says what for
        for (int i = 0; i < count; i++) {
            if (event[i].data.ptr == server->wake)
                wake_drain(server);
            else if (event[i].data.ptr == &server->listener)
                arrived = true;
            else
                place_serve(server, event[i].data.ptr, event[i].events);
        }
        web_news_each(server->web, news_serve, server);
        if (arrived) listener_accept(server);
        buffers_bound(server);
        connections_tick(server);
    }
}

void web_server_stop(WebServer *server) {
    atomic_store(&server->stop, true);
    wake_write(server);
}

void web_server_free(WebServer *server) {
    if (!server) return;
    while (server->count) place_remove(server, server->present[server->count - 1]);
    if (server->web) web_free(server->web);
    if (server->listener >= 0) close(server->listener);
    for (int i = 0; i < 2; i++) {
        if (server->wake[i] >= 0) close(server->wake[i]);
    }
    if (server->epoll >= 0) close(server->epoll);
    web_door_free(&server->door);
    free(server->place);
    free(server->present);
    free(server);
}
