// The part of json_beside.c that uses json-c.
#include <json-c/json_object.h>
#include <json-c/json_tokener.h>
#include <stdio.h>
#include <string.h>

int json_c_reads(const char *json, const char *plain);

int json_c_reads(const char *json, const char *plain) {
    struct json_object *object = json_tokener_parse(json);
    const char *text = object ? json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN) : "nothing";
    int good = !strcmp(text, plain);
    printf("json-c: %s\n", text);
    json_object_put(object);
    return good;
}
