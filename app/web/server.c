// Sockets: HTTP for the files of the page, a WebSocket for each client. One thread; the work is done by the
// workers of app/web/pool.c, which wake it when there is something to send.
//
// A client that does not read stops being read, and is dropped when nothing leaves for STALLED_SECONDS. No
// path reaches the disk: there is only the table of WEB_FILES.
#include "app/web/server.h"

#include "app/web/files.h"
#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 16 << 10, HEADERS_MAX = 4096, HOST_MAX = 256, SPARE_CONNECTIONS = 256 };
static const double STALLED_SECONDS = 30;

struct WebServer {
    Web *web;
    WebHosts hosts;
    struct lws_context *context;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t tick;
    _Atomic bool woken, stop;
};

// What a file's transfer keeps.
typedef struct Transfer {
    const WebFile *file;
    size_t sent;
} Transfer;

// What a WebSocket keeps.
typedef struct Socket {
    WebClient *client;
    struct lws *wsi;
    char *input; // the message that is coming in
    size_t length;
    bool held; // not read, because it does not read
    bool refused;
    double moved_at; // when something was last sent, or there was nothing to send
} Socket;

static WebServer *server_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

// --- Who may ask

static bool header_read(struct lws *wsi, enum lws_token_indexes token, char *buffer, int size) {
    int length = lws_hdr_total_length(wsi, token);
    return length > 0 && length < size && lws_hdr_copy(wsi, buffer, size, token) > 0;
}

static bool sender_allowed(struct lws *wsi) {
    const WebHosts *hosts = &server_of(wsi)->hosts;
    char value[HOST_MAX];
    if (!header_read(wsi, WSI_TOKEN_HOST, value, sizeof value) || !web_host_allowed(hosts, value))
        return false;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return true; // not a browser's script
    return header_read(wsi, WSI_TOKEN_ORIGIN, value, sizeof value) && web_origin_allowed(hosts, value);
}

// --- Files

static const WebFile *file_find(const char *path) {
    const WebFile *file = WEB_FILES;
    while (file->path && strcmp(file->path, path)) file++;
    return file->path ? file : NULL;
}

static bool header_add(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end) {
    return !lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                        (int)strlen(value), at, end);
}

// Sends the head of an answer; false when the connection is to be closed.
static bool head_send(struct lws *wsi, unsigned status, const WebFile *file, size_t size) {
    unsigned char buffer[LWS_PRE + HEADERS_MAX], *start = buffer + LWS_PRE, *at = start;
    unsigned char *end = buffer + sizeof buffer - 1;
    const char *type = file ? file->type : "text/plain; charset=utf-8";
    return !lws_add_http_common_headers(wsi, status, type, size, &at, end) &&
           header_add(wsi, "cache-control:", "no-cache", &at, end) &&
           (!file || header_add(wsi, "etag:", file->tag, &at, end)) &&
           !lws_finalize_write_http_header(wsi, start, &at, end);
}

