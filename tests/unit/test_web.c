// The page's server: heads of HTTP requests and frames of WebSockets, byte by byte.
#include "test_support.h"

#include "app/web/http.h"
#include "app/web/web.h"
#include "app/web/websocket.h"
#include "base/clock.h"
#include "base/json.h"

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

// --- Without threads: the caller works, slice by slice

static void wake(void *context) {
    ++*(int *)context;
}

static void ask(WebClient *client, const char *text) {
    web_receive(client, text, strlen(text));
}

// The next message, or NULL.
static json_t *message_take(WebClient *client) {
    size_t length;
    const char *text = web_message_first(client, &length);
    if (!text) return NULL;
    json_t *message = json_loadb(text, length, 0, NULL);
    assert_non_null(message);
    web_message_done(client);
    return message;
}

// Works until the request of that id has ended, and returns its end.
static json_t *end_of(Web *web, WebClient *client, int id) {
    for (;;) {
        for (json_t *message; (message = message_take(client)); json_decref(message)) {
            const char *type = json_string_value(json_object_get(message, "type"));
            bool mine = json_integer_value(json_object_get(message, "id")) == id;
            if (mine && strcmp(type, "progress") != 0) return message;
        }
        if (!web_work(web)) fail_msg("request %d has no end", id);
    }
}

static void expect_text(json_t *message, const char *key, const char *wanted) {
    assert_string_equal(json_string_value(json_object_get(message, key)), wanted);
}

static void test_work_without_threads(void **state) {
    (void)state;
    int woken = 0;
    Error error = {0};
    WebSetup setup = {
        .catalog = &CATALOG, .clients_max = 1, .memory = (uint64_t)1 << 32, .wake = wake, .context = &woken};
    Web *web = web_new(&setup, &error);
    if (!web) fail_msg("%s", error.text);
    WebClient *client = web_client_add(web, NULL);
    assert_null(web_client_add(web, NULL));
    json_t *hello = message_take(client);
    expect_text(hello, "type", "hello");
    assert_false(web_work(web));
    ask(client, "{\"id\": 1, \"do\": \"solve\", \"size\": 4}");
    json_t *solved = end_of(web, client, 1);
    ask(client, "{\"id\": 2, \"do\": \"genmove\", \"size\": 5, \"player\": \"resistance\"}");
    json_t *moved = end_of(web, client, 2);
    expect_text(solved, "winner", "black");
    assert_non_null(json_string_value(json_object_get(moved, "move")));
    // A long one comes back to its caller soon, and hears that it is to end.
    ask(client, "{\"id\": 3, \"do\": \"openings\", \"width\": 10, \"height\": 10}");
    for (int slice = 0; slice < 3; slice++) {
        double start = clock_thread_cpu(); // not the wall clock: the machine may be busy
        assert_true(web_work(web));
        assert_true(clock_thread_cpu() - start < 5);
    }
    ask(client, "{\"id\": 4, \"do\": \"stop\", \"of\": 3}");
    json_t *stopped = end_of(web, client, 3), *stop = end_of(web, client, 4);
    assert_true(json_is_true(json_object_get(stopped, "stopped")));
    json_t *all[] = {hello, solved, moved, stopped, stop};
    for (int i = 0; i < 5; i++) json_decref(all[i]);
    assert_true(woken >= 5);
    web_client_remove(client);
    web_free(web);
}

static void look_count(void *context, void *owner) {
    (void)context;
    ++*(int *)owner;
}

// Each owner is named once, however much it has; one that left in the meantime is not.
static void test_news_of_clients(void **state) {
    (void)state;
    int woken = 0, looks[3] = {0};
    Error error = {0};
    WebSetup setup = {
        .catalog = &CATALOG, .clients_max = 3, .memory = (uint64_t)1 << 32, .wake = wake, .context = &woken};
    Web *web = web_new(&setup, &error);
    if (!web) fail_msg("%s", error.text);
    WebClient *client[3];
    for (int i = 0; i < 3; i++) client[i] = web_client_add(web, &looks[i]); // each has its hello
    ask(client[0], "{\"id\": 1, \"do\": \"ping\"}");
    web_client_remove(client[2]);
    web_news_each(web, look_count, NULL);
    assert_true(looks[0] == 1 && looks[1] == 1 && looks[2] == 0);
    web_news_each(web, look_count, NULL);
    assert_true(looks[0] == 1 && looks[1] == 1);
    ask(client[1], "{\"id\": 1, \"do\": \"ping\"}");
    web_news_each(web, look_count, NULL);
    assert_true(looks[0] == 1 && looks[1] == 2);
    ask(client[0], "{\"id\": 2, \"do\": \"ping\"}");
    web_client_remove(client[0]); // its news is still noted when the server ends
    web_client_remove(client[1]);
    web_free(web);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_head_of_a_request),
        cmocka_unit_test(test_heads_that_are_refused),
        cmocka_unit_test(test_the_key_of_the_standard),
        cmocka_unit_test(test_heads_of_frames),
        cmocka_unit_test(test_unmasking),
        cmocka_unit_test(test_work_without_threads),
        cmocka_unit_test(test_news_of_clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
