// A connection begins with the head of an HTTP request. A file is answered, and another request may follow; an
// upgrade makes it a WebSocket, which it stays. A peer that breaks a rule gets a last answer (a status, a close
// code). Then the connection is ENDING: it sends what is left, and keeps reading for a moment, since a reset
// could lose that answer.
//
// A client that does not read stops being read, and is dropped when nothing leaves for STALLED_SECONDS. No path
// reaches the disk: there is only the table of WEB_FILES.
#include "app/web/connection.h"

#include "app/web/files.h"
#include "app/web/http.h"
#include "app/web/playhex.h"
#include "app/web/websocket.h"
#include "base/clock.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CHUNK = 16 << 10 };
static const double HEAD_SECONDS = 5;                       // for the head of the first request
static const double IDLE_SECONDS = 15;                      // between requests
static const double STALLED_SECONDS = 30;                   // without a byte leaving
static const double PING_SECONDS = 25, SILENT_SECONDS = 60; // a client's silence until a ping, and the end
static const double ENDING_SECONDS = 2;
static const double MESSAGE_SECONDS = 60; // from the first byte of a message to its last
// Who reads does so at this rate at least, in the long run.
static const double SLOW_SECONDS = 60, SLOW_RATE = 1024;

// In front of every answer, errors included.
static const char HEADERS[] =
    "cache-control: no-cache\r\n"
    "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "
    "blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n";

// A request of PlayHex's has a body, and then waits for the engine.
typedef enum Stage { STAGE_HEAD, STAGE_BODY, STAGE_WAIT, STAGE_ANSWER, STAGE_SOCKET, STAGE_ENDING } Stage;

enum { PATH_MAX_SHOWN = 32 };

struct Connection {
    int fd;
    Web *web;
    WebDoor *door;
    void *owner;
    WebPeer from, peer; // who has connected; who is counted, which a proxy may have named
    Stage stage;
    bool asked;      // a request has been answered
    bool last;       // no other request may follow
    bool shut;       // nothing more is sent
    double since;    // when the stage began
    double moved_at; // when something last left, or there was nothing to send
    double clear_at; // when there was nothing to send
    size_t moved;    // bytes that have left since
    double heard_at, pinged_at;
    WebClient *client; // of a WebSocket
    Text in;           // not looked at yet
    WsHead frame;      // of a message, the one that is coming; size 0: none is
    size_t frame_left; // bytes of it that have not come
    Text message;      // what has come of it
    size_t declared;   // bytes that its frames so far declare
    bool fragments;    // more frames are to come
    bool large;        // it has a place of those for large ones
    bool skips;        // it was refused: the rest of it is not kept
    double message_at; // when it began, or none was coming
    Text out;          // heads, plain answers, control frames
    size_t out_sent;
    const WebFile *file; // after `out`
    size_t file_sent;
    size_t frame_sent; // of the client's first message, with the head of its frame
    // Of STAGE_BODY and STAGE_WAIT:
    char path[PATH_MAX_SHOWN];
    size_t body; // bytes
    PlayHex *playhex;
};

Connection *connection_new(int fd, const WebPeer *peer, Web *web, WebDoor *door, void *owner) {
    Connection *c = calloc(1, sizeof *c);
    if (!c || !web_door_enter(door, peer)) {
        free(c);
        close(fd);
        return NULL;
    }
    double now = clock_seconds();
    *c = (Connection){.fd = fd,
                      .web = web,
                      .door = door,
                      .owner = owner,
                      .from = *peer,
                      .peer = *peer,
                      .since = now,
                      .moved_at = now,
                      .clear_at = now,
                      .message_at = now,
                      .heard_at = now};
    return c;
}

// Forgets the message that is coming.
static void message_reset(Connection *c) {
    if (c->large) web_large_end(c->web);
    text_free(&c->message);
    c->frame = (WsHead){0};
    c->frame_left = c->declared = 0;
    c->large = c->fragments = c->skips = false;
    c->message_at = clock_seconds();
}

int connection_fd(const Connection *c) {
    return c->fd;
}

