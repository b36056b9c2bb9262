// JSON: values, a strict reader and a writer. Names and meanings are those of the library jansson. Only the part of it that
// Mustplay uses is here, and whoever knows one can read the other.
//
// Values are reference-counted. `json_decref` gives a reference back. Functions whose names end in `_new`, and json_pack's
// "o", take one over. Everything accepts NULL for a value and then does nothing, or returns NULL, 0 or an error. So one
// check at the end notices every failed allocation. Objects keep their keys in the order in which they were set.
#ifndef MUSTPLAY_BASE_JSON_H
#define MUSTPLAY_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum JsonType {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} JsonType;

typedef long long json_int_t;

typedef struct json_t {
    JsonType type;
    size_t references;
} json_t;

typedef struct json_error_t {
    int line;       // from 1
    int position;   // bytes read so far
    char text[160]; // what is wrong
    bool memory;    // nothing but that there was no memory
} json_error_t;

// --- Making

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text); // what is not UTF-8 in it becomes question marks, unlike in jansson
json_t *json_sprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
json_t *json_integer(json_int_t value);
json_t *json_real(double value); // NULL when it is not finite
json_t *json_true(void);
json_t *json_false(void);
json_t *json_null(void);
static inline json_t *json_boolean(bool value) {
    return value ? json_true() : json_false();
}

// Builds a value by a format such as "{s:i, s:[o, n]}": an object of keys and values, or an array. Letters: s string (s? null
// for NULL), i int, I json_int_t, f double, b int as true or false, n null. Letter o takes a value over, O shares it.
// NULL when anything fails; values given with "o" are released then too.
json_t *json_pack(const char *format, ...);

void json_decref(json_t *value);
json_t *json_incref(json_t *value);
// A copy whose members are shared.
json_t *json_copy(const json_t *value);

// --- Asking

static inline bool json_is(const json_t *value, JsonType type) {
    return value && value->type == type;
}
#define json_is_object(value)  json_is(value, JSON_OBJECT)
#define json_is_array(value)   json_is(value, JSON_ARRAY)
#define json_is_string(value)  json_is(value, JSON_STRING)
#define json_is_integer(value) json_is(value, JSON_INTEGER)
#define json_is_real(value)    json_is(value, JSON_REAL)
#define json_is_true(value)    json_is(value, JSON_TRUE)
#define json_is_false(value)   json_is(value, JSON_FALSE)
#define json_is_null(value)    json_is(value, JSON_NULL)
#define json_is_boolean(value) (json_is(value, JSON_TRUE) || json_is(value, JSON_FALSE))
#define json_is_number(value)  (json_is(value, JSON_INTEGER) || json_is(value, JSON_REAL))

const char *json_string_value(const json_t *value); // NULL when it is no string
size_t json_string_length(const json_t *value);
json_int_t json_integer_value(const json_t *value); // 0 when it is no integer
double json_real_value(const json_t *value);
double json_number_value(const json_t *value); // of either

// --- Objects. Those that return int give 0, or -1 for a failure.

size_t json_object_size(const json_t *object);
json_t *json_object_get(const json_t *object, const char *key); // borrowed; NULL when there is none
int json_object_set(json_t *object, const char *key, json_t *value);
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_object_del(json_t *object, const char *key);
int json_object_update(json_t *object, const json_t *other);
int json_object_update_new(json_t *object, json_t *other);
int json_object_update_missing(json_t *object, const json_t *other); // what is there stays
// The member of that number in the order of setting; NULL behind the last.
const char *json_object_key(const json_t *object, size_t index);
json_t *json_object_value(const json_t *object, size_t index);
#define json_object_foreach(object, key, value)                                                              \
    for (size_t key##_index = 0;                                                                             \
         (key = json_object_key(object, key##_index)) && (value = json_object_value(object, key##_index));   \
         key##_index++)

// --- Arrays

size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index); // borrowed
int json_array_append_new(json_t *array, json_t *value);
int json_array_extend(json_t *array, const json_t *other);
#define json_array_foreach(array, index, value)                                                              \
    for (index = 0; index < json_array_size(array) && (value = json_array_get(array, index)); index++)

// --- Reading and writing

enum {
    JSON_REJECT_DUPLICATES = 1, // of keys
    JSON_DECODE_ANY = 2,        // also what is neither object nor array
    JSON_ENCODE_ANY = 4,
    JSON_COMPACT = 8, // no blanks
};
// Digits of reals, 17 unless said; in the flags of the writer.
#define JSON_REAL_PRECISION(digits) ((digits) << 8)

// NULL with the error, which may be NULL, for what is not exactly one JSON value in UTF-8, or is too deep.
json_t *json_loadb(const char *text, size_t length, int flags, json_error_t *error);
json_t *json_loads(const char *text, int flags, json_error_t *error);

// The text, which the caller frees; NULL out of memory.
char *json_dumps(const json_t *value, int flags);

#endif
