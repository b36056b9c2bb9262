// The page's server: heads of HTTP requests and frames of WebSockets, byte by byte.
#include "test_support.h"

#include "app/web/http.h"
#include "app/web/websocket.h"

#include <stdio.h>
#include <string.h>

// --- HTTP

static int parsed(const char *text, char *copy, HttpRequest *request) {
    size_t length = strlen(text);
    memcpy(copy, text, length + 1);
    assert_int_equal(http_head_length(copy, length), length);
    return http_parse(copy, length, request);
}

static void test_head_of_a_request(void **state) {
    (void)state;
    char copy[512];
    HttpRequest request;
    assert_int_equal(
        parsed("GET /a.js?b=c HTTP/1.1\r\nHost:  x:80 \r\nConnection: keep-alive, Upgrade\r\n\r\n", copy,
               &request),
        0);
    assert_string_equal(request.method, "GET");
    assert_string_equal(request.path, "/a.js");
    assert_string_equal(http_header(&request, "HOST"), "x:80");
    assert_null(http_header(&request, "origin"));
    assert_true(http_header_lists(&request, "connection", "upgrade"));
    assert_false(http_header_lists(&request, "connection", "up"));
    assert_true(request.keep_alive && !request.body);
    assert_int_equal(
        parsed("POST / HTTP/1.1\r\nContent-Length: 5\r\nConnection: close\r\n\r\n", copy, &request), 0);
    assert_true(!request.keep_alive && request.body);
}

static void test_heads_that_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int status;
    } heads[] = {{"GET / HTTP/9.9\r\n\r\n", 505},
                 {"GET /\r\n\r\n", 400},
                 {"GET http://x/ HTTP/1.1\r\n\r\n", 400},
                 {"G\x01T / HTTP/1.1\r\n\r\n", 400},
                 {"\r\n\r\n", 400},
                 {" / HTTP/1.1\r\n\r\n", 400},
                 {"GET / HTTP/1.1\r\nHost\r\n\r\n", 400},
                 {"GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400},
                 {"GET / HTTP/1.1\r\n folded\r\n\r\n", 400},
                 {"GET / HTTP/1.1\r\n: x\r\n\r\n", 400},
                 {"GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n", 400}};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char copy[512];
        HttpRequest request;
        int status = parsed(heads[i].text, copy, &request);
        if (status != heads[i].status) fail_msg("'%s' gave %d", heads[i].text, status);
    }
    char nul[] = "GET /\0x HTTP/1.1\r\n\r\n", many[4096] = "GET / HTTP/1.1\r\n";
    HttpRequest request;
    assert_int_equal(http_parse(nul, sizeof nul - 1, &request), 400);
    for (int i = 0; i <= HTTP_HEADERS_MAX; i++) strcat(many, "a: b\r\n");
    strcat(many, "\r\n");
    assert_int_equal(http_parse(many, strlen(many), &request), 431);
}

// --- WebSocket

static void test_the_key_of_the_standard(void **state) {
    (void)state;
    char accept[WS_ACCEPT_SIZE];
    ws_accept("dGhlIHNhbXBsZSBub25jZQ==", accept); // RFC 6455, section 1.3
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

// A client's frame is what we write, with the mask put in.
static size_t client_head(int opcode, size_t length, unsigned char out[WS_HEAD_MAX]) {
    size_t size = ws_head_write(opcode, length, out);
    out[1] |= 0x80;
    memcpy(out + size, "\1\2\3\4", 4);
    return size + 4;
}

static void test_heads_of_frames(void **state) {
    (void)state;
    static const size_t lengths[] = {0, 1, 125, 126, 127, 65535, 65536, 262144};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        unsigned char bytes[WS_HEAD_MAX];
        size_t size = client_head(WS_TEXT, lengths[i], bytes);
        WsHead head;
        for (size_t part = 0; part < size; part++) {
            assert_int_equal(ws_head_read(bytes, part, 262144, &head), 0);
            assert_int_equal(head.size, 0);
        }
        assert_int_equal(ws_head_read(bytes, size, 262144, &head), 0);
        assert_int_equal(head.size, size);
        assert_int_equal(head.length, lengths[i]);
        assert_true(head.final && head.opcode == WS_TEXT && !memcmp(head.mask, "\1\2\3\4", 4));
        if (lengths[i]) assert_int_equal(ws_head_read(bytes, size, lengths[i] - 1, &head), WS_TOO_LARGE);
    }
}

static void test_unmasking(void **state) {
    (void)state;
    unsigned char text[] = "Hello, Hex";
    ws_unmask(text, 10, (const unsigned char *)"abcd");
    assert_memory_not_equal(text, "Hello, Hex", 10);
    ws_unmask(text, 10, (const unsigned char *)"abcd");
    assert_memory_equal(text, "Hello, Hex", 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_head_of_a_request),
        cmocka_unit_test(test_heads_that_are_refused),
        cmocka_unit_test(test_the_key_of_the_standard),
        cmocka_unit_test(test_heads_of_frames),
        cmocka_unit_test(test_unmasking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
