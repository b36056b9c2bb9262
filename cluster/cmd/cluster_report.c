#include "cluster/cmd/cluster_report.h"

// What Redis or the run did not do is a failure with a sentence.
static bool look_done(StreamResult result, Error *error) {
    if (result == STREAM_DONE) return true;
    if (result == STREAM_NONE || result == STREAM_GONE)
        return error_input(error, "there is no such run in this Redis");
    return *error->text ? false : error_failure(error, "Redis did not answer");
}

static double number_of(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

// The fingerprint of the key from which the worker's id is made; null without one.
static json_t *fingerprint_json(const char *worker, const char *text) {
    PublicKey key;
    char shown[FINGERPRINT_TEXT];
    if (!member_key_read(text, stream_self_number(worker), &key)) return json_null();
    fingerprint_write(&key, shown);
    return json_string(shown);
}

static void worker_add(void *context, const char *worker, const char *key, const char *info, double silent) {
    json_t *object = json_loads(info, 0, NULL);
    if (!json_is_object(object)) {
        json_decref(object);
        object = json_object();
    }
    double busy = number_of(object, "busy"), nodes = number_of(object, "nodes");
    json_object_set_new(object, "id", json_string(worker));
    json_object_set_new(object, "key", fingerprint_json(worker, key));
    json_object_set_new(object, "silent", json_real(silent));
    json_object_set_new(object, "rate", json_real(busy > 0 ? nodes / busy : 0));
    json_array_append_new(context, object);
}

json_t *cluster_workers_json(Stream *stream, Error *error) {
    json_t *list = json_array();
    if (look_done(stream_workers(stream, worker_add, list, error), error)) return list;
    json_decref(list);
    return NULL;
}

json_t *cluster_status_json(Stream *stream, const json_t *workers, Error *error) {
    RunView view;
    bool good = look_done(stream_view(stream, &view, error), error);
    json_t *object = NULL, *worker;
    double rate = 0;
    size_t index;
    json_array_foreach(workers, index, worker) rate += number_of(worker, "rate");
    if (good) {
        json_t *progress = json_loads(text_string(&view.status), 0, NULL);
        object = json_pack("{s:s, s:s, s:s, s:s, s:b, s:i, s:f, s:I, s:I, s:I, s:I, s:I}", "kind", view.kind,
                           "state", view.state, "title", view.title, "version", view.version, "master",
                           (int)view.has_master, "workers", (int)json_array_size(workers), "rate", rate,
                           "open", (json_int_t)view.open, "queued", (json_int_t)view.queued, "answers",
                           (json_int_t)view.answers, "facts", (json_int_t)view.facts, "rejected",
                           (json_int_t)view.rejected);
        json_object_set_new(object, "progress", progress ? progress : json_null());
    }
    text_free(&view.status);
    return object;
}
