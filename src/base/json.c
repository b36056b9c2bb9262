// Values, objects and arrays. An object is a list of members; once it is long, a table of their hashes finds them.
#include "base/json.h"

#include "base/hash.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct String {
    json_t head;
    size_t length;
    char text[];
} String;

typedef struct Integer {
    json_t head;
    json_int_t value;
} Integer;

typedef struct Real {
    json_t head;
    double value;
} Real;

typedef struct Array {
    json_t head;
    size_t count, capacity;
    json_t **item;
} Array;

typedef struct Member {
    uint64_t hash;
    char *key;
    json_t *value;
} Member;

enum { INDEXED = 16, PLACE_NONE = -1 };

typedef struct Object {
    json_t head;
    size_t count, capacity;
    Member *member;
    size_t places;  // of the table, a power of two; 0: there is none
    int32_t *place; // numbers of members by hash, one after the other from where the hash points
} Object;

// --- Scalars

static void *value_new(JsonType type, size_t size) {
    json_t *value = calloc(1, size);
    if (value) *value = (json_t){type, 1};
    return value;
}

json_t *json_string(const char *text) {
    if (!text) return NULL;
    size_t length = strlen(text);
    String *string = value_new(JSON_STRING, sizeof *string + length + 1);
    if (!string) return NULL;
    string->length = length;
    memcpy(string->text, text, length + 1);
    text_make_utf8(string->text);
    return &string->head;
}

json_t *json_sprintf(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    json_t *value = json_string(text);
    free(text);
    return value;
}

json_t *json_integer(json_int_t number) {
    Integer *integer = value_new(JSON_INTEGER, sizeof *integer);
    if (!integer) return NULL;
    integer->value = number;
    return &integer->head;
}

json_t *json_real(double number) {
    Real *real = isfinite(number) ? value_new(JSON_REAL, sizeof *real) : NULL;
    if (!real) return NULL;
    real->value = number;
    return &real->head;
}

// Shared by all; not counted.
json_t *json_true(void) {
    static json_t value = {JSON_TRUE, 0};
    return &value;
}

json_t *json_false(void) {
    static json_t value = {JSON_FALSE, 0};
    return &value;
}

json_t *json_null(void) {
    static json_t value = {JSON_NULL, 0};
    return &value;
}

const char *json_string_value(const json_t *value) {
    return json_is_string(value) ? ((const String *)value)->text : NULL;
}

size_t json_string_length(const json_t *value) {
    return json_is_string(value) ? ((const String *)value)->length : 0;
}

json_int_t json_integer_value(const json_t *value) {
    return json_is_integer(value) ? ((const Integer *)value)->value : 0;
}

double json_real_value(const json_t *value) {
    return json_is_real(value) ? ((const Real *)value)->value : 0;
}

double json_number_value(const json_t *value) {
    return json_is_integer(value) ? (double)json_integer_value(value) : json_real_value(value);
}

// --- Arrays

json_t *json_array(void) {
    return value_new(JSON_ARRAY, sizeof(Array));
}

size_t json_array_size(const json_t *value) {
    return json_is_array(value) ? ((const Array *)value)->count : 0;
}

json_t *json_array_get(const json_t *value, size_t index) {
    return index < json_array_size(value) ? ((const Array *)value)->item[index] : NULL;
}

// Makes room for one more.
static bool room(void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return true;
    size_t more = *capacity ? 2 * *capacity : 8;
    void *larger = realloc(*items, more * size);
    if (!larger) return false;
    *items = larger;
    *capacity = more;
    return true;
}

int json_array_append_new(json_t *value, json_t *item) {
    Array *array = (Array *)value;
    if (!json_is_array(value) || !item || item == value ||
        !room((void **)&array->item, array->count, &array->capacity, sizeof *array->item)) {
        json_decref(item);
        return -1;
    }
    array->item[array->count++] = item;
    return 0;
}

int json_array_extend(json_t *array, const json_t *other) {
    if (!json_is_array(array) || !json_is_array(other)) return -1;
    for (size_t i = 0, count = json_array_size(other); i < count; i++) {
        if (json_array_append_new(array, json_incref(json_array_get(other, i)))) return -1;
    }
    return 0;
}

// --- Objects

json_t *json_object(void) {
    return value_new(JSON_OBJECT, sizeof(Object));
}

size_t json_object_size(const json_t *value) {
    return json_is_object(value) ? ((const Object *)value)->count : 0;
}

const char *json_object_key(const json_t *value, size_t index) {
    return index < json_object_size(value) ? ((const Object *)value)->member[index].key : NULL;
}

json_t *json_object_value(const json_t *value, size_t index) {
    return index < json_object_size(value) ? ((const Object *)value)->member[index].value : NULL;
}

// Where the heap happens to lie makes the hashes of this process its own, so that nobody can prepare keys that collide.
static uint64_t key_hash(const char *key) {
    static _Atomic uint64_t start;
    uint64_t seed = atomic_load(&start);
    if (!seed) {
        void *somewhere = malloc(1);
        seed = HASH_START ^ ((uint64_t)(uintptr_t)somewhere << 16 | 1);
        free(somewhere);
        atomic_store(&start, seed);
    }
    uint64_t hash = hash_bytes(seed, key, strlen(key));
    return (hash ^ hash >> 29) * 0x9e3779b97f4a7c15u >> 8;
}

