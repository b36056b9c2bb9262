#include "app/web/check.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

typedef struct Check {
    WebServer *server;
    const char *host, *token;
    bool good;
    Error error;
} Check;

static int connection_open(const char *host, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 wide = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    bool six = strchr(host, ':');
    struct timeval limit = {.tv_sec = 10};
    inet_pton(AF_INET, !strcmp(host, "0.0.0.0") || !strcmp(host, "localhost") ? "127.0.0.1" : host,
              &address.sin_addr);
    inet_pton(AF_INET6, !strcmp(host, "::") ? "::1" : host, &wide.sin6_addr);
    int fd = socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (!connect(fd, six ? (const struct sockaddr *)&wide : (const struct sockaddr *)&address,
                 six ? sizeof wide : sizeof address))
        return fd;
    close(fd);
    return -1;
}

// Sends a request and reads until `wanted` has come; false when it does not come.
static bool answer_has(const Check *check, const char *path, const char *more, const char *wanted) {
    char request[1024], answer[16 << 10];
    size_t have = 0;
    int port = web_server_port(check->server), fd = connection_open(check->host, port);
    if (fd < 0) return false;
    char token[200] = "";
    if (check->token) snprintf(token, sizeof token, "Authorization: Bearer %s\r\n", check->token);
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n%s%s\r\n", path,
                          port, token, more);
    bool found = false;
    if (send(fd, request, (size_t)length, MSG_NOSIGNAL) == length) {
        for (ssize_t count; !found && have < sizeof answer - 1; have += (size_t)count) {
            count = recv(fd, answer + have, sizeof answer - 1 - have, 0);
            if (count <= 0) break;
            found = memmem(answer, have + (size_t)count, wanted, strlen(wanted));
        }
    }
    close(fd);
    return found;
}

static void *check_run(void *argument) {
    Check *check = argument;
    static const char UPGRADE[] = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: bXVzdHBsYXktY2hlY2sxMg==\r\n"
                                  "Sec-WebSocket-Protocol: " WEB_PROTOCOL "\r\n";
    check->good = true;
    if (!answer_has(check, "/", "", "<html"))
        check->good = error_failure(&check->error, "the page does not answer");
    else if (!answer_has(check, "/ws", UPGRADE, "\"hello\""))
        check->good = error_failure(&check->error, "the server does not say hello");
    web_server_stop(check->server);
    return NULL;
}

bool web_check(WebServer *server, const char *host, const char *token, Error *error) {
    Check check = {.server = server, .host = host, .token = token};
    pthread_t thread;
    if (pthread_create(&thread, NULL, check_run, &check))
        return error_failure(error, "could not start a thread");
    web_server_run(server);
    pthread_join(thread, NULL);
    if (!check.good) *error = check.error;
    return check.good;
}
