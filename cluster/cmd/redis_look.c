// serve --redis: the run that the page looks at.
#include "cluster/cmd/cluster_report.h"
#include "cluster/cmd/redis_args.h"
#include "cluster/cmd/redis_commands.h"

#include <stdlib.h>

typedef struct Look {
    RedisAddress address;
    const char *run;
} Look;

void *redis_look_open(const Args *args, Error *error) {
    Look *look = calloc(1, sizeof *look);
    if (!look) {
        error_failure(error, "out of memory");
        return NULL;
    }
    look->run = args_text(args, "run");
    if (args_redis(args, &look->address, error) && run_name_check(look->run, error)) return look;
    free(look);
    return NULL;
}

// One connection per look: they are seconds apart.
json_t *redis_look(void *context, Error *error) {
    const Look *look = context;
    Stream stream;
    if (!stream_open(&stream, &look->address, look->run, error)) return NULL;
    json_t *workers = cluster_workers_json(&stream, error);
    json_t *status = workers ? cluster_status_json(&stream, workers, error) : NULL;
    if (status) json_object_set(status, "members", workers);
    json_decref(workers);
    stream_close(&stream);
    return status;
}

void redis_look_close(void *look) {
    free(look);
}
