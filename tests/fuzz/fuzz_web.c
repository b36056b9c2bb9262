// A byte string as messages of a page's client, one per line: no crash, and every answer is one JSON object
// with a type. There are no workers: requests are read, queued, replaced and stopped.
#include "app/web/web.h"
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static void wake(void *context) {
    (void)context;
}

static void answers_check(WebClient *client) {
    size_t length;
    for (const char *text; (text = web_message_first(client, &length)); web_message_done(client)) {
        json_t *answer = json_loadb(text, length, 0, NULL);
        require(json_is_string(json_object_get(answer, "type")));
        json_decref(answer);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Web *web; // costly to make
    WebSetup setup = {.catalog = &CATALOG, .clients_max = 1, .memory = 1 << 20, .wake = wake};
    Error error;
    if (!web) web = web_new(&setup, &error);
    require(web);
    WebClient *client = web_client_add(web);
    require(client);
    while (size) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        web_receive(client, (const char *)data, length);
        answers_check(client);
        data += end ? length + 1 : length;
        size -= end ? length + 1 : length;
    }
    web_client_remove(client);
    return 0;
}