static int answer_plain(struct lws *wsi, unsigned status, const char *sentence) {
    unsigned char buffer[LWS_PRE + 256];
    size_t size = strlen(sentence);
    memcpy(buffer + LWS_PRE, sentence, size);
    if (!head_send(wsi, status, NULL, size)) return -1;
    if (lws_write(wsi, buffer + LWS_PRE, size, LWS_WRITE_HTTP_FINAL) < 0) return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int file_answer(struct lws *wsi, Transfer *transfer, const char *path) {
    bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    char tags[HOST_MAX];
    if (!sender_allowed(wsi))
        return answer_plain(wsi, HTTP_STATUS_FORBIDDEN, "This server does not answer to that name.\n");
    if (!get && !head) return answer_plain(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD.\n");
    const WebFile *file = file_find(path);
    if (!file) return answer_plain(wsi, HTTP_STATUS_NOT_FOUND, "There is no such page.\n");
    bool known = header_read(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags) && strstr(tags, file->tag);
    if (!head_send(wsi, known ? HTTP_STATUS_NOT_MODIFIED : HTTP_STATUS_OK, file, known ? 0 : file->size))
        return -1;
    if (known || head || !file->size) return lws_http_transaction_completed(wsi) ? -1 : 0;
    *transfer = (Transfer){file, 0};
    lws_callback_on_writable(wsi);
    return 0;
}

static int file_continue(struct lws *wsi, Transfer *transfer) {
    unsigned char buffer[LWS_PRE + CHUNK];
    const WebFile *file = transfer->file;
    if (!file) return -1;
    size_t size = file->size - transfer->sent;
    if (size > CHUNK) size = CHUNK;
    memcpy(buffer + LWS_PRE, file->bytes + transfer->sent, size);
    transfer->sent += size;
    bool last = transfer->sent == file->size;
    if (lws_write(wsi, buffer + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
        return -1;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    transfer->file = NULL;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t length) {
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return file_answer(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return file_continue(wsi, user);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: // a WebSocket that does not speak our protocol
        return -1;
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return -1; // there are no requests with bodies
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

// --- WebSockets

static int socket_refuse(struct lws *wsi, unsigned status) {
    lws_return_http_status(wsi, status, NULL);
    return -1;
}

static int socket_filter(struct lws *wsi) {
    WebServer *server = server_of(wsi);
    char path[8];
    if (!sender_allowed(wsi)) return socket_refuse(wsi, HTTP_STATUS_FORBIDDEN);
    if (!header_read(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws"))
        return socket_refuse(wsi, HTTP_STATUS_NOT_FOUND);
    if (server->web->clients >= server->web->setup.clients_max)
        return socket_refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE);
    return 0;
}

static int socket_open(struct lws *wsi, Socket *socket) {
    *socket = (Socket){.wsi = wsi, .moved_at = clock_seconds()};
    socket->client = web_client_add(server_of(wsi)->web, socket);
    if (socket->client) return 0;
    lws_close_reason(wsi, LWS_CLOSE_STATUS_GOINGAWAY, NULL, 0);
    return -1;
}

static void socket_close(Socket *socket) {
    if (socket->client) web_client_remove(socket->client);
    free(socket->input);
    *socket = (Socket){0};
}

static int socket_drop(struct lws *wsi, enum lws_close_status status) {
    lws_close_reason(wsi, status, NULL, 0);
    return -1;
}

static void socket_hold(Socket *socket) {
    bool hold = web_client_unsent(socket->client) > (socket->held ? WEB_OUT_HIGH / 2 : WEB_OUT_HIGH);
    if (hold == socket->held) return;
    socket->held = hold;
    lws_rx_flow_control(socket->wsi, !hold);
}

static int socket_receive(struct lws *wsi, Socket *socket, const char *bytes, size_t count) {
    if (!socket->client) return -1;
    if (lws_frame_is_binary(wsi)) return socket_drop(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    size_t coming = lws_remaining_packet_payload(wsi);
    if (socket->length + count > WEB_MESSAGE_MAX || coming > WEB_MESSAGE_MAX - socket->length - count)
        return socket_drop(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    char *input = realloc(socket->input, socket->length + count + 1);
    if (!input) return socket_drop(wsi, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION);
    memcpy(input + socket->length, bytes, count);
    socket->input = input;
    socket->length += count;
    if (coming || !lws_is_final_fragment(wsi)) return 0;
    web_receive(socket->client, socket->input, socket->length);
    free(socket->input);
    socket->input = NULL;
    socket->length = 0;
    socket_hold(socket);
    return 0;
}

static enum lws_write_protocol chunk_kind(const WebMessage *message, size_t size) {
    bool first = !message->sent, last = message->sent + size == message->length;
    int kind = first ? LWS_WRITE_TEXT : LWS_WRITE_CONTINUATION;
    return (enum lws_write_protocol)(last ? kind : kind | LWS_WRITE_NO_FIN);
}

// Sends a part of the first message. The bytes before the part have been sent: they may be overwritten.
static int socket_send(struct lws *wsi, Socket *socket) {
    WebClient *client = socket->client;
    WebMessage *message = client ? web_message_first(client) : NULL;
    socket->moved_at = clock_seconds();
    if (!message) return 0;
    size_t left = message->length - message->sent, size = left < CHUNK ? left : CHUNK;
    unsigned char *text = (unsigned char *)web_message_text(client->web, message) + message->sent;
    if (lws_write(wsi, text, size, chunk_kind(message, size)) < (int)size) return -1;
    message->sent += size;
    if (message->sent == message->length) web_message_done(client);
    socket_hold(socket);
    if (web_client_unsent(client)) lws_callback_on_writable(wsi);
    return 0;
}

// Asks for turns to write, and drops who does not read.
static void sockets_wake(WebServer *server, bool tick) {
    Web *web = server->web;
    double now = clock_seconds();
    atomic_store(&server->woken, false);
    pthread_mutex_lock(&web->lock); // only this thread changes the list; the lock is for the queues
    for (WebClient *client = web->first; client; client = client->next) {
        Socket *socket = client->socket;
        if (!client->out_first) {
            socket->moved_at = now;
            continue;
        }
        if (tick && now - socket->moved_at > STALLED_SECONDS)
            lws_set_timeout(socket->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        else
            lws_callback_on_writable(socket->wsi);
    }
    pthread_mutex_unlock(&web->lock);
}

static int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t length) {
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return socket_filter(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return socket_open(wsi, user);
    case LWS_CALLBACK_RECEIVE:
        return socket_receive(wsi, user, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return socket_send(wsi, user);
    case LWS_CALLBACK_CLOSED:
        socket_close(user);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        sockets_wake(server_of(wsi), false);
        return 0;
    default:
        return 0;
    }
}

// --- The server

static const struct lws_protocols PROTOCOLS[] = {
    {.name = "http", .callback = http_callback, .per_session_data_size = sizeof(Transfer)},
    {.name = WEB_PROTOCOL,
     .callback = socket_callback,
     .per_session_data_size = sizeof(Socket),
     .rx_buffer_size = CHUNK},
    {0},
};

// In front of every answer, errors included. Linked from the last to the first.
static const struct lws_protocol_vhost_options HEADERS[] = {
    {NULL, NULL, "cross-origin-resource-policy:", "same-origin"},
    {&HEADERS[0], NULL, "cross-origin-opener-policy:", "same-origin"},
    {&HEADERS[1], NULL, "referrer-policy:", "no-referrer"},
    {&HEADERS[2], NULL, "x-content-type-options:", "nosniff"},
    {&HEADERS[3], NULL, "content-security-policy:",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src "
     "'self'; "
     "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
};

static const lws_retry_bo_t IDLE = {.secs_since_valid_ping = 25, .secs_since_valid_hangup = 60};

static void tick_run(lws_sorted_usec_list_t *list) {
    WebServer *server = lws_container_of(list, WebServer, tick);
    sockets_wake(server, true);
    lws_sul_schedule(server->context, 0, &server->tick, tick_run, LWS_US_PER_SEC / 4);
}

static void server_wake(void *context) {
    WebServer *server = context;
    if (server->context && !atomic_exchange(&server->woken, true)) lws_cancel_service(server->context);
}

// Whether an address can be listened on now.
static bool port_free(const char *host, int port, int *fault) {
    struct sockaddr_in six4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    bool wide = strchr(host, ':');
    int one = 1, family = wide ? AF_INET6 : AF_INET;
    if (inet_pton(family, host, wide ? (void *)&six.sin6_addr : (void *)&six4.sin_addr) != 1) {
        *fault = EINVAL;
        return false;
    }
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        *fault = errno;
        return false;
    }
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    const struct sockaddr *address = wide ? (const struct sockaddr *)&six : (const struct sockaddr *)&six4;
    bool bound = !bind(fd, address, wide ? sizeof six : sizeof six4) && !listen(fd, 1);
    *fault = errno;
    close(fd);
    return bound;
}

static bool port_choose(const WebServerOptions *options, const char *host, int *port, Error *error) {
    int fault = 0;
    *port = options->port;
    if (port_free(host, *port, &fault)) return true;
    if (fault == EADDRINUSE && options->port_may_move) {
        *port = 0;
        return true;
    }
    if (fault == EADDRINUSE)
        return error_input(error, "port %d is in use: choose another by --port, 0 picks a free one", *port);
    if (fault == EINVAL)
        return error_input(error, "--host '%.80s': expected an address such as 127.0.0.1 or 0.0.0.0", host);
    return error_input(error, "cannot listen on %.80s, port %d: %s", host, *port, strerror(fault));
}

static bool server_listen(WebServer *server, int port, Error *error) {
    const char *host = server->hosts.host;
    bool any = !strcmp(host, "0.0.0.0") || !strcmp(host, "::");
    struct lws_context_creation_info info = {
        .port = port,
        .iface = any ? NULL : host,
        .protocols = PROTOCOLS,
        .headers = &HEADERS[4],
        .server_string = "mustplay",
        .user = server,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .fd_limit_per_thread = (unsigned)(server->web->setup.clients_max + SPARE_CONNECTIONS),
        .retry_and_idle_policy = &IDLE,
        .timeout_secs = 5,
        .keepalive_timeout = 30,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   (strchr(host, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
    };
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    server->vhost = server->context ? lws_create_vhost(server->context, &info) : NULL;
    if (!server->vhost) return error_failure(error, "cannot listen on %.80s, port %d", host, port);
    server->hosts.port = lws_get_vhost_listen_port(server->vhost);
    lws_sul_schedule(server->context, 0, &server->tick, tick_run, LWS_US_PER_SEC / 4);
    return true;
}

WebServer *web_server_new(const WebServerOptions *options, Error *error) {
    WebServer *server = calloc(1, sizeof *server);
    int port;
    if (!server) {
        error_failure(error, "out of memory");
        return NULL;
    }
    const char *host = !strcmp(options->host, "localhost") ? "127.0.0.1" : options->host;
    bool here = !strncmp(host, "127.", 4) || !strcmp(host, "::1");
    server->hosts = (WebHosts){.host = host, .everywhere = !here, .allow = options->allow};
    WebSetup setup = {.net = options->net,
                      .threads = options->threads,
                      .clients_max = options->clients_max,
                      .memory = options->memory,
                      .headroom = LWS_PRE,
                      .wake = server_wake,
                      .context = server};
    if (port_choose(options, host, &port, error) && (server->web = web_new(&setup, error)) &&
        server_listen(server, port, error))
        return server;
    web_server_free(server);
    return NULL;
}

int web_server_port(const WebServer *server) {
    return server->hosts.port;
}

void web_server_run(WebServer *server) {
    while (!atomic_load(&server->stop) && lws_service(server->context, 0) >= 0) continue;
}

void web_server_stop(WebServer *server) {
    atomic_store(&server->stop, true);
    lws_cancel_service(server->context);
}

void web_server_free(WebServer *server) {
    if (!server) return;
    if (server->context) lws_context_destroy(server->context); // closes every client
    if (server->web) web_free(server->web);
    free(server);
}
