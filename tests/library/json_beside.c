// Three readers of JSON in one program: jansson, json-c, and ours inside libmustplay, whose functions have names of jansson's.
// Each must get its own. Usage: json_beside NET.safetensors
#include "mustplay/mustplay.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int json_c_reads(const char *json,
                 const char *plain); // in json_c_beside.c: the two headers do not go together

static const char TEXT[] = "{\"cells\": [\"a1\", \"b2\"], \"value\": 0.5, \"move\": null}";
static const char PLAIN[] = "{\"cells\":[\"a1\",\"b2\"],\"value\":0.5,\"move\":null}";

static int jansson_reads(void) {
    json_t *object = json_loads(TEXT, 0, NULL);
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;
    int good = text && !strcmp(text, PLAIN);
    printf("jansson: %s\n", text ? text : "nothing");
    free(text);
    json_decref(object);
    return good;
}

// A net's file begins with JSON that says where its tensors lie.
static int mustplay_reads(const char *path) {
    mp_error error = {0};
    mp_engine *engine = mp_engine_new(&error);
    mp_net *net = engine ? mp_net_load(engine, path, &error) : NULL;
    mp_net_info info = {.size = sizeof info};
    if (net) mp_net_describe(net, &info);
    printf("mustplay: a net of %d filters %s\n", info.filters, error.text);
    mp_net_free(net);
    mp_engine_free(engine);
    return net && info.filters > 0;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    int good = jansson_reads();
    good &= json_c_reads(TEXT, PLAIN);
    good &= mustplay_reads(argv[1]);
    return !good;
}
