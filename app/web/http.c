#include "app/web/http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char BLANKS[] = " \t";

size_t http_head_length(const char *text, size_t count) {
    static const char end[] = "\r\n\r\n";
    const char *found = memmem(text, count, end, sizeof end - 1);
    return found ? (size_t)(found - text) + sizeof end - 1 : 0;
}

const char *http_reason(int status) {
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {{101, "Switching Protocols"},
                   {200, "OK"},
                   {303, "See Other"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {411, "Length Required"},
                   {413, "Content Too Large"},
                   {415, "Unsupported Media Type"},
                   {426, "Upgrade Required"},
                   {431, "Request Header Fields Too Large"},
                   {500, "Internal Server Error"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (reasons[i].status == status) return reasons[i].reason;
    }
    return "Error";
}

const char *http_header(const HttpRequest *request, const char *name) {
    for (int i = 0; i < request->headers; i++) {
        if (!strcasecmp(request->header[i].name, name)) return request->header[i].value;
    }
    return NULL;
}

const char *http_header_last(const HttpRequest *request, const char *name) {
    for (int i = request->headers - 1; i >= 0; i--) {
        if (!strcasecmp(request->header[i].name, name)) return request->header[i].value;
    }
    return NULL;
}

bool http_header_lists(const HttpRequest *request, const char *name, const char *word) {
    const char *at = http_header(request, name);
    size_t length = strlen(word);
    while (at && *at) {
        at += strspn(at, " \t,");
        size_t item = strcspn(at, ","), bare = item;
        while (bare && strchr(BLANKS, at[bare - 1])) bare--;
        if (bare == length && !strncasecmp(at, word, length)) return true;
        at += item;
    }
    return false;
}

// Cuts the next line off; NULL when it is not ended by CR LF.
static char *line_cut(char **at) {
    char *line = *at, *end = strstr(line, "\r\n");
    if (!end) return NULL;
    *end = '\0';
    *at = end + 2;
    return line;
}

// "GET /path?query HTTP/1.1"
static int request_line(char *line, HttpRequest *request) {
    char *path = strchr(line, ' '), *version = path ? strchr(path + 1, ' ') : NULL;
    if (!version || path == line) return 400;
    *path++ = *version++ = '\0';
    if (strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen(line) || *path != '/') return 400;
    if (strcmp(version, "HTTP/1.1") && strcmp(version, "HTTP/1.0")) return 505;
    char *query = strchr(path, '?');
    if (query) *query++ = '\0';
    request->query = query;
    request->method = line;
    request->path = path;
    request->keep_alive = version[7] == '1';
    return 0;
}

static int header_line(char *line, HttpRequest *request) {
    char *colon = line + strcspn(line, ": \t"); // a name holds no blank
    if (*colon != ':' || colon == line) return 400;
    if (request->headers == HTTP_HEADERS_MAX) return 431;
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, BLANKS);
    for (size_t length = strlen(value); length && strchr(BLANKS, value[length - 1]);) value[--length] = '\0';
    if (!strcasecmp(line, "host") && http_header(request, "host")) return 400;
    request->header[request->headers++] = (HttpHeader){line, value};
    return 0;
}

int http_parse(char *text, size_t length, HttpRequest *request) {
    *request = (HttpRequest){0};
    if (memchr(text, '\0', length)) return 400;
    text[length - 2] = '\0'; // the empty line; nothing after it is looked at
    char *at = text, *line = line_cut(&at);
    int fault = line ? request_line(line, request) : 400;
    while (!fault && *at) {
        line = line_cut(&at);
        fault = line ? header_line(line, request) : 400;
    }
    if (fault) return fault;
    const char *size = http_header(request, "content-length");
    request->body = (size && strcmp(size, "0")) || http_header(request, "transfer-encoding");
    request->length = !size || http_header(request, "transfer-encoding") || !*size || strlen(size) > 9 ||
                              strspn(size, "0123456789") != strlen(size)
                          ? -1
                          : atol(size);
    if (http_header_lists(request, "connection", "close")) request->keep_alive = false;
    return 0;
}
