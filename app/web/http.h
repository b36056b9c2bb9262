// The head of an HTTP request, read in place: what a server of a few files and one WebSocket needs of it.
#ifndef MUSTPLAY_APP_WEB_HTTP_H
#define MUSTPLAY_APP_WEB_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_HEAD_MAX = 8 << 10, HTTP_HEADERS_MAX = 64 };

typedef struct HttpHeader {
    const char *name, *value;
} HttpHeader;

typedef struct HttpRequest {
    const char *method;
    const char *path;  // as it was sent, without a query
    const char *query; // what follows the question mark, or NULL
    bool keep_alive;   // the client would send another one
    bool body;         // something follows the head
    long length;       // of it, as it was declared; -1: in another way, or not a number
    int headers;
    HttpHeader header[HTTP_HEADERS_MAX];
} HttpRequest;

// The bytes of the head that `text` starts with, its empty line included; 0: it has not all come yet.
size_t http_head_length(const char *text, size_t count);
// Reads a head of that length; `text` is cut into strings, which the request points to. Returns 0, or the
// status to refuse it with.
int http_parse(char *text, size_t length, HttpRequest *request);
// The value of a header, NULL without one; of several the first or the last.
const char *http_header(const HttpRequest *request, const char *name);
const char *http_header_last(const HttpRequest *request, const char *name);
// Whether a header whose value is a list, as in "keep-alive, Upgrade", holds a word.
bool http_header_lists(const HttpRequest *request, const char *name, const char *word);
// "Not Found"
const char *http_reason(int status);

#endif
