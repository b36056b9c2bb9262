// A byte string as messages of a page's client, one a line: no crash, and every answer is one JSON object
// with a type. There are no workers: requests are read, queued, replaced and stopped; game records, whose
// step is short, are run too.
#include "app/web/pool.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static void wake(void *context) {
    (void)context;
}

static void answers_check(Web *web, WebClient *client) {
    for (WebMessage *message; (message = web_message_first(client)); web_message_done(client)) {
        json_t *answer = json_loadb(web_message_text(web, message), message->length, 0, NULL);
        require(json_is_string(json_object_get(answer, "type")));
        json_decref(answer);
    }
}

// Runs what waits in the slot of records, as a worker would.
static void records_run(WebClient *client) {
    WebTask *task = client->slot[SLOT_RECORD];
    for (; task; task = task->later) {
        require(task->type->step(task, NULL) == STEP_DONE);
    }
    while ((task = client->slot[SLOT_RECORD])) web_client_stop(client, task->id);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Web *web; // costly to make
    WebSetup setup = {.clients_max = 1, .memory = 1 << 20, .wake = wake};
    Error error;
    if (!web) web = web_new(&setup, &error);
    require(web);
    WebClient *client = web_client_add(web, NULL);
    require(client);
    while (size) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        web_receive(client, (const char *)data, length);
        records_run(client);
        answers_check(web, client);
        data += end ? length + 1 : length;
        size -= end ? length + 1 : length;
    }
    web_client_remove(client);
    return 0;
}