static void index_put(Object *object, size_t member) {
    size_t at = object->member[member].hash & (object->places - 1);
    while (object->place[at] != PLACE_NONE) at = (at + 1) & (object->places - 1);
    object->place[at] = (int32_t)member;
}

// Makes the table anew for what the object may hold; without memory there is none, and finding is slow.
static void index_make(Object *object) {
    free(object->place);
    object->places = object->capacity > INDEXED ? 2 * object->capacity : 0;
    object->place = object->places ? malloc(object->places * sizeof *object->place) : NULL;
    if (!object->place) object->places = 0;
    if (!object->places) return;
    memset(object->place, 0xff, object->places * sizeof *object->place); // PLACE_NONE
    for (size_t i = 0; i < object->count; i++) index_put(object, i);
}

static bool member_is(const Member *member, uint64_t hash, const char *key) {
    return member->hash == hash && !strcmp(member->key, key);
}

// NULL when there is none of that key.
static Member *member_find(const Object *object, const char *key, uint64_t hash) {
    if (object->places) {
        size_t at = hash & (object->places - 1);
        for (; object->place[at] != PLACE_NONE; at = (at + 1) & (object->places - 1)) {
            Member *member = &object->member[object->place[at]];
            if (member_is(member, hash, key)) return member;
        }
        return NULL;
    }
    for (size_t i = 0; i < object->count; i++) {
        if (member_is(&object->member[i], hash, key)) return &object->member[i];
    }
    return NULL;
}

json_t *json_object_get(const json_t *value, const char *key) {
    if (!json_is_object(value) || !key) return NULL;
    const Member *member = member_find((const Object *)value, key, key_hash(key));
    return member ? member->value : NULL;
}

static bool member_add(Object *object, const char *key, uint64_t hash, json_t *value) {
    size_t before = object->capacity;
    if (!room((void **)&object->member, object->count, &object->capacity, sizeof *object->member))
        return false;
    char *copy = strdup(key);
    if (!copy) return false;
    object->member[object->count++] = (Member){hash, copy, value};
    if (object->capacity != before)
        index_make(object);
    else if (object->places)
        index_put(object, object->count - 1);
    return true;
}

int json_object_set_new(json_t *value, const char *key, json_t *item) {
    Object *object = (Object *)value;
    bool good = json_is_object(value) && key && item && item != value;
    uint64_t hash = good ? key_hash(key) : 0;
    Member *member = good ? member_find(object, key, hash) : NULL;
    if (member) {
        json_decref(member->value);
        member->value = item;
        return 0;
    }
    if (good && member_add(object, key, hash, item)) return 0;
    json_decref(item);
    return -1;
}

int json_object_set(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, json_incref(value));
}

static void member_free(Member *member) {
    free(member->key);
    json_decref(member->value);
}

int json_object_del(json_t *value, const char *key) {
    Object *object = (Object *)value;
    Member *member = json_is_object(value) && key ? member_find(object, key, key_hash(key)) : NULL;
    if (!member) return -1;
    member_free(member);
    object->count--;
    memmove(member, member + 1, (size_t)(object->member + object->count - member) * sizeof *member);
    index_make(object);
    return 0;
}

static int object_update(json_t *object, const json_t *other, bool replace) {
    if (!json_is_object(object) || !json_is_object(other)) return -1;
    const char *key;
    json_t *value;
    json_object_foreach(other, key, value) {
        if (!replace && json_object_get(object, key)) continue;
        if (json_object_set(object, key, value)) return -1;
    }
    return 0;
}

int json_object_update(json_t *object, const json_t *other) {
    return object_update(object, other, true);
}

int json_object_update_missing(json_t *object, const json_t *other) {
    return object_update(object, other, false);
}

int json_object_update_new(json_t *object, json_t *other) {
    int result = json_object_update(object, other);
    json_decref(other);
    return result;
}

// --- References

json_t *json_incref(json_t *value) {
    if (value && value->references) value->references++;
    return value;
}

static void value_free(json_t *value) {
    if (value->type == JSON_ARRAY) {
        Array *array = (Array *)value;
        for (size_t i = 0; i < array->count; i++) json_decref(array->item[i]);
        free(array->item);
    } else if (value->type == JSON_OBJECT) {
        Object *object = (Object *)value;
        for (size_t i = 0; i < object->count; i++) member_free(&object->member[i]);
        free(object->member);
        free(object->place);
    }
    free(value);
}

void json_decref(json_t *value) {
    if (value && value->references && !--value->references) value_free(value);
}

json_t *json_copy(const json_t *value) {
    bool object = json_is_object(value);
    json_t *copy = object ? json_object() : json_is_array(value) ? json_array() : NULL;
    bool good = copy && !(object ? json_object_update(copy, value) : json_array_extend(copy, value));
    if (good) return copy;
    json_decref(copy);
    return NULL;
}