double connection_waits_since(const Connection *c) {
    return c->stage == STAGE_SOCKET || c->stage == STAGE_WAIT ? 0 : c->since;
}

static void stage_begin(Connection *c, Stage stage) {
    c->stage = stage;
    c->since = c->moved_at = clock_seconds();
}

static size_t unsent(const Connection *c) {
    size_t file = c->file ? c->file->size - c->file_sent : 0;
    return c->out.length - c->out_sent + file + (c->client ? web_client_unsent(c->client) : 0);
}

// What was not read is dropped with the connection, by a reset: the system would keep it for minutes.
static void unsent_drop(const Connection *c) {
    struct linger none = {.l_onoff = 1, .l_linger = 0};
    if (unsent(c)) setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

void connection_free(Connection *c) {
    message_reset(c);
    unsent_drop(c);
    if (c->client) web_client_remove(c->client);
    playhex_free(c->playhex);
    web_door_leave(c->door, &c->peer);
    close(c->fd);
    text_free(&c->in);
    text_free(&c->out);
    free(c);
}

// The client must read first, or a message of its is being parsed.
static bool held(const Connection *c) {
    return unsent(c) > WEB_OUT_HIGH || (c->client && web_client_parses(c->client));
}

size_t connection_bytes(const Connection *c) {
    size_t waits = c->client ? web_client_unsent(c->client) : 0;
    return c->in.capacity + (c->large ? 0 : c->message.capacity) + c->out.capacity + waits;
}

double connection_weight(const Connection *c, double now) {
    double since = c->clear_at < c->message_at ? c->clear_at : c->message_at;
    return (double)connection_bytes(c) * (now - since);
}

// Takes bytes off the front of a text; an empty one gives its memory back.
static void text_drop(Text *text, size_t count) {
    text->length -= count;
    if (text->length)
        memmove(text->data, text->data + count, text->length + 1);
    else
        text_free(text);
}

// The last word has been said: what comes from now on is not looked at, and the client's work ends.
static void end_begin(Connection *c) {
    if (c->client) web_client_remove(c->client);
    c->client = NULL;
    message_reset(c);
    if (c->frame_sent) text_free(&c->out); // nothing fits into the middle of a frame
    if (c->frame_sent) c->out_sent = c->frame_sent = 0;
    text_free(&c->in);
    stage_begin(c, STAGE_ENDING);
}

// --- Files

static const WebFile *file_find(const char *path) {
    const WebFile *file = WEB_FILES;
    while (file->path && strcmp(file->path, path)) file++;
    return file->path ? file : NULL;
}

static void head_write(Connection *c, int status, const char *type, size_t size) {
    text_format(&c->out, "HTTP/1.1 %d %s\r\n%s", status, http_reason(status), HEADERS);
    text_format(&c->out, "content-type: %s\r\ncontent-length: %zu\r\n", type, size);
    text_format(&c->out, "connection: %s\r\n", c->last ? "close" : "keep-alive");
}

// A status with a sentence; the connection ends with it.
static void refuse(Connection *c, int status, const char *sentence) {
    c->last = true;
    head_write(c, status, "text/plain; charset=utf-8", strlen(sentence));
    text_format(&c->out, "\r\n%s", sentence);
    stage_begin(c, STAGE_ANSWER);
}

static void file_answer(Connection *c, const HttpRequest *request) {
    bool head = !strcmp(request->method, "HEAD");
    const char *tags = http_header(request, "if-none-match");
    c->last = c->last || !request->keep_alive || request->body;
    if (!head && strcmp(request->method, "GET")) {
        refuse(c, 405, "Only GET and HEAD.\n");
        return;
    }
    const WebFile *file = file_find(request->path);
    if (!file) {
        refuse(c, 404, "There is no such page.\n");
        return;
    }
    bool known = tags && strstr(tags, file->tag);
    head_write(c, known ? 304 : 200, file->type, known ? 0 : file->size);
    text_format(&c->out, "etag: %s\r\n\r\n", file->tag);
    if (!known && !head) c->file = file;
    c->file_sent = 0;
    stage_begin(c, STAGE_ANSWER);
}

// --- The door

// The link with the token: the cookie is set, and the address forgets the token.
static void link_answer(Connection *c, const HttpRequest *request) {
    c->last = c->last || !request->keep_alive || request->body;
    head_write(c, 303, "text/plain; charset=utf-8", 0);
    text_format(
        &c->out,
        "location: /\r\nset-cookie: %s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000%s\r\n\r\n",
        c->door->cookie_name, c->door->cookie, web_door_secure(c->door, request) ? "; Secure" : "");
    stage_begin(c, STAGE_ANSWER);
}

// Counts the connection for the peer that the request names. False: that one has too many.
static bool peer_change(Connection *c, const HttpRequest *request) {
    WebPeer peer = web_door_peer(c->door, request, &c->from);
    web_door_leave(c->door, &c->peer);
    c->peer = (WebPeer){{0}};
    if (!web_door_enter(c->door, &peer)) return false;
    c->peer = peer;
    return true;
}

// Whether the request may be answered; if not, it is refused, or was a link.
static bool door_pass(Connection *c, const HttpRequest *request) {
    if (!web_door_names(c->door, request))
        refuse(c, 403, "This server does not answer to that name.\n");
    else if (!peer_change(c, request))
        refuse(c, 503, "There are too many connections from your address.\n");
    else if (web_door_link(c->door, request))
        link_answer(c, request);
    else if (!web_door_knows(c->door, request))
        refuse(c, 403, "This server asks for its token: open the link that it printed when it started.\n");
    else
        return true;
    return false;
}

// --- PlayHex's interface

static void playhex_send(Connection *c, PlayHexAnswer *answer) {
    head_write(c, answer->status, answer->type, answer->body.length);
    text_add(&c->out, "\r\n");
    text_add_bytes(&c->out, text_string(&answer->body), answer->body.length);
    text_free(&answer->body);
    stage_begin(c, STAGE_ANSWER);
}

static bool playhex_meant(const Connection *c, const HttpRequest *request) {
    return web_playhex(c->web) && playhex_has(request->method, request->path);
}

// A page of another host cannot send JSON without asking first, and is refused then.
static void playhex_answer(Connection *c, const HttpRequest *request) {
    PlayHexAnswer answer = {0};
    const char *type = http_header(request, "content-type");
    c->last = !request->keep_alive;
    if (!strcmp(request->method, "GET")) {
        playhex_get(c->web, request->path, &answer);
        playhex_send(c, &answer);
    } else if (!type || strncmp(type, "application/json", strlen("application/json"))) {
        refuse(c, 415, "The body should be application/json.\n");
    } else if (request->length < 0) {
        refuse(c, 411, "Say the length of the body.\n");
    } else if (request->length > PLAYHEX_BODY_MAX) {
        refuse(c, 413, "The body is too large.\n");
    } else {
        snprintf(c->path, sizeof c->path, "%s", request->path);
        c->body = (size_t)request->length;
        stage_begin(c, STAGE_BODY);
    }
}

// Takes the body off the input. False: it has not all come yet.
static bool body_take(Connection *c) {
    PlayHexAnswer answer = {0};
    if (c->in.length < c->body) return false;
    c->playhex = playhex_new(c->web, c->owner, c->path, text_string(&c->in), c->body, &answer);
    text_drop(&c->in, c->body);
    if (c->playhex)
        stage_begin(c, STAGE_WAIT);
    else
        playhex_send(c, &answer);
    return true;
}

static void wait_look(Connection *c) {
    PlayHexAnswer answer = {0};
    if (!playhex_serve(c->playhex, &answer)) return;
    playhex_free(c->playhex);
    c->playhex = NULL;
    playhex_send(c, &answer);
}

// --- The handshake

static bool upgrade_meant(const HttpRequest *request) {
    return !strcmp(request->method, "GET") && http_header_lists(request, "upgrade", "websocket") &&
           http_header_lists(request, "connection", "upgrade");
}

static void upgrade_answer(Connection *c, const HttpRequest *request) {
    const char *key = http_header(request, "sec-websocket-key"),
               *version = http_header(request, "sec-websocket-version");
    char accept[WS_ACCEPT_SIZE];
    if (strcmp(request->path, "/ws")) {
        refuse(c, 404, "There is no such page.\n");
    } else if (!version || strcmp(version, "13")) {
        refuse(c, 426, "This server speaks version 13 of WebSocket.\n");
    } else if (!key || strlen(key) != 24 || request->body ||
               !http_header_lists(request, "sec-websocket-protocol", WEB_PROTOCOL)) {
        refuse(c, 400, "This server speaks " WEB_PROTOCOL ".\n");
    } else if (!(c->client = web_client_add(c->web, c->owner))) {
        refuse(c, 503, "There are too many clients already.\n");
    } else {
        ws_accept(key, accept);
        text_format(&c->out,
                    "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                    "sec-websocket-accept: %s\r\nsec-websocket-protocol: " WEB_PROTOCOL "\r\n\r\n",
                    accept);
        stage_begin(c, STAGE_SOCKET);
        c->heard_at = c->since;
    }
}

static void request_answer(Connection *c, const HttpRequest *request) {
    if (upgrade_meant(request))
        upgrade_answer(c, request);
    else if (playhex_meant(c, request))
        playhex_answer(c, request);
    else
        file_answer(c, request);
}

// Takes the next request off the input. False: it has not all come yet.
static bool request_take(Connection *c) {
    HttpRequest request;
    size_t length = http_head_length(text_string(&c->in), c->in.length);
    if ((length ? length : c->in.length) > HTTP_HEAD_MAX) {
        refuse(c, 431, "The head of this request is too long.\n");
        return false;
    }
    if (!length) return false;
    int fault = http_parse(c->in.data, length, &request);
    c->asked = true;
    if (fault)
        refuse(c, fault, "This server did not understand the request.\n");
    else if (door_pass(c, &request))
        request_answer(c, &request);
    text_drop(&c->in, length);
    return true;
}

// --- Frames

static void control_send(Connection *c, int opcode, const char *payload, size_t length) {
    unsigned char head[WS_HEAD_MAX];
    text_add_bytes(&c->out, (const char *)head, ws_head_write(opcode, length, head));
    text_add_bytes(&c->out, payload, length);
}

static void socket_close(Connection *c, int code) {
    char payload[2] = {(char)(code >> 8), (char)(code & 0xFF)};
    control_send(c, WS_CLOSE, payload, sizeof payload);
    end_begin(c);
}

static void control_act(Connection *c, const WsHead *head, const char *payload) {
    if (head->opcode == WS_PING)
        control_send(c, WS_PONG, payload, head->length);
    else if (head->opcode == WS_CLOSE)
        socket_close(c, WS_NORMAL);
}

// Takes a control frame off the input. False: it has not all come yet, or was the last.
static bool control_take(Connection *c, const WsHead *head) {
    if (c->in.length - head->size < head->length) return false;
    char *payload = c->in.data + head->size;
    ws_unmask((unsigned char *)payload, head->length, head->mask);
    control_act(c, head, payload);
    if (c->stage == STAGE_SOCKET) text_drop(&c->in, head->size + head->length);
    return c->stage == STAGE_SOCKET;
}

static void message_end(Connection *c) {
    if (c->skips) {
        message_reset(c);
    } else if (c->message.length > WEB_SMALL_MAX) {
        web_receive_later(c->client, &c->message, c->large);
        c->large = false;
        message_reset(c);
    } else {
        web_receive(c->client, text_string(&c->message), c->message.length);
        message_reset(c);
    }
}

// A message too large for everyday is looked at as soon as its first bytes are there.
static void large_look(Connection *c) {
    if (c->declared <= WEB_MESSAGE_MAX || c->large || c->skips || c->message.length < WEB_START_BYTES) return;
    c->large = web_large_begin(c->client, c->message.data, c->message.length);
    c->skips = !c->large;
    if (c->skips) text_free(&c->message);
}

// Takes what has come of a message's frame. False: more has to come.
static bool payload_take(Connection *c) {
    size_t part = c->in.length < c->frame_left ? c->in.length : c->frame_left;
    if (part) {
        ws_unmask((unsigned char *)c->in.data, part, c->frame.mask);
        ws_mask_turn(c->frame.mask, part);
        if (!c->skips) text_add_bytes(&c->message, c->in.data, part);
        text_drop(&c->in, part);
    }
    c->frame_left -= part;
    large_look(c);
    if (c->frame_left) return false;
    c->fragments = !c->frame.final;
    c->frame = (WsHead){0};
    if (!c->fragments) message_end(c);
    return true;
}

static bool payload_begin(Connection *c, const WsHead *head) {
    bool fault = head->opcode == WS_BINARY || (head->opcode == WS_CONTINUE) != c->fragments;
    if (fault) {
        socket_close(c, head->opcode == WS_BINARY ? WS_UNACCEPTABLE : WS_PROTOCOL_ERROR);
        return false;
    }
    c->frame = *head;
    c->frame_left = head->length;
    c->declared += head->length;
    text_drop(&c->in, head->size);
    return payload_take(c);
}

// Takes the next frame, or a part of it, off the input. False: more has to come.
static bool frame_take(Connection *c) {
    WsHead head;
    if (c->frame.size) return payload_take(c);
    if (!c->in.length) return false;
    int fault =
        ws_head_read((const unsigned char *)c->in.data, c->in.length, WEB_LARGE_MAX - c->declared, &head);
    if (fault) socket_close(c, fault);
    if (fault || !head.size) return false;
    return head.opcode >= WS_CLOSE ? control_take(c, &head) : payload_begin(c, &head);
}

// --- Reading

// Acts on what has come, as far as the client reads the answers. False out of memory.
static bool input_act(Connection *c) {
    while (!held(c)) {
        bool more = c->stage == STAGE_HEAD     ? request_take(c)
                    : c->stage == STAGE_BODY   ? body_take(c)
                    : c->stage == STAGE_SOCKET ? frame_take(c)
                                               : false;
        if (!more) break;
    }
    return !c->in.failed && !c->message.failed && !c->out.failed;
}

// Reads what has come. False when the other side has gone.
static bool input_read(Connection *c) {
    char chunk[CHUNK];
    ssize_t count = recv(c->fd, chunk, sizeof chunk, 0);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (!count) return false;
    c->heard_at = clock_seconds();
    if (c->stage != STAGE_ENDING) text_add_bytes(&c->in, chunk, (size_t)count);
    return c->stage != STAGE_WAIT || c->in.length <= HTTP_HEAD_MAX; // who waits has little to say
}

// --- Writing

// Sends some bytes; how many, 0 when none can leave now, -1 when the connection is broken.
static ssize_t bytes_send(Connection *c, const struct iovec *part, int parts) {
    struct msghdr message = {.msg_iov = (struct iovec *)part, .msg_iovlen = (size_t)parts};
    ssize_t count = sendmsg(c->fd, &message, MSG_NOSIGNAL);
    if (count > 0) c->moved_at = clock_seconds();
    if (count > 0) c->moved += (size_t)count;
    if (count >= 0) return count;
    return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

static ssize_t out_send(Connection *c) {
    struct iovec part = {c->out.data + c->out_sent, c->out.length - c->out_sent};
    ssize_t count = bytes_send(c, &part, 1);
    if (count > 0) c->out_sent += (size_t)count;
    if (c->out_sent < c->out.length) return count;
    text_free(&c->out);
    c->out_sent = 0;
    return count;
}

static ssize_t file_send(Connection *c) {
    struct iovec part = {(void *)(c->file->bytes + c->file_sent), c->file->size - c->file_sent};
    ssize_t count = part.iov_len ? bytes_send(c, &part, 1) : 0;
    if (count > 0) c->file_sent += (size_t)count;
    if (c->file_sent == c->file->size) c->file = NULL;
    return count;
}

// The client's first message as one frame.
static ssize_t message_send(Connection *c) {
    unsigned char head[WS_HEAD_MAX];
    size_t length, sent = c->frame_sent;
    const char *text = web_message_first(c->client, &length);
    if (!text) return 0;
    size_t size = ws_head_write(WS_TEXT, length, head);
    struct iovec part[2] = {{head + (sent < size ? sent : size), sent < size ? size - sent : 0}, {0}};
    size_t offset = sent < size ? 0 : sent - size;
    part[1] = (struct iovec){(char *)text + offset, length - offset};
    ssize_t count = bytes_send(c, part, 2);
    if (count > 0) c->frame_sent += (size_t)count;
    if (c->frame_sent < size + length) return count;
    web_message_done(c->client);
    c->frame_sent = 0;
    return count;
}

// Sends until there is nothing, or no more can leave. False on a broken connection.
static bool output_send(Connection *c) {
    for (;;) {
        ssize_t count = 0;
        if (c->out.length && !c->frame_sent)
            count = out_send(c);
        else if (c->file)
            count = file_send(c);
        else if (c->client)
            count = message_send(c);
        if (count <= 0) return !count;
    }
}

// What follows when all has been sent. False: nothing does.
static bool stage_next(Connection *c) {
    if (c->stage == STAGE_ANSWER && c->last) {
        end_begin(c);
    } else if (c->stage == STAGE_ANSWER) {
        stage_begin(c, STAGE_HEAD);
    }
    if (c->stage == STAGE_ENDING && !c->shut) {
        c->shut = true;
        return !shutdown(c->fd, SHUT_WR);
    }
    return true;
}

// --- The whole

uint32_t connection_events(const Connection *c) {
    bool reads = c->stage != STAGE_ANSWER && !held(c);
    return (reads ? EPOLLIN : 0u) | (unsent(c) ? EPOLLOUT : 0u);
}

bool connection_serve(Connection *c, uint32_t events) {
    if (events & EPOLLERR) return false;
    if (events & (EPOLLIN | EPOLLHUP) && !input_read(c)) return false;
    if (c->stage == STAGE_WAIT) wait_look(c);
    if (c->client) web_client_go_on(c->client);
    if (!input_act(c) || !output_send(c)) return false;
    if (!unsent(c) && !stage_next(c)) return false;
    return input_act(c); // what left may have made room
}

static void clear_note(Connection *c, double now) {
    c->clear_at = c->moved_at = now;
    c->moved = 0;
}

// Whether the other side reads fast enough.
static bool reads(Connection *c, double now) {
    if (!unsent(c)) clear_note(c, now);
    double since = now - c->clear_at;
    return now - c->moved_at <= STALLED_SECONDS &&
           (since < SLOW_SECONDS || (double)c->moved >= SLOW_RATE * since);
}

// Whether the message that is coming, if one is, comes fast enough.
static bool writes(Connection *c, double now) {
    bool coming = (c->in.length || c->declared) && !held(c);
    if (!coming) c->message_at = now;
    return now - c->message_at <= MESSAGE_SECONDS;
}

bool connection_tick(Connection *c) {
    double now = clock_seconds();
    if (!reads(c, now)) return false;
    if (c->stage == STAGE_WAIT) wait_look(c);
    if (c->stage == STAGE_BODY) return now - c->since < HEAD_SECONDS;
    if (c->stage == STAGE_HEAD)
        return now - c->since < (c->asked && !c->in.length ? IDLE_SECONDS : HEAD_SECONDS);
    if (c->stage == STAGE_ENDING) return now - c->since < ENDING_SECONDS;
    if (c->stage != STAGE_SOCKET) return true;
    if (!writes(c, now)) return false;
    if (now - c->heard_at > PING_SECONDS && c->pinged_at <= c->heard_at) {
        c->pinged_at = now;
        control_send(c, WS_PING, "", 0);
    }
    return now - c->heard_at < SILENT_SECONDS;
}
